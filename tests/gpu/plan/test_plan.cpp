// The plan without a device: memory that is shared only by what never lives together, sums of gradients,
// limits.
#include <algorithm>

#include "gpu/device/gpu_fixture.h"
#include "gpu/plan/hazards.h"
#include "model/config/settings.h"
#include "odd_network.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
using namespace attx::gpu;

namespace test_plan {

NetworkConfig network() { return with(oddNetwork(3), "dropout=0.1"); }

NetworkConfig small() { return with(network(), "num_layers=1"); }

struct Life {
    size_t first, last;
};

/// From the first to the last dispatch of the list that uses the buffer.
Life lifeOf(const Dispatches& list, int buffer) {
    Life life{list.size(), 0};
    for (size_t i = 0; i < list.size(); ++i)
        for (const Use& use : list[i].uses)
            if (use.buffer == buffer) life = {std::min(life.first, i), std::max(life.last, i)};
    return life;
}

class TestPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void memoryIsSharedOnlyByWhatNeverLivesTogether_data() {
        const Rows<bool, int> row("keep", "length");
        row("training", false, 9);
        row("training, long sequences", false, 90);
        row("keeping", true, 9);
    }
    void memoryIsSharedOnlyByWhatNeverLivesTogether() {
        QFETCH(bool, keep);
        QFETCH(int, length);
        const Program program = buildProgram(network(), length);
        const Plan plan = makePlan(program, {.batch = 5, .keepTensors = keep}, {}, 2);
        int64_t sum = 0;
        for (const PlanBuffer& buffer : plan.buffers) {
            QCOMPARE(buffer.at % alignment, 0);
            QVERIFY(buffer.at + buffer.floats <= (buffer.results ? plan.resultFloats : plan.arenaFloats));
            if (!buffer.results) sum += buffer.floats;
        }
        if (!keep) QVERIFY2(plan.arenaFloats < sum * 3 / 4, qPrintable(QString::number(plan.arenaFloats)));
        for (const Dispatches* list : {&plan.train, &plan.evaluate})
            for (size_t a = 0; a < plan.buffers.size(); ++a)
                for (size_t b = 0; b < a; ++b) {
                    const PlanBuffer &x = plan.buffers[a], &y = plan.buffers[b];
                    if (x.results != y.results || x.at + x.floats <= y.at || y.at + y.floats <= x.at)
                        continue;
                    QVERIFY2(!x.kept && !y.kept, qPrintable(QString::fromStdString(x.name + ", " + y.name)));
                    const Life one = lifeOf(*list, static_cast<int>(a)),
                               other = lifeOf(*list, static_cast<int>(b));
                    QVERIFY2(one.last < other.first || other.last < one.first,
                             qPrintable(QString::fromStdString(x.name + ", " + y.name)));
                }
    }

    void everyUseLiesInItsBuffer_data() {
        QTest::addColumn<bool>("keep");
        QTest::newRow("tensors are kept") << true;
        QTest::newRow("norms and the end are folded") << false;
    }
    void everyUseLiesInItsBuffer() {
        SessionOptions options{.batch = 5};
        constexpr size_t tables = 6;  // of common.glsl, which every kernel sees
        QFETCH(bool, keep);
        options.keepTensors = keep;
        const Plan plan = makePlan(buildProgram(network(), 9), options, {}, 2);
        for (const Dispatches* list :
             {&plan.train, &plan.evaluate, &plan.forward, &plan.lossGradient, &plan.backward}) {
            QVERIFY(!list->empty() || !keep);
            for (const Dispatch& dispatch : *list) {
                QVERIFY2(dispatch.uses.size() + tables <= STORAGE_BUFFERS, dispatch.kernel.c_str());
                QVERIFY(dispatch.blockBytes >= 4 && dispatch.blockBytes <= 128);
                for (const Use& use : dispatch.uses) {
                    QVERIFY2(use.first % alignment == 0 && use.floats > 0, dispatch.kernel.c_str());
                    QVERIFY2(use.first + use.floats <= plan.buffers[static_cast<size_t>(use.buffer)].floats,
                             dispatch.kernel.c_str());
                }
            }
        }
        QCOMPARE(plan.train[plan.train.size() - plan.updates].kernel, std::string("update"));
    }

    void everyParameterHasItsSums_data() {
        QTest::addColumn<bool>("fuse");
        QTest::newRow("kernels of their own") << false;
        QTest::newRow("fused") << true;
    }
    void everyParameterHasItsSums() {
        QFETCH(bool, fuse);
        const Traits traits{.fuse = fuse, .sharedBytes = 32768};
        const Program program = buildProgram(fuse ? small() : network(), 9);
        const Plan plan = makePlan(program, {.batch = 5}, traits, 2);
        QCOMPARE(plan.train[0].kernel == "sequence", fuse);
        std::vector<bool> without(static_cast<size_t>(program.parameterCount()));
        for (const ParameterRange& range : program.withoutGradient)
            for (int64_t i = range.first; i < range.last; ++i) without[static_cast<size_t>(i)] = true;
        std::vector<bool> taken(static_cast<size_t>(plan.buffers[static_cast<size_t>(plan.partials)].floats));
        for (size_t p = 0; p < program.parameters.size(); ++p)
            for (int64_t i = 0; i < program.parameters[p].size(); ++i) {
                const int64_t at = plan.parameterAt[p] + i;
                const GradientPlace& place = plan.gradientPlaces[static_cast<size_t>(at / 64)];
                const uint32_t in64 = static_cast<uint32_t>(at % 64);
                QVERIFY(in64 < place.last && place.count > 0);
                const uint32_t bits = in64 < 32 ? place.withoutLow : place.withoutHigh;
                QCOMPARE((bits >> in64 % 32 & 1U) != 0,
                         bool(without[static_cast<size_t>(program.parameters[p].offset + i)]));
                for (uint32_t s = 0; s < place.count; ++s) {
                    const size_t sum = place.first + s * place.stride + in64;
                    QVERIFY(sum < taken.size() && !taken[sum]);
                    taken[sum] = true;
                }
            }
    }

    void fewRounds_data() {
        const Rows<QString, size_t, size_t> row("preset", "kernels", "rounds");
        row("anomaly", "anomaly", 75, 47);
        row("reverse-deep", "reverse-deep", 75, 48);
    }
    void fewRounds() {  // each kernel of which waits for the round before
        QFETCH(QString, preset);
        QFETCH(size_t, kernels);
        QFETCH(size_t, rounds);
        const RunConfig config = presetByName(preset.toStdString());
        const SessionOptions options{.batch = config.training.batchSize, .training = config.training};
        const Program program = buildProgram(config.network, config.data.positions());
        for (const Tile& tile : tiles) {  // whichever proves fastest, and with more memory of a group
            Traits traits;
            traits.sharedBytes = 49152;
            traits.tile = [&](const ProductShape&) -> const Tile& { return tile; };
            const Plan one = makePlan(program, options, traits, 2);
            QCOMPARE(repeatedRounds(one, one.train), rounds);
        }
        const Plan plan = makePlan(program, options, {}, 2);
        QCOMPARE(plan.train.size(), kernels);
        QCOMPARE(repeatedRounds(plan, plan.train), rounds);
        QCOMPARE(roundsOf(plan, plan.train).back() + 1 - rounds, preset == "anomaly" ? size_t{1} : size_t{0});
        // Nothing waits for memory: as many as if no buffers shared any.
        Plan apart = plan;
        apart.arenaFloats = 0;
        for (PlanBuffer& buffer : apart.buffers)
            buffer.at = std::exchange(apart.arenaFloats, apart.arenaFloats + aligned(buffer.floats));
        QCOMPARE(repeatedRounds(apart, apart.train), rounds);
    }

    void theGradientsOfLongTextsFillADevice() {
        const RunConfig config = presetByName("text-imdb");
        const SessionOptions options{.batch = config.training.batchSize};
        const Plan plan = makePlan(buildProgram(config.network, config.data.positions()), options, {}, 2);
        int of = 0;
        for (const Dispatch& d : plan.train) {
            if (!d.kernel.starts_with("product_weight_gradient")) continue;
            ProductBlock block;
            std::memcpy(&block, d.block.data(), sizeof block);
            if (block.K < 19200) continue;  // 32 texts of 600 tokens
            const uint32_t groups = d.groups[0] * d.groups[1] * d.groups[2];
            QVERIFY2(groups >= 64, qPrintable(QString::number(groups)));
            ++of;
        }
        QVERIFY(of > 0);
    }

    void reverseFitsTheChip() {
        Traits traits{.sharedBytes = 32768};
        const RunConfig reverse = presetByName("reverse");
        const SessionOptions options{.batch = reverse.training.batchSize};
        const Plan plan = makePlan(buildProgram(reverse.network, reverse.data.length), options, traits, 2);
        QCOMPARE(plan.train.size(), size_t{3});  // all operations, the sums of the gradients, the optimiser
        QCOMPARE(plan.train[1].groups[0], uint32_t{168});  // of 64 parameters: 128 sums each are much for few
        QVERIFY(plan.whyManyKernels.empty());
        traits.sharedBytes = 16384;
        const Plan many = makePlan(buildProgram(reverse.network, reverse.data.length), options, traits, 2);
        QVERIFY(many.train.size() > 20);
        QCOMPARE(many.whyManyKernels, std::string("a work group of this device shares 16 KB and not 32 KB"));
    }

    void whatIsNotOneKernelIsSaid_data() {
        const Rows<QString, QString> row("setting", "why");
        row("mask", "network.causal=true", "it has no part for attention_forward layers.0.values");
        row("norm", "network.norm=rms", "it has no part for norm_forward layers.0.norm1");
        row("norm without bias", "network.norm=layer_no_bias",
            "it has no part for norm_forward layers.0.norm1");
        row("gates", "network.activation=swiglu", "it has no part for ");
        row("length", "data.length=65", "its sequences of 65 positions are longer than 64");
        row("width", "network.dim_feedforward=4000", "the tensors of a sequence take ");
    }
    void whatIsNotOneKernelIsSaid() {
        QFETCH(QString, setting);
        QFETCH(QString, why);
        const Traits traits{.sharedBytes = 32768};
        RunConfig config = presetByName("reverse");
        applySetting(config, setting.toStdString());
        const SessionOptions options{.batch = config.training.batchSize};
        const Plan plan = makePlan(buildProgram(config.network, config.data.length), options, traits, 2);
        QVERIFY2(plan.whyManyKernels.find(why.toStdString()) != std::string::npos,
                 plan.whyManyKernels.c_str());
    }

    void limitsAreKept() {
        const Program program = buildProgram(network(), 60);
        const auto refused = [&](const Traits& traits) {
            return thrownMessage([&] { (void)makePlan(program, {.batch = 100}, traits, 2); });
        };
        Traits traits{.bindingBytes = 1 << 20};
        VERIFY_SAYS(refused(traits), QStringLiteral("at most 1 MB at a time"));
        traits = {};
        traits.groups = {1000000, 60, 60};
        VERIFY_SAYS(refused(traits), QStringLiteral("work groups"));
        traits = {};
        traits.arenaBytes = 1 << 20;
        VERIFY_SAYS(refused(traits), QStringLiteral("gives at most 1 MB"));
    }

    void anEmbeddingOfManyCategoriesTakesWorkInProportionToItsRows() {
        NetworkConfig c = with(small(), "input_dim=20000");
        c.modelDim = c.numHeads * 32;
        SessionOptions options;
        for (const int batch : {1, 32, 2048}) {
            options.batch = batch;
            const int64_t N = int64_t{batch} * 20;
            const Plan plan = makePlan(buildProgram(c, 20), options, {}, 2);
            QCOMPARE(plan.sortedRows, N);
            int64_t rows = 0;
            for (const Dispatch& d : plan.train)
                if (d.kernel == "embed_rows") {
                    SortedRowsBlock block;
                    std::memcpy(&block, d.block.data(), sizeof block);
                    rows = int64_t{block.chunk} * d.groups[0];
                    QVERIFY(block.chunk == 32 || d.groups[0] <= 1024);  // neither long sums nor many of them
                }
            QVERIFY(rows >= N && rows < N + 1024);  // each once
        }
        c.inputDim = 20;
        QCOMPARE(makePlan(buildProgram(c, 20), options, {}, 2).sortedRows, int64_t{0});
    }

    void sizesThatNeed33BitsAreRefused() {
        const NetworkConfig c = with(network(), "model_dim=8 num_heads=8");
        SessionOptions options;
        options.batch = 128;  // [128, 8, 2048, 2048] probabilities: 2^32 floats
        VERIFY_SAYS(thrownMessage([&] { (void)makePlan(buildProgram(c, 2048), options, {}, 2); }),
                    QStringLiteral("needs 16384 MB"));
    }

    void eachDirectionHasItsLimitOfGroups() {
        const NetworkConfig c = with(small(), "input_dim=300 model_dim=1 num_heads=1 dim_feedforward=1");
        const Program program = buildProgram(c, 60);
        Traits traits{.fuse = false};
        traits.groups[0] = 4000;
        const auto plan = [&] { (void)makePlan(program, {.batch = 1100}, traits, 2); };
        VERIFY_SAYS(thrownMessage(plan),
                    QStringLiteral("needs 8250 work groups"));  // of eight rows, for a norm
        traits.groups[0] = 1U << 31;
        plan();
    }
};

TEST_CLASS(TestPlan, NoApplication)

}  // namespace test_plan
#include "test_plan.moc"
