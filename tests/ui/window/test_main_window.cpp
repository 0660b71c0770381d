// The window as a person uses it, by mouse and keyboard.
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <algorithm>

#include "model/run/records.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/controls/sequence_edit.h"
#include "ui/controls/state_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/form/run_controls.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/steps_view.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/main_window.h"
#include "ui/window/run_files.h"
#include "ui/window/time_bar.h"
#include "ui/window_test.h"

using namespace attx;

class TestMainWindow : public WindowTest {
    Q_OBJECT

private Q_SLOTS:

    void init() { open("reverse-deep"); }
    void cleanup() { close(); }

    void theMenusAreReadInEveryTheme() {
        QMenuBar& bar = *window_->menuBar();
        for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark, Theme::Choice::Light}) {
            theme_->setChoice(choice);
            QCoreApplication::sendPostedEvents();
            for (QAction* menu : bar.actions()) {
                const QImage word = bar.grab(bar.actionGeometry(menu)).toImage();
                int darkest = 255, lightest = 0;
                for (int y = 0; y < word.height(); ++y)
                    for (int x = 0; x < word.width(); ++x) {
                        darkest = std::min(darkest, qGray(word.pixel(x, y)));
                        lightest = std::max(lightest, qGray(word.pixel(x, y)));
                    }
                QVERIFY2(lightest - darkest > 100, qPrintable(menu->text()));
            }
        }
        theme_->setChoice(Theme::Choice::FollowSystem);
        // On X11 a widget with a style sheet keeps the colours of the theme before, which no test without a
        // display sees.
        for (const QWidget* widget : window_->findChildren<QWidget*>())
            QVERIFY2(widget->styleSheet().isEmpty(), widget->metaObject()->className());
    }

    void fitsAnOldProjector_data() {
        const Rows<bool, QSize> row("help", "screen");
        row("without help", false, QSize(1024, 768));
        row("with help", true, QSize(1280, 720));
    }
    void fitsAnOldProjector() {
        QFETCH(bool, help);
        QFETCH(QSize, screen);
        window_->helpPanel().setVisible(help);
        for (const Page* page : window_->pages().pages()) {
            window_->pages().show(page->id());
            QCoreApplication::processEvents();
            const QSize least = window_->minimumSizeHint();
            QVERIFY2(
                least.width() <= screen.width() && least.height() <= screen.height(),
                qPrintable(
                    QStringLiteral("%1: %2 x %3").arg(page->id()).arg(least.width()).arg(least.height())));
        }
    }
    void aScreenThatIsTooSmallIsFilled() {
        window_->resize(window_->screen()->availableSize() + QSize(1, 1));
        window_->showFitting();
        QVERIFY(window_->isMaximized());
    }

    void aHeadIsShownStepByStepWithTheTimeline() {
        auto& steps = window_->page<StepsPage>();
        answerAtOnce(steps.study());
        window_->pages().show(QStringLiteral("steps"));
        QVERIFY(!window_->timeBar().isVisibleTo(window_.get()));
        window_->pages().show(QStringLiteral("attention"));
        auto& attention = window_->page<AttentionPage>();
        attention.chooseHead(5);
        attention.stepsButton()->click();
        QCOMPARE(window_->pages().current().id(), QStringLiteral("steps"));
        QVERIFY(steps.view()->figure().head() && steps.view()->figure().head()->layer == 1);
        QVERIFY(window_->timeBar().isVisibleTo(window_.get()));
        named<QPushButton>(steps, "Back to typed numbers")->click();
        QVERIFY(!window_->timeBar().isVisibleTo(window_.get()));
    }

    void noPageIsEmpty() {
        for (StudyBase* study : window_->findChildren<StudyBase*>()) answerAtOnce(*study);
        const int pages = static_cast<int>(window_->pages().pages().size());
        QVERIFY(pages > 6);
        const auto suits = [&](int page) {
            return window_->pages().pages()[static_cast<size_t>(page)]->suits(run_->config);
        };
        for (int i = 0; i < pages; ++i) {
            window_->pages().show(i);
            const Page* page = window_->pages().pages()[static_cast<size_t>(i)];
            QCOMPARE(window_->pages().currentIndex() == i, suits(i));
            if (!suits(i)) continue;
            QVERIFY(!page->frames().empty());
            QVERIFY(!page->title().isEmpty());
            QVERIFY(!page->help().isEmpty());
        }
        const auto figures = window_->figures();
        QCOMPARE(figures.size(), 16u);  // no runs to draw curves of, and no faithfulness measured
        for (const auto& figure : figures) QVERIFY2(!figure->data().empty(), qPrintable(figure->name()));
        // What is seen is not of one colour.
        for (int page = 0; page < pages; ++page) {
            if (!suits(page)) continue;
            window_->pages().show(page);
            QCoreApplication::processEvents();
            const QImage image = window_->pages().pages()[static_cast<size_t>(page)]->grab().toImage();
            QSet<QRgb> colors;
            for (int y = 0; y < image.height(); y += 3)
                for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
            QVERIFY2(colors.size() > 20, qPrintable(QString::number(colors.size())));
        }
    }

    void aListThatWasUsedLeavesTheKeys() {
        for (const Page* page : window_->pages().pages())
            for (const QComboBox* combo : page->findChildren<QComboBox*>())
                QVERIFY2(!(combo->focusPolicy() & Qt::ClickFocus), qPrintable(combo->accessibleName()));
        auto* line = window_->page<AttentionPage>().sequenceEdit()->findChild<QLineEdit*>();
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!line->hasFocus());
        type(Qt::Key_1);
        QCOMPARE(window_->pages().currentIndex(), 0);
    }

    void digitsAreTypedIntoFields() {
        auto* length = qobject_cast<QSpinBox*>(window_->form().field("data.length")->editor());
        length->setFocus();
        length->selectAll();
        QTest::keyClicks(length, QStringLiteral("4"));
        QCOMPARE(window_->pages().current().id(), QStringLiteral("attention"));
        QCOMPARE(length->value(), 4);
    }

    void spaceTrainsAndPauses() {
        QSignalSpy trains(window_.get(), &MainWindow::trainRequested),
            pauses(window_.get(), &MainWindow::pauseRequested),
            steps(window_.get(), &MainWindow::stepRequested);
        type(Qt::Key_Space);
        QCOMPARE(trains.size(), 1);
        QVERIFY(trains.front().front().value<RunConfig>() == run_->config);
        run_->model.setState(RunState::Training);
        type(Qt::Key_Space);
        QCOMPARE(pauses.size(), 1);
        run_->model.setState(RunState::Paused);
        type(Qt::Key_S);
        QCOMPARE(steps.size(), 1);
        type(Qt::Key_Space);
        QCOMPARE(trains.size(), 2);
    }

    void spaceTrainsFromANumberField() {
        QSignalSpy trains(window_.get(), &MainWindow::trainRequested);
        auto* length = qobject_cast<QSpinBox*>(window_->form().field("data.length")->editor());
        length->setFocus();
        length->selectAll();
        const QString before = length->text();
        QTest::keyClick(length, Qt::Key_Space);
        QCOMPARE(length->text(), before);
        QCOMPARE(trains.size(), 1);
    }

    void spacePressedOnTheTrainButtonTwice() {
        QSignalSpy trains(window_.get(), &MainWindow::trainRequested),
            pauses(window_.get(), &MainWindow::pauseRequested);
        window_->form().controls().trainButton()->setFocus();
        type(Qt::Key_Space);
        run_->model.setState(RunState::Training);
        type(Qt::Key_Space);
        QCOMPARE(trains.size(), 1);
        QCOMPARE(pauses.size(), 1);
    }

    void escGoesBackToTheGrid() {
        AttentionPage& page = window_->page<AttentionPage>();
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {},
                          page.gridView()->rectOfCell(9, 5, 5).center().toPoint());
        QCOMPARE(page.chosenHead(), 9);
        type(Qt::Key_Escape);
        QCOMPARE(page.chosenHead(), -1);
    }

    void editsAreReported() {
        QSignalSpy edits(window_.get(), &MainWindow::configEdited);
        qobject_cast<QSpinBox*>(window_->form().field("network.num_layers")->editor())->setValue(2);
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits.front().front().value<RunConfig>().network.numLayers, 2);
    }

    void progressIsShown() {
        run_->train(3);
        const auto* bar = named<QProgressBar>(*window_, "Progress of the run");
        QVERIFY(bar && bar->isVisible());
        QVERIFY(bar->value() > 0);
        // It stands where the run was started.
        QVERIFY(window_->form().controls().isAncestorOf(bar));
        QVERIFY(!bar->toolTip().isEmpty());
        run_->model.setState(RunState::Finished);
        QVERIFY(!bar->isVisible());
    }

    void noticesStayUntilTheyAreClosed() {
        window_->showNotice(QStringLiteral("The disk is full."), true);
        NoticeBar& bar = window_->noticeBar();
        QVERIFY(bar.isVisible() && bar.isError());
        QCOMPARE(bar.text(), QStringLiteral("The disk is full."));
        QTest::mouseClick(bar.findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(!bar.isVisible());
    }

    void theReportHoldsWhatSomebodyElseNeeds() {
        window_->showNotice(QStringLiteral("the disk is full"), true);
        window_->showNotice(QStringLiteral("saved"), false);
        const QString report = window_->report();
        for (const char* part : {"the disk is full", "saved", "Qt 6", "\"num_heads\""})
            QVERIFY2(report.contains(QLatin1String(part)), qPrintable(report));
    }

    void closingWhileTrainingAsksOnce() {
        QSignalSpy closes(window_.get(), &MainWindow::closeRequested);
        run_->model.beginRun(QStringLiteral("run"), QStringLiteral("processor"));
        run_->model.setState(RunState::Training);
        QVERIFY(!window_->close());
        QVERIFY(!window_->close());  // the question stands already
        QCOMPARE(window_->findChildren<QMessageBox*>().size(), 1);
        auto* box = window_->findChild<QMessageBox*>();
        box->reject();
        QCOMPARE(closes.size(), 0);
        QVERIFY(window_->isVisible());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!window_->close());
        box = window_->findChild<QMessageBox*>();
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::AcceptRole) QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(closes.size(), 1);
        QCOMPARE(closes.front().front().toBool(), true);
        QVERIFY(window_->close());
    }

    void aResumedRunSaysWhatDiscardingTakes() {
        RunMetrics metrics;
        for (int step = 1; step <= 7; ++step) metrics.steps.push_back({step, 1, 0, 0, 0, 0});
        run_->model.beginRun(QStringLiteral("run"), QStringLiteral("processor"));
        run_->model.setMetrics(metrics);
        run_->model.setState(RunState::Training);
        TrainProgress progress;
        for (int step = 8; step <= 12; ++step) progress.steps.push_back({step, 1, 0, 0, 0, 0});
        run_->model.addProgress(progress);
        QVERIFY(!window_->close());
        auto* box = window_->findChild<QMessageBox*>();
        QVERIFY(box->informativeText().contains(QStringLiteral("resumed at step 7")));
        QStringList answers;
        for (QAbstractButton* button : box->buttons()) answers << button->text();
        QVERIFY(answers.contains(QStringLiteral("&Discard steps since it was resumed: 5")));
        box->reject();
    }

    void aRunWithoutAFolderCannotBeKept() {
        run_->model.beginRun({}, QStringLiteral("processor"));
        run_->model.setState(RunState::Training);
        QVERIFY(!window_->close());
        auto* box = window_->findChild<QMessageBox*>();
        QVERIFY(box->text().contains(QStringLiteral("no folder")));
        for (QAbstractButton* button : box->buttons())
            QVERIFY(box->buttonRole(button) != QMessageBox::AcceptRole);
        box->reject();
    }

    void whatIsPreparedIsSaidAndCanBeStopped() {
        QSignalSpy stops(window_.get(), &MainWindow::stopRequested);
        run_->model.setState(RunState::Idle);
        window_->setWaiting(QStringLiteral("opening x …"));
        const auto says = [this](const QString& text) {
            const auto labels = window_->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* l) { return l->text() == text; });
        };
        QVERIFY(says(QStringLiteral("opening x …")));
        auto* stop = named<QToolButton>(window_->form(), "Stop");
        QVERIFY(stop && stop->isEnabled());
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(stops.size(), 1);
        window_->setWaiting({});
        QVERIFY(!says(QStringLiteral("opening x …")) && !stop->isEnabled());
    }

    void closingWhileIdleAsksNothing() { QVERIFY(window_->close()); }

    void droppedFoldersAreOpened() {
        QSignalSpy opens(window_.get(), &MainWindow::openRequested);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/run"))});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window_.get(), &drop);
        QCOMPARE(opens.size(), 1);
        QCOMPARE(opens.front().front().toString(), QStringLiteral("/tmp/run"));
        data.setUrls({QUrl::fromLocalFile("/tmp/run"), QUrl::fromLocalFile("/tmp/another")});
        QDragEnterEvent both(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window_.get(), &both);
        QVERIFY(both.isAccepted());
        QDropEvent dropBoth(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window_.get(), &dropBoth);
        QCOMPARE(opens.size(), 1);
        QVERIFY(window_->noticeBar().isError() && window_->noticeBar().text().contains("at a time"));
    }

    void dialogsBeginWhereRunsAreKept() {
        QTemporaryDir runs;
        QVERIFY(QDir(runs.path()).mkdir(QStringLiteral("first")) &&
                QDir(runs.path()).mkdir(QStringLiteral("b")));
        window_->setRunsFolder(runs.path());
        QVERIFY(run_->model.folder().isEmpty());  // nothing was trained or opened
        run_->model.beginRun(runs.filePath(QStringLiteral("first")), QString());
        QCOMPARE(run_->model.folder(), runs.filePath(QStringLiteral("first")));
        QSignalSpy opened(window_.get(), &MainWindow::openRequested);
        for (const QString& begin : {runs.path(), runs.filePath(QStringLiteral("b"))}) {
            QAction* open = nullptr;
            for (QMenu* menu : window_->findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    if (action->text() == QStringLiteral("&Open run…")) open = action;
            QVERIFY(open);
            open->trigger();
            QPointer<QFileDialog> dialog = window_->findChild<QFileDialog*>();
            QVERIFY(dialog);
            QCOMPARE(QDir(dialog->directory().absolutePath()), QDir(begin));
            Q_EMIT dialog->fileSelected(runs.filePath(QStringLiteral("b/run")));  // the next one begins there
            dialog->close();
            QTRY_VERIFY(!dialog);
        }
        QCOMPARE(opened.count(), 2);
    }

    void recentRunsAreComparedWith() {
        QSignalSpy compared(window_.get(), &MainWindow::openBesideRequested);
        window_->files().setRecent({QStringLiteral("/a/one")});
        for (QMenu* menu : window_->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("one")) action->trigger();
        QCOMPARE(compared.count(), 1);
        QCOMPARE(compared[0][0].toString(), QStringLiteral("/a/one"));
    }

    void theRunShownIsNotComparedWithItself() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("one")));
        // As it is named on the command line.
        run_->model.beginRun(QDir().relativeFilePath(folder.filePath(QStringLiteral("one"))),
                             QStringLiteral("native"));
        window_->files().setRecent(
            {folder.filePath(QStringLiteral("one")), folder.filePath(QStringLiteral("two"))});
        QStringList offered;
        for (QMenu* menu : window_->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("one") || action->text() == QStringLiteral("two"))
                    offered << action->text();
        offered.sort();
        QCOMPARE(offered, (QStringList{"one", "two", "two"}));  // opened again it can be
    }

    void recentRunsAreOpened() {
        QSignalSpy opens(window_.get(), &MainWindow::openRequested);
        window_->files().setRecent({QStringLiteral("/a/one"), QStringLiteral("/a/two")});
        for (QMenu* menu : window_->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("two")) action->trigger();
        QCOMPARE(opens.size(), 1);
        QCOMPARE(opens.front().front().toString(), QStringLiteral("/a/two"));
    }

    void theLayoutIsRemembered() {
        window_->pages().show(QStringLiteral("positions"));
        window_->form().setFolded({QStringLiteral("data")});
        SaveDialog::setAnswers({{QStringLiteral("export/suffix"), QStringLiteral("svg")}});
        const QByteArray state = window_->layoutState();
        SaveDialog::setAnswers({});
        MainWindow other(run_->model, *theme_);
        other.restoreLayoutState(state);
        QCOMPARE(SaveDialog::answers().value(QStringLiteral("export/suffix")).toString(),
                 QStringLiteral("svg"));
        QCOMPARE(other.pages().current().id(), QStringLiteral("positions"));
        QCOMPARE(other.form().folded(), QStringList{QStringLiteral("data")});
        other.restoreLayoutState(QByteArray("something else"));
        QCOMPARE(other.pages().current().id(), QStringLiteral("positions"));
    }

    void aTaskWithoutThePageShownBeginsWithItsMaps() {
        const auto shownAfter = [&](const char* preset) {
            const RunConfig config = presetByName(preset);
            run_->model.showNetwork(config, nullptr, nullptr, {});
            return window_->pages().current().id();
        };
        QCOMPARE(shownAfter("anomaly-shapes"), QStringLiteral("sets"));
        QCOMPARE(shownAfter("patches"), QStringLiteral("picture"));
        QCOMPARE(shownAfter("reverse"), QStringLiteral("attention"));
        window_->pages().show(QStringLiteral("network"));
        QCOMPARE(shownAfter("text-demo"), QStringLiteral("text"));
        window_->pages().show(QStringLiteral("network"));
        QCOMPARE(shownAfter("reverse"), QStringLiteral("network"));
    }

    void theHelpFollowsThePageAndIsRemembered() {
        QVERIFY(window_->helpPanel().isVisible());  // at the first start
        const auto says = [&] { return window_->helpPanel().browser()->toPlainText(); };
        for (const Page* page : window_->pages().pages()) {
            window_->pages().show(page->id());
            if (&window_->pages().current() != page) continue;  // not offered
            QTextDocument expected;
            expected.setMarkdown(page->help());
            QVERIFY2(says().contains(expected.toPlainText()), qPrintable(page->id()));
        }
        QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(window_->helpPanel().isHidden());
        MainWindow other(run_->model, *theme_);
        other.restoreLayoutState(window_->layoutState());
        QVERIFY(other.helpPanel().isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(window_->helpPanel().isVisible());
        other.restoreLayoutState(window_->layoutState());
        QVERIFY(!other.helpPanel().isHidden());
    }

    void aFormThatDiffersFromTheNetworkShownIsSaidToDo() {
        StateBar& bar = window_->formDiffers();
        auto* layers = qobject_cast<QSpinBox*>(window_->form().field("network.num_layers")->editor());
        layers->setValue(2);
        QVERIFY(bar.isHidden());  // a fresh network follows the form
        window_->showConfig(run_->config);
        run_->model.setState(RunState::Finished);
        QVERIFY(bar.isHidden());
        const auto icon = [&] {  // has a dot while Train applies something
            return window_->form().controls().trainButton()->icon().pixmap(16).toImage();
        };
        const QImage plain = icon();
        layers->setValue(2);
        QVERIFY(bar.isVisible());
        QVERIFY(icon() != plain);
        QVERIFY(window_->form().controls().trainButton()->toolTip().startsWith(QStringLiteral("Apply")));
        QCOMPARE(bar.text(),
                 QStringLiteral("The settings differ from the network shown. Press Train to apply them."));
        QSignalSpy edited(window_.get(), &MainWindow::configEdited);
        QTest::mouseClick(bar.findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(layers->value(), run_->config.network.numLayers);
        QVERIFY(bar.isHidden());
        QVERIFY(icon() == plain);
        QCOMPARE(edited.count(), 1);
        QVERIFY(edited[0][0].value<RunConfig>() == run_->config);
        qobject_cast<QSpinBox*>(window_->form().field("training.epochs")->editor())->setValue(3);
        QVERIFY(bar.isHidden());  // it is the same network that would be trained
    }

    void anExportedFigureSaysTheStepOfItsSnapshot() {
        open("reverse", {1366, 768});
        for (StudyBase* study : window_->findChildren<StudyBase*>()) answerAtOnce(*study);
        window_->pages().show(QStringLiteral("attention"));
        const auto exported = [&] {
            const auto figure = window_->pages().current().frames().at(0)->exported();
            return dynamic_cast<HeatMapGridFigure&>(*figure).notes;
        };
        QCOMPARE(exported(), QStringList{QStringLiteral("validation sample 1")});
        const Snapshot snapshot{17, 1, 10};
        run_->model.setSnapshots({snapshot});
        run_->model.shown().chooseSnapshot(snapshot);
        run_->model.shown().setSnapshotParameters(snapshot, run_->model.parameters());
        QCOMPARE(exported(), (QStringList{QStringLiteral("validation sample 1"), QStringLiteral("step 17")}));
        // A report says that its results are of another step, and has no row without a value.
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("report.html"));
        Q_EMIT window_->findChild<RunFiles*>()->reportRequested(path);
        QFile report(path);
        QVERIFY(report.open(QIODevice::ReadOnly));
        const QString html = QString::fromUtf8(report.readAll());
        QVERIFY(html.contains(QStringLiteral("the network at step 17 of its training")));
        QVERIFY(html.contains(QStringLiteral("“How faithful?”")));  // a title with an end of its own
        QVERIFY(html.contains(QStringLiteral("<td>reverse</td>")));
        QVERIFY(!html.contains(QStringLiteral("<td></td>")));
        for (const char* zero : {"all processors", "as many as heads"})  // what 0 says there
            QVERIFY(html.contains(QStringLiteral("<td>%1</td>").arg(QLatin1String(zero))));
    }

    void theTimelineStandsWhereItActs() {
        for (const Page* page : window_->pages().pages()) {
            if (!page->suits(run_->config)) continue;
            window_->pages().show(page->id());
            QCOMPARE(window_->timeBar().isVisible(), page->followsTraining());
        }
    }

    void aNoticeEndsWhatTheStatusLineSaid() {
        const auto said = [this] { return named<QLabel>(*window_, "Value under the pointer")->text(); };
        Q_EMIT window_->pages().readout(QStringLiteral("Describing a picture …"));
        QCOMPARE(said(), QStringLiteral("Describing a picture …"));
        window_->showNotice(QStringLiteral("It cannot be read"), true);
        QCOMPARE(said(), QString());
    }

    void theFirstQueryIsChosenInTheMenuAndRemembered() {
        QAction* below = nullptr;
        for (QMenu* menu : window_->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text().contains(QStringLiteral("as in the notebooks"))) below = action;
        QVERIFY(below && below->isCheckable() && !below->isChecked());
        QVERIFY(!run_->model.firstQueryBelow());
        below->trigger();
        QVERIFY(run_->model.firstQueryBelow());
        const QByteArray state = window_->layoutState();
        run_->model.setFirstQueryBelow(false);
        QVERIFY(!below->isChecked());
        window_->restoreLayoutState(state);
        QVERIFY(run_->model.firstQueryBelow() && below->isChecked());
    }

    void aLayoutThatNamedPagesByTheirPlacesIsCarriedOver() {
        QByteArray state;
        QDataStream stream(&state, QIODevice::WriteOnly);
        stream.setVersion(QDataStream::Qt_6_0);
        const QVariantMap shown = window_->page<AttentionPage>().controls();
        QVariantMap changed = shown;
        for (auto control = changed.begin(); control != changed.end(); ++control)
            if (control->typeId() == QMetaType::Bool) *control = !control->toBool();
        QVERIFY(changed != shown);
        stream << quint32{1} << window_->saveGeometry() << 2 << true << QStringList{QStringLiteral("data")}
               << QVariantList{QVariantMap(), changed};
        MainWindow other(run_->model, *theme_);
        other.restoreLayoutState(state);
        QCOMPARE(other.pages().current().id(), QStringLiteral("explain"));
        QCOMPARE(other.form().folded(), QStringList{QStringLiteral("data")});
        QCOMPARE(other.page<AttentionPage>().controls(), changed);
    }

    void everyControlHasANameAndATip() {
        for (const QWidget* widget : window_->findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || widget->window() != window_.get()) continue;
            if (widget->objectName().startsWith(QStringLiteral("qt_"))) continue;  // inside of Qt's own
            QVERIFY2(!widget->accessibleName().isEmpty(),
                     qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()),
                                                            widget->toolTip())));
        }
    }
};

TEST_CLASS(TestMainWindow, QApplication)
#include "test_main_window.moc"
