// Texts as the tokens of a language model, and as windows to learn from.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>

#include "in_folder.h"
#include "model/data/language_data.h"
#include "model/data/language_tokens.h"
#include "model/data/philox.h"
#include "model/data/sample.h"
#include "model/files/encoding.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_language_data {

DataConfig languageConfig(PairTokens tokens, int length = 8) {
    DataConfig config = with(DataConfig(), "task=language vocabulary=400 train_size=40");
    config.tokens = tokens;
    config.length = length;
    config.validationSize = config.testSize = 5;
    return config;
}

std::string textOf(const Vocabulary& vocabulary, const std::vector<LanguageToken>& tokens) {
    std::string text;
    for (const LanguageToken& token : tokens) text += bytesOfToken(vocabulary, token.id);
    return text;
}

class TestLanguageData : public QObject, InFolder {
    Q_OBJECT

private Q_SLOTS:
    void tokensAreShownWithoutWhiteSpace() {
        QCOMPARE(shownToken(" the\n"), std::string("␣the⏎"));
        QCOMPARE(shownToken("\t\\\x01\xC3"), std::string("⇥\\\\\\x01\\xC3"));
        QCOMPARE(shownToken("␣ü"), std::string("\\xE2\\x90\\xA3ü"));
        PhiloxSequence random(3, RandomStream::Data);
        for (int trial = 0; trial < 20000; ++trial) {
            std::string bytes;
            constexpr std::string_view favourites = "\\x41E \n\t\xE2\x90\xA3\x8F\x8E";
            for (uint32_t n = 1 + random.below(8); n > 0; --n)
                bytes += random.below(2) ? favourites[random.below(favourites.size())]
                                         : static_cast<char>(random.below(256));
            const std::string shown = shownToken(bytes);
            QCOMPARE(bytesOfShown(shown), bytes);
            QVERIFY(shown.find_first_of(" \t\n\r\v\f") == std::string::npos);
        }
    }

    void theMostFrequentTokensHaveANumber() {
        const Vocabulary letters = learnTokens(PairTokens::Characters, "abba b cä", 6);
        QCOMPARE(letters.words(), (std::vector<std::string>{"b", "␣", "a", "c"}));
        const Vocabulary words = learnTokens(PairTokens::Words, "a cat. a cat! the cat", 5);
        QCOMPARE(words.words(), (std::vector<std::string>{"␣cat", "␣a", "␣the"}));
        LanguageReader reader(PairTokens::Words, words);
        const std::vector<LanguageToken> expected{
            {Vocabulary::unknown, 0, 4}, {2, 4, 8}, {Vocabulary::unknown, 8, 9}};
        QCOMPARE(reader.read("dogs cat!"), expected);
    }
    /// By hand: of "aab" three times and " ab" twice the pair a, b stands five times, then a, ab three times.
    void piecesAreLearned() {
        const Vocabulary pieces = learnTokens(PairTokens::Pieces, "aab.aab.aab ab ab", 261);
        QCOMPARE(pieces.size(), 261);
        QCOMPARE(std::vector<std::string>(pieces.words().end() - 3, pieces.words().end()),
                 (std::vector<std::string>{"ab", "aab", "␣ab"}));
        LanguageReader reader(PairTokens::Pieces, pieces);
        const std::vector<LanguageToken> expected{{259, 0, 3}, {260, 3, 6}, {2 + 'c', 6, 7}};
        QCOMPARE(reader.read("aab abc"), expected);
    }
    /// Of languages that write no blanks, and of sequences of letters.
    void textsWithoutBlanksAreReadInPieces() {
        DataConfig config = with(languageConfig(PairTokens::Pieces, 8), "vocabulary=300");
        QByteArray letters;
        for (int i = 0; i < 4000; ++i) letters += "ACGT"[(i * i / 7 + i) % 4];
        config.path = write("letters.txt", letters);
        const DataSet data = makeLanguageData(config);
        QVERIFY(data.train.rows > 5 && data.validation.rows > 0 && data.test.rows > 0);
        QCOMPARE(data.names.vocabulary.size(), 300);
        LanguageReader reader(PairTokens::Pieces, data.names.vocabulary);
        QCOMPARE(textOf(data.names.vocabulary, reader.read(letters.toStdString())), letters.toStdString());
        config.path = write("few.txt", QByteArray("AB").repeated(60));
        config.length = 30;
        VERIFY_SAYS(thrownMessage([&] { (void)makeLanguageData(config); }),
                    "pieces, and a window of 30 tokens");
    }
    void tokensPutTogetherAreTheText() {
        const std::string text = "Grüße, the cat's 12 hats —\n\n  \t日本語 \\x41 \xF0\x9F\x8E\xA9 end ";
        for (const PairTokens kind : {PairTokens::Characters, PairTokens::Words, PairTokens::Pieces}) {
            const Vocabulary vocabulary = learnTokens(kind, text, 400);
            LanguageReader reader(kind, vocabulary);
            const std::vector<LanguageToken> tokens = reader.read(text);
            QCOMPARE(textOf(vocabulary, tokens), text);
            for (size_t i = 0; i < tokens.size(); ++i)
                QCOMPARE(tokens[i].begin, i > 0 ? tokens[i - 1].end : 0);
            QCOMPARE(tokens.back().end, text.size());
        }
    }

    void labelsAreTheNextTokens_data() {
        QTest::addColumn<int>("tokens");
        for (const PairTokens kind : {PairTokens::Characters, PairTokens::Words, PairTokens::Pieces})
            QTest::addRow("%d", static_cast<int>(kind)) << static_cast<int>(kind);
    }
    void labelsAreTheNextTokens() {
        QFETCH(int, tokens);
        const DataConfig config = languageConfig(static_cast<PairTokens>(tokens));
        const DataSet data = makeLanguageData(config), again = makeLanguageData(config);
        QCOMPARE(data.train.tokens, again.train.tokens);
        QCOMPARE(data.train.rows, int64_t{40});
        QCOMPARE(data.validation.rows, int64_t{5});
        for (const Table* table : {&data.train, &data.validation, &data.test}) {
            QCOMPARE(std::ssize(table->tokens), table->rows * 8);
            for (size_t i = 0; i + 1 < table->tokens.size(); ++i)
                QCOMPARE(table->labels[i], table->tokens[i + 1]);
        }
        QVERIFY(data.train.tokens != data.test.tokens);
        std::string answered;
        for (const int32_t label : data.test.labels) answered += bytesOfToken(data.names.vocabulary, label);
        const auto characters = std::ssize(unitsOf(PairTokens::Characters, answered));
        if (config.tokens == PairTokens::Words)  // an unknown word is longer than what stands for it
            QVERIFY(data.test.characters > characters);
        else
            QCOMPARE(data.test.characters, characters);
        RunConfig run{.data = config};
        tieNetworkToData(run);
        const Sample sample = typedSample(run, data.names, {5, 6, 7});
        QCOMPARE(sample.expected, (std::vector<int32_t>{6, 7, -1}));
        QCOMPARE(sampleOf(run, data, {SampleSource::Validation, 1}).expected[7], data.validation.labels[15]);
    }

    void aFileIsCutInItsOrder() {
        DataConfig config = languageConfig(PairTokens::Characters, 4);
        config.path = write("text.txt", QByteArray("abcdefghij").repeated(10));
        const DataSet data = makeLanguageData(config);
        QCOMPARE(data.train.rows, int64_t{19});  // of 80 characters, (80 - 1) / 4
        QCOMPARE(data.validation.rows, int64_t{2});
        QVERIFY2(data.dealing.find("80.0 % to train") != std::string::npos, data.dealing.c_str());
        QCOMPARE(data.names.vocabulary.word(data.test.tokens[0]), std::string("a"));
        QCOMPARE(data.names.vocabulary.word(data.test.labels[3]), std::string("e"));
        config.validationShare = 0;
        config.validationSize = 3;
        QCOMPARE(makeLanguageData(config).validation.rows, int64_t{3});
        // A network goes on reading by its own vocabulary.
        const DataNames known{.vocabulary = Vocabulary({"j", "a"}, "x")};
        const DataSet read = makeLanguageData(config, known);
        QCOMPARE(read.test.tokens[0], 3);
        QCOMPARE(read.test.tokens[1], Vocabulary::unknown);
        QVERIFY2(read.note.find("are read as unknown") != std::string::npos, read.note.c_str());
    }
    void encodingsAreFound() {
        DataConfig config = languageConfig(PairTokens::Characters, 4);
        const QString text = QString("Größe und Maß. ").repeated(20);
        config.path = write("latin.txt", text.toLatin1());
        const DataSet latin = makeLanguageData(config);
        QCOMPARE(latin.recognised->encoding, Encoding::Windows1252);
        QVERIFY(latin.names.vocabulary.id("ß") != Vocabulary::unknown);
        config.path =
            write("wide.txt", QByteArray("\xFF\xFE") +
                                  QByteArray(reinterpret_cast<const char*>(text.utf16()), 2 * text.size()));
        QCOMPARE(makeLanguageData(config).recognised->encoding, Encoding::Utf16);
        QCOMPARE(makeLanguageData(config).train.tokens, latin.train.tokens);
        config.path = write("torn.txt", text.toUtf8() + '\xC3' + text.toUtf8());
        QVERIFY(makeLanguageData(config).note.find("1 byte is no UTF-8") == 0);
    }
    void badInput() {
        DataConfig config = languageConfig(PairTokens::Characters, 10);
        config.path = write("empty.txt", "");
        VERIFY_SAYS(thrownMessage([&] { (void)makeLanguageData(config); }), "the file is empty");
        config.path = write("short.txt", "too short for it");
        VERIFY_SAYS(thrownMessage([&] { (void)makeLanguageData(config); }),
                    "the text has 16 characters, and windows of 10 tokens (data.length) need at least 33");
        config.path = write("long.txt", QByteArray(100, 'a'));
        config.validationShare = config.testShare = 0.45;
        VERIFY_SAYS(thrownMessage([&] { (void)makeLanguageData(config); }), "would take 90 of them");
        config.path = folder_->path().toStdString();
        VERIFY_SAYS(thrownMessage([&] { (void)makeData(config); }), folder_->path());

        const Vocabulary letters({"a", "b"}, "x");
        QCOMPARE(languageInput(PairTokens::Characters, letters, "abba").note, std::string());
        QCOMPARE(
            languageInput(PairTokens::Characters, letters, "aß b ß").note,
            std::string(
                "4 of 6 tokens of the text are unknown to the network, which reads them as [UNK]: ß ␣."));
    }
    void whatCannotBeChosenIsSaid() {
        RunConfig config = presetByName("characters");
        QVERIFY(check(config).empty());
        config.data.tokens = PairTokens::Numbers;
        QCOMPARE(check(config).front().key, std::string("data.tokens"));
        config.data.tokens = PairTokens::Pieces;
        QCOMPARE(check(config).front().key, std::string("data.vocabulary"));
        config.data.vocabulary = 300;
        tieNetworkToData(config);
        QVERIFY(check(config).empty());
        QCOMPARE(config.network.numClasses, 300);
        QVERIFY(check(presetByName("words")).empty());
        config.network.causal = false;
        QCOMPARE(check(config).front().key, std::string("network.causal"));
    }
};

}  // namespace test_language_data

using test_language_data::TestLanguageData;
TEST_CLASS(TestLanguageData, NoApplication)
#include "test_language_data.moc"
