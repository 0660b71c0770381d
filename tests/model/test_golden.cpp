// Values computed in float64 by PyTorch: the committed fixtures, and the golden files in the folder that
// ATTX_GOLDEN names (else ../shared/golden beside the checkout), where there is one.
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/positions.h"
#include "model/safetensors.h"
#include "model/schedule.h"

using namespace attx;

namespace {

std::string goldenFolder() {
    if (const char* folder = std::getenv("ATTX_GOLDEN")) return folder;
    return std::string(ATTX_SOURCE_DIR) + "/../shared/golden";
}

/// The largest excess of |found - expected| over absolute + relative * |expected|; fails if positive.
#define COMPARE_TENSOR(found, file, name, absolute, relative)                                            \
    do {                                                                                                 \
        const std::vector<float>& foundValues = (found);                                                 \
        const std::vector<float>& expected = (file).at(name).floats(name);                               \
        QVERIFY2(foundValues.size() == expected.size(), name);                                           \
        for (size_t i = 0; i < expected.size(); ++i)                                                     \
            QVERIFY2(                                                                                    \
                std::abs(foundValues[i] - expected[i]) <= (absolute) + (relative)*std::abs(expected[i]), \
                qPrintable(QStringLiteral("%1[%2]: %3, expected %4")                                     \
                               .arg(QString::fromUtf8(name))                                             \
                               .arg(i)                                                                   \
                               .arg(static_cast<double>(foundValues[i]), 0, 'g', 9)                      \
                               .arg(static_cast<double>(expected[i]), 0, 'g', 9)));                      \
    } while (false)

template <class T>
T meta(const SafeTensors& file, const std::string& key, T missing) {
    const auto it = file.metadata.find(key);
    if (it == file.metadata.end()) return missing;
    if constexpr (std::is_same_v<T, std::string>) {
        const auto json = nlohmann::json::parse(it->second, nullptr, false);
        return json.is_string() ? json.template get<std::string>() : it->second;
    } else {
        return nlohmann::json::parse(it->second).get<T>();
    }
}

NetworkConfig networkOf(const SafeTensors& file) {
    NetworkConfig c;
    c.inputDim = meta(file, "input_dim", 0);
    c.modelDim = meta(file, "model_dim", 0);
    c.numClasses = meta(file, "num_classes", 0);
    c.numHeads = meta(file, "num_heads", 0);
    c.numLayers = meta(file, "num_layers", 0);
    c.dimFeedforward = meta(file, "dim_feedforward", 0);
    c.positionalEncoding = meta(file, "positional_encoding", false);
    c.layerNormEps = meta(file, "layer_norm_eps", 0.0);
    return c;
}

std::vector<int32_t> narrow(const std::vector<int64_t>& values) { return {values.begin(), values.end()}; }

std::vector<float> parametersOf(const Program& program, const SafeTensors& file,
                                const std::string& prefix = "param.") {
    std::vector<float> flat(static_cast<size_t>(program.parameterCount()));
    for (const ParameterInfo& p : program.parameters) {
        const std::vector<float>& values = file.at(prefix + p.name).floats(p.name);
        if (static_cast<int64_t>(values.size()) != p.size())
            throw std::runtime_error(p.name + ": size differs");
        std::copy(values.begin(), values.end(), flat.begin() + p.offset);
    }
    return flat;
}

std::vector<float> part(const std::vector<float>& flat, const ParameterInfo& p) {
    return {flat.begin() + p.offset, flat.begin() + p.offset + p.size()};
}

}  // namespace

class TestGolden : public QObject {
    Q_OBJECT
    /// A row for each file and instruction set; golden rows only where the folder is.
    static void rows(std::initializer_list<const char*> fixtures, std::initializer_list<const char*> golden) {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("instructionSet");
        for (const Kernels* kernels : runnableKernels()) {
            const QString isa = QString::fromUtf8(kernels->name);
            for (const char* name : fixtures)
                QTest::addRow("%s %s", name, kernels->name)
                    << QStringLiteral(ATTX_TEST_DATA "/%1.safetensors").arg(QString::fromUtf8(name)) << isa;
            for (const char* name : golden)
                QTest::addRow("%s %s", name, kernels->name)
                    << QStringLiteral("%1/%2.safetensors")
                           .arg(QString::fromStdString(goldenFolder()), QString::fromUtf8(name))
                    << isa;
        }
    }
    /// The file of the row; skips, saying so, where the golden folder is missing.
#define OPEN_FILE()                                                                                     \
    QFETCH(QString, path);                                                                              \
    QFETCH(QString, instructionSet);                                                                    \
    if (!std::filesystem::exists(path.toStdString()))                                                   \
        QSKIP(qPrintable(                                                                               \
            path + QStringLiteral(" is not there; name the golden folder by ATTX_GOLDEN to test it"))); \
    forceInstructionSet(instructionSet.toStdString());                                                  \
    const SafeTensors file = readSafeTensors(path.toStdString())

private Q_SLOTS:
    void cleanup() { forceInstructionSet(""); }

    void network_data() { rows({"fixture_reverse", "fixture_masked"}, {"reverse_small"}); }
    void network() {
        OPEN_FILE();
        const std::vector<int64_t>& shape = file.at("input.tokens").shape;
        Table table;
        table.rows = shape[0];
        table.length = static_cast<int>(shape[1]);
        table.tokens = narrow(file.at("input.tokens").integers("input.tokens"));
        if (file.tensors.contains("input.labels")) {
            table.labels = narrow(file.at("input.labels").integers("input.labels"));
        } else {  // reverse
            for (int64_t row = 0; row < shape[0]; ++row)
                for (int64_t t = 0; t < shape[1]; ++t)
                    table.labels.push_back(table.tokens[static_cast<size_t>((row + 1) * shape[1] - 1 - t)]);
        }
        if (file.tensors.contains("input.lengths"))
            table.lengths = narrow(file.at("input.lengths").integers("input.lengths"));
        std::vector<int32_t> order(static_cast<size_t>(table.rows));
        for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);

        SessionOptions options;
        options.batch = static_cast<int>(table.rows);
        options.keepTensors = true;
        options.training.clipNorm = meta(file, "clip", 0.0);
        options.training.optimiser =
            meta<std::string>(file, "optimizer", "") == "adamw" ? Optimiser::AdamW : Optimiser::Adam;
        options.training.weightDecay = meta(file, "weight_decay", 0.0);
        const auto session = NativeBackend().compile(buildProgram(networkOf(file), table.length), options);
        const Program& program = session->program();
        session->writeParameters(parametersOf(program, file));
        session->bind(table);

        session->forward(order);
        COMPARE_TENSOR(session->read(program.logits), file, "expect.logits", 1e-5f, 0.0f);
        const EvaluationSums sums = session->evaluate(order);
        QVERIFY(std::abs(sums.meanLoss() - static_cast<double>(file.at("expect.loss").floats("loss")[0])) <
                1e-5);
        session->backward();
        for (size_t layer = 0; layer < program.attention.size(); ++layer) {
            const std::string name = "attention." + std::to_string(layer);
            QCOMPARE(program.tensor(name), program.attention[layer]);
            COMPARE_TENSOR(session->read(program.attention[layer]), file, ("expect." + name).c_str(), 1e-5f,
                           0.0f);
            COMPARE_TENSOR(session->readGradient(program.attention[layer]), file,
                           ("expect.grad_" + name).c_str(), 1e-5f, 1e-4f);
        }
        const std::vector<float> gradient = session->readParameterGradient();
        for (const ParameterInfo& p : program.parameters)
            COMPARE_TENSOR(part(gradient, p), file, ("expect.grad." + p.name).c_str(), 1e-5f, 1e-4f);

        const int steps = meta(file, "steps", 0);
        const double rate = meta(file, "lr", 0.0);
        std::vector<StepScalars> scalars;
        std::vector<int32_t> batches;
        for (int step = 0; step < steps; ++step) {
            const double factor = scheduleFactor(Schedule::CosineWarmup, step + 1, meta(file, "warmup", 0),
                                                 meta(file, "max_iters", 0));
            scalars.push_back(stepScalars(options.training, rate * factor, step));
            batches.insert(batches.end(), order.begin(), order.end());
        }
        std::vector<StepMetrics> metrics(scalars.size());
        QCOMPARE(session->train(batches, scalars, metrics), scalars.size());
        std::vector<float> norms;
        for (const StepMetrics& m : metrics) norms.push_back(m.gradNorm);
        COMPARE_TENSOR(norms, file, "expect.grad_norms", 1e-5f, 1e-5f);
        const std::vector<float> after = session->readParameters();
        for (const ParameterInfo& p : program.parameters)
            COMPARE_TENSOR(part(after, p), file,
                           ("expect.after" + std::to_string(steps) + "." + p.name).c_str(), 1e-5f, 0.0f);
    }

    void maskedAttention_data() { rows({}, {"masked_attention"}); }
    void maskedAttention() {  // one attention layer: its program is put together by hand
        OPEN_FILE();
        const std::vector<int64_t>& shape = file.at("input.x").shape;
        const int T = static_cast<int>(shape[1]), C = static_cast<int>(shape[2]);
        Program program;
        program.config.input = InputKind::Features;
        program.config.inputDim = program.config.modelDim = C;
        program.length = T;
        program.tensors = {{"x", {T, C}},
                           {"qkv", {T, 3 * C}},
                           {"attention.0", {meta(file, "num_heads", 0), T, T}},
                           {"values", {T, C}},
                           {"out", {T, C}}};
        program.parameters = {{"qkv_proj.weight", {3 * C, C}, 0},
                              {"qkv_proj.bias", {3 * C}, 3 * C * C},
                              {"o_proj.weight", {C, C}, 3 * C * C + 3 * C},
                              {"o_proj.bias", {C}, 4 * C * C + 3 * C}};
        program.ops = {LoadFeatures{0, {}}, Linear{0, 1, 0, 1, false, {}},
                       Attention{1, 2, 3, meta(file, "num_heads", 0)}, Linear{3, 4, 2, 3, false, {}}};
        program.logits = 4;

        Table table;
        table.rows = shape[0] * shape[1];
        table.featureDim = C;
        table.features = file.at("input.x").floats("input.x");
        table.lengths.assign(static_cast<size_t>(table.rows), T);
        const std::vector<int64_t>& lengths = file.at("input.lengths").integers("input.lengths");
        for (size_t b = 0; b < lengths.size(); ++b)
            table.lengths[b * static_cast<size_t>(T)] = static_cast<int32_t>(lengths[b]);
        std::vector<int32_t> rows(static_cast<size_t>(table.rows));
        for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int32_t>(i);
        SessionOptions options;
        options.batch = static_cast<int>(shape[0]);
        options.keepTensors = true;
        const auto session = NativeBackend().compile(program, options);
        session->writeParameters(parametersOf(program, file));
        session->bind(table);
        session->forward(rows);
        COMPARE_TENSOR(session->read(4), file, "expect.out", 1e-5f, 0.0f);
        COMPARE_TENSOR(session->read(2), file, "expect.attention", 1e-5f, 0.0f);
        session->backward(file.at("input.grad_out").floats("input.grad_out"));
        COMPARE_TENSOR(session->readGradient(0), file, "expect.grad_x", 1e-5f, 1e-4f);
        const std::vector<float> gradient = session->readParameterGradient();
        for (const ParameterInfo& p : program.parameters)
            COMPARE_TENSOR(part(gradient, p), file, ("expect.grad." + p.name).c_str(), 1e-5f, 1e-4f);
    }

    void schedules_data() { rows({}, {"schedules"}); }
    void schedules() {
        OPEN_FILE();
        std::vector<float> cosine, decay;
        for (int step = 0; step <= 2000; ++step) {
            cosine.push_back(static_cast<float>(scheduleFactor(Schedule::CosineWarmup, step, 100, 2000)));
            decay.push_back(static_cast<float>(scheduleFactor(Schedule::WarmupCosineDecay, step, 100, 2000)));
        }
        COMPARE_TENSOR(cosine, file, "expect.cosine_warmup", 1e-6f, 0.0f);
        COMPARE_TENSOR(decay, file, "expect.warmup_cosine_decay", 1e-6f, 0.0f);
        COMPARE_TENSOR(positionalEncoding(96, 48), file, "expect.positional_encoding_96x48", 1e-5f, 0.0f);
    }
};

QTEST_APPLESS_MAIN(TestGolden)
#include "test_golden.moc"
