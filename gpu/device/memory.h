// One buffer with memory of its own.
#pragma once
#include "gpu/device/device.h"

namespace attx::gpu {

enum class Memory {
    Device,    ///< written and read by kernels alone
    Upload,    ///< written by the CPU, read by kernels
    Readback,  ///< written by kernels, read by the CPU
};

class Buffer {
public:
    Buffer() = default;
    /// Throws Error::Kind::Input that names `what` and the size if the device does not give it.
    Buffer(const Device& device, int64_t bytes, Memory memory, const std::string& what);

    [[nodiscard]] vk::Buffer handle() const { return **buffer_; }
    [[nodiscard]] int64_t bytes() const { return bytes_; }
    /// The memory itself, for Upload and Readback; coherent.
    template <class T>
    [[nodiscard]] T* data() const {
        return static_cast<T*>(mapped_);
    }

private:
    int64_t bytes_ = 0;
    std::optional<vk::raii::DeviceMemory> memory_;
    std::optional<vk::raii::Buffer> buffer_;  // goes before its memory
    void* mapped_ = nullptr;
};

}  // namespace attx::gpu
