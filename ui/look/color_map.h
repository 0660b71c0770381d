// Colour maps for heat maps: tables of 256 colours, the ones that matplotlib uses under these names.
#pragma once
#include <QRgb>
#include <QString>
#include <array>
#include <span>

namespace attx {

/// BlueRed diverges (matplotlib's RdBu_r): its middle stands for zero, blue is negative. BlueRedOnDark is
/// what it becomes on a dark page, where its middle would glare and its ends would be lost.
enum class ColorMap { Viridis, Cividis, Inferno, Grey, BlueRed, BlueRedOnDark };

/// The maps that a person may choose for weights, the default first.
inline constexpr std::array sequentialColorMaps{ColorMap::Viridis, ColorMap::Cividis, ColorMap::Inferno,
                                                ColorMap::Grey};
/// Their names on the command line.
inline constexpr std::array colorMapKeys{"viridis", "cividis", "inferno", "grey"};
static_assert(colorMapKeys.size() == sequentialColorMaps.size());

[[nodiscard]] std::span<const QRgb, 256> colorTable(ColorMap map);

/// The map as it is drawn on a light or a dark page.
[[nodiscard]] ColorMap onBackground(ColorMap map, bool dark);

/// The colour at position 0…1; values outside are clamped, not-a-number is transparent.
[[nodiscard]] QRgb mapColor(ColorMap map, float position);

/// The name that a person sees, e.g. in a list.
[[nodiscard]] QString colorMapName(ColorMap map);

}  // namespace attx
