// Heads around an nn.TransformerEncoder that are more than one layer behind what was pooled.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/foreign/torch_encoder_file.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;
using namespace torch_encoder_file;

namespace test_torch_head {

class TestTorchHead : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    void aHeadOfTwoLayersIsOpened_data() {
        const Rows<int, QString, QString> row("hidden", "first", "second");
        row("as wide as the network", C, "fc.0.", "fc.3.");
        row("narrower", 20, "fc1.", "fc2.");
        row("wider", 100, "head.0.", "head.2.");
    }
    void aHeadOfTwoLayersIsOpened() {
        QFETCH(const int, hidden);
        QFETCH(const QString, first);
        QFETCH(const QString, second);
        const auto H = static_cast<size_t>(hidden);
        NetworkConfig network = networkOf("linear");
        network.pooler = Pooler::Relu;
        network.poolerDim = hidden == C ? 0 : hidden;
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        const SafeTensors ours = torchFile(network, parameters, "linear", "encoder.");
        SafeTensors file;
        for (const auto& [name, tensor] : ours.tensors)
            if (!name.starts_with("pooler.") && name != "head.weight" && name != "head.bias")
                file.tensors[name] = tensor;
        const std::vector<float>&weight = ours.at("pooler.weight").floats("w"),
              &bias = ours.at("pooler.bias").floats("b"), &last = ours.at("head.weight").floats("l"),
              &lastBias = ours.at("head.bias").floats("c");
        file.put((first + "weight").toStdString(), {hidden, C}, weight);
        file.put((first + "bias").toStdString(), {hidden}, bias);
        file.put((second + "weight").toStdString(), {4, hidden}, last);
        file.put((second + "bias").toStdString(), {4}, lastBias);
        const std::string path = folder_.filePath("head.safetensors").toStdString();
        writeSafeTensors(path, file);
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(assumptionsOf(opened).contains("network.pooler=relu"));
        QCOMPARE(opened.config.network.poolerDim, network.poolerDim);
        std::vector<float> features;
        for (int i = 0; i < 5 * network.inputDim; ++i) features.push_back(std::sin(static_cast<float>(i)));
        NetworkConfig plain = network;  // the same without a head gives what is pooled
        plain.pooler = Pooler::None;
        plain.poolerDim = 0;
        plain.numClasses = C;
        const Program program = buildProgram(plain, 1);
        std::vector<float> encoder(static_cast<size_t>(program.parameterCount()));
        const Program whole = buildProgram(network, 1);
        for (const ParameterInfo& p : program.parameters)
            for (const ParameterInfo& from : whole.parameters)
                if (from.name == p.name && !p.name.starts_with("classifier"))
                    std::copy_n(parameters.begin() + from.offset, p.size(), encoder.begin() + p.offset);
        for (const ParameterInfo& p : program.parameters)
            if (p.name == "classifier.weight")
                for (int i = 0; i < C; ++i) encoder[static_cast<size_t>(p.offset + i * C + i)] = 1;
        Inspector inspector(plain);
        inspector.setParameters(std::make_shared<const std::vector<float>>(encoder));
        const std::vector<float> pooled = inspector.inspect(setOf(features, 5)).logits;
        std::vector<float> logits = lastBias;
        for (size_t h = 0; h < H; ++h) {
            float sum = bias[h];
            for (size_t c = 0; c < C; ++c) sum += weight[h * C + c] * pooled[c];
            for (size_t k = 0; k < logits.size(); ++k) logits[k] += last[k * H + h] * std::max(sum, 0.0F);
        }
        const std::vector<float> found = answerOf(path, heads, setOf(features, 5), false).logits;
        QCOMPARE(found.size(), logits.size());
        QVERIFY(farthest(found, logits) < 1e-5F);
    }

    /// A layer over all positions that reads the first and the last: what networks give that pool those.
    void aHeadOverAllPositionsIsOpened_data() {
        QTest::addColumn<bool>("twoLayers");
        QTest::newRow("one layer") << false;
        QTest::newRow("two layers") << true;
    }
    void aHeadOverAllPositionsIsOpened() {
        QFETCH(const bool, twoLayers);
        constexpr int P = 5, K = 4;
        NetworkConfig network = networkOf("linear");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 5);
        SafeTensors file = torchFile(network, parameters, "linear", "encoder.");
        const std::vector<float> weight = file.at("head.weight").floats("w"),
                                 bias = file.at("head.bias").floats("b");
        std::vector<float> joined(static_cast<size_t>(K * P * C));
        for (size_t k = 0; k < K; ++k)
            for (size_t c = 0; c < C; ++c) {
                joined[k * P * C + c] = weight[k * C + c];
                joined[k * P * C + (P - 1) * C + c] = 2 * weight[k * C + c];
            }
        file.tensors.erase("head.weight");
        file.tensors.erase("head.bias");
        const std::string first = twoLayers ? "fc.0." : "fc.";
        file.put(first + "weight", {K, P * C}, joined);
        file.put(first + "bias", {K}, bias);
        if (twoLayers) {
            std::vector<float> same(K * K);
            for (size_t k = 0; k < K; ++k) same[k * K + k] = 1;
            file.put("fc.2.weight", {K, K}, same);
            file.put("fc.2.bias", {K}, std::vector<float>(K));
        }
        const std::string path = folder_.filePath("joined.safetensors").toStdString();
        writeSafeTensors(path, file);
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(opened.config.network.joinsPositions());
        QCOMPARE(opened.config.network.maxPositions, P);
        QVERIFY(!assumptionsOf(opened).contains("network.output=pooled"));
        std::vector<float> features;
        for (int i = 0; i < P * network.inputDim; ++i) features.push_back(std::sin(static_cast<float>(i)));
        const auto logitsOf = [&](PoolingKind kind) {
            network.pooling = kind;
            Inspector inspector(network);
            inspector.setParameters(std::make_shared<const std::vector<float>>(parameters));
            return inspector.inspect(setOf(features, P)).logits;
        };
        const std::vector<float> front = logitsOf(PoolingKind::First), back = logitsOf(PoolingKind::Last);
        std::vector<float> expected;
        for (size_t k = 0; k < K; ++k) {
            expected.push_back(front[k] + 2 * (back[k] - bias[k]));
            if (twoLayers) expected.back() = std::max(expected.back(), 0.0F);
        }
        const std::vector<float> found = answerOf(path, heads, setOf(features, P), false).logits;
        QCOMPARE(found.size(), expected.size());
        QVERIFY(farthest(found, expected) < 1e-5F);
        features.resize(features.size() + static_cast<size_t>(network.inputDim));
        VERIFY_SAYS(thrownMessage([&] { (void)answerOf(path, heads, setOf(features, P + 1), false); }),
                    "joins 5 positions");
        std::vector<float> table(8 * C);
        for (size_t i = 0; i < table.size(); ++i) table[i] = std::sin(static_cast<float>(i * i));
        file.put("pos.pe", {8, 1, C}, table);
        writeSafeTensors(path, file);
        const Checkpoint longer = openCheckpoint(path);
        QVERIFY(longer.config.network.positions == Positions::Learned);
        QCOMPARE(longer.config.network.maxPositions, P);
        QVERIFY2(longer.note.find("3 rows of the table of positions") != std::string::npos,
                 longer.note.c_str());
    }

    void headsOfTheCasesOpenOrAreNamed() {
        const std::string cases = std::string(ATTX_SOURCE_DIR) + "/../shared/cases/";
        if (!std::filesystem::exists(cases)) QSKIP("The cases are not here (../shared).");
        QVERIFY(openCheckpoint(cases + "transformer_two_layer_head.pt").config.network.pooler ==
                Pooler::Relu);
        const NetworkConfig joined = openCheckpoint(cases + "transformer_flattened_head.pt").config.network;
        QVERIFY(joined.joinsPositions());
        QCOMPARE(joined.maxPositions, 20);
    }

private:
    QTemporaryDir folder_;
};

TEST_CLASS(TestTorchHead, QCoreApplication)

}  // namespace test_torch_head
#include "test_torch_head.moc"
