#include "gpu/plan/arena.h"

#include <algorithm>

namespace attx::gpu {
namespace {

struct Life {
    int buffer;
    size_t first, last;  ///< dispatches
    int64_t floats;
};

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
        // A buffer that `order` does not use keeps nothing, but must have a place of its size.
        if (plan.buffers[i].kept || life.first > life.last) life.first = 0, life.last = order.size();
        if (!plan.buffers[i].results) lives.push_back(life);
    }
    return lives;
}

/// Where each goes, and how much they take together.
struct Places {
    std::vector<int64_t> at;  ///< in the order of the lives
    int64_t floats = 0;
};

/// Each in turn at the lowest place that is free while it lives.
Places placed(const std::vector<Life>& lives) {
    Places places;
    std::vector<size_t> lowestFirst;  // of those placed
    for (size_t i = 0; i < lives.size(); ++i) {
        const Life& life = lives[i];
        int64_t at = 0;
        for (const size_t other : lowestFirst) {
            if (lives[other].last < life.first || life.last < lives[other].first) continue;
            if (at + life.floats <= places.at[other]) break;
            at = std::max(at, places.at[other] + lives[other].floats);
        }
        places.at.push_back(at);
        places.floats = std::max(places.floats, at + life.floats);
        lowestFirst.insert(
            std::upper_bound(lowestFirst.begin(), lowestFirst.end(), at,
                             [&](int64_t place, size_t other) { return place < places.at[other]; }),
            i);
    }
    return places;
}

}  // namespace

void placeBuffers(Plan& plan, const Dispatches& order) {
    std::vector<Life> lives = livesOf(plan, order);
    // The best order is hard to find; two that are good: the largest first, and those that live longest.
    const auto largest = [](const Life& a, const Life& b) { return a.floats > b.floats; };
    const auto longest = [](const Life& a, const Life& b) { return a.last - a.first > b.last - b.first; };
    std::stable_sort(lives.begin(), lives.end(), largest);
    Places places = placed(lives);
    std::vector<Life> byLife = lives;
    std::stable_sort(byLife.begin(), byLife.end(), longest);
    if (Places other = placed(byLife); other.floats < places.floats) {
        places = std::move(other);
        lives = std::move(byLife);
    }
    for (size_t i = 0; i < lives.size(); ++i)
        plan.buffers[static_cast<size_t>(lives[i].buffer)].at = places.at[i];
    plan.arenaFloats = places.floats;
    for (PlanBuffer& buffer : plan.buffers)
        if (buffer.results) {
            buffer.at = plan.resultFloats;
            plan.resultFloats += aligned(buffer.floats);
        }
}

}  // namespace attx::gpu
