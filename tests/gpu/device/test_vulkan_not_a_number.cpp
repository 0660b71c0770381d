// What is no number, on the way to the loss: Vulkan leaves open what most of its operations make of it.
#include <limits>

#include "gpu/device/gpu_fixture.h"
#include "odd_network.h"
#include "runner.h"

using namespace attx;

class TestVulkanNotANumber : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void aNetworkOfNaNHitsNothing() {
        NetworkConfig network = oddNetwork();
        for (const OutputKind output : {OutputKind::Positions, OutputKind::Pooled}) {
            network.output = output;
            if (output == OutputKind::Pooled) network.numClasses = 1;
            Table table = randomTable(network, 6, 5, false);
            table.labels.assign(table.labels.size(), 0);  // the first class, or a no
            const auto session = VulkanBackend().compile(buildProgram(network, 5), {.batch = 6});
            session->writeParameters(
                std::vector<float>(static_cast<size_t>(session->program().parameterCount()),
                                   std::numeric_limits<float>::quiet_NaN()));
            session->bind(table);
            const EvaluationSums sums = session->evaluate(firstRows(6));
            QCOMPARE(sums.correct, 0);
            QCOMPARE(sums.counted, static_cast<int64_t>(table.labels.size()));
            QVERIFY(std::isnan(sums.loss));
        }
    }

    void aFusedStepOfNaNHitsNothing() {
        NetworkConfig network = oddNetwork();
        network.numLayers = 1;
        Table table = randomTable(network, 6, 5, false);
        table.labels.assign(table.labels.size(), 0);
        const SessionOptions options{.batch = 6};
        const auto session = VulkanBackend({.tile = "32x32"}).compile(buildProgram(network, 5), options);
        session->writeParameters(std::vector<float>(static_cast<size_t>(session->program().parameterCount()),
                                                    std::numeric_limits<float>::quiet_NaN()));
        const Trained t = train(*session, table, options, 1);
        QVERIFY(std::isnan(t.losses.at(0)));
        QCOMPARE(t.accuracies.at(0), 0.0f);
    }

    void onePositionReachesThePooledLoss() {  // a maximum of which one is no number
        constexpr int T = 5, C = 3, batch = 2;
        Program program;
        program.config.input = InputKind::Features;
        program.config.output = OutputKind::Positions;
        program.config.inputDim = program.config.modelDim = C;
        program.length = T;
        program.tensors = {{"x", {T, C}}, {"pooled", {C}}, {"which", {C}}, {"logits", {2}}};
        program.parameters = {{"weight", {2, C}, 0}, {"bias", {2}, 2 * C}};
        program.ops = {LoadFeatures{0}, Pool{0, 1, 2, false}, Linear{1, 3, 0, 1}, CrossEntropy{3, 1, 2}};
        program.logits = 3;
        Table table{.rows = batch * T, .length = T, .featureDim = C};
        table.labels.assign(static_cast<size_t>(table.rows), 1);
        const SessionOptions options{.batch = batch};
        const std::vector<int32_t> rows = firstRows(table.rows);
        const std::vector<float> values = randomValues(table.rows * C, 11);
        for (const std::shared_ptr<const Backend>& backend :
             std::initializer_list<std::shared_ptr<const Backend>>{std::make_shared<NativeBackend>(),
                                                                   std::make_shared<VulkanBackend>()}) {
            const auto session = backend->compile(program, options);
            session->writeParameters(randomValues(program.parameterCount(), 3));
            for (int at = -1; at < T; ++at) {
                table.features = values;
                if (at >= 0)
                    table.features[static_cast<size_t>(at * C + 1)] = std::numeric_limits<float>::quiet_NaN();
                session->bind(table);
                QCOMPARE(std::isfinite(session->evaluate(rows).loss), at < 0);
            }
        }
    }

    void aGradientThatCanCancelKeepsWhatIsNoNumber() {  // zero of a position without a label times infinity
        constexpr int T = 3, in = 5, K = 4;
        Program program;
        program.config.input = InputKind::Features;
        program.config.inputDim = program.config.modelDim = in;
        program.length = T;
        program.tensors = {{"x", {T, in}}, {"y", {T, K}}};
        program.parameters = {{"weight", {K, in}, 0}, {"bias", {K}, in * K}};
        program.ops = {LoadFeatures{0}, Linear{0, 1, 0, 1}, CrossEntropy{1, T, K}};
        program.logits = 1;
        program.cancelling = {{0, in * K}};
        Table table{.rows = T, .length = T, .labels = {1, -1, 2, 1, -1, 2, 1, -1, 2}, .featureDim = in};
        const SessionOptions options{.batch = 1};
        for (const std::shared_ptr<const Backend>& backend :
             std::initializer_list<std::shared_ptr<const Backend>>{std::make_shared<NativeBackend>(),
                                                                   std::make_shared<VulkanBackend>()})
            for (const float wrong : {1.0f, std::numeric_limits<float>::infinity()}) {
                table.features = randomValues(T * in, 11);
                table.features[in + 2] = wrong;
                const auto session = backend->compile(program, options);
                session->writeParameters(randomValues(program.parameterCount(), 3));
                const Trained t = train(*session, table, options, 1);
                QVERIFY(std::isfinite(t.losses.at(0)));
                QCOMPARE(std::isfinite(t.norms.at(0)), std::isfinite(wrong));
                QCOMPARE(std::isfinite(t.parameters.at(2)), std::isfinite(wrong));
            }
    }

    void whatIsNoNumberReachesTheLoss_data() {
        addColumns<int, QString, bool>("output", "variant", "fuse");
        for (const bool fuse : {true, false})  // false: by the kernels that large networks have, norms folded
            for (const char* variant : {"", "32x32"}) {
                if (!fuse && !*variant) continue;
                const char* name = !*variant ? "of the device" : fuse ? "fused" : "folded";
                for (const OutputKind output : {OutputKind::Positions, OutputKind::Pooled})
                    QTest::addRow("%s, %s", output == OutputKind::Pooled ? "texts" : "positions", name)
                        << static_cast<int>(output) << QString::fromUtf8(variant) << fuse;
            }
    }
    void whatIsNoNumberReachesTheLoss() {  // from any parameter, wherever it does so on the processor
        QFETCH(int, output);
        QFETCH(QString, variant);
        QFETCH(bool, fuse);
        NetworkConfig network = oddNetwork();
        if (!fuse) network.modelDim = 12;
        network.output = static_cast<OutputKind>(output);
        if (network.output == OutputKind::Pooled) network.numClasses = 1, network.embeddingTable = true;
        network.numLayers = 1;
        const Table table = randomTable(network, 6, 5, false);
        const SessionOptions options{.batch = 6};
        const Program program = buildProgram(network, 5);
        const auto expected = NativeBackend().compile(program, options);
        const auto found =
            VulkanBackend({.tile = variant.toStdString(), .fuse = fuse}).compile(program, options);
        for (const float wrong :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
            for (const ParameterInfo& p : program.parameters) {
                std::vector<float> parameters = movedParameters(program);
                std::fill_n(parameters.begin() + p.offset, p.size(), wrong);
                for (Session* session : {expected.get(), found.get()}) {
                    session->writeParameters(parameters);
                    session->writeOptimiser(
                        {0, std::vector<float>(parameters.size()), std::vector<float>(parameters.size())});
                    session->bind(table);
                }
                const EvaluationSums a = found->evaluate(firstRows(6)), b = expected->evaluate(firstRows(6));
                const std::string where = p.name + (std::isnan(wrong) ? ", NaN" : ", infinity");
                QVERIFY2(std::isfinite(a.loss) == std::isfinite(b.loss), where.c_str());
                const Trained x = train(*found, table, options, 1), y = train(*expected, table, options, 1);
                QVERIFY2(std::isfinite(x.losses.at(0)) == std::isfinite(y.losses.at(0)), where.c_str());
                if (std::isnan(wrong)) QVERIFY2(!std::isfinite(a.loss), where.c_str());
            }
    }
};

TEST_CLASS(TestVulkanNotANumber, QCoreApplication)
#include "test_vulkan_not_a_number.moc"
