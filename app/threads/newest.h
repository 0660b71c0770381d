// The place where a question waits for a worker's thread: the newest replaces one that waits and interrupts
// the one under way.
#pragma once
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace attx {

template <class Question>
class Newest {
public:
    // Any thread.

    /// True: none waited, so the worker's thread is to be told that one does.
    [[nodiscard]] bool put(const Question& question) {
        const std::scoped_lock lock(mutex_);
        interrupt_ = true;
        return !std::exchange(waiting_, question);
    }
    /// Neither what waits nor what is under way is wanted any more.
    void drop() {
        const std::scoped_lock lock(mutex_);
        interrupt_ = true;
        waiting_.reset();
    }

    // The worker's thread.

    /// None if it was dropped. From here on interrupt() is about this one.
    [[nodiscard]] std::optional<Question> take() {
        const std::scoped_lock lock(mutex_);
        if (waiting_) interrupt_ = false;
        return std::exchange(waiting_, std::nullopt);
    }
    /// True once the answer in flight is no longer wanted.
    [[nodiscard]] const std::atomic<bool>& interrupt() const { return interrupt_; }

private:
    std::mutex mutex_;
    std::optional<Question> waiting_;  ///< The latest question; guarded by the mutex
    std::atomic<bool> interrupt_{false};
};

}  // namespace attx
