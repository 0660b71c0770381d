// Published networks against values computed in float64: the files hf_*, lm_buddy_* and trained_* of the
// folder that ATTX_GOLDEN names (else ../shared/golden next to the checkout), whose networks are in the
// folder models next to it. The built program opens each and inspects it.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/cli/program.h"
#include "golden_network.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

namespace test_golden_folders {

using nlohmann::json;

/// What bare weights do not say, from the golden file.
QStringList settings(const SafeTensors& golden, const QString& model) {
    if (QFileInfo(model).isDir()) return {};
    std::map<std::string, std::string> values;
    for (const char* key : {"output", "pooling", "causal", "activation", "num_heads", "layer_norm_eps"})
        if (const auto found = golden.metadata.find(key); found != golden.metadata.end()) {
            const json value = json::parse(found->second);
            values[key] = value.is_string() ? value.get<std::string>() : value.dump();
        }
    // The values of some that answer at each position are those of the last one.
    if (golden.at("expect.logits").shape.size() == 2 && values["output"] == "positions")
        values["output"] = "pooled", values["pooling"] = "last";
    QStringList words;
    for (const auto& [key, value] : values)
        words << "--set" << QString::fromStdString("network." + key + "=" + value);
    return words;
}

/// What the golden file gives a network, as inspect reads it.
SafeTensors inputOf(const SafeTensors& golden) {
    SafeTensors input;
    if (golden.tensors.contains("input.pixels")) input.tensors["pixel_values"] = golden.at("input.pixels");
    for (const char* name : {"tokens", "token_types", "lengths"})
        if (golden.tensors.contains(std::string("input.") + name))
            input.tensors[name] = golden.at(std::string("input.") + name);
    if (golden.tensors.contains("input.attention_mask")) {
        const StoredTensor& mask = golden.at("input.attention_mask");
        const std::vector<int64_t>& values = mask.integers("attention_mask");
        std::vector<int64_t> lengths;
        for (int64_t row = 0; row < mask.shape[0]; ++row)
            lengths.push_back(std::accumulate(values.begin() + row * mask.shape[1],
                                              values.begin() + (row + 1) * mask.shape[1], int64_t{0}));
        input.put("lengths", {mask.shape[0]}, lengths);
    }
    return input;
}

/// Element `index` of `wide` whose axes are at least as long as those of `narrow`.
size_t placeIn(const std::vector<int64_t>& wide, const std::vector<int64_t>& narrow, size_t index) {
    size_t place = 0, step = 1;
    for (size_t axis = narrow.size(); axis-- > 0;) {
        place += index % static_cast<size_t>(narrow[axis]) * step;
        index /= static_cast<size_t>(narrow[axis]);
        step *= static_cast<size_t>(wide[axis]);
    }
    return place;
}

/// The coordinate of element `index` on an axis.
int64_t coordinate(const std::vector<int64_t>& shape, size_t index, size_t axis) {
    for (size_t i = shape.size() - 1; i > axis; --i) index /= static_cast<size_t>(shape[i]);
    return static_cast<int64_t>(index % static_cast<size_t>(shape[axis]));
}

/// Largest difference by the largest value, of what is no padding: `positionAxes` count positions, the first
/// axis sequences.
double difference(const StoredTensor& expected, const StoredTensor& found,
                  const std::vector<size_t>& positionAxes, const std::vector<int64_t>& lengths) {
    const std::vector<float>&want = expected.floats("expected"), &have = found.floats("found");
    double most = 0, largest = 1e-30;
    for (size_t i = 0; i < want.size(); ++i) {
        const auto sequence = static_cast<size_t>(coordinate(expected.shape, i, 0));
        bool isPadding = false;
        for (const size_t axis : positionAxes)
            isPadding |= !lengths.empty() && coordinate(expected.shape, i, axis) >= lengths[sequence];
        if (isPadding) continue;
        const double value = static_cast<double>(have[placeIn(found.shape, expected.shape, i)]);
        most = std::max(most, std::isfinite(value) ? std::abs(value - static_cast<double>(want[i])) : 1e30);
        largest = std::max(largest, std::abs(static_cast<double>(want[i])));
    }
    return most / largest;
}

class TestGoldenFolders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dataAreNotMadeUp() {
        const QTemporaryDir folder;
        const QString model = modelPath("hf_bert_classifier");
        if (!QFileInfo::exists(model)) QSKIP("There is no folder of models next to the golden folder.");
        for (const QStringList& words :
             {QStringList{"evaluate", model},
              QStringList{"predict", model, "--out", folder.filePath("p.csv")},
              QStringList{"inspect", model, "--sample", "0", "--out", folder.filePath("o.safetensors")},
              QStringList{"export", model, "--out", folder.filePath("e.html")}}) {
            refusedWith(runProgram(words), "whose data are not made here");
        }
    }
    /// The figures that need no data are drawn of one all the same.
    void allFiguresLeaveOutThoseOfTheData() {
        const QString model = modelPath("hf_bert_classifier");
        if (!QFileInfo::exists(model)) QSKIP("There is no folder of models next to the golden folder.");
        const QTemporaryDir folder;
        succeeded(runProgram(
            {"render", model, "--figure", "all", "--text", "The story was happy", "--out", folder.path()}));
        const QStringList drawn = QDir(folder.path()).entryList(QDir::Files);
        QVERIFY2(drawn.contains("attention.png") && !drawn.contains("confusion.png"),
                 qPrintable(drawn.join(" ")));
    }
    void textsGoThroughTheTokenizer() {
        const QString model = modelPath("hf_bert_classifier");
        if (!QFileInfo::exists(model)) QSKIP("There is no folder of models next to the golden folder.");
        const QTemporaryDir folder;
        const QString out = folder.filePath("out.safetensors");
        const Ended ended =
            succeeded(runProgram({"inspect", model, "--text", "The story was happy, and I hated it!",
                                  "--text-pair", "It isn't sad...", "--out", out, "--json"}));
        const QStringList classes{"negative", "neutral", "positive"};
        QVERIFY2(classes.contains(ended.json()["prediction"].toString()), ended.all());
        const SafeTensors found = readSafeTensors(out.toStdString());
        const std::string golden = goldenFolder() + "/hf_bert_classifier.safetensors";
        if (!QFileInfo::exists(QString::fromStdString(golden))) return;
        const SafeTensors expected = readSafeTensors(golden);
        const std::vector<int64_t>& tokens = found.at("tokens").integers("tokens");
        const std::vector<int64_t>& all = expected.at("input.tokens").integers("input.tokens");
        if (json::parse(expected.metadata.at("texts"))[0] !=
            json({"The story was happy, and I hated it!", "It isn't sad..."}))
            return;
        QVERIFY(tokens.size() <= all.size() && std::equal(tokens.begin(), tokens.end(), all.begin()));
    }
    /// What the tokenizer adds is there however long the texts are; of a pair the longer one gives way.
    void longTextsAreCutBetweenWhatIsAdded() {
        const QString model = modelPath("hf_bert_classifier");
        if (!QFileInfo::exists(model)) QSKIP("There is no folder of models next to the golden folder.");
        const QTemporaryDir folder;
        const auto tokensOf = [&](const QString& text) {
            const QString out = folder.filePath("out.safetensors");
            const Ended ended =
                runProgram({"inspect", model, "--text", text, "--text-pair", "sad", "--out", out});
            return ended.status == 0 ? readSafeTensors(out.toStdString()).at("tokens").integers("tokens")
                                     : std::vector<int64_t>();
        };
        const std::vector<int64_t> brief = tokensOf("happy"), cut = tokensOf(QString("happy ").repeated(500));
        QVERIFY(brief.size() >= 5 && cut.size() > brief.size());
        QCOMPARE(cut.front(), brief.front());
        const auto second = std::find(brief.begin() + 1, brief.end(), brief.back());  // the first separator
        const auto behind = brief.end() - second;
        QVERIFY(std::equal(second, brief.end(), cut.end() - behind));
    }
    /// A table given to a classifier answers as each of its texts does alone; classes by names or by numbers.
    void tablesAreAnsweredLikeTexts_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"hf_bert_classifier", "hf_roberta_classifier", "hf_distilbert_classifier"})
            QTest::newRow(name) << modelPath(name);
    }
    void tablesAreAnsweredLikeTexts() {
        QFETCH(QString, model);
        if (!QFileInfo::exists(model)) QSKIP("There is no folder of models next to the golden folder.");
        const QStringList texts{"The story was happy, and I hated it!",
                                "What a great film: he never hated the little dog again", "It isn't sad...",
                                "happy", "She loved the sad film, the film!"};
        const QTemporaryDir folder;
        const json config = json::parse(readFile((model + "/config.json").toStdString()));
        QString byName = "text,label\n", byNumber = "text,label\n";
        std::vector<double> probabilities;
        for (qsizetype i = 0; i < texts.size(); ++i) {
            const Ended alone = succeeded(runProgram({"inspect", model, "--text", texts[i], "--json"}));
            const QString name = alone.json()["prediction"].toString();
            probabilities.push_back(alone.json()["probability"].toDouble());
            int number = -1;
            for (const auto& [key, value] : config["id2label"].items())
                if (name.toStdString() == value) number = std::stoi(key);
            QVERIFY(number >= 0);
            // The last row is labelled wrongly, so that there are two classes whatever is answered.
            const auto classes = static_cast<int>(config["id2label"].size());
            if (i + 1 == texts.size()) number = (number + 1) % classes;
            byNumber += QString("\"%1\",%2\n").arg(texts[i]).arg(number);
            byName += QString("\"%1\",%2\n")
                          .arg(texts[i], QString::fromStdString(
                                             config["id2label"][std::to_string(number)].get<std::string>()));
        }
        for (const QString& table : {byName, byNumber}) {
            const QString data = folder.filePath("texts.csv"), out = folder.filePath("out.csv");
            writeFileAtomically(data.toStdString(), table.toStdString());
            const Ended evaluated = succeeded(runProgram({"evaluate", model, "--data", data, "--json"}));
            QCOMPARE(evaluated.json()["test_acc"].toDouble(), 0.8);
            QCOMPARE(evaluated.json()["split"].toString(), QString("all"));
            QVERIFY2(!evaluated.err.contains("are cut there"), evaluated.all());
            const Ended cut =
                runProgram({"evaluate", model, "--data", data, "--set", "data.length=4", "--json"});
            QVERIFY2(cut.status == 0 && cut.err.contains(" tokens (data.length) and are cut there"),
                     cut.all());
            const Ended predicted =
                succeeded(runProgram({"predict", model, "--data", data, "--out", out, "--json"}));
            QCOMPARE(predicted.json()["test_acc"].toDouble(), 0.8);
            const QStringList rows =
                QString::fromStdString(readFile(out.toStdString())).split('\n', Qt::SkipEmptyParts);
            QCOMPARE(rows.size(), texts.size() + 1);
            for (size_t i = 0; i < probabilities.size(); ++i) {
                double largest = 0;
                for (const QString& field : rows[static_cast<qsizetype>(i) + 1].split(','))
                    if (field.contains('.')) largest = std::max(largest, field.toDouble());
                QVERIFY2(std::abs(largest - probabilities[i]) < 1e-5, qPrintable(rows.join('\n')));
            }
        }
        const QString data = folder.filePath("texts.csv");
        for (const QStringList& words :
             {QStringList{"render", model, "--figure", "text", "--text", texts[0], "--out",
                          folder.filePath("text.svg")},
              QStringList{"render", model, "--figure", "attention", "--sample", "1", "--data", data, "--out",
                          folder.filePath("maps.png")},
              QStringList{"render", model, "--figure", "confusion", "--data", data, "--out",
                          folder.filePath("confusion.csv")},
              QStringList{"export", model, "--text", texts[0], "--out", folder.filePath("page.html")}}) {
            const Ended ended = runProgram(words);
            QVERIFY2(ended.status == 0 && QFileInfo(words.last()).size() > 0, ended.all());
        }
        refusedWith(runProgram({"evaluate", modelPath("hf_minilm"), "--data", folder.filePath("texts.csv"),
                                "--json"}),
                    "name the class of a text");
    }
    void networks_data() {
        const Rows<QString, QString> row("path", "model");
        const QStringList paths =
            goldenFiles({"hf_*.safetensors", "lm_buddy_*.safetensors", "trained_*.safetensors"});
        for (const QString& path : paths) {
            const QString name = QFileInfo(path).completeBaseName();
            const json model = json::parse(readSafeTensors(path.toStdString()).metadata.at("model"));
            row(qPrintable(name), path, modelPath(model.get<std::string>()));
            // The same weights in other files.
            for (const auto& [plain, twin] : {std::pair{"hf_bert", "hf_bert_old_names"},
                                              {"hf_gpt2", "hf_gpt2_hub_names"},
                                              {"hf_llama", "hf_llama_sharded"}})
                if (name == plain) row(twin, path, modelPath(twin));
        }
        if (paths.isEmpty()) row("none", {}, {});
    }
    void networks() {
        QFETCH(QString, path);
        QFETCH(QString, model);
        REQUIRE_GOLDEN(path);
        const SafeTensors golden = readSafeTensors(path.toStdString());
        const QTemporaryDir folder;
        const SafeTensors input = inputOf(golden);
        writeSafeTensors(folder.filePath("input").toStdString(), input);
        const Ended ended = runProgram(QStringList{"inspect", model, "--input", folder.filePath("input"),
                                                   "--out", folder.filePath("out.safetensors"), "--json"} +
                                       settings(golden, model));
        if (model.endsWith("hf_gpt_neo")) {
            QVERIFY2(ended.status == 2 && ended.err.contains("\"gpt_neo\""), ended.all());
            return;
        }
        QVERIFY2(ended.status == 0, ended.all());
        const SafeTensors found = readSafeTensors(folder.filePath("out.safetensors").toStdString());
        const std::vector<int64_t> lengths = input.tensors.contains("lengths")
                                                 ? input.at("lengths").integers("lengths")
                                                 : std::vector<int64_t>();
        int compared = 0;
        for (const auto& [name, tensor] : golden.tensors) {
            if (!name.starts_with("expect.")) continue;
            const std::string ours = name.substr(7);
            const bool isAttention = ours.starts_with("attention."), isHidden = ours.starts_with("hidden.");
            if (!isAttention && !isHidden && ours != "logits" && ours != "sentence_embedding") continue;
            QVERIFY2(found.tensors.contains(ours), (ours + " is missing").c_str());
            std::vector<size_t> axes;
            if (isAttention) axes = {2, 3};
            if (isHidden || (ours == "logits" && tensor.shape.size() == 3)) axes = {1};
            const double apart = difference(tensor, found.at(ours), axes, lengths);
            QVERIFY2(apart <= (isAttention ? 1e-5 : 1e-4),
                     (ours + " differs by " + std::to_string(apart)).c_str());
            ++compared;
        }
        QVERIFY(compared > 1);
    }
};

TEST_CLASS(TestGoldenFolders, NoApplication)

}  // namespace test_golden_folders
#include "test_golden_folders.moc"
