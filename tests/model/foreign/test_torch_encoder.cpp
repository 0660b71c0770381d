// nn.TransformerEncoder: the file that PyTorch writes here answers as it did there; and, without PyTorch, our
// own parameters under its names give what they gave.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <functional>

#include "model/foreign/torch_encoder.h"
#include "model/foreign/torch_encoder_file.h"
#include "model/network/positions.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
using namespace torch_encoder_file;

namespace test_torch_encoder {

const char* const script = R"(
import json, sys, torch
from torch import nn
kind, path = sys.argv[1:]
torch.manual_seed(3)
C, NH, F, L, V, K, T = 36, 3, 20, 2, 7, 4, 5

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        pre = {'norm_first': True, 'activation': 'gelu'} if kind.startswith('pre') else {}
        layer = nn.TransformerEncoderLayer(C, NH, F, dropout=0.1, batch_first=True, **pre)
        self.transformer = nn.TransformerEncoder(layer, L, nn.LayerNorm(C) if kind == 'pre-norm and norm' else None)
        if kind == 'classifier':
            self.embedding, self.out = nn.Embedding(V, C), nn.Linear(C, K)
        if kind == 'tagger':
            self.embed, self.head = nn.Linear(V, C), nn.Linear(C, V)
        if kind == 'notebook':
            self.input_net = nn.Sequential(nn.Dropout(0.1), nn.Linear(V, C))
            self.output_net = nn.Sequential(nn.Linear(C, C), nn.LayerNorm(C), nn.ReLU(), nn.Dropout(0.1), nn.Linear(C, K))

net = Net().eval()
with torch.no_grad():
    for p in net.parameters():
        p.add_(0.3 * torch.randn_like(p))
    tokens = torch.randint(V, (1, T))
    given = x = torch.randn(1, T, C)
    if kind == 'classifier':
        given, x = tokens, net.embedding(tokens)
    if kind == 'tagger':
        given, x = tokens, net.embed(nn.functional.one_hot(tokens, V).float())
    if kind == 'notebook':
        given, x = tokens, net.input_net(nn.functional.one_hot(tokens, V).float())
    attention = []
    for layer in net.transformer.layers:
        y = layer.norm1(x) if layer.norm_first else x
        attention.append(layer.self_attn(y, y, y, need_weights=True, average_attn_weights=False)[1])
        x = layer(x)
    if net.transformer.norm is not None:
        x = net.transformer.norm(x)
    logits = net.output_net(x) if kind == 'notebook' else net.head(x) if kind == 'tagger' else x.max(1)[0]
    if kind == 'classifier':
        logits = net.out(logits)
    pre = kind.startswith('pre')
    state = (net.transformer if kind == 'alone' or pre else net).state_dict()
    if pre:
        state = {'state_dict': state, 'hyper_parameters': {'norm_first': True, 'activation': 'gelu'}}
    torch.save({'state_dict': state} if kind == 'classifier' else state, path)
    print(json.dumps({'given': given.flatten().tolist(), 'logits': logits.flatten().tolist(),
                      'attention': [a.flatten().tolist() for a in attention]}))
)";

QString pythonWithTorch() {
    for (const char* name : {"/usr/bin/python3", "python3"}) {
        QProcess process;
        process.start(QLatin1String(name), {"-c", "import torch"});
        if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit &&
            process.exitCode() == 0)
            return QLatin1String(name);
    }
    return {};
}

std::vector<float> numbers(const QJsonValue& value) {
    std::vector<float> result;
    for (const QJsonValue& number : value.toArray()) result.push_back(static_cast<float>(number.toDouble()));
    return result;
}

class TestTorchEncoder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    void asPytorchAnswers_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind :
             {"alone", "classifier", "tagger", "notebook", "pre-norm", "pre-norm and norm"})
            QTest::newRow(kind) << kind;
    }
    void asPytorchAnswers() {
        const QString python = pythonWithTorch();
        if (python.isEmpty()) QSKIP("No Python with PyTorch is installed (Debian: python3-torch)");
        QFETCH(QString, kind);
        const QString path = folder_.filePath(kind + ".pt");
        QProcess process;
        process.start(python, {"-c", script, kind, path});
        QVERIFY(process.waitForFinished(300'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        const QJsonObject expected = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        const std::vector<float> given = numbers(expected["given"]);
        const Sample sample = kind == "alone" || kind.startsWith("pre")
                                  ? setOf(given, 5)
                                  : sampleOf(std::vector<int32_t>(given.begin(), given.end()));
        const Inspection found = answerOf(path.toStdString(), heads, sample, kind == "tagger");
        QVERIFY2(farthest(found.logits, numbers(expected["logits"])) < 1e-5F,
                 qPrintable(QString::number(
                     static_cast<double>(farthest(found.logits, numbers(expected["logits"]))))));
        for (qsizetype layer = 0; layer < layers; ++layer)
            QVERIFY(farthest(found.attention[static_cast<size_t>(layer)],
                             numbers(expected["attention"].toArray()[layer])) < 1e-5F);
    }

    /// Whatever is said of the norms' place, the file has one behind the last layer or not.
    void theLastNormIsTheFiles() {
        NetworkConfig network = with(networkOf("classifier"), "norm_first=true");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        const std::string path = folder_.filePath("last.safetensors").toStdString();
        writeSafeTensors(path, torchFile(network, parameters, "classifier", "encoder."));
        RunConfig stored = openCheckpoint(path).config;
        QVERIFY(!stored.network.normFirst && stored.network.hasFinalNorm());
        RunConfig wanted = with(stored, "network.norm_first=true");
        followAnswers(stored, wanted);
        QVERIFY(wanted.network.hasFinalNorm());
        network.finalNorm = FinalNorm::False;
        parameters = initialParameters(buildProgram(network, 1), 5);
        writeSafeTensors(path, torchFile(network, parameters, "classifier", "encoder."));
        stored = wanted = openCheckpoint(path).config;
        QVERIFY(!stored.network.hasFinalNorm());
        wanted.network.normFirst = true;
        followAnswers(stored, wanted);
        QVERIFY(wanted.network.normFirst && !wanted.network.hasFinalNorm());
    }

    void ourParametersUnderTheirNames_data() {
        const Rows<QString, QString, QStringList> row("kind", "prefix", "assumed");
        const QStringList encoder{"network.norm_first=false", "network.causal=false",
                                  "network.activation=relu"};
        const QStringList network{"network.num_heads=4", "network.positional_encoding=false",
                                  "network.mask_padding=true", "network.layer_norm_eps=1e-5"};
        row("alone", "alone", "",
            encoder + QStringList{"network.output=pooled", "network.pooling=max"} + network);
        row("vectors", "linear", "encoder.",
            encoder + QStringList{"network.input=features", "network.output=pooled", "network.pooling=max"} +
                network);
        QStringList positions = network;
        positions[1] = "network.positional_encoding=true";
        row("tokens", "classifier", "model.encoder.",
            QStringList{"network.norm_first=false", "network.causal=false", "network.embedding_scale=1",
                        "network.activation=relu", "network.output=pooled", "network.pooling=max"} +
                positions + QStringList{"data.length=200"});
        row("an answer at each position", "tagger", "encoder.",
            encoder + QStringList{"network.input=features", "network.output=pooled", "network.pooling=max"} +
                network);
        row("in the notebooks' network", "notebook", "transformer.", encoder + positions);
    }
    void ourParametersUnderTheirNames() {
        QFETCH(QString, kind);
        QFETCH(QString, prefix);
        QFETCH(QStringList, assumed);
        const NetworkConfig network = networkOf(kind);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        const std::string path = folder_.filePath("ours.safetensors").toStdString();
        const SafeTensors file = torchFile(network, parameters, kind.toStdString(), prefix.toStdString());
        QVERIFY(file.tensors.contains(prefix.toStdString() + "layers.1.self_attn.in_proj_weight"));
        writeSafeTensors(path, file);
        const Checkpoint opened = openCheckpoint(path);
        QCOMPARE(assumptionsOf(opened), assumed);
        QVERIFY(opened.parameters == parametersWithHeads(path, 4).value());  // the likely number
        std::vector<float> features;
        for (int i = 0; i < 5 * network.inputDim; ++i) features.push_back(std::sin(static_cast<float>(i)));
        const Sample sample =
            network.input == InputKind::Features ? setOf(features, 5) : sampleOf({3, 1, 4, 1, 5});
        Inspector inspector(network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(parameters));
        const Inspection expected = inspector.inspect(sample);
        const bool each = kind == "tagger";
        QCOMPARE(answerOf(path, heads, sample, each).logits, expected.logits);
        QCOMPARE(answerOf(path, heads, sample, each).attention, expected.attention);
        QVERIFY(answerOf(path, 4, sample, each).attention != expected.attention);
    }

    /// As nn.TransformerEncoderLayer(bias=False) writes it.
    void anEncoderWithoutBiases() {
        const NetworkConfig network = with(networkOf("classifier"), "bias=false norm=layer_no_bias");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        const std::string path = folder_.filePath("no_bias.safetensors").toStdString();
        const SafeTensors file = torchFile(network, parameters, "classifier", "encoder.");
        QVERIFY(!file.tensors.contains("encoder.layers.0.norm1.bias"));
        writeSafeTensors(path, file);
        QVERIFY(assumptionsOf(openCheckpoint(path)).contains("network.norm=layer_no_bias"));
        Inspector inspector(network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(parameters));
        const Sample sample = sampleOf({3, 1, 4, 1, 5});
        QCOMPARE(answerOf(path, heads, sample).logits, inspector.inspect(sample).logits);
    }

    /// JSON stands for what a checkpoint holds beside its tensors.
    void hyperParametersAreReadWhereverTheyStand_data() {
        // Known of what is assumed otherwise.
        addColumns<QByteArray, QStringList, QString>("beside", "known", "refused");
        const auto row = [](const char* name, const QByteArray& beside, const QStringList& known,
                            const QString& refused = {}) {
            QTest::newRow(name) << beside << known << refused;
        };
        const QString headsKey = "network.num_heads=4", norm = "network.norm_first=false",
                      relu = "network.activation=relu", causal = "network.causal=false",
                      eps = "network.layer_norm_eps=1e-5";
        row("Lightning", R"({"hyper_parameters": {"nhead": 3, "norm_first": false, "activation": "relu"}})",
            {headsKey, norm, relu});
        row("heads under args", R"({"args": {"n_heads": 3}})", {headsKey});
        row("deeper", R"({"hyper_parameters": {"cfg": {"model": {"num_heads": 3, "layer_norm_eps": 1e-5}}}})",
            {headsKey, eps});
        row("beside the weights", R"({"num_heads": 3, "causal": false})", {headsKey, causal});
        row("the same twice", R"({"args": {"nhead": 3}, "config": {"num_heads": 3}})", {headsKey});
        row("two counts of heads", R"({"args": {"nhead": 3}, "config": {"num_heads": 4}})", {},
            "args.nhead is 3, and config.num_heads is 4");
        row("pre-norm", R"({"hyper_parameters": {"norm_first": true}})", {norm});
        row("pre-norm by another name", R"({"hyper_parameters": {"args": {"normalize_before": true}}})",
            {norm});
        row("GELU", R"({"hyper_parameters": {"activation": "gelu"}})", {relu});
        row("ELU", R"({"hyper_parameters": {"activation": "elu"}})", {}, "the activation is elu");
        row("causal", R"({"hparams": {"is_causal": true}})", {causal});
    }
    void hyperParametersAreReadWhereverTheyStand() {
        QFETCH(const QByteArray, beside);
        QFETCH(const QStringList, known);
        QFETCH(const QString, refused);
        Tree tree("x.ckpt", 100);
        const std::function<TreeValue(const QJsonValue&)> valueOf = [&](const QJsonValue& json) {
            if (json.isString()) return tree.text(json.toString().toStdString());
            TreeValue value;
            if (json.isObject()) {
                value = tree.container(TreeValue::Kind::Map);
                const QJsonObject object = json.toObject();
                for (auto entry = object.begin(); entry != object.end(); ++entry) {
                    tree.append(value, tree.text(entry.key().toStdString()));
                    tree.append(value, valueOf(entry.value()));
                }
                return value;
            }
            value.kind = json.isBool()                                    ? TreeValue::Kind::Boolean
                         : json.toDouble() == std::round(json.toDouble()) ? TreeValue::Kind::Integer
                                                                          : TreeValue::Kind::Real;
            if (value.kind == TreeValue::Kind::Real)
                value.real = json.toDouble();
            else
                value.integer = json.isBool() ? json.toBool() : json.toInt();
            return value;
        };
        const NetworkConfig network = networkOf("classifier");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        ForeignCheckpoint checkpoint{.file = torchFile(network, parameters, "classifier", "encoder.")};
        renameTorchEncoder(checkpoint, "x.ckpt");
        const auto assumed = [&] {
            QStringList keys;
            for (const UncertainKey& key : inferNetwork(checkpoint, "x.ckpt").uncertain)
                keys << QString::fromStdString(key.path + "=" + key.value);
            return keys;
        };
        QStringList expected = assumed();
        for (const QString& key : known) QVERIFY2(expected.removeOne(key), qPrintable(key));
        checkpoint.hyperParameters.gather(tree, valueOf(QJsonDocument::fromJson(beside).object()));
        if (!refused.isEmpty()) {
            VERIFY_SAYS(thrownMessage([&] { (void)assumed(); }), refused);
            return;
        }
        QCOMPARE(assumed(), expected);
        const NetworkConfig found = inferNetwork(checkpoint, "x.ckpt").network;
        QCOMPARE(found.normFirst, beside.contains("\"norm_first\": true") || beside.contains("normalize"));
        QCOMPARE(found.causal, beside.contains("is_causal"));
        QVERIFY(!found.hasFinalNorm());
        QCOMPARE(found.activation, beside.contains("gelu") ? Activation::Gelu : Activation::Relu);
        if (known.contains("network.num_heads=4"))
            QCOMPARE(inferNetwork(checkpoint, "x.ckpt").network.numHeads, heads);
    }

    void whatCannotBeComputedIsSaid_data() {
        const Rows<QString, QVector<qint64>, QString> row("name", "shape", "says");
        row("a decoder's layer", "encoder.layers.0.multihead_attn.in_proj_weight", {3 * C, C},
            "has none of that name");
        row("a third layer", "middle.weight", {C, C}, "only one input layer");
        row("a layer over all positions", "fc.weight", {1, 20 * C}, "only one input layer");
        row("a lone vector", "cls_token", {1, 1, C}, "only one input layer");
        row("a table without numbers", "pos.pe", {1, 0, C}, "is not the table of sines");
    }
    void whatCannotBeComputedIsSaid() {
        QFETCH(QString, name);
        QFETCH(QVector<qint64>, shape);
        QFETCH(QString, says);
        const NetworkConfig network = networkOf("linear");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        SafeTensors file = torchFile(network, parameters, "linear", "encoder.");
        size_t count = 1;
        for (const qint64 extent : shape) count *= static_cast<size_t>(extent);
        file.put(name.toStdString(), {shape.begin(), shape.end()}, std::vector<float>(count, 0.5F));
        const std::string path = folder_.filePath("more.safetensors").toStdString();
        writeSafeTensors(path, file);
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), says);
    }

    void aLearnedTableOfPositionsIsTaken() {
        const NetworkConfig network = networkOf("classifier");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        SafeTensors file = torchFile(network, parameters, "classifier", "encoder.");
        std::vector<float> table(50 * C);
        for (size_t i = 0; i < table.size(); ++i) table[i] = std::sin(static_cast<float>(i * i));
        file.put("pos_encoder.pe", {50, 1, C}, table);
        const std::string path = folder_.filePath("learned.safetensors").toStdString();
        writeSafeTensors(path, file);
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(opened.config.network.positions == Positions::Learned);
        QCOMPARE(opened.config.network.maxPositions, 50);
        QCOMPARE(opened.config.data.length, 50);
        const Program program = buildProgram(opened.config.network, 1);
        for (const ParameterInfo& p : program.parameters)
            if (p.name == "positions.weight")
                QVERIFY(std::equal(table.begin(), table.end(), opened.parameters.begin() + p.offset));
        QVERIFY(!assumptionsOf(opened).contains("network.positional_encoding=true"));
    }

    void theTableOfPositionsIsTaken() {
        const NetworkConfig network = networkOf("classifier");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        SafeTensors file = torchFile(network, parameters, "classifier", "encoder.");
        file.put("pos_encoder.pe", {50, 1, C}, positionalEncoding(50, C));
        const std::string path = folder_.filePath("table.safetensors").toStdString();
        writeSafeTensors(path, file);
        QVERIFY(assumptionsOf(openCheckpoint(path)).contains("network.positional_encoding=true"));
    }

    /// A square without a bias is a table of embeddings, or a linear layer that reads it turned round.
    void aSquareWithoutABiasIsToldByItsName_data() {
        // What reads nothing is refused.
        const Rows<QString, QString> row("name", "reads");
        row("embedding", "embedding", "embedding.weight");
        row("linear", "linear", "input_net.1.weight");
        row("projection", "in_proj", "input_net.1.weight");
        row("neither", "first", "");
    }
    void aSquareWithoutABiasIsToldByItsName() {
        QFETCH(const QString, name);
        QFETCH(const QString, reads);
        NetworkConfig network = networkOf("linear");
        network.inputDim = C;
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        ForeignCheckpoint checkpoint{.file = torchFile(network, parameters, "linear", "encoder.")};
        checkpoint.file.tensors.erase("embed.bias");
        const auto weight = checkpoint.file.tensors.extract("embed.weight");
        const std::vector<float> values = weight.mapped().floats("weight");
        checkpoint.file.tensors[name.toStdString() + ".weight"] = weight.mapped();
        if (reads.isEmpty()) {
            VERIFY_SAYS(thrownMessage([&] { renameTorchEncoder(checkpoint, "x.pt"); }),
                        "a square without a bias is an nn.Embedding, or an nn.Linear");
            return;
        }
        renameTorchEncoder(checkpoint, "x.pt");
        QVERIFY(checkpoint.file.tensors.contains(reads.toStdString()));
        QCOMPARE(checkpoint.file.at(reads.toStdString()).floats("weight"), values);
        QCOMPARE(checkpoint.file.tensors.contains("input_net.1.bias"), name != "embedding");
    }

    /// Two square layers are told by their names, or not at all.
    void squares() {
        NetworkConfig network = networkOf("linear");
        network.inputDim = network.numClasses = C;
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        SafeTensors file = torchFile(network, parameters, "linear", "encoder.");
        const std::string path = folder_.filePath("squares.safetensors").toStdString();
        writeSafeTensors(path, file);
        QCOMPARE(openCheckpoint(path).config.network.numClasses, C);
        for (const char* leaf : {"weight", "bias"}) {
            file.tensors[std::string("first.") + leaf] = file.at(std::string("head.") + leaf);
            file.tensors.erase(std::string("head.") + leaf);
        }
        writeSafeTensors(path, file);
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), "only one input layer");
    }

    void whatIsFixedCanOnlyBeConfirmed() {
        RunConfig config;
        setByPath(config, "network.embedding_scale=1");
        QCOMPARE(config, RunConfig());
        VERIFY_SAYS(thrownMessage([&] { setByPath(config, "network.embedding_scale=2"); }), "only 1");
    }

private:
    QTemporaryDir folder_;
};

TEST_CLASS(TestTorchEncoder, QCoreApplication)

}  // namespace test_torch_encoder
#include "test_torch_encoder.moc"
