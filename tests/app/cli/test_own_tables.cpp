// Tables as they are published: each trains by its name alone.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "app/cli/run_python.h"
#include "in_folder.h"
#include "model/config/config.h"
#include "model/files/files.h"
#include "runner.h"

class TestOwnTables : public QObject, InFolder {
    Q_OBJECT

    [[nodiscard]] static QByteArray reviews(const char* header, int count) {
        QByteArray table = header;
        for (int i = 0; i < count; ++i)
            table += "it was " +
                     QByteArray(i % 3 == 0   ? "awful"
                                : i % 3 == 1 ? "lovely"
                                             : "so so") +
                     " on day " + QByteArray::number(i) + "," +
                     (i % 3 == 0   ? "bad"
                      : i % 3 == 1 ? "good"
                                   : "fair") +
                     "\n";
        return table;
    }

private Q_SLOTS:
    void publishedTables_data() {
        QProcess maker;
        maker.start("python3", {ATTX_SOURCE_DIR "/tests/data/make_tables.py", at("tables")});
        if (!maker.waitForFinished(60'000) || maker.exitCode() != 0) QSKIP("There is no python3 here.");
        const QJsonObject tables = QJsonDocument::fromJson(read("tables/expected.json")).object();
        QCOMPARE(tables.size(), 10);
        QTest::addColumn<QJsonObject>("expected");
        for (auto table = tables.begin(); table != tables.end(); ++table)
            QTest::newRow(qPrintable(table.key())) << table.value().toObject();
    }
    void publishedTables() {
        QFETCH(const QJsonObject, expected);
        const QString name = QString::fromUtf8(QTest::currentDataTag()), out = at("run-" + name);
        QElapsedTimer clock;
        clock.start();
        const Ended trained =
            succeeded(runProgram({"train", "--data", at("tables/" + name), "--out", out, "--json"}));
        const QJsonObject said = trained.json(), data = said["data"].toObject();
        qInfo("%s: %.3f after %.1f s", qPrintable(name), said["val_acc"].toDouble(),
              double(clock.elapsed()) / 1000);
        for (const char* column : {"text_column", "class_column"})
            QCOMPARE(data[column].toString(), expected[column].toString());
        int rows = 0;
        for (const char* part : {"train", "validation", "test"}) rows += data[part]["rows"].toInt();
        QCOMPARE(rows, expected["rows"].toInt());
        QVERIFY2(said["val_acc"].toDouble() >= 0.9, trained.all());
        const Ended again = runProgram({"evaluate", out, "--json"});  // as run.json says
        QVERIFY2(again.status == 0 &&
                     again.json()["warnings"].toArray().size() <= said["warnings"].toArray().size(),
                 again.all());
    }

    void aDryRunSaysTheColumns() {
        write("other.csv", reviews("tweet,mood\n", 60));
        const Ended ended =
            succeeded(runProgram({"train", "--data", at("other.csv"), "--dry-run", "--json"}));
        const QJsonObject data = ended.json()["data"].toObject();
        QCOMPARE(data["text_column"].toString(), QStringLiteral("tweet"));
        QCOMPARE(data["class_column"].toString(), QStringLiteral("mood"));
        QCOMPARE(data["separator"].toString(), QStringLiteral("comma"));
        QVERIFY2(ended.err.contains("Preset own-texts, which fits the data.") &&
                     ended.err.contains("texts are the column tweet, classes are the column mood") &&
                     ended.err.contains("data.length=7: 95 % of the texts"),
                 ended.all());
    }

    void aRunKeepsWhatWasRecognised() {
        write("kept.csv", reviews("tweet,mood\n", 60));
        succeeded(
            runProgram({"train", "--preset", "text-imdb", "--data", at("kept.csv"), "--set", "data.length=8",
                        "--set", "training.batch_size=8", "--epochs", "1", "--out", at("kept")}));
        const QJsonObject data = QJsonDocument::fromJson(QByteArray::fromStdString(
            attx::readFile(at("kept/run.json").toStdString())))["config"]["data"]
                                     .toObject();
        QCOMPARE(data["text_column"].toString(), QStringLiteral("tweet"));
        QCOMPARE(data["header"].toString(), QStringLiteral("true"));
        // Another table may be written otherwise, if its columns have the same names.
        write("new.tsv", reviews("mood\ttweet\n", 0) + "good\tso lovely\nbad\twas awful\nfair\tso so\n" +
                             QByteArray("good\tlovely\nbad\tawful\nfair\tso so\n").repeated(4));
        const Ended other =
            succeeded(runProgram({"evaluate", at("kept"), "--data", at("new.tsv"), "--json"}));
        QVERIFY2(other.err.contains("separated by tabs"), other.all());
    }

    void pairsOfWordsTrainByTheirFileAlone() {
        // A word is answered by another one, and "twice" by two of it: lengths differ.
        const QByteArrayList words{"jump", "run", "walk", "look"}, steps{"JUMP", "RUN", "WALK", "LOOK"};
        QByteArray table = "command,actions\n";
        for (int i = 0; i < 400; ++i) {
            const int a = i % 4, b = i / 4 % 4, c = i / 16 % 4;
            table += "\"" + words[a] + " " + words[b] + (i % 3 == 0 ? " twice" : " " + words[c]) + "\"," +
                     steps[a] + " " + steps[b] +
                     (i % 3 == 0 ? " " + steps[b] : " " + steps[c] + (c % 2 ? " STOP" : "")) + "\n";
        }
        write("scan.csv", table);
        const Ended trained = succeeded(runProgram(
            {"train", "--preset", "own-pairs", "--data", at("scan.csv"), "--out", at("scan"), "--json"}));
        QVERIFY2(trained.json()["val_acc"].toDouble() > 0.95, trained.all());
        QVERIFY2(trained.err.contains("the input is the column command, the output the column actions") &&
                     trained.err.contains("400 pairs of words"),
                 trained.all());
        const Ended again = runProgram({"evaluate", at("scan"), "--json"});
        QVERIFY2(again.status == 0 && again.json()["warnings"].toArray().isEmpty(), again.all());
        succeeded(runProgram({"predict", at("scan"), "--out", at("scan.csv.out.csv")}));
        const QByteArray answers = read("scan.csv.out.csv");
        QVERIFY2(answers.contains("p_[PAD],p_[UNK]") && answers.contains(",JUMP,JUMP,"), answers.left(400));
        const Ended typed = runProgram({"inspect", at("scan"), "--text", "jump run twice"});
        QVERIFY2(typed.status == 0 && typed.out.startsWith("Prediction: JUMP RUN RUN, probability 0.9"),
                 typed.all());
    }

    void badLinesCanBeSkipped() {
        write("bad.csv", reviews("tweet,mood\n", 60) + "one,two,three\n");
        const QStringList words{"train", "--data", at("bad.csv"), "--dry-run", "--json"};
        const Ended refused = runProgram(words);
        QVERIFY2(refused.status == 2 && refused.err.contains("line 62: expected 2 fields") &&
                     refused.err.contains("--skip-bad-lines"),
                 refused.all());
        const Ended skipped = succeeded(runProgram(words + QStringList{"--skip-bad-lines"}));
        QVERIFY2(skipped.json()["warnings"][0].toString().contains("1 line that cannot be read was left out"),
                 skipped.all());
    }

    void whatIsAskedForOverrules() {
        write("asked.csv", reviews("tweet,mood\n", 60));
        refusedWith(runProgram({"train", "--data", at("asked.csv"), "--set", "data.length=3", "--set",
                                "data.class_column=1", "--set", "data.text_column=2", "--dry-run", "--json"}),
                    "at least three texts of each class");
        refusedWith(runProgram({"train", "--data", at("nothing.csv"), "--dry-run"}),
                    "expected a table or a folder");
        // Of a folder, what it lacks.
        QVERIFY(QDir(folder_->path()).mkpath("pictures/a") && QDir(folder_->path()).mkpath("pictures/b"));
        for (const char* name : {"pictures/a/1.png", "pictures/b/1.png"})
            write(name, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n");
        const Ended pointers = runProgram({"train", "--data", at("pictures"), "--dry-run"});
        QVERIFY2(pointers.status == 2 && pointers.err.contains("As pictures: ") &&
                     pointers.err.contains("a pointer of Git LFS"),
                 pointers.all());
        for (const char* task : {"sets", "pictures"}) {
            const Ended table =
                runProgram({"train", "--data", at("asked.csv"), "--set",
                            QStringLiteral("data.task=%1").arg(QLatin1String(task)), "--dry-run"});
            QVERIFY2(
                table.status == 2 &&
                    table.err.contains("expected a folder of pictures with a sub-folder for each class") &&
                    table.err.contains(task),
                table.all());
        }
    }
};

TEST_CLASS(TestOwnTables, QCoreApplication)
#include "test_own_tables.moc"
