#include "app/backends.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include "model/error.h"
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

}  // namespace

std::vector<DeviceInfo> listDevices() {
    DeviceInfo native;
    native.name = "cpu";
    native.processor = processorName();
    for (const Kernels* kernels : runnableKernels()) native.instructionSets.emplace_back(kernels->name);
    native.instructionSet = activeKernels().name;
    native.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    native.chosen = true;
    native.description = "native, " + displayName(activeKernels()) + ", " + std::to_string(native.threads) +
                         (native.threads == 1 ? " thread" : " threads");
    return {native};
}

std::unique_ptr<Backend> makeBackend(const std::string& device) {
    if (device == "auto" || device == "cpu") return std::make_unique<NativeBackend>();
    if (device.starts_with("vulkan"))
        throw inputError("Device \"" + device +
                         "\": this build has native execution only, no graphics card; expected auto or cpu. "
                         "Try --device cpu.");
    throw inputError(
        "Device \"" + device +
        "\": expected auto, cpu, vulkan or vulkan:N. The command \"devices\" lists what is here.");
}

}  // namespace attx
