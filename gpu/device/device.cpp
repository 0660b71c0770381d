#include "gpu/device/device.h"

#include <algorithm>
#include <cstdlib>

namespace attx {

const char* toString(VulkanDeviceInfo::Type type) {
    constexpr const char* names[] = {"discrete", "integrated", "virtual", "software"};
    return names[size_t(type)];
}

namespace {

std::mutex messagesMutex;
std::vector<std::string> messages;

/// Vulkan's types or, since 1.4, those of Vulkan-Hpp.
template <class Severity, class Types, class Data>
VKAPI_ATTR VkBool32 VKAPI_CALL takeMessage(Severity, Types, const Data* data, void*) {
    const std::lock_guard lock(messagesMutex);
    messages.emplace_back(data->pMessage);
    return VK_FALSE;
}

}  // namespace

std::vector<std::string> takeValidationMessages() {
    const std::lock_guard lock(messagesMutex);
    return std::exchange(messages, {});
}

namespace gpu {
namespace {

bool isAmong(const std::vector<vk::ExtensionProperties>& extensions, std::string_view name) {
    return std::ranges::any_of(
        extensions, [&](const vk::ExtensionProperties& e) { return e.extensionName.data() == name; });
}

constexpr const char* validationLayer = "VK_LAYER_KHRONOS_validation";

using Type = VulkanDeviceInfo::Type;

Type typeOf(vk::PhysicalDeviceType type) {
    switch (type) {
        case vk::PhysicalDeviceType::eDiscreteGpu:
            return Type::Discrete;
        case vk::PhysicalDeviceType::eIntegratedGpu:
            return Type::Integrated;
        case vk::PhysicalDeviceType::eVirtualGpu:
            return Type::Virtual;
        default:
            return Type::Software;
    }
}

vk::raii::Instance makeInstance(const vk::raii::Context& context, bool validate) {
    const vk::ApplicationInfo application{.pApplicationName = "Attention Explorer",
                                          .apiVersion = VK_API_VERSION_1_2};
    vk::InstanceCreateInfo info{.pApplicationInfo = &application};
    const std::array features{vk::ValidationFeatureEnableEXT::eSynchronizationValidation};
    const vk::ValidationFeaturesEXT validation{.enabledValidationFeatureCount = features.size(),
                                               .pEnabledValidationFeatures = features.data()};
    std::vector<const char*> extensions;
    // Drivers that are Vulkan in part, as MoltenVK, are listed only to those who ask.
    if (isAmong(context.enumerateInstanceExtensionProperties(),
                VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
        extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
        info.flags = vk::InstanceCreateFlagBits::eEnumeratePortabilityKHR;
    }
    if (validate) {
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        info.pNext = &validation;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &validationLayer;
    }
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    return {context, info};
}

/// What the kernels take for granted; see gpu/README.md.
std::string problemOf(const vk::raii::PhysicalDevice& device) {
    const auto properties = device.getProperties();
    const auto& limits = properties.limits;
    if (properties.apiVersion < VK_API_VERSION_1_2) return "its driver is older than Vulkan 1.2";
    if (!computeFamily(device.getQueueFamilyProperties())) return "it offers no queue for computing";
    if (limits.maxComputeWorkGroupInvocations < LARGE_GROUP ||
        limits.maxComputeWorkGroupSize[0] < LARGE_GROUP)
        return "its work groups take fewer than " + std::to_string(LARGE_GROUP) + " invocations";
    if (limits.maxPerStageDescriptorStorageBuffers < STORAGE_BUFFERS)
        return "a kernel of it takes fewer than " + std::to_string(STORAGE_BUFFERS) + " buffers";
    if (limits.maxPushConstantsSize < 128) return "it takes fewer than 128 bytes of parameters";
    if (limits.minStorageBufferOffsetAlignment > 256)
        return "its buffers have to be aligned to more than 256 bytes";
    return {};
}

vk::raii::Device openDevice(const vk::raii::PhysicalDevice& physical, uint32_t family, bool robust) {
    const float priority = 1.0f;
    const vk::DeviceQueueCreateInfo queue{
        .queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
    const vk::PhysicalDeviceFeatures features{.robustBufferAccess = robust};
    // A device that has it must be asked for it; Vulkan's headers name it in a part that is switched off.
    constexpr const char* portability = "VK_KHR_portability_subset";
    const bool inPart = isAmong(physical.enumerateDeviceExtensionProperties(), portability);
    return {physical, vk::DeviceCreateInfo{.queueCreateInfoCount = 1,
                                           .pQueueCreateInfos = &queue,
                                           .enabledExtensionCount = inPart ? 1U : 0U,
                                           .ppEnabledExtensionNames = &portability,
                                           .pEnabledFeatures = &features}};
}

std::string hexadecimal(const uint8_t* bytes, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

const vk::raii::PhysicalDevice& deviceAt(const Instance& instance, int index) {
    const auto count = int(instance.devices().size());
    if (index >= 0 && index < count) return instance.devices()[index];
    throw inputError("There is no Vulkan device " + std::to_string(index) + "; " +
                     (count == 0 ? "there is none at all" : "there are 0 to " + std::to_string(count - 1)) +
                     ". The command \"devices\" lists what is here; try --device cpu.");
}

}  // namespace

std::shared_ptr<const Instance> Instance::open() {
    static std::mutex mutex;
    static auto* const open =
        new std::shared_ptr<const Instance>;  // not closed at the end: see shared_device.cpp
    const std::lock_guard lock(mutex);
    try {
        if (!*open) *open = std::make_shared<const Instance>();
        return *open;
    } catch (const vk::IncompatibleDriverError&) {
        throw inputError(
            "Vulkan does not start here: its loader found no driver, or none of them can be opened. Look at "
            "what \"VK_LOADER_DEBUG=error,warn attention-explorer devices\" says, or try --device cpu.");
    } catch (const vk::SystemError& error) {
        throw inputError(std::string("Vulkan does not start here: ") + error.what() + ". Try --device cpu.");
    } catch (const std::runtime_error&) {  // vk::DynamicLoader found no library
        throw NotInstalled();
    }
}

Instance::Instance()
    : validating_(std::getenv("ATTX_VULKAN_VALIDATION") != nullptr),
      handle_(makeInstance(context_, validating_)) {
    if (validating_) {
        using Severity = vk::DebugUtilsMessageSeverityFlagBitsEXT;
        using Kind = vk::DebugUtilsMessageTypeFlagBitsEXT;
        messenger_.emplace(handle_, vk::DebugUtilsMessengerCreateInfoEXT{
                                        .messageSeverity = Severity::eWarning | Severity::eError,
                                        .messageType = Kind::eValidation | Kind::ePerformance,
                                        .pfnUserCallback = takeMessage});
    }
    for (auto& device : vk::raii::PhysicalDevices(handle_)) devices_.push_back(std::move(device));
    std::ranges::stable_sort(devices_, [](const auto& a, const auto& b) {
        return typeOf(a.getProperties().deviceType) < typeOf(b.getProperties().deviceType);
    });
}

std::optional<uint32_t> computeFamily(const std::vector<vk::QueueFamilyProperties>& families) {
    for (const bool alone : {true, false})
        for (uint32_t i = 0; i < families.size(); ++i)
            if ((families[i].queueFlags & vk::QueueFlagBits::eCompute) &&
                !(alone && (families[i].queueFlags & vk::QueueFlagBits::eGraphics)))
                return i;
    return std::nullopt;
}

VulkanDeviceInfo describe(const vk::raii::PhysicalDevice& device) {
    VulkanDeviceInfo info;
    info.problem = problemOf(device);
    const auto properties = device.getProperties();
    info.name = properties.deviceName.data();
    info.type = typeOf(properties.deviceType);
    const auto memory = device.getMemoryProperties();
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if (memory.memoryHeaps[i].flags & vk::MemoryHeapFlagBits::eDeviceLocal)
            info.memoryBytes = std::max(info.memoryBytes, int64_t(memory.memoryHeaps[i].size));
    if (properties.apiVersion >= VK_API_VERSION_1_2) {
        const auto chain =
            device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>();
        const auto& driver = chain.get<vk::PhysicalDeviceDriverProperties>();
        info.driver = std::string(driver.driverName.data()) + " " + driver.driverInfo.data();
    }
    return info;
}

Device::Device(std::shared_ptr<const Instance> instance, int index)
    : instance_(std::move(instance)),
      physical_(deviceAt(*instance_, index)),
      info_([this] {
          VulkanDeviceInfo info = describe(physical_);
          if (!info.problem.empty())
              throw inputError("The device " + info.name + " cannot be used: " + info.problem +
                               ". Try --device cpu.");
          return info;
      }()),
      queueFamily_(*computeFamily(physical_.getQueueFamilyProperties())),
      handle_(openDevice(physical_, queueFamily_, instance_->validating())),
      queue_(handle_, queueFamily_, 0),
      memory_(physical_.getMemoryProperties()) {
    const auto properties =
        physical_.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceMaintenance3Properties,
                                 vk::PhysicalDeviceIDProperties>();
    const auto& device = properties.get<vk::PhysicalDeviceProperties2>().properties;
    traits_.processor = info_.type == Type::Software;
    traits_.fuse = !traits_.processor;
    traits_.bindingBytes = device.limits.maxStorageBufferRange;
    traits_.arenaBytes =
        std::min(info_.memoryBytes,
                 int64_t(properties.get<vk::PhysicalDeviceMaintenance3Properties>().maxMemoryAllocationSize));
    std::copy_n(device.limits.maxComputeWorkGroupCount.begin(), traits_.groups.size(),
                traits_.groups.begin());
    traits_.sharedBytes = device.limits.maxComputeSharedMemorySize;
    if (const uint32_t bits = physical_.getQueueFamilyProperties()[queueFamily_].timestampValidBits;
        bits > 0) {
        secondsPerTick_ = double(device.limits.timestampPeriod) * 1e-9;
        ticksMask_ = ~uint64_t{0} >> (64 - bits);
    }
    identity_ =
        hexadecimal(properties.get<vk::PhysicalDeviceIDProperties>().deviceUUID.data(), VK_UUID_SIZE) + "-" +
        hexadecimal(device.pipelineCacheUUID.data(), VK_UUID_SIZE) + "-" +
        std::to_string(device.driverVersion);
}

void Device::submit(const vk::raii::CommandBuffer& commands, const vk::raii::Fence& fence) const {
    const vk::CommandBuffer handle = *commands;
    const std::lock_guard lock(submitting_);
    queue_.submit(vk::SubmitInfo{.commandBufferCount = 1, .pCommandBuffers = &handle}, *fence);
}

int64_t Device::memoryLeft() const {
    if (!isAmong(physical_.enumerateDeviceExtensionProperties(), VK_EXT_MEMORY_BUDGET_EXTENSION_NAME))
        return info_.memoryBytes;
    const auto properties = physical_.getMemoryProperties2<vk::PhysicalDeviceMemoryProperties2,
                                                           vk::PhysicalDeviceMemoryBudgetPropertiesEXT>();
    const auto& heaps = properties.get<vk::PhysicalDeviceMemoryProperties2>().memoryProperties;
    const auto& budget = properties.get<vk::PhysicalDeviceMemoryBudgetPropertiesEXT>();
    int64_t left = 0;
    for (uint32_t i = 0; i < heaps.memoryHeapCount; ++i)
        if (heaps.memoryHeaps[i].flags & vk::MemoryHeapFlagBits::eDeviceLocal)
            left = std::max(left, int64_t(budget.heapBudget[i]) - int64_t(budget.heapUsage[i]));
    return left;
}

std::optional<uint32_t> Device::memoryType(uint32_t allowed, vk::MemoryPropertyFlags properties) const {
    for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i)
        if ((allowed >> i & 1U) != 0 && (memory_.memoryTypes[i].propertyFlags & properties) == properties)
            return i;
    return std::nullopt;
}

}  // namespace gpu
}  // namespace attx
