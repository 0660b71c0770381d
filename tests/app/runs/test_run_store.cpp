// Where runs live: opening, removing; and the recorder that fills a folder.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "app/devices/backends.h"
#include "app/runs/run_recorder.h"
#include "app/runs/run_store.h"
#include "model/files/safetensors.h"
#include "model/run/checkpoint.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/snapshots.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_run_store {

RunConfig smallRun() {
    return presetWith("reverse",
                      "data.train_size=640 data.validation_size=50 data.test_size=50 training.epochs=1 "
                      "training.snapshots=0");
}

class TestRunStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void noTwoRunsGetOnePlace() {
        const RunStore store(folder_->filePath("runs"));
        const QString place = store.newPath("reverse");
        QVERIFY(place.startsWith(store.folder()));
        QVERIFY(store.newPath("reverse") != place);  // though nothing stands in it yet
        QVERIFY(RunStore("/proc/attx").newPath("reverse").startsWith("/proc/attx/"));
    }

    void removesOnlyWhatIsTheRuns() {
        train(at("run"));
        QFile half(folder_->filePath("run/last.safetensors.part-12"));
        QVERIFY(half.open(QIODevice::WriteOnly));
        QVERIFY(RunStore::remove(folder_->filePath("run")));
        QVERIFY(!QFileInfo::exists(folder_->filePath("run")));
        train(at("shared"));
        QFile own(folder_->filePath("shared/notes.txt"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        QVERIFY(!RunStore::remove(folder_->filePath("shared")));
        QVERIFY(own.exists());
        QVERIFY(!RunStore::remove(QString(5000, QLatin1Char('x'))));  // nobody can tell whether it is gone
    }

    void opensFoldersAndFiles() {
        const RunResult result = train(at("run"));
        const OpenedRun run = openRun(at("run"));
        QCOMPARE(run.metrics.steps.size(), size_t{5});
        QCOMPARE(run.result->steps, result.steps);
        QVERIFY(run.config == smallRun());
        QVERIFY(run.note.empty());
        const OpenedRun file = openRun(at("run/model.safetensors"));
        QCOMPARE(*file.parameters, *run.parameters);
        QVERIFY(file.metrics.steps.empty() && !file.result);
        VERIFY_SAYS(thrownMessage([&] { (void)openRun(at("none")); }), "nothing of that name");
    }

    void damagedMetricsAreANote() {
        train(at("run"));
        QFile metrics(folder_->filePath("run/metrics.csv"));
        QVERIFY(metrics.open(QIODevice::Append) && metrics.write("oops\n") > 0);
        metrics.close();
        const OpenedRun run = openRun(at("run"));
        QVERIFY(QString::fromStdString(run.note).contains("line 7"));
        QVERIFY(!run.parameters->empty());
    }

    void validationSamples() {
        const OpenedRun run{.config = smallRun()};
        const Table table = makeSequenceData(run.config.data).validation;
        const std::vector<int32_t> sample = validationSample(run.config, validationData(run), 49).tokens;
        QVERIFY(std::equal(sample.begin(), sample.end(), table.tokens.begin() + 49 * table.length));
        VERIFY_SAYS(thrownMessage([&] { (void)validationSample(run.config, validationData(run), 50); }),
                    "0 to 49");
    }

    void resumingCutsMetricsToTheState() {
        train(at("run"));
        const RunFolder folder = RunFolder::open(at("run"));
        RunMetrics metrics = folder.readMetrics();
        metrics.steps.push_back({6, 2, 1, 0, 0, 0});  // written, but the state of that step was not
        MetricsFile(folder.metricsPath()).write(metrics);
        const ResumedRun resumed = openForResuming(at("run"));
        QCOMPARE(resumed.metrics.steps.size(), size_t{5});
        QCOMPARE(resumed.state.optimiser.step, 5);
        QVERIFY(QFile::remove(folder_->filePath("run/last.safetensors")));
        VERIFY_SAYS(thrownMessage([&] { (void)openForResuming(at("run")); }), "nothing to resume from");
    }

    void snapshotsOfEpochsAndSteps() {
        RunConfig config = smallRun();
        config.training.epochs = 3;  // of 5 steps
        train(at("epochs"), config);
        QCOMPARE(stepsOf(at("epochs")), (std::vector<int64_t>{0, 5, 10, 15}));
        config.training.snapshotEvery = 2;
        train(at("steps"), config);
        QCOMPARE(stepsOf(at("steps")), (std::vector<int64_t>{0, 2, 4, 5, 6, 8, 10, 12, 14, 15}));
        QCOMPARE(listSnapshots(at("steps"))[4].epoch, 2);
        // The same run passes through the same moments, however its work is cut; the last is its end.
        const auto snapshot = [&](const char* run, size_t index) {
            return openCheckpoint(snapshotPath(at(run), listSnapshots(at(run))[index])).parameters;
        };
        QCOMPARE(snapshot("epochs", 1), snapshot("steps", 3));
        QCOMPARE(snapshot("epochs", 3), RunFolder::open(at("steps")).readLast().parameters);
        QCOMPARE(snapshot("epochs", 0),
                 initialParameters(buildProgram(config.network, config.data.length), config.seed));
        config.training.snapshotMegabytes = 0;
        train(at("none"), config);
        QVERIFY(!QFileInfo::exists(folder_->filePath("none/snapshots")));
    }

    void mostSnapshotsLieWhereMostIsLearned() {
        RunConfig config =
            with(smallRun(), "training.snapshots=10 training.batch_size=4 training.max_steps=150");
        train(at("run"), config);
        // k² of 150 / 10², rounded up.
        QCOMPARE(stepsOf(at("run")), (std::vector<int64_t>{0, 2, 6, 14, 24, 38, 54, 74, 96, 122, 150}));
        config.training.snapshotMegabytes = 0;  // where there is no room for all, ends of epochs have to do
        train(at("none"), config);
        QVERIFY(stepsOf(at("none")).empty());
        QCOMPARE(RunConfig().training.snapshots, 40);
    }

    void resumingDropsSnapshotsBehindTheState() {
        const RunConfig config = with(smallRun(), "training.epochs=2");
        train(at("run"), config);
        // A crash: the snapshot of step 10 was written, and half of another; the state is older.
        Trainer trainer(*makeBackend("cpu"), config,
                        std::make_shared<const DataSet>(makeSequenceData(config.data)));
        while (trainer.step() < 7) (void)trainer.singleStep();
        RunFolder::open(at("run")).writeLast(trainer.state());
        QFile half(folder_->filePath("run/snapshots/epoch-0002-step-00000009.safetensors.part-1"));
        QVERIFY(half.open(QIODevice::WriteOnly) && half.write("half") > 0);
        half.close();
        QCOMPARE(stepsOf(at("run")), (std::vector<int64_t>{0, 5, 10}));
        const ResumedRun resumed = openForResuming(at("run"));
        Trainer next(*makeBackend("cpu"), config,
                     std::make_shared<const DataSet>(makeSequenceData(config.data)));
        next.restore(resumed.state);
        RunRecorder recorder(RunFolder::create(at("run"), config, next.device(), true), next,
                             resumed.metrics);
        QCOMPARE(stepsOf(at("run")), (std::vector<int64_t>{0, 5, 7}));
        (void)next.singleStep();
        recorder.finish(next.stop(), next);
        QCOMPARE(stepsOf(at("run")), (std::vector<int64_t>{0, 5, 7, 8}));
        QVERIFY(RunStore::remove(folder_->filePath("run")));  // the half one, too
        QVERIFY(!QFileInfo::exists(folder_->filePath("run")));
    }

    void everyDeviceNameHasAnAnswer() {
        QVERIFY(makeBackend("auto") && makeBackend("cpu"));
        VERIFY_SAYS(thrownMessage([] { (void)makeBackend("vulkan:99"); }), "--device cpu");
        VERIFY_SAYS(thrownMessage([] { (void)makeBackend("vulkan:x"); }), "expected auto, cpu");
        VERIFY_SAYS(thrownMessage([] { (void)makeBackend("tpu"); }), "expected auto, cpu");
        const std::vector<DeviceInfo> devices = listDevices(SelfTest::All);
        QVERIFY(!devices.empty() && devices[0].name == "cpu" && devices[0].threads >= 1);
        QCOMPARE(std::count_if(devices.begin(), devices.end(), [](const DeviceInfo& d) { return d.chosen; }),
                 1);
        for (const DeviceInfo& device : devices)  // never one in software
            QVERIFY(!device.chosen || (device.problem.empty() && device.type != "software"));
        QCOMPARE(devices[0].instructionSets.back(), std::string("baseline"));
    }

private:
    static std::vector<int64_t> stepsOf(const std::string& run) {
        std::vector<int64_t> steps;
        for (const Snapshot& snapshot : listSnapshots(run)) steps.push_back(snapshot.step);
        return steps;
    }
    [[nodiscard]] std::string at(const QString& name) const { return folder_->filePath(name).toStdString(); }
    static RunResult train(const std::string& path, const RunConfig& config = smallRun()) {
        Trainer trainer(*makeBackend("cpu"), config,
                        std::make_shared<const DataSet>(makeSequenceData(config.data)));
        RunRecorder recorder(RunFolder::create(path, config, trainer.device()), trainer);
        while (true) {
            const Trainer::Advance advance = trainer.advance(std::chrono::milliseconds(1));
            recorder.add(advance, trainer);
            if (advance.result) return *advance.result;
        }
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestRunStore, QCoreApplication)

}  // namespace test_run_store
#include "test_run_store.moc"
