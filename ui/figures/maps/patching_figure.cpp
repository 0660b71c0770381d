#include "ui/figures/maps/patching_figure.h"

#include <algorithm>

#include "ui/figures/figures_of_run.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

HeatMapFigure figureOf(const Patching& patching, HeatMap map, const char* name) {
    map.isSigned = true;  // an activation may also drive the answer further away
    if (const char* why = whyPatchingSaysLittle(patching)) map.notes << modelText(why);
    map.yLabel = tr("layer");
    map.squareCells = false;
    ColorScale scale;
    scale.mode = ScaleMode::PerMap;
    const QString title = map.title;
    HeatMapFigure figure(std::move(map), scale);
    figure.setName(QLatin1String(name));
    figure.setTitle(title);
    figure.valueLabel = tr("share restored");
    const auto exact = [](float value) { return QString::fromStdString(csvNumber(value)); };
    figure.facts = {{QStringLiteral("explains"), QStringLiteral("logit difference")},
                    {QStringLiteral("explained_position"), QString::number(patching.position)},
                    {QStringLiteral("explained_class"), QString::number(patching.cleanClass)},
                    {QStringLiteral("second_class"), QString::number(patching.secondClass)},
                    {QStringLiteral("metric_clean"), exact(patching.clean)},
                    {QStringLiteral("metric_corrupted"), exact(patching.corrupted)},
                    {QStringLiteral("answered_alike"),
                     patching.answeredAlike ? QStringLiteral("true") : QStringLiteral("false")}};
    saySample(figure, patching.corruptedInput);
    return figure;
}

}  // namespace

HeatMapFigure patchedPositionsFigure(const Patching& patching) {
    const auto shown = [&](const Sample& sample) { return sample.valid.value_or(patching.length); };
    const auto length = size_t(patching.length);
    HeatMap map;
    map.rows = patching.layers + 1;
    map.cols = std::max({1, shown(patching.corruptedInput), shown(patching.cleanInput)});
    const auto columns = size_t(map.cols);
    for (size_t at = 0; at + length <= patching.positions.size(); at += length)
        map.values.insert(map.values.end(), patching.positions.begin() + at,
                          patching.positions.begin() + ptrdiff_t(at + columns));
    map.title = tr("Patched positions");
    map.xLabel = tr("position");
    map.xTickLabels = positionLabels(patching.corruptedInput).mid(0, map.cols);
    map.yTickLabels << tr("input");
    for (int layer = 1; layer <= patching.layers; ++layer) map.yTickLabels << QString::number(layer);
    return figureOf(patching, std::move(map), "patching");
}

HeatMapFigure patchedHeadsFigure(const Patching& patching) {
    HeatMap map;
    map.rows = patching.layers;
    map.cols = patching.heads;
    map.values = patching.ofHeads;
    map.numbers = true;
    map.title = tr("Patched heads");
    map.xLabel = tr("head");
    for (int head = 1; head <= patching.heads; ++head) map.xTickLabels << QString::number(head);
    for (int layer = 1; layer <= patching.layers; ++layer) map.yTickLabels << QString::number(layer);
    return figureOf(patching, std::move(map), "patching-heads");
}

}  // namespace attx
