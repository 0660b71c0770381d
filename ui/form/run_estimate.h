// What a configuration asks of the machine, before it is trained.
#pragma once
#include <chrono>

#include "model/run/memory_estimate.h"
#include "model/run/time_estimate.h"

namespace attx {

struct RunTime {
    int64_t parameters = 0;
    int64_t steps = 0;
    double flopsPerStep = 0;  ///< forward and backward
    /// Training, validation and test.
    std::chrono::duration<double> time{};
};

/// As if it asked for as many rows as there are: for estimates.
[[nodiscard]] RunConfig withRows(RunConfig config, const SplitRows& rows);

/// Whether the data have as many rows as their files, whatever `data` asks for.
[[nodiscard]] bool hasRowsOfFiles(const DataConfig& data);

/// `config` has no problems. `flopsPerSecond`: measured, or assumedSpeed(). Of data that are made:
/// withRows().
[[nodiscard]] RunTime estimateTime(const RunConfig& config, double flopsPerSecond);

/// Most memory of the whole program, in bytes: see MemoryEstimate. Takes ten times as long as estimateTime().
[[nodiscard]] int64_t estimateBytes(const RunConfig& config);

/// What the window held when it was first asked, before any run: the basis of its estimates.
[[nodiscard]] MemoryBasis windowMemory();

/// Of this computer.
[[nodiscard]] int cores();

/// Floating-point operations a second that this processor is likely to reach with so many threads
/// (0: all cores); a guess until a step has been timed.
[[nodiscard]] double assumedSpeed(int threads);

}  // namespace attx
