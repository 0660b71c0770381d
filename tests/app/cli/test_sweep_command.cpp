// Many runs on the command line: plan, train, be interrupted and killed, go on, collect.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <csignal>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/run/run_lock.h"
#include "runner.h"

namespace test_sweep_command {

constexpr int patience = 120'000;

/// Runs of ten steps an epoch.
QStringList small(const QString& out, const QStringList& more = {}) {
    QStringList words{"sweep", "plan", "--device", "cpu", "--out", out, "--json"};
    if (!more.contains("--epochs"))
        words << "--epochs"
              << "2";
    for (const char* set :
         {"data.train_size=1280", "data.validation_size=100", "data.test_size=100", "training.snapshots=0"})
        words << "--set" << set;
    return words + more;
}

class TestSweepCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void curvesOfRunsThatWaitAreWarnedOf() {
        succeeded(runProgram({"sweep", "plan", "--set", "seed=1,2", "--out", at("waiting")}));
        for (const char* file : {"none.npy", "none.png"}) {
            const Ended drawn =
                runProgram({"render", at("waiting"), "--figure", "runs-loss", "--out", at(file), "--json"});
            QVERIFY2(drawn.status == 0 && drawn.err.contains("No run has numbers for this figure yet"),
                     drawn.all());
        }
    }

    /// Wherever the program lies, and whatever the folder is called.
    void thePrintedCommandRuns() {
        const Ended plan = succeeded(runProgram({"sweep", "plan", "--device", "cpu", "--steps", "1", "--set",
                                                 "seed=1,2", "--set", "data.train_size=1280", "--set",
                                                 "data.test_size=100", "--out", at("Ann's two runs")}));
        const QString said = QString::fromUtf8(plan.out).section(QStringLiteral("Train them with: "), 1);
        QProcess shell;
        shell.setProcessEnvironment(cleanEnvironment());
        shell.start(QStringLiteral("sh"), {"-c", said.section(QLatin1Char('\n'), 0, 0)});
        QVERIFY2(shell.waitForFinished(60'000) && shell.exitCode() == 0, shell.readAllStandardError());
        QVERIFY(QFile::exists(at("Ann's two runs/001/model.safetensors")));
    }

    void init() { makeNewFolder(); }

    void planRunCollect() {
        const Ended plan =
            succeeded(runProgram(small(at("s"), {"--set", "training.learning_rate=1e-4,1e-3", "--set",
                                                 "network.num_heads=1,2", "--seeds", "2"})));
        QCOMPARE(plan.json()["runs"].toInt(), 8);
        QVERIFY(plan.json()["disk_bytes"].toDouble() > 0 && plan.json()["free_bytes"].toDouble() > 0);
        QCOMPARE(QDir(at("s")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"sweep.json"});

        const Ended half = succeeded(
            runProgram({"sweep", "run", at("s"), "--part", "1/2", "--jobs", "2", "--cores", "2", "--json"}));
        QCOMPARE(half.json()["trained"].toInt(), 4);
        QVERIFY(!QFile::exists(at("s/000")) && QFile::exists(at("s/001/run.json")));
        const attx::RunConfig config = attx::RunFolder::open(at("s/003").toStdString()).config();
        QCOMPARE(config.network.numHeads, 2);
        QCOMPARE(config.seed, 43U);
        QCOMPARE(config.threads, 1);  // two cores for two runs
        QCOMPARE(config.preset, std::string("reverse"));
        const QByteArray weights = read("s/003/model.safetensors");

        const Ended rest = succeeded(runProgram({"sweep", "run", at("s"), "--cores", "1", "--json"}));
        QCOMPARE(rest.json()["trained"].toInt(), 4);
        QCOMPARE(rest.json()["finished"].toInt(), 8);
        QCOMPARE(read("s/003/model.safetensors"), weights);
        const Ended again = runProgram({"sweep", "run", at("s"), "--json"});
        QCOMPARE(again.json()["trained"].toInt(), 0);
        QCOMPARE(again.status, 0);

        const Ended table = succeeded(runProgram({"collect", at("s"), "--out", at("t.csv"), "--json"}));
        QCOMPARE(table.json()["keys"].toArray(),
                 (QJsonArray{"network.num_heads", "training.learning_rate", "seed"}));
        const QList<QByteArray> lines = read("t.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 9);
        QVERIFY(lines[0].startsWith(
            "run,state,created,network.num_heads,training.learning_rate,seed,best_epoch,"));
        for (int i = 1; i < 9; ++i) QVERIFY2(lines[i].contains(",finished,"), lines[i]);
        for (const char* figure :
             {"runs-loss", "runs-accuracy", "runs-train-loss", "runs-learning-rate", "runs-gradient-norm",
              "parallel-coordinates", "runs-scatter", "runs-importance", "runs-comparison"})
            for (const char* end : {".csv", ".png"}) {
                succeeded(
                    runProgram({"render", at("s"), "--figure", figure, "--out", at(QString(figure) + end)}));
            }
        QCOMPARE(read("parallel-coordinates.csv").trimmed().split('\n').size(), 9);
        QVERIFY(read("runs-loss.csv").startsWith("panel,curve,x,y,standard_deviation\n"));
        QCOMPARE(read("runs-comparison.csv").trimmed().split('\n').size(), 3);
        const Ended importance =
            runProgram({"render", at("s"), "--figure", "runs-importance", "--out", at("i.csv"), "--json"});
        const QJsonObject numbers = importance.json();
        QVERIFY2(numbers["estimator"].toString().startsWith("PED-ANOVA") && numbers["runs"].toInt() == 8 &&
                     numbers["gamma"].toDouble() >= 0.5,
                 importance.all());
        QCOMPARE(numbers["rows"].toArray().size(), 2);
        QVERIFY(numbers["rows"][0]["high"].toDouble() > 0 && numbers["sentences"].toArray().size() >= 2);
        const Ended json = succeeded(runProgram(
            {"collect", at("s/000"), at("s/001"), at("s/../s/000"), "--out", at("t.json"), "--json"}));
        QCOMPARE(QJsonDocument::fromJson(read("t.json")).array().size(), 2);
        QVERIFY(json.json()["copies"].toArray().isEmpty());
        const QByteArray dots = read("runs-scatter.csv"), compared = read("runs-comparison.csv");
        QVERIFY(QDir().mkpath(at("s/backup")));
        // A backup of the runs, as a copied folder or an opened lesson state is one.
        std::filesystem::copy(at("s/000").toStdString(), at("s/backup/000").toStdString(),
                              std::filesystem::copy_options::recursive);
        std::filesystem::copy(at("s/005").toStdString(), at("s/backup/005").toStdString(),
                              std::filesystem::copy_options::recursive);
        const Ended copied = runProgram({"collect", at("s"), "--out", at("t.csv"), "--json"});
        QCOMPARE(copied.json()["runs"].toInt(), 8);
        QCOMPARE(copied.json()["copies"][1]["copy_of"].toString(), at("s/005"));
        QVERIFY2(copied.err.contains("s/backup/005 is left out: it is a copy of "), copied.all());
        for (const QString figure : {"runs-scatter", "runs-comparison"}) {
            const Ended drawn =
                runProgram({"render", at("s"), "--figure", figure, "--out", at(figure + ".csv")});
            QVERIFY2(drawn.all().contains("s/backup/000 is left out"), drawn.all());
        }
        QCOMPARE(read("runs-scatter.csv"), dots);
        QCOMPARE(read("runs-comparison.csv"), compared);
    }

    void whatIsPlannedIsWhatTrainDoes() {
        QVERIFY(runProgram(small(at("s"), {"--set", "seed=5,6"})).status == 0);
        QVERIFY(runProgram({"sweep", "run", at("s"), "--cores", "1"}).status == 0);
        const Ended alone = succeeded(runProgram({"train", "--config", at("s/sweep.json"), "--set", "seed=6",
                                                  "--set", "threads=1", "--out", at("alone")}));
        QCOMPARE(read("alone/metrics.csv"), read("s/001/metrics.csv"));
        QVERIFY(read("alone/metrics.csv") != read("s/000/metrics.csv"));
    }

    void presetsShareASweep() {
        succeeded(runProgram(small(at("s"), {"--preset", "reverse,reverse-deep"})));
        QVERIFY(runProgram({"sweep", "run", at("s"), "--jobs", "2"}).status == 0);
        QCOMPARE(attx::RunFolder::open(at("s/001").toStdString()).config().network.numLayers, 4);
        refusedWith(runProgram({"train", "--config", at("s/sweep.json"), "--dry-run"}),
                    "reverse, reverse-deep");
    }

    void badInputLeavesNothing_data() {
        const Rows<QStringList, QByteArray> row("words", "says");
        row("value", {"--set", "network.num_heads=1,two"}, "network.num_heads: expected a whole number");
        row("key", {"--set", "network.hats=1,2"}, "network.hats: not a key");
        row("combination", {"--set", "network.num_heads=1,5"},
            "With network.num_heads=5: network.num_heads: 5 heads");
        row("tasks", {"--preset", "reverse,anomaly-shapes"}, "a sweep compares runs of one task");
        row("preset", {"--preset", "reverse,revers"}, "preset: expected one of");
        row("twice", {"--set", "training.epochs=1,2"}, "--epochs and --set training.epochs");
        row("method", {"--method", "bayes"}, "expected grid or random");
        row("disk",
            {"--set", "training.warmup=1,2,3,4,5", "--set", "network.model_dim=512", "--set",
             "training.snapshot_megabytes=1000000", "--set", "training.snapshot_every=1", "--seeds", "10000"},
            "runs would take about");
    }
    void badInputLeavesNothing() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        refusedWith(runProgram(small(at("made/s"), words)), says);
        QVERIFY(!QFile::exists(at("made")));
    }

    void whatMeansNothingIsSaid() {
        const Ended plan = runProgram(small(at("s"), {"--set", "training.rho=0.8,0.9"}));
        QVERIFY2(plan.status == 0 && plan.json()["warnings"].toArray().size() == 1, plan.all());
        // The form has no such field for sequences, but the network follows the key.
        const Ended heads = runProgram(small(at("h"), {"--set", "network.key_dim=8,16"}));
        QVERIFY2(heads.status == 0 && !heads.json().contains("warnings"), heads.all());
    }

    void aFailedRunIsKeptAndTriedAgain() {
        for (const char* name : {"a.csv", "b.csv"})
            write(name, QByteArray("1 2;2 1\n3 4;4 3\n").repeated(50));
        succeeded(runProgram({"sweep", "plan", "--set", "data.rule=csv", "--set", "training.batch_size=8",
                              "--epochs", "1", "--set",
                              "data.csv_path=\"" + at("a.csv") + "\"," + at("b.csv"), "--out", at("s")}));
        QFile::remove(at("b.csv"));
        for (int attempt = 0; attempt < 2; ++attempt) {
            const Ended run = runProgram({"sweep", "run", at("s"), "--json"});
            QVERIFY2(run.status == 1, run.all());
            QCOMPARE(run.json()["finished"].toInt(), 1);
            QVERIFY2(run.json()["failed"].toArray().last().toObject()["error"].toString().contains("b.csv"),
                     run.all());
        }
        QVERIFY(runProgram({"collect", at("s"), "--out", at("t.csv")}).status == 0);
        QVERIFY2(read("t.csv").contains("failed") && read("t.csv").contains("b.csv: "), read("t.csv"));
    }

    /// A plan that was changed after its runs were trained: they are neither counted nor resumed as others.
    void runsOfOtherSettingsAreNotCounted() {
        QVERIFY(runProgram(small(at("s"), {"--set", "training.learning_rate=1e-4,1e-3"})).status == 0);
        QVERIFY(runProgram({"sweep", "run", at("s"), "--part", "0/2"}).status == 0);
        QByteArray plan = read("s/sweep.json");
        const QByteArray setting = "\"training.learning_rate\": 0.0001";
        QCOMPARE(plan.count(setting), 1);
        write("s/sweep.json", plan.replace(setting, "\"training.learning_rate\": 0.5"));
        const Ended run = runProgram({"sweep", "run", at("s"), "--json"});
        QVERIFY2(run.status == 1, run.all());
        QCOMPARE(run.json()["finished"].toInt(), 1);
        QCOMPARE(run.json()["trained"].toInt(), 1);
        const QJsonObject other = run.json()["other_settings"][0].toObject();
        QCOMPARE(other["run"].toString(), QStringLiteral("000"));
        QCOMPARE(other["difference"].toString(),
                 QStringLiteral("training.learning_rate is 0.0001, planned was 0.5"));
        QVERIFY2(run.err.contains("s/000 was trained with other settings than sweep.json says") &&
                     run.err.contains("1 of 2 runs are finished, 1 of them now, 1 not counted."),
                 run.all());
        const Ended table = runProgram({"collect", at("s"), "--out", at("t.csv")});
        QVERIFY2(table.all().contains("other settings") && read("t.csv").contains("planned was 0.5"),
                 table.all());
        plan.replace("\"training.learning_rate\": 0.5",
                     "\"training.learning_rate\": 0.0001, \"training.learning_rate\": 0.5");
        write("s/sweep.json", plan);
        for (const QStringList& words :
             {QStringList{"sweep", "run", at("s")}, {"train", "--config", at("s/sweep.json"), "--dry-run"}}) {
            refusedWith(runProgram(words), "\"training.learning_rate\" stands twice");
        }
    }

    void ctrlCLeavesWhatCanBeResumed() {
        QVERIFY(runProgram(small(at("s"), {"--epochs", "100000", "--seeds", "3"})).status == 0);
        QProcess sweep;
        begin(sweep, {"sweep", "run", at("s"), "--jobs", "2", "--json"});
        ::kill(static_cast<pid_t>(sweep.processId()), SIGINT);
        QVERIFY(sweep.waitForFinished(patience));
        QCOMPARE(sweep.exitCode(), 1);
        const QJsonObject json = QJsonDocument::fromJson(sweep.readAllStandardOutput()).object();
        QVERIFY(json["interrupted"].toBool() && json["failed"].toArray().isEmpty());
        for (const char* name : {"s/000", "s/001"}) {
            QVERIFY(attx::RunFolder::open(at(name).toStdString()).result()->reason ==
                    attx::EndReason::Stopped);
            QVERIFY(!attx::isLocked(at(name).toStdString()));
        }
        QVERIFY(!QFile::exists(at("s/002")));
        const Ended curves = runProgram({"render", at("s"), "--figure", "runs-loss", "--out", at("l.csv")});
        QVERIFY2(curves.all().contains("not finished are shown as far as they are: stopped: 2."),
                 curves.all());
        const Ended importance =
            runProgram({"render", at("s"), "--figure", "runs-importance", "--out", at("i.csv"), "--json"});
        QCOMPARE(importance.json()["runs"].toInt(), 0);
        for (const QJsonValue sentence : importance.json()["sentences"].toArray())
            QVERIFY2(importance.err.contains(sentence.toString().toUtf8()), importance.all());
        QCOMPARE(importance.json()["unfinished_runs"].toInt(), 3);
        QVERIFY2(importance.json()["sentences"][1].toString().contains("waiting: 1, stopped: 2"),
                 importance.all());
    }

    /// A terminal tells the trainings, too, and `timeout` tells all of them twice.
    void signalsThatComeTogetherLoseNothing() {
        QVERIFY(runProgram(small(at("s"), {"--epochs", "100000", "--seeds", "2"})).status == 0);
        QProcess sweep;
        sweep.setChildProcessModifier([] { ::setpgid(0, 0); });
        begin(sweep, {"sweep", "run", at("s"), "--jobs", "2", "--json"});
        const auto group = static_cast<pid_t>(sweep.processId());
        ::kill(group, SIGTERM);
        QTest::qWait(100);  // so that the second is not the first for those who wait for it
        ::kill(-group, SIGTERM);
        QVERIFY(sweep.state() == QProcess::NotRunning || sweep.waitForFinished(patience));
        QCOMPARE(sweep.exitCode(), 1);
        for (const char* name : {"s/000", "s/001"})
            QVERIFY(attx::RunFolder::open(at(name).toStdString()).result()->reason ==
                    attx::EndReason::Stopped);
    }

    void theTrainingsEndWithTheirSweep() {
        QVERIFY(runProgram(small(at("s"), {"--epochs", "100000", "--seeds", "2"})).status == 0);
        QProcess sweep;
        begin(sweep, {"sweep", "run", at("s"), "--jobs", "2"});
        sweep.kill();
        QVERIFY(sweep.waitForFinished(patience));
        for (const char* name : {"s/000", "s/001"})
            QTRY_VERIFY_WITH_TIMEOUT(!attx::isLocked(at(name).toStdString()), patience);
        QVERIFY(QFile::exists(at("s/000/last.safetensors")));
    }

    void aRunOfAnotherProcessIsWaitedFor() {
        QVERIFY(runProgram(small(at("s"), {"--seeds", "2"})).status == 0);
        auto lock = std::make_unique<attx::RunLock>(at("s/000").toStdString());
        QProcess sweep;
        sweep.setProcessEnvironment(cleanEnvironment());
        sweep.start(QStringLiteral(ATTX_BINARY), {"sweep", "run", at("s"), "--json"});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT(
            (said += sweep.readAllStandardError()).contains("000 (seed=42): another process trains it"),
            patience);
        QTRY_VERIFY_WITH_TIMEOUT(
            (said += sweep.readAllStandardError()).contains("001 (seed=43): validation accuracy"), patience);
        QVERIFY(!sweep.waitForFinished(600));
        lock.reset();
        QVERIFY(sweep.waitForFinished(patience));
        QCOMPARE(sweep.exitCode(), 0);
        QCOMPARE(QJsonDocument::fromJson(sweep.readAllStandardOutput()).object()["trained"].toInt(), 2);
    }

    void theJobScriptNeedsOnlyItsNumber() {
        QVERIFY(runProgram(small(at("it's"), {"--seeds", "3"})).status == 0);
        const Ended script = succeeded(runProgram(
            {"sweep", "slurm", at("it's"), "--array", "2", "--sbatch", "--time=1:00:00 --partition=p"}));
        QVERIFY2(script.out.contains("#SBATCH --array=0-1\n") &&
                     script.out.contains("#SBATCH --time=1:00:00 --partition=p\n"),
                 script.all());
        write("job.sh", script.out);
        for (const char* number : {"0", "1"}) {
            QProcess job;
            QProcessEnvironment environment = cleanEnvironment();
            environment.insert("SLURM_ARRAY_TASK_ID", number);
            job.setProcessEnvironment(environment);
            job.setWorkingDirectory("/");
            job.start("bash", {at("job.sh")});
            QVERIFY(job.waitForFinished(patience));
            QVERIFY2(job.exitCode() == 0, job.readAllStandardError());
            QCOMPARE(QFile::exists(at("it's/001/run.json")), number[0] == '1');
        }
        const Ended all = runProgram({"sweep", "run", at("it's"), "--json"});
        QCOMPARE(all.json()["trained"].toInt(), 0);
        QCOMPARE(runProgram({"sweep", "slurm", at("it's"), "--array", "4"}).status, 2);
    }

    void partsThatThereAreNotAreRefused() {
        QVERIFY(runProgram(small(at("s"))).status == 0);
        for (const char* part : {"2/2", "-1/2", "0/0", "1", "0/4294967297"}) {  // the last is 1 in 32 bits
            refusedWith(runProgram({"sweep", "run", at("s"), "--part", part}), "--part: expected I/K");
        }
        QVERIFY(!QFile::exists(at("s/000")));
    }

    void aCommandALineForParallel() {
        QVERIFY(runProgram(small(at("s"), {"--seeds", "2"})).status == 0);
        const Ended lines = runProgram({"sweep", "parallel", at("s")});
        QCOMPARE(lines.out.count('\n'), 2);
        QProcess shell;
        shell.setProcessEnvironment(cleanEnvironment());
        shell.start("sh", {"-c", QString::fromUtf8(lines.out)});
        QVERIFY(shell.waitForFinished(patience));
        QCOMPARE(shell.exitCode(), 0);
        QVERIFY(QFile::exists(at("s/000/model.safetensors")) && QFile::exists(at("s/001/model.safetensors")));
    }

    void sweepAloneSaysWhatThereIs() {
        refusedWith(runProgram({"sweep"}), "sweep plan --help");
        const Ended help = runProgram({"sweep", "--help"});
        QVERIFY2(help.status == 0 && help.out.contains("sweep parallel"), help.all());
    }

private:
    /// Starts the program, and waits until two runs train.
    void begin(QProcess& process, const QStringList& words) {
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY), words);
        for (const char* log : {"s/logs/000.log", "s/logs/001.log"})
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(at(log)) && read(log).contains("epoch 2 of"), patience);
    }
};

TEST_CLASS(TestSweepCommand, QCoreApplication)

}  // namespace test_sweep_command
#include "test_sweep_command.moc"
