// The same figure of two networks, and their difference.
#pragma once
#include "ui/figures/heat_map_figure.h"

namespace attx {

/// second − first, map by map, in diverging colours around 0. No maps unless both have the same ones of the
/// same sizes; titles and order are the first's.
[[nodiscard]] HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first,
                                                 const HeatMapGridFigure& second);

/// Gives both the range of the two together where their scale is shared or logarithmic: equal colours are
/// equal numbers.
void shareRange(HeatMapGridFigure& first, HeatMapGridFigure& second);

}  // namespace attx
