#include "ui/figures/maps/explanation_figure.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <string_view>

#include "ui/figures/figures_of_run.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

/// Rows of a method's map: outputs, or one for a score that stands by itself.
size_t rowsOf(const NamedArray& map) {
    return map.shape.size() < 2 ? 1 : size_t(map.shape[map.shape.size() - 2]);
}

/// [rows, T] of a method; where it tells about layers and heads, the mean over them.
std::vector<float> flattened(const NamedArray& map, size_t cells) {
    std::vector<float> values(cells, 0.0f);
    const size_t layers = map.values.size() / cells;
    for (size_t i = 0; i < map.values.size(); ++i) values[i % cells] += map.values[i] / float(layers);
    return values;
}

/// Whether values lie below zero by more than rounding.
bool isSigned(const std::vector<float>& values) {
    if (values.empty()) return false;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    constexpr float rounding = 2e-6F;
    return *least < -rounding * std::max(0.0F, *most);
}

/// The title of a map. Relevance without the identity is another map than the formula's.
QString mapTitle(ExplainMethod method, const ExplainOptions& options) {
    const bool withoutIdentity = method == ExplainMethod::Relevance && options.relevanceWithoutIdentity;
    return withoutIdentity ? QObject::tr("%1 − I").arg(titleOf(method)) : titleOf(method);
}

/// The part of the answer that a method, or several, explain; empty: the predicted class everywhere.
QString targetText(const Explanation& explanation, bool bySeveral = false) {
    const ExplainTarget& target = explanation.target;
    if (target.score == ExplainTarget::Score::Loss)
        return bySeveral ? QObject::tr("explain the loss") : QObject::tr("explains the loss");
    const Inspection& inspection = explanation.inspection;
    QStringList parts;
    if (target.position && inspection.prediction.size() > 1)
        parts << QObject::tr("position %1").arg(*target.position + 1);
    if (target.outputClass)
        parts << (inspection.sample.kind() != SampleKind::Set
                      ? QObject::tr("class %1").arg(*target.outputClass)
                      : QObject::tr("image %1").arg(*target.outputClass + 1));
    if (parts.isEmpty()) return {};
    return (bySeveral ? QObject::tr("explain %1") : QObject::tr("explains %1"))
        .arg(parts.join(QStringLiteral(", ")));
}

/// What was explained and how, whether usual or not, as scripts know it; counted from 0.
Figure::Facts factsOf(const Explanation& explanation) {
    const ExplainTarget& target = explanation.target;
    const ExplainOptions& options = explanation.options;
    const auto layers = int(explanation.inspection.attention.size());
    const bool ofLoss = target.score == ExplainTarget::Score::Loss;
    const auto chosen = [&](const std::optional<int>& place, const char* otherwise) {
        return ofLoss ? QString() : place ? QString::number(*place) : QLatin1String(otherwise);
    };
    return {
        {QStringLiteral("explains"), ofLoss ? QStringLiteral("loss") : QStringLiteral("logit")},
        {QStringLiteral("explained_position"), chosen(target.position, "each")},
        {QStringLiteral("explained_class"), chosen(target.outputClass, "predicted")},
        {QStringLiteral("first_layer"), QString::number(options.firstLayer)},
        {QStringLiteral("last_layer"),
         QString::number((options.lastLayer > 0 ? options.lastLayer : layers) - 1)},
        {QStringLiteral("residual_share"), QString::number(options.rollout.residualShare)},
        {QStringLiteral("head_fusion"), QLatin1String(headFusionNames.at(size_t(options.rollout.fusion)))},
        {QStringLiteral("gradient_part"),
         options.part == GradientPart::Signed ? QStringLiteral("signed") : QStringLiteral("positive")},
        {QStringLiteral("relevance_without_identity"),
         options.relevanceWithoutIdentity ? QStringLiteral("true") : QStringLiteral("false")}};
}

/// The options of a method that are not the usual ones, and what it explains.
QStringList notesOf(ExplainMethod method, const Explanation& explanation) {
    const ExplainMethodInfo& info = infoOf(method);
    const ExplainOptions &options = explanation.options, usual;
    const auto layers = int(explanation.inspection.attention.size());
    QStringList notes;
    if (const QString target = targetText(explanation); info.targeted && !target.isEmpty()) notes << target;
    const int first = options.firstLayer + 1, last = options.lastLayer == 0 ? layers : options.lastLayer;
    if (info.shape != ExplainShape::Scores && (first > 1 || last < layers))
        notes << (first == last ? QObject::tr("layer %1").arg(first)
                                : QObject::tr("layers %1 to %2").arg(first).arg(last));
    if (method == ExplainMethod::Rollout) {
        if (options.rollout.residualShare != usual.rollout.residualShare)
            notes << QObject::tr("residual %1").arg(options.rollout.residualShare);
        if (options.rollout.fusion == HeadFusion::Max) notes << QObject::tr("largest of the heads");
        if (options.rollout.fusion == HeadFusion::Min) notes << QObject::tr("smallest of the heads");
    }
    if (method == ExplainMethod::AttentionXGradient && options.part == GradientPart::Signed)
        notes << QObject::tr("signed");
    return notes;
}

/// What the values of the maps are, for the colour bar.
QString unitsOf(const std::vector<ExplainMethod>& methods) {
    constexpr qsizetype named = 2;
    QStringList units;
    for (const ExplainMethod method : methods) units << modelText(infoOf(method).unit);
    units.removeDuplicates();
    return units.size() <= named ? units.join(QStringLiteral(", ")) : QObject::tr("each map in its unit");
}

}  // namespace

QString titleOf(ExplainMethod method) { return modelText(infoOf(method).title); }

bool answers(const Explanation& explanation, const std::vector<ExplainMethod>& methods) {
    return std::equal(
        methods.begin(), methods.end(), explanation.maps.begin(), explanation.maps.end(),
        [](ExplainMethod method, const NamedArray& map) { return map.name == infoOf(method).name; });
}

std::vector<ExplainMethod> methodsShown(const std::vector<ExplainMethod>& methods, int minus) {
    if (minus < 0 || size_t(minus) >= methods.size()) return methods;
    const ExplainMethod base = methods[minus];
    std::vector<ExplainMethod> shown;
    for (const ExplainMethod method : methods)
        if (method != base && std::string_view(infoOf(method).unit) == infoOf(base).unit)
            shown.push_back(method);
    return shown;
}

HeatMapGridFigure explanationFigure(const Explanation& explanation, const std::vector<ExplainMethod>& methods,
                                    const AttentionOptions& options, int minus, int columns) {
    HeatMapGridFigure figure;
    figure.followsRoom = true;
    figure.setName(QStringLiteral("explanations"));
    figure.setTitle(QObject::tr("Explanations"));
    figure.facts = factsOf(explanation);
    figure.plurals = {{targetText(explanation), targetText(explanation, true)}};
    figure.scale = options.scale;
    figure.valueLabel = minus < 0 ? unitsOf(methods) : QObject::tr("difference");
    if (minus >= 0) {
        figure.scale.map = ColorMap::BlueRed;
        figure.scale.symmetric = true;
    }
    const Sample& sample = explanation.inspection.sample;
    const auto T = size_t(sample.length());
    const QStringList labels = positionLabels(sample);
    const size_t count = std::min(methods.size(), explanation.maps.size());
    const auto subtracted = size_t(minus);
    std::vector<float> base;
    if (minus >= 0 && subtracted < count) {
        const NamedArray& map = explanation.maps[subtracted];
        base = flattened(map, rowsOf(map) * T);
    }
    const std::vector<ExplainMethod> shown = methodsShown(methods, minus);
    for (size_t i = 0; i < count; ++i) {
        if (std::ranges::find(shown, methods[i]) == shown.end()) continue;
        const size_t rows = rowsOf(explanation.maps[i]);
        HeatMap map;
        map.rows = int(rows);
        map.cols = int(T);
        map.values = flattened(explanation.maps[i], rows * T);
        for (size_t k = 0; k < base.size(); ++k) map.values[k] -= base[k];
        map.isSigned = isSigned(map.values);
        map.title = mapTitle(methods[i], explanation.options);
        map.notes = notesOf(methods[i], explanation);
        if (!base.empty()) {
            QString other = mapTitle(methods[subtracted], explanation.options);
            if (other != titleOf(methods[subtracted])) other = QStringLiteral("(%1)").arg(other);
            map.title = QObject::tr("%1 − %2").arg(map.title, other);
            map.notes << notesOf(methods[subtracted], explanation);
            map.notes.removeDuplicates();
        }
        map.key = QLatin1String(infoOf(methods[i]).name);
        if (!base.empty())
            map.key += QStringLiteral("-minus-") + QLatin1String(infoOf(methods[subtracted]).name);
        map.xLabel = QObject::tr("input");
        if (rows > 1) map.yLabel = QObject::tr("output");
        map.xTickLabels = labels;
        if (rows == T)
            map.yTickLabels = labels;
        else if (rows == 1)
            map.yTickLabels = {QString()};  // No token has its row: the notes say what is explained
        if (sample.kind() == SampleKind::Set) map.tickTexts = positionTexts(sample);
        if (options.images.size() == map.cols) map.tickImages = options.images;
        map.originBelow = options.originBelow;
        if (options.positions > 0) map.keepFirst(options.positions);
        figure.maps.push_back(std::move(map));
    }
    sayInspected(figure, explanation.inspection);
    const int n = std::max(1, int(figure.maps.size()));
    figure.gridRows = (n + columns - 1) / columns;
    figure.gridCols = (n + figure.gridRows - 1) / figure.gridRows;
    return figure;
}

}  // namespace attx
