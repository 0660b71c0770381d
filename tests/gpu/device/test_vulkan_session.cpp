// Whole networks on the Vulkan device against the native execution, and what a session promises.
#include <atomic>

#include "gpu/device/gpu_fixture.h"
#include "gpu/plan/plan.h"
#include "model/data/philox.h"
#include "model/network/ablation.h"
#include "odd_network.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"
#include "wrong_calls.h"

using namespace attx;

class TestVulkanSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void randomPrograms_data() {
        addColumns<int, QString>("seed", "variant");
        for (int seed = 0; seed < 24; ++seed)  // from 16 on with heads off and hidden keys
            QTest::addRow("%d", seed) << seed << (seed % 3 == 0 ? "" : seed % 3 == 1 ? "32x32" : "64x64");
    }
    void randomPrograms() {
        QFETCH(int, seed);
        QFETCH(QString, variant);
        PhiloxSequence random(static_cast<uint64_t>(seed), RandomStream::Data, 7);
        const auto between = [&](int low, int high) {
            return low + static_cast<int>(random.below(static_cast<uint32_t>(high - low + 1)));
        };
        NetworkConfig c;
        c.input = seed % 4 == 3 ? InputKind::Features : InputKind::Tokens;
        c.inputDim = seed == 5 ? 300 : between(2, 33);  // many categories go another way
        c.numClasses = between(2, 19);
        c.numHeads = between(1, 4);
        c.modelDim = c.numHeads * between(1, 21);
        c.numLayers = between(1, 2);
        c.dimFeedforward = between(1, 70);
        if (c.input == InputKind::Features) c.positions = Positions::None;
        if (seed % 4 == 3 && seed > 4) c.output = OutputKind::Set, c.numClasses = 1;
        if (seed % 4 == 1 && seed > 4) {  // as the text classifier
            c.output = OutputKind::Pooled;
            c.numClasses = seed == 9 ? 1 : c.numClasses;
            c.embeddingTable = true;
            c.keyDim = between(1, 20);
            c.maskPadding = seed != 13;
            if (seed == 13) c.inputDim = 400;
        }
        c.linearOutput = seed >= 18;
        const int length = seed % 4 == 2 ? between(65, 90) : between(3, 23), batch = between(1, 9);
        const bool masked = seed % 2 == 1;
        const Table table = randomTable(c, batch + 3, length, masked, static_cast<uint64_t>(seed));
        const QString shapes = QStringLiteral("C %1, heads %2, T %3, B %4, hidden %5, in %6, classes %7")
                                   .arg(c.modelDim)
                                   .arg(c.numHeads)
                                   .arg(length)
                                   .arg(batch)
                                   .arg(c.dimFeedforward)
                                   .arg(c.inputDim)
                                   .arg(c.numClasses);
        const SessionOptions options{.batch = batch, .keepTensors = true};
        const Program program = buildProgram(c, length);
        const auto expected = NativeBackend().compile(program, options);
        const auto found = VulkanBackend({.tile = variant.toStdString()}).compile(program, options);
        const int64_t logits = batch * program.tensors[static_cast<size_t>(program.logits)].size();
        const std::vector<float> gradient = seed % 3 == 0 ? std::vector<float>() : randomValues(logits, 9);
        for (Session* session : {expected.get(), found.get()}) {
            session->writeParameters(movedParameters(program));
            session->bind(table);
            if (seed >= 16) session->setAblation(randomAblation(program));
            session->forward(firstRows(batch * program.rowsPerSequence()));
            session->backward(gradient);
        }
        const std::string where = " (" + shapes.toStdString() + ")";
        for (const TensorId id : program.attention)
            VERIFY_CLOSE(found->read(id), expected->read(id), 1e-4,
                         program.tensors[static_cast<size_t>(id)].name + where);
        VERIFY_CLOSE(found->read(program.logits), expected->read(program.logits), 1e-4, "logits" + where);
        for (const TensorId id : program.attention)
            VERIFY_CLOSE(found->readGradient(id), expected->readGradient(id), 1e-3,
                         "gradient of " + program.tensors[static_cast<size_t>(id)].name + where);
        const std::vector<float> a = found->readParameterGradient(), b = expected->readParameterGradient();
        for (const ParameterInfo& p : program.parameters)
            VERIFY_CLOSE(std::vector<float>(a.begin() + p.offset, a.begin() + p.offset + p.size()),
                         std::vector<float>(b.begin() + p.offset, b.begin() + p.offset + p.size()), 1e-3,
                         p.name + where);
        if (c.input == InputKind::Features)
            VERIFY_CLOSE(found->readGradient(program.tensor("features")),
                         expected->readGradient(program.tensor("features")), 1e-3,
                         "gradient of features" + where);
    }

    void theGradientOfALargeVocabulary_data() {  // however the rows of a token lie in the chunks of 32
        const Rows<int, int, bool> row("tokens", "width", "table");
        row("one token, every chunk of it", 1, 5, true);
        row("two tokens", 2, 70, true);
        row("three tokens, with a bias", 3, 130, false);
        row("runs within a chunk and across two", 20, 6, true);
        row("almost all different", 300, 64, false);
    }
    void theGradientOfALargeVocabulary() {
        QFETCH(int, tokens);
        QFETCH(int, width);
        QFETCH(bool, table);
        NetworkConfig c = with(oddNetwork(), "input_dim=300 num_heads=1 num_layers=1 input_dropout=0.2");
        c.modelDim = width;
        c.embeddingTable = table;
        const SessionOptions options{.batch = 7, .keepTensors = true};
        const Program program = buildProgram(c, 29);
        Table data = randomTable(c, 9, 29, false);
        for (int32_t& token : data.tokens) token = 299 - token % tokens;
        const auto expected = NativeBackend().compile(program, options),
                   found = VulkanBackend().compile(program, options);
        for (const int sequences : {7, 4}) {  // a batch that is not full
            for (Session* session : {expected.get(), found.get()}) {
                session->writeParameters(movedParameters(program));
                session->bind(data);
                session->forward(firstRows(sequences));
                session->backward();
            }
            VERIFY_CLOSE(found->readParameterGradient(), expected->readParameterGradient(), 1e-4,
                         "gradient of " + std::to_string(sequences));
        }
        const Trained a = train(*found, data, options, 3), b = train(*expected, data, options, 3);
        VERIFY_CLOSE(a.norms, b.norms, 1e-4, "norms");
        VERIFY_CLOSE(a.parameters, b.parameters, 1e-4, "parameters");
    }

    void training_data() { addVariants(); }
    void training() {  // dropout everywhere, clipping, decay; memory is shared between tensors
        QFETCH(QString, variant);
        QFETCH(bool, fuse);
        const NetworkConfig network = with(oddNetwork(), "dropout=0.2 input_dropout=0.3");
        const Table table = randomTable(network, 41, 9, true);
        SessionOptions options;
        options.batch = 13;
        options.seed = 0x123456789ABCDEFULL;
        options.training.clipNorm = 0.5;
        options.training.optimiser = Optimiser::AdamW;
        const Program program = buildProgram(network, 9);
        const auto expected = NativeBackend().compile(program, options);
        const auto found =
            VulkanBackend({.tile = variant.toStdString(), .fuse = fuse}).compile(program, options);
        for (Session* session : {expected.get(), found.get()})
            session->writeParameters(movedParameters(program));
        const Trained a = train(*found, table, options, 6), b = train(*expected, table, options, 6);
        VERIFY_CLOSE(a.losses, b.losses, 1e-5, "losses");
        VERIFY_CLOSE(a.norms, b.norms, 1e-4, "norms");
        VERIFY_CLOSE(a.accuracies, b.accuracies, 1e-6, "accuracies");
        VERIFY_CLOSE(a.parameters, b.parameters, 1e-4, "parameters");
        for (const int count : {13, 5, 41}) {  // a batch, one that is not full, and several
            const EvaluationSums x = found->evaluate(firstRows(count)),
                                 y = expected->evaluate(firstRows(count));
            QCOMPARE(x.counted, y.counted);
            QCOMPARE(x.correct, y.correct);
            QVERIFY(std::abs(x.loss - y.loss) < 1e-4 * y.loss);
            EvaluationSums apart;
            const std::vector<int32_t> rows = firstRows(count);
            for (size_t at = 0; at < rows.size(); at += 13)
                apart += found->evaluate(std::span(rows).subspan(at, std::min<size_t>(13, rows.size() - at)));
            QCOMPARE(apart.loss, x.loss);
        }
    }

    void frozenParametersStayAsTheyWere_data() { addVariants(); }
    void frozenParametersStayAsTheyWere() {
        QFETCH(QString, variant);
        QFETCH(bool, fuse);
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 13, 9, true);
        SessionOptions options;
        options.batch = 13;
        options.training.optimiser = Optimiser::AdamW;
        options.training.weightDecay = 0.3;
        Program program = buildProgram(network, 9);
        freeze(program, 1);
        const auto expected = NativeBackend().compile(program, options);
        const auto found =
            VulkanBackend({.tile = variant.toStdString(), .fuse = fuse}).compile(program, options);
        const std::vector<float> start = movedParameters(program);
        for (Session* session : {expected.get(), found.get()}) session->writeParameters(start);
        const Trained a = train(*found, table, options, 4), b = train(*expected, table, options, 4);
        VERIFY_CLOSE(a.norms, b.norms, 1e-4, "norms");
        VERIFY_CLOSE(a.parameters, b.parameters, 1e-4, "parameters");
        QVERIFY(std::equal(start.begin(), start.begin() + program.frozen, a.parameters.begin()));
        QVERIFY(a.parameters[static_cast<size_t>(program.frozen)] !=
                start[static_cast<size_t>(program.frozen)]);
    }

    void trainingOfOtherTasks_data() {
        addColumns<bool, int, double>("sets", "optimiser", "smoothing");
        const auto row = [](const char* name, bool sets, Optimiser optimiser, double smoothing = 0) {
            QTest::newRow(name) << sets << static_cast<int>(optimiser) << smoothing;
        };
        row("sets, Adam", true, Optimiser::Adam);
        row("texts, RMSprop", false, Optimiser::RmsProp);
        row("texts, RMSprop of Keras 3", false, Optimiser::RmsPropKeras3);
        row("sets, Adam with L2", true, Optimiser::AdamL2);
        row("texts, SGD", false, Optimiser::Sgd);
        row("sets, smoothed", true, Optimiser::Sgd, 0.2);
        row("a binary answer, smoothed", false, Optimiser::Adam, 0.2);
    }
    void trainingOfOtherTasks() {
        QFETCH(bool, sets);
        QFETCH(int, optimiser);
        QFETCH(double, smoothing);
        NetworkConfig network = with(oddNetwork(), "positions=none dropout=0.2 num_classes=1");
        network.output = sets ? OutputKind::Set : OutputKind::Pooled;
        if (sets) network.input = InputKind::Features, network.inputDropout = 0.1;
        if (!sets) network.embeddingTable = true, network.keyDim = 6;
        const Table table = randomTable(network, 12, 6, !sets);
        SessionOptions options;
        options.batch = 4;
        options.training.optimiser = static_cast<Optimiser>(optimiser);
        options.training.labelSmoothing = smoothing;
        options.training.weightDecay = 0.1;
        if (!sets) options.training.epsilon = 1e-7;
        if (optimiser == static_cast<int>(Optimiser::RmsPropKeras3)) options.training.epsilon = 1e-3;
        const Program program = buildProgram(network, 6);
        const auto expected = NativeBackend().compile(program, options);
        const auto found = VulkanBackend().compile(program, options);
        for (Session* session : {expected.get(), found.get()})
            session->writeParameters(movedParameters(program));
        const Trained a = train(*found, table, options, 3), b = train(*expected, table, options, 3);
        VERIFY_CLOSE(a.losses, b.losses, 1e-5, "losses");
        VERIFY_CLOSE(a.accuracies, b.accuracies, 1e-6, "accuracies");
        VERIFY_CLOSE(a.parameters, b.parameters, 1e-4, "parameters");
    }

    void theProfileIsOfThePlanThatRuns_data() {
        const Rows<QString, bool> row("tile", "folded");
        row("as on a graphics device", "32x32", true);
        row("of a software device", {}, false);
    }
    void
    theProfileIsOfThePlanThatRuns() {  // the one whose rounds test_plan holds: anomaly's, of a smaller batch
        QFETCH(QString, tile);
        QFETCH(bool, folded);
        const RunConfig config = presetByName("anomaly");
        const NetworkConfig network = with(config.network, "input_dim=20 model_dim=16 dim_feedforward=24");
        const SessionOptions options{.batch = 4, .training = config.training};
        const Program program = buildProgram(network, config.data.positions());
        const Table table = randomTable(network, 5, program.length, false);
        const auto profile = std::make_shared<KernelProfile>();
        const auto expected = NativeBackend().compile(program, options);
        const auto plain = VulkanBackend({.tile = tile.toStdString()}).compile(program, options),
                   timed = VulkanBackend({.profile = profile, .tile = tile.toStdString()})
                               .compile(program, options);
        for (Session* session : {expected.get(), plain.get(), timed.get()})
            session->writeParameters(movedParameters(program));
        const Trained a = train(*plain, table, options, 3), b = train(*expected, table, options, 3);
        VERIFY_CLOSE(a.losses, b.losses, 1e-5, "losses");
        VERIFY_CLOSE(a.norms, b.norms, 1e-4, "norms");
        VERIFY_CLOSE(a.parameters, b.parameters, 1e-4, "parameters");
        QCOMPARE(train(*timed, table, options, 3).all, a.all);
        QCOMPARE(profile->steps, int64_t{3});
        QCOMPARE(profile->rounds, folded ? size_t{47} : size_t{67});
        QCOMPARE(profile->dispatches, folded ? size_t{75} : size_t{95});
        QCOMPARE(profile->kernels.contains("head logits"), folded);
        QCOMPARE(profile->kernels.contains("norm_forward layers.0.norm1"), !folded);
    }

    void theFirstFiftyStepsOfReverse() {
        const RunConfig config = presetWith("reverse", "data.train_size=4000");
        const DataSet data = makeSequenceData(config.data);
        SessionOptions options;
        options.batch = config.training.batchSize;
        options.training = config.training;
        options.seed = config.seed;
        const Program program = buildProgram(config.network, config.data.length);
        const auto expected = NativeBackend().compile(program, options);
        const auto found = VulkanBackend().compile(program, options);
        for (Session* session : {expected.get(), found.get()})
            session->writeParameters(initialParameters(program, config.seed));
        const Trained a = train(*found, data.train, options, 50),
                      b = train(*expected, data.train, options, 50);
        for (size_t i = 0; i < 50; ++i) QVERIFY(std::abs(a.losses[i] - b.losses[i]) < 1e-3f);
    }

    void theSameToTheBitHoweverManyAreRecordedTogether_data() {
        QTest::addColumn<bool>("fuse");
        QTest::newRow("kernels of their own") << false;
        QTest::newRow("fused") << true;
    }
    void theSameToTheBitHoweverManyAreRecordedTogether() {
        QFETCH(bool, fuse);
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 30, 5, false);
        const SessionOptions options{.batch = 8};
        const Program program = buildProgram(network, 5);
        std::vector<std::vector<float>> runs;
        for (const int together :
             {1, 4, 4, 0}) {  // sync validation sees hazards within a command buffer alone
            const auto session =
                VulkanBackend({.stepsPerCommandBuffer = together, .tile = "32x32", .fuse = fuse})
                    .compile(program, options);
            session->writeParameters(movedParameters(program));
            runs.push_back(train(*session, table, options, 11).all);
            QVERIFY(!runs.back().empty());
        }
        for (const auto& run : runs) QCOMPARE(run, runs.front());
    }

    void fusedNetworksOfManyShapes() {  // tokens, masks, heads, tables, norms: all that sequence.comp knows
        for (int seed = 0; seed < 3; ++seed) {
            NetworkConfig network = with(oddNetwork(), "num_layers=1 input_dropout=0.2");
            network.modelDim = 12 + 6 * seed;
            network.dropout = 0.1 * seed;
            network.embeddingTable = seed == 1;
            network.keyDim = seed == 1 ? 5 : 0;
            network.maskPadding = seed != 2;
            if (seed == 1) network.positions = Positions::None;
            const int length = 5 + 4 * seed;
            const Table table = randomTable(network, 6, length, true);
            const SessionOptions options{.batch = 3};
            const Program program = buildProgram(network, length);
            const auto expected = NativeBackend().compile(program, options);
            const auto found = VulkanBackend({.tile = "32x32"}).compile(program, options);
            for (Session* session : {expected.get(), found.get()})
                session->writeParameters(movedParameters(program));
            const Trained a = train(*found, table, options, 2), b = train(*expected, table, options, 2);
            VERIFY_CLOSE(a.losses, b.losses, 1e-5, "losses " + std::to_string(seed));
            VERIFY_CLOSE(a.accuracies, b.accuracies, 1e-6, "accuracies " + std::to_string(seed));
            VERIFY_CLOSE(found->readParameterGradient(), expected->readParameterGradient(), 1e-4,
                         "gradient " + std::to_string(seed));
        }
    }

    void whatHeadsAreWorth_data() {
        QTest::addColumn<int>("length");
        QTest::newRow("fused in training") << 9;
        QTest::newRow("long sequences") << 70;
    }
    void whatHeadsAreWorth() {  // and training, which sees nothing of it
        QFETCH(int, length);
        NetworkConfig network = with(oddNetwork(), "dropout=0.1");
        network.numLayers = length < 65 ? 1 : 2;
        const Table table = randomTable(network, 9, length, true);
        const SessionOptions options{.batch = 4};
        const Program program = buildProgram(network, length);
        gpu::Traits traits;
        traits.sharedBytes = 32768;
        QCOMPARE(gpu::makePlan(program, options, traits, 2).operations.empty(), length > 64);
        const auto expected = NativeBackend().compile(program, options);
        const VulkanBackend backend({.tile = "32x32"});
        const auto found = backend.compile(program, options), whole = backend.compile(program, options);
        for (Session* session : {expected.get(), found.get(), whole.get()}) {
            session->writeParameters(movedParameters(program));
            session->bind(table);
        }
        const Ablation hidden{{}, {0, 2}};
        const std::vector<int32_t> rows = firstRows(table.rows);
        const HeadAblation a = ablateEachHead(*found, rows, options.batch, hidden).value(),
                           b = ablateEachHead(*expected, rows, options.batch, hidden).value();
        QCOMPARE(a.whole.correct, b.whole.correct);
        VERIFY_CLOSE(a.lossCosts().values, b.lossCosts().values, 1e-3, "costs");
        const double all = whole->evaluate(firstRows(4)).loss;
        found->setAblation(randomAblation(program));
        QVERIFY(std::abs(found->evaluate(firstRows(4)).loss - all) > 1e-3 * all);
        QCOMPARE(train(*found, table, options, 3).all, train(*whole, table, options, 3).all);
        found->setAblation({});
        QCOMPARE(found->evaluate(firstRows(4)).loss, whole->evaluate(firstRows(4)).loss);
    }

    void aStateGoesOnWhereItWas() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 16, 5, false);
        const SessionOptions options{.batch = 8};
        const Program program = buildProgram(network, 5);
        const auto one = VulkanBackend().compile(program, options),
                   other = VulkanBackend().compile(program, options);
        one->writeParameters(movedParameters(program));
        (void)train(*one, table, options, 2);
        other->writeParameters(one->readParameters());
        other->writeOptimiser(one->readOptimiser());
        QCOMPARE(train(*other, table, options, 2).all, train(*one, table, options, 2).all);
        QCOMPARE(one->readOptimiser().step, int64_t{4});
    }

    void interruptionLeavesNoTrace() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 8, 5, false);
        std::atomic<bool> interrupt{true};
        const SessionOptions options{.batch = 8, .interrupt = &interrupt};
        const auto session = VulkanBackend().compile(buildProgram(network, 5), options);
        session->writeParameters(movedParameters(session->program()));
        session->bind(table);
        const std::vector<float> before = session->readParameters();
        std::vector<StepMetrics> metrics(1);
        const StepScalars scalars = stepScalars(options.training, 1e-2, 0);
        QCOMPARE(session->train(firstRows(8), {&scalars, 1}, metrics), size_t{0});
        QCOMPARE(session->readParameters(), before);
        QCOMPARE(session->readOptimiser().step, int64_t{0});
        interrupt = false;
        QCOMPARE(session->train(firstRows(8), {&scalars, 1}, metrics), size_t{1});
        QVERIFY(session->readParameters() != before);
    }

    void tablesTakeTurns() {  // more of them than stay resident, and one that changes in its place
        const NetworkConfig network = oddNetwork();
        const SessionOptions options{.batch = 8};
        const Program program = buildProgram(network, 5);
        const auto expected = NativeBackend().compile(program, options);
        const auto found = VulkanBackend().compile(program, options);
        for (Session* session : {expected.get(), found.get()})
            session->writeParameters(movedParameters(program));
        std::vector<Table> tables;
        for (uint64_t i = 0; i < 5; ++i) tables.push_back(randomTable(network, 8, 5, false, i));
        for (const size_t i : {0, 1, 2, 3, 0, 4, 1, 1}) {
            tables[i].tokens[i] = (tables[i].tokens[i] + 1) % 7;
            for (Session* session : {expected.get(), found.get()}) session->bind(tables[i]);
            QVERIFY(std::abs(found->evaluate(firstRows(8)).loss - expected->evaluate(firstRows(8)).loss) <
                    1e-3);
        }
    }

    void eachListIsTimedForItself() {  // or a long one goes out as one submit after a short one
        const NetworkConfig network = oddNetwork();
        const SessionOptions options{.batch = 4, .keepTensors = true};
        const Program program = buildProgram(network, 5);
        const gpu::Plan plan = gpu::makePlan(program, options, {}, 2);
        const size_t dispatches = plan.forward.size() + plan.lossGradient.size() + plan.backward.size();
        const Table table = randomTable(network, 4, 5, false);
        for (const size_t submits : {dispatches, dispatches - 1}) {  // one each, as nothing is known yet
            const auto session =
                VulkanBackend({.submitSeconds = 10, .loseDeviceAfter = static_cast<int>(submits)})
                    .compile(program, options);
            session->writeParameters(movedParameters(program));
            session->bind(table);
            session->forward(firstRows(4));
            if (submits == dispatches)
                session->backward();
            else
                QVERIFY_EXCEPTION_THROWN(session->backward(), DeviceLost);
        }
    }

    void manyBatchesAreEvaluatedInFewSubmits() {  // none waits for the one before
        const NetworkConfig network = oddNetwork();
        const SessionOptions options{.batch = 4, .train = false};
        const Program program = buildProgram(network, 5);
        gpu::Traits traits;
        traits.processor = true;
        const size_t alone =
            gpu::makePlan(program, options, traits, 2).evaluate.size();  // of the first batch
        const Table table = randomTable(network, 80, 5, false);
        const auto session =
            VulkanBackend({.submitSeconds = 1e4, .loseDeviceAfter = static_cast<int>(alone) + 3})
                .compile(program, options);
        session->writeParameters(movedParameters(program));
        session->bind(table);
        QCOMPARE(session->evaluate(firstRows(80)).counted, int64_t{400});  // 20 batches: 1, 16, 2 and 1
        QVERIFY_EXCEPTION_THROWN((void)session->evaluate(firstRows(4)), DeviceLost);
    }

    void dataThatAreTooLargeAreRefusedEachTime() {
        const NetworkConfig network =
            with(oddNetwork(), "input=features output=set num_classes=1 positions=none");
        const auto session = VulkanBackend().compile(buildProgram(network, 5), {.batch = 1});
        Table table = randomTable(network, 1, 5, false);
        const Table fits = table;
        table.rows = 5000000;
        table.features.resize(static_cast<size_t>(table.rows) * 7);
        table.classes.clear();
        QString said = thrownMessage([&] { session->bind(table); });
        if (said.startsWith('(')) QSKIP("this device takes them");
        for (int again = 0; again < 2; ++again) {
            QVERIFY2(said.contains(QStringLiteral("at a time")), qPrintable(said));
            said = thrownMessage([&] { session->bind(table); });
        }
        session->bind(fits);
    }

    void wrongCallsAreNamed() {
        verifyWrongCallsAreNamed(VulkanBackend(), randomTable(oddNetwork(), 6, 5, false),
                                 randomTable(oddNetwork(), 6, 4, false));
        VERIFY_SAYS(thrownMessage([] { (void)VulkanBackend({.device = 99}); }),
                    QStringLiteral("no Vulkan device 99"));
    }

    void aNetworkThatDoesNotFitIsRefusedWithItsSizes() {
        const NetworkConfig network = with(oddNetwork(), "num_heads=5");
        const SessionOptions options{.batch = 100};
        VERIFY_SAYS(
            thrownMessage([&] { (void)VulkanBackend().compile(buildProgram(network, 2000), options); }),
            " MB");
    }

    void aLostDeviceIsAnErrorOfItsOwn() {
        const NetworkConfig network = oddNetwork();
        const Table table = randomTable(network, 8, 5, false);
        const SessionOptions options{.batch = 8};
        const auto session = VulkanBackend({.loseDeviceAfter = 1}).compile(buildProgram(network, 5), options);
        session->writeParameters(movedParameters(session->program()));
        QVERIFY_EXCEPTION_THROWN((void)train(*session, table, options, 1), DeviceLost);
    }
};

TEST_CLASS(TestVulkanSession, QCoreApplication)
#include "test_vulkan_session.moc"
