#include "ui/pages/attention/ablation_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/look/unit_text.h"
#include "ui/state/ablation_study.h"
#include "ui/views/token_strip.h"

namespace attx {
namespace {

QPushButton* makeTextButton(const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);  // a click leaves the keys to the page
    return button;
}

QString percent(double share) { return AblationBar::tr("%1 %").arg(100 * share, 0, 'f', 1); }

}  // namespace

AblationBar::AblationBar(const RunModel& model, AblationStudy& study, bool& switches,
                         const TokenStrip& tokens, QWidget* parent)
    : QWidget(parent), model_(model), study_(study), tokens_(tokens) {
    switch_ = makeTextButton(
        tr("Ablate heads"),
        tr("A click on a head ablates it, or restores it (so does Ctrl+click at any time): prediction, "
           "maps and validation loss follow. Right-click for more."),
        this);
    switch_->setCheckable(true);
    keepIn(switches, switch_);
    sweep_ = makeTextButton(
        tr("Head importance"),
        tr("Ablates each head in turn and shows by how much the validation loss increases"), this);
    row_ = new ControlRow(this);
    line_ = new QWidget(parent);
    for (QWidget* widget : std::initializer_list<QWidget*>{switch_, sweep_}) row_->addWidget(widget);
    progress_ = new QProgressBar(line_);
    progress_->setTextVisible(false);
    whenZoomed(progress_, [this] { progress_->setFixedSize(zoomed(96), zoomed(8)); });
    progress_->setAccessibleName(tr("Heads measured"));
    state_ = new QLabel(line_);
    state_->setAccessibleName(tr("What is ablated, and its effect"));
    state_->setWordWrap(true);
    reset_ = makeTextButton(tr("Restore all"), tr("Restore every ablated head and masked token"), line_);
    // What comes and goes has a line of its own: beside the buttons it would move those behind it.
    auto* line = flatLayout<QHBoxLayout>(line_);
    line->addWidget(reset_);
    line->addWidget(progress_);
    line->addWidget(state_, 1);

    connect(sweep_, &QPushButton::clicked, &study_, [this] {
        if (study_.isSweeping())
            study_.cancelSweep();
        else
            study_.startSweep();
    });
    connect(reset_, &QPushButton::clicked, &study_, &AblationStudy::reset);
    connect(&study_, &AblationStudy::changed, this, &AblationBar::refresh);
    connect(switch_, &QPushButton::toggled, this, &AblationBar::refresh);
    connect(&tokens_, &TokenStrip::positionHovered, this, &AblationBar::refresh);
    // A click on the next network's heads enlarges again.
    connect(&model_.shown(), &Shown::networkChanged, switch_, [this] { switch_->setChecked(false); });
    refresh();
}

void AblationBar::addControl(QWidget* control) { row_->addWidget(control); }

bool AblationBar::switchesHeads() const { return switch_->isChecked(); }

void AblationBar::setSwitchesHeads(bool switches) { switch_->setChecked(switches); }

QString AblationBar::text() const {
    const int heads = study_.headsOff(), tokens = int(model_.ablation().maskedTokens.size());
    QStringList off;
    if (heads > 0) off << ablatedHeadsText(heads);
    if (tokens > 0) off << maskedTokensText(tokens);
    if (off.isEmpty() && switch_->isChecked()) return tr("Click a head to ablate it.");
    QString text = off.join(QStringLiteral(", "));
    if (const auto& effect = study_.effect())
        text += tr(" · accuracy %1 → %2, loss %3 → %4")
                    .arg(percent(effect->whole.accuracy()), percent(effect->ablated.accuracy()))
                    .arg(effect->whole.meanLoss(), 0, 'g', 3)
                    .arg(effect->ablated.meanLoss(), 0, 'g', 3);
    return text;
}

void AblationBar::refresh() {
    const HeadAblation* sweep = study_.sweep();
    sweep_->setEnabled(study_.canMeasure());
    sweep_->setText(study_.isSweeping() ? tr("Cancel") : tr("Head importance"));
    sweep_->setAccessibleName(sweep_->text());
    progress_->setVisible(study_.isSweeping());
    if (study_.isSweeping()) {
        progress_->setRange(0, sweep->layers * sweep->heads);
        progress_->setValue(int(sweep->without.size()));
    }
    state_->setText(text());
    state_->setVisible(!text().isEmpty());  // Also while heads are switched, so that no click moves the maps
    reset_->setVisible(switch_->isChecked() || !model_.ablation().empty());  // Shown for the same reason
    reset_->setEnabled(!model_.ablation().empty());
    if (!tokens_.isPointedAt())
        line_->setVisible(!progress_->isHidden() || !state_->isHidden() || !reset_->isHidden());
}

}  // namespace attx
