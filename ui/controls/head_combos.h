// Lists to choose from what is shown of a network: a head, by its layer and itself or the mean of all; a
// method of explanation.
#pragma once
#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <span>

#include "model/attribute/explain_methods.h"
#include "model/config/task.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/look/model_text.h"

namespace attx {

/// `layer` and `head` are the places that are chosen; neither list emits anything.
inline void fillHeads(QComboBox& layers, QComboBox& heads, const NetworkConfig& network, int layer,
                      int head) {
    const QSignalBlocker first(layers), second(heads);
    layers.clear();
    for (int i = 1; i <= network.numLayers; ++i) layers.addItem(QString::number(i));
    layers.setCurrentIndex(layer);
    heads.clear();
    heads.addItem(QCoreApplication::translate("attx::HeadCombos", "mean"));
    for (int i = 1; i <= network.numHeads; ++i) heads.addItem(QString::number(i));
    heads.setCurrentIndex(head);
}

/// A method's sentence, formula and source.
[[nodiscard]] inline QString tipOf(const ExplainMethodInfo& info) {
    return QStringLiteral("%1\n%2\n%3")
        .arg(modelText(info.sentence), modelText(info.formula), modelText(info.source));
}

/// Why the network of `config` has no such explanation of a sample of so many positions; empty: it has.
[[nodiscard]] inline QString whyNoMethod(const ExplainMethodInfo& info, const RunConfig& config,
                                         int positions) {
    if (const char* const why = info.whyNot(config.network, sampleKind(config.data))) return modelText(why);
    if (info.method != ExplainMethod::Flow || positions <= longestFlowShown) return {};
    return QCoreApplication::translate("attx::HeadCombos",
                                       "Up to %1 positions only, because it takes long; there are %2.")
        .arg(longestFlowShown)
        .arg(positions);
}

/// An entry for each method; see fitMethods().
inline void addMethods(QComboBox& combo, std::span<const ExplainMethodInfo> methods) {
    for (const ExplainMethodInfo& info : methods) combo.addItem(modelText(info.title));
}

/// The entries from `first` on, one for each method. What the network does not have cannot be chosen, and the
/// tool tip begins with the reason; where it was chosen, the first entry is.
inline void fitMethods(QComboBox& combo, int first, std::span<const ExplainMethodInfo> methods,
                       const RunConfig& config, int positions) {
    auto* entries = static_cast<QStandardItemModel*>(combo.model());
    for (const ExplainMethodInfo& info : methods) {
        const QString why = whyNoMethod(info, config, positions);
        QStandardItem* entry = entries->item(first);
        entry->setEnabled(why.isEmpty());
        entry->setToolTip(why.isEmpty() ? tipOf(info) : why + QLatin1Char('\n') + tipOf(info));
        if (!why.isEmpty() && combo.currentIndex() == first) combo.setCurrentIndex(0);
        ++first;
    }
}

}  // namespace attx
