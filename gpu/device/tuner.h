// Which tile of the matrix product is fastest for a shape: found by a short trial on the device, and kept on
// disk.
#pragma once
#include <map>
#include <mutex>

#include "gpu/device/memory.h"
#include "gpu/device/pipeline.h"
#include "gpu/plan/plan.h"

namespace attx::gpu {

class Tuner {
public:
    Tuner(const Device& device, Pipelines& pipelines);
    /// `told` is called with how much of the work is done and how much there is; false from it ends the
    /// trials.
    using Told = Pipelines::Made;
    /// Tries the tiles for those of the shapes that are not known, where the best of them can save time. A
    /// tile whose kernel the driver refuses is left out. From any thread: one trial at a time.
    /// `tried`, if given, as VulkanOptions::tried.
    using Tried = std::function<void(const std::string& product, const std::string& tile, double us)>;
    void learn(const std::vector<ProductShape>& shapes, const Told& told, const Tried& tried = {});
    /// What was found, or, where nothing was tried, what a rule of thumb says.
    const Tile& best(const ProductShape& shape);
    /// Writes what was found since the last time.
    void save();
    /// Whether results can be kept. Where they cannot, the choice, and with it the order of sums, might
    /// differ from run to run; then a rule of thumb has to do.
    [[nodiscard]] bool remembers() const { return !file_.empty(); }

private:
    /// Seconds of the plan's one product; the least of a few.
    double time(const Plan& plan);

    const Device& device_;
    Pipelines& pipelines_;
    std::string file_;
    std::mutex mutex_;                          ///< Guards the members below
    std::map<std::string, std::string> found_;  ///< tile's name by "role layout M N K batches"
    bool added_ = false, warm_ = false;
};

}  // namespace attx::gpu
