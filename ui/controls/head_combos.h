// Lists to choose from what is shown of a network: a head, by its layer and itself or the mean of all; a
// method of explanation.
#pragma once
#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>

#include "model/attribute/explain_methods.h"
#include "model/config/config.h"
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

/// An entry for a method, whose sentence, formula and source are its tool tip.
inline void addMethod(QComboBox& methods, const ExplainMethodInfo& info, const QVariant& data = {}) {
    methods.addItem(modelText(info.title), data);
    methods.setItemData(methods.count() - 1,
                        QStringLiteral("%1\n%2\n%3")
                            .arg(modelText(info.sentence), modelText(info.formula), modelText(info.source)),
                        Qt::ToolTipRole);
}

}  // namespace attx
