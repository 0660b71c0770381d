// Texts on the command line: train, evaluate, inspect a typed text; what is said of data that are none.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/csv.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

class TestTextCommand : public QObject, InFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const Ended demo =
            succeeded(runProgram({"train", "--preset", "text-demo", "--set", "training.target_accuracy=0.99",
                                  "--out", at("demo"), "--json"}));
        QVERIFY2(demo.json()["test_acc"].toDouble() > 0.97, demo.all());
    }

    void aClassTokenIsInTheMapsAndTypesAreTold() {
        QStringList words{"train", "--preset", "text-demo", "--steps", "2", "--out", at("class")};
        for (const char* set : {"class_token=true", "pooling=first", "token_types=2", "positions=learned"})
            words << "--set" << QStringLiteral("network.%1").arg(QLatin1String(set));
        succeeded(runProgram(words));
        const auto inspected = [&](const QStringList& more) {
            const Ended ended =
                runProgram(QStringList{"inspect", at("class"), "--out", at("c.safetensors")} + more);
            return ended.status == 0 ? attx::readSafeTensors(at("c.safetensors").toStdString())
                                     : attx::SafeTensors();
        };
        const attx::SafeTensors typed =
            inspected({"--tokens", "5 4 3 2", "--explain", "relevance", "--explain", "occlusion"});
        QCOMPARE(typed.at("tokens").integers("tokens"), (std::vector<int64_t>{5, 4, 3, 2}));
        QCOMPARE(typed.at("attention.0").shape, (std::vector<int64_t>{1, 2, 5, 5}));
        QCOMPARE(typed.at("token_relevance").shape, (std::vector<int64_t>{1, 5}));
        QCOMPARE(typed.at("occlusion").shape, (std::vector<int64_t>{1, 5}));
        QCOMPARE(typed.metadata.at("class_token"), std::string(R"({"position":0})"));
        QCOMPARE(typed.at("token_types").integers("token_types"), std::vector<int64_t>(4));
        attx::SafeTensors input;
        input.put("tokens", {1, 4}, std::vector<int64_t>{5, 4, 3, 2});
        input.put("token_types", {1, 4}, std::vector<int64_t>{0, 0, 1, 1});
        writeSafeTensors(at("types.safetensors").toStdString(), input);
        const attx::SafeTensors pair = inspected({"--input", at("types.safetensors")});
        QCOMPARE(pair.at("token_types").integers("token_types"), (std::vector<int64_t>{0, 0, 1, 1}));
        QVERIFY(pair.at("logits").floats("logits") != typed.at("logits").floats("logits"));
        input.put("token_types", {1, 3}, std::vector<int64_t>{0, 0, 1});
        writeSafeTensors(at("types.safetensors").toStdString(), input);
        const Ended refused = runProgram(
            {"inspect", at("class"), "--input", at("types.safetensors"), "--out", at("c.safetensors")});
        QVERIFY2(refused.status != 0 && refused.all().contains("token_types: expected the shape [1, 4]"),
                 refused.all());
    }

    void typedTextsAreAnswered() {
        const auto said = [&](const char* text) {
            const Ended ended = runProgram({"inspect", at("demo"), "--text", text, "--explain", "relevance",
                                            "--out", at("text.safetensors"), "--json"});
            return ended.status == 0 && ended.json()["probability"].toDouble() > 0.5
                       ? ended.json()["prediction"].toString()
                       : QString::fromUtf8(ended.all());
        };
        QCOMPARE(said("The film was brilliant."), QStringLiteral("positive"));
        QCOMPARE(said("The film was not brilliant."), QStringLiteral("negative"));
        const attx::SafeTensors file = attx::readSafeTensors(at("text.safetensors").toStdString());
        QCOMPARE(file.at("tokens").shape, (std::vector<int64_t>{1, 5}));
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{1, 1}));
        QCOMPARE(file.at("token_relevance").shape, (std::vector<int64_t>{1, 5}));
        QCOMPARE(file.at("token_contributions").shape, (std::vector<int64_t>{1, 5}));
        QCOMPARE(file.at("lengths").integers("lengths"), std::vector<int64_t>{5});
        QCOMPARE(file.metadata.at("words"), std::string(R"([["the","film","was","not","brilliant"]])"));
        QCOMPARE(file.metadata.at("class_names"), std::string(R"(["negative","positive"])"));
        QCOMPARE(file.metadata.at("axes.logits"), std::string("batch,class"));
        const Ended printed = runProgram({"inspect", at("demo"), "--text", "The film was brilliant."});
        QVERIFY2(printed.status == 0 && printed.out.startsWith("Prediction: positive, probability "),
                 printed.all());
        QVERIFY(!printed.out.contains("Written"));
        QCOMPARE(said("!?"), said(""));  // no word at all is an answer too
        const Ended sample =
            runProgram({"inspect", at("demo"), "--sample", "3", "--out", at("s.safetensors")});
        QVERIFY2(sample.status == 0 && sample.out.contains("Prediction: "), sample.all());
        const attx::SafeTensors row = attx::readSafeTensors(at("s.safetensors").toStdString());
        const int64_t length = row.at("lengths").integers("lengths").at(0);
        QCOMPARE(row.at("tokens").shape, (std::vector<int64_t>{1, length}));
        QCOMPARE(row.at("labels").shape, std::vector<int64_t>{1});
        QCOMPARE(row.metadata.at("axes.labels"), std::string("batch"));
        QCOMPARE(row.metadata.at("sample"), std::string(R"({"split":"validation","number":3})"));
        QCOMPARE(
            QJsonDocument::fromJson(QByteArray::fromStdString(row.metadata.at("words")))[0].toArray().size(),
            static_cast<int>(length));
    }

    void whatIsNotReadIsSaid_data() {
        addColumns<QString, QJsonObject, QByteArray, QString>("text", "reading", "warning", "figure");
        const auto row = [](const char* name, const QString& text, int words, int read, int known,
                            const QByteArray& warning, const QString& figure) {
            QTest::newRow(name)
                << text << QJsonObject{{"words", words}, {"read", read}, {"known", known}, {"unit", "words"}}
                << warning << figure;
        };
        row("all is read", "The film was brilliant.", 4, 4, 4, {}, {});
        row("a word is unknown", "The zorro was brilliant.", 4, 4, 3, {}, "1 unknown");
        row("too long", QString("good ").repeated(100), 100, 64, 64,
            "The text has 100 words, of which the network reads the first 64 (data.length)",
            "the rest is not read");
        row("unknown alone", "zorro xyzzy", 2, 2, 0, "The vocabulary has no word of the text",
            "no word is known");
        row("no word", "!?", 0, 0, 0, "The text has no word", "no word to read");
    }
    void whatIsNotReadIsSaid() {
        QFETCH(const QString, text);
        QFETCH(const QJsonObject, reading);
        QFETCH(const QByteArray, warning);
        QFETCH(const QString, figure);
        for (const QStringList& words :
             {QStringList{"inspect", at("demo")}, QStringList{"export", at("demo"), "--out", at("p.html")},
              QStringList{"render", at("demo"), "--figure", "text", "--out", at("text.svg")},
              QStringList{"render", at("demo"), "--figure", "attention", "--out", at("a.csv")}}) {
            const Ended ended = succeeded(runProgram(words + QStringList{"--text", text, "--json"}));
            QCOMPARE(ended.json()["text"].toObject(), reading);
            const QJsonArray said = ended.json()["warnings"].toArray();
            QCOMPARE(said.size(), warning.isEmpty() ? 0 : 1);
            QVERIFY2(warning.isEmpty() || said[0].toString().toUtf8().startsWith(warning), ended.all());
            QVERIFY2(ended.err.contains(warning), ended.all());
        }
        for (const char* name : {"p.html", "text.svg"}) {
            const QString shown = QString::fromUtf8(read(name));
            QVERIFY2(figure.isEmpty() ? !shown.contains("Of the text") && !shown.contains(" · ")
                                      : shown.contains(figure),
                     qPrintable(figure));
        }
    }

    void namesOfClassesStandInTheHeader() {
        QByteArray table = "text,label\n";
        for (int i = 0; i < 20; ++i)
            table += "nice good " + QByteArray::number(i) + ",\"yes, \"\"sure\"\"\"\nbad awful " +
                     QByteArray::number(i) + ",no\n";
        write("comma.csv", table);
        succeeded(
            runProgram({"train", "--preset", "text-imdb", "--data", at("comma.csv"), "--set", "data.length=3",
                        "--set", "training.batch_size=4", "--epochs", "1", "--out", at("comma")}));
        succeeded(runProgram({"predict", at("comma"), "--out", at("predicted.csv")}));
        const std::string text = attx::readFile(at("predicted.csv").toStdString());
        attx::CsvReader reader(text, ',', "predicted.csv");
        std::vector<std::string> header, row;
        QVERIFY(reader.next(header));
        QCOMPARE(header,
                 (std::vector<std::string>{"example", "true", "prediction", "p_no", "p_yes, \"sure\""}));
        for (int rows = 0; reader.next(row); ++rows) {
            QCOMPARE(row.size(), header.size());
            QVERIFY(row[1] == "no" || row[1] == "yes, \"sure\"");
        }
    }

    void evaluatesOtherTextsWithItsOwnVocabulary() {
        for (int i = 0; i < 5; ++i) {
            const QByteArray number = QByteArray::number(i);
            write("other/positive/" + number + ".txt", "The film was brilliant.");
            write("other/negative/" + number + ".txt", "The music was dull.");
        }
        const Ended ended = succeeded(runProgram({"evaluate", at("demo"), "--data", at("other"), "--json"}));
        QVERIFY2(ended.json()["test_acc"].toDouble() == 1.0, ended.all());
        const Ended plain = runProgram({"evaluate", at("demo")});
        QVERIFY2(plain.out.contains("of 1000 texts"), plain.all());
    }

    void badDataAreNamed_data() {
        const Rows<QStringList, QByteArray> row("files", "expected");
        row("nothing there", {}, "no such file or folder");
        row("one class", {"pos/1.txt=good"}, "found only \"pos\"");
        row("empty class", {"pos/1.txt=good", "neg/1.txt="}, "every text of the class \"neg\" is empty");
        row("too few", {"pos/1.txt=good", "neg/1.txt=bad"}, "at least three texts of each class");
        row("ragged", {"t.csv=text,label\na,b,c\n"}, "line 2: expected 2 fields");
        row("open quote", {"t.csv=text,label\n\"a,b\n"}, "line 2: the quote that opens");
    }
    void badDataAreNamed() {
        QFETCH(QStringList, files);
        QFETCH(QByteArray, expected);
        QDir(at("bad")).removeRecursively();
        QString data = at("bad");
        for (const QString& file : files) {
            const QString name = file.section(u'=', 0, 0);
            write("bad/" + name, file.section(u'=', 1).toUtf8());
            if (name.endsWith(".csv")) data = at("bad/" + name);
        }
        refusedWith(runProgram({"train", "--preset", "text-imdb", "--data", data, "--out", at("none")}),
                    expected);
        QVERIFY(!QFile::exists(at("none")));
    }

    void classesFollowTheFiles() {
        for (const char* name : {"a", "b", "c"})
            for (int i = 0; i < 10; ++i)
                write(QStringLiteral("three/%1/%2.txt").arg(name).arg(i), QByteArray("word ") + name);
        const auto train = [&](const QStringList& more) {
            return runProgram(QStringList{"train", "--preset", "text-imdb", "--data", at("three"), "--epochs",
                                          "1", "--set", "data.length=4", "--set", "training.batch_size=4",
                                          "--out", at("three-run"), "--json"} +
                              more);
        };
        refusedWith(train({"--set", "network.num_classes=2"}),
                    "network.num_classes: the data have 3 classes");
        succeeded(train({}));
        const std::string kept = attx::readFile(at("three-run/run.json").toStdString());
        QVERIFY(kept.find("\"num_classes\": 3") != std::string::npos);
    }

    void odditiesAreReadAndSaid() {
        for (int i = 0; i < 40; ++i) {
            write(QStringLiteral("odd/train/pos/%1.txt").arg(i), "good stuff");
            write(QStringLiteral("odd/train/neg/%1.txt").arg(i), i == 7 ? "bad \xC3\xA9 \xE9" : "bad stuff");
        }
        write("odd/train/neg/long.txt", QByteArray("word ").repeated(300'000));
        write("odd/train/unsup/1.txt", "nobody reads this");
        const Ended ended = succeeded(runProgram(
            {"train", "--preset", "text-imdb", "--data", at("odd"), "--steps", "1", "--set", "data.length=20",
             "--set", "training.batch_size=4", "--out", at("odd-run"), "--json"}));
        QVERIFY2(ended.err.contains("1 text not wholly in UTF-8"), ended.all());
        QVERIFY2(ended.json()["warnings"][0].toString().contains("1 text not wholly in UTF-8"), ended.all());
    }

    void aRunOnFilesIsDrawnToItsOwnLastStepAlsoWithoutThem() {
        for (int i = 0; i < 60; ++i) {
            write(QStringLiteral("films/pos/%1.txt").arg(i), "good stuff");
            write(QStringLiteral("films/neg/%1.txt").arg(i), "bad stuff");
        }
        const auto train = [&](const char* epochs, const QString& out) {
            return runProgram({"train", "--preset", "text-imdb", "--data", at("films"), "--epochs", epochs,
                               "--set", "data.length=20", "--set", "training.batch_size=4", "--set",
                               "training.warmup=2", "--out", out, "--json"});
        };
        const auto lastStep = [&](const QString& run, const char* figure) {
            const Ended drawn = runProgram({"render", run, "--figure", figure, "--out", at("figure.csv")});
            QFile csv(at("figure.csv"));
            return drawn.status == 0 && csv.open(QIODevice::ReadOnly)
                       ? csv.readAll().trimmed().split('\n').last().split(',').value(2).toInt()
                       : -1;
        };
        const Ended two = train("2", at("two")), one = train("1", at("one"));
        QVERIFY2(two.status == 0 && one.status == 0, two.all() + one.all());
        const int steps = two.json()["steps"].toInt();
        for (const char* figure : {"learning-rate", "schedule"}) {
            QCOMPARE(lastStep(at("two"), figure), steps);
            QCOMPARE(lastStep(at("one"), figure), steps / 2);
        }
        QVERIFY(QDir().rename(at("films"), at("elsewhere")));
        for (const char* figure : {"learning-rate", "schedule"}) QCOMPARE(lastStep(at("two"), figure), steps);
        for (const char* figure : {"loss", "positional-encoding"}) {
            const Ended drawn =
                succeeded(runProgram({"render", at("one"), "--figure", figure, "--out", at("f.csv")}));
            QCOMPARE(drawn.out.contains("guessed"), QByteArray(figure) == "loss");
        }
        refusedWith(runProgram({"render", at("two"), "--figure", "attention", "--out", at("a.png")}),
                    "films");
    }

    void oneAnswerHasOnePositionAndTwoClasses() {
        const auto inspect = [&](const QStringList& words) {
            return runProgram(QStringList{"inspect", at("demo"), "--text", "good film", "--explain",
                                          "relevance", "--out", at("x.safetensors")} +
                              words);
        };
        QCOMPARE(inspect({"--position", "0", "--class", "1"}).status, 0);
        const std::string target =
            attx::readSafeTensors(at("x.safetensors").toStdString()).metadata.at("target");
        QVERIFY2(target.starts_with(R"({"methods":["relevance"],"position":0,"class":1,)"), target.c_str());
        QVERIFY(QFile::remove(at("x.safetensors")));
        const Ended position = inspect({"--position", "1"}), third = inspect({"--class", "2"});
        QVERIFY2(
            position.status == 2 && position.err.contains("--position: expected a whole number from 0 to 0"),
            position.all());
        QVERIFY2(third.status == 2 && third.err.contains("--class"), third.all());
    }

    void whatIsExplainedNeedsAFile_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("--explain") << QStringList{"--explain", "relevance"};
        QTest::newRow("--ablate-heads") << QStringList{"--ablate-heads"};
    }
    void whatIsExplainedNeedsAFile() {
        QFETCH(QStringList, words);
        refusedWith(runProgram(QStringList{"inspect", at("demo"), "--text", "good film"} + words),
                    words[0].toUtf8() + ": its numbers go to a file");
    }

    void textNeedsANetworkThatReadsIt() {
        QVERIFY(runProgram(smallTraining(at("sequences"))).status == 0);
        refusedWith(runProgram({"inspect", at("sequences"), "--text", "good", "--out", at("x.safetensors")}),
                    "holds no vocabulary");
        refusedWith(runProgram({"train", "--preset", "text-imdb", "--out", at("none")}, folder_->path()),
                    "--data");
    }
};

TEST_CLASS(TestTextCommand, QCoreApplication)
#include "test_text_command.moc"
