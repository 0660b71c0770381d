// The parts of the form that are about several of its rows: those that are shown, few or all and those that
// are sought, and the choice of an architecture.
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>
#include <algorithm>

#include "model/config/architecture.h"
#include "model/config/config.h"
#include "model/config/presets.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "ui/controls/fold_group.h"
#include "ui/controls/page_tabs.h"
#include "ui/form/config_form.h"
#include "ui/form/form_content.h"
#include "ui/form/form_field.h"
#include "ui/form/preset_list.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"

namespace attx {

/// Presets, the choice between few and all settings, and the search.
void ConfigForm::addTop() {
    QWidget* content = formLayout_->parentWidget();
    auto* presetRow = new QHBoxLayout;
    presetRow->setContentsMargins(12, 0, 0, 0);
    auto* presetLabel = new QLabel(tr("&preset"), content);
    presetCombo_ = makePresetCombo(content);
    presetCombo_->setAccessibleName(tr("Preset"));
    presetCombo_->setToolTip(
        tr("Fills the whole form with a run that is known to work. An edit makes it “custom”."));
    presetLabel->setBuddy(presetCombo_);
    presetRow->addWidget(presetLabel);
    presetRow->addWidget(presetCombo_, 1);
    formLayout_->addLayout(presetRow);
    presetLine_ = new QLabel(content);
    presetLine_->setObjectName(QStringLiteral("presetLine"));
    presetLine_->setContentsMargins(12, 0, 0, 0);
    presetLine_->setWordWrap(true);
    presetLine_->setTextFormat(Qt::PlainText);
    setLabelFont(presetLine_);
    formLayout_->addWidget(presetLine_);

    levels_ = new PageTabs(content);
    levels_->setObjectName(QStringLiteral("levels"));
    levels_->setAccessibleName(tr("Which settings are shown"));
    levels_->setToolTip(tr("The few settings that one tries first, or all of them"));
    levels_->addTab(tr("Simple"));
    levels_->addTab(tr("All settings"));
    levels_->setCurrentIndex(1);
    levels_->setUsesScrollButtons(false);
    auto* levelRow = new QHBoxLayout;
    levelRow->setContentsMargins(4, 0, 0, 0);
    levelRow->addWidget(levels_);
    levelRow->addStretch(1);
    formLayout_->addLayout(levelRow);
    connect(levels_, &QTabBar::currentChanged, this, [this](int level) { setShowsAll(level == 1); });
    sought_ = new QLineEdit(content);
    sought_->setObjectName(QStringLiteral("sought"));
    sought_->setPlaceholderText(tr("find a setting"));
    sought_->setAccessibleName(tr("Find a setting"));
    sought_->setToolTip(tr("Shows the settings that have these words in their names, keys or descriptions"));
    sought_->setClearButtonEnabled(true);
    formLayout_->addWidget(sought_);
    connect(sought_, &QLineEdit::textChanged, this, &ConfigForm::showRelevantFields);
}

void ConfigForm::setShowsAll(bool all) {
    if (all == all_) return;
    all_ = all;
    const QSignalBlocker blocker(levels_);
    levels_->setCurrentIndex(all ? 1 : 0);
    sought_->clear();
    showRelevantFields();
}

void ConfigForm::showPreset() {
    const std::string preset = presetOf(config_);
    const QSignalBlocker blocker(presetCombo_);
    presetCombo_->setCurrentIndex(presetCombo_->findData(QString::fromStdString(preset)));
    presetLine_->setText(presetLine(preset, std::nullopt));  // showEstimate() says the time
    setPresetSpeed(*presetCombo_, flopsPerSecond_);
    presetLine_->setVisible(!presetLine_->text().isEmpty());
}

bool ConfigForm::isSought(const QString& words) const { return hasWords(words, sought_->text()); }

/// Of the rows that mean something to the configuration. What is wrong, is being typed or says where data of
/// one's own are is always among them.
bool ConfigForm::isShown(const FormField* field) const {
    if (all_) return isSought(searchText(keyInfo(field->path())));
    RunConfig config = config_;
    const bool hasFile = isPlaceOfData(keyInfo(field->path())) && !valueText(field->path(), config).empty();
    return isSimpleSetting(field->path()) || !field->problem().isEmpty() || hasFile ||
           field->isAncestorOf(QApplication::focusWidget());
}

void ConfigForm::showRows() {
    sought_->setVisible(all_);
    for (FormField* field : fields_) field->setVisible(field->isRelevant(config_) && isShown(field));
    const auto rowOf = [](const QComboBox* combo) { return combo->parentWidget(); };
    rowOf(deviceCombo_)->setVisible(all_ && isSought(deviceCombo_->accessibleName()));
    rowOf(architectureCombo_)->setVisible(!all_ || isSought(architectureCombo_->accessibleName()));
    const bool plain = !all_ || !sought_->text().isEmpty();
    for (FoldGroup* group : groups_) {
        group->setPlain(plain);
        const auto has = [&](const QWidget* row) { return group->isAncestorOf(row) && !row->isHidden(); };
        group->setVisible(std::ranges::any_of(fields_, has) || has(rowOf(deviceCombo_)) ||
                          has(rowOf(architectureCombo_)));
    }
    showOthers();
}

/// What is not shown and differs from what is known to work must be said.
void ConfigForm::showOthers() {
    const bool isPreset = presets().contains(config_.preset);
    RunConfig config = config_,
              usual = presetByName(isPreset ? config_.preset : infoOf(config_.data.task).preset);
    QStringList labels;
    for (const FormField* field : fields_)
        if (field->isRelevant(config_) && !isShown(field) &&
            valueText(field->path(), config) != valueText(field->path(), usual))
            labels << field->label();
    const QString named = labels.join(QStringLiteral(", "));
    showOn(others_, tr("also changed: %1").arg(named));
    others_->setToolTip(tr("They have other values than in the preset “%1”. Show all settings.")
                            .arg(modelText(presetTitle(usual.preset))));
    others_->setVisible(!all_ && !labels.isEmpty());
}

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
