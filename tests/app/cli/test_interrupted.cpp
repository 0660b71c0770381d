// Runs that are killed, run twice, or lose their disk.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <csignal>
#include <filesystem>

#include "app/cli/program.h"
#include "app/runs/run_recorder.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/run/records.h"
#include "runner.h"

namespace test_interrupted {

constexpr int patience = 60'000;

/// `train` that goes on until somebody ends it.
QStringList endless(const QString& out) {
    return {"train",
            "--epochs",
            "100000",
            "--set",
            "data.train_size=1280",
            "--set",
            "data.validation_size=100",
            "--set",
            "data.test_size=100",
            "--out",
            out,
            "--json"};
}

class TestInterrupted : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        makeNewFolder();
        said_.clear();
    }

    void aSecondProcessIsToldWhoTrains() {
        QProcess first;
        begin(first, endless(at("run")));
        for (const QStringList& words :
             {QStringList{"train", "--resume", at("run")}, smallTraining(at("run"))}) {
            const Ended second = runProgram(words);
            QVERIFY2(second.status == 2, second.all());
            if (words.contains("--resume"))
                QVERIFY2(second.err.contains("process " + QByteArray::number(first.processId())),
                         second.all());
        }
        first.kill();  // SIGKILL: nothing is tidied up
        QVERIFY(first.waitForFinished(patience));
        QVERIFY(QFile::exists(at("run/lock")));
        succeeded(runProgram({"train", "--resume", at("run"), "--epochs", "100000", "--steps", "0", "--set",
                              "training.target_accuracy=0.01", "--json"}));
        QVERIFY(!QFile::exists(at("run/lock")));
    }

    void aKilledBeginningIsBegunAgain() {
        QVERIFY(QDir(folder_->path()).mkpath("run"));
        attx::writeFileAtomically(at("run/lock").toStdString(), "");
        attx::writeFileAtomically(at("run/last.safetensors").toStdString(), "half");
        succeeded(runProgram(smallTraining(at("run"))));
        QCOMPARE(attx::openForResuming(at("run").toStdString()).state.optimiser.step, 20);
    }

    void curvesThatAreLostAreSaid() {
        QVERIFY(runProgram(smallTraining(at("run"))).status == 0);
        const QStringList resume{"train",    "--resume", at("run"),
                                 "--epochs", "100000",   "--steps",
                                 "0",        "--set",    "training.target_accuracy=0.01",
                                 "--json"};
        const Ended whole = runProgram(resume);
        QVERIFY2(whole.status == 0 && !whole.all().contains("its curves lack"), whole.all());
        QVERIFY(QFile::remove(at("run/metrics.csv")));
        const Ended ended = succeeded(runProgram(resume));
        QVERIFY2(ended.json()["warnings"][0].toString().contains("its curves lack"), ended.all());
    }

    /// run.json tells what the steps of a run were made with, those before it was resumed as well.
    void otherSettingsAreSaidAndKept() {
        QVERIFY(runProgram(smallTraining(at("run"))).status == 0);
        const auto resumedWith = [&](const QStringList& more) {
            return runProgram(QStringList{"train", "--resume", at("run"), "--json"} + more);
        };
        const auto runJson = [&] { return attx::readFile(at("run/run.json").toStdString()); };
        const Ended ended = succeeded(resumedWith({"--epochs", "3", "--set", "training.learning_rate=0.25"}));
        QVERIFY2(ended.err.contains("From step 20 on: ") &&
                     ended.err.contains("training.learning_rate=0.25 (0.0005 so far)"),
                 ended.all());
        const auto changes = QJsonDocument::fromJson(QByteArray::fromStdString(runJson()))
                                 .object()["changed_settings"]
                                 .toArray();
        const QJsonObject rate{
            {"from_step", 20}, {"key", "training.learning_rate"}, {"before", "0.0005"}, {"after", "0.25"}};
        QVERIFY2(changes.contains(rate), runJson().c_str());
        // A run that trains no more does not pretend to have done so with what it is given now.
        const std::string before = runJson();
        const Ended refused = resumedWith({"--set", "training.learning_rate=0.5"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.all().contains("has done its 30 steps"), refused.all());
        QVERIFY(runJson() == before);
    }

    /// As timeout, Slurm or a terminal together with `sweep run` do it.
    void signalsThatComeTogetherLoseNothing() {
        QProcess training;
        begin(training, endless(at("run")));
        for (const int number : {SIGTERM, SIGINT, SIGTERM})
            ::kill(static_cast<pid_t>(training.processId()), number);
        QVERIFY(training.waitForFinished(patience));
        QCOMPARE(training.exitStatus(), QProcess::NormalExit);
        QCOMPARE(training.exitCode(), 1);
        QVERIFY(attx::RunFolder::open(at("run").toStdString()).result()->reason == attx::EndReason::Stopped);
    }

    void aDiskThatFailsIsAWarning() {
        QProcess training;
        begin(training, endless(at("run")));
        QTRY_VERIFY(QDir(at("run")).removeRecursively());
        QTRY_VERIFY_WITH_TIMEOUT(read(training).contains("Warning: After step"), patience);
        QVERIFY(QDir().mkpath(at("run")));  // as when a drive is plugged in again
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(at("run/snapshots")), patience);  // what is written late
        ::kill(static_cast<pid_t>(training.processId()), SIGINT);
        QVERIFY(training.waitForFinished(patience));
        const QJsonObject json = QJsonDocument::fromJson(training.readAllStandardOutput()).object();
        QCOMPARE(training.exitCode(), 1);  // interrupted
        QCOMPARE(json["warnings"].toArray().size(), 1);
        QVERIFY(json["warnings"][0].toString().contains("could not be saved"));
        QCOMPARE(attx::openForResuming(at("run").toStdString()).state.optimiser.step,
                 json["steps"].toInteger());
    }

    void aFolderThatIsMovedIsFollowed() {
        QProcess training;
        begin(training, endless(at("run")));
        QVERIFY(QDir().rename(at("run"), at("elsewhere")));
        QTRY_VERIFY_WITH_TIMEOUT(read(training).contains("has been moved"), patience);
        ::kill(static_cast<pid_t>(training.processId()), SIGINT);
        QVERIFY(training.waitForFinished(patience));
        const QJsonObject json = QJsonDocument::fromJson(training.readAllStandardOutput()).object();
        QCOMPARE(json["run"].toString(), at("elsewhere"));
        QCOMPARE(json["warnings"].toArray().size(), 1);
        QVERIFY2(read(training).contains("--resume " + at("elsewhere").toUtf8()), said_);
        QCOMPARE(attx::openForResuming(at("elsewhere").toStdString()).state.optimiser.step,
                 json["steps"].toInteger());
        QVERIFY(!QFile::exists(at("run")) && !QFile::exists(at("elsewhere/lock")));
    }

    /// The window's, killed while it went on with a run.
    void whatAKilledSessionKeptAsideGoes() {
        QVERIFY(runProgram(smallTraining(at("run"))).status == 0);
        QVERIFY(QDir().mkpath(at("run/before-resume/snapshots")));
        attx::writeFileAtomically(at("run/before-resume/files.txt").toStdString(), "run.json\n");
        succeeded(runProgram({"train", "--resume", at("run"), "--epochs", "3"}));
        QVERIFY(!QFile::exists(at("run/before-resume")));
    }

    void whatWasNotMeasuredIsNull() {
        QProcess training;
        const QStringList slow{"--set", "network.model_dim=512", "--set", "network.dim_feedforward=2048",
                               "--set", "network.num_layers=8"};  // so that its first epoch does not end here
        begin(training, endless(at("run")) + slow, "Training");
        ::kill(static_cast<pid_t>(training.processId()), SIGINT);
        QVERIFY(training.waitForFinished(patience));
        const QJsonObject json = QJsonDocument::fromJson(training.readAllStandardOutput()).object();
        QCOMPARE(json["reason"].toString(), "stopped");
        for (const char* key : {"train_loss", "train_acc", "val_acc", "test_acc"})
            QVERIFY2(json.contains(key) && json[key].isNull(), key);
        QCOMPARE(attx::RunFolder::open(at("run").toStdString()).result()->epochs, 0);
        QVERIFY(attx::readFile(at("run/run.json").toStdString()).find("\"val_acc\": null") !=
                std::string::npos);
    }

private:
    /// Starts the program, and waits until it has said so much.
    void begin(QProcess& process, const QStringList& words, const char* says = "epoch 2 of") {
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY), words);
        QTRY_VERIFY_WITH_TIMEOUT(read(process).contains(says), patience);
    }
    QByteArray read(QProcess& process) { return said_ += process.readAllStandardError(); }
    QByteArray said_;
};

TEST_CLASS(TestInterrupted, QCoreApplication)

}  // namespace test_interrupted
#include "test_interrupted.moc"
