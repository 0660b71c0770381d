// What a configuration asks of the machine, before it is trained.
#pragma once
#include <chrono>
#include <optional>

#include "model/config.h"

namespace attx {

struct RunEstimate {
    int64_t parameters = 0;
    int64_t bytes = 0;  ///< data set, parameters, optimiser and working memory of training
    int64_t steps = 0;
    double flopsPerStep = 0;  ///< forward and backward
    std::chrono::duration<double> time{};
};

/// `config` has no problems. `flopsPerSecond`: measured, or assumedSpeed(). `trainRows`: as for plannedSteps.
[[nodiscard]] RunEstimate estimateRun(const RunConfig& config, double flopsPerSecond,
                                      std::optional<int64_t> trainRows = {});

/// Floating-point operations a second that this processor is likely to reach with so many threads
/// (0: all cores); a guess until the first run has been timed.
[[nodiscard]] double assumedSpeed(int threads);

}  // namespace attx
