// The table of runs: what it shows, sorts, filters and opens.
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "ui/asked.h"
#include "ui/pages/runs/runs_page.h"

using namespace attx;

namespace {

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

}  // namespace

class TestRunsPage : public QObject {
    Q_OBJECT
    std::unique_ptr<RunsPage> page_;

    [[nodiscard]] QStringList column(int number) const {
        QStringList texts;
        const QAbstractItemModel& model = *page_->table()->model();
        for (int row = 0; row < model.rowCount(); ++row) texts << model.index(row, number).data().toString();
        return texts;
    }

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
        asked.answer(0, {2, nullptr, {}}, false);
        QCOMPARE(page_->table()->model()->rowCount(), 0);
        asked.answer(0, {3, std::make_shared<const RunTable>(threeRuns()), {}});
        const QAbstractItemModel& model = *page_->table()->model();
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("learning_rate"));
        QCOMPARE(column(2), (QStringList{"0.0001", "0.01", ""}));
        QCOMPARE(column(1), (QStringList{"finished", "finished", "damaged"}));
        page_->table()->sortByColumn(2, Qt::DescendingOrder);  // as numbers; what is unknown comes last
        QCOMPARE(column(2), (QStringList{"0.01", "0.0001", ""}));
        QCOMPARE(page_->figure().runs.size(), 3);
    }

    void theFilterIsForBoth() {
        Asked<RunsRead> asked(page_->study());
        page_->show();
        asked.answer(0, {3, std::make_shared<const RunTable>(threeRuns()), {}});
        page_->filter()->setText(QStringLiteral("FINISHED"));
        QCOMPARE(column(0), (QStringList{"1", "2"}));
        QCOMPARE(page_->figure().runs, (QStringList{"/runs/1", "/runs/2"}));
        page_->filter()->setText(QStringLiteral("torn"));
        QCOMPARE(column(0), QStringList{"3"});
    }

    void aDoubleClickOpens() {
        Asked<RunsRead> asked(page_->study());
        page_->show();
        asked.answer(0, {3, std::make_shared<const RunTable>(threeRuns()), {}});
        page_->table()->sortByColumn(2, Qt::DescendingOrder);
        QSignalSpy opened(page_.get(), &RunsPage::openRequested);
        Q_EMIT page_->table()->doubleClicked(page_->table()->model()->index(0, 0));
        QCOMPARE(opened.takeFirst().value(0).toString(), QStringLiteral("/runs/2"));
    }

    void noRunsAreSaid() {
        Asked<RunsRead> asked(page_->study());
        page_->showFolder(QStringLiteral("/nothing"));
        page_->show();
        const std::atomic<bool> interrupt{false};
        const Query query = asked.questions[0][0].value<Query>();
        page_->study().take(query.tag, query.answer({interrupt, [](const std::function<Reply()>&) {}}), true);
        QStringList said;
        for (const QLabel* label : page_->findChildren<QLabel*>()) said << label->text();
        QVERIFY2(said.join(' ').contains("/nothing: expected a folder of runs"), qPrintable(said.join(' ')));
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
        QCOMPARE(column(1), QStringList{"damaged"});
        interrupt = true;
        QVERIFY(!query.answer({interrupt, [](const std::function<Reply()>&) {}}));
        QCOMPARE(page_->controls().value("folder").toString(), folder.path());
    }
};

QTEST_MAIN(TestRunsPage)
#include "test_runs_page.moc"
