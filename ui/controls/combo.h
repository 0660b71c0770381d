// A list to choose from, named for people who hear it and for those who point at it.
#pragma once
#include <QComboBox>
#include <QVariantMap>
#include <algorithm>

namespace attx {

[[nodiscard]] inline QComboBox* makeCombo(const QString& name, const QString& tip, const QStringList& items,
                                          QWidget* parent,
                                          QComboBox::SizeAdjustPolicy policy = QComboBox::AdjustToContents) {
    auto* combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setToolTip(tip);
    combo->addItems(items);
    combo->setSizeAdjustPolicy(policy);
    return combo;
}

/// Chooses the entry whose number `controls` has under `key`: the first without one, the last beyond it.
inline void restoreCombo(QComboBox* combo, const QVariantMap& controls, const char* key) {
    combo->setCurrentIndex(
        std::clamp(controls.value(QLatin1String(key)).toInt(), 0, std::max(0, combo->count() - 1)));
}

}  // namespace attx
