// Explanations against values computed in float64 by PyTorch: the committed fixture, and the golden file in
// the folder that ATTX_GOLDEN names (else ../shared/golden beside the checkout), where there is one.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "golden_network.h"
#include "model/attribute/explain.h"
#include "model/files/safetensors.h"
#include "model/native/instruction_set.h"
#include "model/network/program.h"
#include "runner.h"

using namespace attx;

namespace test_golden_explain {

constexpr float tolerance = 1e-5F;  // issue 4: every tensor within 1e-5

/// Fails, naming the tensor and the element, unless `found` holds `expected`.
void compare(const std::vector<float>& found, const std::vector<float>& expected, const std::string& name) {
    QVERIFY2(found.size() == expected.size(), name.c_str());
    for (size_t i = 0; i < found.size(); ++i)
        QVERIFY2(std::abs(found[i] - expected[i]) <= tolerance,
                 qPrintable(QStringLiteral("%1[%2]: %3, expected %4")
                                .arg(QString::fromStdString(name))
                                .arg(i)
                                .arg(static_cast<double>(found[i]), 0, 'g', 9)
                                .arg(static_cast<double>(expected[i]), 0, 'g', 9)));
}

/// A network with its input, read from a file: sizes from the shapes, which are in every file.
struct Example {
    SafeTensors file;
    NetworkConfig network;
    Table table;
    std::shared_ptr<const std::vector<float>> parameters;

    explicit Example(const std::string& path) : file(readSafeTensors(path)) {
        const std::vector<int64_t>& attention = shape("expect.attention");
        const auto narrow = [&](const std::string& name) {
            const std::vector<int64_t>& wide = file.at(name).integers(name);
            return std::vector<int32_t>(wide.begin(), wide.end());
        };
        network.inputDim = static_cast<int>(shape("param.input_net.1.weight")[1]);
        network.modelDim = static_cast<int>(shape("param.input_net.1.weight")[0]);
        network.numClasses = static_cast<int>(shape("expect.logits")[2]);
        network.numLayers = static_cast<int>(attention[0]);
        network.numHeads = static_cast<int>(attention[2]);
        network.dimFeedforward = static_cast<int>(shape("param.transformer.layers.0.linear_net.0.weight")[0]);
        network.positions = Positions::Sinusoidal;
        network.layerNormEps = 1e-5;
        table.rows = attention[1];
        table.length = static_cast<int>(attention[3]);
        table.tokens = narrow("input.tokens");
        if (file.tensors.contains("input.lengths")) table.lengths = narrow("input.lengths");

        const Program program = buildProgram(network, table.length);
        std::vector<float> flat(static_cast<size_t>(program.parameterCount()));
        for (const ParameterInfo& p : program.parameters) {
            const std::vector<float>& values = file.at("param." + p.name).floats(p.name);
            std::copy(values.begin(), values.end(), flat.begin() + p.offset);
        }
        parameters = std::make_shared<const std::vector<float>>(std::move(flat));
    }
    [[nodiscard]] const std::vector<int64_t>& shape(const std::string& name) const {
        return file.at(name).shape;
    }
    /// Of a tensor [B, ...] one sequence, or of one [L, B, ...] the sequence in each layer.
    [[nodiscard]] std::vector<float> expected(const std::string& name, size_t sequence) const {
        const StoredTensor& tensor = file.at("expect." + name);
        const std::vector<float>& all = tensor.floats(name);
        const bool layers = name.starts_with("attention") || name.starts_with("grad_attention");
        const auto outer = static_cast<size_t>(layers ? tensor.shape[0] : 1);
        const auto B = static_cast<size_t>(table.rows), size = all.size() / outer / B;
        std::vector<float> part;
        for (size_t l = 0; l < outer; ++l) {
            const auto begin = all.begin() + static_cast<ptrdiff_t>((l * B + sequence) * size);
            part.insert(part.end(), begin, begin + static_cast<ptrdiff_t>(size));
        }
        return part;
    }
    [[nodiscard]] std::vector<Explanation> explained(const ExplainTarget& target,
                                                     const ExplainOptions& options) const {
        Inspector inspector(network);
        inspector.setParameters(parameters);
        std::vector<int32_t> rows(static_cast<size_t>(table.rows));
        std::iota(rows.begin(), rows.end(), 0);
        return explain(inspector, table, SampleKind::Sequence, rows, static_cast<int>(table.rows), target,
                       options);
    }
};

std::vector<float> joined(const std::vector<std::vector<float>>& layers) {
    std::vector<float> all;
    for (const std::vector<float>& layer : layers) all.insert(all.end(), layer.begin(), layer.end());
    return all;
}

ExplainOptions everyMethod() {
    ExplainOptions options;
    for (const ExplainMethodInfo& info : explainMethods())
        if (info.needs != ExplainNeeds::Network) options.methods.push_back(info.method);
    return options;
}

class TestGoldenExplain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { forceInstructionSet(""); }

    void everyExplanation_data() {
        addColumns<QString, QString>("path", "instructionSet");
        for (const Kernels* kernels : runnableKernels()) {
            const QString isa = QString::fromUtf8(kernels->name);
            QTest::addRow("fixture %s", kernels->name)
                << QStringLiteral(ATTX_TEST_DATA "/fixture_explain.safetensors") << isa;
            QTest::addRow("golden %s", kernels->name)
                << QString::fromStdString(goldenFolder() + "/explain.safetensors") << isa;
        }
    }
    void everyExplanation() {
        QFETCH(QString, path);
        QFETCH(QString, instructionSet);
        REQUIRE_GOLDEN(path);
        forceInstructionSet(instructionSet.toStdString());
        const Example example(path.toStdString());
        ExplainTarget target;
        if (const auto position = example.file.metadata.find("target_position");
            position != example.file.metadata.end())
            target.position = std::stoi(position->second);

        const std::vector<Explanation> found = example.explained(target, everyMethod());
        QCOMPARE(found.size(), static_cast<size_t>(example.table.rows));
        for (size_t b = 0; b < found.size(); ++b) {
            compare(found[b].inspection.logits, example.expected("logits", b), "logits");
            compare(joined(found[b].inspection.attention), example.expected("attention", b), "attention");
            compare(joined(found[b].gradient), example.expected("grad_attention", b), "grad_attention");
            for (const NamedArray& map : found[b].maps) {
                std::string name = map.name;
                if (example.file.tensors.contains("expect.rollout_abnar")) {  // the golden file's names
                    if (name == "rollout") name = "rollout_abnar";
                    if (name == "relevance") name = "relevance_chefer";
                }
                compare(map.values, example.expected(name, b), name);
                QCOMPARE(static_cast<size_t>(elementCount(map.shape)), map.values.size());
            }
        }
    }

    void optionsOfTheFixture() {
        const Example example(ATTX_TEST_DATA "/fixture_explain.safetensors");
        const std::vector<Explanation> found = example.explained({}, everyMethod());
        for (size_t b = 0; b < found.size(); ++b) {
            const LayerMaps attention = found[b].attentionMaps(), gradient = found[b].gradientMaps();
            const auto check = [&](const std::vector<float>& map, const char* name) {
                compare(map, example.expected(name, b), name);
            };
            check(rollout(attention, {.residualShare = 0.3}), "rollout_share_0.3");
            check(rollout(attention, {.fusion = HeadFusion::Max}), "rollout_max");
            check(rollout(attention, {.fusion = HeadFusion::Min}), "rollout_min");
            check(rollout(attention.range(1, static_cast<int>(attention.layers.size()))), "rollout_skip_1");
            check(attentionXGradient(attention, gradient, GradientPart::Signed),
                  "attention_x_gradient_signed");
        }
    }

    void targetsOfTheFixture() {
        const Example example(ATTX_TEST_DATA "/fixture_explain.safetensors");
        const ExplainOptions options{.methods = {ExplainMethod::Relevance}};
        const std::vector<Explanation> found = example.explained({.position = 1, .outputClass = 2}, options);
        for (size_t b = 0; b < found.size(); ++b)
            compare(found[b].maps[0].values, example.expected("relevance_position_1_class_2", b),
                    "relevance");

        Inspector inspector(example.network);
        inspector.setParameters(example.parameters);
        const std::vector<int32_t> tokens(example.table.tokens.begin(),
                                          example.table.tokens.begin() + example.table.length);
        const Sample sample = sampleOf(tokens, {tokens.rbegin(), tokens.rend()});
        compare(explain(inspector, sample, {.score = ExplainTarget::Score::Loss}, options).maps[0].values,
                example.file.at("expect.relevance_loss").floats("relevance_loss"), "relevance_loss");
    }
};

TEST_CLASS(TestGoldenExplain, NoApplication)

}  // namespace test_golden_explain
#include "test_golden_explain.moc"
