// The numbers that a network has learned, matrix by matrix, as heat maps.
#pragma once
#include <span>

#include "model/network/program.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

/// More rows or columns are not drawn, which the map says.
inline constexpr int mostDrawnWeights = 1024;

/// The parameter `which` of `program`, of the values [parameterCount]: rows are outputs, columns inputs; one
/// of a single dimension is one row.
[[nodiscard]] HeatMapFigure weightsFigure(const Program& program, std::span<const float> parameters,
                                          size_t which);
/// The same parameter of another encoder layer, from 0; itself if it is of none.
[[nodiscard]] size_t ofLayer(const Program& program, size_t which, int layer);
/// "self_attn.qkv_proj.weight [96, 32]".
[[nodiscard]] QString weightsTitle(const ParameterInfo& parameter);

}  // namespace attx
