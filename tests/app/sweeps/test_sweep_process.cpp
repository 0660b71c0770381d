// A sweep that the window trains, by the built program.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "app/sweeps/sweep_process.h"
#include "in_folder.h"
#include "runner.h"

using namespace attx;

class TestSweepProcess : public QObject {
    Q_OBJECT
    static constexpr int patience = 120'000;
    std::unique_ptr<QTemporaryDir> dir_;

    void plan(int epochs) const {
        succeeded(
            runProgram({"sweep", "plan", "--set", "data.train_size=1280", "--set", "data.validation_size=100",
                        "--set", "data.test_size=100", "--epochs", QString::number(epochs), "--seeds", "2",
                        "--device", "cpu", "--out", dir_->filePath("s")}));
    }

private Q_SLOTS:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void isTrainedToItsEnd() {
        plan(2);
        SweepProcess sweep;
        sweep.program = QStringLiteral(ATTX_BINARY);
        QSignalSpy ended(&sweep, &SweepProcess::ended), progressed(&sweep, &SweepProcess::progressed);
        sweep.start(dir_->filePath("s"), 2);
        QVERIFY(sweep.isRunning());
        QVERIFY(ended.wait(patience));
        QVERIFY2(ended[0][0].toString().contains("2 of 2 runs finished"), qPrintable(ended[0][0].toString()));
        QCOMPARE(ended[0][1].toBool(), false);
        QVERIFY(!progressed.front()[0].toString().isEmpty() && progressed.back()[0].toString().isEmpty());
    }

    void isStoppedCleanlyWithTheWindow() {
        plan(5000);
        {
            SweepProcess sweep;
            sweep.program = QStringLiteral(ATTX_BINARY);
            sweep.start(dir_->filePath("s"), 2);
            for (const char* run : {"s/000/metrics.csv", "s/001/metrics.csv"})
                QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(dir_->filePath(run)), patience);
        }
        succeeded(runProgram({"collect", dir_->filePath("s"), "--out", dir_->filePath("t.csv")}));
        QCOMPARE(contentOf(dir_->filePath("t.csv")).count(",stopped,"), 2);
    }

    /// A second signal ends trainings that may still be saving.
    void isToldToStopOnce() {
        QFile script(dir_->filePath("slow"));
        QVERIFY(script.open(QIODevice::WriteOnly) &&
                script.write("#!/bin/bash\ntrap 'echo stop >> \"$0.said\"' TERM\ntouch \"$0.ready\"\n"
                             "for i in $(seq 20); do sleep 0.1; done\n") > 0);
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        {
            SweepProcess sweep;
            sweep.program = script.fileName();
            sweep.start(dir_->filePath("s"), 2);
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(dir_->filePath("slow.ready")), patience);
            sweep.stop();
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(dir_->filePath("slow.said")), patience);
            sweep.stop();
        }
        QCOMPARE(contentOf(dir_->filePath("slow.said")), QByteArray("stop\n"));
    }

    void whatCannotStartIsSaid() {
        SweepProcess sweep;
        sweep.program = QStringLiteral(ATTX_BINARY);
        QSignalSpy ended(&sweep, &SweepProcess::ended);
        sweep.start(dir_->filePath("none"), 1);
        QVERIFY(ended.wait(patience));
        QVERIFY(ended[0][1].toBool());
        sweep.program = QStringLiteral("/nothing");
        sweep.start(dir_->filePath("none"), 1);
        QTRY_COMPARE(ended.size(), 2);
        QVERIFY(ended[1][1].toBool());
    }
};

TEST_CLASS(TestSweepProcess, QCoreApplication)
#include "test_sweep_process.moc"
