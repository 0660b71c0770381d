// What a run leaves on disk while it trains: enough, at any moment, to go on as if nothing had happened.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "app/devices/backends.h"
#include "app/runs/run_recorder.h"
#include "app/runs/run_store.h"
#include "model/config/task.h"
#include "model/files/event_file.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/network/program.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_run_recorder {

namespace fs = std::filesystem;

/// A preset in small: 10 steps an epoch, dropout on.
RunConfig smallRun(const char* preset) {
    return presetWith(preset,
                      "training.batch_size=8 training.epochs=2 data.train_size=80 data.validation_size=16 "
                      "data.test_size=16 network.dropout=0.1 threads=1 training.snapshot_every=3");
}

class TestRunRecorder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void aRunResumesFromItsFirstMoment() {
        const RunConfig config = smallRun("reverse");
        train(config, at("whole"));
        {
            Trainer trainer = trainerOf(config);
            const RunRecorder recorder(RunFolder::create(at("run"), config, trainer.device()), trainer);
            QCOMPARE(openForResuming(at("run")).state.optimiser.step, 0);
            QVERIFY(openForResuming(at("run")).metrics.steps.empty());
            const OpenedRun opened = openRun(at("run"));  // and it can be looked at
            QCOMPARE(*opened.parameters, trainer.parameters());
            QVERIFY(opened.note.find("no epoch") != std::string::npos);
        }
        train(config, at("run"));
        verifySame(at("run"), at("whole"));
    }

    void aRunIsNoneBeforeItCanBeResumed() {
        const RunConfig config = smallRun("reverse");
        Trainer trainer = trainerOf(config);
        RunFolder folder = RunFolder::create(at("run"), config, trainer.device());
        QVERIFY(!isRunFolder(at("run")));
        fs::create_directories(at("run/last.safetensors"));  // which can then not be written
        QVERIFY_THROWS_EXCEPTION(Error, RunRecorder(folder, trainer));
        QVERIFY(!isRunFolder(at("run")));
    }

    void aRunKilledInsideAnEpochEndsAsOneThatWasNot_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"reverse", "anomaly-shapes", "text-demo"}) QTest::newRow(preset) << preset;
    }
    void aRunKilledInsideAnEpochEndsAsOneThatWasNot() {
        QFETCH(QString, preset);
        RunConfig config = with(smallRun(preset.toUtf8().constData()), "training.checkpoint_seconds=1e-6");
        if (config.data.task == TaskKind::Sets) {
            config.training.batchSize = 100;
            config.data.setSize = 3;
            config.data.trainSize = 2000;
            config.data.validationSize = config.data.testSize = 1000;
        }
        train(config, at("whole"));
        const int64_t perEpoch = trainerOf(config).stepsPerEpoch();
        QVERIFY(perEpoch >= 3);
        {
            Trainer trainer = trainerOf(config);
            RunRecorder recorder(RunFolder::create(at("run"), config, trainer.device()), trainer);
            while (trainer.step() < perEpoch + perEpoch / 2) recorder.add(trainer.singleStep(), trainer);
            const int64_t saved = trainer.step();
            QVERIFY(saved % perEpoch != 0);
            // It is due once the savings before took few enough of the time.
            QTRY_COMPARE((recorder.add({}, trainer), openForResuming(at("run")).state.optimiser.step), saved);
            // Metrics come more often than checkpoints; a kill can cut their last line.
            RunMetrics later = recorder.metrics();
            later.steps.push_back({saved + 1, 2, 7, 7, 7, 7});
            MetricsFile(at("run/metrics.csv")).write(later);
            const std::string text = readFile(at("run/metrics.csv"));
            appendToFile(at("run/metrics.csv"), text.size(), "99,2,0.1");
        }
        train(config, at("run"));
        verifySame(at("run"), at("whole"));
    }

    void anEpochThatWasReportedAfterTheCheckpointIsReportedOnce() {
        const RunConfig config = smallRun("reverse");
        train(config, at("whole"));
        Trainer trainer = trainerOf(config);
        {
            RunRecorder recorder(RunFolder::create(at("run"), config, trainer.device()), trainer);
            while (recorder.metrics().epochs.empty()) recorder.add(trainer.singleStep(), trainer);
        }
        // The state as it was while the epoch was being validated.
        TrainerState state(trainer.state());
        static_cast<TrainerCounters&>(state) = {};
        for (const StepRecord& step : openRun(at("run")).metrics.steps) {
            state.epochLoss += static_cast<double>(step.loss);
            state.epochAccuracy += static_cast<double>(step.accuracy);
        }
        Trainer validating = trainerOf(config);
        validating.restore(state);
        RunFolder::open(at("run")).writeLast(validating.state());
        QVERIFY(openForResuming(at("run")).metrics.epochs.empty());
        train(config, at("run"));
        verifySame(at("run"), at("whole"));
    }

    void aRateThatIsChangedUnderWayIsRecorded() {
        const RunConfig config = smallRun("reverse");
        Trainer trainer = trainerOf(config);
        RunRecorder recorder(RunFolder::create(at("run"), config, trainer.device()), trainer);
        for (int i = 0; i < 4; ++i) recorder.add(trainer.singleStep(), trainer);
        trainer.setLearningRate(0.125);
        for (int i = 0; i < 2; ++i) recorder.add(trainer.singleStep(), trainer);
        recorder.finish(trainer.stop(), trainer);
        const RunFolder folder = RunFolder::open(at("run"));
        QCOMPARE(folder.changes().size(), size_t{1});
        QCOMPARE(folder.changes()[0].fromStep, 4);
        QCOMPARE(folder.changes()[0].key, std::string("training.learning_rate"));
        QCOMPARE(folder.changes()[0].after, std::string("0.125"));
    }

    /// So many epochs that their snapshots would be thinned out as soon as they are written.
    void ofManyEpochsEveryFewHaveASnapshot() {
        RunConfig config =
            with(smallRun("reverse"),
                 "training.snapshot_every=0 training.snapshots=0 training.snapshot_megabytes=1");
        config.data.trainSize = config.training.batchSize;  // a step is an epoch
        const int64_t room =
            1'000'000 / (buildProgram(config.network, config.data.length).parameterCount() * 4);
        config.training.epochs = static_cast<int>(5 * room);
        train(config, at("run"));
        const std::vector<Snapshot> found = listSnapshots(at("run"));
        QVERIFY(std::ssize(found) > room / 2 && std::ssize(found) <= room);
        for (const Snapshot& snapshot : found)  // of 5 times as many epochs as there is room for every third
            QVERIFY2(snapshot.step % 3 == 0 || snapshot.step == 5 * room,
                     qPrintable(QString::number(snapshot.step)));
        QCOMPARE(found.back().step, 5 * room);
    }

    void metricsGrowInsideAnEpoch() {
        RunConfig config = with(smallRun("reverse"), "training.checkpoint_seconds=0");
        config.data.trainSize = 800'000;  // no epoch ends here
        Trainer trainer = trainerOf(config);
        RunRecorder recorder(RunFolder::create(at("run"), config, trainer.device()), trainer);
        const auto events = [&] { return fs::file_size(eventFiles(at("run")).at(0)); };
        const auto before = events();
        while (RunFolder::open(at("run")).readMetrics().steps.size() < 2 && !trainer.finished())
            (void)recorder.add(trainer.advance(std::chrono::milliseconds(100)), trainer);
        QVERIFY(recorder.metrics().epochs.empty());
        QVERIFY(events() > before);
        QCOMPARE(openForResuming(at("run")).state.optimiser.step,
                 0);  // 0 seconds: at the ends of epochs only
    }

    void savingTakesAFewPercentAtMost() {
        using namespace std::chrono_literals;
        const Spacing::Clock::time_point start;
        Spacing spacing(30s, start);
        QVERIFY(!spacing.due(start) && !spacing.due(start + 29s) && spacing.due(start + 30s));
        spacing.done(start + 30s, start + 31s);  // 5 % of 20 s
        QVERIFY(!spacing.due(start + 60s) && spacing.due(start + 61s));
        spacing.done(start + 61s, start + 65s);
        QVERIFY(!spacing.due(start + 65s + 75s) && spacing.due(start + 65s + 76s));
    }

private:
    static Trainer trainerOf(const RunConfig& config, const DataNames& names = {}) {
        return Trainer(*makeBackend("cpu"), config,
                       std::make_shared<const DataSet>(makeData(config.data, names)));
    }
    /// From its start, or from where the folder's run stands, to the end.
    static void train(const RunConfig& config, const std::string& path) {
        std::optional<ResumedRun> resumed;
        if (isRunFolder(path)) resumed = openForResuming(path);
        Trainer trainer = trainerOf(config, resumed ? resumed->names : DataNames());
        if (resumed) trainer.restore(resumed->state);
        RunRecorder recorder(RunFolder::create(path, config, trainer.device(), resumed.has_value()), trainer,
                             resumed ? resumed->metrics : RunMetrics());
        while (!trainer.finished()) recorder.add(trainer.advance(std::chrono::milliseconds(1)), trainer);
    }
    static void verifySame(const std::string& one, const std::string& other) {
        QCOMPARE(readFile(one + "/metrics.csv"), readFile(other + "/metrics.csv"));
        QVERIFY(readFile(one + "/model.safetensors") == readFile(other + "/model.safetensors"));
        const TrainerState a = RunFolder::open(one).readLast(), b = RunFolder::open(other).readLast();
        QVERIFY(a.parameters == b.parameters && a.optimiser.first == b.optimiser.first &&
                a.optimiser.second == b.optimiser.second && a.epochLoss == b.epochLoss);
        QVERIFY(RunFolder::open(one).result()->testLoss == RunFolder::open(other).result()->testLoss);
        std::vector<int64_t> snapshots[2];
        for (const Snapshot& s : listSnapshots(one)) snapshots[0].push_back(s.step);
        for (const Snapshot& s : listSnapshots(other)) snapshots[1].push_back(s.step);
        QCOMPARE(snapshots[0], snapshots[1]);
    }
    [[nodiscard]] std::string at(const QString& name) const { return folder_->filePath(name).toStdString(); }
    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestRunRecorder, QCoreApplication)

}  // namespace test_run_recorder
#include "test_run_recorder.moc"
