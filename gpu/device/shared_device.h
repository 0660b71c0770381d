// A device with what its sessions have in common. A process opens each device once: drivers take a second and
// more for an instance and a device, and compile every kernel again for each.
#pragma once

#include "gpu/device/pipeline.h"
#include "gpu/device/tuner.h"

namespace attx::gpu {

class SharedDevice {
public:
    /// That of listVulkanDevices()[index], opened at the first call. Throws as Device does. From any thread.
    static std::shared_ptr<SharedDevice> open(int index);
    /// The device was lost: the next open() makes a new one. Sessions that have this one keep it.
    static void forget(const std::shared_ptr<SharedDevice>& lost);

    explicit SharedDevice(int index)
        : device(Instance::open(), index), pipelines(device), tuner(device, pipelines) {}

    const Device device;
    Pipelines pipelines;
    Tuner tuner;
};

}  // namespace attx::gpu
