#include "ui/window/presentation.h"

#include <QHBoxLayout>
#include <QLayout>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <utility>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/pages/figure_space.h"
#include "ui/window/page_stack.h"

namespace attx {
namespace {

constexpr int leastWithLesson =
    1600;  // px of a screen from which on a lesson beside a figure is enlarged, too

bool holdsFigure(const QWidget* widget) {
    return qobject_cast<const FigureFrame*>(widget) || widget->findChild<FigureFrame*>();
}

/// The part itself, or what scrolls in it; null: it has none.
FigureSpace* spaceIn(QWidget* part) {
    auto* space = qobject_cast<FigureSpace*>(part);
    return space ? space : part->findChild<FigureSpace*>();
}

}  // namespace

Presentation::Presentation(QMainWindow& window, Theme& theme, const RunModel& model, PageStack& pages,
                           Kept& kept, QObject* parent)
    : QObject(parent),
      window_(window),
      theme_(theme),
      model_(model),
      pages_(pages),
      run_(new QWidget(&window)),
      train_(new QPushButton(run_)),
      stop_(makeIconButton("stop", tr("Stop"), tr("End the run here; what it has learned is kept"), run_)),
      choice_(kept.of<Choice>()) {
    auto* row = flatLayout<QHBoxLayout>(run_, 4);
    row->addWidget(train_);
    row->addWidget(stop_);
    stop_->setFocusPolicy(Qt::TabFocus);
    connect(stop_, &QToolButton::clicked, this, &Presentation::stopClicked);
    train_->setFocusPolicy(Qt::TabFocus);
    train_->setAccessibleName(tr("Train or pause"));
    train_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    train_->setToolTip(tr(
        "Train, or hold the run where it is; space plays the timeline, F11 or Esc leaves the presentation"));
    connect(train_, &QPushButton::clicked, this, &Presentation::trainClicked);
    connect(&model_, &RunModel::stateChanged, this, &Presentation::showState);
    showState();
}

void Presentation::showState() {
    const RunState state = model_.state();
    const bool trains = state == RunState::Training;
    train_->setText(trains ? tr("Pause") : trainText_);
    train_->setIcon(themedIcon(trains ? QStringLiteral("pause") : QStringLiteral("train")));
    train_->setEnabled(state != RunState::Starting);
    stop_->setVisible(model_.isBusy());
}

void Presentation::setTrainText(const QString& text) {
    trainText_ = text;
    showState();
}

void Presentation::toggle() { on_ ? leave() : enter(); }

void Presentation::hide(QWidget* widget) {
    if (widget->isHidden()) return;
    hidden_.emplace_back(widget);
    widget->hide();
}

void Presentation::enter() {
    on_ = true;
    bool hasLesson = false;
    for (QWidget* widget : around_) {
        const auto* lesson = widget->findChild<QWidget*>(QStringLiteral("lesson"));
        if (!lesson || lesson->isHidden())
            hide(widget);
        else
            hasLesson = hasLesson || !widget->isHidden();
    }
    hide(window_.menuBar());
    hide(pages_.placeTabs());
    pages_.showTabs();
    for (const Page* page : pages_.pages())
        for (QWidget* part : page->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (const FigureSpace* space = spaceIn(part))
                hide(space->controls());
            else if (!part->isWindow() && !holdsFigure(part))
                hide(part);
    setMargins(false);
    zoomBefore_ = theme_.zoom();
    // A lesson in larger letters would take from the figure what it gains.
    const bool isNarrow = hasLesson && window_.screen()->size().width() < zoomBefore_ * leastWithLesson / 100;
    entered_ = isNarrow ? zoomBefore_ : std::max(choice_.zoomOfRoom, zoomBefore_);
    theme_.setZoom(entered_);
    stateBefore_ = window_.windowState();
    window_.setWindowState(stateBefore_ | Qt::WindowFullScreen);
    pages_.current().setFocus();  // keys go to what is shown, not to a control that is hidden now
    Q_EMIT turned(true);
}

void Presentation::leave() {
    on_ = false;
    for (const QPointer<QWidget>& widget : std::exchange(hidden_, {}))
        if (widget) widget->show();
    pages_.showTabs();
    setMargins(true);
    if (theme_.zoom() != entered_) choice_.zoomOfRoom = theme_.zoom();
    theme_.setZoom(zoomBefore_);
    window_.setWindowState(stateBefore_);
    Q_EMIT turned(false);
}

void Presentation::setMargins(bool roomy) {
    for (const Page* page : pages_.pages()) {
        const int above = roomy ? Page::marginAbove : 0;
        page->layout()->setContentsMargins(Page::marginBeside, above, Page::marginBeside, above);
    }
}

}  // namespace attx
