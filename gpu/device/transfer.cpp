#include "gpu/device/transfer.h"

#include <algorithm>
#include <cstring>

#include "gpu/device/recorder.h"

namespace attx::gpu {
namespace {

// Longer than any submit takes, even on a processor; a driver that hangs must not hold the program for ever.
constexpr uint64_t mostNanoseconds = 600'000'000'000;

}  // namespace

vk::raii::CommandPool makePool(const Device& device) {
    return {device.handle(),
            vk::CommandPoolCreateInfo{.flags = vk::CommandPoolCreateFlagBits::eResetCommandBuffer,
                                      .queueFamilyIndex = device.queueFamily()}};
}

vk::raii::CommandBuffer makeCommands(const Device& device, const vk::raii::CommandPool& pool) {
    return std::move(
        vk::raii::CommandBuffers(
            device.handle(),
            vk::CommandBufferAllocateInfo{
                .commandPool = *pool, .level = vk::CommandBufferLevel::ePrimary, .commandBufferCount = 1})
            .front());
}

void waitFor(const Device& device, const vk::raii::Fence& fence) {
    if (device.handle().waitForFences(*fence, VK_TRUE, mostNanoseconds) == vk::Result::eTimeout)
        throw vk::DeviceLostError("it did not answer for ten minutes");
    device.handle().resetFences(*fence);
}

Transfer::Transfer(const Device& device)
    : device_(device),
      pool_(makePool(device)),
      commands_(makeCommands(device, pool_)),
      fence_(device.handle(), vk::FenceCreateInfo{}),
      up_(device, transferBytes, Memory::Upload, "copies to the device"),
      down_(device, transferBytes, Memory::Readback, "copies from the device") {}

template <class Function>
void Transfer::run(Function record) {
    commands_.begin(vk::CommandBufferBeginInfo{.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    Recorder::begin(commands_);
    record();
    Recorder::end(commands_);
    commands_.end();
    device_.submit(commands_, fence_);
    waitFor(device_, fence_);
}

void Transfer::write(const Buffer& target, int64_t offset, const void* data, int64_t bytes) {
    for (int64_t done = 0; done < bytes; done += transferBytes) {
        const int64_t n = std::min(transferBytes, bytes - done);
        std::memcpy(up_.data<char>(), static_cast<const char*>(data) + done, size_t(n));
        run([&] {
            commands_.copyBuffer(up_.handle(), target.handle(),
                                 vk::BufferCopy{.dstOffset = static_cast<vk::DeviceSize>(offset + done),
                                                .size = static_cast<vk::DeviceSize>(n)});
        });
    }
}

void Transfer::read(const Buffer& source, int64_t offset, void* data, int64_t bytes) {
    for (int64_t done = 0; done < bytes; done += transferBytes) {
        const int64_t n = std::min(transferBytes, bytes - done);
        run([&] {
            commands_.copyBuffer(source.handle(), down_.handle(),
                                 vk::BufferCopy{.srcOffset = static_cast<vk::DeviceSize>(offset + done),
                                                .size = static_cast<vk::DeviceSize>(n)});
        });
        std::memcpy(static_cast<char*>(data) + done, down_.data<char>(), size_t(n));
    }
}

void Transfer::zero(const Buffer& target) {
    run([&] { commands_.fillBuffer(target.handle(), 0, VK_WHOLE_SIZE, 0); });
}

}  // namespace attx::gpu
