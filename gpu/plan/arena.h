// The static memory plan: which stretches of the arena a plan's buffers take.
#pragma once
#include "gpu/plan/plan.h"

namespace attx::gpu {

/// Gives every buffer its place and the plan its sizes. In each of `lists`, of which one runs at a time, a
/// buffer that is not kept lives from the first to the last dispatch that uses it; buffers that never live
/// together share memory. A list that runs a part of one of them in its order is safe, too. `rounds`:
/// dispatches between two barriers run side by side, so that none has to wait for memory; otherwise each
/// waits for the one before.
void placeBuffers(Plan& plan, const std::vector<const Dispatches*>& lists, bool rounds);

}  // namespace attx::gpu
