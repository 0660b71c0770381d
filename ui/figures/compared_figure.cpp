#include "ui/figures/compared_figure.h"

#include <QObject>
#include <algorithm>

namespace attx {

HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first, const HeatMapGridFigure& second) {
    HeatMapGridFigure figure = first;
    figure.setName(first.name() + QStringLiteral("-difference"));
    figure.setTitle(QObject::tr("Difference of two networks"));
    figure.valueLabel = QObject::tr("second − first");
    figure.scale.map = ColorMap::RedGrey;
    figure.scale.symmetric = true;
    if (figure.scale.mode != ScaleMode::PerMap) figure.scale.mode = ScaleMode::Shared;
    figure.wholeRange.reset();
    bool fits = first.maps.size() == second.maps.size();
    for (size_t i = 0; fits && i < figure.maps.size(); ++i) {
        HeatMap& map = figure.maps[i];
        fits = map.values.size() == second.maps[i].values.size();
        map.off = map.numbers = false;
        for (size_t k = 0; fits && k < map.values.size(); ++k)
            map.values[k] = second.maps[i].values[k] - map.values[k];
    }
    if (!fits) figure.maps.clear();
    return figure;
}

void shareRange(HeatMapGridFigure& first, HeatMapGridFigure& second) {
    if (first.scale.mode != ScaleMode::Shared && first.scale.mode != ScaleMode::Logarithmic) return;
    if (first.maps.empty() || second.maps.empty()) return;
    const auto rangeOf = [](const HeatMapGridFigure& figure) {
        return figure.wholeRange ? *figure.wholeRange : colorRange(figure.scale, figure.maps, 0);
    };
    ColorRange range = rangeOf(first);
    const ColorRange other = rangeOf(second);
    range.lo = std::min(range.lo, other.lo);
    range.hi = std::max(range.hi, other.hi);
    first.wholeRange = second.wholeRange = range;
}

}  // namespace attx
