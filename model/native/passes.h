// How many sequences a thread of the native execution takes at a time, and where their tensors are.
#pragma once
#include "model/native/workspace.h"
#include "model/network/backend.h"

namespace attx {

/// Whether tensors that are not readable share memory. Threads would write over what others still need.
[[nodiscard]] bool readsFew(const SessionOptions& options);
[[nodiscard]] Layouts layoutsOf(const Program& program, const FusedOps& ops, const SessionOptions& options,
                                int64_t sequences);
/// The sequences of a pass.
[[nodiscard]] int64_t sequencesPerPass(const Program& program, const FusedOps& ops,
                                       const SessionOptions& options);

}  // namespace attx
