// A list to choose from, named for people who hear it and for those who point at it.
#pragma once
#include <QComboBox>

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

}  // namespace attx
