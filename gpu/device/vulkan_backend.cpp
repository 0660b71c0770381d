#include "gpu/device/vulkan_backend.h"

#include <type_traits>

#include "gpu/device/session_proxy.h"
#include "gpu/device/vulkan_session.h"

namespace attx {
namespace {

/// Calls `work` and turns what Vulkan throws into the engine's errors.
template <class Work>
auto translated(const Work& work) {
    try {
        return work();
    } catch (const vk::DeviceLostError&) {
        throw DeviceLost("The graphics device was lost in the middle of the work.");
    } catch (const vk::OutOfDeviceMemoryError&) {
        throw workError(
            "The graphics device has no memory left. Choose a smaller batch, width or length, or --device "
            "cpu.");
    } catch (const vk::SystemError& error) {
        throw workError(std::string("The graphics device failed: ") + error.what() + ". Try --device cpu.");
    }
}

/// A session whose errors are the engine's. A device that was lost is not offered again.
class TranslatedSession final : public SessionProxy<TranslatedSession> {
public:
    TranslatedSession(Program program, const SessionOptions& options, const VulkanOptions& vulkan)
        : shared_(translated([&] { return gpu::SharedDevice::open(vulkan.device); })) {
        session_ = attempt([&] {
            return std::make_unique<gpu::VulkanSession>(std::move(program), options, vulkan, shared_);
        });
    }
    template <class Work>
    std::invoke_result_t<Work> attempt(const Work& work) {
        try {
            return translated(work);
        } catch (const DeviceLost&) {
            gpu::SharedDevice::forget(shared_);
            throw;
        }
    }

private:
    const std::shared_ptr<gpu::SharedDevice> shared_;
};

}  // namespace

VulkanBackend::VulkanBackend(VulkanOptions options) : options_(std::move(options)) {
    translated([&] { (void)gpu::SharedDevice::open(options_.device); });
}

std::unique_ptr<Session> VulkanBackend::compile(Program program, const SessionOptions& options) const {
    return std::make_unique<TranslatedSession>(std::move(program), options, options_);
}

int64_t VulkanBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    return translated([&] {
        const auto shared = gpu::SharedDevice::open(options_.device);
        const gpu::Plan plan =
            gpu::makePlan(program, options, shared->device.traits(), 2 * gpu::slotsFor(program, options));
        return (plan.arenaFloats + plan.resultFloats) * int64_t{sizeof(float)} +
               gpu::stepBytes(program, options) + 2 * gpu::transferBytes;
    });
}

int64_t VulkanBackend::memoryLeft() const {
    return translated([&] { return gpu::SharedDevice::open(options_.device)->device.memoryLeft(); });
}

}  // namespace attx
