#include "ui/figures/figure.h"

#include <algorithm>

#include "model/inspect/inspector.h"
#include "model/network/ablation.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

using Fact = Figure::Facts::value_type;

/// The first of them by name, the others by their number.
QString fewOf(const QStringList& all) {
    constexpr qsizetype mostNamed = 3;
    const QString named = all.first(std::min(mostNamed, all.size())).join(QStringLiteral(", "));
    return all.size() <= mostNamed ? named : tr("%1 and %2 more").arg(named).arg(all.size() - mostNamed);
}

QString headsText(const std::string& heads, const NetworkConfig& network) {
    QStringList all;
    for (const HeadIndex& head : parseHeads(heads, network))
        all << tr("head %1 of layer %2").arg(head.head + 1).arg(head.layer + 1);
    return tr("ablated: %1").arg(fewOf(all));
}

/// `tokens`: those of the whole sample; empty where they are not known.
QString maskedText(const std::vector<int32_t>& positions, const QStringList& tokens) {
    QStringList all;
    for (const int32_t position : positions)
        all << (position < tokens.size() ? tr("%1 at position %2").arg(tokens[position]).arg(position + 1)
                                         : tr("position %1").arg(position + 1));
    return tr("masked: %1").arg(fewOf(all));
}

}  // namespace

void Figure::addNotes(const QStringList& notes) {
    setTitle((QStringList(title()) + notes).join(QStringLiteral(" · ")));
}

QString dataText(bool isOfAll, bool test, int64_t n) {
    return (isOfAll ? tr("all data, n = %1")
            : test  ? tr("test data, n = %1")
                    : tr("validation data, n = %1"))
        .arg(n);
}

Figure::Facts dataFacts(bool isOfAll, bool test, int64_t n) {
    return {{QStringLiteral("split"), QString::fromLatin1(isOfAll ? "all"
                                                          : test  ? "test"
                                                                  : "validation")},
            {QStringLiteral("n"), QString::number(n)}};
}

void saySample(Figure& figure, const Sample& sample) {
    const SampleSource source = sample.from.source;
    figure.facts.emplace_back(QStringLiteral("split"),
                              QString::fromLatin1(source == SampleSource::Own    ? "own"
                                                  : sample.isOfAll               ? "all"
                                                  : source == SampleSource::Test ? "test"
                                                                                 : "validation"));
    figure.facts.emplace_back(QStringLiteral("sample"),
                              source == SampleSource::Own ? QString() : QString::number(sample.from.row));
}

void sayStep(Figure& figure, int64_t step) {
    const auto has = [&](const char* name) {
        return std::ranges::find(figure.facts, QLatin1String(name), &Fact::first) != figure.facts.end();
    };
    if (!has("sample") && !has("n")) return;
    figure.facts.emplace_back(QStringLiteral("step"), QString::number(step));
    if (!dynamic_cast<HeatMapGridFigure*>(&figure) && has("n")) figure.addNotes({tr("step %1").arg(step)});
}

void writeQuestion(Figure& figure) {
    auto* maps = dynamic_cast<HeatMapGridFigure*>(&figure);
    const auto fact = [&](const char* name) {
        const auto found = std::ranges::find(figure.facts, QLatin1String(name), &Fact::first);
        return found == figure.facts.end() ? QString() : found->second;
    };
    if (!maps) return;
    const QString number = fact("sample"), split = fact("split");
    if (!number.isEmpty())
        maps->notes.prepend((split == QLatin1String("test")  ? tr("test sample %1")
                             : split == QLatin1String("all") ? tr("sample %1")
                                                             : tr("validation sample %1"))
                                .arg(number.toLongLong() + 1));
    if (const QString network = fact("network"); !network.isEmpty()) maps->notes.prepend(network);
    if (const QString step = fact("step"); !step.isEmpty()) maps->notes << tr("step %1").arg(step);
    if (const QString second = fact("second_class"); !second.isEmpty())
        maps->notes << tr("position %1: logit of class %2 less that of class %3")
                           .arg(fact("explained_position").toInt() + 1)
                           .arg(fact("explained_class"), second);
}

void sayInspected(Figure& figure, const Inspection& inspection) {
    NetworkConfig shape;
    shape.numHeads = inspection.heads;
    shape.numLayers = int(inspection.attention.size());
    saySample(figure, inspection.sample);
    sayAblated(figure, inspection.ablation, shape, &inspection.sample);
}

void sayAblated(Figure& figure, const Ablation& ablation, const NetworkConfig& network,
                const Sample* sample) {
    for (const Fact& fact : figure.facts)
        if (fact.first == QLatin1String("ablated") || fact.first == QLatin1String("masked")) return;
    const auto* maps = dynamic_cast<const HeatMapGridFigure*>(&figure);
    QStringList notes;
    if (const std::string heads = ablatedText(network, ablation); !heads.empty()) {
        figure.facts.emplace_back(QStringLiteral("ablated"), QString::fromStdString(heads));
        if (!maps || std::ranges::none_of(maps->maps, &HeatMap::off)) notes << headsText(heads, network);
    }
    if (!ablation.maskedTokens.empty()) {
        QStringList positions;
        for (const int32_t position : ablation.maskedTokens) positions << QString::number(position);
        figure.facts.emplace_back(QStringLiteral("masked"), positions.join(QLatin1Char(' ')));
        notes << maskedText(ablation.maskedTokens,
                            sample ? positionTexts(seenBy(network, *sample)) : QStringList());
    }
    figure.addNotes(notes);
}

}  // namespace attx
