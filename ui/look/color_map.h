// Colour maps for heat maps: tables of 256 colours, the ones that matplotlib uses under these names.
#pragma once
#include <QRgb>
#include <QString>
#include <array>
#include <span>

namespace attx {

/// RedGrey is diverging (matplotlib's RdGy): its middle is white and stands for zero.
enum class ColorMap { Viridis, Cividis, Inferno, Grey, RedGrey };

/// The maps that a person may choose for weights, the default first.
inline constexpr std::array sequentialColorMaps{ColorMap::Viridis, ColorMap::Cividis, ColorMap::Inferno,
                                                ColorMap::Grey};

[[nodiscard]] std::span<const QRgb, 256> colorTable(ColorMap map);

/// The colour at position 0…1; values outside are clamped, not-a-number is transparent.
[[nodiscard]] QRgb mapColor(ColorMap map, float position);

/// The name that a person sees, e.g. in a list.
[[nodiscard]] QString colorMapName(ColorMap map);

}  // namespace attx
