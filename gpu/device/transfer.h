// Copies between the CPU and buffers of the device, a piece at a time through a small buffer that both see.
#pragma once
#include "gpu/device/memory.h"

namespace attx::gpu {

/// Of each of the two buffers: large enough that waiting for a piece does not show.
constexpr int64_t transferBytes = 4 << 20;

class Transfer {
public:
    explicit Transfer(const Device& device);
    void write(const Buffer& target, int64_t offset, const void* data, int64_t bytes);
    void read(const Buffer& source, int64_t offset, void* data, int64_t bytes);
    void zero(const Buffer& target);

private:
    template <class Function>
    void run(Function record);

    const Device& device_;
    vk::raii::CommandPool pool_;
    vk::raii::CommandBuffer commands_;
    vk::raii::Fence fence_;
    Buffer up_, down_;
};

/// A command buffer of `pool`.
[[nodiscard]] vk::raii::CommandBuffer makeCommands(const Device& device, const vk::raii::CommandPool& pool);
[[nodiscard]] vk::raii::CommandPool makePool(const Device& device);
/// Waits for the fence and resets it.
void waitFor(const Device& device, const vk::raii::Fence& fence);

}  // namespace attx::gpu
