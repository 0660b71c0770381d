// train --dry-run, and runs that do not fit into memory: nothing is started, and what is said holds.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "model/files/memory.h"
#include "runner.h"

namespace test_dry_run {

const QStringList smallRun{"--preset", "reverse",
                           "--device", "cpu",
                           "--set",    "data.train_size=256",
                           "--set",    "data.validation_size=60",
                           "--set",    "data.test_size=50"};

// More than any machine has: 64 layers of 4096 by 65536 numbers.
const QStringList hugeNetwork{"--set", "network.model_dim=4096",        "--set", "network.num_layers=64",
                              "--set", "network.dim_feedforward=65536", "--set", "data.length=4096",
                              "--set", "data.train_size=256",           "--set", "data.test_size=10"};

/// Bytes that the program takes at most, as `/usr/bin/time -f %M` measures them; nothing if it fails.
std::optional<int64_t> peakOf(const QStringList& arguments, const QString& folder) {
    std::vector<QByteArray> words{ATTX_BINARY};
    for (const QString& word : arguments) words.push_back(word.toUtf8());
    std::vector<char*> pointers;
    for (QByteArray& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const QByteArray place = folder.toUtf8();
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(place.constData()) != 0) _exit(126);
        (void)!freopen("/dev/null", "w", stdout);
        (void)!freopen("/dev/null", "w", stderr);
        execv(ATTX_BINARY, pointers.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        return std::nullopt;
    return int64_t{usage.ru_maxrss} * 1024;
}

class TestDryRun : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;

private Q_SLOTS:
    void textsThatDoNotFitAreCounted() {
        const QTemporaryDir place;
        const QStringList words{
            "train",   "--preset", "text-demo", "--set", "data.train_size=300",  "--set", "data.length=9",
            "--steps", "1",        "--json",    "--out", place.filePath("texts")};
        const Ended dry = runProgram(words + QStringList{"--dry-run"});
        const QJsonObject texts = dry.json()["texts"].toObject();
        QVERIFY2(texts["count"] == 300 && texts["cut"].toInt() > 0, dry.all());
        QVERIFY2(texts["suggested_length"].toInt() > 9 && texts["padding"].toDouble() < 0.5, dry.all());
        QVERIFY2(dry.err.contains("data.length=" + QByteArray::number(texts["suggested_length"].toInt())),
                 dry.all());
        const Ended train = runProgram(words);
        QCOMPARE(train.json()["texts"].toObject(), texts);
        QFile file(place.filePath("texts/run.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll())["texts"].toObject(), texts);
    }

    void aWarmupThatIsLongerThanTheRunIsSaid() {
        const QTemporaryDir place;
        for (const QStringList& words : {QStringList{"train", "--dry-run", "--json"},
                                         QStringList{"train", "--json", "--out", place.filePath("warm")}}) {
            const Ended ended = runProgram(words + smallRun);
            const QJsonArray warnings = ended.json()["warnings"].toArray();
            QVERIFY2(ended.status == 0 && warnings.size() == 1, ended.all());
            QVERIFY2(warnings[0].toString().startsWith("The warm-up takes 50 steps"), ended.all());
            QVERIFY2(ended.err.contains("The warm-up takes 50 steps"), ended.all());
        }
    }

    void keysThatNothingDependsOnAreNamed() {
        const QStringList words{"train", "--dry-run", "--json"};
        const Ended idle = runProgram(words + smallRun +
                                      QStringList{"--set", "training.rho=0.5", "--set", "data.set_size = 7",
                                                  "--set", "training.warmup=5"});
        const QJsonArray warnings = idle.json()["warnings"].toArray();
        QVERIFY2(idle.status == 0 && warnings.size() == 2, idle.all());
        QVERIFY(warnings[0].toString().contains("training.rho"));
        QVERIFY(warnings[1].toString().contains("data.set_size"));
        const Ended heeded =
            runProgram(words + smallRun +
                       QStringList{"--set", "training.rho=0.5", "--set", "training.optimiser=rmsprop",
                                   "--set", "training.warmup=5"});
        QVERIFY2(heeded.status == 0 && !heeded.json().contains("warnings"), heeded.all());
    }

    void aRunJsonIsAConfiguration() {
        const QTemporaryDir place;
        const QStringList sizes{"--set", "network.model_dim=48", "--set", "network.num_layers=3", "--epochs",
                                "1"};
        const Ended run = succeeded(runProgram(QStringList{"train"} + smallRun + sizes +
                                               QStringList{"--out", place.filePath("run"), "--json"}));
        const Ended again = succeeded(
            runProgram({"train", "--config", place.filePath("run/run.json"), "--dry-run", "--json"}));
        for (const char* key : {"parameters", "steps", "data"}) QCOMPARE(again.json()[key], run.json()[key]);
    }

    void saysWhatARunWouldBe() {
        const Ended ended = succeeded(
            runProgram(QStringList{"train", "--dry-run", "--json", "--out", "run"} + smallRun, dir_.path()));
        const QJsonObject said = ended.json();
        QCOMPARE(said["parameters"].toInt(), 10346);
        QVERIFY(said["memory_bytes"].toInt() > 10'000'000);
        QVERIFY(said["seconds"].toDouble() > 0);
        QCOMPARE(said["steps"].toInt(), 20);
        const QJsonObject data = said["data"].toObject();
        QCOMPARE(data["train"]["rows"].toInt(), 256);
        QCOMPARE(data["validation"]["rows"].toInt(), 60);
        QCOMPARE(data["test"]["rows"].toInt(), 50);
        QVERIFY(QDir(dir_.path()).isEmpty());
        // The data are those of the run itself.
        const Ended ran =
            succeeded(runProgram(QStringList{"train", "--json", "--out", "run"} + smallRun, dir_.path()));
        QCOMPARE(ran.json()["data"].toObject(), data);
        QVERIFY(QDir(dir_.filePath("run")).removeRecursively());

        const Ended words = runProgram(QStringList{"train", "--dry-run"} + smallRun, dir_.path());
        QVERIFY2(words.status == 0 && words.all().contains("Nothing was started"), words.all().constData());
        QVERIFY(QDir(dir_.path()).isEmpty());
    }

    void aRunToResumeStaysAsItIs() {
        const QStringList stopped{"train", "--steps", "3", "--out", "stopped"};
        QVERIFY(runProgram(stopped + smallRun, dir_.path()).status == 0);
        const auto contents = [&] {
            QStringList files;
            QDirIterator it(dir_.filePath("stopped"), QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                QFile file(it.next());
                if (file.open(QIODevice::ReadOnly))
                    files << file.fileName() + QString::fromLatin1(file.readAll().toHex());
            }
            files.sort();
            return files;
        };
        const QStringList before = contents();
        const Ended ended = succeeded(runProgram(
            {"train", "--dry-run", "--json", "--resume", "stopped", "--steps", "10"}, dir_.path()));
        QCOMPARE(ended.json()["steps"].toInt(), 7);
        QCOMPARE(contents(), before);
        QVERIFY(QDir(dir_.filePath("stopped")).removeRecursively());
    }

    void aRunToResumeReadsWithItsOwnWords() {
        const auto write = [&](const char* third) {
            QFile file(dir_.filePath("texts.csv"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("text,label\n");
            for (int i = 0; i < 60; ++i)
                file.write(QByteArray(i % 2 ? "a good " : "a bad ") + third + (i % 2 ? ",good\n" : ",bad\n"));
        };
        write("film");
        const Ended ran =
            succeeded(runProgram({"train", "--preset", "text-demo", "--data", "texts.csv", "--steps", "1",
                                  "--set", "training.batch_size=8", "--json", "--out", "texts"},
                                 dir_.path()));
        const QString words = ran.json()["data"].toObject()["vocabulary"].toString();
        QVERIFY(!words.isEmpty());
        write("play");  // a word that the network does not know
        const Ended ended = succeeded(
            runProgram({"train", "--dry-run", "--json", "--resume", "texts", "--steps", "3"}, dir_.path()));
        QCOMPARE(ended.json()["data"].toObject()["vocabulary"].toString(), words);
        QVERIFY(QDir(dir_.filePath("texts")).removeRecursively() &&
                QFile::remove(dir_.filePath("texts.csv")));
    }

    void whatDoesNotFitIsRefused_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("train") << QStringList{"train", "--out", "run"};
        QTest::newRow("dry run") << QStringList{"train", "--dry-run"};
    }
    void whatDoesNotFitIsRefused() {
        if (!attx::availableMemory()) QSKIP("This system does not say what memory it has.");
        QFETCH(QStringList, command);
        const Ended ended = runProgram(command + hugeNetwork, dir_.path());
        QVERIFY2(ended.status == 2, ended.all().constData());
        QVERIFY2(ended.all().contains("The run needs about "), ended.all().constData());
        QVERIFY(QDir(dir_.path()).isEmpty());
    }

    void theEstimateIsThePeak_data() {
        QTest::addColumn<QStringList>("network");
        QTest::newRow("small") << QStringList{"--set", "network.model_dim=32"};
        QTest::newRow("wide") << QStringList{"--set", "network.model_dim=512",
                                             "--set", "network.dim_feedforward=2048",
                                             "--set", "network.num_layers=3"};
        QTest::newRow("long") << QStringList{"--set", "data.length=400", "--set", "network.num_heads=8"};
    }
    void theEstimateIsThePeak() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("A sanitizer takes memory of its own.");
#endif
        QFETCH(QStringList, network);
        const QStringList run = smallRun + network + QStringList{"--steps", "2", "--set", "threads=2"};
        const Ended ended =
            succeeded(runProgram(QStringList{"train", "--dry-run", "--json"} + run, dir_.path()));
        const double said = ended.json()["memory_bytes"].toDouble();
        const auto taken = peakOf(QStringList{"train", "--out", QTest::currentDataTag()} + run, dir_.path());
        QVERIFY(taken.has_value());
        const double ratio = said / static_cast<double>(*taken);
        QVERIFY2(ratio > 0.8 && ratio < 1.25,
                 qPrintable(QStringLiteral("said %1, taken %2").arg(said).arg(*taken)));
    }
};

TEST_CLASS(TestDryRun, QCoreApplication)

}  // namespace test_dry_run
#include "test_dry_run.moc"
