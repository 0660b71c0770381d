#include "app/devices/backends.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include "gpu/device/automatic_backend.h"
#include "gpu/device/cache_file.h"
#include "gpu/device/fallback_backend.h"
#include "model/files/error.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

/// "AMD EPYC 9554 64-Core Processor", or a plain word where the system does not tell.
std::string processorName() {
    std::ifstream information("/proc/cpuinfo");
    for (std::string line; std::getline(information, line);) {
        if (!line.starts_with("model name")) continue;
        const size_t colon = line.find(':');
        const size_t begin = colon == std::string::npos ? colon : line.find_first_not_of(' ', colon + 1);
        if (begin != std::string::npos) return line.substr(begin);
    }
    return "processor";
}

/// The device that "auto" takes, counted as in "vulkan:N"; nothing: the processor.
std::optional<int> automaticDevice(const std::vector<VulkanDeviceInfo>& devices) {
    for (size_t i = 0; i < devices.size(); ++i)
        if (devices[i].problem.empty() && devices[i].type != VulkanDeviceInfo::Type::Software) return int(i);
    return std::nullopt;
}

DeviceInfo infoOf(const VulkanDeviceInfo& device, size_t index) {
    DeviceInfo info;
    info.name = "vulkan:" + std::to_string(index);
    info.processor = device.name;
    info.type = toString(device.type);
    info.driver = device.driver;
    info.memoryBytes = device.memoryBytes;
    info.problem = device.problem;
    info.description =
        "Vulkan, " + device.name + ", " + info.type + ", " + std::to_string(device.memoryBytes >> 20) + " MB";
    return info;
}

/// The device, the same again with shorter submits if it is lost, then the processor.
std::unique_ptr<Backend> vulkanBackend(int number, bool strict, const BackendOptions& options) {
    VulkanOptions vulkan;
    vulkan.device = number;
    vulkan.profile = options.profile;
    vulkan.preparing = options.preparing;
    std::vector<std::shared_ptr<const Backend>> backends{std::make_shared<VulkanBackend>(vulkan)};
    vulkan.submitSeconds /= 2;
    backends.push_back(std::make_shared<VulkanBackend>(vulkan));
    backends.push_back(std::make_shared<NativeBackend>());
    return std::make_unique<FallbackBackend>(std::move(backends), options.notice, strict);
}

}  // namespace

DeviceInfo nativeDevice() {
    DeviceInfo native;
    native.name = "cpu";
    native.processor = processorName();
    native.type = "processor";
    for (const Kernels* kernels : runnableKernels()) native.instructionSets.emplace_back(kernels->name);
    native.instructionSet = activeKernels().name;
    native.threads = int(std::max(1U, std::thread::hardware_concurrency()));
    native.description = "native, " + displayName(activeKernels()) + ", " + std::to_string(native.threads) +
                         (native.threads == 1 ? " thread" : " threads");
    return native;
}

std::vector<DeviceInfo> listDevices(SelfTest test) {
    std::vector<DeviceInfo> list{nativeDevice()};
    std::string problem;
    const std::vector<VulkanDeviceInfo> devices = listVulkanDevices(test, &problem);
    for (size_t i = 0; i < devices.size(); ++i) list.push_back(infoOf(devices[i], i));
    if (!problem.empty()) {
        DeviceInfo& vulkan = list.emplace_back();
        vulkan.name = "vulkan";
        vulkan.description = "Vulkan";
        vulkan.type = "none";
        vulkan.problem = problem;
    }
    const std::optional<int> automatic = automaticDevice(devices);
    list[automatic ? size_t(*automatic) + 1 : 0].chosen = true;
    return list;
}

std::optional<int> graphicsDevice(const std::string& device) {
    if (device == "cpu") return std::nullopt;
    const std::vector<VulkanDeviceInfo> devices = listVulkanDevices(SelfTest::None);
    return device == "auto" ? automaticDevice(devices) : vulkanDeviceNumber(device, devices);
}

std::unique_ptr<Backend> makeBackend(const std::string& device, const BackendOptions& options) {
    if (device == "cpu") return std::make_unique<NativeBackend>();
    const std::vector<VulkanDeviceInfo> devices = listVulkanDevices(SelfTest::None);
    if (device == "auto") {
        const std::optional<int> automatic = automaticDevice(devices);
        if (!automatic) return std::make_unique<NativeBackend>();
        const VulkanDeviceInfo& graphics = devices.at(*automatic);
        const std::string folder = gpu::cacheFolder();
        return std::make_unique<AutomaticBackend>(AutomaticBackend::Choices{
            .graphics = [device = *automatic, options] { return vulkanBackend(device, true, options); },
            .processor = std::make_shared<NativeBackend>(),
            .names = graphics.name + ", " + graphics.driver + ", " + nativeDevice().processor + ", " +
                     nativeDevice().description,
            .file = folder.empty() ? folder : folder + "/steps",
            .timed =
                [device = *automatic, preparing = options.preparing] {
                    if (const std::string problem = vulkanSelfTest(device); !problem.empty())
                        throw workError(problem);
                    return std::make_shared<VulkanBackend>(
                        VulkanOptions{.device = device, .preparing = preparing});
                },
            .explain = options.explain});
    }
    const int number = vulkanDeviceNumber(device, devices);
    std::unique_ptr<Backend> backend = vulkanBackend(number, true, options);  // throws if it is not there
    const VulkanDeviceInfo& chosen = devices.at(number);
    if (options.notice && chosen.type == VulkanDeviceInfo::Type::Software)
        options.notice("The graphics device " + chosen.name +
                       " is a software renderer: correct, but slower than --device cpu.");
    return backend;
}

}  // namespace attx
