#include "ui/form/run_controls.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"

namespace attx {
namespace {

constexpr int progressSteps = 1000;

}  // namespace

RunControls::RunControls(QWidget* parent) : QWidget(parent) {
    auto* lines = flatLayout<QVBoxLayout>(this, 4);
    progress_ = new QProgressBar(this);
    progress_->setRange(0, progressSteps);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress of the run"));
    whenZoomed(progress_, [this] { progress_->setFixedHeight(zoomed(8)); });
    progress_->hide();
    lines->addWidget(progress_);
    row_ = new QHBoxLayout;
    row_->setContentsMargins(0, 4, 0, 0);
    row_->setSpacing(4);
    lines->addLayout(row_);
    trainButton_ = new QPushButton(themedIcon(QStringLiteral("train")), tr("Train"), this);
    trainButton_->setAccessibleName(tr("Train"));
    trainButton_->setFocusPolicy(Qt::TabFocus);
    whenZoomed(trainButton_, [this] { trainButton_->setMinimumHeight(zoomed(32)); });
    row_->addWidget(trainButton_, 1);
    pauseButton_ = addButton("pause", tr("Pause"), tr("Hold the run where it is (space)"));
    stepButton_ = addButton("step", tr("Step"), tr("Train a single step (s)"));
    stopButton_ = addButton("stop", tr("Stop"), tr("End the run here; what it has learned is kept"));
    restartButton_ = addButton("restart", tr("Start over"), tr("Begin again from initial weights"));
    restartButton_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(restartButton_);
    QAction* same = menu->addAction(themedIcon(QStringLiteral("restart")), tr("Start over"));
    same->setToolTip(tr("From the same initial weights"));
    QAction* fresh =
        menu->addAction(themedIcon(QStringLiteral("restart-seed")), tr("Start over with a new seed"));
    menu->setToolTipsVisible(true);
    restartButton_->setMenu(menu);

    connect(trainButton_, &QPushButton::clicked, this, &RunControls::trainClicked);
    connect(pauseButton_, &QToolButton::clicked, this, &RunControls::pauseClicked);
    connect(stepButton_, &QToolButton::clicked, this, &RunControls::stepClicked);
    connect(stopButton_, &QToolButton::clicked, this, &RunControls::stopClicked);
    connect(same, &QAction::triggered, this, [this] { Q_EMIT restartClicked(false); });
    connect(fresh, &QAction::triggered, this, [this] { Q_EMIT restartClicked(true); });
}

QToolButton* RunControls::addButton(const char* icon, const QString& name, const QString& tip) {
    QToolButton* button = makeIconButton(icon, name, tip, this);
    whenZoomed(button, [button] { button->setIconSize({zoomed(20), zoomed(20)}); });
    button->setFocusPolicy(Qt::TabFocus);
    row_->addWidget(button);
    return button;
}

void RunControls::setState(RunState state, const QString& problems) {
    state_ = state;
    problems_ = problems;
    const bool valid = problems.isEmpty();
    // A button that the keyboard has just pressed hands its focus to the one that undoes it.
    const bool trainHadFocus = trainButton_->hasFocus(), pauseHadFocus = pauseButton_->hasFocus();
    const bool isTrained = state == RunState::Finished;
    trainButton_->setText(state == RunState::Paused || goesOn_ ? tr("Resume")
                          : isTrained                          ? tr("Train again")
                                                               : tr("Train"));
    trainButton_->setToolTip(
        !valid    ? tr("Not yet: %1").arg(problems)
        : goesOn_ ? tr("Resume this run (space); a change of the form begins a new one")
        : differs_
            ? tr("Apply the settings: train the network that they describe, from initial weights (space)")
        : isTrained ? tr("Train a new network from initial weights (space); a notice leads back to this one")
                    : tr("Train this network (space)"));
    Q_EMIT trainTextChanged(trainButton_->text());
    const bool canTrain = valid && state != RunState::Training && state != RunState::Starting;
    trainButton_->setEnabled(canTrain);
    trainButton_->setDefault(trainButton_->isEnabled());
    drawTrainIcon();
    pauseButton_->setEnabled(state == RunState::Training);
    stepButton_->setEnabled(canTrain && (!isTrained || steps_));
    stepButton_->setToolTip(
        !valid ? tr("Not yet: %1").arg(problems)
        : isTrained && !steps_
            ? tr("Only a run that is in its folder can go on, with the settings that it has")
            : tr("Train a single step (s)"));
    showStop();
    restartButton_->setEnabled(valid);
    if (trainHadFocus && !trainButton_->isEnabled()) {
        if (pauseButton_->isEnabled())
            pauseButton_->setFocus();
        else
            window()->setFocus();  // not to the next in line, where the same key would stop the run
    }
    if (pauseHadFocus && !pauseButton_->isEnabled()) trainButton_->setFocus();
}

void RunControls::setProgress(std::optional<double> share, const QString& words) {
    progress_->setVisible(share.has_value());
    progress_->setValue(int(share.value_or(0) * progressSteps));
    progress_->setToolTip(words);
}

void RunControls::setGoesOn(bool goesOn, bool steps) {
    goesOn_ = goesOn;
    steps_ = steps;
    setState(state_, problems_);
}

void RunControls::setDiffers(bool differs) {
    differs_ = differs;
    setState(state_, problems_);
}

void RunControls::setWaiting(bool waits) {
    waits_ = waits;
    showStop();
}

void RunControls::showStop() {
    const bool runs = state_ == RunState::Training || state_ == RunState::Paused;
    const bool prepares = waits_ || state_ == RunState::Starting;
    stopButton_->setEnabled(runs || prepares);
    stopButton_->setToolTip(runs || !prepares ? tr("End the run here; what it has learned is kept")
                                              : tr("Stop what is being prepared"));
}

void RunControls::toggleTraining() {
    if (state_ == RunState::Training)
        pauseButton_->click();
    else
        trainButton_->click();
}

bool RunControls::canStep() const { return stepButton_->isEnabled(); }

void RunControls::step() { stepButton_->click(); }

void RunControls::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    const auto type = event->type();
    if ((type == QEvent::PaletteChange || type == QEvent::FontChange) && restartButton_) drawTrainIcon();
}

void RunControls::drawTrainIcon() {
    // On the accent colour the icon takes the colour of the text.
    QPixmap icon = themedIcon(QStringLiteral("train"))
                       .pixmap(trainButton_->iconSize(), devicePixelRatioF(),
                               trainButton_->isEnabled() ? QIcon::Selected : QIcon::Disabled);
    if (differs_ && trainButton_->isEnabled()) {
        QPainter painter(&icon);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(QPalette::HighlightedText));
        const qreal side = 0.3 * trainButton_->iconSize().width();
        painter.drawEllipse(QRectF(trainButton_->iconSize().width() - side, 0, side, side));
    }
    trainButton_->setIcon(icon);
}

}  // namespace attx
