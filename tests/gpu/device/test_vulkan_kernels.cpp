// Each kernel in all its variants at odd shapes, as a network of one operation, against the native execution.
#include "gpu/device/gpu_fixture.h"
#include "gpu/plan/plan.h"
#include "model/network/fuse.h"
#include "runner.h"

using namespace attx;

namespace test_vulkan_kernels {

/// A program put together by hand: LoadFeatures, then what is added.
struct Small {
    Program program;
    TensorId x;  ///< the features, behind dropout

    Small(int length, int width, DropoutSite site = {}) {
        program.config.input = InputKind::Features;
        program.config.output = OutputKind::Positions;
        program.config.inputDim = program.config.modelDim = width;
        program.length = length;
        program.ops.emplace_back(LoadFeatures{tensor("x", {length, width})});
        x = dropout(0, site);
    }
    TensorId tensor(const char* name, std::vector<int64_t> shape) {
        program.tensors.push_back({name, std::move(shape)});
        return static_cast<TensorId>(program.tensors.size()) - 1;
    }
    ParameterId parameter(const char* name, std::vector<int64_t> shape) {
        const int64_t offset = program.parameterCount();
        program.parameters.push_back({name, std::move(shape), offset, Init::Zero, 0, 0});
        return static_cast<ParameterId>(program.parameters.size()) - 1;
    }
    TensorId like(TensorId from, const char* name) {
        return tensor(name, program.tensors[static_cast<size_t>(from)].shape);
    }
    TensorId dropout(TensorId from, DropoutSite site) {
        if (site.p == 0) return from;
        const TensorId y = like(from, "dropped");
        program.ops.emplace_back(Dropout{from, y, site});
        return y;
    }
    TensorId relu(TensorId from) { return activate(from, Activation::Relu); }
    TensorId activate(TensorId from, Activation kind) {
        const TensorId y = like(from, "active");
        program.ops.emplace_back(Activate{from, y, kind});
        return y;
    }
    TensorId linear(TensorId from, int in, int out) {
        const TensorId y = tensor("y", {program.length, out});
        const ParameterId weight = parameter("weight", {out, in}), bias = parameter("bias", {out});
        program.ops.emplace_back(Linear{from, y, weight, bias});
        return y;
    }
    void end(TensorId logits, int classes) {
        program.logits = logits;
        program.ops.emplace_back(CrossEntropy{logits, program.length, classes});
    }
};

class TestVulkanKernels : public QObject {
    Q_OBJECT

    /// Forward and backward from a random gradient, then a training step, on both.
    static void compare(const Program& program, int batch, const QString& variant, bool lengths = false,
                        const Ablation& ablation = {}, const std::vector<TensorId>& keep = {}) {
        const int64_t logits = program.tensors[static_cast<size_t>(program.logits)].size();
        Table table;
        table.length = program.length;
        table.rows = int64_t{batch} * program.length;
        table.featureDim = program.config.inputDim;
        table.features = randomValues(table.rows * table.featureDim, 11);
        PhiloxSequence random(3, RandomStream::Data);
        for (int64_t i = 0; i < table.rows * program.length; ++i)
            table.labels.push_back(static_cast<int32_t>(random.below(2)) - 1);  // none, or the first class
        for (int64_t i = 0; lengths && i < table.rows; ++i)
            table.lengths.push_back(
                1 + static_cast<int32_t>(random.below(static_cast<uint32_t>(program.length))));
        SessionOptions options;
        options.batch = batch;
        options.seed = 77;
        options.keepTensors = true;
        options.keep = keep;
        const FusedOps ops = fuse(program, keep);
        const std::vector<bool> stored = storedTensors(program, ops);
        const std::vector<float> parameters = randomValues(program.parameterCount(), 5, 0.5f);
        const std::vector<int32_t> rows = firstRows(table.rows);
        std::vector<std::vector<float>> results[2];
        for (const int which : {0, 1}) {
            const auto session =
                which == 0 ? NativeBackend().compile(program, options)
                           : VulkanBackend({.tile = variant.toStdString()}).compile(program, options);
            session->writeParameters(parameters);
            session->bind(table);
            session->setAblation(ablation);
            session->forward(rows);
            session->backward(randomValues(batch * logits, 9));
            auto& r = results[which];
            for (size_t id = 0; id < program.tensors.size(); ++id)
                if (stored[id]) r.push_back(session->read(static_cast<TensorId>(id)));
            for (const TensorId id : program.attention)  // and of the values, beside the probabilities
                for (const TensorId each : {id, id + 1}) r.push_back(session->readGradient(each));
            r.push_back(session->readGradient(opInfo(program, ops.front()).writes.front()));
            r.push_back(session->readParameterGradient());
            const StepScalars scalars = stepScalars(options.training, 1e-3, 0);
            StepMetrics metrics;
            (void)session->train(rows, {&scalars, 1}, {&metrics, 1});
            r.push_back({metrics.loss, metrics.accuracy, metrics.gradNorm});
            r.push_back(session->readParameterGradient());
        }
        for (size_t i = 0; i < results[0].size(); ++i)
            VERIFY_CLOSE(results[1][i], results[0][i], 2e-5, "value " + std::to_string(i));
    }
    /// Some steps on both, without keeping tensors; twice on the device, for the same bits.
    static void trainBoth(const Program& program, const Table& table, int batch, const QString& variant) {
        constexpr int steps = 3;
        SessionOptions options;
        options.batch = batch;
        options.seed = 77;
        const gpu::Plan plan = gpu::makePlan(program, options, {}, 2);
        for (const char* folded : {"head", "product_forward_normed", "product_input_gradient_normed"})
            QVERIFY2(std::any_of(plan.train.begin(), plan.train.end(),
                                 [&](const gpu::Dispatch& d) { return d.kernel.starts_with(folded); }),
                     folded);
        std::vector<int32_t> rows;
        std::vector<StepScalars> scalars;
        for (int step = 0; step < steps; ++step) {
            const std::vector<int32_t> all = firstRows(int64_t{batch} * program.rowsPerSequence());
            rows.insert(rows.end(), all.begin(), all.end());
            scalars.push_back(stepScalars(options.training, 1e-3, step));
        }
        std::vector<std::vector<float>> results[3];
        for (const int which : {0, 1, 2}) {
            const auto session =
                which == 0
                    ? NativeBackend().compile(program, options)
                    : VulkanBackend({.tile = variant.toStdString(), .fuse = false}).compile(program, options);
            session->writeParameters(movedParameters(program));
            session->bind(table);
            std::vector<StepMetrics> metrics(steps);
            QCOMPARE(session->train(rows, scalars, metrics), size_t{steps});
            for (const StepMetrics& m : metrics) results[which].push_back({m.loss, m.accuracy, m.gradNorm});
            results[which].push_back(session->readParameterGradient());
        }
        for (size_t i = 0; i < results[0].size(); ++i)
            VERIFY_CLOSE(results[1][i], results[0][i], 2e-5, "value " + std::to_string(i));
        QVERIFY(results[1] == results[2]);
    }
    static void rows(const char* name, std::initializer_list<std::array<int, 4>> shapes,
                     std::initializer_list<const char*> variants = {"", "32x32"}) {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("c");
        QTest::addColumn<int>("d");
        for (const char* variant : variants)
            for (const auto& [a, b, c, d] : shapes)
                QTest::addRow("%s, %s %d %d %d %d", *variant ? variant : "of the device", name, a, b, c, d)
                    << QString::fromUtf8(variant) << a << b << c << d;
    }
#define FETCH_SHAPE()         \
    QFETCH(QString, variant); \
    QFETCH(int, a);           \
    QFETCH(int, b);           \
    QFETCH(int, c);           \
    QFETCH(int, d)

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void linear_data() {
        rows("B T in out",
             {{1, 1, 1, 1}, {3, 1, 5, 7}, {1, 31, 33, 65}, {5, 13, 64, 3}, {3, 7, 36, 68}, {2, 64, 130, 129}},
             {"", "32x32", "32x32k4", "32x64k4", "64x64k4", "64x64", "128x128"});
    }
    void linear() {
        FETCH_SHAPE();
        Small plain(b, c);
        plain.end(plain.linear(0, c, d), d);
        compare(plain.program, a, variant);
        Small dropped(b, c, {0.3f, 0});  // ReLU and dropout, masked by the second one's backward
        const TensorId active = dropped.relu(dropped.linear(dropped.x, c, d));
        dropped.end(dropped.linear(dropped.dropout(active, {0.4f, 1}), d, 6), 6);
        compare(dropped.program, a, variant);
        Small onItsOwn(b, c);  // dropout without ReLU
        onItsOwn.end(onItsOwn.linear(onItsOwn.dropout(onItsOwn.linear(0, c, d), {0.4f, 1}), d, 6), 6);
        compare(onItsOwn.program, a, variant);
        std::vector<TensorId> all(dropped.program.tensors.size());  // each operation by its own kernel
        std::iota(all.begin(), all.end(), 0);
        compare(dropped.program, a, variant, false, {}, all);
    }

    void activations_data() { rows("B T C K", {{1, 1, 1, 2}, {3, 5, 7, 6}, {2, 33, 65, 3}}); }
    void activations() {
        FETCH_SHAPE();
        for (const Activation kind :
             {Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu})
            for (const float p : {0.0F, 0.4F}) {
                Small s(b, c);
                const TensorId active = s.activate(s.linear(0, c, c), kind);
                s.end(s.linear(s.dropout(active, {p, 1}), c, d), d);
                compare(s.program, a, variant);
            }
    }

    void norm_data() {
        rows("B T C -",
             {{1, 1, 1, 0}, {3, 5, 7, 0}, {2, 33, 65, 0}, {1, 3, 300, 0}, {1, 2, 256, 0}, {1, 2, 261, 0}});
    }
    void norm() {
        FETCH_SHAPE();
        (void)d;
        for (const bool whole : {false, true}) {  // with residual, ReLU and both dropouts
            Small s(b, c);
            TensorId x = s.linear(0, c, c);
            const TensorId sum = x + 2;
            if (whole) {
                const TensorId branch = s.dropout(x, {0.3f, 1});
                x = s.like(branch, "sum");
                s.program.ops.emplace_back(Add{0, branch, x});
            }
            TensorId y = s.like(x, "normed");
            const TensorId stats = s.tensor("stats", {b, 2});
            const ParameterId weight = s.parameter("gain", {c}), bias = s.parameter("shift", {c});
            s.program.ops.emplace_back(Norm{x, y, stats, weight, bias, 1e-5f});
            if (whole) y = s.dropout(s.relu(y), {0.2f, 2});
            s.end(s.linear(y, c, 5), 5);
            // With one channel everything is 0 but for rounding, which rstd blows up.
            if (c > 1) compare(s.program, a, variant);
            if (c > 1 && whole) compare(s.program, a, variant, false, {}, {sum});  // a kernel for the sum
        }
    }

    void foldedNorms_data() {
        rows("B T C hidden", {{1, 1, 4, 1}, {3, 5, 8, 7}, {5, 13, 68, 40}, {2, 33, 64, 130}},
             {"32x32", "32x32k4", "32x64k4", "64x64k4", "64x64", "128x128"});
    }
    void foldedNorms() {  // and the kernel of the end; only sessions that keep no tensors have them
        FETCH_SHAPE();
        for (const OutputKind output : {OutputKind::Positions, OutputKind::Set}) {
            if (output == OutputKind::Set && b == 1) continue;  // every gradient is rounding
            NetworkConfig network;
            network.input = output == OutputKind::Set ? InputKind::Features : InputKind::Tokens;
            network.output = output;
            network.inputDim = 6;
            network.numClasses = output == OutputKind::Set ? 1 : 3;
            network.modelDim = c;
            network.numHeads = 2;
            network.numLayers = 2;
            network.dimFeedforward = d;
            network.positionalEncoding = output != OutputKind::Set;
            for (const double p : {0.0, 0.3}) {
                network.dropout = network.inputDropout = p;
                const Program program = buildProgram(network, b);
                trainBoth(program, randomTable(network, a + 1, b, false), a, variant);
            }
        }
    }

    void attention_data() {
        rows("B T heads HS", {{1, 1, 1, 1},
                              {3, 2, 3, 5},
                              {2, 17, 1, 32},
                              {1, 64, 2, 3},
                              {2, 65, 3, 5},
                              {2, 68, 2, 8},
                              {1, 130, 1, 33}});
    }
    void attention() {
        FETCH_SHAPE();
        for (const bool masked : {false, true}) {
            Small s(b, 4);
            const TensorId qkv = s.linear(0, 4, 3 * c * d);
            const TensorId probabilities = s.tensor("attention", {c, b, b}),
                           y = s.tensor("values", {b, c * d});
            s.program.ops.emplace_back(Attention{qkv, probabilities, y, c, masked});
            s.end(s.linear(y, c * d, 3), 3);
            s.program.config.numHeads = c;
            s.program.attention = {probabilities};
            compare(s.program, a, variant, true);
            compare(s.program, a, variant, true, randomAblation(s.program));
        }
    }

    void sixHundredTokensTwoHeads() {
        Small s(600, 3);
        const TensorId qkv = s.linear(0, 3, 3 * 2 * 8);
        const TensorId probabilities = s.tensor("attention", {2, 600, 600}),
                       y = s.tensor("values", {600, 16});
        s.program.ops.emplace_back(Attention{qkv, probabilities, y, 2, true});
        s.end(s.linear(y, 16, 3), 3);
        compare(s.program, 2, {}, true);
    }

    void logitsOfManyClasses_data() { rows("B T classes -", {{1, 1, 1, 0}, {2, 33, 2, 0}, {3, 1, 1001, 0}}); }
    void logitsOfManyClasses() {
        FETCH_SHAPE();
        (void)d;
        Small s(b, 4);
        s.end(s.linear(0, 4, c), c);
        compare(s.program, a, variant);
    }
};

TEST_CLASS(TestVulkanKernels, QCoreApplication)

}  // namespace test_vulkan_kernels
#include "test_vulkan_kernels.moc"
