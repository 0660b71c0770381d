#include "gpu/arena.h"

#include <algorithm>

namespace attx::gpu {
namespace {

struct Life {
    int buffer;
    size_t first, last;  ///< dispatches
    int64_t floats;
};

int64_t aligned(int64_t floats) { return (floats + alignment - 1) / alignment * alignment; }

std::vector<Life> livesOf(const Plan& plan, const Dispatches& order) {
    std::vector<Life> lives;
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
        Life life{static_cast<int>(i), order.size(), 0, aligned(plan.buffers[i].floats)};
        for (size_t d = 0; d < order.size(); ++d)
            for (const Use& use : order[d].uses)
                if (use.buffer == life.buffer) {
                    life.first = std::min(life.first, d);
                    life.last = std::max(life.last, d);
                }
        if (plan.buffers[i].kept) life.first = 0, life.last = order.size();
        // A buffer that `order` does not use keeps nothing, but must have a place of its size.
        if (life.first > life.last) life.first = 0, life.last = order.size();
        if (!plan.buffers[i].results) lives.push_back(life);
    }
    // The largest first, which leaves the small ones to fill the gaps.
    std::stable_sort(lives.begin(), lives.end(),
                     [](const Life& a, const Life& b) { return a.floats > b.floats; });
    return lives;
}

}  // namespace

void placeBuffers(Plan& plan, const Dispatches& order) {
    std::vector<Life> placed;  // by their place in the arena
    for (const Life& life : livesOf(plan, order)) {
        int64_t at = 0;
        for (const Life& other : placed) {
            if (other.last < life.first || life.last < other.first) continue;
            const int64_t taken = plan.buffers[static_cast<size_t>(other.buffer)].at;
            if (at + life.floats <= taken) break;
            at = std::max(at, taken + other.floats);
        }
        plan.buffers[static_cast<size_t>(life.buffer)].at = at;
        plan.arenaFloats = std::max(plan.arenaFloats, at + life.floats);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), at,
                                       [&](int64_t place, const Life& l) {
                                           return place < plan.buffers[static_cast<size_t>(l.buffer)].at;
                                       }),
                      life);
    }
    for (PlanBuffer& buffer : plan.buffers)
        if (buffer.results) {
            buffer.at = plan.resultFloats;
            plan.resultFloats += aligned(buffer.floats);
        }
}

}  // namespace attx::gpu
