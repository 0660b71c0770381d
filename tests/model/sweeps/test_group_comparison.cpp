// Two groups compared: against the values that R prints for Student's sleep data (Student 1908; ?sleep,
// ?t.test).
#include <QtTest>
#include <cmath>

#include "model/run/records.h"
#include "model/sweeps/group_comparison.h"
#include "runner.h"

using namespace attx;

namespace test_group_comparison {

const std::vector<double> drug1{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const std::vector<double> drug2{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

/// Group a has the seeds 1, 2 ..., b those from `firstSeed` on, in the other order.
std::vector<RunRow> rowsOf(const std::vector<double>& a, const std::vector<double>& b, uint64_t firstSeed) {
    std::vector<RunRow> rows;
    const auto add = [&](double rate, uint64_t seed, double accuracy) {
        RunRow& row = rows.emplace_back();
        row.state = RunStatus::Finished;
        row.config = RunConfig();
        row.config->training.learningRate = rate;
        row.config->seed = seed;
        row.result = RunResult();
        row.result->epochs = 1;
        row.result->validationAccuracy = accuracy;
    };
    for (size_t i = 0; i < a.size(); ++i) add(1e-3, 1 + i, a[i]);
    for (size_t i = b.size(); i-- > 0;) add(1e-4, firstSeed + i, b[i]);
    return rows;
}

bool near(double value, double expected, double tolerance) { return std::abs(value - expected) <= tolerance; }

class TestGroupComparison : public QObject {
    Q_OBJECT

    static GroupComparison compared(std::vector<RunRow> rows) {
        const RunTable table = tableOf(std::move(rows));
        const std::vector<RunGroup> groups = groupsOf(table);
        return compareGroups(table, groups.at(0), groups.at(1));
    }

private Q_SLOTS:
    void student() {
        QVERIFY(near(studentQuantile(0.975, 1), 12.7062047364, 1e-8));
        QVERIFY(near(studentQuantile(0.975, 10), 2.2281388520, 1e-8));
        QVERIFY(near(studentQuantile(0.025, 4), -2.7764451052, 1e-8));
        QVERIFY(near(studentProbability(0, 7), 0.5, 1e-14));
        QVERIFY(near(studentProbability(1, 1), 0.75, 1e-12));  // Cauchy
    }

    void seedsThatPair() {
        const GroupComparison found = compared(rowsOf(drug1, drug2, 1));
        QVERIFY(found.paired && found.interval);
        QVERIFY(near(found.difference(), -1.58, 1e-12));
        QVERIFY(near(found.interval->low, -2.4598858, 5e-8) && near(found.interval->high, -0.7001142, 5e-8));
        QCOMPARE(found.interval->freedom, 9.0);
        QVERIFY(near(*found.interval->p, 0.002833, 5e-7));
    }

    void otherSeedsDoNot() {
        const GroupComparison found = compared(rowsOf(drug1, drug2, 2));
        QVERIFY(!found.paired && found.interval);
        QVERIFY(near(found.interval->low, -3.3654832, 5e-8) && near(found.interval->high, 0.2054832, 5e-8));
        QVERIFY(near(found.interval->freedom, 17.776, 5e-4));
        QVERIFY(near(*found.interval->p, 0.07939, 5e-6));
    }

    void whatCannotBeSaid() {
        const GroupComparison single = compared(rowsOf({0.5}, {0.25}, 1));
        QVERIFY(!single.interval);
        QCOMPARE(single.difference(), 0.25);
        const GroupComparison level = compared(rowsOf({0.5, 0.5}, {0.25, 0.25}, 1));
        QVERIFY(level.interval && !level.interval->p);
        QCOMPARE(level.interval->low, level.interval->high);
        std::vector<RunRow> rows = rowsOf({0.5, 0.6}, {0.25, 0.3}, 1);
        rows[1].result.reset();  // it has no epoch behind it
        QVERIFY(!compared(rows).paired);
    }

    /// Copies neither narrow the interval nor add seeds.
    void theSameRunCountsOnce() {
        std::vector<RunRow> rows = rowsOf({0.9, 0.8, 0.85}, {0.7, 0.75, 0.6}, 1);
        const GroupComparison once = compared(rows);
        rows.insert(rows.end(), {rows[0], rows[1], rows[2], rows[5]});
        const GroupComparison twice = compared(rows);
        QCOMPARE(twice.a.size(), size_t{3});
        QCOMPARE(twice.runsA.repeated, size_t{3});
        QCOMPARE(twice.runsB.repeated, size_t{1});
        QVERIFY(twice.paired);
        QCOMPARE(*twice.interval->p, *once.interval->p);
        QCOMPARE(twice.interval->freedom, 2.0);
    }

    /// Grouped by one setting, a group has several runs of a seed: their mean is what the seed counts.
    void aSeedIsAValue() {
        std::vector<RunRow> rows;
        for (const double rate : {1e-3, 1e-4})
            for (const int heads : {1, 2})
                for (const uint64_t seed : {1U, 2U, 3U}) {
                    RunRow& row = rows.emplace_back(rowsOf({0.1 * static_cast<double>(seed)}, {}, 1)[0]);
                    row.config->training.learningRate = rate;
                    row.config->network.numHeads = heads;
                    row.config->seed = seed;
                    if (heads == 2) row.result->validationAccuracy += rate == 1e-3 ? 0.2 : 0.4;
                }
        const RunTable table = tableOf(std::move(rows));
        const std::vector<RunGroup> groups = groupsOf(table, "network.num_heads");
        const GroupComparison found = compareGroups(table, groups.at(1), groups.at(0));
        QCOMPARE(found.a.size(), size_t{3});
        QCOMPARE(found.runsA.rows.size(), size_t{6});
        QVERIFY(found.paired && found.interval);
        QCOMPARE(found.interval->freedom, 2.0);
        QVERIFY(near(found.difference(), 0.3, 1e-12) && near(found.a[2], 0.6, 1e-12));
    }

    void onlyFinishedRunsCount() {
        std::vector<RunRow> rows = rowsOf({0.9, 0.8, 0.1, 0.2, 0.3}, {0.7, 0.75}, 1);
        rows[2].state = RunStatus::Failed;
        rows[3].state = RunStatus::Running;
        rows[4].result->epochs = 0;
        const GroupComparison found = compared(rows);
        QCOMPARE(found.a, (std::vector<double>{0.9, 0.8}));
        QCOMPARE(found.runsA.unfinished,
                 (std::map<RunStatus, size_t>{{RunStatus::Failed, 1}, {RunStatus::Running, 1}}));
        QCOMPARE(found.runsA.unvalidated, size_t{1});
        QVERIFY(found.runsB.unfinished.empty() && found.paired);
    }

    void otherDataAreSaid() {
        std::vector<RunRow> rows = rowsOf(drug1, drug2, 1);
        const DataFingerprint data{{10, "aa"}, {5, "bb"}, {5, "cc"}, "", "", ""};
        for (RunRow& row : rows) row.data = data;
        QVERIFY(compared(rows).data.empty());
        rows.back().data->train.hash = "dd";
        QVERIFY(!compared(rows).data.empty());
    }
};

TEST_CLASS(TestGroupComparison, QCoreApplication)

}  // namespace test_group_comparison
#include "test_group_comparison.moc"
