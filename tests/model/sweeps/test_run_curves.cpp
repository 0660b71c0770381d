// The curves of a run, thinned so that runs of one length have the same steps.
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/sweeps/run_curves.h"
#include "runner.h"

using namespace attx;

class TestRunCurves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void evenlyThinned() {
        const QTemporaryDir dir;
        const std::string path = dir.filePath("run").toStdString();
        RunFolder folder = RunFolder::create(path, presetByName("reverse"), "native");
        folder.beginSession(0, {}, 1);
        RunMetrics metrics;
        for (int step = 1; step <= 1500; ++step)
            metrics.steps.push_back({step, 1 + step / 1000, 1, 0.5F, 1e-3F, 2});
        metrics.epochs = {{1, 1000, 1, 0.5, 0.75, 0.8, true}};
        MetricsFile(folder.metricsPath()).write(metrics);
        const RunResult result{.steps = 1500, .epochs = 1, .seconds = 3};
        folder.writeResult(result);

        const RunCurves curves = readCurves(path);
        QCOMPARE(curves.problem, std::string());
        QCOMPARE(curves.epochs.size(), size_t{1});
        QCOMPARE(curves.epochs[0].validationLoss, 0.75);
        QCOMPARE(curves.steps.size(), size_t{375});  // every fourth
        QCOMPARE(curves.steps[0].step, 4);
        QCOMPARE(curves.steps.back().step, 1500);
        QCOMPARE(curves.secondsPerStep, 0.002);

        writeFileAtomically(folder.metricsPath(), "step,epoch\nnonsense\n");
        QVERIFY(QString::fromStdString(readCurves(path).problem).contains("line 2"));
        QVERIFY(!readCurves(dir.filePath("none").toStdString()).problem.empty());
    }
};

TEST_CLASS(TestRunCurves, QCoreApplication)
#include "test_run_curves.moc"
