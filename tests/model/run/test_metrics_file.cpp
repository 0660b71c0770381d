// metrics.csv grows with a run, and what a kill leaves of it is read as far as it goes.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_metrics_file {

RunMetrics metricsOf(int64_t steps, int64_t stepsPerEpoch = 3) {
    RunMetrics metrics;
    for (int64_t step = 1; step <= steps; ++step) {
        const auto epoch = static_cast<int>((step + stepsPerEpoch - 1) / stepsPerEpoch);
        metrics.steps.push_back({step, epoch, 1 / static_cast<float>(step), 0.5F, 1e-3F, 2.5F});
        if (step % stepsPerEpoch == 0)
            metrics.epochs.push_back({epoch, step, 0.25, 0.5, 1 / static_cast<double>(step), 0.75, true});
    }
    return metrics;
}

class TestMetricsFile : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    [[nodiscard]] std::string at(const char* name) const { return dir_.filePath(name).toStdString(); }
    [[nodiscard]] std::string wholeOf(const RunMetrics& metrics) const {
        MetricsFile(at("whole.csv")).write(metrics);
        return readFile(at("whole.csv"));
    }

private Q_SLOTS:
    void growsToWhatOneWritingGives() {
        MetricsFile file(at("growing.csv"));
        for (int64_t steps = 0; steps <= 10; ++steps) {
            RunMetrics metrics = metricsOf(steps);
            std::optional<EpochReport> report;
            if (steps > 0 && steps % 3 == 0) {  // while it validates
                report = metrics.epochs.back();
                metrics.epochs.pop_back();
                file.write(metrics, steps == 3 ? MetricsFile::Lines::All : MetricsFile::Lines::ButAnOpenOne);
                metrics.epochs.push_back(*report);
            }
            file.write(metrics);
            QCOMPARE(readFile(at("growing.csv")), wholeOf(metrics));
        }
    }

    void aLineThatMayChangeWaits() {
        RunMetrics metrics = metricsOf(2);
        MetricsFile file(at("open.csv"));
        file.write(metrics, MetricsFile::Lines::ButAnOpenOne);
        QCOMPARE(readFile(at("open.csv")), wholeOf(metricsOf(1)));
        file.write(metrics);
        QCOMPARE(readFile(at("open.csv")), wholeOf(metrics));
        file.write(metrics, MetricsFile::Lines::ButAnOpenOne);  // it is there already, and stays
        QCOMPARE(readFile(at("open.csv")), wholeOf(metrics));
    }

    void aFileThatIsGoneIsWrittenAnew() {
        MetricsFile file(at("gone.csv"));
        file.write(metricsOf(4));
        QVERIFY(QFile::remove(dir_.filePath("gone.csv")));
        file.write(metricsOf(5));
        QCOMPARE(readFile(at("gone.csv")), wholeOf(metricsOf(5)));
        MetricsFile lost(at("no/place.csv"));
        VERIFY_SAYS(thrownMessage([&] { lost.write(metricsOf(4)); }, Error::Kind::Work), "no/place.csv");
        QVERIFY(QDir(dir_.path()).mkdir("no"));
        lost.write(metricsOf(5));
        QCOMPARE(readFile(at("no/place.csv")), wholeOf(metricsOf(5)));
    }

    void whatAKillLeavesIsRead() {
        const std::string whole = wholeOf(metricsOf(6));
        QCOMPARE(metricsFromCsv(whole, "x").steps.size(), size_t{6});
        QCOMPARE(metricsFromCsv(whole + "7,3,0.1", "x").steps.size(), size_t{6});
        QCOMPARE(metricsFromCsv("step,epo", "x").steps.size(), size_t{0});
        QCOMPARE(metricsFromCsv(whole, "x", 4).steps.size(), size_t{4});
        QCOMPARE(metricsFromCsv(whole, "x", 4).epochs.size(), size_t{1});
        // A power cut may leave anything behind what was flushed.
        const std::string damaged = whole + std::string(20, '\0') + "\n8,3\n";
        QCOMPARE(metricsFromCsv(damaged, "x", 6).steps.size(), size_t{6});
        VERIFY_SAYS(thrownMessage([&] { (void)metricsFromCsv(damaged, "x"); }), "line 8");
        VERIFY_SAYS(thrownMessage([&] { (void)metricsFromCsv(damaged, "x", 7); }), "line 8");
    }
};

TEST_CLASS(TestMetricsFile, QCoreApplication)

}  // namespace test_metrics_file
#include "test_metrics_file.moc"
