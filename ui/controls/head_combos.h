// Two lists to choose a head of a network from: its layer, and itself or the mean of all.
#pragma once
#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>

#include "model/config/config.h"

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

}  // namespace attx
