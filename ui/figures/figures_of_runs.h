// Figures of many runs at once.
#pragma once
#include "model/sweeps/run_groups.h"
#include "ui/figures/curve_figure.h"

namespace attx {

/// Validation loss or accuracy over the steps, a curve for each group of runs that differ in their seeds
/// alone: the mean, and dashed one standard deviation to either side. Reads the runs' metrics.
[[nodiscard]] CurveFigure runsLossFigure(const RunTable& table);
[[nodiscard]] CurveFigure runsAccuracyFigure(const RunTable& table);

/// A key or a result of runs.
struct RunAxis {
    QString name;
    std::vector<double> values;  ///< [runs]; not-a-number: unknown. With `choices`: their places
    QStringList choices;         ///< of what is no number
    bool logarithmic = false;
};

/// An upright axis for each key in which runs differ and for each result, a line for each run (Inselberg
/// 1985), coloured by the last axis. Where a run has no value its line is broken.
class ParallelFigure : public Figure {
public:
    std::vector<RunAxis> axes;
    QStringList runs;  ///< their names

    [[nodiscard]] QSize defaultSize() const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// One array [runs, axes]; choices by their places.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string csv() const override;
    [[nodiscard]] std::unique_ptr<Figure> clone() const override;
};
/// Without the seeds. An axis is logarithmic if its values are positive and the largest is 20 times the
/// smallest.
[[nodiscard]] ParallelFigure parallelFigure(const RunTable& table);

}  // namespace attx
