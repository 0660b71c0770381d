// What a run needs before it begins, asked for by someone who presses keys quickly.
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "app/window/preparation.h"
#include "model/native/native_session.h"
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
};

TEST_CLASS(TestPreparation, QApplication)
#include "test_preparation.moc"
