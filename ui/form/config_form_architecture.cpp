// The part of the form that makes several choices of the network at once.
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include "model/config/architecture.h"
#include "ui/controls/fold_group.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"

namespace attx {

void ConfigForm::addArchitectureRow(FoldGroup* group) {
    architectureCombo_ = addChoiceRow(group, tr("architecture"));
    architectureCombo_->setObjectName(QStringLiteral("architectures"));
    architectureCombo_->setToolTip(tr(
        "Makes several of the choices below at once, and those of positions, activation and feed-forward."));
    for (const KnownArchitecture& known : knownArchitectures())
        architectureCombo_->addItem(modelText(known.label));
    architectureCombo_->addItem(tr("own choice"));
    // The names are longer than what fits behind a name as wide as those of the fields.
    if (auto* label = architectureCombo_->parentWidget()->findChild<QLabel*>())
        whenZoomed(label, [label] {
            label->setFixedWidth(label->fontMetrics().horizontalAdvance(label->text()) + 2);
        });
    connect(architectureCombo_, &QComboBox::activated, this, &ConfigForm::chooseArchitecture);
}

void ConfigForm::chooseArchitecture(int index) {
    const auto known = knownArchitectures();
    if (index >= int(known.size())) return showArchitecture();
    choose(known[index], config_);
    for (FormField* field : fields_) field->show(config_);
    fieldEdited(nullptr);
}

void ConfigForm::showArchitecture() {
    const QSignalBlocker blocker(architectureCombo_);
    const KnownArchitecture* known = architectureOf(config_);
    const auto all = knownArchitectures();
    architectureCombo_->setCurrentIndex(int(known ? known - all.data() : std::ssize(all)));
}

}  // namespace attx
