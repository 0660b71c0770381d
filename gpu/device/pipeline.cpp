#include "gpu/device/pipeline.h"

#include <atomic>
#include <set>
#include <thread>

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
        device.handle(), vk::DescriptorSetAllocateInfo{.descriptorPool = *pool,
                                                       .descriptorSetCount = uint32_t(layouts.size()),
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

vk::raii::Pipeline Pipelines::compiled(const Dispatch& dispatch, const Layout& places) const {
    if (!refused.empty() && dispatch.kernel.ends_with(refused))
        throw vk::InitializationFailedError("as asked for");
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
    return {device_.handle(), cache_,
            vk::ComputePipelineCreateInfo{.stage = {.stage = vk::ShaderStageFlagBits::eCompute,
                                                    .module = *module,
                                                    .pName = "main",
                                                    .pSpecializationInfo = &flags},
                                          .layout = *places.pipeline}};
}

const Pipeline& Pipelines::keep(const Dispatch& dispatch, const Layout& places, vk::raii::Pipeline made) {
    device_.name(made, dispatch.kernel);
    const Pipeline pipeline{*places.pipeline, *places.bindings, *made};
    added_ = true;
    return pipelines_.emplace(Key(dispatch.kernel, dispatch.flags), std::pair(std::move(made), pipeline))
        .first->second.second;
}

const Pipeline& Pipelines::get(const Dispatch& dispatch) {
    const std::lock_guard lock(mutex_);
    if (const auto it = pipelines_.find({dispatch.kernel, dispatch.flags}); it != pipelines_.end())
        return it->second.second;
    const Layout& places = layout(uint32_t(dispatch.uses.size()));
    return keep(dispatch, places, compiled(dispatch, places));
}

vk::DescriptorSetLayout Pipelines::layoutOf(size_t buffers) {
    const std::lock_guard lock(mutex_);
    return *layout(uint32_t(buffers)).bindings;
}

const Dispatch* Pipelines::prepare(const std::vector<const Dispatch*>& dispatches, const Made& made) {
    std::vector<std::pair<const Dispatch*, const Layout*>> missing;
    {
        const std::lock_guard lock(mutex_);
        std::set<Key> seen;
        for (const Dispatch* dispatch : dispatches)
            if (Key key(dispatch->kernel, dispatch->flags);
                !pipelines_.contains(key) && seen.insert(key).second)
                missing.emplace_back(dispatch, &layout(uint32_t(dispatch->uses.size())));
    }
    std::atomic<size_t> next = 0, done = 0;
    std::atomic<bool> goOn = true;
    std::atomic<const Dispatch*> failed = nullptr;
    const auto work = [&](const Made& tell) {
        for (size_t i = next++; i < missing.size() && goOn; i = next++) {
            try {
                vk::raii::Pipeline pipeline = compiled(*missing[i].first, *missing[i].second);
                const std::lock_guard lock(mutex_);
                keep(*missing[i].first, *missing[i].second, std::move(pipeline));
            } catch (const vk::SystemError&) {  // get() says why, if it is needed at all
                failed = missing[i].first;
            }
            ++done;
            if (tell && !tell(done, missing.size())) goOn = false;
        }
    };
    std::vector<std::jthread> others;
    const size_t cores = std::max(1U, std::thread::hardware_concurrency());
    while (others.size() + 1 < std::min(cores, missing.size())) others.emplace_back([&] { work(nullptr); });
    work(made);
    others.clear();  // waits for them
    return failed;
}

void Pipelines::save() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(added_, false) || file_.empty()) return;
    const std::vector<uint8_t> data = cache_.getData();
    const std::string content(data.begin(), data.end());
    if (content != readCache(file_)) writeCache(file_, content);
}

}  // namespace attx::gpu
