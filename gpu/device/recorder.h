// Turns a plan's dispatches into commands. Barriers are derived from what each kernel reads and writes
// (hazards.h).
#pragma once
#include "gpu/device/memory.h"
#include "gpu/device/pipeline.h"
#include "gpu/plan/hazards.h"

namespace attx::gpu {

/// A list of dispatches with their descriptors, ready to be recorded any number of times. Kernels that are
/// not there yet are made when they are first recorded.
class Recorder {
public:
    Recorder(const Device& device, Pipelines& pipelines, const Plan& plan, const Dispatches& list,
             const Buffer& arena, const Buffer& results);

    [[nodiscard]] size_t size() const { return list_.size(); }
    [[nodiscard]] const Dispatch& dispatch(size_t i) const { return list_[i]; }
    /// Dispatches [first, last) for the step at `slot`. `table` is set 1.
    void record(const vk::raii::CommandBuffer& commands, Hazards& hazards, vk::DescriptorSet table,
                uint32_t slot, size_t first, size_t last) const;

    /// What comes before and after the commands of a command buffer: all that was submitted earlier, or
    /// written by the CPU, is seen, and all that is done here is seen by copies and by the CPU.
    static void begin(const vk::raii::CommandBuffer& commands);
    static void beforeCopy(
        const vk::raii::CommandBuffer& commands);  ///< what kernels wrote is seen by copies
    static void end(const vk::raii::CommandBuffer& commands);

private:
    const Plan& plan_;
    const Dispatches& list_;
    Pipelines& pipelines_;
    mutable std::vector<const Pipeline*> kernels_;  ///< Pipeline of each dispatch; null: not made yet
    std::optional<vk::raii::DescriptorPool> pool_;
    std::vector<vk::raii::DescriptorSet> sets_;
};

}  // namespace attx::gpu
