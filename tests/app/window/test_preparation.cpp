// What a run needs before it begins, asked for by someone who presses keys quickly.
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <chrono>
#include <filesystem>
#include <optional>

#include "app/window/preparation.h"
#include "model/native/native_session.h"
#include "model/run/checkpoint.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestPreparation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameRunAskedForTwiceIsNotRefused() {
        const QTemporaryDir place;
        const QString folder = place.filePath("run");
        const RunFixture run("reverse");
        NativeBackend backend;
        {
            Trainer trainer(backend, run.config, run.data);
            RunRecorder recorder(RunFolder::create(folder.toStdString(), run.config, trainer.device(), false),
                                 trainer, {});
            recorder.add(trainer.singleStep(), trainer);
            recorder.finish(trainer.stop(), trainer);
        }
        Preparation preparation(nullptr);
        int answers = 0;
        std::string error;
        const auto take = [&](const Outcome<Prepared>& outcome) {
            ++answers;
            error = outcome.error;
            QVERIFY(!error.empty() || outcome.value.resumed);
        };
        for (int i = 0; i < 10; ++i) {
            preparation.prepare(run.config, folder, take);
            QThread::msleep(
                static_cast<unsigned long>(20 * i));  // it may be done by now, and not be heard of
            preparation.cancel();
            preparation.prepare(run.config, folder, take);
            QTRY_COMPARE(answers, i + 1);
            QCOMPARE(error, std::string());
        }
        // Nobody else may have it meanwhile, and anybody afterwards.
        (void)RunLock(folder.toStdString());
    }

    /// The network that a run starts from stays open while the form is edited, until its file is another one.
    void theSourceIsOpenedOnceForItsFile() {
        const QTemporaryDir place;
        const QString file = place.filePath("source.safetensors");
        RunFixture run("reverse");
        const auto write = [&](uint64_t seed) {
            RunConfig config = run.config;
            config.seed = seed;
            const auto weights = firstWeights(config);
            writeSafeTensors(file.toStdString(), toSafeTensors(config, *weights));
            return (*weights)[0];
        };
        const auto timeOf = [&] { return std::filesystem::last_write_time(file.toStdString()); };
        run.config.training.startFrom = file.toStdString();
        Preparation preparation(nullptr);
        const auto firstWeight = [&] {
            std::optional<float> weight;
            std::string error;
            bool answered = false;
            preparation.prepare(run.config, {}, [&](const Outcome<Prepared>& outcome) {
                answered = true;
                error = outcome.error;
                if (outcome.value.parameters) weight = (*outcome.value.parameters)[0];
            });
            [&] { QTRY_VERIFY(answered); }();
            [&] { QCOMPARE(error, std::string()); }();
            return weight;
        };
        const float before = write(1);
        const auto time = timeOf();
        QCOMPARE(firstWeight(), std::optional(before));
        const float after = write(2);
        QVERIFY(before != after);
        std::filesystem::last_write_time(file.toStdString(), time);  // as if it were the same file
        run.config.training.epochs = 3;
        QCOMPARE(firstWeight(), std::optional(before));
        std::filesystem::last_write_time(file.toStdString(), time + std::chrono::seconds(1));
        QCOMPARE(firstWeight(), std::optional(after));
        (void)write(3);
        std::filesystem::last_write_time(file.toStdString(), time + std::chrono::seconds(1));
        preparation.forgetSource();
        QVERIFY(firstWeight() != std::optional(after));
    }
};

TEST_CLASS(TestPreparation, QApplication)
#include "test_preparation.moc"
