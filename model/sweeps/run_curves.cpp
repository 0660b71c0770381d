#include "model/sweeps/run_curves.h"

#include "model/files/error.h"
#include "model/run/run_folder.h"

namespace attx {

RunCurves readCurves(const std::string& runFolder) {
    RunCurves curves;
    try {
        const RunFolder run = RunFolder::open(runFolder);
        RunMetrics metrics = run.readMetrics();
        curves.epochs = std::move(metrics.epochs);
        size_t stride = 1;
        while (metrics.steps.size() / stride > mostCurveSteps) stride *= 2;
        for (size_t i = stride - 1; i < metrics.steps.size(); i += stride)
            curves.steps.push_back(metrics.steps[i]);
        if (const auto result = run.result(); result && result->steps > 0)
            curves.secondsPerStep = result->seconds / double(result->steps);
    } catch (const Error& problem) {
        curves.problem = problem.what();
    }
    return curves;
}

}  // namespace attx
