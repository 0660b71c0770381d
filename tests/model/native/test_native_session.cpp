// The native session: gradients against differences of the loss, slices against one another, repeatability,
// dropout, and what it says to wrong calls.
#include <malloc.h>

#include <QtTest>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>

#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/native/products.h"
#include "model/reference/reference_session.h"
#include "odd_network.h"
#include "runner.h"
#include "settings.h"
#include "wrong_calls.h"

using namespace attx;

namespace test_native_session {

Table randomTable(const NetworkConfig& c, int rows, int length, bool masked) {
    Table t;
    PhiloxSequence random(5, RandomStream::Data);
    const auto n = static_cast<size_t>(rows * length);
    t.length = length;
    if (c.input == InputKind::Tokens) {
        t.rows = rows;
        for (size_t i = 0; i < n; ++i)
            t.tokens.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.inputDim))));
        for (size_t i = 0; i < n; ++i)
            t.labels.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.numClasses))));
        if (masked)
            for (int row = 0; row < rows; ++row) {
                t.lengths.push_back(1 + static_cast<int32_t>(random.below(static_cast<uint32_t>(length))));
                for (int pos = t.lengths.back(); pos < length; ++pos)
                    t.labels[static_cast<size_t>(row * length + pos)] = -1;
            }
    } else {
        t.rows = rows * length;
        t.featureDim = c.inputDim;
        for (size_t i = 0; i < n * static_cast<size_t>(c.inputDim); ++i)
            t.features.push_back(random.uniform(-1, 1));
    }
    return t;
}

std::vector<int32_t> firstRows(int64_t n) {
    std::vector<int32_t> rows(static_cast<size_t>(n));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

std::unique_ptr<Session> makeSession(const NetworkConfig& network, int length, SessionOptions options,
                                     uint64_t seed = 3) {
    auto session = NativeBackend().compile(buildProgram(network, length), options);
    std::vector<float> parameters = initialParameters(session->program(), seed);
    PhiloxSequence random(seed, RandomStream::Parameters, 1000);
    for (float& p : parameters)
        p += random.uniform(-0.2f, 0.2f);  // biases and norms away from their round values
    session->writeParameters(parameters);
    return session;
}

double worst(const std::vector<float>& a, const std::vector<float>& b) {
    double difference = a.size() == b.size() ? 0 : INFINITY;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        difference = std::max(difference, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    return difference;
}

class TestNativeSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The gradient of the training loss, with dropout, along random directions, against differences:
    /// a step at rate 0 leaves the parameters, and the counter is set back so that masks repeat.
    void gradientIsThatOfTheLoss_data() {
        const Rows<double, bool, bool> row("dropout", "masked", "linear");
        row("plain", 0.0, false, false);
        row("masked", 0.0, true, false);
        row("dropout", 0.2, false, false);
        row("masked and dropout", 0.2, true, false);
        row("a linear output, masked and dropout", 0.2, true, true);
    }
    void gradientIsThatOfTheLoss() {
        QFETCH(double, dropout);
        QFETCH(bool, masked);
        QFETCH(bool, linear);
        NetworkConfig network = oddNetwork();
        network.linearOutput = linear;
        network.dropout = dropout;
        network.inputDropout = dropout / 2;
        const Table table = randomTable(network, 6, 5, masked);
        const auto session = makeSession(network, 5, {.batch = 6, .seed = 99, .threads = 2});
        session->bind(table);
        const std::vector<float> start = session->readParameters();
        const std::vector<float> zeros(start.size(), 0.0f);
        const std::vector<int32_t> rows = firstRows(6);
        const auto lossAt = [&](const std::vector<float>& p) {
            session->writeParameters(p);
            session->writeOptimiser({0, zeros, zeros});
            StepMetrics metrics;
            const StepScalars still{0.0f, 1.0f, 1.0f};
            (void)session->train(rows, {&still, 1}, {&metrics, 1});
            return static_cast<double>(metrics.loss);
        };
        (void)lossAt(start);
        const std::vector<float> gradient = session->readParameterGradient();
        PhiloxSequence random(8, RandomStream::Data);
        for (int trial = 0; trial < 8; ++trial) {
            std::vector<float> direction(start.size());
            double expected = 0;
            for (size_t i = 0; i < direction.size(); ++i) {
                direction[i] = random.uniform(-1, 1);
                expected += static_cast<double>(direction[i]) * static_cast<double>(gradient[i]);
            }
            constexpr float h = 2e-4f;  // float's rounding of the loss (1e-7) against the curvature
            std::vector<float> up = start, down = start;
            for (size_t i = 0; i < direction.size(); ++i)
                up[i] += h * direction[i], down[i] -= h * direction[i];
            const double found = (lossAt(up) - lossAt(down)) / (2 * static_cast<double>(h));
            QVERIFY2(
                std::abs(found - expected) < 0.02 * std::max(1.0, std::abs(expected)),
                qPrintable(QStringLiteral("differences say %1, backward says %2").arg(found).arg(expected)));
        }
    }

    void slicesAgree_data() {
        addColumns<int, bool>("threads", "keep");
        for (const int threads : {1, 2, 3, 7})
            for (const bool keep : {false, true})
                QTest::addRow("%d threads%s", threads, keep ? ", kept" : "") << threads << keep;
    }
    void slicesAgree() {
        QFETCH(int, threads);
        QFETCH(bool, keep);
        const NetworkConfig network = with(oddNetwork(), "dropout=0.3");
        const Table table = randomTable(network, 41, 9, true);
        const auto run = [&](int n, bool keepTensors) {
            SessionOptions options;
            options.batch = 13;
            options.seed = 4;
            options.threads = n;
            options.keepTensors = keepTensors;
            options.training.clipNorm = 0.5;
            const auto session = makeSession(network, 9, options);
            session->bind(table);
            std::vector<StepScalars> scalars;
            for (int step = 0; step < 3; ++step) scalars.push_back(stepScalars(options.training, 1e-3, step));
            std::vector<StepMetrics> metrics(3);
            (void)session->train(firstRows(39), scalars, metrics);
            std::vector<float> all = session->readParameters();
            for (const StepMetrics& m : metrics) all.insert(all.end(), {m.loss, m.accuracy, m.gradNorm});
            const EvaluationSums sums = session->evaluate(firstRows(13));
            all.push_back(static_cast<float>(sums.meanLoss()));
            return all;
        };
        const std::vector<float> one = run(1, false), many = run(threads, keep);
        QVERIFY2(worst(one, many) < 2e-4, qPrintable(QString::number(worst(one, many))));
        QCOMPARE(run(threads, keep), many);  // and the same call twice is the same to the bit
    }

    void theDeviceSaysWhatMakesItsProducts() {
        const bool generates = generatedProducts() && std::string(activeKernels().name) != "baseline";
        const auto device = [] { return makeSession(oddNetwork(), 6, SessionOptions())->device(); };
        const std::string here = device();
        QCOMPARE(here.find("libxsmm") != std::string::npos, generates);
        useGeneratedProducts(false);
        const std::string eigen = device();
        useGeneratedProducts(generates);
        QCOMPARE(eigen.find("libxsmm"), std::string::npos);
        QCOMPARE(here == eigen, !generates);  // so that resuming says that the bits will be others
    }

    void instructionSetsAgree() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 8, 6, false);
        std::vector<std::vector<float>> logits;
        for (const Kernels* kernels : runnableKernels()) {
            forceInstructionSet(kernels->name);
            const auto session = makeSession(network, 6, {.batch = 8, .keepTensors = true});
            QVERIFY(session->device().find(displayName(*kernels)) != std::string::npos);
            session->bind(table);
            session->forward(firstRows(8));
            logits.push_back(session->read(session->program().logits));
        }
        forceInstructionSet("");
        for (const auto& other : logits) QVERIFY(worst(logits.front(), other) < 1e-5);
    }

    void featuresAndAGivenGradient() {
        const NetworkConfig network = with(oddNetwork(), "input=features input_dim=5 positions=none");
        const Table table = randomTable(network, 4, 6, false);
        const auto session = makeSession(network, 6, {.batch = 4, .keepTensors = true});
        session->bind(table);
        std::vector<int32_t> rows = firstRows(24);
        session->forward(rows);
        const std::vector<float> logits = session->read(session->program().logits);
        // Without positions the network does not see the order: permuted members give permuted logits.
        std::reverse(rows.begin(), rows.begin() + 6);
        session->forward(rows);
        const std::vector<float> permuted = session->read(session->program().logits);
        for (size_t t = 0; t < 6; ++t)
            for (size_t k = 0; k < 7; ++k)
                QVERIFY(std::abs(permuted[t * 7 + k] - logits[(5 - t) * 7 + k]) < 1e-5f);
        // The gradient of one logit by the features, against differences.
        std::vector<float> seed(logits.size(), 0.0f);
        seed[9] = 1.0f;
        session->forward(firstRows(24));
        session->backward(seed);
        const std::vector<float> gradient = session->readGradient(session->program().tensor("features"));
        Table moved = table;
        for (const size_t i : {size_t{0}, size_t{13}, size_t{29}}) {
            std::vector<double> values;
            for (const float h : {1e-2f, -1e-2f}) {
                moved.features[i] = table.features[i] + h;
                session->bind(moved);
                session->forward(firstRows(24));
                values.push_back(static_cast<double>(session->read(session->program().logits)[9]));
            }
            moved.features[i] = table.features[i];
            QVERIFY(std::abs((values[0] - values[1]) / 2e-2 - static_cast<double>(gradient[i])) < 5e-3);
        }
    }

    void paddingDoesNotMatter() {
        const NetworkConfig network = oddNetwork();
        Table table = randomTable(network, 2, 8, false);
        table.lengths = {5, 8};
        const auto session = makeSession(network, 8, {.batch = 2, .keepTensors = true});
        session->bind(table);
        session->forward(firstRows(2));
        const std::vector<float> before = session->read(session->program().logits);
        for (size_t t = 5; t < 8; ++t)
            table.tokens[t] = (table.tokens[t] + 1) % 7;  // behind the length of row 0
        session->forward(firstRows(2));
        const std::vector<float> after = session->read(session->program().logits);
        QVERIFY(std::equal(before.begin(), before.begin() + 5 * 7, after.begin()));
        QVERIFY(!std::equal(before.begin(), before.begin() + 8 * 7, after.begin()));
    }

    void wrongCallsAreNamed() {
        verifyWrongCallsAreNamed(NativeBackend(), randomTable(oddNetwork(), 6, 5, false),
                                 randomTable(oddNetwork(), 6, 4, false));
    }

    void interruptionLeavesNoTrace() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 8, 5, false);
        std::atomic<bool> interrupt{true};
        SessionOptions options{.batch = 8, .threads = 2, .interrupt = &interrupt};
        const auto session = makeSession(network, 5, options);
        session->bind(table);
        const std::vector<float> before = session->readParameters();
        std::vector<StepMetrics> metrics(1);
        const StepScalars scalars = stepScalars(options.training, 1e-2, 0);
        QCOMPARE(session->train(firstRows(8), {&scalars, 1}, metrics), size_t{0});
        QCOMPARE(session->readParameters(), before);
        QCOMPARE(session->readOptimiser().step, int64_t{0});
        interrupt = false;
        QCOMPARE(session->train(firstRows(8), {&scalars, 1}, metrics), size_t{1});
        options.interrupt = nullptr;
        const auto other = makeSession(network, 5, options);
        other->bind(table);
        QCOMPARE(other->train(firstRows(8), {&scalars, 1}, metrics), size_t{1});
        QCOMPARE(session->readParameters(), other->readParameters());
    }

    void interruptionWithinAStepLeavesNoTrace() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 32, 9, false);
        constexpr size_t steps = 100;
        std::vector<int32_t> rows;
        for (size_t s = 0; s < steps; ++s)
            for (int32_t row = 0; row < 32; ++row) rows.push_back(row);
        std::atomic<bool> interrupt{false};
        SessionOptions options{.batch = 32, .threads = 2};
        std::vector<StepScalars> scalars;
        for (size_t s = 0; s < steps; ++s)
            scalars.push_back(stepScalars(options.training, 1e-2, static_cast<int64_t>(s)));
        std::vector<StepMetrics> metrics(steps);
        const auto reference = makeSession(network, 9, options);
        reference->bind(table);
        options.interrupt = &interrupt;
        const auto session = makeSession(network, 9, options);
        session->bind(table);
        const std::vector<float> start = session->readParameters(), zeros(start.size());
        int cut = 0;
        for (int trial = 0; trial < 30; ++trial) {
            for (Session* each : {session.get(), reference.get()}) {
                each->writeParameters(start);
                each->writeOptimiser({0, zeros, zeros});
            }
            interrupt = false;
            std::thread stopper([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(300 * trial));
                interrupt = true;
            });
            const size_t done = session->train(rows, scalars, metrics);
            stopper.join();
            cut += done < steps;
            QCOMPARE(reference->train(std::span(rows).first(done * 32), std::span(scalars).first(done),
                                      std::span(metrics).first(done)),
                     done);
            QCOMPARE(session->readParameters(), reference->readParameters());
            QCOMPARE(session->readOptimiser().step, static_cast<int64_t>(done));
            QCOMPARE(session->readOptimiser().second, reference->readOptimiser().second);
        }
        QVERIFY(cut > 0);
    }

    void whatHasNoGradientStaysAsItWas() {
        const NetworkConfig set = with(oddNetwork(), "input=features output=set num_classes=1");
        Table sets = randomTable(set, 12, 3, false);
        for (int32_t row = 0; row < 36; ++row) sets.classes.push_back(row % 3 == 2 ? 1 : 0);
        const Table sequences = randomTable(oddNetwork(), 12, 3, false);
        const NetworkConfig linear = with(set, "linear_output=true");
        for (const NetworkConfig& network : {oddNetwork(), set, linear}) {
            const bool features = network.input == InputKind::Features;
            const SessionOptions options{.batch = 12, .threads = 2};
            const auto session = makeSession(network, 3, options);
            const Program& program = session->program();
            // 2 layers of 3 heads, the last bias, and that of the last norm
            QCOMPARE(program.withoutGradient.size(), size_t{6} + features + network.linearOutput);
            session->bind(features ? sets : sequences);
            const std::vector<float> start = session->readParameters();
            const std::vector<int32_t> rows = firstRows(features ? 36 : 12);
            for (int64_t step = 0; step < 5; ++step) {
                const StepScalars scalars = stepScalars(options.training, 1e-2, step);
                StepMetrics metrics;
                QCOMPARE(session->train(rows, {&scalars, 1}, {&metrics, 1}), size_t{1});
            }
            const std::vector<float> now = session->readParameters();
            for (const ParameterRange& range : program.withoutGradient)
                QVERIFY(std::equal(start.begin() + range.first, start.begin() + range.last,
                                   now.begin() + range.first));
            QVERIFY(now[0] != start[0]);
        }
    }

    /// With every optimiser, weight decay and clipping. What is trained moves as in the plain execution.
    void frozenParametersStayAsTheyWere_data() {
        addColumns<int, int, bool>("optimiser", "layers", "tied");
        for (const auto& [name, optimiser] :
             {std::pair{"Adam", Optimiser::Adam}, std::pair{"AdamW", Optimiser::AdamW},
              std::pair{"RMSprop", Optimiser::RmsProp}, std::pair{"Keras 3", Optimiser::RmsPropKeras3},
              std::pair{"L2", Optimiser::AdamL2}, std::pair{"SGD", Optimiser::Sgd}})
            for (const int layers : {1, 2})
                QTest::addRow("%s %d", name, layers) << static_cast<int>(optimiser) << layers << false;
        QTest::newRow("tied") << static_cast<int>(Optimiser::AdamW) << 1 << true;
    }
    void frozenParametersStayAsTheyWere() {
        QFETCH(int, optimiser);
        QFETCH(int, layers);
        QFETCH(bool, tied);
        NetworkConfig network = with(oddNetwork(), "positions=learned max_positions=9 dropout=0.2");
        network.embeddingTable = network.tiedOutput = tied;
        const Table table = randomTable(network, 12, 9, true);
        SessionOptions options;
        options.batch = 12;
        options.training.optimiser = static_cast<Optimiser>(optimiser);
        options.training.weightDecay = 0.3;
        options.training.clipNorm = 0.5;
        Program program = buildProgram(network, 9);
        freeze(program, layers);
        const ParameterInfo& first = *std::ranges::find_if(program.parameters, [&](const ParameterInfo& p) {
            return layers == 1 ? p.layer == 1 : p.role == Role::OutputHiddenWeight;
        });
        QCOMPARE(program.frozen, first.offset);
        const std::vector<float> start = makeSession(network, 9, options)->readParameters();
        const auto trained = [&](const Backend& backend, int threads) {
            options.threads = threads;
            const auto session = backend.compile(program, options);
            session->writeParameters(start);
            session->bind(table);
            const std::vector<int32_t> rows = firstRows(12);
            for (int64_t step = 0; step < 4; ++step) {
                const StepScalars scalars = stepScalars(options.training, 1e-2, step);
                StepMetrics metrics;
                if (session->train(rows, {&scalars, 1}, {&metrics, 1}) != 1) return std::vector<float>();
            }
            return session->readParameters();
        };
        const std::vector<float> expected = trained(ReferenceBackend(), 1);
        for (const int threads : {1, 3}) {
            const std::vector<float> now = trained(NativeBackend(), threads);
            QVERIFY(std::equal(start.begin(), start.begin() + program.frozen, now.begin()));
            QVERIFY(now[static_cast<size_t>(program.frozen)] != start[static_cast<size_t>(program.frozen)]);
            QVERIFY(worst(now, expected) < 1e-3);
        }
    }

    /// They find the same without the gradients of parameters, and from parameters that are not copied.
    void sessionsThatLookInsideCopyNothing() {
        const NetworkConfig network =
            with(oddNetwork(), "positions=learned max_positions=6 embedding_norm=true");
        const Table table = randomTable(network, 4, 6, true);
        SessionOptions options{.batch = 4, .threads = 1, .keepTensors = true};
        const auto whole = makeSession(network, 6, options);
        const auto shared = std::make_shared<const std::vector<float>>(whole->readParameters());
        options.parameterGradients = false;
        const auto few = NativeBackend().compile(buildProgram(network, 6), options);
        few->useParameters(shared);
        std::vector<float> scratch;
        QVERIFY(few->view(PerParameter::Value, scratch).data() == shared->data());
        for (Session* session : {whole.get(), few.get()}) {
            session->bind(table);
            session->forward(firstRows(4));
            session->backward();
        }
        for (TensorId id = 0; id < std::ssize(whole->program().tensors); ++id) {
            std::vector<float> a, b;
            try {
                a = whole->readGradient(id);
            } catch (const Error&) {  // kernels leave it out, in both of them
                continue;
            }
            b = few->readGradient(id);
            QVERIFY(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
        }
        QVERIFY_EXCEPTION_THROWN((void)few->readParameterGradient(), Error);
        std::vector<float> other = *shared;
        other.front() += 1;
        few->writeParameters(other);
        QVERIFY(few->readParameters() == other && shared->front() != other.front());
    }

    /// What is not asked for shares memory, and cannot be read.
    void fewTensorsTakeLittleMemory() {
        const NetworkConfig network = oddNetwork(8);
        const Table table = randomTable(network, 5, 9, true);
        SessionOptions options{.batch = 5, .threads = 1, .keepTensors = true, .train = false};
        const Program program = buildProgram(network, 9);
        const auto whole = makeSession(network, 9, options);
        const int64_t all = NativeBackend().memoryBytes(program, options);
        options.readable = {program.logits, program.layerInput(1), program.attention[0]};
        const auto few = makeSession(network, 9, options);
        QVERIFY(NativeBackend().memoryBytes(program, options) < all * 2 / 3);
        for (Session* session : {whole.get(), few.get()}) {
            session->bind(table);
            session->forward(firstRows(5));
        }
        for (const TensorId id : options.readable) QVERIFY(few->read(id) == whole->read(id));
        QVERIFY_EXCEPTION_THROWN((void)few->read(program.attention[1]), Error);
    }

    void memoryIsToldBefore() {
        const Program program = buildProgram(presetByName("reverse").network, 16);
        SessionOptions options{.batch = 128, .threads = 2};
        const auto held = [] {
            const auto info = mallinfo2();
            return static_cast<int64_t>(info.uordblks + info.hblkhd);
        };
        for (const bool keep : {false, true}) {
            options.keepTensors = keep;
            const int64_t told = NativeBackend().memoryBytes(program, options), before = held();
            const auto session = NativeBackend().compile(program, options);
            if (!keep) (void)session->readOptimiser();  // its moments are made when they are asked for
            const Table table = randomTable(program.config, 128, 16, false);
            session->bind(table);
            if (keep) session->forward(firstRows(128)), session->backward();  // and so are gradients
            const int64_t made = held() - before;
            if (made == 0) QSKIP("This build's allocator does not say what it holds.");
            QVERIFY2(std::abs(made - told) < told / 20 + (64 << 10),
                     qPrintable(QStringLiteral("told %1, made %2").arg(told).arg(made)));
        }
    }
};

TEST_CLASS(TestNativeSession, NoApplication)

}  // namespace test_native_session
#include "test_native_session.moc"
