// The table of runs: what it shows, sorts, filters and opens.
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/controls/state_bar.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/named.h"
#include "ui/pages/runs/parallel_view.h"
#include "ui/pages/runs/run_actions.h"
#include "ui/pages/runs/run_figures.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/views/curve_view.h"
#include "ui/views/figure_frame.h"

using namespace attx;

namespace test_runs_page {

constexpr int nameColumn = 1, stateColumn = 2, key = 4;

RunTable threeRuns() {
    std::vector<RunRow> rows;
    for (const double rate : {1e-4, 1e-2, 1e-3}) {
        RunRow& row = rows.emplace_back();
        row.path = "/runs/" + std::to_string(rows.size());
        row.config = RunConfig();
        row.config->training.learningRate = rate;
        row.state = RunStatus::Finished;
        row.result = RunResult();
        row.result->epochs = 1;
        row.result->validationAccuracy = rate;
    }
    rows.back().state = RunStatus::Damaged;
    rows.back().config.reset();
    rows.back().result.reset();
    rows.back().problem = "torn";
    return tableOf(rows);
}

void drag(QWidget* widget, const QPoint& from, const QPoint& to) {
    const auto send = [&](QEvent::Type type, const QPoint& at, Qt::MouseButton button) {
        QMouseEvent event(type, at, widget->mapToGlobal(at), button,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
        QCoreApplication::sendEvent(widget, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::NoButton);
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton);
}

class TestRunsPage : public QObject {
    Q_OBJECT
    std::unique_ptr<RunsPage> page_;

    [[nodiscard]] QStringList column(int number) const {
        QStringList texts;
        const QAbstractItemModel& model = *page_->table()->model();
        for (int row = 0; row < model.rowCount(); ++row) texts << model.index(row, number).data().toString();
        return texts;
    }

    /// Two finished runs, a and b, shown on the page.
    void makeRuns(const QTemporaryDir& folder) const {
        for (const char* name : {"a", "b"}) {
            RunConfig config = presetByName("reverse");
            if (name[0] == 'b') config.training.learningRate = 1e-4;
            RunFolder run = RunFolder::create(folder.filePath(name).toStdString(), config, "native");
            run.beginSession(0, {}, 1);
            const RunResult result{.epochs = 1};
            run.writeResult(result);
        }
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(folder.path());
        page_->show();
        asked.workOut();
    }
    /// Shows the page and answers it with these runs, of the sweep in a folder if they are one.
    void show(const RunTable& table, const QString& sweep = {}) const {
        Asked<RunsRead> asked(page_->study());
        page_->show();
        asked.answer(0, {table.rows.size(), std::make_shared<const RunTable>(table), {}, sweep});
    }
    [[nodiscard]] QLineEdit* filter() const { return named<QLineEdit>(*page_, "Filter of the runs"); }
    [[nodiscard]] ParallelView* parallel() const { return page_->findChild<ParallelView*>(); }

private Q_SLOTS:
    void init() {
        page_ = std::make_unique<RunsPage>();
        page_->resize(900, 600);
    }

    void nothingIsReadBeforeItIsSeen() {
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(QStringLiteral("/nothing"));
        QCOMPARE(asked.count(), 0);
        page_->show();
        QCOMPARE(asked.count(), 1);
        page_->hide();
        page_->show();
        QCOMPARE(asked.count(), 1);
        page_->showFolder(QStringLiteral("/other"));
        QCOMPARE(asked.count(), 2);
    }

    void columnsGrowWithTheZoom() {
        const QTemporaryDir folder;
        makeRuns(folder);
        Theme theme(*qApp);
        const int before = page_->table()->columnWidth(1);
        theme.setZoom(200);
        for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
        QVERIFY2(page_->table()->columnWidth(1) > before * 3 / 2,
                 qPrintable(QStringLiteral("%1, %2").arg(before).arg(page_->table()->columnWidth(1))));
        theme.setZoom(usualZoom);
    }

    /// Two rows are no reason for a low figure.
    void theFiguresHaveTheRoomThatFewRunsLeave() {
        const QTemporaryDir folder;
        makeRuns(folder);
        QCoreApplication::processEvents();
        const QTableView& table = *page_->table();
        const int row = table.rowHeight(0);
        QVERIFY(table.viewport()->height() >= 2 * row && table.height() < 6 * row);
        QVERIFY(page_->frames().front()->height() > 3 * table.height());
    }

    void theResultStandsBehindTheName() {
        const QTemporaryDir folder;
        makeRuns(folder);
        const QHeaderView& header = *page_->table()->horizontalHeader();
        QStringList names;
        for (int place = 0; place < 4; ++place)
            names
                << page_->table()->model()->headerData(header.logicalIndex(place), Qt::Horizontal).toString();
        QCOMPARE(names.mid(1), (QStringList{"run", "best validation", "state"}));
    }

    void theUsualFolderYieldsToThatOfLastTime() {
        const auto folder = [&] { return page_->controls().value(QStringLiteral("folder")).toString(); };
        QVERIFY(folder().isEmpty());  // never a place that nobody has named
        page_->setUsualFolder(QStringLiteral("/usual"));
        QCOMPARE(folder(), QStringLiteral("/usual"));
        page_ = std::make_unique<RunsPage>();
        page_->restoreControls({{QStringLiteral("folder"), QStringLiteral("/mine")}});
        page_->setUsualFolder(QStringLiteral("/usual"));
        QCOMPARE(folder(), QStringLiteral("/mine"));
    }

    void aRowARunWithWhatDiffers() {
        Asked<RunsRead> asked(page_->study());
        page_->show();
        asked.answer(0, {2, nullptr, {}, {}}, false);
        QCOMPARE(page_->table()->model()->rowCount(), 0);
        asked.answer(0, {3, std::make_shared<const RunTable>(threeRuns()), {}, {}});
        const QAbstractItemModel& model = *page_->table()->model();
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.headerData(key, Qt::Horizontal).toString(), QStringLiteral("learning rate"));
        QCOMPARE(column(key), (QStringList{"0.0001", "0.01", ""}));
        QCOMPARE(column(stateColumn), (QStringList{"finished", "finished", "damaged"}));
        QCOMPARE(column(key + 1), (QStringList{"0.01 %", "1.00 %", ""}));  // best validation accuracy
        page_->table()->sortByColumn(key, Qt::DescendingOrder);  // as numbers; what is unknown comes last
        QCOMPARE(column(key), (QStringList{"0.01", "0.0001", ""}));
        QCOMPARE(parallel()->figure().runs.size(), 3);
    }

    void aSweepsRunsAreNamedByWhatDiffers() {
        RunTable table = threeRuns();
        show(table);
        const QStringList names = column(nameColumn);
        QCOMPARE(names, (QStringList{"learning rate 0.0001", "learning rate 0.01", "3"}));
        const QAbstractItemModel& model = *page_->table()->model();
        QCOMPARE(model.index(0, nameColumn).data(Qt::EditRole).toString(), names[0]);
        table.rows[0].notes.name = "mine";  // the other one keeps its name
        QCOMPARE(runNames(table)[1], names[1]);
        table.rows[1].path = "/elsewhere/2";  // of another sweep, in which nothing differs
        page_ = std::make_unique<RunsPage>();
        show(table);
        QVERIFY(column(nameColumn).contains(QStringLiteral("mine")));
        QVERIFY(column(nameColumn).contains(QStringLiteral("elsewhere/2")));
    }

    /// Words need no name of their setting before them, which left no room for what differs.
    void wordsNameRunsAlone() {
        RunTable table = threeRuns();
        table.rows.pop_back();
        table.keys = {"network.norm", "network.norm_first"};
        table.values = {{"layer", "false"}, {"rms", "true"}};
        show(table);
        QCOMPARE(column(nameColumn), (QStringList{"LayerNorm · norm first off", "RMSNorm · norm first on"}));
    }

    /// One group is not compared with itself, and its runs count once.
    void oneStoppedRunIsNoTwoGroups() {
        RunTable table = threeRuns();
        table.rows.resize(1);
        table.values.resize(1);
        table.rows[0].state = RunStatus::Stopped;
        show(table);
        page_->figures()->setView(RunFigures::View::Comparison);
        const std::unique_ptr<Figure> figure = page_->figures()->figure();
        const QString said = dynamic_cast<const IntervalFigure&>(*figure).sentences.join(QLatin1Char(' '));
        QVERIFY2(said.contains(QStringLiteral("no two groups")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("not finished: stopped: 1.")), qPrintable(said));
    }

    void aSweepSaysHowMuchOfItIsLeft() {
        RunTable table = threeRuns();
        table.rows[2].state = RunStatus::Waiting;
        show(table, QStringLiteral("/sweep"));
        const auto button = [&] { return named<QToolButton>(*page_, "Train or stop the sweep")->text(); };
        QCOMPARE(button(), QStringLiteral("Resume sweep (1 of 3 left)"));
        page_->showSweep(QStringLiteral("2 of 3 runs are finished"));
        QCOMPARE(button(), QStringLiteral("Stop sweep"));
        page_ = std::make_unique<RunsPage>();
        table.rows.resize(1);
        table.values.resize(1);
        table.rows[0].state = RunStatus::Waiting;
        show(table, QStringLiteral("/sweep"));
        QCOMPARE(button(), QStringLiteral("Train sweep (1 run)"));
    }

    /// What a selection hides is said beside the curves, with the way back.
    void selectedCurvesLeadBackToAll() {
        show(threeRuns());
        auto* bar = page_->figures()->findChild<StateBar*>();
        QVERIFY(bar->isHidden());
        page_->table()->selectRow(1);
        QCOMPARE(bar->text(), QStringLiteral("1 of 3 runs: the selected one"));
        page_->figures()->setView(RunFigures::View::Scatter);  // has all runs
        QVERIFY(bar->isHidden());
        page_->figures()->setView(RunFigures::View::Curves);
        QVERIFY(bar->isVisible());
        bar->findChild<QPushButton*>()->click();
        QVERIFY(bar->isHidden());
        QVERIFY(!page_->table()->selectionModel()->hasSelection());
    }

    void runsThatAreNotFinishedAreSaid() {
        RunTable table = threeRuns();
        table.rows[0].state = RunStatus::Interrupted;
        show(table);
        RunFigures* figures = page_->figures();
        const auto view = [&](RunFigures::View shown) {
            figures->setView(shown);
            return figures->remark();
        };
        for (const RunFigures::View shown :
             {RunFigures::View::Parallel, RunFigures::View::Scatter, RunFigures::View::Curves})
            QVERIFY(view(shown).contains(
                QStringLiteral("1 unfinished run (interrupted: 1) is shown up to its last step")));
        QVERIFY(view(RunFigures::View::Importance).isEmpty());
    }

    /// The table has each folder, the figures each run once; what passes a brush has its copies with it.
    void copiesAreNoRunsOfTheFigures() {
        std::vector<RunRow> rows = threeRuns().rows;
        rows.insert(rows.begin(), rows[0]);
        rows[0].path = "/backup/1";
        show(tableOf(rows));
        QCOMPARE(page_->table()->model()->rowCount(), 4);
        QCOMPARE(parallel()->figure().runs, (QStringList{"/backup/1", "/runs/2", "/runs/3"}));
        const auto said = page_->findChildren<QLabel*>();
        QVERIFY(std::any_of(said.begin(), said.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("1 is a copy of another run"));
        }));
        parallel()->setBrush(0, ParallelFigure::Brush{0, 0.5});
        QTRY_COMPARE(page_->table()->model()->rowCount(), 2);
        page_->figures()->setView(RunFigures::View::Curves);
        parallel()->clearBrushes();
        QTRY_COMPARE(page_->table()->model()->rowCount(), 4);
        page_->table()->selectRow(
            static_cast<int>(column(nameColumn).lastIndexOf(QStringLiteral("backup/1"))));
        QCOMPARE(page_->figures()->wantedCurves(), std::vector<std::string>{"/backup/1"});
    }

    void theFilterIsForBoth() {
        show(threeRuns());
        filter()->setText(QStringLiteral("FINISHED"));
        QCOMPARE(column(nameColumn), (QStringList{"learning rate 0.0001", "learning rate 0.01"}));
        QCOMPARE(parallel()->figure().runs, (QStringList{"/runs/1", "/runs/2"}));
        filter()->setText(QStringLiteral("torn"));
        QCOMPARE(column(nameColumn), QStringList{"3"});
    }

    void aDoubleClickOpens() {
        show(threeRuns());
        page_->table()->sortByColumn(key, Qt::DescendingOrder);
        QSignalSpy opened(page_.get(), &RunsPage::openRequested);
        Q_EMIT page_->table()->doubleClicked(page_->table()->model()->index(0, 0));  // its star
        QVERIFY(opened.isEmpty());
        Q_EMIT page_->table()->doubleClicked(page_->table()->model()->index(0, nameColumn));
        QCOMPARE(opened.takeFirst().value(0).toString(), QStringLiteral("/runs/2"));
    }

    void rowsThatMoveKeepTheirPlaceAndSelection() {
        Asked<RunsRead> asked(page_->study());
        page_->show();
        RunTable table = threeRuns();
        table.rows[1].state = RunStatus::Running;
        asked.answer(0, {3, std::make_shared<const RunTable>(table), {}, {}});
        page_->table()->selectRow(1);
        QSignalSpy resets(page_->table()->model(), &QAbstractItemModel::modelReset);
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 2, 10'000);  // by itself, while it is seen
        table.rows[1].result->validationAccuracy = 0.5;
        table.rows[1].result->epochs = 7;
        asked.answer(1, {3, std::make_shared<const RunTable>(table), {}, {}});
        QCOMPARE(resets.size(), 0);
        QVERIFY(column(key + 1).contains("50.00 %"));
        QCOMPARE(page_->actions()->selectedRows(), std::vector<size_t>{1});
        // Another run comes: everything is new, what was selected is so still.
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 3, 10'000);
        std::vector<RunRow> rows = table.rows;
        rows.insert(rows.begin(), rows.front());
        rows.front().path = "/runs/0";
        asked.answer(2, {4, std::make_shared<const RunTable>(tableOf(rows)), {}, {}});
        QCOMPARE(page_->table()->model()->rowCount(), 4);
        QCOMPARE(page_->actions()->selectedRows(), std::vector<size_t>{2});
    }

    void brushesFilterTheTable() {
        show(threeRuns());
        page_->figures()->setView(RunFigures::View::Parallel);
        ParallelView* lines = parallel();
        QCOMPARE(lines->figure().axes()[0].name, QStringLiteral("training.learning_rate"));
        // By the mouse: along the upper half of its axis.
        QTRY_VERIFY(lines->width() > 300 && lines->height() > 100);
        const QRectF area(lines->rect());
        int x = 0;
        while (lines->figure().axisAt(area, x, FigureStyle::of(lines->palette())).value_or(9) != 0) ++x;
        x += 16;
        drag(lines, {x, lines->height() / 2}, {x, 4});
        QTRY_COMPARE(column(nameColumn), QStringList{"learning rate 0.01"});
        QVERIFY(lines->figure().brush(0));
        // The same runs, read again, are brushed as before.
        filter()->setText(QStringLiteral("i"));
        QVERIFY(page_->figures()->isBrushed());
        drag(lines, {x, 40}, {x, 40});
        filter()->clear();
        QTRY_COMPARE(page_->table()->model()->rowCount(), 3);
    }

    void curvesOfTheSelectedRuns() {
        Asked<CurvesRead> curves(page_->curveStudy());
        show(threeRuns());
        page_->figures()->setView(RunFigures::View::Curves);
        QTRY_COMPARE(curves.count(), 1);
        const RunCurves made{.epochs = {{1, 10, 1, 0, 0.5, 0.25, true}, {2, 20, 1, 0, 0.25, 0.75, true}}};
        const auto shared = std::make_shared<const RunCurves>(made);
        curves.answer(0, {{"/runs/1", shared}, {"/runs/2", shared}});
        const auto names = [&] {
            QStringList list;
            for (const CurveSeries& series :
                 page_->figures()->findChild<CurveView*>()->figure().panels.at(0).series)
                list << series.name;
            return list;
        };
        QCOMPARE(names(), (QStringList{"learning rate 0.0001", "learning rate 0.01"}));
        page_->table()->selectRow(1);
        QCOMPARE(names(), QStringList{"learning rate 0.01"});
        const QModelIndex cell = page_->table()->model()->index(0, key + 2);
        QCOMPARE(cell.data(RunListModel::curveRole).value<std::vector<double>>(),
                 (std::vector<double>{0.25, 0.75}));
        page_->figures()->setView(RunFigures::View::Comparison);
        QVERIFY(page_->figures()->figure()->csv().find("learning_rate=0.01") != std::string::npos);
    }

    void starsAndNotesAreKept() {
        const QTemporaryDir folder;
        makeRuns(folder);
        QTest::mouseClick(page_->table()->viewport(), Qt::LeftButton, {},
                          page_->table()->visualRect(page_->table()->model()->index(0, 0)).center());
        QVERIFY(readNotes(folder.filePath("a").toStdString()).star);
        const int note = page_->table()->model()->columnCount() - 2;
        QAbstractItemModel& model = *page_->table()->model();
        QVERIFY(model.setData(model.index(1, note), QStringLiteral("odd"), Qt::EditRole));
        QCOMPARE(readNotes(folder.filePath("b").toStdString()).note, std::string("odd"));
        QVERIFY(model.setData(model.index(1, nameColumn), QStringLiteral("beta"), Qt::EditRole));
        QCOMPARE(column(nameColumn), (QStringList{"a", "beta"}));
        const std::unique_ptr<QMimeData> dragged(model.mimeData({model.index(1, 0), model.index(1, 1)}));
        QCOMPARE(dragged->urls(), QList<QUrl>{QUrl::fromLocalFile(folder.filePath("b"))});
    }

    void theCommandOfARun() {
        const QTemporaryDir folder;
        makeRuns(folder);
        page_->table()->selectRow(1);
        page_->actions()->copyCommand();
        const QString command = QGuiApplication::clipboard()->text();
        QVERIFY2(command.startsWith(QCoreApplication::applicationFilePath() +
                                    " train --preset reverse --set training.learning_rate=0.0001"),
                 qPrintable(command));
    }

    void deletingAsksAndGoesToTheTrash() {
        const QTemporaryDir folder;
        qputenv("XDG_DATA_HOME", folder.filePath("home").toUtf8());
        makeRuns(folder);
        page_->table()->selectRow(0);
        const auto answer = [&](const QString& button) {
            page_->actions()->askToDelete();
            auto* box = page_->findChild<QMessageBox*>();
            QVERIFY(box && box->informativeText().contains("a\n"));
            for (QAbstractButton* one : box->buttons())
                if (one->text().contains(button)) one->click();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        answer(QStringLiteral("Cancel"));
        QVERIFY(QFile::exists(folder.filePath("a/run.json")));
        for (const char* shown : {"a", "b", ""}) {  // whether it is the run that the window shows is said
            const QString place = *shown ? folder.filePath(shown) : QString();
            page_->actions()->setShownFolder([place] { return place; });
            page_->actions()->askToDelete();
            auto* box = page_->findChild<QMessageBox*>();
            QCOMPARE(box->informativeText().contains("that is shown"), *shown == 'a');
            box->reject();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        answer(QStringLiteral("trash"));
        QVERIFY(!QFile::exists(folder.filePath("a")));
        QVERIFY(QFile::exists(folder.filePath("home/Trash/files/a/run.json")));
        QVERIFY(QFile::exists(folder.filePath("b/run.json")));
    }

    /// Its one row stands for a folder that holds all its runs.
    void theRowOfADamagedSweepIsNoRun() {
        const QTemporaryDir folder;
        qputenv("XDG_DATA_HOME", folder.filePath("home").toUtf8());
        makeRuns(folder);
        writeFileAtomically(folder.filePath("sweep.json").toStdString(), "{");
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(folder.path());
        asked.workOut();
        const QStringList states = column(stateColumn);
        QCOMPARE(states.count("damaged"), 1);
        QCOMPARE(states.count("finished"), 2);
        const auto damaged = static_cast<int>(states.indexOf("damaged"));
        page_->table()->selectRow(damaged);
        page_->actions()->askToDelete();
        QVERIFY(!page_->findChild<QMessageBox*>());
        page_->table()->selectAll();
        page_->actions()->askToDelete();
        auto* box = page_->findChild<QMessageBox*>();
        QVERIFY(box && box->text().contains(QStringLiteral("these 2 runs")));
        box->reject();
        const QModelIndex name = page_->table()->model()->index(damaged, nameColumn);
        QVERIFY(!(page_->table()->model()->flags(name) & Qt::ItemIsEditable));
        page_->actions()->toggleStar({0});
        QVERIFY(!QFile::exists(folder.filePath("notes.json")));
    }

    void noRunsAreSaid() {
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(QStringLiteral("/nothing"));
        page_->show();
        asked.workOut();
        QStringList said;
        for (const QLabel* label : page_->findChildren<QLabel*>()) said << label->text();
        QVERIFY2(said.join(' ').contains("/nothing: expected a folder of runs"), qPrintable(said.join(' ')));
    }

    void beforeTheFirstRunItIsSaidWhereRunsComeFrom() {
        Asked<RunsRead> asked(page_->study());
        page_->setUsualFolder(QStringLiteral("/nothing"));
        page_->show();
        asked.answer(0, {0, std::make_shared<const RunTable>(), QStringLiteral("expected a folder"), {}});
        QStringList said;
        for (const QLabel* label : page_->findChildren<QLabel*>()) said << label->text();
        QVERIFY2(said.join(' ').contains("No run yet"), qPrintable(said.join(' ')));
        QVERIFY(!page_->figures()->isVisible());  // not axes without a line
    }

    void noSentenceMakesTheWindowWider() {
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(QStringLiteral("/nothing"));
        page_->show();
        const int before = page_->minimumSizeHint().width();
        asked.answer(0, {0, std::make_shared<const RunTable>(), QString(400, QLatin1Char('x')), {}});
        page_->showSweep(QString(400, QLatin1Char('y')));
        QCOMPARE(page_->minimumSizeHint().width(), before);
    }

    void theFolderIsReadInTheBackground() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("run"));
        writeFileAtomically(folder.filePath("run/run.json").toStdString(), "{");
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(folder.path());
        page_->show();
        const Query query = asked.questions[0][0].value<Query>();
        std::atomic<bool> interrupt{false};
        int reports = 0;
        const Reply reply = query.answer({interrupt, [&](const std::function<Reply()>&) { ++reports; }});
        QVERIFY(reply && reports > 0);
        page_->study().take(query.tag, reply, true);
        QCOMPARE(column(stateColumn), QStringList{"damaged"});
        interrupt = true;
        QVERIFY(!query.answer({interrupt, [](const std::function<Reply()>&) {}}));
        QCOMPARE(page_->controls().value("folder").toString(), folder.path());
    }
};

TEST_CLASS(TestRunsPage, QApplication)

}  // namespace test_runs_page
#include "test_runs_page.moc"
