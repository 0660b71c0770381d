// Pairs of words, characters and numbers: how they are read, numbered, padded and recognised.
#include "model/data/pair_data.h"

#include <QTemporaryDir>
#include <QtTest>

#include "in_folder.h"
#include "model/config/settings.h"
#include "model/data/own_data.h"
#include "model/data/sample.h"
#include "model/data/text_data.h"
#include "model/files/archive.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_pair_data {

class TestPairData : public QObject, InFolder {
    Q_OBJECT

    static RunConfig pairs(const std::string& path, const std::vector<const char*>& settings) {
        RunConfig config = presetByName("own-pairs");
        config.data.csvPath = path;
        config.data.length = 4;
        for (const char* setting : settings) applySetting(config, setting);
        return config;
    }
    /// "a b | x y" of the only training row, in the words of the vocabulary.
    static QString shown(const DataSet& data) {
        QStringList tokens, labels;
        for (const int32_t token : data.train.tokens)
            tokens << QString::fromStdString(token == 0 ? "-" : data.names.vocabulary.word(token));
        for (const int32_t label : data.train.labels)
            labels << (label < 0    ? QStringLiteral(".")
                       : label == 0 ? QStringLiteral("-")
                                    : QString::fromStdString(data.names.vocabulary.word(label)));
        return tokens.join(' ') + " | " + labels.join(' ');
    }

private Q_SLOTS:
    void differentLengthsArePadded_data() {
        const Rows<QByteArray, QByteArray, QString> row("row", "tokens", "expected");
        row("longer input", "go to bed;geh", "words", "go to bed - | geh - - -");
        row("longer output", "go;geh zu Bett", "words", "go - - - | geh zu Bett -");
        row("characters", "1+2;3 é", "characters", "1 + 2 - | 3 ␣ é -");
        row("quoted", "\"a; b\";\"c\"", "words", "a; b - - | c - - -");
        row("numbers as words", "-1.5 200000;7", "words", "-1.5 200000 - - | 7 - - -");
    }
    void differentLengthsArePadded() {
        QFETCH(const QByteArray, row);
        QFETCH(const QByteArray, tokens);
        QFETCH(const QString, expected);
        const std::string path = write("p.csv", (row + "\n").repeated(3));
        const DataSet data = makePairData(pairs(path, {("data.tokens=" + tokens).constData()}).data);
        QCOMPARE(shown(data), expected);
        QCOMPARE(data.recognised->numCategories, data.names.vocabulary.size());
        QCOMPARE(data.names.className(0), std::string("[PAD]"));
    }

    void aVocabularyIsThatOfTraining() {
        QByteArray table = "source,target\n";
        for (int i = 0; i < 40; ++i) table += "w" + QByteArray::number(i) + " x,y\n";
        const RunConfig config = pairs(write("v.csv", table), {"data.tokens=words"});
        const DataSet data = makePairData(config.data);
        QCOMPARE(data.names.vocabulary.word(2), std::string("x"));  // as often as y; before it by bytes
        QCOMPARE(data.names.vocabulary.size(), 2 + 2 + 32);
        QVERIFY(std::count(data.validation.tokens.begin(), data.validation.tokens.end(),
                           Vocabulary::unknown) == 4);
        const DataSet again = makePairData(*data.recognised, data.names);
        QVERIFY(again.names.vocabulary == data.names.vocabulary);
        QCOMPARE(again.train.tokens, data.train.tokens);
        QVERIFY(again.recognisedText.empty() && !data.recognisedText.empty());
        RunConfig followed = config;
        followData(
            data, [](const char*) { return false; }, followed);
        requireValid(followed);
        QCOMPARE(followed.network.inputDim, 36);
        const Sample sample = sampleOf(followed, data, {SampleSource::Test, 0});
        QCOMPARE(sample.words.at(1), std::string("x"));
        QCOMPARE(tokensOfText(followed, data.names.vocabulary, "x y z"), (std::vector<int32_t>{2, 3, 1, 0}));
    }

    void whatPairsAre_data() {
        const Rows<QByteArray, QString, int> row("table", "tokens", "length");
        const auto rows = [](auto text) {
            QByteArray table;
            for (int i = 0; i < 30; ++i) table += text(QByteArray::number(i)) + "\n";
            return table;
        };
        row("numbers.csv", rows([](const QByteArray& i) { return i + " 2 3;3 2 " + i; }), "numbers", 3);
        row("tabs.tsv", rows([](const QByteArray& i) { return i + " 2\t2 " + i; }), "numbers", 2);
        row("other lengths.csv", rows([](const QByteArray& i) { return i + " 2;2"; }), "words", 2);
        row("sums.txt", rows([](const QByteArray& i) { return i + "+16," + i; }), "characters", 5);
        row("words", rows([](const QByteArray& i) { return "jump " + i + " times\tJ" + i; }), "words", 3);
    }
    void whatPairsAre() {
        QFETCH(const QByteArray, table);
        QFETCH(const QString, tokens);
        QFETCH(const int, length);
        auto found = ownDataAt(write(QTest::currentDataTag(), table));
        QVERIFY(found && found->kind == OwnData::Kind::Pairs);
        QCOMPARE(QString::fromStdString(valueText("data.tokens", found->config)), tokens);
        QCOMPARE(found->config.data.length, length);
        requireValid(found->config);
        const DataSet data = makeData(found->config.data);
        QCOMPARE(data.train.rows + data.validation.rows + data.test.rows, found->rows);
        QCOMPARE(found->rows, int64_t{30});
        if (tokens != "numbers") QCOMPARE(data.names.vocabulary.size(), found->config.network.inputDim);
    }

    void numbersComeFromAnyTable() {
        QByteArray table = "a,b,c\n";
        for (int i = 0; i < 9; ++i) table += QByteArray::number(i) + ",\"1 2\",2 1\n";
        const std::string path = write("columns.csv", table);
        const DataSet data = makePairData(pairs(path, {"data.text_column=b", "data.class_column=c"}).data);
        QCOMPARE(data.train.rows, int64_t{7});
        QCOMPARE(std::vector<int32_t>(data.train.labels.begin(), data.train.labels.begin() + 4),
                 (std::vector<int32_t>{2, 1, -1, -1}));
        const QString utf16 = QStringLiteral("1 2;2 1\n").repeated(4);
        QStringEncoder encoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom);
        const QByteArray bytes = encoder.encode(utf16);
        QCOMPARE(makePairData(pairs(write("wide.csv", bytes), {}).data).train.rows, int64_t{2});
        const std::string zip =
            write("p.zip", QByteArray::fromStdString(zipBytes({{"p.csv", "1 2;2 1\n1;1\n2;2\n"}})));
        QCOMPARE(makePairData(pairs(zip, {}).data).train.rows, int64_t{1});
    }

    void badPairsAreSentences() {
        const auto says = [&](const QByteArray& table, const std::vector<const char*>& settings) {
            return thrownMessage([&] { (void)makePairData(pairs(write("bad.csv", table), settings).data); });
        };
        VERIFY_SAYS(says("one\ntwo\nthree\n", {"data.tokens=words"}), "expected two columns");
        VERIFY_SAYS(says("a;b\nc;\nd;e f g h i\nj;k\nl;m\nn;o\n", {"data.tokens=words"}),
                    "line 2: expected tokens as the output, found none. It is not the only one: there is 1 "
                    "more, in line 3.");
        VERIFY_SAYS(says("1 2;1\n", {}), "data.tokens=words pads the shorter one");
        VERIFY_SAYS(says("a;b\nc;d\n", {"data.tokens=words"}), "expected at least 3 pairs");
        const DataConfig skipping =
            pairs(write("skip.csv", "a;b\nc;\nd;e\nj;k\n"), {"data.tokens=words", "data.skip_bad_lines=true"})
                .data;
        QVERIFY(makePairData(skipping).note.find("1 line that cannot be read was left out") !=
                std::string::npos);
    }
};

TEST_CLASS(TestPairData, NoApplication)

}  // namespace test_pair_data
#include "test_pair_data.moc"
