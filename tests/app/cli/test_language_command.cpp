// A language model on the built program: trained on the generated texts and on a file, evaluated, continued.
#include <QJsonArray>
#include <QtTest>
#include <cmath>

#include "app/cli/small_runs.h"
#include "runner.h"

namespace test_language_command {

const QStringList tiny{"--set", "network.model_dim=16",
                       "--set", "network.num_layers=1",
                       "--set", "data.length=16",
                       "--set", "training.snapshots=0",
                       "--set", "threads=1"};

class TestLanguageCommand : public QObject {
    Q_OBJECT
    const SmallRuns runs_;

    [[nodiscard]] QJsonObject said(const QStringList& words) const {
        const Ended ended = runs_.run(words + QStringList{"--json"});
        if (ended.status != 0) qWarning("%s", ended.all().constData());
        return ended.json();
    }

private Q_SLOTS:
    void initTestCase() {
        runs_.make(QStringList{"train", "--preset", "characters", "--out", "letters", "--epochs", "1",
                               "--set", "data.train_size=400", "--set", "data.validation_size=20", "--set",
                               "data.test_size=20"} +
                   tiny);
        runs_.write("book.txt", QByteArray("The hat of the cat is a red hat.\n").repeated(100));
        runs_.make(QStringList{"train", "--preset", "words", "--data", "book.txt", "--out", "words",
                               "--epochs", "60", "--set", "training.batch_size=8", "--set",
                               "training.learning_rate=0.01"} +
                   tiny);
        runs_.make(QStringList{"train", "--preset", "words", "--data", "book.txt", "--out", "pieces",
                               "--epochs", "2", "--set", "training.batch_size=8", "--set",
                               "data.tokens=pieces"} +
                   tiny);
    }

    void evaluates() {
        const QJsonObject json = said({"evaluate", "letters"});
        QVERIFY(std::abs(json["test_perplexity"].toDouble() - std::exp(json["test_loss"].toDouble())) < 1e-3);
        QVERIFY(std::abs(json["test_bits_per_character"].toDouble() -
                         json["test_loss"].toDouble() / std::log(2.0)) < 1e-4);
        QVERIFY(json["test_top5"].toDouble() >= json["test_acc"].toDouble());
        QVERIFY(json["test_chance"].toDouble() > 0);
        const QJsonArray places = json["surprising"].toArray();
        QCOMPARE(places.size(), 10);
        QVERIFY(places[0]["bits"].toDouble() >= places[9]["bits"].toDouble());
        QVERIFY(!json.contains("test_sequence_acc"));
        const Ended plain = runs_.run({"evaluate", "letters"});
        QVERIFY2(plain.out.contains("bits per character") && plain.out.contains("most surprising"),
                 plain.all());
    }
    void learnsAFileAndWritesIt() {
        const QJsonObject json = said({"generate", "words", "--prompt", "The hat", "--tokens", "8"});
        QCOMPARE(json["text"].toString(), QString("The hat of the cat is a red hat."));
        QCOMPARE(json["tokenizer"].toString(), QString("words"));
        QVERIFY(said({"evaluate", "words"})["test_acc"].toDouble() > 0.9);
        QCOMPARE(said({"generate", "pieces", "--prompt", "The", "--tokens", "30", "--seed", "1"})["tokens"]
                     .toArray()
                     .size(),
                 30);
    }
    void unknownTokensAreSaid() {
        const Ended ended =
            runs_.run({"generate", "words", "--prompt", "The dog", "--tokens", "2", "--json"});
        QVERIFY2(ended.status == 0 && ended.err.contains("1 of 2 tokens of the text are unknown"),
                 ended.all());
    }
    /// Past the 16 positions that it has learned.
    void writesOnBehindItsContext() {
        const QJsonObject json = said({"generate", "letters", "--prompt", "The ", "--tokens", "50"});
        QCOMPARE(json["tokens"].toArray().size(), 50);
        QCOMPARE(json["dropped"][0]["before"].toInt(), 16);
        QCOMPARE(json["dropped"][0]["tokens"].toInt(), 8);
    }
    void itsTokensAreTold() {
        const QJsonObject json = said({"tokenize", "letters", "--text", "The cat"});
        QCOMPARE(json["tokenizer"].toString(), QString("characters"));
        QCOMPARE(json["ids"][0].toArray().size(), 7);
        QCOMPARE(json["pieces"][0][0].toString(), QString("T"));
        QCOMPARE(said({"tokenize", "words", "--text", "The hat."})["pieces"][0][0].toString(),
                 QString("The"));
    }
    void otherTextsAreMeasured() {
        runs_.write("other.txt", QByteArray("The cat of the hat is a red cat.\n").repeated(60));
        const Ended ended = succeeded(runs_.run({"evaluate", "words", "--data", "other.txt", "--json"}));
        QVERIFY(ended.json()["test_loss"].toDouble() > said({"evaluate", "words"})["test_loss"].toDouble());
    }
    void theNextTokenIsSaid() {
        const Ended ended = runs_.run({"inspect", "words", "--text", "The hat of the"});
        QVERIFY2(ended.status == 0 && ended.out.contains("Next token: ␣cat, probability 0."), ended.all());
    }
    void looksInside() {
        const Ended ended =
            runs_.run({"inspect", "words", "--text", "The hat of", "--out", "made.safetensors"});
        QVERIFY2(ended.status == 0 && ended.out.contains("logits"), ended.all());
        QVERIFY(runs_.run({"predict", "words", "--out", "made.csv"}).status == 0);
        for (const char* name : {"export.py", "export.onnx"}) {
            succeeded(runs_.run({"export", "words", "--out", name}));
        }
    }

    void refused_data() {
        const Rows<QStringList, QByteArray> row("words", "says");
        const QStringList train{"train", "--preset", "characters", "--dry-run", "--data"};
        row("an empty file", train + QStringList{"empty.txt"}, "the file is empty");
        row("a file that is no text", train + QStringList{"zeros.bin"}, "found bytes of zero");
        row("a short file", train + QStringList{"short.txt"}, "lower data.length or take a longer text");
        row("a confusion matrix", {"render", "letters", "--figure", "confusion", "--out", "made.csv"},
            "too many tokens");
        row("other rows", {"predict", "letters", "--data", "book.txt", "--out", "made.csv"},
            "evaluate measures it on another text");
    }
    void refused() {
        runs_.write("empty.txt", "");
        runs_.write("short.txt", "ten letters");
        runs_.write("zeros.bin", QByteArray("text\0text", 9).repeated(1000));
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        refusedWith(runs_.run(words), says);
    }
};

}  // namespace test_language_command

using test_language_command::TestLanguageCommand;
TEST_CLASS(TestLanguageCommand, NoApplication)
#include "test_language_command.moc"
