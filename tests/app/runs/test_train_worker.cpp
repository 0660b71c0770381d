// The worker: commands while it trains, what it reports, and what it leaves on disk.
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>

#include "app/runs/run_store.h"
#include "app/runs/train_worker.h"
#include "in_folder.h"
#include "model/run/records.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_train_worker {

constexpr int tries = 5;
constexpr int patience = 60'000;

RunConfig longRun() {
    RunConfig config =
        presetWith("reverse", "training.epochs=1000 data.validation_size=200 data.test_size=200");
    config.data.trainSize = 12'800;  // 100 steps an epoch
    return config;
}

/// No epoch ends while a test looks on, however fast the machine is.
RunConfig endlessEpoch() {
    RunConfig config = with(longRun(), "data.train_size=1280000 data.length=2");
    config.training.batchSize = 1;  // a million steps
    return config;
}

/// One step takes a large part of a second.
RunConfig slowRun() {
    return with(longRun(),
                "data.length=64 data.train_size=640 training.batch_size=64 network.model_dim=256 "
                "network.dim_feedforward=1024 network.num_layers=4");
}

TrainJob jobOf(const RunConfig& config, const QString& folder = {}) {
    static std::map<int, std::shared_ptr<const DataSet>> made;
    auto& data = made[config.data.trainSize];
    if (!data) data = std::make_shared<const DataSet>(makeSequenceData(config.data));
    return {.config = config, .data = data, .folder = folder};
}

/// Listens as the window does.
struct Listener : QObject {
    explicit Listener(TrainWorker& worker) {
        connect(&worker, &TrainWorker::stateChanged, this, [this](RunState s) { state = s; });
        connect(&worker, &TrainWorker::progressed, this, [this, &worker](const TrainProgress& p) {
            steps.insert(steps.end(), p.steps.begin(), p.steps.end());
            if (p.epoch) epochs.push_back(*p.epoch);
            if (p.parameters) parameters = p.parameters;
            ++reports;
            worker.progressSeen();
        });
        connect(&worker, &TrainWorker::finished, this, [this](const RunResult& r) { result = r; });
        connect(&worker, &TrainWorker::failed, this, [this](const QString& m) { failure = m; });
        connect(&worker, &TrainWorker::noticed, this, [this](const QString& m) { notices << m; });
        connect(&worker, &TrainWorker::started, this,
                [this](const QString& f, const QString& d) { folder = f, device = d; });
    }
    RunState state = RunState::Idle;
    std::vector<StepRecord> steps;
    std::vector<EpochReport> epochs;
    std::shared_ptr<const std::vector<float>> parameters;
    std::optional<RunResult> result;
    QString failure, folder, device;
    QStringList notices;
    int reports = 0;
};

class TestTrainWorker : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void init() { makeNewFolder(); }

    void aStoppedRunThatCannotBeKeptIsSaid() {
        TrainWorker worker;
        Listener heard(worker);
        QSignalSpy notKept(&worker, &TrainWorker::notKept);
        TrainJob job = jobOf(longRun(), at("run"));
        job.paused = true;  // nothing is saved but by the stop
        worker.start(job);
        worker.step();
        QTRY_COMPARE_WITH_TIMEOUT(heard.steps.size(), size_t{1}, patience);
        QTRY_VERIFY(QDir(at("run")).removeRecursively());  // the worker may be writing into it
        worker.stop();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(notKept.size(), 1);
        QVERIFY(!heard.notices.isEmpty() && heard.notices.last().contains("could not be saved"));
    }

    void trainsToTheEnd() {
        TrainWorker worker;
        Listener heard(worker);
        const RunConfig config = with(longRun(), "training.epochs=2");
        worker.start(jobOf(config, at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(heard.state, RunState::Finished);
        QCOMPARE(heard.result->steps, 200);
        QVERIFY(heard.result->testAccuracy.has_value());
        QCOMPARE(heard.epochs.size(), size_t{2});
        QCOMPARE(heard.steps.size(), size_t{200});
        for (size_t i = 0; i < heard.steps.size(); ++i)
            QCOMPARE(heard.steps[i].step, static_cast<int64_t>(i + 1));
        QCOMPARE(heard.folder, at("run"));
        QVERIFY(heard.device.startsWith("native"));
        const OpenedRun run = openRun(at("run").toStdString());
        QCOMPARE(run.metrics.steps.size(), size_t{200});
        QCOMPARE(*run.parameters, *heard.parameters);  // the best ones are shown at the end
        QVERIFY(run.result.has_value());
        QVERIFY(heard.notices.isEmpty());
    }

    void reportsOftenButNotTooOften() {
        std::atomic<std::chrono::milliseconds> time{};
        std::atomic<int> asked{0};  // once for each piece of work
        TrainWorker worker([&] {
            ++asked;
            return TrainWorker::Clock::time_point(time.load());
        });
        Listener heard(worker);
        worker.start(
            jobOf(endlessEpoch()));  // each end of an epoch is a report too, and puts off the next one
        for (int reports = 1; reports <= 10; ++reports) {
            QTRY_COMPARE_WITH_TIMEOUT(heard.reports, reports, patience);
            time = time.load() + TrainWorker::progressInterval - std::chrono::milliseconds(1);
            const int before = asked;
            QTRY_VERIFY_WITH_TIMEOUT(asked > before + 3, patience);
            QCOMPARE(heard.reports, reports);
            time = time.load() + std::chrono::milliseconds(1);
        }
        QVERIFY(heard.epochs.empty());
    }

    void aSlowReceiverIsNotBuried() {
        TrainWorker worker;
        int reports = 0;   // of a receiver that never says progressSeen()
        QObject receiver;  // what is on its way to it when this function ends is not delivered
        connect(&worker, &TrainWorker::progressed, &receiver, [&] { ++reports; });
        worker.start(jobOf(endlessEpoch()));
        QTRY_VERIFY_WITH_TIMEOUT(reports == 2, patience);
        QTest::qWait(300);
        QCOMPARE(reports, 2);
        worker.progressSeen();
        QTRY_COMPARE_WITH_TIMEOUT(reports, 3, patience);
    }

    void pauseAndResumeArePrompt() {
        TrainWorker worker;
        Listener heard(worker);
        worker.start(jobOf(longRun()));
        QTRY_VERIFY_WITH_TIMEOUT(heard.reports > 2, patience);
        std::vector<qint64> times;
        for (int i = 0; i < tries; ++i) {
            times.push_back(timeUntil(worker, &TrainWorker::stateChanged, [&] { worker.pause(); }));
            QCOMPARE(heard.state, RunState::Paused);
            const size_t steps = heard.steps.size();
            QTest::qWait(50);
            QCOMPARE(heard.steps.size(), steps);
            worker.resume();
            QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Training, patience);
            QTRY_VERIFY_WITH_TIMEOUT(heard.steps.size() > steps, patience);
        }
        say("pause", times);
    }

    void stopIsPromptAndLeavesAWholeRun() {
        std::vector<qint64> times;
        for (int i = 0; i < tries; ++i) {
            TrainWorker worker;
            Listener heard(worker);
            const QString run = at(QString::number(i));
            worker.start(jobOf(longRun(), run));
            QTRY_VERIFY_WITH_TIMEOUT(heard.reports > 2, patience);
            times.push_back(timeUntil(worker, &TrainWorker::finished, [&] { worker.stop(); }));
            QVERIFY(heard.result.has_value());
            QVERIFY(heard.result->reason == EndReason::Stopped);
            const OpenedRun opened = openRun(run.toStdString());
            QCOMPARE(opened.metrics.steps.size(), static_cast<size_t>(heard.result->steps));
            QVERIFY(heard.steps.size() == opened.metrics.steps.size());
        }
        say("stop", times);
    }

    /// What the window shows of a run that was stopped is what opens from its folder.
    void aStoppedRunEndsWithWhatIsKept() {
        TrainWorker worker;
        Listener heard(worker);
        worker.start(jobOf(longRun(), at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(heard.epochs.size() > 1, patience);
        worker.stop();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QVERIFY(heard.result->reason == EndReason::Stopped && heard.result->bestEpoch > 0);
        QVERIFY(*heard.parameters == *openRun(at("run").toStdString()).parameters);
    }

    void pauseAndStopCutAStepShort() {
        std::vector<qint64> pauses, stops;
        for (int i = 0; i < 3; ++i) {
            TrainWorker worker;
            Listener heard(worker);
            worker.start(jobOf(slowRun()));
            QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Training, patience);
            QTest::qWait(60);  // well into the first step
            const size_t steps = heard.steps.size();
            pauses.push_back(timeUntil(worker, &TrainWorker::stateChanged, [&] { worker.pause(); }));
            QCOMPARE(heard.steps.size(), steps);
            worker.resume();
            QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Training, patience);
            QTest::qWait(60);
            stops.push_back(timeUntil(worker, &TrainWorker::finished, [&] { worker.stop(); }));
            QVERIFY(heard.result && heard.result->reason == EndReason::Stopped);
            QCOMPARE(heard.steps.size(), steps);
        }
        say("pause within a step", pauses);
        say("stop within a step", stops);
    }

    void stepsOneByOne() {
        TrainWorker worker;
        Listener heard(worker);
        TrainJob job = jobOf(longRun());
        job.paused = true;
        worker.start(job);
        QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Paused, patience);
        QVERIFY(heard.steps.empty());
        for (size_t n = 1; n <= 3; ++n) {
            worker.step();
            QTRY_COMPARE_WITH_TIMEOUT(heard.steps.size(), n, patience);
        }
        QTest::qWait(50);
        QCOMPARE(heard.steps.size(), size_t{3});
        worker.resume();
        QTRY_VERIFY_WITH_TIMEOUT(heard.steps.size() > 10, patience);
        worker.step();
        QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Paused, patience);
    }

    void everyStepAskedForIsDone() {  // also if each would cut the one before it short
        RunConfig config = slowRun();
        TrainWorker worker;
        Listener heard(worker);
        TrainJob job = jobOf(config);
        job.paused = true;
        worker.start(job);
        QTRY_COMPARE_WITH_TIMEOUT(heard.state, RunState::Paused, patience);
        for (int i = 0; i < 3; ++i) {
            worker.step();
            QTest::qWait(30);  // well into the step
        }
        QTRY_COMPARE_WITH_TIMEOUT(heard.steps.size(), size_t{3}, patience);
        QSemaphore commanded;
        QMetaObject::invokeMethod(&worker, [&] { commanded.acquire(); });
        worker.step();
        worker.step();
        worker.stop();  // but a stop waits for none
        commanded.release();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(heard.result->steps, 3);
    }

    void noEpochIsLostToAPause() {
        RunConfig config = with(longRun(),
                                "network.model_dim=4 network.dim_feedforward=4 data.length=2 "
                                "data.validation_size=128 training.epochs=100000");
        config.data.trainSize = 128;  // an epoch is a step and a validation of one batch
        TrainJob job;
        job.config = config;
        job.data = std::make_shared<const DataSet>(makeSequenceData(config.data));
        TrainWorker worker;
        Listener heard(worker);
        worker.start(job);
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; (i < 200 || heard.epochs.size() <= 100) && clock.elapsed() < patience; ++i) {
            worker.pause();
            worker.resume();
            QTest::qWait(2);
        }
        worker.stop();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QVERIFY(heard.epochs.size() > 100);
        for (size_t i = 0; i < heard.epochs.size(); ++i)
            QCOMPARE(heard.epochs[i].epoch, static_cast<int>(i) + 1);
    }

    void pausesChangeNothing() {
        const RunConfig config = with(longRun(), "training.epochs=2");
        const auto train = [&](bool paused) {
            TrainWorker worker;
            Listener heard(worker);
            worker.start(jobOf(config));
            for (int i = 0; paused && i < 3; ++i) {
                worker.pause();
                worker.step();
                worker.resume();
                QTest::qWait(10);
            }
            [&] { QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience); }();
            return *heard.parameters;
        };
        QCOMPARE(train(true), train(false));
    }

    void learningRateChangesWhileTraining() {
        TrainWorker worker;
        Listener heard(worker);
        const RunConfig config = with(longRun(), "training.schedule=constant");
        worker.start(jobOf(config));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.steps.empty(), patience);
        worker.setLearningRate(0.25);
        QTRY_COMPARE_WITH_TIMEOUT(heard.steps.back().learningRate, 0.25F, patience);
    }

    void stoppedRunGoesOn() {
        const RunConfig config = with(longRun(), "training.epochs=2");
        std::vector<float> whole;
        {
            TrainWorker worker;
            Listener heard(worker);
            worker.start(jobOf(config));
            QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
            whole = *heard.parameters;
        }
        TrainWorker worker;
        Listener heard(worker);
        TrainJob job = jobOf(config, at("run"));
        job.paused = true;
        worker.start(job);
        for (int i = 0; i < 7; ++i) worker.step();
        QTRY_COMPARE_WITH_TIMEOUT(heard.steps.size(), size_t{7}, patience);
        worker.stop();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(heard.result->steps, 7);
        heard.result.reset();
        job.paused = false;
        job.resumed = std::make_shared<ResumedRun>(openForResuming(at("run").toStdString()));
        QCOMPARE(job.resumed->metrics.steps.size(), size_t{7});
        worker.start(job);
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(heard.result->steps, 200);
        QCOMPARE(*heard.parameters, whole);
        QCOMPARE(openRun(at("run").toStdString()).metrics.steps.size(), size_t{200});
    }

    void unwantedRunIsRemoved() {
        TrainWorker worker;
        Listener heard(worker);
        worker.start(jobOf(longRun(), at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.epochs.empty(), patience);
        QVERIFY(QFileInfo::exists(at("run")));
        worker.stop(false);
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QVERIFY(!QFileInfo::exists(at("run")));
    }

    void discardingAResumedRunKeepsWhatItHadLearned() {
        RunConfig config = with(longRun(), "training.snapshot_every=20");
        config.training.snapshotMegabytes = 1;  // so few that a later session thins out the earlier ones
        TrainWorker worker;
        Listener heard(worker);
        TrainJob job = jobOf(config, at("run"));
        const auto trainFor = [&](int64_t steps, bool keep) {
            heard.result.reset();
            const int64_t begin = job.resumed ? job.resumed->state.optimiser.step : 0;
            worker.start(job);
            QTRY_VERIFY_WITH_TIMEOUT(!heard.steps.empty() && heard.steps.back().step >= begin + steps,
                                     patience);
            worker.stop(keep);
            QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        };
        trainFor(300, true);
        const std::map<QString, QByteArray> before = filesIn(at("run"));
        QVERIFY(before.size() > 15);
        job.resumed = std::make_shared<ResumedRun>(openForResuming(at("run").toStdString()));
        trainFor(800, false);
        QVERIFY(filesIn(at("run")) == before);
        job.resumed = std::make_shared<ResumedRun>(openForResuming(at("run").toStdString()));
        trainFor(1, true);  // and it can be resumed from there
        QVERIFY(filesIn(at("run")) != before);
        QVERIFY(!QFileInfo::exists(at("run/before-resume")));
        QVERIFY(heard.notices.isEmpty());
    }

    void vanishedFolderGivesANoticeAndTrainingGoesOn() {
        TrainWorker worker;
        Listener heard(worker);
        worker.start(jobOf(longRun(), at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.epochs.empty(), patience);
        QTRY_VERIFY(QDir(at("run")).removeRecursively());  // the worker may be writing into it
        QTRY_VERIFY_WITH_TIMEOUT(!heard.notices.isEmpty(), patience);
        QVERIFY2(heard.notices[0].contains(at("run")), qPrintable(heard.notices[0]));
        const size_t steps = heard.steps.size();
        QTRY_VERIFY_WITH_TIMEOUT(heard.steps.size() > steps + 200, patience);
        QVERIFY2(heard.notices.size() == 1,
                 qPrintable(heard.notices.join('\n')));  // said once, not at every epoch
        QVERIFY(QDir().mkpath(at("run")));               // as when a drive is plugged in again
        const auto isThere = [&](const char* name) { return QFileInfo::exists(at("run") + "/" + name); };
        // Metrics and events may come before the next epoch ends; the best parameters come anew, too.
        QTRY_VERIFY_WITH_TIMEOUT(
            isThere("model.safetensors") && isThere("last.safetensors") && isThere("metrics.csv"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(at("run")).entryList({"events.*"}).isEmpty(), patience);
        const size_t epochs = heard.epochs.size();  // One of the next is saved as a whole
        QTRY_VERIFY_WITH_TIMEOUT(heard.epochs.size() > epochs + 2, patience);
        QTRY_VERIFY(QDir(at("run")).removeRecursively());
        QTRY_COMPARE_WITH_TIMEOUT(heard.notices.size(), 2, patience);  // said anew
        QVERIFY(QDir().mkpath(at("run")));
        worker.stop();
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(openRun(at("run").toStdString()).metrics.steps.size(),
                 static_cast<size_t>(heard.result->steps));
    }

    void aMovedFolderIsFollowed_data() {
        QTest::addColumn<bool>("keep");
        QTest::newRow("kept") << true;
        QTest::newRow("discarded") << false;
    }
    void aMovedFolderIsFollowed() {
        QFETCH(bool, keep);
        TrainWorker worker;
        Listener heard(worker);
        QSignalSpy moved(&worker, &TrainWorker::moved);
        worker.start(jobOf(longRun(), at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.epochs.empty(), patience);
        QVERIFY(QDir().rename(at("run"), at("elsewhere")));
        QTRY_COMPARE_WITH_TIMEOUT(moved.size(), 1, patience);
        QCOMPARE(moved[0][0].toString(), at("elsewhere"));
        const size_t epochs = heard.epochs.size();
        QTRY_VERIFY_WITH_TIMEOUT(heard.epochs.size() > epochs + 1, patience);
        worker.stop(keep);
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QVERIFY2(heard.notices.isEmpty(), qPrintable(heard.notices.join('\n')));
        QVERIFY(!QFileInfo::exists(at("run")));
        QCOMPARE(QFileInfo::exists(at("elsewhere")), keep);
        if (!keep) return;
        const OpenedRun run = openRun(at("elsewhere").toStdString());
        QCOMPARE(run.metrics.steps.size(), static_cast<size_t>(heard.result->steps));
        QVERIFY(run.result && run.result->reason == EndReason::Stopped);
        QTRY_VERIFY(!QFileInfo::exists(at("elsewhere/lock")));
        QCOMPARE(QDir(at("elsewhere")).entryList({"events.*"}).size(), 1);
    }

    void folderThatCannotBeMadeGivesANotice() {
        TrainWorker worker;
        Listener heard(worker);
        worker.start(jobOf(longRun(), "/proc/run"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.reports > 2, patience);
        QCOMPARE(heard.folder, QString());
        QCOMPARE(heard.notices.size(), 1);
        QVERIFY2(heard.notices[0].contains("not saved"), qPrintable(heard.notices[0]));
    }

    void aDivergedRunIsSaidAndKept() {
        TrainWorker worker;
        Listener heard(worker);
        const RunConfig config = with(longRun(),
                                      "training.optimiser=adamw training.weight_decay=1 "
                                      "training.schedule=constant training.clip_norm=0");
        worker.start(jobOf(config, at("run")));
        QTRY_VERIFY_WITH_TIMEOUT(heard.epochs.size() > 2, patience);
        worker.setLearningRate(10);  // decay multiplies each parameter by -9 a step
        QTRY_VERIFY_WITH_TIMEOUT(heard.result.has_value(), patience);
        QCOMPARE(heard.result->reason, EndReason::Diverged);
        QCOMPARE(heard.state, RunState::Finished);
        QTRY_COMPARE(heard.notices.size(), 1);
        QVERIFY2(heard.notices[0].contains("diverged"), qPrintable(heard.notices[0]));
        QVERIFY(heard.parameters && std::all_of(heard.parameters->begin(), heard.parameters->end(),
                                                [](float value) { return std::isfinite(value); }));
        const OpenedRun run = openRun(at("run").toStdString());
        QVERIFY2(run.result && run.result->reason == EndReason::Diverged, run.note.c_str());
        QCOMPARE(std::ssize(run.metrics.steps), run.result->steps - 1);
        QCOMPARE(*run.parameters, *heard.parameters);
    }

    void wrongConfigurationFails() {
        TrainWorker worker;
        Listener heard(worker);
        RunConfig config = longRun();
        TrainJob job = jobOf(config, at("run"));
        job.config.network.numHeads = 5;
        worker.start(job);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.failure.isEmpty(), patience);
        QVERIFY2(heard.failure.contains("do not divide"), qPrintable(heard.failure));
        QVERIFY(!QFileInfo::exists(at("run")));
        worker.start(jobOf(config));  // and it can be asked again
        QTRY_VERIFY_WITH_TIMEOUT(heard.reports > 0, patience);
    }

    void destructionLeavesAWholeRun() {
        {
            TrainWorker worker;
            Listener heard(worker);
            worker.start(jobOf(longRun(), at("run")));
            QTRY_VERIFY_WITH_TIMEOUT(heard.reports > 2, patience);
        }
        QVERIFY(openRun(at("run").toStdString()).result->reason == EndReason::Stopped);
    }

private:
    /// Milliseconds from a command to the signal that answers it, in the window's thread.
    template <class Signal, class Command>
    static qint64 timeUntil(TrainWorker& worker, Signal signal, Command command) {
        QEventLoop loop;
        connect(&worker, signal, &loop, &QEventLoop::quit);
        QElapsedTimer clock;
        clock.start();
        command();
        loop.exec();
        return clock.elapsed();
    }

    /// Content by path, of all files.
    static std::map<QString, QByteArray> filesIn(const QString& folder) {
        std::map<QString, QByteArray> files;
        for (QDirIterator at(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             at.hasNext();) {
            QFile file(at.next());
            if (file.open(QIODevice::ReadOnly)) files[file.fileName()] = file.readAll();
        }
        return files;
    }
    static void say(const char* what, std::vector<qint64> times) {
        std::sort(times.begin(), times.end());
        qInfo("%s: median %lld ms, longest %lld ms", what, times[times.size() / 2], times.back());
    }
};

TEST_CLASS(TestTrainWorker, QCoreApplication)

}  // namespace test_train_worker
#include "test_train_worker.moc"
