// What activation patching brings back, as maps.
#pragma once
#include "model/heads/patching.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

/// Layers down, from the input on, and positions to the right; of texts without the padding behind both.
[[nodiscard]] HeatMapFigure patchedPositionsFigure(const Patching& patching);
/// Layers down and heads to the right; a head is patched at all positions.
[[nodiscard]] HeatMapFigure patchedHeadsFigure(const Patching& patching);

}  // namespace attx
