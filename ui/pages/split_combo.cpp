#include "ui/pages/split_combo.h"

#include <QCoreApplication>

#include "model/data/dataset.h"
#include "ui/controls/combo.h"

namespace attx {

QComboBox* makeSplitCombo(const RunModel& model, int& choice, QWidget* parent) {
    QComboBox* combo = makeCombo(
        QCoreApplication::translate("attx::SplitCombo", "Data"),
        QCoreApplication::translate("attx::SplitCombo", "Data that the network has not learned from"),
        {QCoreApplication::translate("attx::SplitCombo", "validation data"),
         QCoreApplication::translate("attx::SplitCombo", "test data")},
        parent);
    keepIn(choice, combo);
    const auto fit = [&model, combo] { combo->setVisible(!model.data() || !model.data()->isOnePart); };
    QObject::connect(&model.shown(), &Shown::networkChanged, combo, fit);
    QObject::connect(&model.shown(), &Shown::sampleChanged, combo, fit);
    fit();
    return combo;
}

}  // namespace attx
