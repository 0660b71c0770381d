#include "gpu/device/memory.h"

namespace attx::gpu {
namespace {

using Property = vk::MemoryPropertyFlagBits;

/// Wanted properties, the best first. A network that does not fit the device's own memory is refused: over
/// the bus it would be slower than on the processor.
std::vector<vk::MemoryPropertyFlags> wishes(Memory memory) {
    const vk::MemoryPropertyFlags visible = Property::eHostVisible | Property::eHostCoherent;
    switch (memory) {
        case Memory::Device:
            return {Property::eDeviceLocal};
        case Memory::Upload:
            return {visible | Property::eDeviceLocal, visible};
        case Memory::Readback:
            return {visible | Property::eHostCached, visible};
    }
    return {};
}

}  // namespace

Buffer::Buffer(const Device& device, int64_t bytes, Memory memory, const std::string& what) : bytes_(bytes) {
    const auto refuse = [&] {
        return inputError("The device " + device.info().name + " does not give " +
                          std::to_string((bytes + (1 << 20) - 1) >> 20) + " MB of memory for " + what +
                          ". Choose a smaller batch, width or length.");
    };
    try {
        buffer_.emplace(device.handle(),
                        vk::BufferCreateInfo{.size = static_cast<vk::DeviceSize>(bytes),
                                             .usage = vk::BufferUsageFlagBits::eStorageBuffer |
                                                      vk::BufferUsageFlagBits::eTransferSrc |
                                                      vk::BufferUsageFlagBits::eTransferDst});
        const vk::MemoryRequirements needs = buffer_->getMemoryRequirements();
        for (const vk::MemoryPropertyFlags& properties : wishes(memory)) {
            const auto type = device.memoryType(needs.memoryTypeBits, properties);
            if (!type) continue;
            try {
                memory_.emplace(device.handle(), vk::MemoryAllocateInfo{.allocationSize = needs.size,
                                                                        .memoryTypeIndex = *type});
                break;
            } catch (const vk::OutOfDeviceMemoryError&) {  // another heap may have it
            }
        }
        if (!memory_) throw refuse();
        buffer_->bindMemory(**memory_, 0);
        if (memory != Memory::Device) mapped_ = memory_->mapMemory(0, VK_WHOLE_SIZE);
    } catch (const vk::OutOfDeviceMemoryError&) {
        throw refuse();
    } catch (const vk::OutOfHostMemoryError&) {
        throw refuse();
    }
    device.name(*buffer_, what);
}

}  // namespace attx::gpu
