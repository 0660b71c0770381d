#include "ui/figures/curve_room.h"

#include <algorithm>
#include <cmath>

namespace attx {
namespace {

constexpr qreal leastAcross = 100, leastUpright = 80;  // px of the axes, at zoom 1
constexpr qreal iconRoom = 40;                         // px: a line of the legend, and what is around a name
constexpr qreal rowSpacing = 8;                        // px

/// The text, in two lines of about the same length if it has two words.
QStringList halves(const QString& text) {
    const auto middle = text.size() / 2, before = text.lastIndexOf(QLatin1Char(' '), middle),
               after = text.indexOf(QLatin1Char(' '), middle);
    const auto at = before < 0 || (after >= 0 && after - middle < middle - before) ? after : before;
    return at < 0 ? QStringList{text} : QStringList{text.left(at), text.mid(at + 1)};
}

qreal widest(const QStringList& lines, const QFontMetricsF& metrics) {
    qreal width = 0;
    for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

qreal legendWidth(const CurvePanel& panel, const FigureStyle& style) {
    QStringList names;
    for (const CurveSeries& series : panel.series)
        if (!series.faint) names << series.name;
    return namesInLegend(panel) == 0 ? 0
                                     : widest(names, QFontMetricsF(style.font(labelPx))) + style.px(iconRoom);
}

/// Px that a panel needs across, with its names in two lines.
qreal leastWidth(const CurvePanel& panel, const FigureStyle& style) {
    const QFontMetricsF labels(style.font(labelPx)), titles(style.font(bodyPx));
    return aroundAxes(style.zoom) +
           std::max({style.px(leastAcross), widest(halves(panel.xLabel), labels) - 20,
                     widest(halves(panel.title), titles) - 40, legendWidth(panel, style) - 30});
}

/// Px that a panel of `width` needs upright.
qreal leastHeight(const CurvePanel& panel, qreal width, const FigureStyle& style) {
    const QFontMetricsF labels(style.font(labelPx)), titles(style.font(bodyPx));
    const qreal across = width - aroundAxes(style.zoom);
    qreal height = aroundAxes(style.zoom) +
                   std::max(style.px(leastUpright), widest(halves(panel.yLabel), labels) + style.px(8));
    if (titles.horizontalAdvance(panel.title) > across + 40) height += titles.height();
    if (labels.horizontalAdvance(panel.xLabel) > across + 20) height += labels.height();
    const int names = namesInLegend(panel);
    if (names == 0 || (names > mostAbove && !panel.legendAbove)) return height;
    const int columns = std::clamp(static_cast<int>(across / legendWidth(panel, style)), 1, names);
    return height + std::ceil(static_cast<qreal>(names) / columns) * (labels.height() + 2) +
           2 * legendPadding;
}

}  // namespace

QString fitted(const QString& text, double px, const QFontMetricsF& metrics) {
    if (metrics.horizontalAdvance(text) <= px) return text;
    QStringList lines = halves(text);
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, px);
    return lines.join(QLatin1Char('\n'));
}

int namesInLegend(const CurvePanel& panel) {
    const auto names = std::count_if(panel.series.begin(), panel.series.end(), [](const CurveSeries& series) {
        return !series.faint && !series.name.isEmpty();
    });
    return panel.legend && names > 1 ? static_cast<int>(names) : 0;
}

CurveFigure shapedFor(qreal width, CurveFigure figure, const FigureStyle& style) {
    qreal least = 0;
    for (const CurvePanel& panel : figure.panels) least = std::max(least, leastWidth(panel, style));
    figure.columns =
        std::clamp(static_cast<int>(width / std::max(least, 1.0)), 1, std::max(1, figure.columns));
    for (CurvePanel& panel : figure.panels)
        if (2 * legendWidth(panel, style) > width / figure.columns - aroundAxes(style.zoom))
            panel.legendAbove = true;
    return figure;
}

QSizeF CurveFigure::leastSize(qreal width, const FigureStyle& style) const {
    const CurveFigure shaped = shapedFor(width, *this, style);
    QSizeF least;
    qreal row = 0;
    for (size_t p = 0; p < shaped.panels.size(); ++p) {
        const CurvePanel& panel = shaped.panels[p];
        least.setWidth(std::max(least.width(), leastWidth(panel, style)));
        row = std::max(row, leastHeight(panel, width / shaped.columns, style));
    }
    const auto rows = (static_cast<int>(panels.size()) + shaped.columns - 1) / shaped.columns;
    least.setHeight(rows * row + (rows - 1) * rowSpacing);
    return least;
}

}  // namespace attx
