// Text to token ids: what Keras' TextVectorization documents and does, and bytes that are no text.
#include <QtTest>

#include "model/data/vectoriser.h"
#include "model/files/error.h"
#include "runner.h"

using namespace attx;

namespace test_vectoriser {

std::vector<std::string> spelled(const std::vector<Word>& words) {
    std::vector<std::string> result;
    for (const Word& word : words) result.push_back(word.word);
    return result;
}

using Words = std::vector<std::string>;

class TestVectoriser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void words_data() {
        const Rows<std::string, Words> row("text", "expected");
        row("lower case", "The MOVIE", {"the", "movie"});
        row("punctuation leaves no gap", "don't; well-made good.<br />Bad",
            {"dont", "wellmade", "goodbr", "bad"});
        row("every punctuation mark", "a!\"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'b", {"ab"});
        row("marks alone are no word", "one - two ... !", {"one", "two"});
        row("white space", "\t a\n\v\f\r b  ", {"a", "b"});
        row("only ASCII is lowered", "ÉTÉ Café", {"ÉtÉ", "café"});
        row("other marks and spaces stay", "“so”\u00a0what…", {"“so”\u00a0what…"});
        row("digits", "10/10, 1.5", {"1010", "15"});
        row("empty", {}, {});
        row("blank", " \n ... ", {});
    }
    void words() {
        QFETCH(std::string, text);
        QFETCH(Words, expected);
        QCOMPARE(spelled(wordsOf(text)), expected);
    }

    void rangesAreThoseOfTheOriginal() {
        const std::string text = " (Don't)  miss—it. ";
        const std::vector<Word> words = wordsOf(text);
        QCOMPARE(words.size(), size_t{2});
        QCOMPARE(text.substr(words[0].begin, words[0].end - words[0].begin), std::string("Don't"));
        QCOMPARE(text.substr(words[1].begin, words[1].end - words[1].begin), std::string("miss—it"));
        QCOMPARE(wordsOf("a b c", 2).size(), size_t{2});
        QCOMPARE(wordsOf("a b c", 0).size(), size_t{0});
    }

    void mostFrequentFirstAndTiesFromHighToLow() {
        // counts: b 3; a, c, é 2; d, e 1
        const Vocabulary all = Vocabulary::learn({"a b c é", "B! é A", "b c d e"}, 100);
        QCOMPARE(all.words(), (Words{"b", "é", "c", "a", "e", "d"}));
        QCOMPARE(all.size(), 8);
        QCOMPARE(Vocabulary::learn({"a b c é", "b é a", "b c d e"}, 4).words(), (Words{"b", "é"}));
        QCOMPARE(Vocabulary::learn({"a"}, 2).size(), 2);
        QVERIFY(Vocabulary::learn({}, 10).empty());
    }

    void idsAsKerasDocuments() {
        // The examples of the layer's own documentation.
        const Vocabulary adapted = Vocabulary::learn({"foo bar", "bar baz", "baz bada boom"}, 5000);
        QCOMPARE(adapted.words(), (Words{"baz", "bar", "foo", "boom", "bada"}));
        QCOMPARE(adapted.idsOf("foo qux bar", 4), (std::vector<int32_t>{4, 1, 3}));
        QCOMPARE(adapted.idsOf("qux baz", 4), (std::vector<int32_t>{1, 2}));
        // Words for people: what has no id is named where the text is known, as far as it goes.
        QCOMPARE(adapted.wordsOf(std::vector<int32_t>{1, 2, 1, 0}),
                 (std::vector<std::string>{"[UNK]", "baz", "[UNK]", "[PAD]"}));
        QCOMPARE(adapted.wordsOf(std::vector<int32_t>{1, 2, 1, 0}, "Qux, baz!"),
                 (std::vector<std::string>{"[qux]", "baz", "[UNK]", "[PAD]"}));
        // An id that is behind the last word is no unknown word.
        QCOMPARE(adapted.wordsOf(std::vector<int32_t>{6, 7, 9999}),
                 (std::vector<std::string>{"bada", "[7]", "[9999]"}));
        const Vocabulary given({"earth", "wind", "and", "fire"}, "test");
        QCOMPARE(given.idsOf("earth, wind and water!", 3), (std::vector<int32_t>{2, 3, 4}));
        QCOMPARE(given.id("water"), Vocabulary::unknown);
        QCOMPARE(given.word(0), std::string());
        QCOMPARE(given.word(1), std::string("[UNK]"));
        QCOMPARE(given.word(5), std::string("fire"));
        QCOMPARE(given.word(6), std::string("[UNK]"));
        QCOMPARE(given.word(-1), std::string("[UNK]"));
    }

    void comesBackFromAFile() {
        const Vocabulary v = Vocabulary::learn({"naïve “quotes” plain plain"}, 100);
        QVERIFY(Vocabulary::fromText(v.toText(), "file") == v);
        QCOMPARE(Vocabulary::fromText(v.toText(), "file").id("plain"), 2);
        QVERIFY_EXCEPTION_THROWN((void)Vocabulary::fromText("a\nb\na\n", "file"), Error);
        QVERIFY_EXCEPTION_THROWN((void)Vocabulary::fromText("a\n\nb\n", "file"), Error);
        QVERIFY_EXCEPTION_THROWN((void)Vocabulary::fromText("a b\n", "file"), Error);
        QVERIFY(Vocabulary::fromText("", "file").empty());
    }

    void badBytesAreReplaced_data() {
        const Rows<std::string, std::string, qint64> row("bytes", "expected", "bad");
        const std::string r = "\xEF\xBF\xBD";
        row("valid", "naïve — 😀", "naïve — 😀", {0});
        row("Latin-1", "caf\xE9!", "caf" + r + "!", {1});
        row("cut short", "a\xE2\x82", "a" + r + r, {2});
        row("overlong", "\xC0\xAF", r + r, {2});
        row("surrogate", "\xED\xA0\x80", r + r + r, {3});
        row("past the end", "\xF4\x90\x80\x80", r + r + r + r, {4});
        row("empty", {}, {}, {0});
    }
    void badBytesAreReplaced() {
        QFETCH(std::string, bytes);
        QFETCH(std::string, expected);
        QFETCH(qint64, bad);
        int64_t replaced = -1;
        QCOMPARE(validUtf8(bytes, &replaced), expected);
        QCOMPARE(qint64{replaced}, bad);
        QCOMPARE(spelled(wordsOf(validUtf8(bytes))), spelled(wordsOf(expected)));
        (void)wordsOf(bytes);
    }
};

TEST_CLASS(TestVectoriser, NoApplication)

}  // namespace test_vectoriser
#include "test_vectoriser.moc"
