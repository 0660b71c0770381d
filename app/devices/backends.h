// The one place that turns a device's name ("auto", "cpu", "vulkan:0") into what executes a network.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device/vulkan_backend.h"
#include "model/network/backend.h"

namespace attx {

struct DeviceInfo {
    std::string name;         ///< Name as --device takes it: "cpu", "vulkan:0"
    std::string description;  ///< Text for the user: "native, AVX-512, 2 threads"
    std::string processor;    ///< the maker's name for it
    std::string type;     ///< "processor", "discrete", "integrated", "virtual" or "software"; "none": Vulkan,
                          ///< which is installed and does not start
    bool chosen = false;  ///< what "auto" takes, a graphics device if it proves faster
    // The processor's own
    std::vector<std::string> instructionSets;  ///< Names for --isa of those that it can run, best first
    std::string instructionSet;                ///< Instruction set in use
    int threads = 0;
    // A graphics device's own
    std::string driver;
    int64_t memoryBytes = 0;
    std::string problem;  ///< why it cannot be used, or what its self-test found; empty: it passed
};

/// What the processor offers; found at once.
[[nodiscard]] DeviceInfo nativeDevice();
/// What this machine has; the processor first. Graphics devices are opened, and those that `test` names
/// compute a small product, which takes up to seconds.
[[nodiscard]] std::vector<DeviceInfo> listDevices(SelfTest test);

/// The graphics device that makeBackend() takes first for the name; nothing: it takes the processor. Throws
/// as that.
[[nodiscard]] std::optional<int> graphicsDevice(const std::string& device);

struct BackendOptions {
    /// Takes sentences for the person: a device that is slow, or that failed and was replaced. Called in the
    /// thread that uses the backend.
    std::function<void(const std::string&)> notice = {};
    std::shared_ptr<KernelProfile> profile = {};  ///< Filled by a graphics device; null: nothing is timed
    /// Takes sentences that explain: why "auto" chose what it chose.
    std::function<void(const std::string&)> explain = {};
    /// Is told how far a graphics device is with compiling and trying its kernels, if that takes long.
    std::function<void(size_t done, size_t all)> preparing = {};
};

/// auto: the best graphics device, if it is a hardware device, for the networks of which it takes less time
/// for a step than the processor (automatic_backend.h), otherwise the processor. vulkan: the best graphics
/// device, a software renderer too. A graphics device that fails is replaced by the processor. Throws
/// Error::Kind::Input for a name that is unknown, or a device that is not here.
[[nodiscard]] std::unique_ptr<Backend> makeBackend(const std::string& device,
                                                   const BackendOptions& options = {});

}  // namespace attx
