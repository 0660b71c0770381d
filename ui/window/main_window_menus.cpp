// The menus of the window and what they open: files, exports, help.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStandardPaths>
#include <QStyle>
#include <QSysInfo>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include "model/files/error.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/figures/export.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/look/language.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/state/comparison.h"
#include "ui/window/hand_out_dialog.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/presentation.h"
#include "ui/window/status_line.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

template <class Receiver, class Slot>
QAction* entry(QMenu* menu, const QString& text, const QString& tip, Receiver* receiver, Slot slot,
               const QKeySequence& shortcut = {}) {
    QAction* action = menu->addAction(text);
    action->setToolTip(tip);
    if (!shortcut.isEmpty()) action->setShortcut(shortcut);
    QObject::connect(action, &QAction::triggered, receiver, slot);
    return action;
}

QMenu* topMenu(QMenuBar* bar, const QString& title) {
    QMenu* menu = bar->addMenu(title);
    menu->setToolTipsVisible(true);
    return menu;
}

constexpr const char* languageNames[] = {QT_TRANSLATE_NOOP("attx::MainWindow", "&System"), "&English",
                                         "&Deutsch"};
constexpr const char* themeNames[] = {QT_TRANSLATE_NOOP("attx::MainWindow", "&Follow the system"),
                                      QT_TRANSLATE_NOOP("attx::MainWindow", "&Light"),
                                      QT_TRANSLATE_NOOP("attx::MainWindow", "&Dark")};

}  // namespace

void MainWindow::makeMenus() {
    menuBar()->setStyleSheet(
        QStringLiteral("QMenuBar { border: 0; } QMenuBar::item { padding: 5px 8px; background: transparent; }"
                       "QMenuBar::item:selected { background: palette(mid); border-radius: 4px; }"));
    makeFileMenu();
    makeRunMenu();
    makeViewMenu();
    makeHelpMenu();
    makeCorner();
    // The keys of the menus work while a presentation hides them.
    for (const QMenu* menu : menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            if (!action->shortcuts().isEmpty()) addAction(action);
}

void MainWindow::makeFileMenu() {
    QMenu* menu = topMenu(menuBar(), tr("&File"));
    const auto choose = [this](void (MainWindow::*dialog)(Opening), Opening opening) {
        return [this, dialog, opening] { (this->*dialog)(opening); };
    };
    entry(menu, tr("&Open run…"), tr("Show a run from its folder"), this,
          choose(&MainWindow::chooseRunFolder, &MainWindow::openRequested), QKeySequence::Open);
    entry(menu, tr("Open &checkpoint…"),
          tr("Show a network from a file: safetensors, PyTorch, Lightning or Flax, or a lesson state"), this,
          choose(&MainWindow::chooseCheckpoint, &MainWindow::openRequested),
          QKeySequence(tr("Ctrl+Shift+O")));
    recentMenu_ = menu->addMenu(tr("&Recent runs"));
    recentMenu_->setToolTipsVisible(true);
    QMenu* compare = menu->addMenu(tr("Compare &with"));
    compare->setToolTipsVisible(true);
    compareRecentMenu_ = compare->addMenu(tr("&Recent runs"));
    compareRecentMenu_->setToolTipsVisible(true);
    setRecentRuns({});
    entry(compare, tr("A &run…"), tr("Show a second run for the same input, with the difference"), this,
          choose(&MainWindow::chooseRunFolder, &MainWindow::openBesideRequested));
    entry(compare, tr("A &checkpoint…"), tr("Show a second network for the same input, with the difference"),
          this, choose(&MainWindow::chooseCheckpoint, &MainWindow::openBesideRequested));
    entry(compare, tr("C&lose comparison"), tr("Show one network again"), comparison_, &Comparison::close);
    QAction* folder = entry(menu, tr("Show the &folder of this run"),
                            tr("Opens the folder with the files of the run shown"), this,
                            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(runFolder())); });
    connect(menu, &QMenu::aboutToShow, folder,
            [this, folder] { folder->setEnabled(!runFolder().isEmpty()); });
    menu->addSeparator();
    entry(menu, tr("&Save model as…"), tr("Write the weights shown as a safetensors file"), this,
          &MainWindow::chooseSavePath, QKeySequence::SaveAs);
    entry(menu, tr("Save &lesson state…"),
          tr("Write the network, its training, the page, the sample and notes into one file to hand out"),
          this, &MainWindow::saveLessonState);
    QMenu* take = menu->addMenu(tr("Export net&work"));
    take->setToolTipsVisible(true);
    entry(take, tr("as &PyTorch…"),
          tr("One readable Python file with network, data and training, and the weights beside it"), this,
          [this] { chooseExportPath(tr("Export as PyTorch"), tr("Python (*.py)"), QStringLiteral("py")); });
    entry(take, tr("as &ONNX…"), tr("The network shown, for other programs"), this, [this] {
        chooseExportPath(tr("Export as ONNX"), tr("ONNX networks (*.onnx)"), QStringLiteral("onnx"));
    });
    entry(
        take, tr("as &web page…"),
        tr("One HTML file for any browser: the attention of this sample at every snapshot, with its values"),
        this, [this] {
            chooseExportPath(tr("Export as web page"), tr("Web pages (*.html)"), QStringLiteral("html"));
        });
    menu->addSeparator();
    entry(menu, tr("&Export figure…"), tr("Save the figure under the pointer, or the main one of this page"),
          this, &MainWindow::exportCurrent, QKeySequence(tr("Ctrl+E")));
    entry(menu, tr("Copy as &command"),
          tr("The line for a terminal that draws this figure: run, snapshot, sample, head and ablation as "
             "shown"),
          this, &MainWindow::copyCommand);
    QMenu* all = menu->addMenu(tr("Export &all figures"));
    for (const QString& suffix : exportSuffixes())
        entry(all, tr("as %1…").arg(suffix.toUpper()), tr("Write every figure of every page into a folder"),
              this, [this, suffix] { exportEvery(suffix); });
    entry(menu, tr("Save a&nimation…"),
          tr("Save this page's figure at every snapshot of the run: as numbered pictures, MP4 or GIF"), this,
          [this] {
              if (!model_.snapshots().empty())
                  saveAnimation();
              else
                  showNotice(tr("There is nothing to animate: this network has no snapshots of its training. "
                                "Train it, or open a run."),
                             false);
          });
    menu->addSeparator();
    entry(menu, tr("&Quit"), tr("Close the window"), this, &QWidget::close, QKeySequence::Quit);
}

void MainWindow::makeRunMenu() {
    QMenu* menu = topMenu(menuBar(), tr("&Run"));
    // Space and s are handled as keys, not as shortcuts, so that they can still be typed and still press
    // the control that has the focus; the menu only names them.
    QAction* train = entry(menu, tr("&Train\tSpace"), tr("Train, or hold the run where it is"), this,
                           [this] { form_->controls().toggleTraining(); });
    QAction* step =
        entry(menu, tr("&Step\ts"), tr("Train a single step"), this, [this] { form_->controls().step(); });
    QAction* stop = entry(menu, tr("St&op"), tr("End the run here; what it has learned is kept"), this,
                          &MainWindow::stopRequested);
    connect(menu, &QMenu::aboutToShow, this, [this, train, step, stop] {
        const RunState state = model_.state();
        train->setText(state == RunState::Training ? tr("&Pause\tSpace")
                       : state == RunState::Paused ? tr("&Resume\tSpace")
                                                   : tr("&Train\tSpace"));
        step->setEnabled(state != RunState::Training);
        stop->setEnabled(model_.isBusy() || !waiting_.isEmpty());
    });
    menu->addSeparator();
    entry(menu, tr("Start o&ver"), tr("From the same initial weights"), this,
          [this] { Q_EMIT restartRequested(false); });
    entry(menu, tr("Start over with a &new seed"), tr("From other initial weights"), this,
          [this] { Q_EMIT restartRequested(true); });
}

void MainWindow::makeViewMenu() {
    QMenu* menu = topMenu(menuBar(), tr("&View"));
    pages_->fillMenu(menu);
    menu->addSeparator();
    QMenu* themeMenu = menu->addMenu(tr("&Theme"));
    auto* choices = new QActionGroup(themeMenu);
    for (int i = 0; i < 3; ++i) {
        QAction* action = themeMenu->addAction(tr(themeNames[i]));
        action->setCheckable(true);
        action->setData(i);
        choices->addAction(action);
    }
    connect(choices, &QActionGroup::triggered, this, [this](const QAction* action) {
        theme_.setChoice(static_cast<Theme::Choice>(action->data().toInt()));
    });
    connect(themeMenu, &QMenu::aboutToShow, this, [this, choices] {
        for (QAction* action : choices->actions())
            action->setChecked(action->data().toInt() == static_cast<int>(theme_.choice()));
    });
    QMenu* zoom = menu->addMenu(tr("&Zoom"));
    zoom->setToolTipsVisible(true);
    entry(
        zoom, tr("&Larger"), tr("Show everything larger"), this, [this] { zoomBy(1); }, QKeySequence::ZoomIn)
        ->setShortcuts({QKeySequence::ZoomIn, QKeySequence(QStringLiteral("Ctrl+="))});
    entry(
        zoom, tr("&Smaller"), tr("Show everything smaller"), this, [this] { zoomBy(-1); },
        QKeySequence::ZoomOut);
    entry(
        zoom, tr("&Usual size"), tr("Back to 100 %"), this, [this] { zoomBy(0); },
        QKeySequence(QStringLiteral("Ctrl+0")));
    entry(menu, tr("&Presentation"),
          tr("Figure, timeline and Train alone, over the whole screen and large; F11 or Esc comes back"),
          presentation_, &Presentation::toggle, QKeySequence(QStringLiteral("F11")));
    QMenu* languageMenu = menu->addMenu(tr("&Language"));
    auto* languages = new QActionGroup(languageMenu);
    for (int i = 0; i < 3; ++i) {
        QAction* action = languageMenu->addAction(tr(languageNames[i]));
        action->setCheckable(true);
        action->setChecked(i == static_cast<int>(language()));
        action->setData(i);
        languages->addAction(action);
    }
    connect(languages, &QActionGroup::triggered, this,
            [](const QAction* action) { setLanguage(static_cast<Language>(action->data().toInt())); });
    QAction* below = entry(menu, tr("First query &below, as in the notebooks"),
                           tr("Draws all attention maps and explanations with the first query at the bottom; "
                              "otherwise it stands on "
                              "top, as matrices are written"),
                           &model_, &RunModel::setFirstQueryBelow);
    below->setCheckable(true);
    connect(&model_, &RunModel::orientationChanged, below,
            [this, below] { below->setChecked(model_.firstQueryBelow()); });
    entry(
        menu, tr("Show or hide the &form"), tr("Give the figures the whole window"), this,
        [this] { form_->setVisible(form_->isHidden()); }, QKeySequence(tr("F9")));
    entry(menu, tr("&Reset layout"), tr("Put everything back where it was at first"), this,
          &MainWindow::resetLayout);
}

void MainWindow::makeHelpMenu() {
    QMenu* menu = topMenu(menuBar(), tr("&Help"));
    entry(
        menu, tr("&This page"), tr("Show or hide what this page shows and how to use it"), this,
        [this] { help_->setVisible(help_->isHidden()); }, QKeySequence::HelpContents);
    connect(help_, &HelpPanel::closeClicked, help_, &QWidget::hide);
    lessonMenu_ = menu->addMenu(tr("&Lessons"));
    connect(&help_->lesson(), &LessonPanel::setUpRequested, this, &MainWindow::setUp);
    entry(menu, tr("&Copy report"),
          tr("Put version, system, device, the notices so far and the configuration on the clipboard"), this,
          [this] {
              QGuiApplication::clipboard()->setText(report());
              showNotice(tr("The report is on the clipboard. It holds the configuration with the names of "
                            "its files; read it before you send it."),
                         false);
          });
    entry(menu, tr("&About"), tr("Version and licence"), this, &MainWindow::showAbout);
}

void MainWindow::makeCorner() {
    auto* corner = new QWidget(this);
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(4);
    QToolButton* themeButton =
        makeIconButton("theme", tr("Light or dark"), tr("Switch between light and dark"), corner);
    QToolButton* exportButton = makeIconButton("export", tr("Export figure"),
                                               tr("Save the main figure of this page (Ctrl+E)"), corner);
    for (QToolButton* button : {themeButton, exportButton}) {
        button->setFocusPolicy(Qt::TabFocus);
        whenZoomed(button, [button] { button->setIconSize({zoomed(16), zoomed(16)}); });
        layout->addWidget(button);
    }
    connect(themeButton, &QToolButton::clicked, this,
            [this] { theme_.setChoice(theme_.isDark() ? Theme::Choice::Light : Theme::Choice::Dark); });
    connect(exportButton, &QToolButton::clicked, this, &MainWindow::exportCurrent);
    menuBar()->setCornerWidget(corner);
}

void MainWindow::resetLayout() {
    const QString page = pages_->current().id();
    showNormal();
    const QVariantMap answers = SaveDialog::answers();  // they are no layout
    restoreLayoutState(firstLayout_);
    SaveDialog::setAnswers(answers);
    showFitting();
    pages_->show(page);
}

void MainWindow::setRecentRuns(const QStringList& paths) {
    recentRuns_ = paths;
    for (const auto& [menu, opening] : {std::pair(recentMenu_, &MainWindow::openRequested),
                                        std::pair(compareRecentMenu_, &MainWindow::openBesideRequested)}) {
        menu->clear();
        for (const QString& path : paths)
            entry(menu, QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")),
                  QDir::toNativeSeparators(path), this, [this, path, signal = opening] {
                      Q_EMIT(this->*signal)(path);
                  });
        menu->setEnabled(!paths.isEmpty());
    }
}

void MainWindow::setRunsFolder(const QString& path) {
    runsFolder_ = path;
    page<RunsPage>().setUsualFolder(path);
}

QString MainWindow::runPlace() const {
    if (model_.name().isEmpty()) return {};
    for (const QString& path : QStringList{QDir(runsFolder_).filePath(model_.name())} + recentRuns_)
        if (const QFileInfo info(path); info.fileName() == model_.name() && info.exists()) return path;
    return {};
}

QString MainWindow::runFolder() const {
    const QFileInfo info(runPlace());
    return info.filePath().isEmpty() || info.isDir() ? info.filePath() : info.absolutePath();
}

/// Begins where the last dialog ended, the first one in `begin`.
void MainWindow::showDialog(QFileDialog* dialog, const QString& begin, Opening opening) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString folder = dialogFolder_.isEmpty() ? begin : dialogFolder_;
    if (QFileInfo(folder).isDir()) dialog->setDirectory(folder);
    connect(dialog, &QFileDialog::fileSelected, this, [this, opening](const QString& path) {
        dialogFolder_ = QFileInfo(path).absolutePath();
        Q_EMIT(this->*opening)(path);
    });
    dialog->open();
}

void MainWindow::chooseRunFolder(Opening opening) {
    auto* dialog = new QFileDialog(this, tr("Open a run: choose its folder"));
    dialog->setFileMode(QFileDialog::Directory);
    showDialog(dialog, runsFolder_, opening);
}

void MainWindow::chooseCheckpoint(Opening opening) {
    auto* dialog = new QFileDialog(
        this, tr("Open a checkpoint"), QString(),
        tr("Checkpoints and lesson states (*.safetensors *.ckpt *.pt *.pth *.attx);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    showDialog(dialog, runsFolder_, opening);
}

void MainWindow::chooseSavePath() {
    auto* dialog = new QFileDialog(this, tr("Save the model"), QString(), tr("Checkpoints (*.safetensors)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("safetensors"));
    showDialog(dialog, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation),
               &MainWindow::saveCheckpointRequested);
    dialog->selectFile(QStringLiteral("model.safetensors"));
}

void MainWindow::saveLessonState() {
    if (model_.isBusy()) {
        showNotice(tr("A run is training. Stop it before you save what it has come to."), true);
        return;
    }
    auto* dialog = new HandOutDialog(model_.name().isEmpty() ? tr("lesson") : model_.name(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { Q_EMIT saveLessonStateRequested(dialog->path(), dialog->notes()); });
    dialog->open();
}

void MainWindow::chooseExportPath(const QString& title, const QString& filter, const QString& suffix) {
    auto* dialog = new QFileDialog(this, title, QString(), filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    showDialog(dialog, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation),
               &MainWindow::exportNetworkRequested);
    dialog->selectFile(QStringLiteral("network.") + suffix);
}

QString MainWindow::report() const {
    QStringList lines{
        QStringLiteral("Attention Explorer %1, Qt %2, %3, %4")
            .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()),
                 QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Device: %1").arg(model_.device()),
        QStringLiteral("Run: %1, %2 steps").arg(model_.name()).arg(model_.metrics().steps.size()), QString(),
        QStringLiteral("Notices:")};
    lines += notice_->history();
    lines << QString() << QStringLiteral("Configuration of the network shown:")
          << QString::fromStdString(toJson(model_.config())) << QStringLiteral("Configuration in the form:")
          << QString::fromStdString(toJson(form_->config()));
    return lines.join(QLatin1Char('\n'));
}

void MainWindow::showAbout() {
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Attention Explorer"));
    box->setIconPixmap(windowIcon().pixmap(64, 64));
    box->setTextFormat(Qt::RichText);
    box->setText(tr("<p><b>Attention Explorer</b> %1</p>"
                    "<p>Trains small Transformer encoders and shows what they look at.</p>"
                    "<p>Free software under the GNU General Public License, version 3 or later; it comes "
                    "without any warranty. Built with Qt %2, QCustomPlot and Eigen.</p>")
                     .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion())));
    box->open();
}

}  // namespace attx
