// What a configuration asks of the machine, before it is trained.
#pragma once
#include <chrono>
#include <optional>

#include "model/run/memory_estimate.h"

namespace attx {

struct RunEstimate {
    int64_t parameters = 0;
    int64_t bytes = 0;  ///< of the whole program at its worst: see MemoryEstimate
    int64_t steps = 0;
    double flopsPerStep = 0;  ///< forward and backward
    std::chrono::duration<double> time{};
};

/// `config` has no problems. `flopsPerSecond`: measured, or assumedSpeed(). `trainRows`: as for plannedSteps.
[[nodiscard]] RunEstimate estimateRun(const RunConfig& config, double flopsPerSecond,
                                      std::optional<int64_t> trainRows = {});

/// What the window held when it was first asked, before any run: the basis of its estimates.
[[nodiscard]] MemoryBasis windowMemory();

/// Floating-point operations a second that this processor is likely to reach with so many threads
/// (0: all cores); a guess until the first run has been timed.
[[nodiscard]] double assumedSpeed(int threads);

}  // namespace attx
