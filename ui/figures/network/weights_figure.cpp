#include "ui/figures/network/weights_figure.h"

#include <algorithm>

#include "ui/look/translate.h"

namespace attx {

QString weightsTitle(const ParameterInfo& parameter) {
    QStringList sizes;
    for (const int64_t size : parameter.shape) sizes << QString::number(size);
    QString name = QString::fromStdString(parameter.name);
    if (parameter.layer >= 0) {  // Leave out the prefix that all of its layer share
        const QString layer = QStringLiteral(".%1.").arg(parameter.layer);
        name = name.mid(name.indexOf(layer) + layer.size());
    }
    return QStringLiteral("%1 [%2]").arg(name, sizes.join(QStringLiteral(", ")));
}

size_t ofLayer(const Program& program, size_t which, int layer) {
    const ParameterInfo& wanted = program.parameters[which];
    if (wanted.layer < 0) return which;
    for (size_t i = 0; i < program.parameters.size(); ++i)
        if (program.parameters[i].role == wanted.role && program.parameters[i].layer == layer) return i;
    return which;
}

HeatMapFigure weightsFigure(const Program& program, std::span<const float> parameters, size_t which) {
    const ParameterInfo& parameter = program.parameters[which];
    const bool isMatrix = parameter.shape.size() > 1;
    const int64_t columns = isMatrix ? parameter.size() / parameter.shape[0] : parameter.size(),
                  rows = isMatrix ? parameter.shape[0] : 1;
    HeatMap map;
    map.rows = int(std::min<int64_t>(rows, mostDrawnWeights));
    map.cols = int(std::min<int64_t>(columns, mostDrawnWeights));
    for (int row = 0; row < map.rows; ++row) {
        const auto first = parameters.begin() + parameter.offset + row * columns;
        map.values.insert(map.values.end(), first, first + map.cols);
    }
    map.title = weightsTitle(parameter);
    map.key = QString::fromStdString(parameter.name);
    map.xLabel = isMatrix ? tr("input") : tr("number");
    map.yLabel = isMatrix ? tr("output") : QString();
    map.isSigned = true;
    if (map.rows < rows || map.cols < columns)
        map.notes << tr("the first %1 × %2 of %3 × %4").arg(map.rows).arg(map.cols).arg(rows).arg(columns);
    ColorScale scale;
    scale.map = ColorMap::BlueRed;
    scale.symmetric = true;
    HeatMapFigure figure(map, scale);
    figure.setName(QStringLiteral("weights"));
    figure.setTitle(map.title);
    figure.valueLabel = tr("weight");
    return figure;
}

}  // namespace attx
