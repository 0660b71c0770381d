#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QDataStream>
#include <QDropEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QIODevice>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/controls/notice_bar.h"
#include "ui/controls/page_tabs.h"
#include "ui/controls/save_dialog.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/look/unit_text.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/positions/schedule_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/state/comparison.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

constexpr quint32 layoutVersion = 1;
constexpr int progressSteps = 1000;
constexpr QSize firstSize{1280, 800};

QFrame* makeLine(QFrame::Shape shape, QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(shape);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedHeight(shape == QFrame::HLine ? 1 : QWIDGETSIZE_MAX);
    if (shape == QFrame::VLine) line->setFixedWidth(1);
    return line;
}

}  // namespace

MainWindow::MainWindow(RunModel& model, Theme& theme, QWidget* parent)
    : QMainWindow(parent), model_(model), theme_(theme) {
    setWindowTitle(tr("Attention Explorer"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));
    setAcceptDrops(true);
    resize(firstSize);

    auto* central = new QWidget(this);
    form_ = new ConfigForm(central);
    notice_ = new NoticeBar(central);
    tabs_ = new PageTabs(central);
    tabs_->setAccessibleName(tr("Pages"));
    stack_ = new QStackedWidget(central);
    makePages();
    time_ = new TimeBar(model_, central);
    connect(time_, &TimeBar::saveRequested, this, &MainWindow::saveAnimation);

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    auto* tabRow = new QHBoxLayout;
    tabRow->setContentsMargins(8, 4, 16, 0);
    tabRow->addWidget(tabs_);
    tabRow->addStretch(1);
    auto* noticeRow = new QHBoxLayout;
    noticeRow->setContentsMargins(16, 4, 16, 0);
    noticeRow->addWidget(notice_);
    right->addLayout(tabRow);
    right->addLayout(noticeRow);
    right->addWidget(stack_, 1);
    right->addWidget(time_);

    auto* body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(form_);
    body->addWidget(makeLine(QFrame::VLine, central));
    body->addLayout(right, 1);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(body, 1);
    layout->addWidget(makeLine(QFrame::HLine, central));
    layout->addWidget(makeStatusLine());
    setCentralWidget(central);

    makeMenus();
    // A click leaves the keys to the window: space trains, digits choose pages.
    for (QWidget* widget : central->findChildren<QWidget*>())
        if ((qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget)) &&
            (widget->focusPolicy() & Qt::ClickFocus))
            widget->setFocusPolicy(Qt::TabFocus);
    connectForm();
    connect(&model_, &RunModel::stateChanged, this, &MainWindow::showState);
    connect(&model_, &RunModel::progressChanged, this, &MainWindow::showProgress);
    connect(&model_, &RunModel::resultChanged, this, [this] {
        if (model_.result()->msPerStep > 0)
            form_->setStepTime(std::chrono::duration<double, std::milli>(model_.result()->msPerStep));
        showProgress();
    });
    connect(&model_, &RunModel::sampleChanged, this,
            [this] { form_->setData(model_.config().data, model_.data().get()); });
    connect(&model_, &RunModel::networkChanged, this, [this] {
        showSchedule(form_->config());
        showSuitablePages();
    });
    connect(&theme_, &Theme::changed, this, &MainWindow::showTheme);
    showSuitablePages();
    showSchedule(form_->config());
    showState();
    showTheme();
    showPage(1);  // the attention of fresh weights is worth seeing before anything is trained
    firstLayout_ = layoutState();
}

MainWindow::~MainWindow() = default;

void MainWindow::makePages() {
    training_ = new TrainingPage(model_, stack_);
    comparison_ = new Comparison(model_, this);
    attention_ = new AttentionPage(model_, stack_);
    attention_->setComparison(*comparison_);
    explain_ = new ExplainPage(model_, stack_);
    explain_->setComparison(*comparison_);
    positions_ = new PositionsPage(model_, stack_);
    schedule_ = new SchedulePage(stack_);
    text_ = new TextPage(model_, stack_);
    sets_ = new SetsPage(model_, stack_);
    pages_ = {training_, attention_, explain_, positions_, schedule_, new StepsPage(stack_), text_, sets_};
    for (Page* page : pages_) {
        tabs_->addTab(page->title());
        stack_->addWidget(page);
        connect(page, &Page::readout, this, [this](const QString& text) { readoutLabel_->setText(text); });
        connect(page, &Page::notice, this, [this](const QString& text) { readoutLabel_->setText(text); });
    }
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        stack_->setCurrentIndex(index);
        readoutLabel_->clear();
        // The page, not a figure in it: keys work at once, and no focus frame is drawn before Tab is pressed.
        if (!tabs_->hasFocus()) pages_[static_cast<size_t>(index)]->setFocus();
    });
}

void MainWindow::showSuitablePages() {
    const RunConfig& config = model_.config();
    int shown = 0;
    for (int i = 0; i < static_cast<int>(pages_.size()); ++i) {
        const bool suits = pages_[static_cast<size_t>(i)]->suits(config);
        tabs_->setTabVisible(i, suits);
        if (suits) ++shown;
        tabs_->setTabToolTip(i, tr("Show this page (key %1)").arg(shown));
        if (static_cast<size_t>(i) >= pageActions_.size()) continue;
        QAction* action = pageActions_[static_cast<size_t>(i)];
        action->setVisible(suits);
        action->setText(tr("%1\t%2").arg(pages_[static_cast<size_t>(i)]->title(), QString::number(shown)));
    }
    tabs_->updateGeometry();  // hidden tabs take no room
    // A new task begins with the page that is made for it.
    if (std::exchange(task_, config.data.task) == config.data.task) return;
    for (Page* page : std::initializer_list<Page*>{text_, sets_})
        if (page->suits(config))
            showPage(static_cast<int>(std::find(pages_.begin(), pages_.end(), page) - pages_.begin()));
}

void MainWindow::connectForm() {
    connect(form_, &ConfigForm::edited, this, [this](const RunConfig& config) {
        showSchedule(config);
        Q_EMIT configEdited(config);
    });
    connect(form_, &ConfigForm::trainClicked, this, &MainWindow::trainRequested);
    connect(form_, &ConfigForm::pauseClicked, this, &MainWindow::pauseRequested);
    connect(form_, &ConfigForm::stepClicked, this, &MainWindow::stepRequested);
    connect(form_, &ConfigForm::stopClicked, this, &MainWindow::stopRequested);
    connect(form_, &ConfigForm::restartClicked, this, &MainWindow::restartRequested);
    connect(form_, &ConfigForm::learningRateChanged, this, [this](double rate) {
        showSchedule(form_->config());
        Q_EMIT learningRateChanged(rate);
    });
}

QWidget* MainWindow::makeStatusLine() {
    auto* line = new QWidget(this);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(16);
    readoutLabel_ = new QLabel(line);
    readoutLabel_->setAccessibleName(tr("Value under the pointer"));
    // A long read-out is cut, not the window widened.
    readoutLabel_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    deviceLabel_ = new QLabel(line);
    deviceLabel_->setAccessibleName(tr("Device"));
    progressBar_ = new QProgressBar(line);
    progressBar_->setRange(0, progressSteps);
    progressBar_->setTextVisible(false);
    progressBar_->setFixedSize(160, 8);
    progressBar_->setAccessibleName(tr("Progress of the run"));
    progressLabel_ = new QLabel(line);
    progressLabel_->setAccessibleName(tr("Progress in words"));
    layout->addWidget(readoutLabel_, 1);
    layout->addWidget(deviceLabel_);
    layout->addWidget(progressBar_);
    layout->addWidget(progressLabel_);
    line->setFixedHeight(fontMetrics().height() + 12);
    return line;
}

void MainWindow::showPage(int index) {
    if (index < 0 || index >= static_cast<int>(pages_.size()) || !tabs_->isTabVisible(index)) return;
    tabs_->setCurrentIndex(index);
    pages_[static_cast<size_t>(index)]->setFocus();
}

/// The `number`-th page that is shown, from 0; -1: there are not so many.
int MainWindow::pageOfKey(int number) const {
    for (int i = 0; i < static_cast<int>(pages_.size()); ++i)
        if (tabs_->isTabVisible(i) && number-- == 0) return i;
    return -1;
}

int MainWindow::currentPage() const { return tabs_->currentIndex(); }

std::vector<std::unique_ptr<Figure>> MainWindow::figures() const {
    std::vector<std::unique_ptr<Figure>> result;
    for (const Page* page : pages_)
        for (const FigureFrame* frame : page->frames())
            if (std::unique_ptr<Figure> figure = frame->figure()) result.push_back(std::move(figure));
    return result;
}

QByteArray MainWindow::layoutState() const {
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    QVariantList controls;
    for (const Page* page : pages_) controls << page->controls();
    stream << layoutVersion << saveGeometry() << currentPage() << !form_->isHidden() << form_->folded()
           << controls << SaveDialog::answers();
    return state;
}

void MainWindow::restoreLayoutState(const QByteArray& state) {
    QDataStream stream(state);
    stream.setVersion(QDataStream::Qt_6_0);
    quint32 version = 0;
    QByteArray geometry;
    int page = 0;
    bool formShown = true;
    QStringList folded;
    QVariantList controls;
    stream >> version;
    if (version != layoutVersion) return;
    stream >> geometry >> page >> formShown >> folded >> controls;
    if (stream.status() != QDataStream::Ok) return;
    QVariantMap answers;  // older states have none
    stream >> answers;
    SaveDialog::setAnswers(answers);
    restoreGeometry(geometry);
    form_->setVisible(formShown);
    form_->setFolded(folded);
    for (size_t i = 0; i < std::min(pages_.size(), static_cast<size_t>(controls.size())); ++i)
        pages_[i]->restoreControls(controls[static_cast<qsizetype>(i)].toMap());
    showPage(page);
}

void MainWindow::showNotice(const QString& text, bool isError) { notice_->showNotice(text, isError); }

void MainWindow::hideNotice() { notice_->hide(); }

void MainWindow::setWaiting(const QString& text) {
    if (text == waiting_) return;
    waiting_ = text;
    form_->controls().setWaiting(!text.isEmpty());
    showState();
}

void MainWindow::setStarting(bool starting) {
    starting_ = starting;
    form_->setStarting(starting);
    showState();
}

void MainWindow::stayOpen() {
    closeAgreed_ = false;
    show();
}

void MainWindow::showConfig(const RunConfig& config) {
    form_->setConfig(config);
    showSchedule(config);
}

void MainWindow::showSchedule(const RunConfig& config) {
    const bool known = sameTables(config.data, model_.config().data);
    schedule_->showConfig(config, known ? model_.trainRows() : std::nullopt);
}

void MainWindow::showState() {
    const RunState state = model_.state();
    form_->setState(state);
    trainAction_->setText(state == RunState::Training ? tr("&Pause\tSpace")
                          : state == RunState::Paused ? tr("&Resume\tSpace")
                                                      : tr("&Train\tSpace"));
    stepAction_->setEnabled(state != RunState::Training);
    stopAction_->setEnabled(model_.isRunning() || starting_ || !waiting_.isEmpty());
    showProgress();
}

void MainWindow::showProgress() {
    const TrainProgress& progress = model_.progress();
    deviceLabel_->setText(model_.device());
    setWindowTitle(model_.name().isEmpty() ? tr("Attention Explorer")
                                           : tr("%1 – Attention Explorer").arg(model_.name()));
    const RunState state = model_.state();
    const bool known = progress.totalSteps > 0;
    const double share =
        known ? static_cast<double>(progress.step) / static_cast<double>(progress.totalSteps) : 0;
    progressBar_->setVisible(model_.isRunning());
    progressBar_->setValue(static_cast<int>(share * progressSteps));
    QString text;
    if (!waiting_.isEmpty() && !model_.isRunning()) {
        text = waiting_;
    } else if (starting_ && !model_.isRunning()) {
        text = tr("starting …");
    } else if (state == RunState::Finished && model_.result()) {
        const RunResult& result = *model_.result();
        text = result.testAccuracy ? tr("test accuracy %1 %, %2")
                                         .arg(100 * *result.testAccuracy, 0, 'f', 2)
                                         .arg(durationText(std::chrono::duration<double>(result.seconds)))
                                   : tr("ended after %1 steps").arg(result.steps);
    } else if (state == RunState::Idle) {
        text = tr("not trained yet");
    } else if (model_.isRunning()) {
        text = tr("%1 %").arg(static_cast<int>(100 * share));
        if (state == RunState::Paused)
            text = tr("%1, paused").arg(text);
        else if (progress.secondsLeft)
            text = tr("%1, %2 left")
                       .arg(text, durationText(std::chrono::duration<double>(*progress.secondsLeft)));
    }
    progressLabel_->setText(text);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    const int key = event->key();
    if (key >= Qt::Key_1 && key <= Qt::Key_9)
        showPage(pageOfKey(key - Qt::Key_1));
    else if (key == Qt::Key_Space && !event->isAutoRepeat())
        form_->controls().toggleTraining();
    else if (key == Qt::Key_S)
        form_->controls().step();
    else if (key == Qt::Key_P && !event->isAutoRepeat())
        time_->togglePlaying();
    else if (key == Qt::Key_Comma || key == Qt::Key_Period)
        time_->move(key == Qt::Key_Comma ? -1 : 1);
    else if (key == Qt::Key_Escape) {
        // First out of a line that is typed in.
        QWidget* page = pages_[static_cast<size_t>(currentPage())];
        if (qobject_cast<QLineEdit*>(focusWidget()) || !pages_[static_cast<size_t>(currentPage())]->goBack())
            page->setFocus();
    } else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!model_.isRunning() || closeAgreed_) {
        event->accept();
        return;
    }
    event->ignore();
    askToClose();
}

void MainWindow::askToClose() {
    if (asking_) return;
    asking_ = true;
    const bool isKept = !model_.name().isEmpty();
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("A run is under way"),
        isKept ? tr("The network is still training. Keep what it has learned so far?")
               : tr("The network is still training, and the run has no folder to be kept in. Cancel and "
                    "choose File, Save model as, to keep what it has learned."),
        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const int64_t before = model_.resumedStep();
    if (isKept)
        box->setInformativeText(before > 0
                                    ? tr("The run was resumed at step %1; what it had learned by then stays "
                                         "in any case.")
                                          .arg(before)
                                    : tr("Discarding removes the folder of the run."));
    QPushButton* keep = isKept ? box->addButton(tr("&Keep run"), QMessageBox::AcceptRole) : nullptr;
    QPushButton* discard = box->addButton(before > 0 ? tr("&Discard the %1 steps since it was resumed")
                                                           .arg(std::ssize(model_.metrics().steps) - before)
                                                     : tr("&Discard"),
                                          QMessageBox::DestructiveRole);
    QPushButton* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    box->setDefaultButton(keep ? keep : cancel);
    connect(box, &QMessageBox::finished, this, [this, box, keep, discard] {
        asking_ = false;
        const QAbstractButton* clicked = box->clickedButton();
        if (!clicked || (clicked != keep && clicked != discard)) return;
        closeAgreed_ = true;
        Q_EMIT closeRequested(clicked == keep);
    });
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() != 1) return;
    event->acceptProposedAction();
    Q_EMIT openRequested(urls.front().toLocalFile());
}

}  // namespace attx
