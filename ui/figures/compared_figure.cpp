#include "ui/figures/compared_figure.h"

#include <QObject>
#include <algorithm>
#include <utility>

namespace attx {
namespace {

/// Gives each map and its counterpart one range, the union of both; of those that all maps share, the whole
/// figures.
void shareRange(HeatMapGridFigure& first, HeatMapGridFigure& second) {
    const auto unionOf = [](const ColorRange& a, const ColorRange& b) {
        ColorRange both = a;
        both.lo = std::min(a.lo, b.lo);
        both.hi = std::max(a.hi, b.hi);
        return both;
    };
    if (first.maps.empty() || second.maps.empty()) return;
    if (first.scale.mode == ScaleMode::PerMap) {
        if (first.maps.size() != second.maps.size()) return;
        for (size_t i = 0; i < first.maps.size(); ++i)
            first.maps[i].isSigned = second.maps[i].isSigned =
                first.maps[i].isSigned || second.maps[i].isSigned;
        std::vector<ColorRange> both = first.ranges();
        const std::vector<ColorRange> others = second.ranges();
        for (size_t i = 0; i < both.size(); ++i) {
            both[i] = unionOf(both[i], others[i]);
            if (!scaleOf(first.maps[i], first.scale).symmetric) continue;
            both[i].hi = std::max(both[i].hi, -both[i].lo);
            both[i].lo = -both[i].hi;
        }
        first.heldRanges = second.heldRanges = std::move(both);
        first.areOfBoth = second.areOfBoth = true;
    } else if (first.scale.mode != ScaleMode::Fixed) {
        const auto rangeOf = [](const HeatMapGridFigure& figure) {
            return figure.wholeRange.value_or(figure.ranges().front());
        };
        first.wholeRange = second.wholeRange = unionOf(rangeOf(first), rangeOf(second));
    } else if (first.scale.held) {
        const auto rangeOf = [](const HeatMapGridFigure& figure) {
            return colorRange({ScaleMode::Shared}, figure.maps, 0);
        };
        const ColorRange both = unionOf(rangeOf(first), rangeOf(second));
        first.scale.lo = second.scale.lo = std::min(both.lo, first.scale.lo);
        first.scale.hi = second.scale.hi = std::max(both.hi, first.scale.hi);
    }
}

}  // namespace

ComparedFigure compared(HeatMapGridFigure first, HeatMapGridFigure second) {
    HeatMapGridFigure difference = differenceFigure(first, second);
    shareRange(first, second);
    second.untitled = first.untitled;
    return {std::move(first), std::move(second), std::move(difference)};
}

void sayNetworks(ComparedFigure& figure, const QString& first, const QString& second,
                 const QString& difference) {
    const std::pair<HeatMapGridFigure&, QString> named[]{
        {figure.first, first}, {figure.second, second}, {figure.difference, difference}};
    for (const auto& [one, name] : named) {
        std::erase_if(one.facts, [](const auto& fact) { return fact.first == QLatin1String("network"); });
        one.facts.emplace_back(QStringLiteral("network"), name);
    }
}

HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first, const HeatMapGridFigure& second) {
    HeatMapGridFigure figure = first;
    figure.setName(first.name() + QStringLiteral("-difference"));
    figure.setTitle(QObject::tr("Difference of two networks"));
    figure.valueLabel = QObject::tr("second − first");
    figure.scale.map = ColorMap::BlueRed;
    figure.scale.symmetric = true;
    if (figure.scale.mode != ScaleMode::PerMap) figure.scale.mode = ScaleMode::Shared;
    figure.wholeRange.reset();
    figure.heldRanges.clear();
    figure.areOfBoth = false;
    figure.selected = -1;
    for (const auto& fact : second.facts)
        if (std::ranges::find(first.facts, fact) == first.facts.end())
            figure.facts.emplace_back(QStringLiteral("second_") + fact.first, fact.second);
    figure.notes << second.notes;
    figure.notes.removeDuplicates();
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

void shareScale(TextFigure& first, TextFigure& second) {
    first.common.reset();
    second.common.reset();
    if (first.values.empty() || second.values.empty()) return;
    const TextFigure::Scale a = first.scale(), b = second.scale();
    first.common = second.common = TextFigure::Scale{std::min(a.low, b.low), std::max(a.high, b.high)};
}

TextFigure differenceFigure(const TextFigure& first, const TextFigure& second) {
    TextFigure figure = first;
    figure.setName(first.name() + QStringLiteral("-difference"));
    figure.setTitle(QObject::tr("Difference of two networks"));
    figure.verdict.clear();
    figure.valueLabel = QObject::tr("second − first");
    figure.diverging = figure.isDifference = true;
    figure.common.reset();
    figure.hovered = -1;
    figure.strongestKeys.clear();
    const bool fits = first.values.size() == second.values.size() && first.padding == second.padding;
    if (!fits) figure.values.clear();
    for (size_t i = 0; i < figure.values.size(); ++i) figure.values[i] = second.values[i] - first.values[i];
    return figure;
}

}  // namespace attx
