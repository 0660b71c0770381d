// The static memory plan: which stretches of the arena a plan's buffers take.
#pragma once
#include "gpu/plan/plan.h"

namespace attx::gpu {

/// Gives every buffer its place and the plan its sizes. Buffers that are not kept live from the first to the
/// last dispatch of `order` that uses them; those that never live together share memory. A list that
/// runs a part of `order` in its order is safe, too.
void placeBuffers(Plan& plan, const Dispatches& order);

}  // namespace attx::gpu
