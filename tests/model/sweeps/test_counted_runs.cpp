// Which runs count where some are there more than once.
#include <QtTest>

#include "model/config/presets.h"
#include "model/config/task.h"
#include "model/run/records.h"
#include "model/sweeps/counted_runs.h"
#include "runner.h"

using namespace attx;

namespace test_counted_runs {

RunRow finished(const std::string& path, uint64_t seed, double accuracy) {
    RunRow row;
    row.path = path;
    row.state = RunStatus::Finished;
    row.created = "2026-01-31T12:00:00Z";
    row.config = presetByName("reverse");
    row.config->seed = seed;
    row.data = DataFingerprint{{10, "aa"}, {5, "bb"}, {5, "cc"}, "", "", ""};
    row.result = RunResult();
    row.result->epochs = 2;
    row.result->steps = 20;
    row.result->seconds = 1.5;
    row.result->validationAccuracy = accuracy;
    return row;
}

std::vector<size_t> standing(const std::vector<RunRow>& rows, SameRun same) {
    return representatives(tableOf(rows), same);
}

class TestCountedRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBackupIsNoFurtherRun() {
        const std::vector<RunRow> rows{finished("runs/a", 1, 0.9), finished("runs/b", 2, 0.8),
                                       finished("backup/a", 1, 0.9)};
        QCOMPARE(standing(rows, SameRun::Copy), (std::vector<size_t>{0, 1, 0}));
        const DistinctTable distinct = distinctTableOf(rows);
        QCOMPARE(distinct.table.rows.size(), size_t{2});
        QCOMPARE(distinct.table.values.size(), size_t{2});
        QCOMPARE(distinct.copies.size(), size_t{1});
        QCOMPARE(copyText(distinct.copies[0]), std::string("backup/a is left out: it is a copy of runs/a."));
        QCOMPARE(distinctTableOf({rows[0], rows[1]}).copies.size(), size_t{0});
    }

    void aSeedTrainedAgainIsARunOfItsOwnButCountsOnce() {
        std::vector<RunRow> rows{finished("a", 1, 0.9), finished("again", 1, 0.91)};
        rows[1].created = "2026-02-01T12:00:00Z";
        rows[1].config->threads = 7;
        rows[1].config->device = "cpu";
        rows[1].config->preset = "mine";
        rows[1].config->training.rho = 0.1;  // Adam has none
        rows[1].config->training.snapshots = 3;
        QCOMPARE(standing(rows, SameRun::Copy), (std::vector<size_t>{0, 1}));
        QCOMPARE(standing(rows, SameRun::Repetition), (std::vector<size_t>{0, 0}));
        const CountedRuns counted = countedRuns(tableOf(rows));
        QCOMPARE(counted.rows, std::vector<size_t>{0});
        QCOMPARE(counted.repeated, size_t{1});
    }

    void otherRunsAreOthers_data() {
        QTest::addColumn<int>("change");
        for (int change = 0; change < 4; ++change) QTest::addRow("%d", change) << change;
    }
    void otherRunsAreOthers() {
        QFETCH(int, change);
        std::vector<RunRow> rows{finished("a", 1, 0.9), finished("b", 1, 0.9)};
        if (change == 0) rows[1].config->seed = 2;
        if (change == 1) rows[1].config->data.seed = 2;
        if (change == 2) rows[1].config->training.learningRate = 1e-5;
        if (change == 3) rows[1].data->train.hash = "other";
        for (const SameRun same : {SameRun::Copy, SameRun::Repetition})
            QCOMPARE(standing(rows, same), (std::vector<size_t>{0, 1}));
    }

    void theFinishedOneStands() {
        std::vector<RunRow> rows{finished("a", 1, 0.5), finished("b", 1, 0.9), finished("c", 1, 0.9)};
        rows[0].state = RunStatus::Interrupted;
        QCOMPARE(standing(rows, SameRun::Repetition), (std::vector<size_t>{1, 1, 1}));
    }

    /// What waits has the settings of its sweep, and what is damaged none.
    void whatWaitsIsNoRun() {
        std::vector<RunRow> rows{finished("a", 1, 0.9), finished("b", 1, 0.9), {}, {}};
        rows[1].state = RunStatus::Waiting;
        QCOMPARE(standing(rows, SameRun::Repetition), (std::vector<size_t>{0, 1, 2, 3}));
    }

    void theSameDataMayBeElsewhere() {
        std::vector<RunRow> rows{finished("a", 1, 0.9), finished("b", 1, 0.9)};
        rows[0].config->data.path = "/here";
        rows[1].config->data.path = "/there";
        for (RunRow& row : rows) row.config->data.task = TaskKind::Text;
        QCOMPARE(standing(rows, SameRun::Copy), (std::vector<size_t>{0, 0}));
        for (RunRow& row : rows) row.data.reset();  // an earlier version did not keep it
        QCOMPARE(standing(rows, SameRun::Copy), (std::vector<size_t>{0, 1}));
    }
};

TEST_CLASS(TestCountedRuns, QCoreApplication)

}  // namespace test_counted_runs
#include "test_counted_runs.moc"
