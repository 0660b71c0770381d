// Which dispatches have to wait for which: those that touch what another has written since the last barrier,
// or write what another has read. What runs between two barriers is a round.
#pragma once
#include "gpu/plan/plan.h"

namespace attx::gpu {

/// Accesses since the last barrier.
class Hazards {
public:
    /// Notes the uses; true if a barrier has to come before them.
    bool meets(const Plan& plan, const Dispatch& dispatch);

private:
    struct Range {
        int64_t first, last;  ///< floats of the arena, or, behind them, of the results
    };
    std::vector<Range> reads_, writes_;
};

/// Of each dispatch of the list: the round that it belongs to, from 0.
[[nodiscard]] std::vector<size_t> roundsOf(const Plan& plan, const Dispatches& list);
/// Rounds of the list where it is run again and again: its first dispatches may share one with the last of
/// the run before.
[[nodiscard]] size_t repeatedRounds(const Plan& plan, const Dispatches& list);

}  // namespace attx::gpu
