// New rows: tables without classes, folders, lines of standard input; and links in folders of texts.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/csv.h"
#include "model/files/files.h"
#include "runner.h"

namespace test_predict_command {

class TestPredictCommand : public QObject, InFolder {
    Q_OBJECT

    /// The column `name` of the table that predict has written, joined by blanks; each row has all fields.
    [[nodiscard]] QString column(const char* name) const {
        const std::string text = attx::readFile(at("out.csv").toStdString());
        attx::CsvReader reader(text, ',', "out.csv");
        std::vector<std::string> header, row;
        if (!reader.next(header)) return {};
        const auto place =
            static_cast<size_t>(std::find(header.begin(), header.end(), name) - header.begin());
        QStringList values;
        while (reader.next(row)) {
            if (row.size() != header.size() || place >= row.size()) return QStringLiteral("ragged");
            values << QString::fromStdString(row[place]);
        }
        return values.join(' ');
    }
    Ended predict(const QString& run, const QString& data, const QStringList& more = {}) const {
        return runProgram(QStringList{"predict", at(run), "--data", data, "--out", at("out.csv"), "--json"} +
                          more);
    }

private Q_SLOTS:
    void initTestCase() {
        QByteArray table = "tweet,mood\n";
        for (int i = 0; i < 90; ++i)
            table += QByteArray(i % 3 == 0   ? "so awful it was"
                                : i % 3 == 1 ? "so lovely it was"
                                             : "neither it was") +
                     " on day " + QByteArray::number(i) + "," +
                     (i % 3 == 0   ? "bad"
                      : i % 3 == 1 ? "\"good, really\""
                                   : "fair") +
                     "\n";
        write("texts.csv", table);
        const Ended trained =
            runProgram({"train", "--data", at("texts.csv"), "--out", at("texts"), "--json"});
        QVERIFY2(trained.status == 0 && trained.json()["val_acc"].toDouble() == 1.0, trained.all());
    }

    void tablesWithoutClasses_data() {
        const Rows<QString, QByteArray> row("name", "bytes");
        row("the column", "a.csv", "tweet\nso lovely\nso awful\nneither\n");
        row("among others", "b.tsv", "id\ttweet\n1\tso lovely\n2\tso awful\n3\tneither\n");
        row("another name", "c.csv", "n,comment\n1,so lovely day\n2,so awful day\n3,neither day\n");
        row("lines", "d.txt", "so lovely, so, so\nso awful\nneither\n");
        QStringEncoder utf16(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom);
        const QByteArray wide = utf16.encode(QStringLiteral("tweet,n\nso lovely,1\nso awful,2\nneither,3\n"));
        row("UTF-16", "e.csv", wide);
    }
    void tablesWithoutClasses() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, bytes);
        write(name, bytes);
        const Ended ended = succeeded(predict("texts", at(name)));
        QCOMPARE(column("prediction"), QStringLiteral("good, really bad fair"));
        QCOMPARE(column("true"), QStringLiteral("  "));
        QCOMPARE(ended.json()["split"].toString(), QStringLiteral("all"));
        QVERIFY(ended.json()["test_acc"].isNull());
    }

    void columnsThatAreNamedAreTaken() {
        write("both.csv",
              "n,mine,yours\n1,so awful it was on day,so lovely\n2,so awful it was on day,neither\n");
        const QStringList yours{"--set", "data.text_column=yours"};
        QVERIFY(predict("texts", at("both.csv")).status == 0);
        QCOMPARE(column("prediction"), QStringLiteral("bad bad"));
        const Ended ended = succeeded(predict("texts", at("both.csv"), yours));
        QCOMPARE(column("prediction"), QStringLiteral("good, really fair"));
        QVERIFY2(ended.json()["recognised"].toString().contains("the column yours"), ended.all());
        refusedWith(predict("texts", at("both.csv"), {"--set", "data.text_column=nobody"}), "nobody");
    }

    void knownClassesAreCompared() {
        write("new.csv", "mood,tweet\nbad,so awful\nfair,so lovely\nodd,neither\n");
        const Ended ended = succeeded(predict("texts", at("new.csv")));
        QCOMPARE(column("true"), QStringLiteral("bad fair "));
        QCOMPARE(ended.json()["test_acc"].toDouble(), 0.5);
        QVERIFY2(ended.err.contains("1 row has a class that is none of the network's"), ended.all());
    }

    void foldersOfTextsAreAnsweredByName() {
        write("inbox/2.txt", "so awful");
        write("inbox/1.txt", "so lovely");
        write("inbox/fair/3.txt", "neither");
        succeeded(predict("texts", at("inbox")));
        QCOMPARE(column("prediction"), QStringLiteral("good, really bad fair"));
        QCOMPARE(column("true"), QStringLiteral("  fair"));
        QCOMPARE(column("file"), QStringLiteral("1.txt 2.txt fair/3.txt"));
    }

    void linksInFoldersAreFollowedAndLoopsEnd() {
        write("beyond/a, b.txt", "so lovely");
        write("box/c.txt", "so awful");
        QVERIFY(QFile::link(at("beyond"), at("box/linked")));
        QVERIFY(QFile::link(at("box"), at("beyond/back")));
        QVERIFY(QFile::link(at("nothing"), at("box/gone.txt")));
        const Ended ended = succeeded(predict("texts", at("box")));
        QCOMPARE(column("file"), QStringLiteral("c.txt linked/a, b.txt"));
        QCOMPARE(column("prediction"), QStringLiteral("bad good, really"));
        QVERIFY2(ended.err.contains("2 links left out"), ended.all());
    }

    void linesOfStandardInput() {
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        process.start(QStringLiteral(ATTX_BINARY),
                      {"predict", at("texts"), "--data", "-", "--out", at("out.csv"), "--set",
                       "data.separator=tab", "--set", "data.length=3"});
        process.write("so lovely, isn't it\n\nso awful\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        QCOMPARE(column("prediction"), QStringLiteral("good, really bad"));
        const QByteArray said = process.readAllStandardOutput();
        QVERIFY2(said.contains("--set data.separator: nothing here depends on it"), said);
        QVERIFY2(!said.contains("--set data.length"), said);
    }

    void sequencesAreAnswered() {
        QVERIFY(runProgram(smallTraining(at("reverse"))).status == 0);
        write("lines.txt", "1 2 3\n4 5\n");
        succeeded(predict("reverse", at("lines.txt")));
        QCOMPARE(column("example"), QStringLiteral("0 0 0 1 1"));
        QCOMPARE(column("true"), QStringLiteral("3 2 1 5 4"));
        write("bad.txt", "1 2 x\n");
        refusedWith(predict("reverse", at("bad.txt")), "line 1: expected whole numbers");
    }

    /// Rules that answer once, and such as have tokens of their own.
    void rowsOfOtherRules() {
        const auto train = [this](const char* preset) {
            return runProgram({"train", "--preset", preset, "--steps", "2", "--out", at(preset)}).status;
        };
        QCOMPARE(train("palindrome"), 0);
        write("rows.txt", "1 2 3 4 5 6 6 5 4 3 2 1\n1 2 3 4 5 6 6 5 4 3 2 2\n");
        succeeded(predict("palindrome", at("rows.txt")));
        QCOMPARE(column("true"), QStringLiteral("1 0"));
        QCOMPARE(train("addition-mod"), 0);
        write("sum.txt", "3 4 59\n");
        const Ended sum = succeeded(predict("addition-mod", at("sum.txt")));
        QCOMPARE(column("true"), QStringLiteral("7"));
        write("sum.txt", "3 4 60\n");
        QVERIFY(predict("addition-mod", at("sum.txt")).err.contains("expected tokens from 0 to 59"));
    }

    void nothingToAnswerIsASentence() {
        refusedWith(predict("texts", at("nothing.csv")), "no such file");
        write("empty.txt", "\n\n");
        const Ended empty = predict("texts", at("empty.txt"));
        QVERIFY2(empty.status == 2 && empty.err.contains("empty.txt"), empty.all());
    }

    void linksToFoldersAreFollowed() {
        for (const char* name : {"links/a", "links/b", "elsewhere"})
            for (int i = 0; i < 10; ++i)
                write(QStringLiteral("%1/%2.txt").arg(name).arg(i), QByteArray("word ") + name);
        QVERIFY(QFile::link(at("elsewhere"), at("links/c")));
        QVERIFY(QFile::link(at("links"), at("links/a/loop")));
        QVERIFY(QFile::link(at("gone"), at("links/a/gone.txt")));
        const Ended ended = succeeded(runProgram({"train", "--data", at("links"), "--dry-run", "--json"}));
        QVERIFY2(ended.err.contains("30 texts of 3 classes") && ended.err.contains("2 links left out"),
                 ended.all());
    }

    void pointersOfGitLfsAreNamed() {
        const QByteArray pointer =
            "version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 1234567\n";
        for (const char* name :
             {"p.csv", "p.safetensors", "p.pt", "p.onnx", "p.zip", "p.npz", "p.keras", "p.tar.gz"}) {
            write(name, pointer);
            const QString path = at(QString::fromLatin1(name));
            for (const QStringList& words :
                 {QStringList{"inspect", path, "--tokens", "1", "--out", at("o.safetensors")},
                  QStringList{"train", "--data", path, "--dry-run"}}) {
                if (words[0] == "train" && !path.endsWith("csv") && !path.endsWith("zip") &&
                    !path.endsWith("gz"))
                    continue;
                const Ended ended = runProgram(words);
                QVERIFY2(ended.status == 2 && ended.err.contains("git lfs pull"),
                         words.join(' ').toUtf8() + ended.all());
            }
        }
    }
};

TEST_CLASS(TestPredictCommand, QCoreApplication)

}  // namespace test_predict_command
#include "test_predict_command.moc"
