// Where things lie: vectors of a network as dots in a plane, and the spectrum of an embedding.
#pragma once
#include "model/data/dataset.h"
#include "model/heads/vector_cloud.h"
#include "ui/figures/bar_figure.h"
#include "ui/figures/runs/scatter_figure.h"

namespace attx {

enum class PlaceColor { Token, Position, Class, Correct };
struct PlaceColorName {
    PlaceColor color;
    const char* name;   ///< Name on the command line
    const char* title;  ///< Title for people
};
[[nodiscard]] std::span<const PlaceColorName> placeColors();
/// Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] PlaceColor placeColorNamed(const std::string& name);

/// "token 7, position 3, class cat, right": what is known of a point.
/// `data`: those that have the classes, which are called as the window shows them; none: as in tables.
[[nodiscard]] QString placeText(const CloudPoint& point, const DataNames& names,
                                const DataConfig* data = nullptr);
/// Dots that nothing is known of in this respect are "–"; keys beside queries are hollow.
[[nodiscard]] ScatterFigure placesFigure(const Places& places, PlaceColor color, const DataNames& names = {},
                                         const DataConfig* data = nullptr);
/// The spectrum of an embedding of numbers as bars; see model/heads/spectrum.h. `cloud`: the embeddings of a
/// run that whyNoSpectrum() has nothing against.
[[nodiscard]] BarFigure spectrumFigure(const VectorCloud& cloud, const RunConfig& config);

}  // namespace attx
