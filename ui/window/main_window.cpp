#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDataStream>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QIODevice>
#include <QLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTabBar>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "model/run/time_estimate.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/line.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/controls/state_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/look/model_text.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/places/places_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/training/head_curves.h"
#include "ui/pages/training/training_page.h"
#include "ui/state/comparison.h"
#include "ui/window/foot_row.h"
#include "ui/window/header_bar.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/orientation_line.h"
#include "ui/window/presentation.h"
#include "ui/window/run_files.h"
#include "ui/window/status_line.h"
#include "ui/window/time_bar.h"
#include "ui/window/undo_history.h"

namespace attx {
namespace {

constexpr quint32 layoutVersion = 2;
// Version 1 named pages by their places, which were these.
constexpr quint32 layoutByPlace = 1;
constexpr const char* pagesByPlace[] = {"training", "attention", "explain", "positions",
                                        "schedule", "steps",     "text",    "sets"};

}  // namespace

MainWindow::MainWindow(RunModel& model, Theme& theme, QWidget* parent)
    : QMainWindow(parent), model_(model), theme_(theme) {
    setWindowTitle(tr("Attention Explorer"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));
    setAcceptDrops(true);
    resize(usualSize());
    layout()->setSizeConstraint(QLayout::SetNoConstraint);  // parts give way before it is too small for them
    setMinimumSize(leastSize());
    kept_ = new Kept(this);
    comparison_ = new Comparison(model_.shown(), this);
    files_ = new RunFiles(model_, this);
    connect(files_, &RunFiles::openRequested, this, &MainWindow::openRequested);
    connect(files_, &RunFiles::reportRequested, this, &MainWindow::saveReport);
    connect(files_, &RunFiles::openBesideRequested, this, &MainWindow::openBesideRequested);
    connect(files_, &RunFiles::closeComparisonRequested, comparison_, &Comparison::close);
    makeHistory();
    build();
    connect(&model_, &RunModel::stateChanged, this, &MainWindow::showState);
    connect(&model_, &RunModel::stateChanged, this, &MainWindow::stateIs);
    connect(&model_, &RunModel::progressChanged, this, &MainWindow::showProgress);
    connect(&model_, &RunModel::resultChanged, this, &MainWindow::showProgress);
    connect(&model_.shown(), &Shown::sampleChanged, this,
            [this] { form_->setData(model_.config().data, model_.data().get()); });
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        showSchedule(form_->config());
        showDifference();
    });
    connect(comparison_, &Comparison::changed, this,
            [this] { files_->setCompares(comparison_->second() != nullptr); });
    connect(comparison_, &Comparison::closed, this, [this](const QString& why) { showNotice(why, false); });
    showState();
    helpIsAsked_ = true;  // "Reset layout" shows the help
    firstLayout_ = layoutState();
    helpIsAsked_ = false;
    history_->formShown(form_->config());
    history_->clear();
}

MainWindow::~MainWindow() { delete takeCentralWidget(); }  // Pages first: they use the other members

OrientationLine& MainWindow::orientation() const { return status_->orientation(); }

void MainWindow::build() {
    auto* central = new QWidget(this);
    form_ = new ConfigForm(central);
    form_->setShowsAll(false);
    notice_ = new NoticeBar(central);
    pages_ = new PageStack(model_, *comparison_, *kept_, central);
    status_ = new StatusLine(model_, central);
    connect(pages_, &PageStack::readout, status_, &StatusLine::showReadout);
    connect(pages_, &PageStack::noticed, this, &MainWindow::showNotice);
    connect(pages_, &PageStack::saved, this, &MainWindow::showSaved);
    connect(&page<RunsPage>(), &RunsPage::openRequested, this, &MainWindow::openRequested);
    connect(&page<RunsPage>(), &RunsPage::compareRequested, this, &MainWindow::openBesideRequested);
    time_ = new TimeBar(model_, central, kept_);
    connect(time_, &TimeBar::saveRequested, this, &MainWindow::saveAnimation);

    auto* right = flatLayout<QVBoxLayout>(nullptr, 0);
    formDiffers_ = new StateBar(tr("Form and network"), tr("Back to the network shown"),
                                tr("Puts the settings of the network shown into the form again"), central);
    formDiffers_->setContentsMargins(16, 4, 16, 0);
    connect(formDiffers_, &StateBar::clicked, this, [this] { changeConfig(model_.config()); });
    auto* pageRow = new QHBoxLayout;
    pageRow->setContentsMargins(8, 0, 8, 0);
    pageRow->addWidget(pages_->pageTabs());
    pageRow->addStretch(1);
    right->addLayout(pageRow);
    right->addWidget(formDiffers_);
    QWidget* room = makeRoomOfPages(central);
    right->addWidget(room, 1);
    notice_->layOver(room, right, status_);
    presentation_ = new Presentation(*this, theme_, model_, *pages_, *kept_, central);

    auto* body = flatLayout<QHBoxLayout>(nullptr, 0);
    body->addWidget(form_);
    QFrame* beside = makeLine(QFrame::VLine, central);
    body->addWidget(beside);
    body->addLayout(right, 1);
    help_ = new HelpPanel(model_, central);
    body->addWidget(help_);
    auto* layout = flatLayout<QVBoxLayout>(central, 0);
    layout->addLayout(body, 1);
    QFrame* above = makeLine(QFrame::HLine, central);
    layout->addWidget(above);
    layout->addWidget(new FootRow(presentation_->runButtons(), time_, status_, form_, central));
    setCentralWidget(central);
    presentation_->setAround({form_, beside, help_, formDiffers_, above, status_});
    connect(presentation_, &Presentation::turned, notice_, &NoticeBar::keepOffersBack);
    connect(presentation_, &Presentation::trainClicked, this, [this] { form_->controls().toggleTraining(); });
    connect(&form_->controls(), &RunControls::trainTextChanged, presentation_, &Presentation::setTrainText);
    presentation_->setTrainText(form_->controls().trainButton()->text());

    auto* header = new HeaderBar(this);
    setMenuBar(header);
    makeMenus();
    header->setTabs(pages_->placeTabs());
    // A click leaves the keys to the window: space trains, digits choose pages.
    for (QWidget* widget : central->findChildren<QWidget*>())
        if ((qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget)) &&
            (widget->focusPolicy() & Qt::ClickFocus))
            widget->setFocusPolicy(Qt::TabFocus);
    connectForm();
    const auto turnTo = [this] {
        if (visiting_) return;
        if (!pageNotice_.isEmpty() && notice_->text() == pageNotice_) notice_->forget();
        pageNotice_.clear();
        time_->setVisible(pages_->current().followsTraining());
        status_->orientation().setPage(pages_->current());
        help_->setPage(pages_->current());
    };
    connect(pages_, &PageStack::currentChanged, this, turnTo);
    auto& steps = page<StepsPage>();
    connect(&steps, &StepsPage::sourceChanged, this, turnTo);
    connect(&page<AttentionPage>(), &AttentionPage::stepsRequested, &steps, &StepsPage::showHead);
    turnTo();
    showSchedule(form_->config());
    pages_->show(QStringLiteral(
        "attention"));  // the attention of fresh weights is worth seeing before anything is trained
}

/// All texts again, in another language: what is in the window is made again, and put where it was. The pages
/// go on with what is kept.
void MainWindow::rebuild() {
    if (presentation_->isOn()) presentation_->toggle();
    const QByteArray layout = layoutState();
    const RunConfig config = form_->config();
    const ConfigForm::Rest rest = form_->rest();
    const NoticeBar::Content notice = notice_->content();
    const LessonPanel::Doing doing = help_->lesson().doing();
    const auto hasGivenWay = [](const QWidget* part) { return part->isHidden() && isWanted(part); };
    const bool isPageChosen = pages_->isChosen(), atStart = isAtStart();
    const bool formGaveWay = hasGivenWay(form_), helpGaveWay = hasGivenWay(help_);
    const QString waiting = status_->waiting();
    const LessonShelf lessons = help_->lessons();
    delete takeCentralWidget();
    delete menuBar();
    build();
    centralWidget()->show();  // now, so that what changes size from here on is laid out again
    form_->setConfig(model_.isBusy() ? model_.config()
                                     : config);  // a rate that waits for Return goes on waiting
    form_->setData(model_.config().data, model_.data().get());
    setWaiting(waiting);
    showState();
    files_->setCompares(comparison_->second() != nullptr);
    setRunsFolder(files_->folder());
    setLessons(lessons.folder, lessons.files);
    Q_EMIT rebuilt();  // Sent before a page is shown that asks: it is answered from here on
    restoreLayoutState(layout);
    pages_->setChosen(isPageChosen);
    if (formGaveWay) giveWay(form_);
    if (helpGaveWay) giveWay(help_);
    notice_->setContent(notice);
    if (!notice.text.isEmpty() && notice.text == nextOffered_)
        offerNextSteps();  // Its buttons led to pages that are gone
    showConfig(config);
    form_->setRest(rest);
    help_->lesson().goOn(doing);
    if (atStart) showStart();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    // Later, and once: the entry of the menu that asked for it goes, too.
    if (event->type() != QEvent::LanguageChange || std::exchange(rebuilding_, true)) return;
    QTimer::singleShot(0, this, [this] {
        rebuild();
        rebuilding_ = false;
    });
}

void MainWindow::connectForm() {
    connect(form_, &ConfigForm::edited, this, [this](const RunConfig& config) {
        help_->lesson().setForm(config);
        showSchedule(config);
        showDifference();
        Q_EMIT configEdited(config);
    });
    connect(&page<PositionsPage>(), &PositionsPage::trainWithoutRequested, this, [this] {
        LessonStep without;
        without.page = QStringLiteral("training");
        without.settings = {{QStringLiteral("network.positional_encoding"), QStringLiteral("false")}};
        setUp(without);
        if (!model_.isBusy() && form_->config().network.positions == Positions::None)
            Q_EMIT trainRequested(form_->config());
    });
    connect(form_, &ConfigForm::stepTimed, &page<RunsPage>(), &RunsPage::setTrialSpeed);
    connect(form_, &ConfigForm::trainClicked, this, &MainWindow::trainRequested);
    connect(form_, &ConfigForm::pauseClicked, this, &MainWindow::pauseRequested);
    connect(form_, &ConfigForm::stepClicked, this, &MainWindow::stepRequested);
    connect(form_, &ConfigForm::stopClicked, this, &MainWindow::stopRequested);
    connect(form_, &ConfigForm::restartClicked, this, &MainWindow::restartRequested);
    connect(form_, &ConfigForm::learningRateChanged, this, [this](double rate) {
        history_->formEdited(form_->config());
        showSchedule(form_->config());
        Q_EMIT learningRateChanged(rate);
    });
}

QByteArray MainWindow::layoutState() const {
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    // What gave way to a large zoom is wanted, and gives way again where it has to.
    stream << layoutVersion << saveGeometry() << pages_->current().id() << isWanted(form_) << form_->folded()
           << pages_->controls() << SaveDialog::answers() << model_.firstQueryBelow() << isWanted(help_)
           << help_->chosen() << help_->lesson().progress() << (helpIsAsked_ || !help_->chosen().isEmpty())
           << form_->showsAll();
    return state;
}

void MainWindow::restoreLayoutState(const QByteArray& state) {
    QDataStream stream(state);
    stream.setVersion(QDataStream::Qt_6_0);
    quint32 version = 0;
    QByteArray geometry;
    QString page;
    bool formShown = true;
    QStringList folded;
    QVariantMap controls, answers;
    stream >> version;
    if (version == layoutVersion) {
        stream >> geometry >> page >> formShown >> folded >> controls;
    } else if (version == layoutByPlace) {
        int place = 0;
        QVariantList list;
        stream >> geometry >> place >> formShown >> folded >> list;
        page = QLatin1String(pagesByPlace[std::clamp(place, 0, int(std::size(pagesByPlace)) - 1)]);
        for (qsizetype i = 0; i < std::min<qsizetype>(list.size(), std::ssize(pagesByPlace)); ++i)
            controls[QLatin1String(pagesByPlace[i])] = list[i];
    } else {
        return;
    }
    if (stream.status() != QDataStream::Ok) return;
    bool firstQueryBelow = false, helpShown = false;
    QString lesson;
    QVariantMap progress;
    stream >> answers >> firstQueryBelow >> helpShown >> lesson >>
        progress;  // older states have none of them
    helpIsAsked_ = true;
    if (!stream.atEnd()) stream >> helpIsAsked_;
    bool showsAll = true;  // Stays true for settings older than the choice
    if (!stream.atEnd()) stream >> showsAll;
    help_->setVisible(helpShown && (helpIsAsked_ || rebuilding_));
    help_->lesson().restoreProgress(progress);
    help_->choose(lesson);
    model_.setFirstQueryBelow(firstQueryBelow);
    SaveDialog::setAnswers(answers);
    if (!rebuilding_) restoreGeometry(geometry);  // otherwise it has it, and the pages their choices
    form_->setVisible(formShown);
    form_->setFolded(folded);
    form_->setShowsAll(showsAll);
    if (!rebuilding_) pages_->restoreControls(controls);
    pages_->show(PageStack::pageMeant(page, controls));
    if (!rebuilding_) history_->clear();
}

void MainWindow::showNotice(const QString& text, bool isError) {
    notice_->showNotice(withSettingNames(text), isError);
    status_->showReadout({});  // "Saving …", "Describing …": it is over, one way or another
}

void MainWindow::showPageNotice(const QString& text) {
    showNotice(text, true);
    pageNotice_ = notice_->text();
}

void MainWindow::setWaiting(const QString& text) {
    if (text == status_->waiting()) return;
    status_->setWaiting(text);
    form_->controls().setWaiting(!text.isEmpty());
    pages_->setAwaiting(!text.isEmpty());
    showState();
}

void MainWindow::stayOpen() {
    closing_ = Closing::No;
    show();
}

/// A network that was trained or opened stays until Train builds another; fresh ones follow the form.
bool MainWindow::formIsOfAnother() const {
    const RunConfig &form = form_->config(), &shown = model_.config();
    return model_.state() == RunState::Finished &&
           (form.network != shown.network || !sameTables(form.data, shown.data));
}

void MainWindow::showDifference() {
    const bool differs = formIsOfAnother();
    form_->controls().setDiffers(differs);
    formDiffers_->setText(
        differs ? tr("The settings differ from the network shown. Press Train to apply them.") : QString());
}

void MainWindow::showSchedule(const RunConfig& config) {
    if (!check(config).empty()) return;  // the last one that can be trained stays
    std::optional<SplitRows> rows;
    if (model_.data() && sameTables(config.data, model_.config().data)) rows = splitRows(*model_.data());
    for (Page* page : pages_->pages()) page->showForm(config, rows);
}

void MainWindow::showState() {
    form_->setState(model_.state());
    if (!model_.isBusy() && notice_->text() == waitForRun()) hideNotice();
    showDifference();
    showProgress();
}

void MainWindow::showProgress() {
    const QString name = model_.name();
    setWindowTitle(name.isEmpty() ? tr("Attention Explorer") : tr("%1 – Attention Explorer").arg(name));
    status_->showProgress();
    form_->controls().setProgress(
        model_.isRunning() ? std::optional(shareOf(model_.progress())) : std::nullopt, status_->words());
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    const int key = event->key();
    if (help_->lesson().takesAnswer(event->text())) return;
    if (key >= Qt::Key_0 && key <= Qt::Key_9)
        pages_->showPlace(key - Qt::Key_1);
    else if (key == Qt::Key_Space && !event->isAutoRepeat())
        presentation_->isOn() ? time_->togglePlaying() : form_->controls().toggleTraining();
    else if (key == Qt::Key_S)
        form_->controls().step();
    else if (key == Qt::Key_P && !event->isAutoRepeat())
        time_->togglePlaying();
    else if (key == Qt::Key_Comma || key == Qt::Key_Period)
        time_->move(key == Qt::Key_Comma ? -1 : 1);
    else if (key == Qt::Key_Escape) {
        // First out of a line that is typed in.
        Page& page = pages_->current();
        closeStart();
        if (qobject_cast<QLineEdit*>(focusWidget()))
            page.setFocus();
        else if (!page.goBack()) {
            if (presentation_->isOn()) presentation_->toggle();
            page.setFocus();
        }
    } else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const bool isUnsaved =
        model_.state() == RunState::Finished && model_.path().isEmpty() && !model_.metrics().steps.empty();
    const bool asksOfRun = model_.isRunning() || isUnsaved;
    if ((!asksOfRun && !page<RunsPage>().isSweeping()) || closing_ == Closing::Agreed) {
        if (presentation_->isOn()) presentation_->toggle();
        event->accept();
        return;
    }
    event->ignore();
    if (closing_ == Closing::Asking) return;
    closing_ = Closing::Asking;
    if (asksOfRun)
        askToClose();
    else
        askToStopSweep();
}

void MainWindow::askToStopSweep() {
    auto* box = new QMessageBox(QMessageBox::Question, tr("A sweep is being trained"),
                                tr("Closing the window stops the sweep. Close it all the same?"),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(sweepStops());
    QPushButton* stop = box->addButton(tr("&Stop and close"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(box, &QMessageBox::finished, this, [this, box, stop] {
        closing_ = box->clickedButton() == stop ? Closing::Agreed : Closing::No;
        if (closing_ == Closing::Agreed) close();
    });
    box->open();
}

QString MainWindow::sweepStops() {
    return tr("What the runs of the sweep have learned is saved. Train it again, and it goes on from there.");
}

void MainWindow::askToClose() {
    const bool isKept = !model_.name().isEmpty();
    auto* box = new QMessageBox(
        QMessageBox::Question,
        model_.isRunning() ? tr("Training in progress") : tr("The run is in no folder"),
        isKept ? tr("The network is still training. Keep what it has learned so far?")
        : model_.isRunning()
            ? tr("The network is still training, and the run has no folder to be kept in. Cancel and "
                 "choose File, Save model as, to keep what it has learned.")
            : tr("The run shown has no folder to be kept in. Cancel and choose File, Save model as, "
                 "unless you have done so."),
        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const int64_t before = model_.resumedStep();
    QStringList more;
    if (isKept)
        more << (before > 0
                     ? tr("The run was resumed at step %1; what it had learned by then stays in any case.")
                           .arg(before)
                     : tr("Discarding removes the folder of the run."));
    if (page<RunsPage>().isSweeping())
        more << tr("The sweep is stopped, too.") + QLatin1Char(' ') + sweepStops();
    box->setInformativeText(more.join(QLatin1Char('\n')));
    QPushButton* keep = isKept ? box->addButton(tr("&Keep run"), QMessageBox::AcceptRole) : nullptr;
    QPushButton* discard = box->addButton(
        before > 0
            ? tr("&Discard steps since it was resumed: %1").arg(std::ssize(model_.metrics().steps) - before)
            : tr("&Discard"),
        QMessageBox::DestructiveRole);
    QPushButton* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setDefaultButton(keep ? keep : cancel);
    connect(box, &QMessageBox::finished, this, [this, box, keep, discard] {
        closing_ = Closing::No;
        const QAbstractButton* clicked = box->clickedButton();
        if (!clicked || (clicked != keep && clicked != discard)) return;
        closing_ = Closing::Agreed;
        Q_EMIT closeRequested(clicked == keep);
    });
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::ranges::any_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    event->acceptProposedAction();
    if (urls.size() == 1)
        Q_EMIT openRequested(urls.front().toLocalFile());
    else
        showNotice(tr("One file or folder can be opened at a time: drop one of them."), true);
}

}  // namespace attx
