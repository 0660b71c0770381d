#include "ui/pages/training/head_curves.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/kept_field.h"
#include "ui/figures/curves/head_history_figure.h"
#include "ui/look/model_text.h"
#include "ui/views/figure_frame.h"

namespace attx {

HeadCurves::HeadCurves(RunModel& model, Kept& kept, const std::function<FigureFrame*(CurveView*)>& framed,
                       QWidget* parent)
    : QWidget(parent), model_(model), choice_(kept.of<Choice>()), study_(&kept.of<Study<HeadHistory>>()) {
    auto* layout = flatLayout<QVBoxLayout>(this);
    auto* row = new QWidget(this);
    auto* controls = new ControlRow(row);
    QStringList names;
    for (const HeadQuantity& quantity : headQuantities()) names << modelText(quantity.title);
    quantity_ = makeCombo(tr("What is drawn of each head"),
                          tr("Entropy, distance, importance, or the share of the attention that lies on a "
                             "pattern; of the first %1 sequences or sets of the validation data")
                              .arg(historySamples),
                          names, row);
    keepIn(choice_.quantity, quantity_);
    logX_ = makeIconButton("log-scale", tr("Log x"),
                           tr("Equal distances along the axis are equal ratios: the first steps, in which "
                              "most happens, have their room; step 0 is left out"),
                           row);
    logX_->setText(tr("Log x"));
    logX_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    logX_->setCheckable(true);
    keepIn(choice_.logX, logX_);
    measure_ = new QPushButton(row);

    controls->addWidget(quantity_);
    controls->addWidget(logX_);
    controls->addWidget(measure_);
    summary_ = controls->addText(tr("What was measured"));
    view_ = new CurveView(this);
    frame_ = framed(view_);
    layout->addWidget(row);
    layout->addWidget(frame_, 1);
    connect(quantity_, &QComboBox::currentIndexChanged, this, &HeadCurves::showCurves);
    connect(logX_, &QToolButton::toggled, this, &HeadCurves::showCurves);
    connect(measure_, &QPushButton::clicked, this, &HeadCurves::measure);
    connect(study_, &StudyBase::changed, this, &HeadCurves::showCurves);
    for (auto signal : {&RunModel::snapshotsChanged, &RunModel::resultChanged})
        connect(&model_, signal, this, &HeadCurves::showState);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] { study_->forget(); });
    connect(&model_, &RunModel::metricsReset, this, [this] { study_->forget(); });
    const auto mark = [this] {
        const auto& snapshot = model_.shown().snapshot();
        view_->setMarker(snapshot ? std::optional(double(snapshot->step)) : std::nullopt);
    };
    connect(&model_.shown(), &Shown::snapshotChosen, this, mark);
    mark();
    showCurves();
    view_->keepRangesIn(choice_.ranges);
}

void HeadCurves::saveTo(QVariantMap& controls) const {
    controls.insert(QStringLiteral("headQuantity"), quantity_->currentIndex());
    controls.insert(QStringLiteral("headLogX"), logX_->isChecked());
}

void HeadCurves::restoreFrom(const QVariantMap& controls) {
    restoreCombo(quantity_, controls, "headQuantity");
    logX_->setChecked(controls.value(QStringLiteral("headLogX")).toBool());
}

void HeadCurves::measure() {
    if (study_->isAsking()) {
        study_->cancel();
        return;
    }
    choice_.measured = model_.snapshots();
    study_->ask(model_.subject(), [folder = model_.folder().toStdString(), snapshots = choice_.measured](
                                      const Subject& subject, const Study<HeadHistory>::Report& report,
                                      const std::atomic<bool>& interrupt) {
        return headHistory(subject, folder, snapshots, report, interrupt);
    });
}

void HeadCurves::showState() {
    const HeadHistory* answer = study_->answer();
    const bool can = !model_.snapshots().empty() && model_.data() && !model_.folder().isEmpty();
    measure_->setText(study_->isAsking() ? tr("Stop") : tr("Measure"));
    measure_->setAccessibleName(study_->isAsking() ? tr("Stop measuring the heads")
                                                   : tr("Measure the heads"));
    measure_->setEnabled(can || study_->isAsking());
    measure_->setToolTip(can ? tr("Look at every snapshot of this run with every head in turn ablated; takes "
                                  "seconds to minutes")
                             : tr("Needs a run with snapshots of its training, and its data"));
    QString text;
    if (study_->isAsking()) {
        text = tr("measuring: %1 of %2 snapshots …")
                   .arg(answer ? answer->moments.size() : 0)
                   .arg(choice_.measured.size());
    } else if (answer) {
        text = tr("snapshots: %1, validation samples: %2").arg(answer->moments.size()).arg(answer->samples);
        if (choice_.measured != model_.snapshots()) text += tr(" · the run has other snapshots by now");
    } else {
        text = can ? tr("not measured yet") : tr("This network has no snapshots to measure.");
    }
    summary_->setText(text);
    view_->setEmptyText(can && !study_->isAsking()
                            ? tr("Press Measure: every head is looked at in every snapshot of the training.")
                            : QString());
}

void HeadCurves::showCurves() {
    showState();
    HeadHistory none;  // empty axes until there is an answer
    none.layers = model_.config().network.numLayers;
    none.heads = model_.config().network.numHeads;
    const HeadHistory* answer = study_->answer();
    CurveFigure figure = headHistoryFigure(
        answer ? *answer : none, size_t(std::max(quantity_->currentIndex(), 0)), view_->figure().marker);
    if (answer) sayAblated(figure, study_->askedWith());
    for (CurvePanel& panel : figure.panels) panel.logX = logX_->isChecked();
    view_->setFigure(figure);
    view_->setAccessibleName(figure.title());
}

void HeadCurves::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showState();  // the folder may have come meanwhile
}

}  // namespace attx
