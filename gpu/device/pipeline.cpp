#include "gpu/device/pipeline.h"

#include "gpu/device/cache_file.h"
#include "gpu/device/shader_table.h"

namespace attx::gpu {
namespace {

vk::raii::DescriptorSetLayout storageBuffers(const Device& device, uint32_t count) {
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (uint32_t i = 0; i < count; ++i)
        bindings.push_back({.binding = i,
                            .descriptorType = vk::DescriptorType::eStorageBuffer,
                            .descriptorCount = 1,
                            .stageFlags = vk::ShaderStageFlagBits::eCompute});
    return {device.handle(),
            vk::DescriptorSetLayoutCreateInfo{.bindingCount = count, .pBindings = bindings.data()}};
}

vk::raii::PipelineCache openCache(const Device& device, const std::string& file) {
    const std::string content = readCache(file);
    return {device.handle(),
            vk::PipelineCacheCreateInfo{.initialDataSize = content.size(), .pInitialData = content.data()}};
}

}  // namespace

vk::raii::DescriptorPool makeDescriptorPool(const Device& device, uint32_t sets, uint32_t buffers) {
    const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eStorageBuffer, .descriptorCount = buffers};
    return {device.handle(),
            vk::DescriptorPoolCreateInfo{.flags = vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet,
                                         .maxSets = sets,
                                         .poolSizeCount = 1,
                                         .pPoolSizes = &size}};
}

std::vector<vk::raii::DescriptorSet> makeDescriptorSets(const Device& device,
                                                        const vk::raii::DescriptorPool& pool,
                                                        const std::vector<vk::DescriptorSetLayout>& layouts) {
    return vk::raii::DescriptorSets(
        device.handle(),
        vk::DescriptorSetAllocateInfo{.descriptorPool = *pool,
                                      .descriptorSetCount = static_cast<uint32_t>(layouts.size()),
                                      .pSetLayouts = layouts.data()});
}

void writeDescriptor(const Device& device, const vk::raii::DescriptorSet& set, uint32_t binding,
                     const vk::DescriptorBufferInfo& place) {
    device.handle().updateDescriptorSets(
        vk::WriteDescriptorSet{.dstSet = *set,
                               .dstBinding = binding,
                               .descriptorCount = 1,
                               .descriptorType = vk::DescriptorType::eStorageBuffer,
                               .pBufferInfo = &place},
        {});
}

Pipelines::Pipelines(const Device& device)
    : device_(device),
      file_(cacheFolder().empty() ? std::string() : cacheFolder() + "/pipelines-" + device.identity()),
      tableLayout_(storageBuffers(device, tableBindings)),
      cache_(openCache(device, file_)) {}

const Pipelines::Layout& Pipelines::layout(uint32_t bindings) {
    const auto it = layouts_.find(bindings);
    if (it != layouts_.end()) return it->second;
    vk::raii::DescriptorSetLayout own = storageBuffers(device_, bindings);
    const std::array sets{*own, *tableLayout_};
    const vk::PushConstantRange block{
        .stageFlags = vk::ShaderStageFlagBits::eCompute, .offset = 0, .size = 128};
    vk::raii::PipelineLayout pipeline(device_.handle(),
                                      vk::PipelineLayoutCreateInfo{.setLayoutCount = sets.size(),
                                                                   .pSetLayouts = sets.data(),
                                                                   .pushConstantRangeCount = 1,
                                                                   .pPushConstantRanges = &block});
    return layouts_.emplace(bindings, Layout{std::move(own), std::move(pipeline)}).first->second;
}

const Pipeline& Pipelines::get(const Dispatch& dispatch) {
    const std::lock_guard lock(mutex_);
    const auto key = std::pair(dispatch.kernel, dispatch.flags);
    if (const auto it = pipelines_.find(key); it != pipelines_.end()) return it->second.second;
    const ShaderCode& code = shaderCode(dispatch.kernel);
    const vk::raii::ShaderModule module(
        device_.handle(), vk::ShaderModuleCreateInfo{.codeSize = code.bytes, .pCode = code.words});
    std::array<vk::SpecializationMapEntry, std::tuple_size_v<Flags>> entries;
    for (uint32_t i = 0; i < entries.size(); ++i)
        entries[i] = vk::SpecializationMapEntry{.constantID = i, .offset = 4 * i, .size = 4};
    const vk::SpecializationInfo flags{.mapEntryCount = entries.size(),
                                       .pMapEntries = entries.data(),
                                       .dataSize = sizeof dispatch.flags,
                                       .pData = dispatch.flags.data()};
    const Layout& places = layout(static_cast<uint32_t>(dispatch.uses.size()));
    vk::raii::Pipeline made(
        device_.handle(), cache_,
        vk::ComputePipelineCreateInfo{.stage = {.stage = vk::ShaderStageFlagBits::eCompute,
                                                .module = *module,
                                                .pName = "main",
                                                .pSpecializationInfo = &flags},
                                      .layout = *places.pipeline});
    device_.name(made, dispatch.kernel);
    const Pipeline pipeline{*places.pipeline, *places.bindings, *made};
    added_ = true;
    return pipelines_.emplace(key, std::pair(std::move(made), pipeline)).first->second.second;
}

void Pipelines::save() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(added_, false) || file_.empty()) return;
    const std::vector<uint8_t> data = cache_.getData();
    const std::string content(data.begin(), data.end());
    if (content != readCache(file_)) writeCache(file_, content);
}

}  // namespace attx::gpu
