// The menus of the window and what they open: files, exports, help.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSysInfo>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "ui/controls/icon_button.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/export/export.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/look/language.h"
#include "ui/pages/runs/run_actions.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/state/comparison.h"
#include "ui/window/command_search.h"
#include "ui/window/hand_out_dialog.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/menu_entry.h"
#include "ui/window/presentation.h"
#include "ui/window/run_files.h"
#include "ui/window/search_entries.h"
#include "ui/window/status_line.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

constexpr const char* languageNames[] = {QT_TRANSLATE_NOOP("attx::MainWindow", "&System"), "&English",
                                         "&Deutsch"};
constexpr const char* themeNames[] = {QT_TRANSLATE_NOOP("attx::MainWindow", "&Follow the system"),
                                      QT_TRANSLATE_NOOP("attx::MainWindow", "&Light"),
                                      QT_TRANSLATE_NOOP("attx::MainWindow", "&Dark")};

}  // namespace

void MainWindow::makeMenus() {
    makeFileMenu();
    makeEditMenu();
    makeRunMenu();
    makeViewMenu();
    QMenu* lessons = addSubmenu(menuBar(), tr("&Lessons"));
    help_->fillMenu(lessons);
    connect(lessons, &QMenu::triggered, this, &MainWindow::closeStart);
    connect(help_, &HelpPanel::lessonsFolderRequested, this, &MainWindow::openLessonsFolder);
    connect(help_, &HelpPanel::lessonsReloadRequested, this, [this] {
        hideNotice();
        setLessonsFolder(help_->lessons().folder);
    });
    makeHelpMenu();
    makeCorner();
    // The keys of the menus work while a presentation hides them.
    for (const QMenu* menu : menuBar()->findChildren<QMenu*>())
        for (QAction* action : menu->actions())
            if (!action->shortcuts().isEmpty()) addAction(action);
}

void MainWindow::makeFileMenu() {
    connect(pages_, &PageStack::panelKept, this, &MainWindow::keepPanel);
    connect(pages_, &PageStack::commandRequested, this,
            [this](const auto& figure, const QStringList& how) { copyCommandOf(figure.get(), how); });
    QMenu* menu = addSubmenu(menuBar(), tr("&File"));
    files_->fillOpenMenu(menu);
    menu->addSeparator();
    files_->fillSaveMenu(menu);
    alsoFoundBy(
        addEntry(
            menu, tr("Save &lesson state…"),
            tr("Write the network, its training, the page, the sample and notes into one file to hand out"),
            this, &MainWindow::saveLessonState),
        tr("handout, worksheet, share"));
    menu->addSeparator();
    addEntry(menu, tr("&Export figure…"),
             tr("Save the figure under the pointer, or the main one of this page"), this,
             &MainWindow::exportCurrent, QKeySequence(tr("Ctrl+E")));
    addEntry(menu, tr("E&xport panels…"),
             tr("Several figures that were kept as panels, as one with a), b), c)"), this,
             &MainWindow::exportPanels);
    addEntry(menu, tr("Copy as co&mmand"),
             tr("The line for a terminal that draws this figure: run, snapshot, sample, head and ablation as "
                "shown"),
             this, &MainWindow::copyCommand);
    QMenu* all = addSubmenu(menu, tr("Export &all figures"));
    for (const QString& suffix : exportSuffixes())
        addEntry(all, tr("as %1…").arg(suffix.toUpper()),
                 tr("Write every figure of every page into a folder"), this,
                 [this, suffix] { exportEvery(suffix); });
    addEntry(menu, tr("Save a&nimation…"),
             tr("Save this page's figure at every snapshot of the run: as numbered pictures, MP4 or GIF"),
             this, [this] {
                 if (!model_.snapshots().empty())
                     saveAnimation();
                 else
                     showNotice(
                         tr("There is nothing to animate: this network has no snapshots of its training. "
                            "Train it, or open a run."),
                         true);
             });
    menu->addSeparator();
    addEntry(menu, tr("&Quit"), tr("Close the window"), this, &QWidget::close,
             QKeySequence(QStringLiteral("Ctrl+Q")));
}

void MainWindow::makeRunMenu() {
    QMenu* menu = addSubmenu(menuBar(), tr("&Run"));
    // Space and s are handled as keys, not as shortcuts, so that they can still be typed and still press
    // the control that has the focus; the menu only names them.
    QAction* train = addEntry(menu, tr("&Train\tSpace"), tr("Train, or hold the run where it is"), this,
                              [this] { form_->controls().toggleTraining(); });
    QAction* step =
        addEntry(menu, tr("&Step\ts"), tr("Train a single step"), this, [this] { form_->controls().step(); });
    QAction* stop = addEntry(menu, tr("St&op"), tr("End the run here; what it has learned is kept"), this,
                             &MainWindow::stopRequested);
    connect(presentation_, &Presentation::stopClicked, this, &MainWindow::stopRequested);
    menu->addSeparator();
    QAction* back =
        addEntry(menu, tr("&Back to the former network"),
                 tr("Shows the trained network again that was shown before; a run that is training is "
                    "stopped and kept"),
                 this, &MainWindow::backRequested);
    connect(menu, &QMenu::aboutToShow, this, [this, train, step, stop, back] {
        const RunControls& controls = form_->controls();
        const RunState state = model_.state();
        train->setText(state == RunState::Training                      ? tr("&Pause\tSpace")
                       : state == RunState::Paused || controls.goesOn() ? tr("&Resume\tSpace")
                       : state == RunState::Finished                    ? tr("&Train again\tSpace")
                                                                        : tr("&Train\tSpace"));
        train->setToolTip(controls.trainButton()->toolTip());
        step->setEnabled(controls.canStep());
        stop->setEnabled(model_.isBusy() || !status_->waiting().isEmpty());
        back->setEnabled(hasFormer_);
    });
    addEntry(menu, tr("Start o&ver"), tr("From the same initial weights"), this,
             [this] { Q_EMIT restartRequested(false); });
    addEntry(menu, tr("Start over with a &new seed"), tr("From other initial weights"), this,
             [this] { Q_EMIT restartRequested(true); });
}

void MainWindow::makeViewMenu() {
    QMenu* menu = addSubmenu(menuBar(), tr("&View"));
    pages_->fillMenu(menu);
    menu->addSeparator();
    const auto addChoices = [](QMenu* choices, const auto& names) {
        auto* group = new QActionGroup(choices);
        for (int i = 0; i < int(std::size(names)); ++i) {
            QAction* action = group->addAction(choices->addAction(tr(names[i])));
            action->setCheckable(true);
            action->setData(i);
        }
        return group;
    };
    QMenu* themeMenu = menu->addMenu(tr("&Theme"));
    QActionGroup* choices = addChoices(themeMenu, themeNames);

    connect(choices, &QActionGroup::triggered, this, [this](const QAction* action) {
        theme_.setChoice(static_cast<Theme::Choice>(action->data().toInt()));
    });
    connect(themeMenu, &QMenu::aboutToShow, this, [this, choices] {
        for (QAction* action : choices->actions())
            action->setChecked(action->data().toInt() == int(theme_.choice()));
    });
    QMenu* zoom = addSubmenu(menu, tr("&Zoom"));
    addEntry(
        zoom, tr("&Larger"), tr("Show everything larger"), this, [this] { zoomBy(1); }, QKeySequence::ZoomIn)
        ->setShortcuts({QKeySequence::ZoomIn, QKeySequence(QStringLiteral("Ctrl+="))});
    addEntry(
        zoom, tr("&Smaller"), tr("Show everything smaller"), this, [this] { zoomBy(-1); },
        QKeySequence::ZoomOut);
    addEntry(
        zoom, tr("&Usual size"), tr("Back to 100 %"), this, [this] { zoomBy(0); },
        QKeySequence(QStringLiteral("Ctrl+0")));
    alsoFoundBy(
        addEntry(
            menu, tr("&Presentation"),
            tr("Figure, timeline and Train alone, over the whole screen and large; F11 or Esc comes back"),
            presentation_, &Presentation::toggle, QKeySequence(QStringLiteral("F11"))),
        tr("projector, beamer, full screen, lecture"));
    QActionGroup* languages = addChoices(menu->addMenu(tr("&Language")), languageNames);
    languages->actions().at(qsizetype(language()))->setChecked(true);
    // Each language is in the menu by its own name; others may look for it by the name in theirs, or for
    // their word for language.
    alsoFoundBy(languages->actions().at(qsizetype(Language::English)),
                tr("English") + QStringLiteral(", Sprache Englisch"));
    alsoFoundBy(languages->actions().at(qsizetype(Language::German)),
                tr("German") + QStringLiteral(", Sprache"));

    connect(languages, &QActionGroup::triggered, this,
            [](const QAction* action) { setLanguage(static_cast<Language>(action->data().toInt())); });
    QAction* below = addEntry(menu, tr("First row at the &bottom (as in the notebooks)"),
                              tr("Draws all attention maps and explanations with the first query at the "
                                 "bottom; otherwise it stands on top, as matrices are written"),
                              &model_, &RunModel::setFirstQueryBelow);
    alsoFoundBy(below, tr("first query below"));
    below->setCheckable(true);
    below->setChecked(model_.firstQueryBelow());
    connect(&model_, &RunModel::orientationChanged, below,
            [this, below] { below->setChecked(model_.firstQueryBelow()); });
    addEntry(
        menu, tr("Show or hide the &form"), tr("Give the figures the whole window"), this,
        [this] { toggle(form_); }, QKeySequence(tr("F9")));
    addEntry(menu, tr("&Next part of the window"),
             tr("The keyboard goes from the form to the page, to the help or lesson, and round again"), this,
             &MainWindow::goToNextPart, QKeySequence(QStringLiteral("F6")));
    addEntry(menu, tr("&Reset layout"), tr("Put everything back where it was at first"), this,
             &MainWindow::resetLayout);
}

void MainWindow::makeHelpMenu() {
    QMenu* menu = addSubmenu(menuBar(), tr("&Help"));
    addEntry(
        menu, tr("&This page"), tr("Show or hide what this page shows and how to use it"), this,
        [this] { toggle(help_); }, QKeySequence::HelpContents);
    addEntry(menu, tr("&Find anything…"),
             tr("Search all commands, pages, settings, methods, lessons and the manual, and go there"), this,
             &MainWindow::toggleSearch, QKeySequence(QStringLiteral("Ctrl+K")));
    alsoFoundBy(addEntry(menu, tr("&Start page"), tr("Tasks to train at once, the tour and the lessons"),
                         this, &MainWindow::showStart),
                tr("welcome, cards, tasks, take the tour, first steps"));
    const auto showKeys = [this] {
        help_->choose(QStringLiteral("manual/shortcuts"));
        reveal(help_);
    };
    alsoFoundBy(addEntry(menu, tr("&Keyboard shortcuts"), tr("The page of the manual that has every key"),
                         this, showKeys),
                tr("list of keys, key bindings, hotkeys"));
    connect(help_, &HelpPanel::closeClicked, this, [this] {
        pages_->current().setFocus();  // the focus would go to whatever comes next
        help_->hide();
    });
    connect(&help_->lesson(), &LessonPanel::setUpRequested, this, &MainWindow::setUp);
    addEntry(menu, tr("Test &graphics device"),
             tr("Whether it computes rightly, and how fast; with a report to save"), this,
             &MainWindow::deviceTestRequested);
    addEntry(menu, tr("&Copy report"),
             tr("Put version, system, device, the notices so far and the configuration on the clipboard"),
             this, [this] {
                 QGuiApplication::clipboard()->setText(report());
                 showNotice(tr("The report is on the clipboard. It holds the configuration with the names of "
                               "its files; read it before you send it."),
                            false);
             });
    addEntry(menu, tr("&About"), tr("Version and licence"), this, &MainWindow::showAbout);
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

void MainWindow::toggleSearch() {
    if (search_ && search_->isVisible())  // One that is being closed does not count
        search_->close();
    else
        search_ = new CommandSearch(searchEntries(*this, model_), centralWidget());
}

void MainWindow::goToNextPart() {
    const std::array<QWidget*, 3> parts{form_, &pages_->current(), help_};
    const QWidget* now = focusWidget();
    const auto at =
        std::ranges::find_if(parts, [now](const QWidget* part) { return now && part->isAncestorOf(now); });
    const auto first = at == parts.end() ? 0 : at - parts.begin() + 1;
    for (std::ptrdiff_t i = 0; i < std::ssize(parts); ++i) {
        const QWidget* part = parts[(first + i) % std::ssize(parts)];
        for (QWidget* widget : part->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && !widget->focusProxy() &&
                (widget->focusPolicy() & Qt::TabFocus)) {
                setAttribute(Qt::WA_KeyboardFocusChange);  // Some styles do not show it before the first Tab
                return widget->setFocus(Qt::TabFocusReason);
            }
    }
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

void MainWindow::setRunsFolder(const QString& path) {
    files_->setFolder(path);
    page<RunsPage>().setUsualFolder(path);
    page<RunsPage>().actions()->setShownFolder([this] { return model_.folder(); });
    connect(&page<RunsPage>(), &RunsPage::notesChanged, &model_, &RunModel::readName);
}

void MainWindow::saveLessonState() {
    if (model_.isBusy()) {
        showNotice(tr("A run is training or paused. Stop it before you save its current state."), true);
        return;
    }
    int64_t bytes = 0;
    if (QFileInfo(model_.folder()).isDir())
        for (QDirIterator file(model_.folder(), QDir::Files, QDirIterator::Subdirectories); file.hasNext();) {
            file.next();
            bytes += file.fileInfo().size();
        }
    const auto network = int64_t(model_.parameters() ? model_.parameters()->size() * sizeof(float) : 0);
    static const QRegularExpression others(QStringLiteral("[^\\w.-]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const QString stem = QString(model_.name()).replace(others, QStringLiteral("-"));
    auto* dialog = new HandOutDialog(stem.isEmpty() ? tr("lesson") : stem, bytes, network, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Q_EMIT saveLessonStateRequested(dialog->path(), dialog->notes(), dialog->wantsNetworkAlone());
    });
    dialog->open();
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
    box->setText(tr("<p><b>Attention Explorer</b> %1</p><p>Trains small Transformer encoders and shows what "
                    "they look at.</p><p>Free software under the GNU General Public License, version 3 or "
                    "later; it comes without any warranty. Built with Qt %2, QCustomPlot and Eigen.</p>")
                     .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion())));
    box->open();
}

}  // namespace attx
