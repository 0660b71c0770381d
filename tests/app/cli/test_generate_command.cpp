// generate on the built program: published folders, a run of our own, and what it refuses. Folders are those
// of the golden files' models, next to the folder that ATTX_GOLDEN names (else ../shared next to the
// checkout).
#include <QJsonArray>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/small_runs.h"
#include "golden_network.h"
#include "model/files/safetensors.h"
#include "model/inspect/token_text.h"
#include "runner.h"

namespace test_generate_command {

QStringList piecesOf(const QJsonArray& tokens) {
    QStringList pieces;
    for (const QJsonValue& token : tokens) pieces << token["piece"].toString();
    return pieces;
}

class TestGenerateCommand : public QObject {
    Q_OBJECT
    const SmallRuns runs_;

private Q_SLOTS:
    void initTestCase() {
        runs_.makeSequences();
        runs_.make(smallTraining("causal", {"--set", "network.causal=true", "--set", "data.length=8"}));
    }

    void goldenText() {
        const QString folder = attx::modelPath("stories260K");
        REQUIRE_GOLDEN(folder);
        const attx::SafeTensors golden =
            attx::readSafeTensors(attx::goldenFolder() + "/trained_stories260K.safetensors");
        const auto said = [&](const char* key) { return nlohmann::json::parse(golden.metadata.at(key)); };
        const Ended ended = succeeded(runs_.run(
            {"generate", folder, "--prompt", QString::fromStdString(said("prompt").get<std::string>()),
             "--tokens", QString::number(said("generated").get<int>()), "--json"}));
        const QJsonObject json = ended.json();
        QCOMPARE(json["text"].toString(), QString::fromStdString(said("text").get<std::string>()));
        const auto pieces = said("pieces").get<std::vector<std::string>>();
        const auto given = said("given").get<size_t>();
        QStringList expected;
        for (const std::string& piece : pieces) expected << QString::fromStdString(piece);
        QCOMPARE(piecesOf(json["prompt_tokens"].toArray()) + piecesOf(json["tokens"].toArray()), expected);
        // Probabilities are the softmax of the golden logits.
        const std::vector<float>& logits = golden.at("expect.logits").floats("logits");
        const std::vector<int64_t>& ids = golden.at("input.tokens").integers("tokens");
        const size_t V = logits.size() / ids.size();
        const QJsonArray tokens = json["tokens"].toArray();
        for (size_t i = given; i < ids.size(); ++i) {
            const float* row = logits.data() + (i - 1) * V;
            double sum = 0;
            for (size_t k = 0; k < V; ++k) sum += std::exp(static_cast<double>(row[k]));
            const double probability = std::exp(static_cast<double>(row[ids[i]])) / sum;
            const QJsonValue token = tokens[static_cast<qsizetype>(i - given)];
            QVERIFY(std::abs(token["probability"].toDouble() - probability) < 1e-4);
            QVERIFY(std::abs(token["surprise"].toDouble() + std::log2(probability)) < 1e-3);
            QCOMPARE(token["likeliest"].toArray().size(), 5);
            QCOMPARE(token["likeliest"][0]["id"].toInt(), token["id"].toInt());
        }
    }

    void theSameTextOnAnyNumberOfThreads() {
        const QString folder = attx::modelPath("stories260K");
        REQUIRE_GOLDEN(folder);
        const QStringList words{"generate", folder, "--prompt", "One day", "--tokens", "40",
                                "--seed",   "7",    "--top-k",  "20",      "--json"};
        const Ended one = succeeded(runs_.run(words));
        QStringList other = words;
        other[8] = "8";
        QCOMPARE(runs_.run(words).out, one.out);
        QVERIFY(runs_.run(QStringList(words).replaceInStrings("7", "8")).json()["text"] !=
                one.json()["text"]);
    }

    /// Its context is 40 tokens.
    void gpt2AndTheEndOfItsContext() {
        const QString folder = attx::modelPath("hf_gpt2");
        REQUIRE_GOLDEN(folder);
        const Ended ended = succeeded(
            runs_.run({"generate", folder, "--prompt", "a b", "--tokens", "100", "--seed", "3", "--json"}));
        const QJsonObject json = ended.json();
        QCOMPARE(json["context"].toInt(), 40);
        if (!json["ended"].toBool()) {
            QCOMPARE(json["tokens"].toArray().size(), 100);
            QVERIFY(json["dropped"].toArray().size() >= 3);
            QCOMPARE(json["dropped"][0]["before"].toInt(), 40);
            QVERIFY(ended.err.contains("reads 40 tokens at most"));
        }
        const Ended twin = runs_.run({"generate", attx::modelPath("hf_gpt2_hub_names"), "--prompt", "a b",
                                      "--tokens", "100", "--seed", "3", "--json"});
        QCOMPARE(twin.json()["text"], json["text"]);
        const QString longer = QString("word ").repeated(60);
        const Ended cut = runs_.run({"generate", folder, "--prompt", longer, "--tokens", "2", "--json"});
        QVERIFY2(cut.status == 0 && cut.err.contains("the oldest go"), cut.all());
    }
    void anEmptyPrompt() {
        const QString folder = attx::modelPath("hf_gpt2");
        REQUIRE_GOLDEN(folder);
        const Ended ended = runs_.run({"generate", folder, "--prompt", "", "--tokens", "2", "--json"});
        QVERIFY2(ended.status == 0 && ended.err.contains("The prompt is empty"), ended.all());
    }

    void aRunOfNumbers() {
        const QStringList words{"generate", "causal", "--prompt", "3 1,4", "--tokens", "20"};
        const Ended ended = succeeded(runs_.run(words + QStringList{"--json"}));
        const QJsonObject json = ended.json();
        QCOMPARE(piecesOf(json["prompt_tokens"].toArray()), (QStringList{"3", "1", "4"}));
        QCOMPARE(json["tokens"].toArray().size(), 20);
        QCOMPARE(json["context"].toInt(), 8);
        const Ended plain = runs_.run(words);
        QCOMPARE(plain.out, json["text"].toString().toUtf8() + '\n');  // and nothing else
        QVERIFY2(plain.err.contains("reads 8 tokens at most"), plain.all());
    }

    void refused_data() {
        addColumns<QStringList, QByteArray>("words", "says");
        const auto row = [](const char* name, const QStringList& words, const char* says) {
            QTest::newRow(name) << (QStringList{"generate"} + words) << QByteArray(says);
        };
        row("an encoder", {"run", "--prompt", "3 1"}, "is an encoder");
        row("no prompt", {"causal"}, "--prompt");
        row("nothing to go on from", {"causal", "--prompt", " "}, "found none");
        row("a category that there is not", {"causal", "--prompt", "3 10"}, "numbers from 0 to 9");
        row("words to a network of numbers", {"causal", "--prompt", "hello"}, "found \"hello\"");
        row("a temperature below 0", {"causal", "--prompt", "3", "--temperature", "-1"}, "--temperature");
        row("no tokens", {"causal", "--prompt", "3", "--tokens", "0"}, "--tokens");
        row("none of the likeliest", {"causal", "--prompt", "3", "--top-k", "0"}, "--top-k");
        row("nothing there", {"missing", "--prompt", "3"}, "nothing of that name");
    }
    void refused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        refusedWith(runs_.run(words), says);
    }
};

}  // namespace test_generate_command

using test_generate_command::TestGenerateCommand;
TEST_CLASS(TestGenerateCommand, NoApplication)
#include "test_generate_command.moc"
