// The instance, the devices it offers, and one device opened for computing.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device/vulkan.h"
#include "gpu/device/vulkan_backend.h"
#include "gpu/plan/traits.h"

namespace attx::gpu {

/// There is no Vulkan here at all: nothing is wrong, there are no devices.
class NotInstalled : public Error {
public:
    NotInstalled()
        : Error(Kind::Input, "No Vulkan is installed here (there is no libvulkan.so.1). Try --device cpu.") {}
};

/// The one instance, opened when first asked for and never closed. With ATTX_VULKAN_VALIDATION
/// in the environment: core and synchronisation validation, whose messages go to takeValidationMessages().
class Instance {
public:
    /// Throws Error::Kind::Input where Vulkan does not start, NotInstalled where there is none.
    static std::shared_ptr<const Instance> open();
    Instance();

    [[nodiscard]] const vk::raii::Instance& handle() const { return handle_; }
    /// Discrete first, then integrated, virtual and software: the order of "vulkan:N".
    [[nodiscard]] const std::vector<vk::raii::PhysicalDevice>& devices() const { return devices_; }
    [[nodiscard]] bool validating() const { return validating_; }

private:
    vk::raii::Context context_;
    bool validating_;
    vk::raii::Instance handle_;
    std::optional<vk::raii::DebugUtilsMessengerEXT> messenger_;
    std::vector<vk::raii::PhysicalDevice> devices_;
};

/// The family of queues to compute on: one that draws, too, is the desktop's, so the last choice.
[[nodiscard]] std::optional<uint32_t> computeFamily(const std::vector<vk::QueueFamilyProperties>& families);

/// Name, type, memory, driver, and what keeps it from being used; the self-test is not run here.
[[nodiscard]] VulkanDeviceInfo describe(const vk::raii::PhysicalDevice& device);

/// A device opened for computing, with one queue; sessions share one (shared_device.h).
class Device {
public:
    /// Throws Error::Kind::Input if there is no such device, or its limits do not do.
    Device(std::shared_ptr<const Instance> instance, int index);

    [[nodiscard]] const vk::raii::Device& handle() const { return handle_; }
    /// The commands to the one queue; the fence is signalled at their end. From any thread.
    void submit(const vk::raii::CommandBuffer& commands, const vk::raii::Fence& fence) const;
    [[nodiscard]] uint32_t queueFamily() const { return queueFamily_; }
    [[nodiscard]] const VulkanDeviceInfo& info() const { return info_; }
    [[nodiscard]] const Traits& traits() const { return traits_; }
    [[nodiscard]] bool keepsTime() const { return secondsPerTick_ > 0; }  ///< has timestamps
    /// Seconds from one timestamp to a later one.
    [[nodiscard]] double seconds(uint64_t from, uint64_t to) const {
        return double((to - from) & ticksMask_) * secondsPerTick_;
    }
    /// Which device and driver this is, as hexadecimal digits: what is cached belongs to it alone.
    [[nodiscard]] const std::string& identity() const { return identity_; }

    /// What the largest own heap has left for this process, in bytes; its size, where the driver does not
    /// tell.
    [[nodiscard]] int64_t memoryLeft() const;
    /// The first type of `allowed` with the properties; nothing if there is none.
    [[nodiscard]] std::optional<uint32_t> memoryType(uint32_t allowed,
                                                     vk::MemoryPropertyFlags properties) const;
    /// A name for validation messages and debuggers.
    template <class Handle>
    void name(const Handle& handle, const std::string& text) const {
        if (!instance_->validating()) return;
        using Raw = typename Handle::CType;
        handle_.setDebugUtilsObjectNameEXT(
            {.objectType = Handle::objectType,
             .objectHandle = reinterpret_cast<uint64_t>(static_cast<Raw>(*handle)),
             .pObjectName = text.c_str()});
    }

private:
    std::shared_ptr<const Instance> instance_;
    const vk::raii::PhysicalDevice& physical_;
    VulkanDeviceInfo info_;
    uint32_t queueFamily_;
    vk::raii::Device handle_;
    vk::raii::Queue queue_;
    mutable std::mutex submitting_;  ///< a queue takes one call at a time
    vk::PhysicalDeviceMemoryProperties memory_;
    Traits traits_;
    double secondsPerTick_ = 0;
    uint64_t ticksMask_ = 0;  ///< the bits of a timestamp that count
    std::string identity_;
};

}  // namespace attx::gpu
