// Runs that differ in their seeds alone, and their curves as one.
#include <QtTest>
#include <cmath>

#include "model/sweeps/run_groups.h"
#include "runner.h"

using namespace attx;

class TestRunGroups : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seedsMakeNoGroup() {
        std::vector<RunRow> rows;
        for (const double rate : {1e-3, 1e-4})
            for (const uint64_t seed : {1U, 2U, 3U}) {
                RunRow& row = rows.emplace_back();
                row.config = RunConfig();
                row.config->training.learningRate = rate;
                row.config->seed = seed;
            }
        rows.emplace_back();  // damaged
        const std::vector<RunGroup> groups = groupsOf(tableOf(rows));
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(groups[1].name, std::string("learning_rate=0.0001"));
        QCOMPARE(groups[1].rows, (std::vector<size_t>{3, 4, 5}));
    }

    void groupsByOneKey() {
        std::vector<RunRow> rows;
        for (const double rate : {1e-3, 1e-4})
            for (const int heads : {1, 2}) {
                RunRow& row = rows.emplace_back();
                row.config = RunConfig();
                row.config->training.learningRate = rate;
                row.config->network.numHeads = heads;
            }
        const std::vector<RunGroup> groups = groupsOf(tableOf(rows), "network.num_heads");
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(groups[0].name, std::string("num_heads=1"));
        QCOMPARE(groups[0].rows, (std::vector<size_t>{0, 2}));
    }

    void meanAndDeviation() {
        const MeanCurve curve = meanCurve({{{1, 2, 3}, {1, 2, 3}}, {{1, 2}, {3, NAN}}, {{1}, {5}}});
        QCOMPARE(curve.x, (std::vector<double>{1, 2, 3}));
        QCOMPARE(curve.mean, (std::vector<double>{3, 2, 3}));
        QCOMPARE(curve.spread[0], 2.0);
        QVERIFY(std::isnan(curve.spread[1]) && std::isnan(curve.spread[2]));
    }
};

TEST_CLASS(TestRunGroups, QCoreApplication)
#include "test_run_groups.moc"
