// Kernels made ready for a device, with a cache on disk: drivers compile for seconds, once.
#pragma once
#include <functional>
#include <map>
#include <mutex>

#include "gpu/device/device.h"
#include "gpu/plan/plan.h"

namespace attx::gpu {

struct Pipeline {
    vk::PipelineLayout layout;
    vk::DescriptorSetLayout bindings;  ///< Layout of set 0
    vk::Pipeline handle;
};

/// A pool of `sets` sets with so many storage buffers in all, and one of its bindings written.
[[nodiscard]] vk::raii::DescriptorPool makeDescriptorPool(const Device& device, uint32_t sets,
                                                          uint32_t buffers);
[[nodiscard]] std::vector<vk::raii::DescriptorSet> makeDescriptorSets(
    const Device& device, const vk::raii::DescriptorPool& pool,
    const std::vector<vk::DescriptorSetLayout>& layouts);
void writeDescriptor(const Device& device, const vk::raii::DescriptorSet& set, uint32_t binding,
                     const vk::DescriptorBufferInfo& place);

class Pipelines {
public:
    /// Buffers of set 1: what common.glsl declares.
    static constexpr uint32_t tableBindings = 6;

    explicit Pipelines(const Device& device);
    /// Made at first use, if prepare() has not. From any thread.
    const Pipeline& get(const Dispatch& dispatch);
    using Made = std::function<bool(size_t done, size_t all)>;
    /// Makes what is missing for the dispatches, one on each core. `made` is called in the caller's thread
    /// now and then, with the kernels made so far, those of other threads too, and how many there are; false
    /// from it ends the work. Returns a dispatch whose kernel the driver refuses, if there is one: get()
    /// throws for it.
    const Dispatch* prepare(const std::vector<const Dispatch*>& dispatches, const Made& made);
    /// Of set 0 with so many buffers.
    [[nodiscard]] vk::DescriptorSetLayout layoutOf(size_t buffers);
    [[nodiscard]] vk::DescriptorSetLayout tableLayout() const { return *tableLayout_; }
    /// Writes the cache if something was added. A disk that does not take it is no reason to stop.
    void save();

private:
    struct Layout {
        vk::raii::DescriptorSetLayout bindings;
        vk::raii::PipelineLayout pipeline;
    };
    using Key = std::pair<std::string, Flags>;
    const Layout& layout(uint32_t bindings);
    [[nodiscard]] vk::raii::Pipeline compiled(const Dispatch& dispatch, const Layout& places) const;
    const Pipeline& keep(const Dispatch& dispatch, const Layout& places, vk::raii::Pipeline made);

    const Device& device_;
    std::string file_;
    std::mutex mutex_;  ///< Guards the private members below
    vk::raii::DescriptorSetLayout tableLayout_;
    std::map<uint32_t, Layout> layouts_;  ///< Layouts by the number of buffers in set 0
    vk::raii::PipelineCache cache_;
    std::map<Key, std::pair<vk::raii::Pipeline, Pipeline>> pipelines_;
    bool added_ = false;

public:
    std::string refused;  ///< Tests only: kernels whose names end so count as refused by the driver
};

}  // namespace attx::gpu
