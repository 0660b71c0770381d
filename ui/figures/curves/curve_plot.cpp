#include "ui/figures/curves/curve_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/run/curve.h"
#include "ui/figures/custom_plot.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr double rawShare = 0.40;   // Share of its colour that a raw curve keeps under its smoothed one
constexpr double faintShare = 0.5;  // The same for earlier runs
constexpr int bandAlpha = 48;       // Alpha, 0 to 255: bands lie over each other
constexpr double air = 0.05;        // share of the y range left free above and below
constexpr double decadesFrom = 20;  // ratio of a log range from which decades alone label it well
constexpr double leastRow = 0.001;  // a stretch: no higher than it has to be

QPen penOf(const QColor& color, double width, bool dashed) {
    QPen pen(color, width);
    if (dashed) pen.setDashPattern({4, 3});
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

void styleAxis(QCPAxis& axis, const FigureStyle& style) {
    axis.setBasePen(QPen(style.muted, 1));
    axis.setTickPen(QPen(style.muted, 1));
    axis.setSubTickPen(Qt::NoPen);
    axis.setSubTicks(false);
    axis.setTickLength(0, 4);
    axis.setTickLabelFont(style.font(labelPx));
    axis.setTickLabelColor(style.foreground);
    axis.setLabelFont(style.font(labelPx));
    axis.setLabelColor(style.muted);
    axis.setTickLabelPadding(4);
    axis.setLabelPadding(4);
    axis.setNumberFormat(QStringLiteral("gb"));
    axis.setNumberPrecision(4);
    axis.grid()->setPen(QPen(style.grid, 1));
    axis.grid()->setZeroLinePen(QPen(style.grid, 1));
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setVisible(true);
}

/// Marks at the ends of the axes are whole: what lies outside is left out, not cut.
class MarkedGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    [[nodiscard]] QRect clipRect() const override {
        const int radius = int(std::ceil(scatterStyle().size() / 2)) + 1;
        return QCPGraph::clipRect().adjusted(-radius, -radius, radius, radius);
    }
};

/// Numbers have the minus of those elsewhere; those with a power of ten are set by QCustomPlot.
class MinusTicker : public QCPAxisTickerFixed {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        const QString label = QCPAxisTickerFixed::getTickLabel(tick, locale, format, precision);
        return format == QLatin1Char('f') ? withMinus(label) : label;
    }
};

/// Tick labels that never collide: as many as the axis has room for, 1, 2 or 5 times a power of ten apart,
/// all with the same number of decimals.
void fitTicks(QCPAxis& axis, double px, double pxPerTick, bool log, bool whole, double lo, double hi) {
    const int count = std::clamp(int(px / pxPerTick), 2, 8);
    if (log && lo > 0 && hi / lo >= decadesFrom) {
        QSharedPointer<QCPAxisTickerLog> ticker(new QCPAxisTickerLog);
        const double decades = std::log10(hi / lo);
        ticker->setLogBase(std::pow(10, std::max(1.0, std::ceil(decades / count))));
        axis.setTicker(ticker);
        axis.setNumberPrecision(0);
        axis.setNumberFormat(QStringLiteral("eb"));
        return;
    }
    const double raw = (hi - lo) / count;
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * decade;
    for (double factor : {5.0, 2.0, 1.0})
        if (factor * decade >= raw) step = factor * decade;
    if (whole) step = std::max(step, 1.0);
    // On a logarithmic axis equal steps are narrowest at its upper end.
    const auto isCrowded = [&] {
        return px * std::log(hi / (hi - step)) < pxPerTick / 2 * std::log(hi / lo);
    };
    while (log && lo > 0 && step < hi - lo && isCrowded()) step *= 2;
    const auto ticks = [&] { return std::floor(hi / step) - std::ceil(lo / step) + 1; };
    if (whole && step >= 10 && ticks() < 3) step /= 2;  // one number says nothing about a small axis
    QSharedPointer<QCPAxisTickerFixed> ticker(new MinusTicker);
    ticker->setTickStep(step);
    axis.setTicker(ticker);
    const int decimals = std::max(0, int(-std::floor(std::log10(step) + 1e-9)));
    const bool plain = decimals <= 6 && std::max(std::abs(lo), std::abs(hi)) < 1e7;
    axis.setNumberFormat(plain ? QStringLiteral("f") : QStringLiteral("gb"));
    axis.setNumberPrecision(plain ? decimals : 4);
}

/// Steps, epochs and positions: no ticks between whole numbers.
bool wholeNumbers(const CurvePanel& panel) {
    return std::ranges::all_of(panel.series, [](const CurveSeries& series) {
        return std::ranges::all_of(series.x, [](double x) { return x == std::floor(x); });
    });
}

/// Where curves leave room for the legend at the right: below if they end high, else above.
Qt::Alignment legendCorner(const CurvePanel& panel, const CurveRange& range) {
    double sum = 0;
    int points = 0;
    for (const CurveSeries& series : panel.series) {
        if (series.faint) continue;
        const size_t n = std::min(series.x.size(), series.y.size());
        const size_t stride = n / 64 + 1;
        for (size_t i = 0; i < n; i += stride) {
            const double y = series.y[i];
            if (series.x[i] < range.xLo + 0.6 * (range.xHi - range.xLo) || !std::isfinite(y) ||
                (panel.logY && y <= 0))
                continue;
            sum += panel.logY ? std::log(y / range.yLo) / std::log(range.yHi / range.yLo)
                              : (y - range.yLo) / (range.yHi - range.yLo);
            ++points;
        }
    }
    return Qt::AlignRight | (points > 0 && sum / points > 0.5 ? Qt::AlignBottom : Qt::AlignTop);
}

/// As many names side by side as the panel has room for.
void wrapLegend(QCPLegend& legend, double panelWidth) {
    int widest = 1, names = 0;
    for (int i = 0; i < legend.itemCount(); ++i) {
        const QCPAbstractLegendItem* item = legend.item(i);
        if (!item) continue;  // a place of the last line that is not taken
        ++names;
        widest = std::max(widest, item->minimumOuterSizeHint().width() + legend.columnSpacing());
    }
    const int wrap = std::max(1, std::min(int(panelWidth) / widest, names));
    if (legend.wrap() == wrap && legend.fillOrder() == QCPLegend::foColumnsFirst) return;
    legend.setWrap(wrap);
    legend.setFillOrder(QCPLegend::foColumnsFirst);
}

}  // namespace

CurveRange curveRange(const CurvePanel& panel) {
    CurveRange out;
    double xLo = INFINITY, xHi = -INFINITY, yLo = INFINITY, yHi = -INFINITY;
    for (const CurveSeries& series : panel.series) {
        for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double x = series.x[i], y = series.y[i];
            if (!std::isfinite(x) || !std::isfinite(y) || (panel.logY && y <= 0) || (panel.logX && x <= 0))
                continue;
            const double spread =
                i < series.spread.size() && std::isfinite(series.spread[i]) ? series.spread[i] : 0;
            xLo = std::min(xLo, x);
            xHi = std::max(xHi, x);
            yLo = std::min(yLo, panel.logY && y - spread <= 0 ? y : y - spread);
            yHi = std::max(yHi, y + spread);
        }
    }
    if (xLo > xHi) {  // nothing to show yet
        xLo = panel.logX ? 0.1 : 0;
        xHi = 1;
        yLo = panel.logY ? 0.1 : 0;
        yHi = 1;
    }
    if (xLo == xHi) xHi = xLo + 1;
    // What rounding to float alone tells apart is one value.
    const bool level = yHi - yLo <= 1e-6 * std::max(std::abs(yLo), std::abs(yHi));
    if (panel.logY) {
        const double factor = !level ? std::pow(yHi / yLo, air) : 2;
        yLo /= factor;
        yHi *= factor;
    } else {
        const double room = !level ? (yHi - yLo) * air : std::max(std::abs(yLo), 1e-9) * 0.5;
        yLo -= room;
        yHi += room;
    }
    // Marks at the ends do not lie on the axis.
    if (std::ranges::any_of(panel.series, [](const CurveSeries& s) { return s.markers; })) {
        const double share = 0.015, room = share * (xHi - xLo);
        if (panel.logX) {
            const double factor = std::pow(xHi / xLo, share);
            xLo /= factor;
            xHi *= factor;
        } else {
            xLo -= room;
            xHi += room;
        }
    }
    out = {xLo, xHi, yLo, yHi};
    if (panel.xLo < panel.xHi && (!panel.logX || panel.xLo > 0)) {
        out.xLo = panel.xLo;
        out.xHi = panel.xHi;
    }
    if (panel.yLo < panel.yHi && (!panel.logY || panel.yLo > 0)) {
        out.yLo = panel.yLo;
        out.yHi = panel.yHi;
    }
    return out;
}

CurvePlot::CurvePlot(QCustomPlot& plot) : plot_(plot) {
    // Stroke by stroke on the screen: as one outline a noisy curve, which crosses itself everywhere, takes
    // Qt 0.2 s and more.
    plot_.setPlottingHint(QCP::phFastPolylines);
    plot_.addLayer(QLatin1String(markerLayer), plot_.layer(QStringLiteral("main")));
}

void CurvePlot::build(const CurveFigure& figure, const FigureStyle& style) {
    plot_.clearItems();
    plot_.clearPlottables();
    plot_.plotLayout()->clear();
    qDeleteAll(plot_.findChildren<QCPMarginGroup*>());  // the plot owns them, and keeps those without a rect
    panels_.clear();
    style_ = style;
    plot_.setBackground(QBrush(style.background));
    plot_.setAutoAddPlottableToLegend(false);
    plot_.setFont(style.font(labelPx));
    const int columns = std::max(1, figure.columns);
    plot_.plotLayout()->setRowSpacing(8);
    plot_.plotLayout()->setColumnSpacing(columnSpacing);

    std::vector<QCPMarginGroup*> groups;  // one a column: axes stand exactly above each other
    for (int c = 0; c < columns; ++c) groups.push_back(new QCPMarginGroup(&plot_));

    for (size_t p = 0; p < figure.panels.size(); ++p) {
        const CurvePanel& panel = figure.panels[p];
        const int row = int(p) / columns, column = int(p) % columns;
        auto* cell = new QCPLayoutGrid;
        cell->setRowSpacing(0);
        plot_.plotLayout()->addElement(row, column, cell);
        QCPTextElement* title = nullptr;
        if (!panel.title.isEmpty()) {
            title = new QCPTextElement(&plot_, panel.title, style.font(bodyPx));
            title->setTextColor(style.foreground);
            title->setMargins(QMargins(0, 4, 0, 0));
            cell->addElement(0, 0, title);
        }
        const auto names = namesInLegend(panel).size();
        const bool hasLegend = names > 0, above = hasLegend && (names <= mostAbove || panel.legendAbove);
        auto* axes = new QCPAxisRect(&plot_, false);
        cell->addElement((title ? 1 : 0) + (above ? 1 : 0), 0, axes);
        auto* x = axes->addAxis(QCPAxis::atBottom);
        auto* y = axes->addAxis(QCPAxis::atLeft);
        // At the right there is half of the last label, or QCustomPlot leaves it out.
        axes->setMinimumMargins(QMargins(4, 6, int(style.px(14)), 4));
        axes->setMarginGroup(QCP::msLeft, groups[column]);
        for (QCPAxis* axis : {x, y}) {
            styleAxis(*axis, style);
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
        axes->setRangeDragAxes({x, y});
        axes->setRangeZoomAxes({x, y});
        x->setLabel(panel.xLabel);
        y->setLabel(panel.yLabel);
        x->setScaleType(panel.logX ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        y->setScaleType(panel.logY ? QCPAxis::stLogarithmic : QCPAxis::stLinear);

        Panel made;
        made.axes = axes;
        made.title = title;
        const auto addGraph = [&](const QPen& pen, bool marks = false) {
            QCPGraph* graph = marks ? new MarkedGraph(x, y) : new QCPGraph(x, y);
            graph->setPen(pen);
            graph->setAntialiased(true);
            return graph;
        };
        // In passes, so that earlier runs and lines of reference lie below raw curves, those below smoothed
        // ones, marks on top.
        made.series.resize(panel.series.size());
        for (int pass = 0; pass < 4; ++pass)
            for (size_t s = 0; s < panel.series.size(); ++s) {
                const CurveSeries& series = panel.series[s];
                const QColor color = style.seriesColor(series.color);
                Series& graphs = made.series[s];
                graphs.full = color;
                graphs.pale = mixed(color, style.background, series.faint ? faintShare : rawShare);
                if (pass == 0 && series.faint)
                    graphs.raw = addGraph(penOf(graphs.pale, style.px(1), series.dashed));
                if (series.faint) continue;
                if (pass == 0 && !series.spread.empty()) {
                    QColor fill = color;
                    fill.setAlpha(bandAlpha);
                    graphs.lower = addGraph(Qt::NoPen);
                    graphs.upper = addGraph(Qt::NoPen);
                    graphs.upper->setBrush(fill);
                    graphs.upper->setChannelFillGraph(graphs.lower);
                }
                if (pass == (series.dashed ? 0 : 1) && !series.markers)
                    graphs.raw = addGraph(penOf(color, style.px(series.bold ? 3 : 1.5), series.dashed));
                if (pass == 2 && !series.markers)
                    graphs.smooth = addGraph(penOf(color, style.px(2), series.dashed));
                if (pass == 3 && series.markers) {
                    graphs.raw = addGraph(penOf(color, style.px(series.bold ? 3 : 1.5), series.dashed), true);
                    graphs.raw->setScatterStyle(
                        QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, style.px(5)));
                }
            }
        if (hasLegend) {
            auto* legend = new QCPLegend;
            if (above) {
                cell->addElement(title ? 1 : 0, 0, legend);
                cell->setRowStretchFactor(title ? 1 : 0, leastRow);
            } else {
                axes->insetLayout()->setMargins(QMargins(0, legendPadding, legendPadding, legendPadding));
                axes->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
            }
            legend->setLayer(QStringLiteral("legend"));
            legend->setFont(style.font(labelPx));
            legend->setTextColor(style.foreground);
            legend->setBorderPen(Qt::NoPen);
            QColor veil = style.background;
            veil.setAlpha(210);
            // Above the axes there are no curves to veil, only the highest tick label.
            legend->setBrush(above ? QBrush(Qt::NoBrush) : QBrush(veil));
            legend->setIconSize(int(style.px(legendIcon)), int(style.px(10)));
            legend->setIconTextPadding(legendIconPadding);
            legend->setRowSpacing(0);
            legend->setMargins(QMargins(legendPadding, legendPadding, legendPadding, legendPadding));
            for (size_t s = 0; s < panel.series.size(); ++s) {
                const CurveSeries& series = panel.series[s];
                if (series.nameInLegend().isEmpty()) continue;
                // The smoothed graph has the full colour; it stands for both.
                QCPGraph* graph = made.series[s].smooth ? made.series[s].smooth : made.series[s].raw;
                graph->setName(series.nameInLegend());
                graph->addToLegend(legend);
                legend->itemWithPlottable(graph)->setMargins(QMargins(0, 0, 0, 2));  // descenders
                made.named.push_back(graph);
            }
            made.legend = legend;
            made.isAbove = above;
        }
        made.marker = new QCPItemStraightLine(&plot_);
        made.marker->setLayer(QLatin1String(markerLayer));
        made.marker->setPen(penOf(style.accent, style.px(1.5), false));
        made.marker->setClipAxisRect(axes);
        for (QCPItemPosition* point : {made.marker->point1, made.marker->point2}) {
            point->setType(QCPItemPosition::ptPlotCoords);
            point->setAxes(x, y);
            point->setAxisRect(axes);
        }
        panels_.push_back(made);
    }
    // Rows and columns of equal size, the last row also if it is not full.
    for (int r = 0; r < plot_.plotLayout()->rowCount(); ++r) plot_.plotLayout()->setRowStretchFactor(r, 1);
}

void CurvePlot::fill(const CurveFigure& figure) {
    // The layout tells how many pixels a panel has; without one yet, the widget's width will do.
    const int columns = std::max(1, figure.columns);
    const int rows = (int(figure.panels.size()) + columns - 1) / columns;
    const double around = aroundAxes(style_.zoom);
    const double panelWidth = std::max(60.0, plot_.viewport().width() / double(columns) - around);
    const double panelHeight = std::max(40.0, plot_.viewport().height() / double(std::max(rows, 1)) - around);
    const double smoothing = figure.smoothing;
    for (size_t p = 0; p < panels_.size() && p < figure.panels.size(); ++p) {
        const CurvePanel& panel = figure.panels[p];
        const auto label = [&](QCPAxis::AxisType type, const QString& text, double room) {
            QCPAxis* axis = panels_[p].axes->axis(type);
            QString shown = text;
            for (const int px : {labelPx, smallestPx}) {  // a word that has no room is written smaller
                axis->setLabelFont(style_.font(px));
                shown = fitted(text, room, QFontMetricsF(axis->labelFont()));
                if (!shown.contains(QStringLiteral("…"))) break;
            }
            axis->setLabel(shown);
        };
        label(QCPAxis::atBottom, panel.xLabel, panelWidth + pastEnds);
        const CurveRange range = curveRange(panel);
        QCPAxis* x = panels_[p].axes->axis(QCPAxis::atBottom);
        QCPAxis* y = panels_[p].axes->axis(QCPAxis::atLeft);
        x->setRange(range.xLo, range.xHi);
        y->setRange(range.yLo, range.yHi);
        fitTicks(*x, panelWidth, 52 * style_.zoom, panel.logX, wholeNumbers(panel), range.xLo, range.xHi);
        fitTicks(*y, panelHeight, 32 * style_.zoom, panel.logY, false, range.yLo, range.yHi);
        double taken = 0;  // Height taken by the names above the axes
        if (panels_[p].isAbove) {
            const FittedNames names = fittedNames(
                namesInLegend(panel), nameRoom(cellWidth(plot_.viewport().width(), figure), style_), style_);
            panels_[p].legend->setFont(names.font);
            for (qsizetype i = 0; i < names.names.size() && i < panels_[p].named.size(); ++i)
                panels_[p].named[i]->setName(names.names[i]);
            wrapLegend(*panels_[p].legend, panelWidth);
            taken = panels_[p].legend->minimumOuterSizeHint().height();
        } else if (panels_[p].legend) {
            panels_[p].axes->insetLayout()->setInsetAlignment(0, legendCorner(panel, range));
        }
        if (x->label().contains(QLatin1Char('\n'))) taken += QFontMetricsF(x->labelFont()).height();
        const double upright = taken > 0 ? panelHeight - taken : panelHeight + 20;
        QString name = panel.yLabel;
        if (QCPTextElement* title = panels_[p].title) {
            const QFontMetricsF ofTitle(title->font()), ofName(y->labelFont());
            const double room = panelWidth + 40;  // it may stand over the axis' labels, too
            // What does not fit along its axis stands behind the title.
            const bool same = panel.title.compare(panel.yLabel, Qt::CaseInsensitive) == 0;
            const QString both =
                same ? panel.title : QStringLiteral("%1 · %2").arg(panel.title, panel.yLabel);
            const bool joins = !name.isEmpty() && ofName.horizontalAdvance(name) > upright &&
                               ofTitle.horizontalAdvance(both) <= room;
            title->setText(joins ? both : fitted(panel.title, room, ofTitle));
            if (joins) name.clear();
        }
        label(QCPAxis::atLeft, name, upright);
        const auto setData = [&](QCPGraph& graph, const std::vector<double>& xs, std::vector<double> ys,
                                 bool marks) {
            constexpr double gap = std::numeric_limits<double>::quiet_NaN();
            for (size_t i = 0; i < ys.size(); ++i) {
                const bool outside = marks && (ys[i] < range.yLo || ys[i] > range.yHi || xs[i] < range.xLo ||
                                               xs[i] > range.xHi);
                if (outside || (panel.logY && ys[i] <= 0)) ys[i] = gap;
            }
            CurvePoints points = thinned(xs, ys, range.xLo, range.xHi, int(panelWidth));
            // Marks stand on data only; a line is cut at the edge.
            if (!marks) points = clipped(points, range.xLo, range.xHi, range.yLo, range.yHi, panel.logY);
            graph.setData(QVector<double>(points.x.begin(), points.x.end()),
                          QVector<double>(points.y.begin(), points.y.end()), true);
        };
        for (size_t s = 0; s < panels_[p].series.size() && s < panel.series.size(); ++s) {
            const CurveSeries& series = panel.series[s];
            const Series& graphs = panels_[p].series[s];
            if (graphs.upper)
                for (const int side : {1, -1}) {
                    // Held at the edge where it leaves the panel: what is filled has to go on there.
                    std::vector<double> edge = series.y;
                    for (size_t i = 0; i < edge.size(); ++i)
                        edge[i] = std::clamp(edge[i] + side * series.spread[i], range.yLo, range.yHi);
                    setData(side > 0 ? *graphs.upper : *graphs.lower, series.x, std::move(edge), false);
                }
            setData(*graphs.raw, series.x, series.y, series.markers && !series.faint);
            if (!graphs.smooth) continue;
            const bool smooth = smoothing > 0;
            QPen pen = graphs.raw->pen();
            pen.setColor(smooth ? graphs.pale : graphs.full);
            pen.setWidthF((smooth ? 1 : series.bold ? 3 : 1.5) * style_.zoom);
            graphs.raw->setPen(pen);
            if (smooth)
                setData(*graphs.smooth, series.x, smoothed(series.y, smoothing), false);
            else
                graphs.smooth->data()->clear();
        }
    }
    mark(figure);
}

void CurvePlot::mark(const CurveFigure& figure) {
    for (const Panel& panel : panels_) {
        const double x = figure.marker.value_or(0);
        const QCPRange y = panel.axes->axis(QCPAxis::atLeft)->range();
        panel.marker->setVisible(figure.marker.has_value());
        panel.marker->point1->setCoords(x, y.lower);
        panel.marker->point2->setCoords(x, y.upper);
    }
}

}  // namespace attx
