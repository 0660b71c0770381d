#include "ui/window/time_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <array>
#include <numeric>

#include "model/network/schedule.h"
#include "model/run/records.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/kept_field.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr std::array speeds{1, 2, 5, 10, 20, 30};  // snapshots a second
constexpr int usualSpeed = 2;                      // Index into `speeds`
constexpr int leastSlider = 80;                    // px

}  // namespace

TimeBar::Choice::Choice() : speed(usualSpeed) {}

TimeBar::TimeBar(RunModel& model, QWidget* parent, Kept* kept)
    : QWidget(parent), model_(model), choice_((kept ? *kept : *new Kept(this)).of<Choice>()) {
    auto* layout = flatLayout<QHBoxLayout>(this);
    name_ = new QLabel(tr("timeline"), this);
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setAccessibleName(tr("Training timeline"));
    slider_->setPageStep(10);
    name_->setBuddy(slider_);
    auto* label = new ElidedLabel(this);
    label->setElision(Qt::ElideRight);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    label_ = label;
    label_->setAccessibleName(tr("Snapshot shown"));
    play_ = makeIconButton("play-animation", tr("Play"), tr("Play the training (key p)"), this);
    speed_ = new QComboBox(this);
    for (const int speed : speeds) speed_->addItem(tr("%1/s").arg(speed), speed);
    keepIn(choice_.speed, speed_);
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("How many snapshots a second are played"));
    save_ = makeIconButton("animation", tr("Save animation"),
                           tr("Save this page's figure at every snapshot: as numbered pictures, MP4 or GIF"),
                           this);
    layout->addWidget(name_);
    layout->addWidget(play_);
    layout->addWidget(slider_, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{label_, speed_, save_}) layout->addWidget(widget);
    whenZoomed(label_, [this] { reserveLabel(); });

    connect(slider_, &QSlider::valueChanged, this, [this](int index) {
        setPlaying(false);
        choose(index);
    });
    connect(play_, &QToolButton::clicked, this, &TimeBar::togglePlaying);
    connect(save_, &QToolButton::clicked, this, [this] {
        setPlaying(false);
        Q_EMIT saveRequested();
    });
    connect(speed_, &QComboBox::currentIndexChanged, this, [this] {
        if (isPlaying()) setPlaying(true);
    });
    connect(&timer_, &QTimer::timeout, this, &TimeBar::playOn);
    connect(&model_, &RunModel::snapshotsChanged, this, &TimeBar::showMoments);
    connect(&model_.shown(), &Shown::snapshotChosen, this, &TimeBar::showMoments);
    for (auto changed : {&RunModel::progressChanged, &RunModel::resultChanged})
        connect(&model_, changed, this, &TimeBar::showLabel);
    connect(&model_, &RunModel::stateChanged, this, &TimeBar::showLabel);
    connect(&model_.shown(), &Shown::networkChanged, this, &TimeBar::reserveLabel);
    const bool plays = choice_.plays;
    showMoments();
    setPlaying(plays);
}

/// Room for the longest that this run comes to, so that the slider does not move under the pointer.
void TimeBar::reserveLabel() {
    const RunConfig& config = model_.config();
    const Snapshot last{
        .step = plannedSteps(config, model_.trainRows()), .epoch = config.training.epochs, .bytes = 0};
    reserved_ = label_->fontMetrics().horizontalAdvance(tr("now: %1").arg(snapshotName(config, last)));
    fit();
}

/// The slider first: where there is no room for all, its name gives way, then the animation, then the speed.
void TimeBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void TimeBar::fit() {
    const int most = width() - play_->sizeHint().width() - zoomed(leastSlider) - 2 * layout()->spacing();
    label_->setFixedWidth(std::min(reserved_, std::max(most, 0)));
    speed_->setVisible(width() >= widthWith({speed_}));
    save_->setVisible(width() >= widthWith({speed_, save_}));
    name_->setVisible(width() >= widthWith({speed_, save_, name_}));
}

/// In px, of the parts that are always there and of `parts`.
int TimeBar::widthWith(std::initializer_list<const QWidget*> parts) const {
    int width = zoomed(leastSlider) + reserved_ + layout()->spacing();
    const auto add = [&](const QWidget* part) { width += part->sizeHint().width() + layout()->spacing(); };
    add(play_);
    std::ranges::for_each(parts, add);
    return width;
}

QSize TimeBar::sizeHint() const { return {widthWith({speed_, save_, name_}), QWidget::sizeHint().height()}; }

QSize TimeBar::minimumSizeHint() const { return {widthWith({}), QWidget::minimumSizeHint().height()}; }

int TimeBar::indexOfMoment() const {
    if (!model_.shown().snapshot()) return momentCount();
    // One that has been thinned out since stands where it stood: at the last one before it.
    const auto& all = model_.snapshots();
    const auto after = std::ranges::upper_bound(all, model_.shown().snapshot()->step, {}, &Snapshot::step);
    return std::max(int(after - all.begin()) - 1, 0);
}

void TimeBar::choose(int index) {
    if (index >= 0 && index < momentCount())
        model_.shown().chooseSnapshot(model_.snapshots()[index]);
    else
        model_.shown().chooseNow();
}

void TimeBar::move(int moments) {
    slider_->setValue(slider_->value() + moments);  // Stays within its range
}

void TimeBar::setPlaying(bool on) {
    const bool was = isPlaying();
    if (on && momentCount() > 0) {
        if (!was && indexOfMoment() >= momentCount() - 1) choose(0);
        timer_.start(1000 / speed_->currentData().toInt());
    } else {
        timer_.stop();
    }
    choice_.plays = isPlaying();
    if (isPlaying() == was) return;
    play_->setIcon(themedIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play-animation")));
    play_->setAccessibleName(isPlaying() ? tr("Pause playing") : tr("Play"));
}

void TimeBar::playOn() {
    if (!model_.shown().isSettled()) return;  // a snapshot that takes long to read is not left out
    const int next = indexOfMoment() + 1;
    if (next < momentCount()) choose(next);
    if (next >= momentCount() - 1) setPlaying(false);
}

void TimeBar::showMoments() {
    const int count = momentCount();
    {
        const QSignalBlocker blocker(slider_);
        slider_->setRange(0, count);
        slider_->setValue(indexOfMoment());
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{slider_, play_, speed_, save_})
        widget->setEnabled(count > 0);
    if (count == 0) setPlaying(false);
    const auto& all = model_.snapshots();
    const uint64_t bytes = std::accumulate(all.begin(), all.end(), uint64_t{0},
                                           [](uint64_t sum, const Snapshot& s) { return sum + s.bytes; });
    QString tip =
        tr("Every page shows the network as it was at this snapshot of its training; the right end is now "
           "(keys , and .).");
    if (count > 0)
        tip +=
            QLatin1Char(' ') +
            tr("Snapshots of this run on disk: %1, %2; how often and how much is set in the form, under "
               "Snapshots.")
                .arg(count)
                .arg(QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat));
    slider_->setToolTip(tip);
    showLabel();
}

void TimeBar::showLabel() {
    if (model_.state() == RunState::Starting) return;  // what is shown is what was shown
    QString text;
    const auto& steps = model_.metrics().steps;
    if (model_.shown().snapshot())
        text = snapshotName(model_.config(), *model_.shown().snapshot());
    else if (model_.state() == RunState::Idle)
        text = tr("before training");
    else if (model_.isRunning())
        text = tr("now: %1").arg(snapshotName(
            model_.config(),
            steps.empty() ? Snapshot()
                          : Snapshot{.step = steps.back().step, .epoch = steps.back().epoch, .bytes = 0}));
    else if (model_.result() && model_.result()->bestEpoch > 0)
        text = tr("best epoch: %1").arg(model_.result()->bestEpoch);
    else
        text = tr("as saved");
    label_->setText(text);
    slider_->setAccessibleDescription(text);
}

}  // namespace attx
