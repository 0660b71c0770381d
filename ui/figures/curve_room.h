// The room that the text of curves takes: names in two lines, legends, and what a panel needs for both.
#pragma once
#include <QFontMetricsF>
#include <QString>

#include "ui/figures/curve_figure.h"

namespace attx {

inline constexpr int legendPadding = 4;

/// The text, in two lines of about the same length if it is wider; what is wider still ends in an ellipsis.
[[nodiscard]] QString fitted(const QString& text, double px, const QFontMetricsF& metrics);
/// Px around the axes of a panel: its title, tick labels and names of axes, each in one line.
[[nodiscard]] inline double aroundAxes(double zoom) { return 14 + 46 * zoom; }
/// How many names the legend of a panel has; 0: it has none.
[[nodiscard]] int namesInLegend(const CurvePanel& panel);
/// The figure as it is drawn in `width`: with only as many panels a row as have room for their text, and with
/// legends above the curves that would hide most of them.
[[nodiscard]] CurveFigure shapedFor(qreal width, CurveFigure figure, const FigureStyle& style);

}  // namespace attx
