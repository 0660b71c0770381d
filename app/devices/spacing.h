// When work that takes time from the training may be done again.
#pragma once
#include <algorithm>
#include <chrono>

namespace attx {

/// At most every `interval`, and so seldom that it takes at most 5 % of the time: after work of d seconds 19
/// d pass. Counts from its making.
class Spacing {
public:
    using Clock = std::chrono::steady_clock;
    explicit Spacing(Clock::duration interval, Clock::time_point now = Clock::now())
        : interval_(interval), next_(now + interval) {}

    [[nodiscard]] bool due(Clock::time_point now = Clock::now()) const { return now >= next_; }
    /// The work was done, or has failed.
    void done(Clock::time_point begin, Clock::time_point end = Clock::now()) {
        next_ = end + std::max(interval_, timesAsLong * (end - begin));
    }

private:
    static constexpr int timesAsLong = 19;
    Clock::duration interval_;
    Clock::time_point next_;
};

}  // namespace attx
