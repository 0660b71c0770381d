// The trial behind the form's estimate of time.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <ctime>

#include "app/window/preparation.h"
#include "app/window/step_timer.h"
#include "model/run/records.h"
#include "model/run/time_estimate.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

class TestStepTimer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void timesWhatIsShownAndKeepsIt() {
        Settings settings(folder_->filePath("settings.ini"));
        const RunConfig config = small();
        {
            RunModel model;
            StepTimer timer(model, settings);
            QSignalSpy timed(&timer, &StepTimer::timed);
            model.showNetwork(config, firstWeights(config), nullptr);
            QVERIFY(!timed.wait(700));  // without data there is nothing to try
            model.showNetwork(config, firstWeights(config), data(config));
            QVERIFY(timed.wait());
            QVERIFY(secondsOf(timed) > 0);
        }
        RunModel model;
        StepTimer timer(model, settings);
        QSignalSpy timed(&timer, &StepTimer::timed);
        model.showNetwork(config, firstWeights(config), data(config));
        QCOMPARE(timed.count(), 1);  // known, and at once
        const RunConfig other = with(config, "training.batch_size=16");
        model.showNetwork(other, firstWeights(other), data(other));
        QCOMPARE(timed.count(), 1);
        QVERIFY(timed.wait());
    }

    void waitsUntilTheProgramItselfIsQuiet() {
        Settings settings(folder_->filePath("settings.ini"));
        const RunConfig config = small();
        RunModel model;
        bool busy = true;  // as with pages that compute, and the search for devices
        int asked = 0;
        std::clock_t used = 0;
        StepTimer timer(model, settings, [&] {
            ++asked;
            return used += busy ? CLOCKS_PER_SEC : 0;
        });
        QSignalSpy timed(&timer, &StepTimer::timed);
        model.showNetwork(config, firstWeights(config), data(config));
        QTRY_VERIFY(asked > 6);  // at the beginning and the end of every pause
        QCOMPARE(timed.count(), 0);
        busy = false;
        QVERIFY(timed.wait());
    }

    void aRunThatWasTrainedHereIsTheBetterTrial() {
        Settings settings(folder_->filePath("settings.ini"));
        const RunConfig config = small();
        RunModel model;
        StepTimer timer(model, settings);
        QSignalSpy timed(&timer, &StepTimer::timed);
        const RunResult result{.msPerStep = 1500};
        model.showNetwork(config, firstWeights(config), data(config));
        model.setState(RunState::Finished);
        model.setResult(result);  // of a run that was opened: of whatever machine
        QCOMPARE(timed.count(), 0);
        model.beginRun("run", "native");
        const TrainProgress progress{.step = 4};
        model.addProgress(progress);
        model.setResult(result);
        QCOMPARE(timed.count(), 1);
        QCOMPARE(secondsOf(timed), 1.5);
        QVERIFY(!timed.wait(700));  // and nothing is tried while a run is shown
    }

    void validationAndTestAreWorkToo() {
        RunConfig config = small();
        const SplitRows rows{80, 24, 48};
        QCOMPARE(workInSteps(config, {80, 0, 0}, 20), 20.0);
        QCOMPARE(workInSteps(config, rows, 20), 20 + (2 * 24 + 48) / 8.0 / 3);
        QCOMPARE(workInSteps(config, rows, 20, 15), 5 + (24 + 48) / 8.0 / 3);  // of the last epoch
        config.data.testDraws = 3;
        QCOMPARE(workInSteps(config, rows, 20, 20), 3 * 48 / 8.0 / 3);
    }

private:
    static RunConfig small() {
        return presetWith("reverse", "training.batch_size=8 training.epochs=2 data.train_size=80 threads=1");
    }
    static std::shared_ptr<const DataSet> data(const RunConfig& config) {
        return std::make_shared<const DataSet>(makeData(config.data));
    }
    static double secondsOf(const QSignalSpy& spy) {
        return spy.last().at(0).value<std::chrono::duration<double>>().count();
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestStepTimer, QApplication)
#include "test_step_timer.moc"
