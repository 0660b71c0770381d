// What the window offers to a user who is new to it: cards at the start, and next steps
// once a network has been trained.
#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QTabBar>
#include <functional>
#include <utility>
#include <vector>

#include "model/config/config.h"
#include "model/config/task.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/sequence_edit.h"
#include "ui/form/config_form.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/presentation.h"
#include "ui/window/search_entries.h"
#include "ui/window/start_page.h"
#include "ui/window/time_bar.h"

namespace attx {

/// The pages and, in their room, the start page.
QWidget* MainWindow::makeRoomOfPages(QWidget* parent) {
    auto* room = new QWidget(parent);
    auto* layout = new QStackedLayout(room);
    start_ = new StartPage(room);
    layout->addWidget(pages_);
    layout->addWidget(start_);
    for (QAbstractItemView* list : pages_->findChildren<QAbstractItemView*>()) list->installEventFilter(this);
    connect(form_, &ConfigForm::stepTimed, start_, &StartPage::speedMeasured);
    connect(start_, &StartPage::closed, this, &MainWindow::closeStart);
    connect(start_, &StartPage::presetChosen, this, [this](const QString& name) {
        if (model_.isBusy()) return sayWaitForRun();
        RunConfig config = presetByName(name.toStdString());
        form_->useOwnMachine(config);
        changeConfig(config);
        pages_->show(QStringLiteral("attention"));  // The page on which it is seen to learn
        closeStart();
        Q_EMIT trainRequested(form_->config());
    });
    connect(start_, &StartPage::lessonChosen, this, [this](const QString& id) {
        closeStart();
        help_->choose(id);
        reveal(help_);
        help_->lesson().takeKeyboard();
    });
    connect(pages_, &PageStack::turned, this, &MainWindow::closeStart);
    connect(pages_->placeTabs(), &QTabBar::tabBarClicked, start_, [this] { closeStart(); });
    return room;
}

/// Digits and letters mean the same in tables and lists as everywhere: there they would look for a row.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    auto* list = qobject_cast<QAbstractItemView*>(watched);
    if (!list || event->type() != QEvent::KeyPress || list->window() != this)
        return QMainWindow::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isKey = key->text().size() == 1 && key->text().front() > QLatin1Char(' ') &&
                       !(key->modifiers() & ~Qt::KeypadModifier);
    if (!isKey) return QMainWindow::eventFilter(watched, event);
    QCoreApplication::sendEvent(list->parentWidget(), event);
    return true;
}

void MainWindow::showStart() {
    if (presentation_->isOn()) presentation_->toggle();
    static_cast<QStackedLayout*>(start_->parentWidget()->layout())->setCurrentWidget(start_);
    start_->setFocus();
}

void MainWindow::closeStart() {
    auto* layout = static_cast<QStackedLayout*>(start_->parentWidget()->layout());
    if (layout->currentWidget() != start_) return;
    layout->setCurrentWidget(pages_);
    pages_->current().setFocus();
}

bool MainWindow::isAtStart() const { return !start_->isHidden(); }

void MainWindow::stateIs(RunState state) {
    const RunState before = std::exchange(state_, state);
    if (state != RunState::Idle) closeStart();
    if ((before != RunState::Training && before != RunState::Paused) || state != RunState::Finished) return;
    if (!helpIsAsked_ && help_->chosen().isEmpty()) setShown(help_, false);
    offerNextSteps();
}

/// Over the figure of a network that has just been trained; it goes by itself.
void MainWindow::offerNextSteps() {
    if (notice_->matters()) return;
    std::vector<NoticeBar::Offer> offers;
    const auto on = [this](Page& page, std::function<void()> act) {
        return [this, &page, act = std::move(act)] {
            pages_->show(page.id());
            if (act) act();
        };
    };
    auto& attention = page<AttentionPage>();
    if (isSets(model_.config().data))
        offers.push_back({tr("Make your own set"), on(page<SetsPage>(), {})});
    else if (isPictures(model_.config().data))
        offers.push_back({tr("Look at the patches"), on(page<PicturePage>(), {})});
    else if (auto& text = page<TextPage>(); text.suits(model_.config()))
        offers.push_back({tr("Type your own"), on(text, [&text] { focusOn(text.ownText()); })});
    else
        offers.push_back({tr("Type your own"),
                          on(attention, [&attention] { focusOn(attention.sequenceEdit()->line()); })});
    offers.push_back({tr("Ablate a head"),
                      on(attention, [&attention] { attention.ablationBar()->setSwitchesHeads(true); })});
    if (auto& explain = page<ExplainPage>(); explain.suits(model_.config()) && &pages_->current() != &explain)
        offers.push_back({tr("Explain this answer"), on(page<ExplainPage>(), {})});
    if (hasFormer_) offers.push_back({tr("Back to the former network"), [this] { Q_EMIT backRequested(); }});
    nextOffered_ = tr("What next?");
    notice_->showOffers(nextOffered_, offers, NoticeBar::Stays::ForAWhile);
}

void MainWindow::hideNotice() { notice_->forget(); }

}  // namespace attx
