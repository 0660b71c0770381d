#include "ui/figures/network/pair_figure.h"

#include <algorithm>
#include <numeric>

#include "ui/figures/figures_of_run.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

QString threeDecimals(float value) { return withMinus(QString::number(double(value), 'f', 3)); }

constexpr size_t mostClasses = 5;

/// "12 '0'": its position, from 1, and what stands there.
QString positionName(const Sample& sample, int position) {
    const QString word = positionTexts(sample).value(position);
    return word.isEmpty() ? QString::number(position + 1)
                          : QStringLiteral("%1 '%2'").arg(position + 1).arg(word);
}

BarPanel termsPanel(const PairDetail& pair) {
    BarPanel panel;
    panel.key = QStringLiteral("score-terms");
    panel.title = tr("What the score is made of (query – key)");
    if (!pair.terms) {
        panel.names = {tr("whole score")};
        panel.values = {static_cast<double>(pair.score)};
        panel.note =
            pair.pair.layer > 0
                ? tr("Content and position can be separated in the first layer only; later layers mix them.")
                : tr("A norm stands in front of the first layer's queries and keys, so that content and "
                     "position cannot be separated.");
        return panel;
    }
    panel.names = {tr("content – content"), tr("content – position"), tr("position – content"),
                   tr("position – position"), tr("bias")};
    panel.values.assign(pair.terms->begin(), pair.terms->end());
    return panel;
}

BarPanel productsPanel(const PairDetail& pair) {
    BarPanel panel;
    panel.key = QStringLiteral("products");
    panel.title = tr("q ∘ k / √d by dimension: they add up to the score");
    panel.upright = true;
    if (pair.distance != 0)
        panel.note =
            tr("%1 is taken from their sum for the distance (ALiBi).").arg(double(pair.distance), 0, 'g', 3);
    panel.values.assign(pair.products.begin(), pair.products.end());
    for (size_t d = 0; d < pair.products.size(); ++d) panel.names << QString::number(d + 1);
    return panel;
}

BarPanel classesPanel(const PairDetail& pair, const DataNames& names, const DataConfig& data) {
    BarPanel panel;
    panel.key = QStringLiteral("classes");
    if (pair.logits.size() == 1) {
        panel.title = tr("What this pair adds to the score of member %1").arg(pair.pair.query + 1);
        panel.names = {tr("score of a member")};
        panel.values = {static_cast<double>(pair.logits[0])};
        return panel;
    }
    panel.title = pair.logitsOfPosition
                      ? tr("What this pair adds to the logits of output %1").arg(pair.pair.query + 1)
                      : tr("What this pair adds to the logits");
    std::vector<size_t> order(pair.logits.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return pair.logits[a] > pair.logits[b]; });
    order.resize(std::min(order.size(), mostClasses));
    for (const size_t label : order) {
        panel.names << (label < names.classes.size() ? QString::fromStdString(names.classes[label])
                                                     : tr("class %1").arg(label));
        panel.texts << classText(data, names, label);
        panel.values.push_back(double(pair.logits[label]));
    }
    return panel;
}

}  // namespace

BarFigure pairFigure(const PairDetail& pair, const DataNames& names, const DataConfig& data) {
    BarFigure figure;
    figure.setName(QStringLiteral("pair"));
    figure.setTitle(tr("A pair up close"));
    const PairIndex& at = pair.pair;
    figure.setChoice({QStringLiteral("--layer"), QString::number(at.layer), QStringLiteral("--head"),
                      QString::number(at.head), QStringLiteral("--query"), QString::number(at.query),
                      QStringLiteral("--key"), QString::number(at.key)});
    figure.lines = {
        tr("Layer %1, head %2: query %3 → key %4")
            .arg(at.layer + 1)
            .arg(at.head + 1)
            .arg(positionName(pair.sample, at.query), positionName(pair.sample, at.key)),
        tr("attention %1 · score q · k / √d = %2").arg(threeDecimals(pair.weight), threeDecimals(pair.score)),
        tr("adds a vector of length %1 (full value vector: %2)")
            .arg(threeDecimals(pair.writtenNorm), threeDecimals(pair.valueNorm))};
    figure.panels = {termsPanel(pair), productsPanel(pair), classesPanel(pair, names, data)};
    saySample(figure, pair.sample);
    return figure;
}

}  // namespace attx
