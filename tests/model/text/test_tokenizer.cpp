// Tokenizers on vocabularies made here: what is cut where, what is found as it is written, and files that are
// none.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "model/files/files.h"
#include "model/text/tokenizer_folder.h"
#include "model/text/tokenizer_json.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_tokenizer {

using nlohmann::json;

/// A folder of files, and what its tokenizer makes of a text: "piece@begin-end piece@begin-end".
class Folder {
public:
    Folder& with(const char* name, const std::string& text) {
        writeFileAtomically(path() + "/" + name, text);
        return *this;
    }
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }
    [[nodiscard]] QString tokens(const std::string& text, std::optional<std::string> second = {}) const {
        const Tokenizer tokenizer = openTokenizer(path());
        QStringList words;
        for (const Token& token : tokenizer.encode(text, second))
            words << QString::fromStdString(tokenizer.piece(token.id)) +
                         (token.isAdded ? QString("+%1").arg(token.type)
                                        : QString("@%1-%2").arg(token.begin).arg(token.end));
        return words.join(' ');
    }

private:
    QTemporaryDir folder_;
};

const std::string bertPieces =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncafe\ncaf\n##e\nÉ\n中\n!\na\n##b\nNew\nnew\n";

/// The 256 bytes as printable characters, then what `pairs` merge: a vocabulary and its merges.
std::pair<std::string, std::string> bytePieces(const std::vector<std::pair<std::string, std::string>>& pairs,
                                               const std::vector<std::string>& special) {
    json vocabulary = json::object();
    for (int byte = 0; byte < 256; ++byte)
        vocabulary[utf8Of(printableByte(static_cast<unsigned char>(byte)))] = byte;
    std::string merges = "#version: 0.2\n";
    int id = 256;
    for (const auto& [left, right] : pairs) {
        merges += left + " " + right + "\n";
        vocabulary[left + right] = id++;
    }
    for (const std::string& piece : special) vocabulary[piece] = id++;
    return {vocabulary.dump(), merges};
}

/// A tokenizer.json of "▁", "a", "b", "▁a", <s>, </s>, <unk> and all bytes.
json llamaFile() {
    json file = {
        {"added_tokens", json::array({{{"id", 1}, {"content", "<s>"}, {"special", true}}})},
        {"normalizer",
         {{"type", "Sequence"},
          {"normalizers",
           json::array({{{"type", "Prepend"}, {"prepend", "▁"}},
                        {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}}})}}},
        {"pre_tokenizer", nullptr},
        {"post_processor",
         {{"type", "TemplateProcessing"},
          {"single", json::array({{{"SpecialToken", {{"id", "<s>"}, {"type_id", 0}}}},
                                  {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}})},
          {"pair", json::array()},
          {"special_tokens", {{"<s>", {{"id", "<s>"}, {"ids", {1}}, {"tokens", {"<s>"}}}}}}}},
        {"model",
         {{"type", "BPE"},
          {"unk_token", "<unk>"},
          {"fuse_unk", true},
          {"byte_fallback", true},
          {"vocab", {{"<unk>", 0}, {"<s>", 1}, {"</s>", 2}, {"▁", 3}, {"a", 4}, {"b", 5}, {"▁a", 6}}},
          {"merges", {"▁ a"}}}}};
    for (int byte = 0; byte < 256; ++byte) {
        const QString name = QString("<0x%1>").arg(byte, 2, 16, QChar('0')).toUpper().replace("0X", "0x");
        file["model"]["vocab"][name.toStdString()] = 7 + byte;
    }
    return file;
}

class TestTokenizer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordPiece_data() {
        addColumns<std::string, std::string, QString>("settings", "text", "expected");
        const auto row = [](const char* name, const char* settings, const std::string& text,
                            const char* tokens) {
            QTest::newRow(name) << std::string(settings) << text
                                << QString("[CLS]+0 " + QString(tokens) + "[SEP]+0").replace("  ", " ");
        };
        row("accents go", "{}", "Café!", "cafe@0-5 !@5-6 ");
        row("an accent apart", "{}", "cafe\u0301", "cafe@0-4 ");
        row("longest piece first", "{}", "cafee", "cafe@0-4 ##e@4-5 ");
        row("no part of it", "{}", "cafex", "[UNK]@0-5 ");
        row("Chinese alone", "{}", "a中a", "a@0-1 中@1-4 a@4-5 ");
        row("Chinese in words", R"({"tokenize_chinese_chars": false})", "a中a", "[UNK]@0-5 ");
        row("case kept", R"({"do_lower_case": false})", "New É", "New@0-3 É@4-6 ");
        row("case kept, accents not", R"({"do_lower_case": false, "strip_accents": true})", "New É",
            "New@0-3 [UNK]@4-6 ");
        row("accents kept", R"({"strip_accents": false})", "CAFé", "[UNK]@0-5 ");
        row("NUL and controls go", "{}", std::string("a\0\x01 b", 5) + "\u200b!", "a@0-1 [UNK]@4-5 !@8-9 ");
        row("bytes that are no text", "{}", "a \xff\xe4\xb8!", "a@0-1 !@5-6 ");
        row("a mask", "{}", "New [MASK]!", "new@0-3 [MASK]@4-10 !@10-11 ");
        row("a mask in other letters", "{}", "[mask]", "[UNK]@0-1 [UNK]@1-5 [UNK]@5-6 ");
        row("another mask", R"({"mask_token": "New", "do_lower_case": false})", "aNew[MASK]",
            "a@0-1 New@1-4 [UNK]@4-5 [UNK]@5-9 [UNK]@9-10 ");
        row("a token with blanks", R"({"added_tokens_decoder": {"20": {"content": "a b", "lstrip": true,
            "rstrip": true, "single_word": true}}})",
            "! a b  !ba b", "!@0-1 a b@1-7 !@7-8 [UNK]@8-10 [UNK]@11-12 ");
        row("a token of the normalised text",
            R"({"added_tokens_decoder": {"20": {"content": "[É]", "special": false}}})", "a[E]",
            "a@0-1 [É]@1-4 ");
        row("empty", "{}", "", "");
    }
    void wordPiece() {
        QFETCH(std::string, settings);
        QFETCH(std::string, text);
        QFETCH(QString, expected);
        const Folder folder =
            std::move(Folder().with("vocab.txt", bertPieces).with("tokenizer_config.json", settings));
        QCOMPARE(folder.tokens(text), expected);
    }
    void pairsHaveTypes() {
        Folder folder;
        folder.with("vocab.txt", bertPieces);
        QCOMPARE(folder.tokens("a", "new"), QString("[CLS]+0 a@0-1 [SEP]+0 new@0-3 [SEP]+1"));
        QCOMPARE(openTokenizer(folder.path()).encode("a", "new")[3].type, 1);
    }
    void longWordsAreUnknown() {
        Folder folder;
        folder.with("vocab.txt", bertPieces + "##a\n");
        QCOMPARE(folder.tokens(std::string(100, 'a')).count("##a@"), 99);
        QCOMPARE(folder.tokens(std::string(101, 'a')), QString("[CLS]+0 [UNK]@0-101 [SEP]+0"));
    }

    void bytePairs_data() {
        const Rows<std::string, std::string, QString> row("settings", "text", "expected");
        const char* const gpt = R"({"tokenizer_class": "GPT2TokenizerFast"})";
        row("learnt order decides", gpt, "abc", "a@0-1 bc@1-3");
        row("blanks go with words", gpt, "a  b", "a@0-1 Ġ@1-2 Ġb@2-4");
        row("contractions", gpt, "a's 's", "a@0-1 's@1-3 Ġ@3-4 '@4-5 s@5-6");
        row("a character of several bytes", gpt, "é!", "Ã@0-2 ©@0-2 !@2-3");
        row("numbers apart", gpt, "b1", "b@0-1 1@1-2");
        row("the end of a text", gpt, "a<|endoftext|>b", "a@0-1 <|endoftext|>@1-14 b@14-15");
        row("NUL", gpt, std::string("a\0", 2), "a@0-1 Ā@1-2");
        row("empty", gpt, "", "");
        row("a blank in front", R"({"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": true})", "b",
            "Ġb@0-1");
        row("begins with a token", R"({"tokenizer_class": "GPT2Tokenizer", "add_bos_token": true})", "b",
            "<|endoftext|>+0 b@0-1");
        row("RoBERTa", R"({"tokenizer_class": "RobertaTokenizer"})", "b b", "<s>+0 b@0-1 Ġb@2-3 </s>+0");
        row("RoBERTa's mask", R"({"tokenizer_class": "RobertaTokenizer"})", "b <mask>",
            "<s>+0 b@0-1 <mask>@1-8 </s>+0");
        row("RoBERTa with blanks", R"({"tokenizer_class": "RobertaTokenizer", "trim_offsets": false})", "b b",
            "<s>+0 b@0-1 Ġb@1-3 </s>+0");
    }
    void bytePairs() {
        QFETCH(std::string, settings);
        QFETCH(std::string, text);
        QFETCH(QString, expected);
        const auto [vocabulary, merges] = bytePieces({{"b", "c"}, {"a", "b"}, {"Ġ", "b"}, {"'", "s"}},
                                                     {"<|endoftext|>", "<s>", "</s>", "<mask>"});
        Folder folder;
        folder.with("vocab.json", vocabulary)
            .with("merges.txt", merges)
            .with("tokenizer_config.json", settings);
        QCOMPARE(folder.tokens(text), expected);
    }
    void aPairOfRobertaEndsTwice() {
        const auto [vocabulary, merges] = bytePieces({}, {"<s>", "</s>"});
        Folder folder;
        folder.with("vocab.json", vocabulary)
            .with("merges.txt", merges)
            .with("config.json", R"({"model_type": "roberta"})");
        QCOMPARE(folder.tokens("a", "b"), QString("<s>+0 a@0-1 </s>+0 </s>+0 b@0-1 </s>+0"));
    }

    void byteFallback() {
        Folder folder;
        folder.with("tokenizer.json", llamaFile().dump());
        QCOMPARE(folder.tokens("a b"), QString("<s>+0 ▁a@0-1 ▁@1-2 b@2-3"));
        QCOMPARE(folder.tokens("é"), QString("<s>+0 ▁@0-2 <0xC3>@0-2 <0xA9>@0-2"));
        QCOMPARE(folder.tokens(""), QString("<s>+0"));
        folder.with(
            "tokenizer_config.json",
            R"({"tokenizer_class": "LlamaTokenizer", "add_bos_token": false, "add_eos_token": true})");
        QCOMPARE(folder.tokens("a"), QString("▁a@0-1 </s>+0"));
    }
    void whatIsUnknownIsOneToken() {
        json file = llamaFile();
        file["model"]["byte_fallback"] = false;
        Folder folder;
        folder.with("tokenizer.json", file.dump());
        QCOMPARE(folder.tokens("axyb"), QString("<s>+0 ▁a@0-1 <unk>@1-3 b@3-4"));
    }

    void refused_data() {
        const Rows<std::string, std::string, QString> row("name", "content", "says");
        const auto changed = [](const char* pointer, const json& value) {
            json file = llamaFile();
            file[json::json_pointer(pointer)] = value;
            return file.dump();
        };
        row("no tokenizer", "config.json", "{}", "none of its files is there");
        row("sentencepiece", "tokenizer.model", "x", "is a file of sentencepiece");
        row("no merges", "vocab.json", "{\"a\": 0}", "there is no merges.txt");
        row("no vocabulary", "merges.txt", "a b", "there is no vocab.json");
        row("an empty vocabulary", "vocab.txt", "", "holds no piece");
        row("no [CLS]", "vocab.txt", "[UNK]\n", "has no piece \"[CLS]\"");
        row("no JSON", "tokenizer.json", "{", "is no tokenizer in JSON");
        row("a list", "tokenizer.json", "[]", "expected one object");
        row("deep", "tokenizer.json", "{\"a\":" + std::string(100, '[') + std::string(100, ']') + "}",
            "nested deeper");
        row("twice", "tokenizer.json", R"({"model": 1, "model": 2})", "stands twice");
        row("no model", "tokenizer.json", "{}", "\"model\" must be an object");
        row("Unigram", "tokenizer.json", changed("/model/type", "Unigram"), "its model is \"Unigram\"");
        row("dropout", "tokenizer.json", changed("/model/dropout", 0.1), "BPE with dropout");
        row("suffix", "tokenizer.json", changed("/model/end_of_word_suffix", "</w>"), "end_of_word_suffix");
        row("a merge of nothing", "tokenizer.json", changed("/model/merges/0", "a c"),
            "needs the piece \"c\"");
        row("no merge", "tokenizer.json", changed("/model/merges/0", "a"), "expected two pieces");
        row("an id below 0", "tokenizer.json", changed("/model/vocab/a", -4), "has the id -4");
        row("an id twice", "tokenizer.json", changed("/model/vocab/a", 5), "have the same id 5");
        row("an id too large", "tokenizer.json", changed("/model/vocab/a", 4000000000U),
            "whole number as its id");
        row("a normaliser", "tokenizer.json", changed("/normalizer", {{"type", "Precompiled"}}),
            "its normalizer is \"Precompiled\"");
        row("a pre-tokenizer", "tokenizer.json", changed("/pre_tokenizer", {{"type", "Split"}}),
            "its pre_tokenizer is \"Split\"");
        row("a post-processor", "tokenizer.json", changed("/post_processor", {{"type", "Other"}}),
            "its post_processor is \"Other\"");
        row("a template", "tokenizer.json", changed("/post_processor/single/0/SpecialToken/id", "<x>"),
            "\"<x>\" must be an object");
        row("a template's id", "tokenizer.json", changed("/post_processor/special_tokens/<s>/ids/0", 999),
            "a token with the id 999, which is of no piece");
        // Each rule alone is harmless; together they would make 2^40 characters of one.
        json doubling = json::array();
        for (int i = 0; i < 40; ++i)
            doubling.push_back({{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aa"}});
        row("rules that fill the memory", "tokenizer.json",
            changed("/normalizer", {{"type", "Sequence"}, {"normalizers", doubling}}),
            "more than 64 times as long");
    }
    void whatIsAddedStaysWhereTextsAreCut() {
        const auto [vocabulary, merges] = bytePieces({}, {"<s>", "</s>"});
        Folder folder;
        folder.with("vocab.json", vocabulary)
            .with("merges.txt", merges)
            .with("config.json", R"({"model_type": "roberta"})");
        const Tokenizer tokenizer = openTokenizer(folder.path());
        QString pieces;  // both texts are of one type; the longer one, in front, gives way
        for (const Token& token : cutTo(tokenizer.encode("abcdefgh", "xy"), 9))
            pieces += QString::fromStdString(tokenizer.piece(token.id));
        QCOMPARE(pieces, QString("<s>abc</s></s>xy</s>"));
    }
    void refused() {
        QFETCH(std::string, name);
        QFETCH(std::string, content);
        QFETCH(QString, says);
        Folder folder;
        folder.with(name.c_str(), content);
        VERIFY_SAYS(thrownMessage([&] { (void)openTokenizer(folder.path()); }), says);
    }
    void unknownClassesAreNamed() {
        Folder folder;
        folder.with("vocab.txt", bertPieces)
            .with("tokenizer_config.json", R"({"tokenizer_class": "XLNetTokenizer"})");
        VERIFY_SAYS(thrownMessage([&] { (void)openTokenizer(folder.path()); }),
                    QString("\"XLNetTokenizer\""));
        folder.with("tokenizer_config.json", R"({"do_basic_tokenize": false})");
        VERIFY_SAYS(thrownMessage([&] { (void)openTokenizer(folder.path()); }),
                    QString("\"do_basic_tokenize\""));
    }
    void longTextsTakeNoLongTime() {
        Folder folder;
        folder.with("tokenizer.json", llamaFile().dump());
        // One word, since nothing cuts it; a time that grows with the square would be hours.
        QVERIFY(!folder.tokens(std::string(3'000'000, 'a')).isEmpty());
    }
};

TEST_CLASS(TestTokenizer, NoApplication)

}  // namespace test_tokenizer
#include "test_tokenizer.moc"
