#include "ui/pages/attention/ablation_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/kept_field.h"
#include "ui/look/unit_text.h"
#include "ui/state/ablation_study.h"

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

AblationBar::AblationBar(const RunModel& model, AblationStudy& study, bool& switches, QWidget* parent)
    : QWidget(parent), model_(model), study_(study) {
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
    layers_ = makeTextButton(tr("Whole layers"), tr("Ablates all heads of a layer, or restores them"), this);
    layers_->setMenu(new QMenu(layers_));
    auto* buttons = new QWidget(this);
    row_ = new ControlRow(buttons);
    for (QWidget* widget : std::initializer_list<QWidget*>{switch_, sweep_, layers_}) row_->addWidget(widget);
    progress_ = new QProgressBar(this);
    progress_->setTextVisible(false);
    whenZoomed(progress_, [this] { progress_->setFixedSize(zoomed(96), zoomed(8)); });
    progress_->setAccessibleName(tr("Heads measured"));
    state_ = new QLabel(this);
    state_->setAccessibleName(tr("What is ablated, and its effect"));
    state_->setWordWrap(true);
    reset_ = makeTextButton(tr("Restore all"), tr("Restore every ablated head and masked token"), this);
    // What comes and goes has a line of its own: beside the buttons it would move those behind it.
    auto* layout = flatLayout<QVBoxLayout>(this, 4);
    layout->addWidget(buttons);
    auto* line = new QHBoxLayout;
    layout->addLayout(line);
    line->addWidget(reset_);
    line->addWidget(progress_);
    line->addWidget(state_, 1);

    connect(sweep_, &QPushButton::clicked, &study_, [this] {
        if (study_.isSweeping())
            study_.cancelSweep();
        else
            study_.startSweep();
    });
    connect(layers_->menu(), &QMenu::aboutToShow, this, &AblationBar::listLayers);
    connect(reset_, &QPushButton::clicked, &study_, &AblationStudy::reset);
    connect(&study_, &AblationStudy::changed, this, &AblationBar::refresh);
    connect(switch_, &QPushButton::toggled, this, &AblationBar::refresh);
    // A click on the next network's heads enlarges again.
    connect(&model_.shown(), &Shown::networkChanged, switch_, [this] { switch_->setChecked(false); });
    refresh();
}

void AblationBar::addControl(QWidget* control) { row_->addWidget(control); }

void AblationBar::listLayers() {
    QMenu* menu = layers_->menu();
    menu->clear();
    const int heads = model_.config().network.numHeads;
    for (int layer = 0; layer < model_.config().network.numLayers; ++layer) {
        QAction* action = menu->addAction(tr("Ablate layer %1").arg(layer + 1), &study_,
                                          [this, layer] { study_.toggleLayer(layer); });
        bool off = true;
        for (int head = layer * heads; head < (layer + 1) * heads; ++head) off = off && study_.isOff(head);
        action->setCheckable(true);
        action->setChecked(off);
    }
}

bool AblationBar::switchesHeads() const { return switch_->isChecked(); }

QString AblationBar::text() const {
    const int heads = study_.headsOff(), tokens = static_cast<int>(model_.ablation().maskedTokens.size());
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
    layers_->setVisible(model_.config().network.numLayers > 1);
    progress_->setVisible(study_.isSweeping());
    if (study_.isSweeping()) {
        progress_->setRange(0, sweep->layers * sweep->heads);
        progress_->setValue(static_cast<int>(sweep->without.size()));
    }
    state_->setText(text());
    state_->setVisible(!text().isEmpty());  // with the mode on, so that no click moves the maps
    reset_->setVisible(switch_->isChecked() || !model_.ablation().empty());  // for the same reason
    reset_->setEnabled(!model_.ablation().empty());
}

}  // namespace attx
