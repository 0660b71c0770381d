#include "gpu/device/recorder.h"

namespace attx::gpu {
namespace {

using Stage = vk::PipelineStageFlagBits;
using Rights = vk::AccessFlagBits;

void barrier(const vk::raii::CommandBuffer& commands, vk::PipelineStageFlags from, vk::AccessFlags written,
             vk::PipelineStageFlags to, vk::AccessFlags wanted) {
    commands.pipelineBarrier(from, to, {},
                             vk::MemoryBarrier{.srcAccessMask = written, .dstAccessMask = wanted}, {}, {});
}

}  // namespace

Recorder::Recorder(const Device& device, Pipelines& pipelines, const Plan& plan, const Dispatches& list,
                   const Buffer& arena, const Buffer& results)
    : plan_(plan), list_(list), pipelines_(pipelines), kernels_(list.size()) {
    if (list.empty()) return;
    uint32_t descriptors = 0;
    std::vector<vk::DescriptorSetLayout> layouts;
    for (const Dispatch& dispatch : list) {
        layouts.push_back(pipelines.layoutOf(dispatch.uses.size()));
        descriptors += uint32_t(dispatch.uses.size());
    }
    pool_.emplace(makeDescriptorPool(device, uint32_t(list.size()), descriptors));
    sets_ = makeDescriptorSets(device, *pool_, layouts);
    for (size_t i = 0; i < list.size(); ++i)
        for (uint32_t binding = 0; binding < list[i].uses.size(); ++binding) {
            const Use& use = list[i].uses[binding];
            const PlanBuffer& buffer = plan.buffers[use.buffer];
            writeDescriptor(device, sets_[i], binding,
                            {.buffer = buffer.results ? results.handle() : arena.handle(),
                             .offset = static_cast<vk::DeviceSize>(buffer.at + use.first) * sizeof(float),
                             .range = static_cast<vk::DeviceSize>(use.floats) * sizeof(float)});
        }
}

void Recorder::record(const vk::raii::CommandBuffer& commands, Hazards& hazards, vk::DescriptorSet table,
                      uint32_t slot, size_t first, size_t last) const {
    for (size_t i = first; i < last; ++i) {
        const Dispatch& dispatch = list_[i];
        if (hazards.meets(plan_, dispatch))
            barrier(commands, Stage::eComputeShader, Rights::eShaderWrite, Stage::eComputeShader,
                    Rights::eShaderRead | Rights::eShaderWrite);
        std::array<uint32_t, 32> block = dispatch.block;
        block[0] = slot;
        if (!kernels_[i]) kernels_[i] = &pipelines_.get(dispatch);
        const Pipeline& pipeline = *kernels_[i];
        commands.bindPipeline(vk::PipelineBindPoint::eCompute, pipeline.handle);
        commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, pipeline.layout, 0, {*sets_[i], table},
                                    {});
        commands.pushConstants<uint32_t>(
            pipeline.layout, vk::ShaderStageFlagBits::eCompute, 0,
            vk::ArrayProxy<const uint32_t>(dispatch.blockBytes / 4, block.data()));
        commands.dispatch(dispatch.groups[0], dispatch.groups[1], dispatch.groups[2]);
    }
}

void Recorder::begin(const vk::raii::CommandBuffer& commands) {
    barrier(commands, Stage::eComputeShader | Stage::eTransfer, Rights::eShaderWrite | Rights::eTransferWrite,
            Stage::eComputeShader | Stage::eTransfer,
            Rights::eShaderRead | Rights::eShaderWrite | Rights::eTransferRead | Rights::eTransferWrite);
}

void Recorder::beforeCopy(const vk::raii::CommandBuffer& commands) {
    barrier(commands, Stage::eComputeShader, Rights::eShaderWrite, Stage::eTransfer, Rights::eTransferRead);
}

void Recorder::end(const vk::raii::CommandBuffer& commands) {
    barrier(commands, Stage::eComputeShader | Stage::eTransfer, Rights::eShaderWrite | Rights::eTransferWrite,
            Stage::eHost, Rights::eHostRead);
}

}  // namespace attx::gpu
