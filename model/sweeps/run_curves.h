// What runs have measured on their way, as much of it as a figure of many runs shows.
#pragma once
#include <string>
#include <vector>

#include "model/run/records.h"

namespace attx {

inline constexpr size_t mostCurveSteps = 512;

struct RunCurves {
    std::vector<EpochReport> epochs;
    /// Every k-th, k the smallest power of two that leaves no more than mostCurveSteps: runs of one length
    /// have the same steps.
    std::vector<StepRecord> steps;
    double secondsPerStep = 0;  ///< Mean time of a step with all other work; 0: not known yet
    std::string problem;        ///< why there are none; empty: all is well
};
/// Never throws.
[[nodiscard]] RunCurves readCurves(const std::string& runFolder);

}  // namespace attx
