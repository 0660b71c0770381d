#include "gpu/plan/hazards.h"

#include <algorithm>

namespace attx::gpu {

bool Hazards::meets(const Plan& plan, const Dispatch& dispatch) {
    const auto rangeOf = [&](const Use& use) {
        const PlanBuffer& buffer = plan.buffers[use.buffer];
        const int64_t first = (buffer.results ? plan.arenaFloats : 0) + buffer.at + use.first;
        return Range{first, first + use.floats};
    };
    const auto touches = [](const std::vector<Range>& ranges, const Range& r) {
        return std::ranges::any_of(
            ranges, [&](const Range& other) { return r.first < other.last && other.first < r.last; });
    };
    const bool conflict = std::ranges::any_of(dispatch.uses, [&](const Use& use) {
        const Range range = rangeOf(use);
        return touches(writes_, range) || (use.access != Access::Read && touches(reads_, range));
    });
    if (conflict) reads_.clear(), writes_.clear();
    for (const Use& use : dispatch.uses) {
        if (use.access != Access::Write) reads_.push_back(rangeOf(use));
        if (use.access != Access::Read) writes_.push_back(rangeOf(use));
    }
    return conflict;
}

std::vector<size_t> roundsOf(const Plan& plan, const Dispatches& list) {
    Hazards hazards;
    std::vector<size_t> rounds;
    for (const Dispatch& dispatch : list) {
        const size_t waits = hazards.meets(plan, dispatch) ? 1 : 0;
        rounds.push_back(rounds.empty() ? 0 : rounds.back() + waits);
    }
    return rounds;
}

size_t repeatedRounds(const Plan& plan, const Dispatches& list) {
    Dispatches twice = list;
    twice.insert(twice.end(), list.begin(), list.end());
    const std::vector<size_t> rounds = roundsOf(plan, twice);
    return list.empty() ? 0 : rounds.back() - rounds[list.size() - 1];
}

}  // namespace attx::gpu
