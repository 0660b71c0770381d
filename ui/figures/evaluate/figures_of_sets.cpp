#include "ui/figures/evaluate/figures_of_sets.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {

QImage imageOf(const SplitImages& images, const SampleRow& member) {
    if (member.source == SampleSource::Own) return {};
    const ImageSet& set = member.source == SampleSource::Test ? images.test : images.validation;
    if (member.row < 0 || member.row >= set.count) return {};
    return {set.image(member.row).data(), set.width, set.height, qsizetype{3} * set.width,
            QImage::Format_RGB888};
}

SetLinksFigure setLinksFigure(const Inspection& inspection, int layer, int head,
                              const QList<QImage>& images) {
    SetLinksFigure figure;
    figure.setName(QStringLiteral("set-links"));
    figure.setTitle(tr("Layer %1, Head %2").arg(layer + 1).arg(head + 1));
    figure.setChoice(
        {QStringLiteral("--layer"), QString::number(layer), QStringLiteral("--head"), QString::number(head)});
    figure.images = images;
    const auto at = size_t(layer), members = size_t(inspection.sample.length()), cells = members * members;
    if (at >= inspection.attention.size()) return figure;
    const auto from = inspection.attention[at].begin() + ptrdiff_t(size_t(head) * cells);
    figure.weights.assign(from, from + ptrdiff_t(cells));
    sayInspected(figure, inspection);
    return figure;
}

HeatMapFigure setConfusionFigure(const SetAnswers& answers, std::span<const int32_t> classes,
                                 const std::vector<std::string>& names, bool test) {
    HeatMap map;
    map.rows = map.cols = int(names.size());
    map.values = setConfusion(answers, classes, map.rows);
    map.missing = tr("no such set");
    map.title = tr("Mistakes (grey: no such set)");
    map.xLabel = tr("class of the others");
    map.yLabel = tr("class of the odd one");
    for (const std::string& name : names) map.xTickLabels << shortClass(QString::fromStdString(name));
    map.yTickLabels = map.xTickLabels;
    for (const std::string& name : names) map.tickTexts << shortClass(drawnText(name));
    ColorScale scale;
    scale.mode = ScaleMode::Fixed;
    HeatMapFigure figure(map, scale);
    figure.setName(QStringLiteral("set-confusion"));
    figure.setTitle(tr("Confusion between classes"));
    figure.valueLabel = tr("share of mistakes");
    figure.facts = dataFacts(false, test, answers.answered());
    if (answers.answered() > 0) figure.notes << dataText(false, test, answers.answered());
    return figure;
}

}  // namespace attx
