#include "ui/figures/bar_figure.h"
#include "ui/look/unit_text.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace attx {
namespace {

// px at zoom 1
constexpr qreal barLine = 18, rowHeight = 20, mostBarHeight = 14, leastColumn = 3;
constexpr qreal uprightHeight = 80, panelGap = 6;
constexpr int barDigits = 3;

QString barValue(double value) { return withMinus(QString::number(value, 'f', barDigits)); }

/// Where values lie between two ends; zero is always among them.
struct Span {
    double lo = 0, hi = 0;
    explicit Span(const std::vector<double>& values) {
        for (const double value : values)
            if (std::isfinite(value)) lo = std::min(lo, value), hi = std::max(hi, value);
        if (lo == hi) hi = 1;
    }
    [[nodiscard]] double share(double value) const { return (value - lo) / (hi - lo); }
};

QColor colorOf(double value, const FigureStyle& style) { return style.seriesColor(value < 0 ? 1 : 0); }

/// As it is shown.
QString nameOf(const BarPanel& panel, size_t bar) {
    return (panel.texts.isEmpty() ? panel.names : panel.texts).value(qsizetype(bar));
}

/// Names at the left, bars, and each number at the right.
void paintRows(QPainter& painter, const BarPanel& panel, const QRectF& area, const FigureStyle& style) {
    const qreal row = std::min(style.px(rowHeight), area.height() / qreal(panel.values.size()));
    // Where rows are low their text is smaller, so that it does not overlap.
    painter.setFont(style.font(std::clamp(int(0.85 * row / style.px(1)), smallestPx, labelPx)));
    const QFontMetricsF metrics(painter.font());
    qreal names = 0, numbers = 0;
    for (size_t i = 0; i < panel.values.size(); ++i) {
        names = std::max(names, metrics.horizontalAdvance(nameOf(panel, i)));
        numbers = std::max(numbers, metrics.horizontalAdvance(barValue(panel.values[i])));
    }
    names = std::min(names, area.width() * 0.45);
    const qreal gap = style.px(8);
    const QRectF bars = area.adjusted(names + gap, 0, -numbers - gap, 0);
    const qreal bar = std::min(style.px(mostBarHeight), row * 0.7);
    const Span span(panel.values);
    const qreal zero = bars.left() + bars.width() * span.share(0);
    for (size_t i = 0; i < panel.values.size(); ++i) {
        const qreal top = area.top() + row * qreal(i);
        const double value = panel.values[i];
        painter.setPen(style.foreground);
        painter.drawText(QRectF(area.left(), top, names, row), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(nameOf(panel, i), Qt::ElideRight, names));
        painter.drawText(QRectF(bars.right() + gap, top, numbers, row), Qt::AlignRight | Qt::AlignVCenter,
                         barValue(value));
        if (!std::isfinite(value)) continue;
        const qreal end = bars.left() + bars.width() * span.share(value);
        painter.fillRect(QRectF(std::min(zero, end), top + (row - bar) / 2, std::abs(end - zero), bar),
                         colorOf(value, style));
    }
    painter.setPen(QPen(style.muted, 1));
    painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.top() + row * qreal(panel.values.size())));
}

/// Bars upward and downward from a line, with the ends of the scale at the left.
void paintColumns(QPainter& painter, const BarPanel& panel, const QRectF& area, const FigureStyle& style) {
    const QFontMetricsF metrics(painter.font());
    const Span span(panel.values);
    const qreal numbers =
        std::max(metrics.horizontalAdvance(barValue(span.lo)), metrics.horizontalAdvance(barValue(span.hi)));
    const QRectF bars = area.adjusted(numbers + style.px(8), 0, 0, -style.px(barLine));
    const auto place = [&](double value) { return bars.bottom() - bars.height() * span.share(value); };
    painter.setPen(style.muted);
    for (const double end : {span.lo, span.hi})
        painter.drawText(
            QRectF(area.left(), std::max(place(end) - style.px(8), area.top()), numbers, style.px(16)),
            Qt::AlignRight | Qt::AlignVCenter, barValue(end));
    const auto n = qreal(panel.values.size());
    const qreal step = bars.width() / n;
    qreal named = bars.left() - 1;
    for (size_t i = 0; i < panel.values.size(); ++i) {
        const qreal left = bars.left() + step * qreal(i), end = place(panel.values[i]);
        const qreal width = std::max(step * 0.75, std::min(step, style.px(leastColumn)));
        painter.fillRect(
            QRectF(left + (step - width) / 2, std::min(place(0), end), width, std::abs(end - place(0))),
            colorOf(panel.values[i], style));
        const QString name = nameOf(panel, i);
        const qreal room = metrics.horizontalAdvance(name) + style.px(6);
        const qreal middle = left + step / 2;
        if (middle - room / 2 < named) continue;
        named = middle + room / 2;
        painter.setPen(style.foreground);
        painter.drawText(QRectF(middle - room / 2, bars.bottom() + 2, room, style.px(barLine)),
                         Qt::AlignCenter, name);
    }
    painter.setPen(QPen(style.muted, 1));
    painter.drawLine(QPointF(bars.left(), place(0)), QPointF(bars.right(), place(0)));
}

qreal wrappedHeight(const QString& text, qreal width, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(labelPx));
    return metrics.boundingRect({0, 0, width, 10'000}, Qt::TextWordWrap, text).height() + style.px(4);
}

qreal titleHeight(const QString& title, qreal width, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(labelPx, true));
    return std::max(style.px(barLine),
                    metrics.boundingRect({0, 0, width, 10'000}, Qt::TextWordWrap, title).height());
}

/// What a panel needs, and its share of the room if that is more or less.
qreal heightOf(const BarPanel& panel, qreal width, const FigureStyle& style) {
    const qreal bars = panel.upright ? uprightHeight : rowHeight * qreal(panel.values.size());
    return titleHeight(panel.title, width, style) + style.px(2 + bars + panelGap) +
           (panel.note.isEmpty() ? 0 : wrappedHeight(panel.note, width, style));
}

}  // namespace

QSizeF BarFigure::leastSize(qreal width, const FigureStyle& style) const {
    const qreal inner = width - 2 * style.px(figureMargin);
    qreal height = style.px(2 * figureMargin + 4);
    for (const QString& line : lines) height += wrappedHeight(line, inner, style);
    for (const BarPanel& panel : panels) height += heightOf(panel, inner, style);
    return {0, height};
}

void BarFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal edge = style.px(figureMargin);
    QRectF area = rect.adjusted(edge, edge, -edge, -edge);
    painter.setFont(style.font(labelPx));
    painter.setPen(style.foreground);
    for (const QString& line : lines) {
        const QRectF taken = painter.boundingRect(area, Qt::TextWordWrap, line);
        painter.drawText(area, Qt::TextWordWrap, line);
        area.setTop(taken.bottom() + style.px(4));
    }
    area.setTop(area.top() + style.px(4));
    qreal all = 0;
    for (const BarPanel& panel : panels) all += heightOf(panel, area.width(), style);
    const qreal unit = std::max(area.height(), qreal{1}) / std::max(all, qreal{1});
    for (const BarPanel& panel : panels) {
        const qreal height = unit * heightOf(panel, area.width(), style);
        QRectF room(area.left(), area.top(), area.width(), height - style.px(panelGap));
        area.setTop(area.top() + height);
        painter.setFont(style.font(labelPx, true));
        painter.setPen(style.foreground);
        const qreal title = titleHeight(panel.title, room.width(), style);
        painter.drawText(QRectF(room.left(), room.top(), room.width(), title),
                         Qt::AlignVCenter | Qt::TextWordWrap, panel.title);
        room.setTop(room.top() + title + style.px(2));
        painter.setFont(style.font(labelPx));
        if (!panel.note.isEmpty()) {
            const QRectF taken = painter.boundingRect(room, Qt::TextWordWrap, panel.note);
            painter.setPen(style.muted);
            painter.drawText(room, Qt::TextWordWrap, panel.note);
            room.setTop(taken.bottom() + style.px(4));
        }
        if (panel.values.empty() || room.height() < style.px(leastColumn)) continue;
        (panel.upright ? paintColumns : paintRows)(painter, panel, room, style);
    }
    painter.restore();
}

std::vector<NamedArray> BarFigure::data() const {
    std::vector<NamedArray> arrays;
    for (const BarPanel& panel : panels) {
        if (panel.values.empty()) continue;
        NamedArray array{panel.key.toStdString(), {static_cast<int64_t>(panel.values.size())}, {}};
        for (const double value : panel.values) array.values.push_back(float(value));
        arrays.push_back(std::move(array));
    }
    return arrays;
}

std::string BarFigure::table(const FactColumns& same) const {
    std::string table = "panel,name,value" + same.names + "\n";
    for (const BarPanel& panel : panels)
        for (size_t i = 0; i < panel.values.size(); ++i)
            table += csvField(panel.key) + ',' + csvField(panel.names.value(qsizetype(i))) + ',' +
                     csvNumber(panel.values[i]) + same.values + '\n';
    return table;
}

}  // namespace attx
