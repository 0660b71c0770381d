#include <algorithm>
#include <numeric>
#include <utility>

#include "gpu/plan/hazards.h"

namespace attx::gpu {
namespace {

constexpr size_t never = SIZE_MAX, always = SIZE_MAX / 8;

struct Span {
    size_t first = never, last = 0;  ///< rounds; none, if it is not used
    [[nodiscard]] bool meets(const Span& other) const { return first <= other.last && other.first <= last; }
};

struct Life {
    int buffer;
    int64_t floats;
    std::vector<Span> spans;  ///< [lists] the rounds in which each uses it

    [[nodiscard]] bool meets(const Life& other) const {
        for (size_t i = 0; i < spans.size(); ++i)
            if (spans[i].meets(other.spans[i])) return true;
        return false;
    }
    [[nodiscard]] size_t length() const {
        size_t sum = 0;
        for (const Span& span : spans) sum += span.first <= span.last ? span.last - span.first : 0;
        return sum;
    }
};

std::vector<Life> livesOf(const Plan& plan, const std::vector<const Dispatches*>& lists,
                          const std::vector<std::vector<size_t>>& rounds) {
    std::vector<Life> lives;
    for (size_t i = 0; i < plan.buffers.size(); ++i)
        lives.push_back(
            {static_cast<int>(i), aligned(plan.buffers[i].floats), std::vector<Span>(lists.size())});
    for (size_t i = 0; i < lists.size(); ++i)
        for (size_t d = 0; d < lists[i]->size(); ++d)
            for (const Use& use : (*lists[i])[d].uses) {
                Span& span = lives[use.buffer].spans[i];
                span = {std::min(span.first, rounds[i][d]), std::max(span.last, rounds[i][d])};
            }
    for (Life& life : lives) {  // a buffer that no list uses keeps nothing, but must have a place of its size
        const auto used = [](const Span& span) { return span.first <= span.last; };
        if (plan.buffers[life.buffer].kept || std::ranges::none_of(life.spans, used))
            std::ranges::fill(life.spans, Span{0, always});
    }
    std::erase_if(lives, [&](const Life& l) { return plan.buffers[l.buffer].results; });
    return lives;
}

/// Where each goes, and how much they take together.
struct Places {
    std::vector<int64_t> at;  ///< First float of each life
    int64_t floats = 0;
};

/// Each in turn at the lowest place that is free while it lives.
Places placed(const std::vector<Life>& lives) {
    Places places;
    std::vector<size_t> lowestFirst;  // Lives placed so far, by rising place
    for (size_t i = 0; i < lives.size(); ++i) {
        const Life& life = lives[i];
        int64_t at = 0;
        for (const size_t other : lowestFirst) {
            if (!lives[other].meets(life)) continue;
            if (at + life.floats <= places.at[other]) break;
            at = std::max(at, places.at[other] + lives[other].floats);
        }
        places.at.push_back(at);
        places.floats = std::max(places.floats, at + life.floats);
        lowestFirst.insert(
            std::ranges::upper_bound(lowestFirst, at,
                                     [&](int64_t place, size_t other) { return place < places.at[other]; }),
            i);
    }
    return places;
}

}  // namespace

void placeBuffers(Plan& plan, const std::vector<const Dispatches*>& lists, bool rounds) {
    // Apart at first, so that only those wait for one another that are meant to.
    for (int64_t at = 0; PlanBuffer & buffer : plan.buffers)
        buffer.at = std::exchange(at, at + aligned(buffer.floats));
    std::vector<std::vector<size_t>> times;
    for (const Dispatches* list : lists) {
        times.push_back(roundsOf(plan, *list));
        if (!rounds) std::iota(times.back().begin(), times.back().end(), 0);
    }
    std::vector<Life> lives = livesOf(plan, lists, times);
    // The best order is hard to find; two that are good: the largest first, and those that live longest.
    const auto largest = [](const Life& a, const Life& b) { return a.floats > b.floats; };
    const auto longest = [](const Life& a, const Life& b) { return a.length() > b.length(); };
    std::ranges::stable_sort(lives, largest);
    Places places = placed(lives);
    std::vector<Life> byLife = lives;
    std::ranges::stable_sort(byLife, longest);
    if (Places other = placed(byLife); other.floats < places.floats) {
        places = std::move(other);
        lives = std::move(byLife);
    }
    for (size_t i = 0; i < lives.size(); ++i) plan.buffers[lives[i].buffer].at = places.at[i];
    plan.arenaFloats = places.floats;
    for (PlanBuffer& buffer : plan.buffers)
        if (buffer.results) {
            buffer.at = plan.resultFloats;
            plan.resultFloats += aligned(buffer.floats);
        }
}

}  // namespace attx::gpu
