// Each command on the built program: what it writes where, and its exit status.
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cmath>
#include <csignal>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/npy.h"
#include "model/files/safetensors.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "runner.h"

using namespace attx;

class TestCommands : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        succeeded(runProgram(smallTraining(at("run"))));
    }

    void helpAndVersion() {
        const Ended help = runProgram({"--help"});
        QCOMPARE(help.status, 0);
        for (const char* command : {"train", "evaluate", "inspect", "render", "devices", "manual"}) {
            QVERIFY(help.out.contains(command));
            const Ended own = runProgram({command, "--help"});
            QCOMPARE(own.status, 0);
            QVERIFY(own.out.contains("Usage: attention-explorer"));
        }
        QVERIFY(runProgram({"--version"}).out.startsWith("Attention Explorer "));
    }

    void trainJsonIsOneObject() {
        const Ended ended = succeeded(runProgram(smallTraining(at("json-run"), {"--json", "--seed", "7"})));
        QCOMPARE(ended.out.count('\n'), 1);
        const QJsonObject json = ended.json();
        QStringList keys = json.keys();
        keys.sort();
        // The warning is about a warm-up that is longer than this run.
        QCOMPARE(keys, (QStringList{"data", "device", "ms_per_step", "parameters", "preset", "reason", "run",
                                    "seconds", "settings", "steps", "test_acc", "train_acc", "train_loss",
                                    "val_acc", "warnings"}));
        QCOMPARE(json["run"].toString(), at("json-run"));
        QCOMPARE(json["preset"].toString(), "reverse");
        QCOMPARE(json["reason"].toString(), "finished");
        QCOMPARE(json["parameters"].toInt(), 10346);
        QCOMPARE(json["steps"].toInt(), 20);
        QVERIFY(json["ms_per_step"].toDouble() > 0);
        for (const char* key : {"train_acc", "val_acc", "test_acc"})
            QVERIFY(json[key].isDouble() && json[key].toDouble() >= 0 && json[key].toDouble() <= 1);
        QVERIFY2(ended.err.count("\nepoch ") == 2, ended.all().constData());
    }

    void trainSaysALineAnEpoch() {
        const Ended ended = runProgram(smallTraining(at("lines")));
        QCOMPARE(ended.out.count("\nepoch "), 2);
        QCOMPARE(ended.out.count(" left\n"), 1);  // nothing is after the last
        QVERIFY(!ended.out.contains('\r'));
        QCOMPARE(ended.err, QByteArray());
        for (const char* file : {"run.json", "metrics.csv", "model.safetensors", "last.safetensors"})
            QVERIFY(QFile::exists(at("lines/") + QLatin1String(file)));
    }

    void aTerminalShowsAProgressBar() {
        const QString script = QStandardPaths::findExecutable("script");
        if (script.isEmpty()) QSKIP("The program script, which gives a terminal, is not installed");
        if (QProcess::execute(script, {"-qefc", "true", "/dev/null"}) != 0)
            QSKIP("The program script gives no terminal here: /dev/pts is not mounted");
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        const QString command =
            "'" ATTX_BINARY "' train --epochs 2 --set data.train_size=20000 --out '" + at("watched") + "'";
        process.start(script, {"-qefc", command, "/dev/null"});
        QVERIFY(process.waitForFinished());
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(process.exitCode() == 0, out.constData());
        const QRegularExpression bar(
            "\r\\[[#.]{24}\\] +[0-9]+ %  epoch [12] of 2  loss [0-9.]+  accuracy [0-9.]+  "
            "[0-9]+ s left\x1b\\[K");
        QVERIFY2(bar.match(QString::fromUtf8(out)).hasMatch(), out.constData());
    }

    void stepsEndTraining() {
        const Ended ended = succeeded(runProgram(smallTraining(at("steps"), {"--steps", "3", "--json"})));
        QCOMPARE(ended.json()["steps"].toInt(), 3);
    }

    void trainMakesItsOwnFolder() {
        QStringList words = smallTraining({}, {"--json"});
        words.remove(words.indexOf("--out"), 2);
        const Ended ended = succeeded(runProgram(words, folder_->path()));
        QVERIFY(ended.json()["run"].toString().startsWith("runs/"));
        QVERIFY(isRunFolder(at(ended.json()["run"].toString()).toStdString()));
    }

    void trainTakesAConfiguration() {
        QFile file(at("config.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"network": {"num_heads": 2}, "data": {"train_size": 640, "validation_size": 10,
                       "test_size": 10, "rule": "sort"}, "training": {"epochs": 1}})");
        file.close();
        // A preset's file is one, too.
        QVERIFY(runProgram(
                    {"train", "--config", ATTX_SOURCE_DIR "/resources/presets/text-demo.json", "--dry-run"})
                    .status == 0);
        succeeded(runProgram({"train", "--config", at("config.json"), "--out", at("configured"), "--set",
                              "data.num_categories=5", "--json"}));
        const RunConfig config = RunFolder::open(at("configured").toStdString()).config();
        QCOMPARE(config.network.numHeads, 2);
        QCOMPARE(config.network.inputDim, 5);
        QVERIFY(config.data.rule == LabelRule::Sort);
    }

    void relativeCsvIsFoundInTheDataFolder() {
        QFile file(at("pairs.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 0; i < 200; ++i)
            file.write(QByteArray::number(i % 10) + " " + QByteArray::number(i / 10 % 10) + ";0 1\n");
        file.close();
        const Ended ended =
            succeeded(runProgram({"train", "--set", "data.rule=csv", "--set", "data.csv_path=pairs.csv",
                                  "--set", "data.length=2", "--set", "training.batch_size=8", "--epochs", "1",
                                  "--data", folder_->path(), "--out", at("csv")}));
        QVERIFY2(ended.all().contains("160 rows to train, 20 to validate, 20 to test (10 % of the rows"),
                 ended.all().constData());
        const QJsonObject run = QJsonDocument::fromJson(read("csv/run.json")).object();
        QCOMPARE(run["data"]["validation"]["rows"].toInt(), 20);
        QVERIFY(run["data"]["dealing"].toString().startsWith("10 %"));
        QCOMPARE(run["config"]["preset"].toString(), QString());  // it is not "reverse" that was learned
        // The run knows where they are, whoever asks from where; and they may move.
        QCOMPARE(RunFolder::open(at("csv").toStdString()).config().data.csvPath,
                 at("pairs.csv").toStdString());
        succeeded(
            runProgram({"train", "--resume", at("csv"), "--epochs", "2", "--data", "."}, folder_->path()));
        QVERIFY(QDir(folder_->path()).mkpath("moved") &&
                QFile::rename(at("pairs.csv"), at("moved/pairs.csv")));
        QCOMPARE(runProgram({"evaluate", at("csv")}).status, 2);
        succeeded(runProgram({"evaluate", at("csv"), "--data", at("moved")}));
    }

    void runsThatBeginTogetherHaveFoldersOfTheirOwn() {
        constexpr size_t runs = 6;
        std::array<QProcess, runs> processes;
        for (QProcess& process : processes) {
            process.setWorkingDirectory(at("side by side"));
            QVERIFY(QDir().mkpath(at("side by side")));
            process.setProcessEnvironment(cleanEnvironment());
            QStringList words = smallTraining({}, {"--steps", "1"});
            words.remove(words.indexOf("--out"), 2);
            process.start(QStringLiteral(ATTX_BINARY), words);
        }
        for (QProcess& process : processes) {
            QVERIFY(process.waitForFinished());
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        }
        QCOMPARE(QDir(at("side by side/runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(),
                 qsizetype{runs});
    }

    void whatTrainedARunIsAppended() {
        QVERIFY(runProgram(smallTraining(at("moves"), {"--set", "threads=2"})).status == 0);
        const Ended same = runProgram({"train", "--resume", at("moves"), "--epochs", "3"});
        QVERIFY2(same.status == 0 && !same.all().contains("trained on"), same.all().constData());
        const Ended other = runProgram(
            {"train", "--resume", at("moves"), "--epochs", "4", "--set", "threads=1", "--isa", "baseline"});
        QVERIFY2(other.status == 0 &&
                     other.all().contains("2 threads so far and continues with native, plain, 1 thread"),
                 other.all().constData());
        const QJsonArray parts =
            QJsonDocument::fromJson(read("moves/run.json")).object()["provenance"].toArray();
        QCOMPARE(parts.size(), 3);
        QCOMPARE(parts[0]["from_step"].toInt(), 0);
        QCOMPARE(parts[1]["from_step"].toInt(), 20);
        QCOMPARE(parts[2]["from_step"].toInt(), 30);
        QCOMPARE(parts[1]["threads"].toInt(), 2);
        QVERIFY(parts[1]["device"].toString().endsWith("2 threads"));
        QCOMPARE(parts[2]["threads"].toInt(), 1);
        QCOMPARE(parts[2]["instruction_set"].toString(), QString("baseline"));
    }

    void sameSeedSameBytes() {
        for (const char* name : {"first", "second"})
            QCOMPARE(runProgram(smallTraining(at(name), {"--seed", "5"})).status, 0);
        QCOMPARE(bytes("first/model.safetensors"), bytes("second/model.safetensors"));
        QCOMPARE(bytes("first/metrics.csv"), bytes("second/metrics.csv"));
        QCOMPARE(runProgram(smallTraining(at("third"), {"--seed", "6"})).status, 0);
        QVERIFY(bytes("first/model.safetensors") != bytes("third/model.safetensors"));
    }

    void resumedEqualsUninterrupted() {
        QCOMPARE(runProgram(smallTraining(at("whole"), {"--set", "training.patience=9"})).status, 0);
        QCOMPARE(
            runProgram(smallTraining(at("parts"), {"--set", "training.patience=9", "--steps", "10"})).status,
            0);
        const Ended ended =
            succeeded(runProgram({"train", "--resume", at("parts"), "--steps", "0", "--json"}));
        QCOMPARE(ended.json()["steps"].toInt(), 20);
        QCOMPARE(bytes("whole/model.safetensors"), bytes("parts/model.safetensors"));
        QCOMPARE(bytes("whole/metrics.csv"), bytes("parts/metrics.csv"));
        verifySameTensors("whole/last.safetensors", "parts/last.safetensors");
    }

    void interruptedAndResumedEqualsUninterrupted() {
        const QStringList config{"--set", "data.train_size=20000", "--epochs", "3", "--set", "threads=1"};
        const auto words = [&](const QString& out) { return QStringList{"train", "--out", out} + config; };
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY), words(at("cut")));
        QByteArray out;
        while (!out.contains("epoch 1 of 3") && process.waitForReadyRead())
            out += process.readAllStandardOutput();
        process.terminate();
        QVERIFY(process.waitForFinished());
        out += process.readAllStandardOutput();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(process.exitCode() == 1, out.constData());
        QVERIFY2(out.contains("Interrupted after step") && out.contains("--resume"), out.constData());
        QVERIFY(RunFolder::open(at("cut").toStdString()).result()->reason == EndReason::Stopped);
        QCOMPARE(runProgram({"evaluate", at("cut")}).status, 0);

        QCOMPARE(runProgram({"train", "--resume", at("cut")}).status, 0);
        QCOMPARE(runProgram(words(at("uncut"))).status, 0);
        QCOMPARE(bytes("cut/model.safetensors"), bytes("uncut/model.safetensors"));
        QCOMPARE(bytes("cut/metrics.csv"), bytes("uncut/metrics.csv"));
        verifySameTensors("cut/last.safetensors", "uncut/last.safetensors");
    }

    void aRunWhoseFolderVanishedFailsAtItsEnd() {
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY), {"train", "--out", at("vanishing"), "--epochs", "4"});
        QByteArray out;
        while (!out.contains("epoch 1 of") && process.waitForReadyRead())
            out += process.readAllStandardOutput();
        QTRY_VERIFY(QDir(at("vanishing")).removeRecursively());  // the run may be writing into it
        QVERIFY(process.waitForFinished(300000));
        const QByteArray err = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, err.constData());
        QVERIFY2(err.contains("vanishing"), err.constData());
    }

    void evaluateSaysWhatTrainSaid() {
        const Ended trained = runProgram(smallTraining(at("judged"), {"--json"}));
        for (const char* what : {"judged", "judged/model.safetensors"}) {
            const Ended ended = succeeded(runProgram({"evaluate", at(what), "--json"}));
            QCOMPARE(ended.json()["val_acc"].toDouble(), trained.json()["val_acc"].toDouble());
            QCOMPARE(ended.json()["test_acc"].toDouble(), trained.json()["test_acc"].toDouble());
        }
    }

    /// Three of four texts have the same class, which a guess would name.
    void chanceIsTheShareOfTheMostFrequentClass() {
        std::string table = "text,label\n";
        for (int i = 0; i < 80; ++i)
            table += "word" + std::to_string(i) + (i % 4 ? " often,a\n" : " seldom,b\n");
        writeFileAtomically(at("uneven.csv").toStdString(), table);
        succeeded(runProgram({"train", "--data", at("uneven.csv"), "--out", at("uneven"), "--steps", "1"}));
        const QJsonObject json = runProgram({"evaluate", at("uneven"), "--json"}).json();
        for (const char* key : {"val_chance", "test_chance"})
            QVERIFY2(std::abs(json[key].toDouble() - 0.75) < 0.08, key);
        QVERIFY(runProgram({"evaluate", at("uneven")}).out.contains(", chance level 0."));
    }

    void convertSaysWhatTheFileDoesNotHold() {
        const QStringList words{"convert", at("run"), "--out", at("converted.safetensors"), "--json"};
        const Ended whole = runProgram(words);
        QVERIFY2(whole.status == 0 && !whole.json().contains("warnings"), whole.all());
        refusedWith(runProgram(words + QStringList{"--set", "data.rule=csv"}), "says of itself");
        const Ended foreign = succeeded(
            runProgram({"convert", ATTX_TEST_DATA "/flax.ckpt", "--out", at("converted.safetensors"), "--set",
                        "network.num_heads=2", "--set", "data.rule=csv", "--json"}));
        QVERIFY2(foreign.json()["warnings"][0].toString().contains("data.csv_path"), foreign.all());
    }

    void theFilesOfARunAreNotWrittenOver() {
        for (const auto& [command, name] :
             {std::pair{QStringList{"convert", at("run")}, "last.safetensors"},
              {QStringList{"inspect", at("run"), "--tokens", "0 7 6 4"}, "model.safetensors"},
              {QStringList{"predict", at("run")}, "metrics.csv"},
              {QStringList{"render", at("run"), "--figure", "curves"}, "metrics.csv"}}) {
            const std::string file = at(QStringLiteral("run/") + name).toStdString(), before = readFile(file);
            refusedWith(runProgram(command + QStringList{"--out", at(QStringLiteral("run/") + name)}),
                        "a file of the run");
            QCOMPARE(readFile(file), before);
        }
    }

    void renderWritesEveryFormat() {
        for (const char* suffix : {"png", "svg", "pdf", "csv", "npy"}) {
            const QString out = at("attention.") + QLatin1String(suffix);
            const Ended ended =
                succeeded(runProgram({"render", at("run"), "--figure", "attention-head", "--out", out,
                                      "--size", "400x300", "--scale", "1.5", "--json"}));
            QCOMPARE(ended.json()["files"].toArray().size(), 1);
            QVERIFY(QFileInfo(out).size() > 100);
        }
        QCOMPARE(QImage(at("attention.png")).size(), QSize(600, 450));
        QVERIFY(bytes("attention.pdf").startsWith("%PDF"));
        QVERIFY(bytes("attention.svg").contains("<svg"));
        QCOMPARE(readNpy(at("attention.npy").toStdString()).shape, (std::vector<int64_t>{16, 16}));
    }

    void renderAllFigures() {
        const Ended ended =
            succeeded(runProgram({"render", at("run"), "--figure", "all", "--out", at("figures")}));
        QCOMPARE(ended.err, QByteArray());  // Qt has nothing to warn of where nobody is logged in
        QCOMPARE(QDir(at("figures")).entryList({"*.png"}).size(), 20);
        QVERIFY(ended.out.contains("Left out: faithfulness"));
        // A file alone has no curves; what it has is drawn.
        succeeded(
            runProgram({"render", at("run/model.safetensors"), "--figure", "all", "--out", at("fewer")}));
        QCOMPARE(QDir(at("fewer")).entryList({"*.png"}).size(), 16);
    }

    void trainOnAGraphicsDevice() {
        bool there = false;
        const Ended devices = runProgram({"devices", "--json"});
        for (const QJsonValue device : devices.json()["devices"].toArray())
            there |= device["name"].toString() == QStringLiteral("vulkan:0");
        const bool hidden = qEnvironmentVariableIsSet("VK_ICD_FILENAMES");  // as under the sanitizers
        if (!there && !hidden && qEnvironmentVariable("CI") == QStringLiteral("true"))
            QFAIL("no Vulkan device");
        if (!there) QSKIP("no Vulkan device here; install mesa-vulkan-drivers to test it");
        const QTemporaryDir folder;
        const Ended ended = runProgram({"train", "--preset", "reverse", "--device", "vulkan", "--steps", "3",
                                        "--profile", "--set", "training.batch_size=8", "--set",
                                        "data.train_size=64", "--set", "data.validation_size=8", "--set",
                                        "data.test_size=8", "--out", folder.filePath("run"), "--json"});
        QVERIFY2(ended.status == 0 && ended.json()["device"].toString().startsWith("Vulkan"), ended.all());
        QCOMPARE(ended.json()["steps"].toInt(), 3);
        const QJsonObject profile = ended.json()["profile"].toObject();
        QCOMPARE(profile["steps"].toInt(), 3);
        QVERIFY(!profile["kernels"].toArray().isEmpty());
        QVERIFY(profile["rounds"].toInt() > 1 && profile["rounds"].toInt() <= profile["dispatches"].toInt());
        QCOMPARE(profile["one_kernel"].toBool(), profile["why_many_kernels"].toString().isEmpty());
    }
    void devicesJson() {
        const Ended ended = runProgram({"devices", "--json"});
        QCOMPARE(ended.status, 0);
        const QString chosen = ended.json()["chosen"].toString();
        QVERIFY(chosen == QStringLiteral("cpu") || chosen.startsWith(QStringLiteral("vulkan:")));
        const Ended forced = runProgram({"devices", "--json", "--isa", "baseline"});
        QCOMPARE(forced.json()["devices"][0]["instruction_set"].toString(), "baseline");
    }

    void interruptedFeaturesStillGiveAnObject() {
        for (int i = 0; i < 600; ++i) {
            const QString picture = at(QStringLiteral("pictures/%1/%2.png").arg(i % 2).arg(i));
            QVERIFY(QDir().mkpath(QFileInfo(picture).path()));
            QImage image(8, 8, QImage::Format_RGB32);
            image.fill(i);
            QVERIFY(image.save(picture));
        }
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY), {"features", "--images", at("pictures"), "--extractor",
                                                    "pixels", "--out", at("features"), "--json"});
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead());  // the first of twenty lines
        process.terminate();
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 1, process.readAllStandardError());
        const QJsonObject json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QVERIFY(json["interrupted"].toBool());
        QCOMPARE(json["out"].toString(), at("features"));
    }

    void helpNamesEveryPreset() {
        const QByteArray help = runProgram({"train", "--help"}).out;
        for (const auto& [name, config] : presets()) QVERIFY2(help.contains(name.c_str()), name.c_str());
        QVERIFY(help.contains("--help stays plain text"));
    }

    void fullStandardOutputIsAFailure() {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        for (const QStringList& words :
             {QStringList{"devices", "--json"}, QStringList{"devices"}, QStringList{"--help"}}) {
            process.start(QStringLiteral(ATTX_BINARY), words);
            QVERIFY(process.waitForFinished());
            QCOMPARE(process.exitCode(), 1);
        }
    }

    void filesThatMayNotGrowAreAFailure() {
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        const QStringList words = smallTraining(at("limited"));
        process.start("sh", QStringList{"-c", "ulimit -f 8; exec \"$0\" \"$@\"", ATTX_BINARY} + words);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QByteArray err = process.readAllStandardError();
        QVERIFY2(err.contains("may not grow"), err.constData());
    }

    void whatIsIgnoredFromTheStartStaysIgnored() {  // as under nohup
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        const QStringList words{"train",    "--out", at("nohup"), "--set", "data.train_size=20000",
                                "--epochs", "2"};
        process.start("sh", QStringList{"-c", "trap '' HUP; exec \"$0\" \"$@\"", ATTX_BINARY} + words);
        QByteArray out;
        while (!out.contains("epoch 1 of 2") && process.waitForReadyRead())
            out += process.readAllStandardOutput();
        QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGHUP), 0);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

private:
    [[nodiscard]] QByteArray bytes(const QString& name) const {
        return QByteArray::fromStdString(readFile(at(name).toStdString()));
    }
    void verifySameTensors(const QString& a, const QString& b) const {
        const SafeTensors first = readSafeTensors(at(a).toStdString()),
                          second = readSafeTensors(at(b).toStdString());
        QCOMPARE(first.tensors.size(), second.tensors.size());
        for (const auto& [name, tensor] : first.tensors)
            QVERIFY2(tensor.floats(name) == second.at(name).floats(name), name.c_str());
    }
};

TEST_CLASS(TestCommands, QCoreApplication)
#include "test_commands.moc"
