#include "ui/window/status_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "model/run/records.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/flat_layout.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/window/orientation_line.h"

namespace attx {
namespace {

constexpr int leastWithDevice = 1000;  // px
constexpr std::chrono::seconds briefly{4};

}  // namespace

double shareOf(const TrainProgress& progress) {
    if (progress.totalSteps <= 0) return 0;
    return double(progress.step) / double(progress.totalSteps);
}

StatusLine::StatusLine(const RunModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    auto* layout = flatLayout<QHBoxLayout>(this, 16);
    readout_ = new ElidedLabel(this);
    readout_->setElision(Qt::ElideRight);  // The value stands before what is said of it
    readout_->setAccessibleName(tr("Value under the pointer"));
    // A long read-out is cut, not the window widened.
    readout_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    device_ = new QLabel(this);
    device_->setAccessibleName(tr("Device"));
    words_ = new QLabel(this);
    words_->setAccessibleName(tr("Progress in words"));
    orientation_ = new OrientationLine(model, this);
    layout->addWidget(orientation_, 1);
    layout->addWidget(readout_, 1);
    layout->addWidget(device_);
    layout->addWidget(words_);
    ends_.setSingleShot(true);
    for (auto signal : {&Shown::parametersChosen, &Shown::ablationChanged})
        connect(&model.shown(), signal, this, &StatusLine::showProgress);
    connect(&ends_, &QTimer::timeout, this, [this] { showReadout({}); });
    showReadout({});
}

/// What is said least often gives way first.
void StatusLine::resizeEvent(QResizeEvent*) { device_->setVisible(width() >= zoomed(leastWithDevice)); }

QString StatusLine::words() const { return words_->text(); }

void StatusLine::showBriefly(const QString& text) {
    showReadout(text);
    ends_.start(briefly);
}

void StatusLine::showReadout(const QString& text) {
    ends_.stop();
    readout_->setText(text);
    readout_->setVisible(!text.isEmpty());
    orientation_->setVisible(text.isEmpty());
}

void StatusLine::setWaiting(const QString& text) {
    waiting_ = text;
    showProgress();
}

void StatusLine::showProgress() {
    const TrainProgress& progress = model_.progress();
    device_->setText(deviceText(model_.device()));
    words_->setToolTip(device_->text());
    const RunState state = model_.state();
    QString text;
    if (!waiting_.isEmpty() && !model_.isRunning()) {
        text = waiting_;
    } else if (state == RunState::Starting) {
        text = tr("starting …");
    } else if (state == RunState::Finished && model_.result()) {
        const RunResult& result = *model_.result();
        text = result.testAccuracy ? tr("test accuracy %1 %, %2")
                                         .arg(100 * *result.testAccuracy, 0, 'f', 2)
                                         .arg(durationText(std::chrono::duration<double>(result.seconds)))
                                   : tr("ended at step %1").arg(result.steps);
        if (result.testAccuracy && (model_.shown().snapshot() || !model_.ablation().empty()))
            text = tr("at the run's end: %1").arg(text);  // not of what is shown
    } else if (state == RunState::Finished && model_.parameters()) {
        text = tr("opened, %1 parameters").arg(countText(std::ssize(*model_.parameters())));
    } else if (state == RunState::Idle) {
        text = tr("not trained yet");
    } else if (model_.isRunning()) {
        text = tr("%1 %").arg(int(100 * shareOf(progress)));
        if (state == RunState::Paused)
            text = tr("%1, paused").arg(text);
        else if (progress.secondsLeft)
            text = tr("%1, %2 left")
                       .arg(text, durationText(std::chrono::duration<double>(*progress.secondsLeft)));
    }
    words_->setText(text);
}

}  // namespace attx
