// Curves of many runs at once.
#pragma once
#include <map>

#include "model/sweeps/run_curves.h"
#include "ui/figures/curves/curve_figure.h"

namespace attx {

struct RunTable;

enum class RunQuantity { ValidationLoss, ValidationAccuracy, TrainLoss, LearningRate, GradientNorm };
enum class RunProgress { Step, Epoch, Time };

struct RunCurveOptions {
    RunQuantity quantity = RunQuantity::ValidationLoss;
    RunProgress progress = RunProgress::Step;
    bool logX = false, logY = false;
    /// A curve for each group: the mean, with a band of one standard deviation to either side; runs that
    /// repeat another one are not counted. Otherwise one for each run.
    bool grouped = true;
    std::string groupKey = {};  ///< empty: all keys but the seeds
};

/// By the paths of the runs.
using CurvesByPath = std::map<std::string, std::shared_ptr<const RunCurves>>;

/// Runs without curves are left out. With more curves than the legend can hold it is not drawn.
[[nodiscard]] CurveFigure runCurvesFigure(const RunTable& table, const CurvesByPath& curves,
                                          const RunCurveOptions& options);
/// The same with the curves of all rows, read here and now.
[[nodiscard]] CurveFigure runCurvesFigure(const RunTable& table, const RunCurveOptions& options);

}  // namespace attx
