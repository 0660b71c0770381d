#include "gpu/device/shared_device.h"

namespace attx::gpu {
namespace {

struct Opened {
    std::mutex mutex;
    std::map<int, std::shared_ptr<SharedDevice>> devices;
};

/// Never closed: at the end of a process drivers take down what they need before anyone could call them.
Opened& opened() {
    static auto* const all = new Opened;
    return *all;
}

}  // namespace

std::shared_ptr<SharedDevice> SharedDevice::open(int index) {
    const std::lock_guard lock(opened().mutex);
    std::shared_ptr<SharedDevice>& device = opened().devices[index];
    if (!device) device = std::make_shared<SharedDevice>(index);
    return device;
}

void SharedDevice::forget(const std::shared_ptr<SharedDevice>& lost) {
    const std::lock_guard lock(opened().mutex);
    std::erase_if(opened().devices, [&](const auto& entry) { return entry.second == lost; });
}

}  // namespace attx::gpu
