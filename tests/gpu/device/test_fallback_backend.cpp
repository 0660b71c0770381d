// A device that is lost in the middle of the work: forced at every kind of call.
#include "gpu/device/fallback_backend.h"
#include "gpu/device/gpu_fixture.h"
#include "gpu/plan/plan.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_fallback_backend {

/// Refuses every network, as a device does that is too small.
class Refusing final : public Backend {
public:
    std::unique_ptr<Session> compile(Program, const SessionOptions&) const override {
        throw inputError("too large for this device");
    }
    int64_t memoryBytes(const Program&, const SessionOptions&) const override { return 7; }
};

/// As many submits on a slow machine as on a fast one: each list goes out a dispatch at a time when it is new
/// and then, as it takes less than ten seconds, in one submit, or in two.
std::shared_ptr<const Backend> vulkan(size_t loseDeviceAfter = SIZE_MAX, int stepsPerCommandBuffer = 0) {
    VulkanOptions options;
    options.submitSeconds = 10;
    options.stepsPerCommandBuffer = stepsPerCommandBuffer;
    options.fuse = false;
    options.loseDeviceAfter = loseDeviceAfter == SIZE_MAX ? -1 : static_cast<int>(loseDeviceAfter);
    return std::make_shared<VulkanBackend>(options);
}

/// How many dispatches each list of the plan has that runs on such a device.
gpu::Plan planOf(const Program& program, const SessionOptions& options) {
    gpu::Traits traits;
    traits.fuse = false;
    traits.processor = listVulkanDevices(SelfTest::None).front().type == VulkanDeviceInfo::Type::Software;
    return gpu::makePlan(program, options, traits, 2);
}

class TestFallbackBackend : public QObject {
    Q_OBJECT
    QStringList notices_;

    [[nodiscard]] FallbackBackend backend(std::vector<std::shared_ptr<const Backend>> backends,
                                          bool strict = true) {
        return {std::move(backends),
                [this](const std::string& text) { notices_ << QString::fromStdString(text); }, strict};
    }
    static NetworkConfig network() { return with(NetworkConfig(), "dropout=0.1"); }
    static SessionOptions eight() { return {.batch = 8}; }
    /// Submits of the first step.
    static size_t firstStep() { return planOf(buildProgram(network(), 5), eight()).train.size(); }
    /// Twelve steps, one a call, an evaluation in their middle; parameters, moments, losses.
    static std::vector<float> run(const Backend& backend, std::string* device = nullptr) {
        const Table table = randomTable(network(), 16, 5, false),
                    other = randomTable(network(), 16, 5, false, 8);
        const SessionOptions options = eight();
        const auto session = backend.compile(buildProgram(network(), 5), options);
        session->writeParameters(movedParameters(session->program()));
        session->bind(table);
        std::vector<float> all;
        for (int step = 0; step < 12; ++step) {
            const StepScalars scalars = stepScalars(options.training, 1e-3, step);
            StepMetrics metrics;
            if (session->train(firstRows(8), {&scalars, 1}, {&metrics, 1}) != 1) return {};
            all.push_back(metrics.loss);
            if (step != 5) continue;
            session->bind(other);
            all.push_back(static_cast<float>(session->evaluate(firstRows(8)).loss));
            session->bind(table);
        }
        const OptimiserState state = session->readOptimiser();
        for (const std::vector<float>& part : {session->readParameters(), state.first, state.second})
            all.insert(all.end(), part.begin(), part.end());
        if (device) *device = session->device();
        return state.step == 12 ? all : std::vector<float>();
    }

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void init() { notices_.clear(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void aDeviceLostOnceLosesNoStep_data() {
        QTest::addColumn<size_t>("after");
        const size_t first = firstStep();
        for (const size_t after : {size_t{0}, size_t{1}, first - 1, first, first + 3, first + 6, first + 9})
            QTest::addRow("after %zu submits", after) << after;
    }
    void aDeviceLostOnceLosesNoStep() {
        QFETCH(size_t, after);
        const std::vector<float> undisturbed = run(*vulkan());
        QVERIFY(!undisturbed.empty());
        QVERIFY(run(backend({vulkan(after), vulkan(), std::make_shared<NativeBackend>()})) == undisturbed);
        QCOMPARE(notices_.size(), 1);
        QVERIFY2(
            notices_[0].contains(QStringLiteral("lost")) && notices_[0].contains(QStringLiteral("Vulkan")),
            qPrintable(notices_[0]));
    }

    void aDeviceLostTwiceIsReplacedByTheProcessor() {
        const std::vector<float> undisturbed = run(*vulkan());
        std::string device;
        const std::vector<float> found =
            run(backend({vulkan(firstStep()), vulkan(firstStep() + 3), std::make_shared<NativeBackend>()}),
                &device);
        QVERIFY(device.starts_with("native"));
        QCOMPARE(notices_.size(), 2);
        VERIFY_CLOSE(found, undisturbed, 1e-4, "all");
    }

    void lookingInsideGoesOn() {
        const NetworkConfig network;
        const Table table = randomTable(network, 4, 5, false);
        const SessionOptions options{.batch = 4, .keepTensors = true};
        const Program program = buildProgram(network, 5);
        const gpu::Plan plan = planOf(program, options);
        const size_t forward = plan.forward.size(), all = forward + 1 + plan.backward.size();
        std::vector<std::vector<float>> gradients;
        for (const size_t after : {all, size_t{5}, forward, forward + 8, all - 1}) {
            notices_.clear();
            const auto session =
                backend({vulkan(after), std::make_shared<NativeBackend>()}).compile(program, options);
            session->writeParameters(movedParameters(program));
            session->bind(table);
            session->forward(firstRows(4));
            session->backward();
            gradients.push_back(session->readParameterGradient());
            QCOMPARE(notices_.size(), after == all ? 0 : 1);
        }
        for (const auto& gradient : gradients) VERIFY_CLOSE(gradient, gradients.front(), 1e-4, "gradient");
    }

    void whatIsSwitchedOffStaysSo() {
        const NetworkConfig network;
        const Table table = randomTable(network, 8, 5, false);
        SessionOptions options = eight();
        options.train = false;
        const Program program = buildProgram(network, 5);
        const size_t once = planOf(program, options).evaluate.size();
        std::vector<double> losses;
        for (const size_t after : {SIZE_MAX, once}) {  // lost in the second evaluation
            const auto session =
                backend({vulkan(after), std::make_shared<NativeBackend>()}).compile(program, options);
            session->writeParameters(movedParameters(program));
            session->bind(table);
            losses.push_back(session->evaluate(firstRows(8)).loss);
            QVERIFY(session->device().starts_with("Vulkan"));
            session->setAblation({{0.0f}, {2}});
            losses.push_back(session->evaluate(firstRows(8)).loss);
            QCOMPARE(session->device().starts_with("Vulkan"), after == SIZE_MAX);
        }
        QCOMPARE(notices_.size(), 1);
        QVERIFY(std::abs(losses[0] - losses[2]) < 1e-3 && std::abs(losses[1] - losses[3]) < 1e-3);
        QVERIFY(std::abs(losses[0] - losses[1]) > 1e-3);
    }

    void withoutAnotherDeviceItIsAnError() {
        QVERIFY_EXCEPTION_THROWN((void)run(backend({vulkan(20)})), DeviceLost);
    }

    void fewStepsAreDoneAgain() {  // as many as a processor does in a moment
        const Table table = randomTable(network(), 16, 5, false);
        const SessionOptions options = eight();
        const size_t first = firstStep();
        const auto session = backend({vulkan(first + 299, 1), vulkan(first + 100), vulkan()})
                                 .compile(buildProgram(network(), 5), options);
        session->writeParameters(movedParameters(session->program()));
        session->bind(table);
        const std::vector<StepScalars> scalars(300, stepScalars(options.training, 1e-3, 0));
        std::vector<StepMetrics> metrics(scalars.size());
        std::vector<int32_t> rows;
        for (size_t i = 0; i < scalars.size() * 8; ++i) rows.push_back(static_cast<int32_t>(i % 16));
        QCOMPARE(session->train(rows, scalars, metrics), scalars.size());
        QCOMPARE(notices_.size(), 0);
        QCOMPARE(session->train(firstRows(8), {scalars.data(), 1}, {metrics.data(), 1}), size_t{1});
        QCOMPARE(notices_.size(), 1);  // the second device would have been lost over 300 steps
        QCOMPARE(session->readOptimiser().step, int64_t{301});
    }

    void dataThatAreTooLargeForADevice() {
        const NetworkConfig features =
            with(NetworkConfig(), "input=features output=set input_dim=7 num_classes=1 positions=none");
        const SessionOptions options{.batch = 1};
        const Program program = buildProgram(features, 5);
        Table table{.rows = 5000000, .featureDim = features.inputDim};
        table.features.resize(static_cast<size_t>(table.rows) * 7);
        const auto native = std::make_shared<NativeBackend>();
        const auto strict = backend({vulkan(), native}).compile(program, options);
        const QString refusal = thrownMessage([&] { strict->bind(table); });
        if (refusal.startsWith('(')) QSKIP("this device takes them");
        QVERIFY2(refusal.contains(QStringLiteral("at a time")), qPrintable(refusal));
        const auto session = backend({vulkan(), native}, false).compile(program, options);
        Table wrong = table;
        wrong.featureDim = 6;
        wrong.features.resize(static_cast<size_t>(wrong.rows) * 6);
        VERIFY_SAYS(thrownMessage([&] { session->bind(wrong); }), QStringLiteral("width 7"));
        QVERIFY(session->device().starts_with("Vulkan"));
        session->bind(table);
        QVERIFY(session->device().starts_with("native"));
        QCOMPARE(notices_.size(), 1);
    }

    void aNetworkThatIsTooLarge() {
        const auto refusing = std::make_shared<Refusing>();
        const auto native = std::make_shared<NativeBackend>();
        VERIFY_SAYS(thrownMessage([&] {
                        (void)run(backend({refusing, native}, true));
                    }),
                    QStringLiteral("too large for this device"));
        QVERIFY(!run(backend({refusing, native}, false)).empty());
        QCOMPARE(notices_, QStringList{QStringLiteral("too large for this device")});
        QCOMPARE(backend({refusing, native}).memoryBytes(buildProgram({}, 3), {}), int64_t{7});
    }

    void aLossThatIsNoNumberIsComputedTwiceAndThenBelieved() {
        const NetworkConfig network;
        const Table table = randomTable(network, 8, 5, false);
        const SessionOptions options{.batch = 8};
        const auto session = backend({vulkan(), vulkan(), std::make_shared<NativeBackend>()})
                                 .compile(buildProgram(network, 5), options);
        std::vector<float> parameters = movedParameters(session->program());
        parameters[0] = std::numeric_limits<float>::quiet_NaN();
        session->writeParameters(parameters);
        session->bind(table);
        const StepScalars scalars = stepScalars(options.training, 1e-3, 0);
        for (int step = 0; step < 3; ++step) {
            StepMetrics metrics;
            QCOMPARE(session->train(firstRows(8), {&scalars, 1}, {&metrics, 1}), size_t{1});
            QVERIFY(std::isnan(metrics.loss));
        }
        QCOMPARE(notices_.size(), 1);
        QVERIFY(session->device().starts_with("Vulkan"));
    }
};

TEST_CLASS(TestFallbackBackend, QCoreApplication)

}  // namespace test_fallback_backend
#include "test_fallback_backend.moc"
