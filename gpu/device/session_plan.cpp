#include "gpu/device/session_plan.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <set>

#include "gpu/plan/plan_builder.h"
#include "model/files/error.h"

namespace attx::gpu {
namespace {

constexpr int64_t rowsBytes = 8 << 20;  // Bytes for the rows and labels of all slots, two flights together
constexpr uint32_t mostSlots = 256;
/// What has to go by before the person is told.
constexpr std::chrono::milliseconds patience{500};

int64_t rowBytes(const Program& program, const SessionOptions& options) {  // Bytes of a step: rows and labels
    return (int64_t{options.batch} * (program.rowsPerSequence() + program.loss().rows) +
            sortedRowsOf(program, options)) *
           4;
}

}  // namespace

uint32_t slotsFor(const Program& program, const SessionOptions& options) {
    const int64_t each = rowBytes(program, options);
    return std::bit_floor(uint32_t(std::clamp<int64_t>(rowsBytes / 2 / each, 1, mostSlots)));
}

int64_t stepBytes(const Program& program, const SessionOptions& options) {
    return int64_t{2} * slotsFor(program, options) * (rowBytes(program, options) + int64_t{sizeof(StepData)});
}

Plan planFor(SharedDevice& shared, const Program& program, const SessionOptions& options,
             const VulkanOptions& vulkan, uint32_t slots) {
    const auto start = std::chrono::steady_clock::now();
    const auto told = [&](size_t done, size_t all) {
        if (vulkan.preparing && std::chrono::steady_clock::now() - start > patience)
            vulkan.preparing(done, all);
        return !options.interrupt || !*options.interrupt;
    };
    Traits traits = shared.device.traits();
    traits.fuse &= vulkan.fuse;
    if (!vulkan.tile.empty()) {
        traits.processor = false;
        traits.fuse = vulkan.fuse;
    }
    const auto usual = [&](const ProductShape& shape) -> const Tile& {
        return usualTile(shape, traits.sharedBytes);
    };
    std::function<const Tile&(const ProductShape&)> wanted = usual;
    if (!vulkan.tile.empty() && vulkan.tile != "trial") {
        const auto tile = std::ranges::find_if(tiles, [&](const Tile& t) { return vulkan.tile == t.name; });
        if (tile == tiles.end()) throw inputError("There is no tile \"" + vulkan.tile + "\".");
        wanted = [tile](const ProductShape&) -> const Tile& { return *tile; };
    } else if (!traits.processor && shared.tuner.remembers()) {
        std::vector<ProductShape> shapes;
        traits.tile = [&](const ProductShape& shape) -> const Tile& {
            shapes.push_back(shape);
            return usual(shape);
        };
        (void)makePlan(program, options, traits, 2 * slots);  // what is too large is refused before a trial
        shared.tuner.learn(shapes, told, vulkan.tried);
        wanted = [&](const ProductShape& shape) -> const Tile& { return shared.tuner.best(shape); };
    }
    std::set<const Tile*> refused;
    if (!traits.processor)
        traits.tile = [&](const ProductShape& shape) -> const Tile& {
            const Tile& best = wanted(shape);
            if (!refused.contains(&best)) return best;
            const auto other = std::find_if(tiles.begin() + 1, tiles.end(), [&](const Tile& t) {
                return t.sharedBytes <= traits.sharedBytes && !refused.contains(&t);
            });
            return other == tiles.end() ? best : *other;
        };
    while (true) {  // Ends with a plan of which the driver refuses no kernel
        Plan plan = makePlan(program, options, traits, 2 * slots);
        std::vector<const Dispatch*> dispatches;
        for (const Dispatches* list :
             {&plan.train, &plan.evaluate, &plan.forward, &plan.lossGradient, &plan.backward})
            for (const Dispatch& dispatch : *list) dispatches.push_back(&dispatch);
        const Dispatch* failed = shared.pipelines.prepare(dispatches, told);
        if (!failed) return plan;
        const auto tile = std::ranges::find_if(
            tiles, [&](const Tile& t) { return failed->kernel.ends_with(std::string("_") + t.name); });
        if (traits.processor || tile == tiles.end() || !refused.insert(&*tile).second)
            (void)shared.pipelines.get(*failed);  // says why
    }
}

}  // namespace attx::gpu
