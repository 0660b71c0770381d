// tokenize on the built program: folders with a tokenizer, and the words of a run of our own.
#include <QJsonArray>
#include <QtTest>

#include "app/cli/small_runs.h"
#include "runner.h"

namespace test_tokenize_command {

QJsonArray numbers(std::initializer_list<int> values) {
    QJsonArray array;
    for (const int value : values) array << value;
    return array;
}

class TestTokenizeCommand : public QObject {
    Q_OBJECT
    const SmallRuns runs_;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QDir().mkpath(runs_.at("bert")));
        runs_.write("bert/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncafe\n##s\n");
        runs_.writeTexts();
        runs_.makeTexts("texts", "one.csv");
        runs_.makeSequences();
    }

    void aFolder() {
        const Ended ended = succeeded(runs_.run({"tokenize", "bert", "--text", "Cafés [MASK]", "--json"}));
        const QJsonObject said = ended.json();
        QCOMPARE(said["tokenizer"].toString(), QString("WordPiece"));
        QCOMPARE(said["ids"].toArray(), QJsonArray{numbers({2, 5, 6, 4, 3})});
        QCOMPARE(said["pieces"].toArray(),
                 (QJsonArray{QJsonArray{"[CLS]", "cafe", "##s", "[MASK]", "[SEP]"}}));
        QCOMPARE(said["ranges"].toArray(),
                 (QJsonArray{QJsonArray{numbers({0, 0}), numbers({0, 5}), numbers({5, 6}), numbers({7, 13}),
                                        numbers({0, 0})}}));
        QVERIFY(!said.contains("token_types"));
    }
    void aPair() {
        const Ended ended =
            succeeded(runs_.run({"tokenize", "bert", "--text", "cafe", "--text-pair", "", "--json"}));
        QCOMPARE(ended.json()["ids"].toArray(), QJsonArray{numbers({2, 5, 3, 3})});
        QCOMPARE(ended.json()["token_types"].toArray(), QJsonArray{numbers({0, 0, 0, 1})});
    }
    void linesOfAFile() {
        runs_.write("lines.jsonl", "\"cafe\"\n\"\"\n\"\\u0000cafe\\u0000s\"");
        const Ended ended = succeeded(runs_.run({"tokenize", "bert", "--file", "lines.jsonl", "--json"}));
        QCOMPARE(ended.json()["ids"].toArray(),
                 (QJsonArray{numbers({2, 5, 3}), numbers({2, 3}), numbers({2, 5, 6, 3})}));
        QCOMPARE(ended.json()["ranges"].toArray()[2].toArray()[2].toArray(), numbers({6, 7}));
    }
    void wordsOfARun() {
        const Ended ended = succeeded(
            runs_.run({"tokenize", "texts", "--text", "Good, unheard NICE good nice good", "--json"}));
        const QJsonArray pieces = ended.json()["pieces"].toArray()[0].toArray();
        QCOMPARE(pieces,
                 (QJsonArray{"good", "[UNK]", "nice", "good", "nice", "good"}));  // more than it reads
        QCOMPARE(ended.json()["ranges"].toArray()[0].toArray()[2].toArray(), numbers({14, 18}));
    }
    void forPeople() {
        const Ended ended = runs_.run({"tokenize", "bert", "--text", "cafe"});
        QCOMPARE(
            ended.out,
            QByteArray("Text 0, 3 tokens:\n  2 [CLS] (added)\n  5 cafe (bytes 0 to 4)\n  3 [SEP] (added)\n"));
    }
    void badBytesAreSaid() {
        // An argument of a QProcess is text; a shell writes the byte.
        QProcess process;
        process.start("sh",
                      {"-c", QString("exec \"$0\" tokenize \"$1\" --text \"$(printf 'cafe\\377')\" --json"),
                       ATTX_BINARY, runs_.at("bert")});
        QVERIFY(process.waitForFinished());
        QVERIFY(process.readAllStandardOutput().contains("1 byte is no UTF-8"));
    }

    void refused_data() {
        addColumns<QStringList, QByteArray>("words", "says");
        const auto row = [](const char* name, const QStringList& words, const char* says) {
            QTest::newRow(name) << (QStringList{"tokenize"} + words) << QByteArray(says);
        };
        row("nothing", {"bert"}, "one of them");
        row("both", {"bert", "--text", "a", "--file", "lines.jsonl"}, "one of them");
        row("a pair of lines", {"bert", "--file", "lines.jsonl", "--text-pair", "a"}, "goes with --text");
        row("a run of sequences", {"run", "--text", "a"}, "holds no vocabulary");
        row("a pair of words", {"texts", "--text", "a", "--text-pair", "b"}, "reads one text, not a pair");
        row("no lines", {"bert", "--file", "empty.jsonl"}, "holds no text");
        row("a line without quotes", {"bert", "--file", "bare.jsonl"}, "bare.jsonl: line 2: expected a text");
        row("a number", {"bert", "--file", "number.jsonl"}, "number.jsonl: line 1: expected a text");
        row("an unpaired surrogate", {"bert", "--file", "surrogate.jsonl"}, "surrogate.jsonl: line 1");
    }
    void refused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        runs_.write("lines.jsonl", "\"a\"\n");
        runs_.write("empty.jsonl", "");
        runs_.write("bare.jsonl", "\"a\"\na\n");
        runs_.write("number.jsonl", "1\n");
        runs_.write("surrogate.jsonl", "\"\\ud800\"\n");
        refusedWith(runs_.run(words), says);
    }
};

TEST_CLASS(TestTokenizeCommand, NoApplication)

}  // namespace test_tokenize_command
#include "test_tokenize_command.moc"
