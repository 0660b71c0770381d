// Tokenizers against what the libraries of Hugging Face say: the files tokenizer_* of the folder that
// ATTX_GOLDEN names (else ../shared/golden next to the checkout), on the vocabularies in the folder models
// next to it.
#include <QtTest>
#include <map>
#include <nlohmann/json.hpp>

#include "golden_network.h"
#include "model/files/files.h"
#include "model/text/tokenizer_folder.h"
#include "model/text/unicode.h"
#include "runner.h"

using namespace attx;

namespace test_golden_tokenizers {

using nlohmann::json;

/// The folder of "models/lm_buddy_bert/vocab.txt (30,522, uncased)".
std::string modelFolder(const json& file) {
    const QString vocabulary = QString::fromStdString(file["about"]["vocabulary"].get<std::string>());
    return modelPath(vocabulary.section('/', 1, 1).toStdString()).toStdString();
}

/// What stands at a token: its id, its piece, and its characters of the text, [0, 0) where it was added.
QString shown(int id, const std::string& piece, size_t begin, size_t end) {
    return QString("%1 %2 [%3, %4)").arg(id).arg(QString::fromStdString(piece)).arg(begin).arg(end);
}

class TestGoldenTokenizers : public QObject {
    Q_OBJECT
    std::map<std::string, Tokenizer> tokenizers_;

private Q_SLOTS:
    void texts_data() {
        addColumns<std::string, QByteArray>("folder", "golden");
        const QStringList paths = goldenFiles({QStringLiteral("tokenizer_*.json")});
        for (const QString& path : paths) {
            const json file = json::parse(readFile(path.toStdString()));
            int number = 0;
            for (const json& one : file["cases"])
                QTest::addRow("%s %d %s", qPrintable(QFileInfo(path).completeBaseName()), number++,
                              one["category"].get<std::string>().c_str())
                    << modelFolder(file) << QByteArray::fromStdString(one.dump());
        }
        if (paths.isEmpty()) QTest::newRow("none") << std::string() << QByteArray();
    }
    void texts() {
        QFETCH(std::string, folder);
        QFETCH(QByteArray, golden);
        REQUIRE_GOLDEN(QString::fromStdString(folder));
        if (!tokenizers_.contains(folder)) tokenizers_.emplace(folder, openTokenizer(folder));
        const Tokenizer& tokenizer = tokenizers_.at(folder);
        const json expected = json::parse(golden.toStdString());
        const std::string text = expected["text"], second = expected.value("pair", std::string());
        const bool isPair = expected.contains("pair");
        const std::vector<Token> found = isPair ? tokenizer.encode(text, second) : tokenizer.encode(text);
        // Of a pair a token is in the text of its type; a [SEP] of either is in none.
        const Characters first = charactersOf(text), other = charactersOf(second);
        QStringList ours, theirs;
        for (const Token& token : found)
            ours << shown(token.id, tokenizer.piece(token.id), token.begin, token.end);
        for (size_t i = 0; i < expected["ids"].size(); ++i) {
            const bool isSecond = isPair && expected["token_types"][i] == 1;
            const Characters& in = isSecond ? other : first;
            const size_t begin = expected["offsets"][i][0], end = expected["offsets"][i][1];
            theirs << shown(expected["ids"][i], expected["tokens"][i], begin == end ? 0 : in[begin].begin,
                            begin == end ? 0 : in[end - 1].end);
        }
        QCOMPARE(ours, theirs);
        // Pieces of bytes hold the whole text; WordPiece has no blanks, and lower case. What is no UTF-8 is
        // U+FFFD, as it was read.
        if (tokenizer.kind() != "WordPiece") {
            std::string written;
            for (const Token& token : found)
                if (!token.isAdded) written += tokenizer.bytesOf(token.id);
            if (tokenizer.beginsWithBlank() && written.starts_with(' ')) written.erase(0, 1);
            std::string whole;
            for (const Character& character : first) whole += utf8Of(character.code);
            QCOMPARE(QByteArray::fromStdString(written), QByteArray::fromStdString(whole));
        }
        if (isPair)
            for (size_t i = 0; i < found.size(); ++i)
                QCOMPARE(found[i].type, expected["token_types"][i].get<int>());
    }
};

}  // namespace test_golden_tokenizers

using test_golden_tokenizers::TestGoldenTokenizers;
TEST_CLASS(TestGoldenTokenizers, NoApplication)
#include "test_golden_tokenizers.moc"
