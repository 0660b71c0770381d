#include "ui/figures/curves/curve_figure.h"

#include <QPainter>
#include <QPicture>
#include <algorithm>
#include <cmath>

#include "ui/figures/curves/curve_plot.h"
#include "ui/figures/custom_plot.h"

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

/// With each name in one line.
qreal legendWidth(const CurvePanel& panel, const FigureStyle& style) {
    const QStringList names = namesInLegend(panel);
    return names.isEmpty() ? 0 : widestLine(names, QFontMetricsF(style.font(labelPx))) + style.px(iconRoom);
}

/// With names in two lines and in the smallest font.
qreal leastLegendWidth(const CurvePanel& panel, const FigureStyle& style) {
    const QStringList names = namesInLegend(panel);
    return names.isEmpty() ? 0 : leastNameWidth(names, style) - nameRoom(0, style);
}

/// Px that a panel needs across, with the names of its axes and its title in two lines.
qreal leastWidth(const CurvePanel& panel, qreal legend, const FigureStyle& style) {
    const QFontMetricsF labels(style.font(labelPx)), titles(style.font(bodyPx));
    return std::max(aroundAxes(style.zoom) +
                        std::max({style.px(leastAcross), widestLine(halves(panel.xLabel), labels) - 20,
                                  widestLine(halves(panel.title), titles) - 40}),
                    legend);
}

/// Px that a panel of `width` needs upright.
qreal leastHeight(const CurvePanel& panel, qreal width, const FigureStyle& style) {
    const QFontMetricsF labels(style.font(labelPx)), titles(style.font(bodyPx));
    const qreal across = width - aroundAxes(style.zoom);
    qreal height = aroundAxes(style.zoom) +
                   std::max(style.px(leastUpright), widestLine(halves(panel.yLabel), labels) + style.px(8));
    if (titles.horizontalAdvance(panel.title) > across + 40) height += titles.height();
    if (labels.horizontalAdvance(panel.xLabel) > across + pastEnds) height += labels.height();
    const QStringList names = namesInLegend(panel);
    const auto count = int(names.size());
    if (count == 0 || (count > mostAbove && !panel.legendAbove)) return height;
    height += 2 * legendPadding;
    const int columns = std::clamp(int(across / legendWidth(panel, style)), 1, count);
    if (columns > 1) return height + std::ceil(qreal(count) / columns) * (labels.height() + 2);
    const FittedNames fitted = fittedNames(names, nameRoom(width, style), style);
    for (const QString& name : fitted.names)
        height += qreal(1 + name.count(QLatin1Char('\n'))) * QFontMetricsF(fitted.font).height() + 2;
    return height;
}

QString keyOf(const CurvePanel& panel) { return panel.key.isEmpty() ? panel.title : panel.key; }
QString keyOf(const CurveSeries& series) { return series.key.isEmpty() ? series.name : series.key; }

}  // namespace

QString fitted(const QString& text, double px, const QFontMetricsF& metrics) {
    if (metrics.horizontalAdvance(text) <= px) return text;
    QStringList lines = halves(text);
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, px);
    return lines.join(QLatin1Char('\n'));
}

QStringList namesInLegend(const CurvePanel& panel) {
    QStringList names;
    for (const CurveSeries& series : panel.series)
        if (!series.nameInLegend().isEmpty()) names << series.nameInLegend();
    return panel.legend && names.size() > 1 ? names : QStringList();
}

double nameRoom(double width, const FigureStyle& style) {
    // The last 2 px: rounding
    return width - style.px(legendIcon) - legendIconPadding - 2 * legendPadding - 2;
}

double cellWidth(double width, const CurveFigure& figure) {
    const int columns = std::max(1, figure.columns);
    return (width - (columns - 1) * columnSpacing) / columns;
}

CurveFigure shapedFor(qreal width, CurveFigure figure, const FigureStyle& style) {
    qreal least = 0;
    for (const CurvePanel& panel : figure.panels)
        least = std::max(least, leastWidth(panel, legendWidth(panel, style), style));
    figure.columns = std::clamp(int(width / std::max(least, 1.0)), 1, std::max(1, figure.columns));
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
        least.setWidth(std::max(least.width(), leastWidth(panel, leastLegendWidth(panel, style), style)));
        row = std::max(row, leastHeight(panel, cellWidth(width, shaped), style));
    }
    const auto rows = (int(panels.size()) + shaped.columns - 1) / shaped.columns;
    least.setHeight(rows * row + (rows - 1) * rowSpacing);
    return least;
}

void CurveFigure::addNotes(const QStringList& notes) {
    if (panels.empty()) return;
    for (const QString& note : notes) panels.front().title += QStringLiteral(" · ") + note;
}

QSize CurveFigure::defaultSize() const {
    const int across = std::max(1, columns);
    const int rows = std::max(1, (int(panels.size()) + across - 1) / across);
    if (across == 1 && rows == 1) return {800, 480};
    return {std::max(640, 480 * across), std::max(400, 300 * rows)};
}

Figure::Drawing CurveFigure::drawing(const QSizeF& size, const FigureStyle& style) const {
    const QSize whole = size.toSize();
    QCustomPlot plot;  // never shown
    plot.setViewport(QRect(QPoint(), whole));
    CurvePlot curves(plot);
    const CurveFigure shaped = shapedFor(size.width(), *this, style);
    curves.build(shaped, style);
    curves.fill(shaped);
    // The picture keeps lines and text as such, so that SVG and PDF stay vectors.
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        recorder.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&recorder, whole.width(), whole.height());
    }
    return [picture, background = style.background](QPainter& painter, const QRectF& rect) {
        painter.save();
        painter.fillRect(rect, background);
        painter.translate(rect.topLeft());
        // Qt enlarges pictures by the resolution of the device; here the painter's scale alone counts.
        const QPaintDevice* device = painter.device();
        painter.scale(qreal(picture.logicalDpiX()) / device->logicalDpiX(),
                      qreal(picture.logicalDpiY()) / device->logicalDpiY());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawPicture(0, 0, picture);
        painter.restore();
    };
}

void CurveFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    drawing(rect.size(), style)(painter, rect);
}

std::vector<NamedArray> CurveFigure::data() const {
    std::vector<NamedArray> arrays;
    for (const CurvePanel& panel : panels)
        for (const CurveSeries& series : panel.series) {
            if (series.mark) continue;
            const size_t n = std::min(series.x.size(), series.y.size());
            const QString label =
                panels.size() > 1 ? keyOf(panel) + QLatin1Char(' ') + keyOf(series) : keyOf(series);
            const bool band = !series.spread.empty();
            NamedArray array{(label.isEmpty() ? name() : label.trimmed()).toStdString(),
                             {static_cast<int64_t>(n), band ? 3 : 2},
                             {}};
            array.values.reserve((band ? 3 : 2) * n);
            for (size_t i = 0; i < n; ++i) {
                array.values.push_back(float(series.x[i]));
                array.values.push_back(float(series.y[i]));
                if (band) array.values.push_back(float(series.spread[i]));
            }
            arrays.push_back(std::move(array));
        }
    return arrays;
}

std::string CurveFigure::table(const FactColumns& same) const {
    const CurveSeries* banded = nullptr;
    for (const CurvePanel& panel : panels)
        for (const CurveSeries& series : panel.series)
            if (!series.mark && !series.spread.empty()) banded = &series;
    std::string text = "panel,curve,x,y";
    if (banded) text += banded->band95 ? ",half_band_95" : ",standard_deviation";
    text += same.names + '\n';
    for (const CurvePanel& panel : panels)
        for (const CurveSeries& series : panel.series) {
            if (series.mark) continue;
            const std::string begin = csvField(keyOf(panel)) + ',' + csvField(keyOf(series)) + ',';
            for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
                text += begin + csvNumber(series.x[i]) + ',' + csvNumber(series.y[i]);
                if (banded)
                    text += ',' + (i < series.spread.size() ? csvNumber(series.spread[i]) : std::string());
                text += same.values + '\n';
            }
        }
    return text;
}

}  // namespace attx
