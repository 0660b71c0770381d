// The same figure of two networks, and their difference.
#pragma once
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/text/text_figure.h"

namespace attx {

/// Three rows or columns. Equal colours of a map and its counterpart of the other network are equal numbers.
struct ComparedFigure {
    HeatMapGridFigure first, second, difference;
};
[[nodiscard]] ComparedFigure compared(HeatMapGridFigure first, HeatMapGridFigure second);
/// Exported pictures say of which network they are, by these names.
void sayNetworks(ComparedFigure& figure, const QString& first, const QString& second,
                 const QString& difference);

/// second − first, map by map, in diverging colours around 0. No maps unless both have the same ones of the
/// same sizes; titles and order are the first's.
[[nodiscard]] HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first,
                                                 const HeatMapGridFigure& second);
/// Gives both texts one scale: equal shades are equal numbers.
void shareScale(TextFigure& first, TextFigure& second);
/// differenceFigure of the shades of a text, token by token. No values unless both have as many.
[[nodiscard]] TextFigure differenceFigure(const TextFigure& first, const TextFigure& second);

}  // namespace attx
