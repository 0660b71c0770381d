#include "ui/figures/maps/color_bar.h"
#include "ui/look/unit_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>

namespace attx {
namespace {

constexpr qreal tickLength = 4, textGap = 6;  // px
constexpr qreal tickBeside = 2;               // px; a longer one in front of a number would be its minus sign

/// A value beside a colour bar, with `fewer` digits than usual where there is little room. One between its
/// ends that is less than half a colour away from 0 reads as 0.
QString barNumber(float value, const ColorRange& range, int fewer = 0) {
    if (range.logarithmic) return withMinus(QString::number(double(value), 'g', 3 - fewer));
    const float width = range.hi - range.lo;
    const bool isEnd = value == range.lo || value == range.hi;
    if (value == 0 || (!isEnd && std::abs(value) < width / 512)) return QStringLiteral("0");
    const float most = std::max(std::abs(range.lo), std::abs(range.hi));
    // As many decimals as a range of this width needs, alike for all its marks: beside 0.13, an end of the
    // range that is 0.000381 is less than 0.001, not 0.
    const int wanted = width > 0 ? 2 - int(std::floor(std::log10(width))) : 0;
    if (width > 0 && most >= 1e-3F && most < mostCounted && (fewer == 0 || wanted > 0)) {
        const int decimals = std::max(0, wanted - fewer);
        QString text = QString::number(double(value), 'f', decimals);
        if (decimals > 0) {
            while (text.endsWith(QLatin1Char('0'))) text.chop(1);
            if (text.endsWith(QLatin1Char('.'))) text.chop(1);
        }
        if (text == QLatin1String("0") || text == QLatin1String("-0")) {
            const QString least = QString::number(std::pow(10.0, -decimals), 'f', decimals);
            return value > 0 ? QStringLiteral("<") + least : withMinus(QStringLiteral(">-") + least);
        }
        return withMinus(text);
    }
    // As many digits as tell the marks of a narrow range apart.
    const int digits = 3 - fewer + (fewer == 0 ? std::clamp(int(std::log10(most / width)), 0, 5) : 0);
    return withMinus(QString::number(double(value), 'g', digits));
}

/// Values to mark between lo and hi, both included; at most about `count` of them.
std::vector<float> scaleTicks(const ColorRange& range, int count) {
    std::vector<float> ticks;
    if (range.logarithmic) {
        for (float decade = std::pow(10.f, std::ceil(std::log10(range.lo))); decade < range.hi; decade *= 10)
            ticks.push_back(decade);
        return ticks;
    }
    const double span = double(range.hi) - double(range.lo);
    const double raw = span / std::max(count, 1);
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * decade;
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= raw) {
            step = factor * decade;
            break;
        }
    for (double k = std::ceil(double(range.lo) / step); k * step <= double(range.hi); ++k)
        ticks.push_back(float(k * step));
    return ticks;
}

void paintUpright(QPainter& painter, const QRectF& bar, const ColorRange& range, const QString& label,
                  const FigureStyle& style) {
    const qreal line = lineHeight(style);
    const auto yOf = [&](float value) { return bar.bottom() - qreal(range.position(value)) * bar.height(); };
    const auto mark = [&](float value) {
        const qreal y = yOf(value);
        painter.setPen(QPen(style.muted, 1));
        painter.drawLine(QPointF(bar.right() + 1, y), QPointF(bar.right() + tickBeside, y));
        painter.setPen(style.foreground);
        // Labels stay within the bar's height, so that they never reach a neighbour.
        const qreal top = std::clamp(y - line / 2, bar.top() - line / 4, bar.bottom() - line * 3 / 4);
        painter.drawText(QRectF(bar.right() + textGap, top, style.px(200), line),
                         Qt::AlignLeft | Qt::AlignVCenter, barNumber(value, range));
    };
    std::vector<float> drawn{range.lo};
    mark(range.lo);
    if (bar.height() > 2 * line) {
        mark(range.hi);
        drawn.push_back(range.hi);
    }
    for (float tick : scaleTicks(range, std::max(1, int(bar.height() / (2.5 * line))))) {
        const bool free = std::ranges::all_of(
            drawn, [&](float other) { return std::abs(yOf(tick) - yOf(other)) > 1.3 * line; });
        if (!free) continue;
        mark(tick);
        drawn.push_back(tick);
    }
    if (label.isEmpty()) return;
    painter.setPen(style.muted);
    painter.translate(bar.right() + colorBarTickWidth(range, style) + 2, bar.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-bar.height(), 0, 2 * bar.height(), line), Qt::AlignCenter,
                     fittingBarLabel(label, bar.height() + 2 * line, style));
}

void paintLevel(QPainter& painter, const QRectF& bar, const ColorRange& range, const QString& label,
                const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(labelPx));
    const qreal line = lineHeight(style), apart = metrics.horizontalAdvance(QLatin1Char('0'));
    std::vector<QRectF> drawn;
    const auto mark = [&](float value) {
        const qreal x = bar.left() + qreal(range.position(value)) * bar.width();
        const QString text = barNumber(value, range);
        const qreal width = metrics.horizontalAdvance(text) + 1;
        // Within the bar's width, for the same reason.
        const qreal left = std::clamp(x - width / 2, bar.left(), std::max(bar.left(), bar.right() - width));
        const QRectF box(left, bar.bottom() + textGap, width, line);
        if (std::ranges::any_of(drawn, [&](const QRectF& other) {
                return other.adjusted(-apart, 0, apart, 0).intersects(box);
            }))
            return;
        drawn.push_back(box);
        painter.setPen(QPen(style.muted, 1));
        painter.drawLine(QPointF(x, bar.bottom() + 1), QPointF(x, bar.bottom() + tickLength));
        painter.setPen(style.foreground);
        painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
    };
    mark(range.lo);
    mark(range.hi);
    const qreal widest = colorBarTickWidth(range, style);
    for (const float tick : scaleTicks(range, std::max(1, int(bar.width() / (1.5 * widest))))) mark(tick);
    if (label.isEmpty()) return;
    painter.setPen(style.muted);
    painter.drawText(
        QRectF(bar.left() - line, bar.bottom() + textGap + line + 2, bar.width() + 2 * line, line),
        Qt::AlignCenter | Qt::TextDontClip, fittingBarLabel(label, bar.width() + 2 * line, style));
}

}  // namespace

qreal colorBarTickWidth(const ColorRange& range, const FigureStyle& style) {
    qreal width = std::max(style.textWidth(barNumber(range.lo, range), labelPx),
                           style.textWidth(barNumber(range.hi, range), labelPx));
    for (float tick : scaleTicks(range, 5))
        width = std::max(width, style.textWidth(barNumber(tick, range), labelPx));
    return width + 8;
}

QImage colorBarImage(ColorMap map, const FigureStyle& style) {
    const auto table = colorTable(onBackground(map, style.dark));
    QImage colors(1, 256, QImage::Format_ARGB32_Premultiplied);
    for (int i = 0; i < 256; ++i) *reinterpret_cast<QRgb*>(colors.scanLine(255 - i)) = table[i];
    return colors;
}

qreal colorBarTickHeight(const FigureStyle& style) { return textGap + 2 * lineHeight(style) + 2; }

QString fittingBarLabel(const QString& label, qreal room, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(labelPx));
    for (const QString& variant : label.split(barVariant))
        if (metrics.horizontalAdvance(variant) <= room) return variant;
    const QString first = label.section(QStringLiteral(" · "), 0, 0);
    return metrics.horizontalAdvance(first) <= room ? first : QString();
}

void paintColorBar(QPainter& painter, const QRectF& bar, const ColorScale& scale, const ColorRange& range,
                   const QString& label, const FigureStyle& style) {
    const bool isLevel = bar.width() > bar.height();
    const QImage colors = colorBarImage(scale.map, style);
    paintCells(painter, bar, isLevel ? colors.transformed(QTransform().rotate(90)) : colors);
    painter.save();
    painter.setFont(style.font(labelPx));
    if (isLevel)
        paintLevel(painter, bar, range, label, style);
    else
        paintUpright(painter, bar, range, label, style);
    painter.restore();
}

void paintNarrowColorBar(QPainter& painter, const QRectF& bar, const ColorScale& scale,
                         const ColorRange& range, const FigureStyle& style) {
    paintCells(painter, bar, colorBarImage(scale.map, style));
    const QFontMetricsF metrics(style.font(labelPx));
    QString lo, hi;
    const auto isTooLong = [&] {
        return metrics.horizontalAdvance(lo) + metrics.horizontalAdvance(hi) + textGap > bar.height();
    };
    for (int fewer = 0; fewer == 0 || (fewer < 5 && isTooLong()); ++fewer) {  // a rough range, not none
        lo = barNumber(range.lo, range, (fewer + 1) / 2);
        hi = barNumber(range.hi, range, fewer / 2);  // what the colours are read by
        if (range.lo != -range.hi) continue;
        lo.clear();  // One number says both, and no end is rougher than the other
        hi.prepend(QChar(0x00B1));
    }
    if (bar.height() < style.px(leastNamedBar) || isTooLong()) return;
    const qreal line = lineHeight(style);
    painter.save();
    painter.setFont(style.font(labelPx));
    painter.setPen(style.foreground);
    painter.translate(bar.right(), bar.bottom());
    painter.rotate(-90);
    const QRectF along(0, 0, bar.height(), line);
    painter.drawText(along, Qt::AlignLeft | Qt::AlignVCenter, lo);
    painter.drawText(along, Qt::AlignRight | Qt::AlignVCenter, hi);
    painter.restore();
}

}  // namespace attx
