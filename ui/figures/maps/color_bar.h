// Colour bars: the colours of a scale with their numbers, upright beside a map or level below it.
#pragma once
#include "ui/figures/maps/heat_map.h"

namespace attx {

/// The colours of a map on a page of this style, a pixel each, the highest on top.
[[nodiscard]] QImage colorBarImage(ColorMap map, const FigureStyle& style);
/// The colours from lo to hi with their ticks and what kind of scale this is: in `bar` and right of it, or
/// below it where `bar` is wider than it is high.
void paintColorBar(QPainter& painter, const QRectF& bar, const ColorScale& scale, const ColorRange& range,
                   const QString& label, const FigureStyle& style);
inline constexpr qreal leastNamedBar = 60;  ///< px; lower ones have no numbers along them
/// The same for an upright bar that has no room for numbers at its right, but for a line of text: the ends of
/// the range alone, upwards along it, if its height allows.
void paintNarrowColorBar(QPainter& painter, const QRectF& bar, const ColorScale& scale,
                         const ColorRange& range, const FigureStyle& style);
/// Px that the numbers take right of an upright bar.
[[nodiscard]] qreal colorBarTickWidth(const ColorRange& range, const FigureStyle& style);
/// Px that numbers and label take below a level bar.
[[nodiscard]] qreal colorBarTickHeight(const FigureStyle& style);
/// Stands between variants of a bar's label, the longest first, as in texts of Qt.
inline constexpr QChar barVariant{0x9c};
/// "attention weight · shared" for `room` px: the first variant that fits; where none does, what stands
/// before " · ", or nothing.
[[nodiscard]] QString fittingBarLabel(const QString& label, qreal room, const FigureStyle& style);

}  // namespace attx
