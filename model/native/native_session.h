// The native execution: the batch is cut into one slice for each thread; a thread runs the whole
// program over its slice, a few sequences at a time so that they stay in its cache, and sums its
// gradients in a buffer of its own. The buffers are then added in a fixed order, clipped, and the
// optimiser steps. The same threads, seed and build give bit-identical parameters.
#pragma once
#include "model/network/backend.h"

namespace attx {

/// How many threads a session of `options` works with.
[[nodiscard]] int threadCount(const SessionOptions& options);

class NativeBackend final : public Backend {
public:
    /// Throws Error::Kind::Input, with the sizes, if the memory cannot be had.
    [[nodiscard]] std::unique_ptr<Session> compile(Program program,
                                                   const SessionOptions& options) const override;
    [[nodiscard]] int64_t memoryBytes(const Program& program, const SessionOptions& options) const override;
};

}  // namespace attx
