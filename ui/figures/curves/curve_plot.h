// A CurveFigure set up in a QCustomPlot: the one way in which curves are drawn, live and for export.
#pragma once
#include <vector>

#include "ui/figures/curves/curve_figure.h"

class QCPAxisRect;
class QCPGraph;
class QCPItemStraightLine;
class QCPLegend;
class QCPTextElement;
class QCustomPlot;

namespace attx {

class CurvePlot {
public:
    struct Series {
        QColor full, pale;
        QCPGraph* raw = nullptr;
        QCPGraph* smooth = nullptr;  ///< null where nothing is smoothed: faint or marked series
        QCPGraph *upper = nullptr, *lower = nullptr;  ///< Edges of the band; null: no band
    };
    struct Panel {
        QCPAxisRect* axes = nullptr;
        QCPTextElement* title = nullptr;  ///< null: the panel has none
        QCPLegend* legend = nullptr;
        bool isAbove = false;  ///< the legend, above the axes; else in a corner of theirs
        std::vector<Series> series;
        QList<QCPGraph*> named;  ///< The graphs in the legend
        QCPItemStraightLine* marker = nullptr;
    };

    explicit CurvePlot(QCustomPlot& plot);

    /// Makes panels, axes and graphs again. Needed again when their number or their looks change.
    void build(const CurveFigure& figure, const FigureStyle& style);
    /// Ranges and points, thinned to the pixels there are. Afterwards the caller replots.
    void fill(const CurveFigure& figure);
    /// Moves the marker alone. Afterwards the caller replots the layer markerLayer.
    void mark(const CurveFigure& figure);
    static constexpr const char* markerLayer = "marker";

    [[nodiscard]] const std::vector<Panel>& panels() const { return panels_; }

private:
    QCustomPlot& plot_;
    FigureStyle style_;  ///< The style that the plot was built with
    std::vector<Panel> panels_;
};

/// The ranges of a panel as drawn: its own, or fitted to its data (with a little air around y).
struct CurveRange {
    double xLo = 0, xHi = 1, yLo = 0, yHi = 1;
};
[[nodiscard]] CurveRange curveRange(const CurvePanel& panel);

}  // namespace attx
