// The execution of a program on a Vulkan device. No Vulkan header is needed to use it, and no Vulkan to start
// a program that holds it.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/files/error.h"
#include "model/network/backend.h"

namespace attx {

struct VulkanDeviceInfo {
    enum class Type { Discrete, Integrated, Virtual, Software };
    std::string name;    ///< the maker's
    std::string driver;  ///< "NVIDIA 570.86", as the driver tells it
    Type type = Type::Software;
    int64_t memoryBytes = 0;  ///< Size of its largest device-local heap
    std::string problem;      ///< why it cannot be used; empty: it can
};
[[nodiscard]] const char* toString(VulkanDeviceInfo::Type type);

/// Which devices compute a small product when they are listed. A software renderer makes code for it, for
/// which it takes 70 MB that it keeps.
enum class SelfTest { None, Hardware, All };

/// The devices there are, the best first; "vulkan:N" counts in this order. Empty where there is no Vulkan.
/// Those that `test` names compute a small product each, and what goes wrong stands in the device's
/// `problem`. `problem`, if given, takes a sentence where Vulkan is installed and does not start.
[[nodiscard]] std::vector<VulkanDeviceInfo> listVulkanDevices(SelfTest test, std::string* problem = nullptr);

/// What goes wrong when the device computes a small product; empty: nothing.
[[nodiscard]] std::string vulkanSelfTest(int device);

/// N of "vulkan:N", or the first of `devices` that can be used for "vulkan". Throws Error::Kind::Input for
/// other names; whether there is such a device is for VulkanBackend to say.
[[nodiscard]] int vulkanDeviceNumber(const std::string& name, const std::vector<VulkanDeviceInfo>& devices);

/// The device went away in the middle of the work (a reset, a driver that was replaced).
class DeviceLost : public Error {
public:
    explicit DeviceLost(const std::string& message) : Error(Kind::Work, message) {}
};

/// Time that kernels took on the device, gathered over training steps.
struct KernelProfile {
    struct Entry {
        double microseconds = 0;
        int64_t runs = 0;
    };
    std::map<std::string, Entry> kernels;  ///< "norm_forward layers.0.norm1"
    int64_t steps = 0;
    size_t dispatches = 0, rounds = 0;  ///< Kernels of a step, and rounds that wait for each other
    /// Why forward and backward are not the one kernel of small networks, in half a sentence; empty: they
    /// are.
    std::string whyManyKernels;
};

struct VulkanOptions {
    int device = 0;  ///< Index in listVulkanDevices()
    /// If set: steps run one at a time, each kernel on its own between two timestamps.
    std::shared_ptr<KernelProfile> profile = {};
    /// Seconds that one submit may take; two are in flight. Over within the 100 ms that a stop may take, and
    /// short enough for a desktop on the same device to stay smooth.
    double submitSeconds = 0.02;
    int stepsPerCommandBuffer = 0;  ///< Tests only: most steps in a command buffer; 0: as time allows
    /// For tests: the matrix product's tile ("32x32"; "trial": the fastest for each shape), and all else as
    /// on a graphics processor, also on a software device. Empty: what suits the device.
    std::string tile = {};
    bool fuse = true;  ///< Tests only: false runs small networks with the kernels of large ones
    /// Called while a session is made, in the caller's thread: how much of compiling kernels and trying tiles
    /// is done, and how much there is. Not called where all is ready within half a second.
    std::function<void(size_t done, size_t all)> preparing = {};
    /// Is told of each trial of a tile: the product's role and shape, the tile, and microseconds of one
    /// product.
    std::function<void(const std::string& product, const std::string& tile, double us)> tried = {};
    int loseDeviceAfter = -1;  ///< Tests only: submits before the device counts as lost; -1: never
};

class VulkanBackend final : public Backend {
public:
    /// Throws Error::Kind::Input if there is no such device.
    explicit VulkanBackend(VulkanOptions options = {});
    [[nodiscard]] std::unique_ptr<Session> compile(Program program,
                                                   const SessionOptions& options) const override;
    [[nodiscard]] int64_t memoryBytes(const Program& program, const SessionOptions& options) const override;

    /// What the device's own memory has left for this process, in bytes; what it has, where the driver does
    /// not tell.
    [[nodiscard]] int64_t memoryLeft() const;

private:
    VulkanOptions options_;
};

/// What validation has said since the last call; see ATTX_VULKAN_VALIDATION in gpu/README.md.
[[nodiscard]] std::vector<std::string> takeValidationMessages();

}  // namespace attx
