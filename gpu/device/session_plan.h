// What a session needs before anything of it is on the device: how many steps have a slot, and its plan.
#pragma once
#include "gpu/device/shared_device.h"
#include "gpu/plan/plan.h"

namespace attx::gpu {

/// Slots for the steps of a submit: as many as their rows take little memory for.
[[nodiscard]] uint32_t slotsFor(const Program& program, const SessionOptions& options);
/// Bytes of the rows, labels and scalars of all slots.
[[nodiscard]] int64_t stepBytes(const Program& program, const SessionOptions& options);

/// The plan by the device's traits, or by those that the options ask for, and its kernels made.
[[nodiscard]] Plan planFor(SharedDevice& shared, const Program& program, const SessionOptions& options,
                           const VulkanOptions& vulkan, uint32_t slots);

}  // namespace attx::gpu
