#include "ui/figures/picture/picture_figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <span>
#include <utility>

#include "ui/figures/maps/color_bar.h"

namespace attx {
namespace {

constexpr qreal colorBarWidth = 14, colorBarGap = 12;  // px

}  // namespace

ColorScale PictureFigure::scale() const {
    ColorScale scale;
    scale.mode = ScaleMode::PerMap;
    scale.map = diverging ? ColorMap::BlueRed : ColorMap::Viridis;
    scale.symmetric = diverging;
    return scale;
}

ColorRange PictureFigure::range() const {
    HeatMap map;
    map.rows = map.cols = across;
    map.values = values;
    return colorRange(scale(), std::span(&map, 1), 0);
}

PictureFigure::Layout PictureFigure::layout(const QRectF& rect, const FigureStyle& style) const {
    const QFontMetricsF head(style.font(headPx, true)), body(style.font(bodyPx));
    Layout place;
    qreal top = rect.top() + figureMargin + head.height() + 4;
    const qreal inner = std::max<qreal>(rect.width() - 2 * figureMargin, 1);
    if (!verdict.isEmpty()) {
        const QRectF room(rect.left() + figureMargin, top, inner, rect.height());
        const qreal height =
            body.boundingRect(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, verdict).height();
        place.verdict = QRectF(room.left(), top, inner, height);
        top += height + 6;
    }
    const qreal room = values.empty() ? 0
                                      : colorBarGap + colorBarWidth + colorBarTickWidth(range(), style) +
                                            QFontMetricsF(style.font(labelPx)).height() + 8;
    const qreal side = std::max<qreal>(std::min(inner - room, rect.bottom() - figureMargin - top), 8);
    place.picture = QRectF(rect.left() + figureMargin, top, side, side);
    if (!values.empty()) place.bar = QRectF(place.picture.right() + colorBarGap, top, colorBarWidth, side);
    return place;
}

int PictureFigure::patchAt(const Layout& place, QPointF point) const {
    if (!place.picture.contains(point)) return -1;
    const auto at = [this](qreal offset, qreal side) {
        return std::clamp(int(offset / side * across), 0, across - 1);
    };
    return at(point.y() - place.picture.top(), place.picture.height()) * across +
           at(point.x() - place.picture.left(), place.picture.width());
}

QRectF PictureFigure::rectOfPatch(const Layout& place, int patch) const {
    const qreal side = place.picture.width() / across;
    const int row = patch / across, column = patch % across;
    return {place.picture.left() + column * side, place.picture.top() + row * side, side, side};
}

void PictureFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    const Layout place = layout(rect, style);
    painter.save();
    painter.fillRect(rect, style.background);
    const QFont head = style.font(headPx, true);
    painter.setFont(head);
    painter.setPen(style.foreground);
    const qreal inner = rect.width() - 2 * figureMargin;
    painter.drawText(
        QRectF(rect.left() + figureMargin, rect.top() + figureMargin, inner, QFontMetricsF(head).height()),
        Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(head).elidedText(title(), Qt::ElideRight, inner - 32));
    painter.setFont(style.font(bodyPx));
    if (!verdict.isEmpty())
        painter.drawText(place.verdict, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, verdict);
    // Pixels as they are: a patch has few, and a blurred one would show what the network does not read.
    if (!picture.isNull()) paintCells(painter, place.picture, picture.convertToFormat(QImage::Format_ARGB32));
    if (values.size() == size_t(across) * size_t(across)) {
        const ColorRange shown = range();
        const ColorMap colors = onBackground(scale().map, style.dark);
        QImage over(across, across, QImage::Format_ARGB32);
        for (int patch = 0; patch < across * across; ++patch)
            over.setPixel(patch % across, patch / across, mapColor(colors, shown.position(values[patch])));
        painter.setOpacity(std::clamp(opacity, 0.0, 1.0));
        paintCells(painter, place.picture, over);
        painter.setOpacity(1);
        paintColorBar(painter, place.bar, scale(), shown, valueLabel, style);
    }
    if (showsGrid && across > 1) {
        // Two lines, so that the grid is seen on light and on dark pixels.
        for (const auto& [color, width] :
             {std::pair{QColor(0, 0, 0, 90), 2.0}, std::pair{QColor(255, 255, 255, 130), 1.0}}) {
            painter.setPen(QPen(color, width));
            for (int line = 1; line < across; ++line) {
                const qreal at = place.picture.width() * line / across;
                painter.drawLine(place.picture.topLeft() + QPointF(at, 0),
                                 place.picture.bottomLeft() + QPointF(at, 0));
                painter.drawLine(place.picture.topLeft() + QPointF(0, at),
                                 place.picture.topRight() + QPointF(0, at));
            }
        }
    }
    for (const auto& [patch, width] : {std::pair{hovered, 1.0}, std::pair{chosen, 2.5}}) {
        if (patch < 0 || patch >= across * across) continue;
        painter.setPen(QPen(Qt::black, width + 2));
        painter.drawRect(rectOfPatch(place, patch));
        painter.setPen(QPen(Qt::white, width));
        painter.drawRect(rectOfPatch(place, patch));
    }
    painter.restore();
}

std::vector<NamedArray> PictureFigure::data() const {
    if (values.empty()) return {};
    return {{"values", {across, across}, values}};
}

std::string PictureFigure::table(const FactColumns& same) const {
    const auto side = size_t(values.empty() ? 0 : across);
    std::string text = "row";
    for (size_t column = 1; column <= side; ++column) text += "," + std::to_string(column);
    text += same.names + "\n";
    for (size_t row = 0; row < side; ++row) {
        text += std::to_string(row + 1);
        for (size_t column = 0; column < side; ++column) text += "," + csvNumber(values[row * side + column]);
        text += same.values + "\n";
    }
    return text;
}

}  // namespace attx
