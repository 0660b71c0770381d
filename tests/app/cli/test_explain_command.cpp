// inspect --explain on the built program: every explanation of the committed fixture, whose values PyTorch
// computed, and what is refused.
#include <QJsonArray>
#include <QTemporaryDir>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/attribute/explain.h"
#include "model/config/config.h"
#include "model/config/presets.h"
#include "model/files/safetensors.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_explain_command {

constexpr float tolerance = 1e-5F;

float largestDifference(const std::vector<float>& a, const std::vector<float>& b) {
    float largest = a.size() == b.size() ? 0.0F : INFINITY;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

class TestExplainCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    /// The fixture's network as a checkpoint, and its two sequences, of 5 and 3 tokens, as input.
    void initTestCase() {
        QVERIFY(folder_->isValid());
        const NetworkConfig network = with(NetworkConfig(),
                                           "input_dim=4 num_classes=4 model_dim=6 num_heads=2 num_layers=3 "
                                           "dim_feedforward=5 positions=sinusoidal");
        SafeTensors checkpoint, input;
        checkpoint.metadata["config"] = toJson(network);
        for (const auto& [name, tensor] : fixture_.tensors)
            if (name.starts_with("param.")) checkpoint.tensors[name.substr(6)] = tensor;
        input.tensors["tokens"] = fixture_.at("input.tokens");
        input.tensors["lengths"] = fixture_.at("input.lengths");
        writeSafeTensors(at("network.safetensors").toStdString(), checkpoint);
        writeSafeTensors(at("input.safetensors").toStdString(), input);
    }

    void everyMethod() {
        QStringList words = inspectInput();
        for (const ExplainMethodInfo& info : explainMethods())
            words << "--explain" << QString::fromUtf8(info.name);
        const Ended ended = runProgram(words + QStringList{"--explain", "rollout", "--json"});  // twice
        QVERIFY2(ended.status == 0, ended.all().constData());
        const SafeTensors file = written();
        // logits, attention of 3 layers and what enters and leaves them, kinds of heads, methods with terms
        // for score_terms, a residual, tokens and lengths
        QCOMPARE(file.tensors.size(), 1 + 3 + 4 + 4 + explainMethods().size() - 1 + 5 + 1 + 2);
        QCOMPARE(file.metadata.at("axes.attention_x_gradient"), std::string("layer,batch,query,key"));
        QCOMPARE(file.metadata.at("axes.rollout"), std::string("batch,query,key"));
        const QJsonObject target = ended.json()["target"].toObject();
        QCOMPARE(target["methods"].toArray().size(), static_cast<qsizetype>(explainMethods().size()));
        QCOMPARE(target["position"].toString(), "all");
        QCOMPARE(target["class"].toString(), "predicted");
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(file.metadata.at("target"))).object(),
                 target);
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{2, 5, 4}));
        QCOMPARE(file.at("attention.2").shape, (std::vector<int64_t>{2, 2, 5, 5}));
        for (const ExplainMethodInfo& info : explainMethods()) {
            if (info.needs == ExplainNeeds::Network) continue;  // their values: test_golden_explain_more
            const bool layers = info.method == ExplainMethod::AttentionXGradient;
            QCOMPARE(file.at(info.name).shape,
                     layers ? (std::vector<int64_t>{3, 2, 5, 5}) : (std::vector<int64_t>{2, 5, 5}));
            verifySame(file, info.name, info.name);
        }
    }

    void everyMethodIsInTheHelp() {
        for (const char* command : {"inspect", "render"}) {
            const QByteArray help = runProgram({command, "--help"}).out.simplified();
            for (const ExplainMethodInfo& info : explainMethods())
                QVERIFY2(help.contains(info.name), info.name);
        }
    }

    void whatANetworkDoesNotHaveIsSaid() {
        QVERIFY(
            runProgram(inspectInput() << "--json").json()["unavailable_explanations"].toObject().isEmpty());
        RunConfig config = presetByName("text-demo");
        config.network.inputDim = 1;  // no [UNK]
        const Program program = buildProgram(config.network, 4);
        const std::vector<float> parameters = initialParameters(program, 1);
        writeSafeTensors(at("texts.safetensors").toStdString(), toSafeTensors(config, parameters));
        const QStringList words{"inspect", at("texts.safetensors"), "--tokens", "0 0 0 0",
                                "--out",   at("out.safetensors"),   "--json"};
        const Ended ended = succeeded(runProgram(words));
        const QJsonObject unavailable = ended.json()["unavailable_explanations"].toObject();
        QCOMPARE(unavailable.keys(), QStringList("integrated_gradients"));
        QVERIFY(unavailable["integrated_gradients"].toString().contains("[UNK]"));
        refusedWith(runProgram(words + QStringList{"--explain", "integrated_gradients"}),
                    "integrated_gradients: The baseline");
    }

    void positionAndClass() {
        const Ended ended = succeeded(runProgram(inspectInput() << "--explain"
                                                                << "relevance"
                                                                << "--position"
                                                                << "1"
                                                                << "--class"
                                                                << "2"));
        QVERIFY2(ended.out.contains("relevance [2, 5, 5]"), ended.all().constData());
        verifySame(written(), "relevance", "relevance_position_1_class_2");
    }

    void options_data() {
        const Rows<QString, QString> row("words", "expected");  // The words are separated by |.
        row("rollout", "--residual|0.3", "rollout_share_0.3");
        row("rollout", "--fuse|max", "rollout_max");
        row("rollout", "--fuse|min", "rollout_min");
        row("rollout", "--layers|1:2", "rollout_skip_1");
        row("attention_x_gradient", "--signed", "attention_x_gradient_signed");
    }
    void options() {
        QFETCH(QString, words);
        QFETCH(QString, expected);
        const std::string method = QTest::currentDataTag();
        const QStringList all = inspectInput() << "--explain" << QString::fromStdString(method);
        const Ended ended = succeeded(runProgram(all + words.split('|') + QStringList{"--json"}));
        verifySame(written(), method, expected.toStdString());
        const QJsonObject target = ended.json()["target"].toObject();
        QCOMPARE(target["residual_share"].toDouble(), words.contains("0.3") ? 0.3 : 0.5);
        QCOMPARE(target["first_layer"].toInt(), words.contains("layers") ? 1 : 0);
        QCOMPARE(target["last_layer"].toInt(), 2);
        QCOMPARE(target["gradient_part"].toString(), words == "--signed" ? "signed" : "positive");
        QVERIFY2(ended.json()["warnings"].toArray().isEmpty(), ended.all().constData());
    }

    void shapesAndAxes_data() {
        const Rows<QString, QString, QString, QString> row("method", "shape", "shapeAtPosition", "axes");
        row("input_x_gradient", "input_x_gradient", "2 5 5", "2 5", "batch,position,input");
        row("integrated_gradients", "integrated_gradients", "2 5 5", "2 5", "batch,position,input");
        row("integrated_gradients_residual", "integrated_gradients", "2 5", "2", "batch,position");
        row("occlusion", "occlusion", "2 5 5", "2 5", "batch,position,input");
        row("value_zeroing", "value_zeroing", "3 2 5 5", "3 2 5 5", "layer,batch,query,key");
        row("value_zeroing_rollout", "value_zeroing_rollout", "2 5 5", "2 5 5", "batch,query,key");
        row("norms", "norms", "3 2 5 5", "3 2 5 5", "layer,batch,query,key");
        row("norms_per_head", "norms_per_head", "3 2 2 5 5", "3 2 2 5 5", "layer,batch,head,query,key");
        row("score_bias", "score_terms", "2 2 5 5", "2 2 5 5", "batch,head,query,key");
    }
    void shapesAndAxes() {
        QFETCH(QString, method);
        QFETCH(QString, shape);
        QFETCH(QString, shapeAtPosition);
        QFETCH(QString, axes);
        const std::string tensor = QTest::currentDataTag();
        const auto shapeOf = [&] {
            QStringList sizes;
            const SafeTensors file = written();
            for (const int64_t size : file.at(tensor).shape) sizes << QString::number(size);
            return sizes.join(' ');
        };
        const QStringList words = inspectInput() << "--explain" << method;
        const Ended all = succeeded(runProgram(words));
        QCOMPARE(shapeOf(), shape);
        QCOMPARE(QString::fromStdString(written().metadata.at("axes." + tensor)), axes);
        succeeded(runProgram(words + QStringList{"--position", "1"}));
        QCOMPARE(shapeOf(), shapeAtPosition);
    }

    void aPatchedPositionBringsTheCleanAnswerBack() {
        const QStringList start{"inspect", at("network.safetensors"), "--tokens", "0 1 2 3"};
        const QStringList patch{"--patch-from", "3 1 2 3", "--position", "2", "--out", at("out.safetensors")};
        const Ended ended = succeeded(runProgram(start + patch + QStringList{"--json"}));
        const SafeTensors file = written();
        QCOMPARE(file.at("patching").shape, (std::vector<int64_t>{1, 4, 4}));
        QCOMPARE(file.at("patching_heads").shape, (std::vector<int64_t>{1, 3, 2}));
        QCOMPARE(file.metadata.at("axes.patching"), std::string("batch,layer,position"));
        // The inputs differ at the first position only: with its input the whole clean run is back.
        const std::vector<float>& grid = file.at("patching").floats("patching");
        QVERIFY(std::abs(grid[0] - 1) < 1e-4F);
        for (size_t t = 1; t < 4; ++t) QVERIFY(std::abs(grid[t]) < 1e-4F);
        // So it is with the last layer's output at the position that is read.
        for (size_t t = 0; t < 4; ++t) QVERIFY(std::abs(grid[12 + t] - (t == 2 ? 1.0F : 0.0F)) < 1e-4F);
        QCOMPARE(ended.json()["patching"].toObject()["position"].toInt(), 2);
        // This network, which has learned nothing, answers both inputs alike.
        QVERIFY(ended.json()["patching"].toObject()["answered_alike"].toBool());
        QVERIFY2(ended.all().contains("answered alike here"), ended.all().constData());
    }

    void patchingIsRefused_data() {
        // The words are separated by |.
        const Rows<QString, QString> row("words", "says");
        row("lengths", "--patch-from|0 1|--position|1", "as many tokens as the other input has, 4");
        row("no position", "--patch-from|0 1 2 2", "expected --position P");
        row("position", "--patch-from|0 1 2 2|--position|4", "from 0 to 3");
        row("class", "--patch-from|0 1 2 2|--position|1|--class|4", "from 0 to 3");
        row("token", "--patch-from|0 1 2 9|--position|1", "categories from 0 to 3, found 9");
        row("the same", "--patch-from|0 1 2 3|--position|1", "nothing to bring back");
    }
    void patchingIsRefused() {
        QFETCH(QString, words);
        QFETCH(QString, says);
        QFile::remove(at("out.safetensors"));
        const QStringList start{"inspect", at("network.safetensors"), "--tokens", "0 1 2 3",
                                "--out",   at("out.safetensors")};
        const Ended ended = runProgram(start + words.split('|'));
        QVERIFY2(ended.status == 2, ended.all().constData());
        QVERIFY2(ended.err.contains(says.toUtf8()), ended.all().constData());
        QVERIFY(!QFile::exists(at("out.safetensors")));
    }

    void manySequencesAreExplainedAsOne() {  // more than are looked at together
        constexpr int B = 70, T = 3;
        std::vector<int64_t> tokens(B * T);
        for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int64_t>(i) * 7 / 3 % 4;
        SafeTensors many;
        many.put("tokens", {B, T}, tokens);
        writeSafeTensors(at("many.safetensors").toStdString(), many);
        const QStringList explain{"--explain", "attention_x_gradient", "--explain", "flow",
                                  "--out",     at("out.safetensors")};
        const QStringList start{"inspect", at("network.safetensors")};
        QCOMPARE(runProgram(start + QStringList{"--input", at("many.safetensors")} + explain).status, 0);
        const SafeTensors all = written();
        const size_t last = B - 1;
        QString words;
        for (size_t t = 0; t < T; ++t) words += QString::number(tokens[last * T + t]) + " ";
        QCOMPARE(runProgram(start + QStringList{"--tokens", words} + explain).status, 0);
        const SafeTensors one = written();
        const std::vector<float>&flows = all.at("flow").floats("flow"), &flow = one.at("flow").floats("flow");
        QVERIFY(largestDifference({flows.end() - 9, flows.end()}, flow) < tolerance);
        const std::vector<float>&products = all.at("attention_x_gradient").floats("attention_x_gradient"),
              &product = one.at("attention_x_gradient").floats("attention_x_gradient");
        for (size_t layer = 0; layer < 3; ++layer)
            for (size_t i = 0; i < 9; ++i)
                QVERIFY(std::abs(products[(layer * B + last) * 9 + i] - product[layer * 9 + i]) < tolerance);
    }

    void isRefused_data() {
        // The words are separated by |.
        const Rows<QString, QString> row("words", "says");
        row("unknown method", "--explain|rolout", "rollout, rollout_elementwise, flow");
        row("method missing", "--explain", "--explain");
        row("position too large", "--explain|relevance|--position|5", "from 0 to 4");
        row("position negative", "--explain|relevance|--position|-1", "from 0 to 4");
        row("position of padding", "--explain|relevance|--position|3", "sequence 2 has only 3 tokens");
        row("class too large", "--explain|relevance|--class|4", "from 0 to 3");
        row("class no number", "--explain|relevance|--class|two", "--class");
        for (const char* layers : {"1", "2:1", "0:3", "-1:2", "0:1:2", "a:b"})
            row(layers, QStringLiteral("--explain|rollout|--layers|%1").arg(QLatin1String(layers)),
                "two layers from 0 to 2");
        row("share too large", "--explain|rollout|--residual|1.5", "--residual");
        row("no fusion", "--explain|rollout|--fuse|median", "mean, max or min");
        row("nothing to explain", "--position|1", "give one of them");
    }
    void isRefused() {
        QFETCH(QString, words);
        QFETCH(QString, says);
        QFile::remove(at("out.safetensors"));
        const Ended ended = runProgram(inspectInput() + words.split('|'));
        QVERIFY2(ended.status == 2, ended.all().constData());
        QVERIFY2(ended.err.contains(says.toUtf8()), ended.all().constData());
        QCOMPARE(ended.out, QByteArray());
        QVERIFY(!QFile::exists(at("out.safetensors")));
    }

    void flowOfALongSequenceIsRefused() {
        QString tokens;
        for (int i = 0; i <= longestFlowSequence; ++i) tokens += "1 ";
        refusedWith(runProgram({"inspect", at("network.safetensors"), "--tokens", tokens, "--explain", "flow",
                                "--out", at("long.safetensors")}),
                    "at most 64 tokens");
        QVERIFY(!QFile::exists(at("long.safetensors")));
    }

private:
    [[nodiscard]] QStringList inspectInput() const {
        return {"inspect", at("network.safetensors"), "--input", at("input.safetensors"),
                "--out",   at("out.safetensors")};
    }
    [[nodiscard]] SafeTensors written() const { return readSafeTensors(at("out.safetensors").toStdString()); }
    void verifySame(const SafeTensors& file, const std::string& name, const std::string& expected) const {
        const float difference =
            largestDifference(file.at(name).floats(name), fixture_.at("expect." + expected).floats(expected));
        QVERIFY2(difference < tolerance,
                 qPrintable(QString::fromStdString(name) + " differs by " + QString::number(difference)));
    }

    const SafeTensors fixture_ = readSafeTensors(ATTX_TEST_DATA "/fixture_explain.safetensors");
};

TEST_CLASS(TestExplainCommand, QCoreApplication)

}  // namespace test_explain_command
#include "test_explain_command.moc"
