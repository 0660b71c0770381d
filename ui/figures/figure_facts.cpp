#include "ui/figures/figure_facts.h"

#include <algorithm>

#include "model/network/ablation.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

QString headsText(const std::string& heads, const NetworkConfig& network) {
    const std::vector<HeadIndex> all = parseHeads(heads, network);
    if (all.size() > 1) return ablatedHeadsText(static_cast<int>(all.size()));
    return tr("ablated: head %1 of layer %2").arg(all.front().head + 1).arg(all.front().layer + 1);
}

}  // namespace

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

void sayAblated(Figure& figure, const Ablation& ablation, const NetworkConfig& network) {
    auto* maps = dynamic_cast<HeatMapGridFigure*>(&figure);
    QStringList notes;
    if (const std::string heads = ablatedText(network, ablation); !heads.empty()) {
        figure.facts.emplace_back(QStringLiteral("ablated"), QString::fromStdString(heads));
        if (!maps || std::ranges::none_of(maps->maps, &HeatMap::off)) notes << headsText(heads, network);
    }
    if (!ablation.maskedTokens.empty()) {
        QStringList positions;
        for (const int32_t position : ablation.maskedTokens) positions << QString::number(position);
        figure.facts.emplace_back(QStringLiteral("masked"), positions.join(QLatin1Char(' ')));
        notes << maskedTokensText(static_cast<int>(positions.size()));
    }
    if (maps) maps->notes << notes;
    if (auto* curves = dynamic_cast<CurveFigure*>(&figure); curves && !curves->panels.empty())
        for (const QString& note : notes) curves->panels.front().title += QStringLiteral(" · ") + note;
}

}  // namespace attx
