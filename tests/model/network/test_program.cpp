// The network as a list of operations: names, shapes, counts, initial values; positions and schedules.
#include <QtTest>
#include <cmath>
#include <set>

#include "model/files/error.h"
#include "model/network/fuse.h"
#include "model/network/parameter_table.h"
#include "model/network/positions.h"
#include "model/network/program.h"
#include "model/network/schedule.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_program {

using Range = std::pair<float, float>;

/// The smallest and the largest value of a parameter.
Range rangeOf(const Program& program, const std::vector<float>& values, const std::string& name) {
    for (const ParameterInfo& p : program.parameters)
        if (p.name == name) {
            const auto begin = values.begin() + p.offset;
            const auto [lo, hi] = std::minmax_element(begin, begin + p.size());
            return {*lo, *hi};
        }
    return {NAN, NAN};
}

/// Values drawn evenly from -bound ... bound.
void fills(const Range& range, double bound, const char* name) {
    const auto [lo, hi] = range;
    QVERIFY2(hi <= bound && hi > 0.9 * bound && lo >= -bound && lo < -0.9 * bound, name);
}

class TestProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reverseHas10346Parameters() {
        const Program program = buildProgram(presetByName("reverse").network, 16);
        QCOMPARE(program.parameterCount(), 10346);
        QCOMPARE(program.parameters.front().name, std::string("input_net.1.weight"));
        QCOMPARE(program.parameters.back().name, std::string("output_net.4.bias"));
        std::set<std::string> names;
        int64_t end = 0;
        for (const ParameterInfo& p : program.parameters) {
            QCOMPARE(p.offset, end);
            end += p.size();
            QVERIFY(names.insert(p.name).second);
        }
        for (const char* name :
             {"transformer.layers.0.self_attn.qkv_proj.weight", "transformer.layers.0.self_attn.o_proj.bias",
              "transformer.layers.0.linear_net.0.weight", "transformer.layers.0.linear_net.3.bias",
              "transformer.layers.0.norm1.weight", "transformer.layers.0.norm2.bias", "output_net.0.weight",
              "output_net.1.bias"})
            QVERIFY2(names.contains(name), name);
        // 2 (16 (32·96 + 32·32 + 2·32·64 + 32·32 + 32·10) + 2·16·16·32)
        QCOMPARE(flopsPerSequence(program),
                 2.0 * (16 * (32 * 96 + 32 * 32 + 2 * 32 * 64 + 32 * 32 + 320) + 2 * 16 * 16 * 32));
    }

    void tensorsAreFoundByName() {
        const NetworkConfig config = with(NetworkConfig(), "num_layers=3 num_heads=2");
        const Program program = buildProgram(config, 7);
        QCOMPARE(program.attention.size(), size_t{3});
        QCOMPARE(program.tensor("attention.2"), program.attention[2]);
        QCOMPARE(program.tensors[static_cast<size_t>(program.tensor("attention.2"))].shape,
                 (std::vector<int64_t>{2, 7, 7}));
        QCOMPARE(program.tensors[static_cast<size_t>(program.logits)].shape, (std::vector<int64_t>{7, 10}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)program.tensor("attention.3"));
    }

    void parametersAreFoundByRole_data() {
        QTest::addColumn<QString>("preset");
        for (const auto& [name, config] : presets())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void parametersAreFoundByRole() {
        QFETCH(QString, preset);
        const RunConfig config = presetByName(preset.toStdString());
        const Program program = buildProgram(config.network, config.data.positions());
        for (size_t id = 0; id < program.parameters.size(); ++id) {
            const ParameterInfo& p = program.parameters[id];
            QCOMPARE(program.of(p.role, p.layer), static_cast<ParameterId>(id));
            QCOMPARE(parameterName(p.role, p.layer), p.name);
            QCOMPARE(p.layer >= 0, p.name.starts_with("transformer.layers."));
        }
        QCOMPARE(program.blocks.size(), static_cast<size_t>(config.network.numLayers));
        for (const Block& block : program.blocks) {
            QCOMPARE(block.of(Role::QkvWeight), program.of(Role::QkvWeight, block.layer));
            QCOMPARE(program.layerInput(block.layer + 1), block.output);
        }
        VERIFY_SAYS(thrownMessage([&] { (void)program.blocks[0].of(Role::ClassifierBias); }),
                    QStringLiteral("The network has no bias of the classifier in encoder layer 0."));
        QVERIFY(!program.find(Role::QkvWeight));
        const int layers = config.network.numLayers;
        VERIFY_SAYS(thrownMessage([&] { (void)program.of(Role::QkvWeight, layers); }),
                    QStringLiteral("The network has no weight of queries, keys and values in encoder layer "
                                   "%1; it has layers 0 to %2.")
                        .arg(layers)
                        .arg(layers - 1));
        VERIFY_SAYS(thrownMessage([&] { (void)program.of(Role::QkvWeight); }),
                    QStringLiteral("The network has no weight of queries, keys and values."));
    }

    void gradientsThatAddUpHaveSeveralReaders_data() {
        QTest::addColumn<QString>("preset");
        for (const auto& [name, config] : presets())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void gradientsThatAddUpHaveSeveralReaders() {
        QFETCH(QString, preset);
        const RunConfig config = presetByName(preset.toStdString());
        const Program program = buildProgram(config.network, config.data.positions());
        const FusedOps ops = fuse(program);
        const auto readers = readersOfTensors(program, ops);
        const auto addsTo = gradientsAddedTo(program, ops);
        const std::vector<bool> stored = storedTensors(program, ops);
        std::vector<size_t> additions(program.tensors.size());
        std::vector<int> writers(program.tensors.size());
        for (size_t i = 0; i < ops.size(); ++i) {
            const OpInfo info = opInfo(program, ops[i]);
            for (const TensorId id : info.writes) ++writers[static_cast<size_t>(id)];
            for (const TensorId id : addsTo[i]) ++additions[static_cast<size_t>(id)];
            for (const TensorId id : info.reads)  // what is overwritten must not be another's
                if (std::count(info.addsGradientTo.begin(), info.addsGradientTo.end(), id) == 0)
                    QCOMPARE(readers[static_cast<size_t>(id)].size(), size_t{1});
        }
        for (size_t id = 0; id < program.tensors.size(); ++id) {
            QVERIFY2(writers[id] == (stored[id] ? 1 : 0), program.tensors[id].name.c_str());
            const size_t expected = readers[id].empty() ? 0 : readers[id].size() - 1;
            QVERIFY2(additions[id] == expected, program.tensors[id].name.c_str());
        }
    }

    void gradientsThatNobodyNeeds() {
        const NetworkConfig config = with(NetworkConfig(), "input=features output=set");
        const Program features = buildProgram(config, 5), tokens = buildProgram({}, 5);
        QVERIFY(!needsGradient(features, fuse(features), features.tensor("features")));
        QVERIFY(needsGradient(features, fuse(features), features.tensor("input")));
        QVERIFY(needsGradient(tokens, fuse(tokens), tokens.tensor("input")));
    }

    void layersAndPoolingAreFound() {
        NetworkConfig config = with(NetworkConfig(), "num_layers=3");
        const Program program = buildProgram(config, 7);
        int layer = 0;
        for (const Op& op : program.ops)
            if (const auto* attention = std::get_if<Attention>(&op))
                QCOMPARE(layerOf(program, *attention), layer++);
        QCOMPARE(layer, 3);
        QVERIFY(!program.pooling);
        config.output = OutputKind::Pooled;
        const Program pooled = buildProgram(config, 7);
        const std::optional<Pooling>& pooling = pooled.pooling;
        QVERIFY(pooling.has_value());
        QCOMPARE(pooling->y, pooled.tensor("output.pooled"));
        QCOMPARE(pooling->argmax, pooled.tensor("output.argmax"));
    }

    void partsWithoutWordsHaveTheirNames() {
        Program program = buildProgram({}, 5);
        QCOMPARE(parameterTable(program).back().part, std::string("Logits"));
        program.parameters.push_back({"gate.weight", {3, 2}, program.parameterCount()});
        const ParameterRow row = parameterTable(program).back();
        QCOMPARE(row.layer + ", " + row.part, std::string("gate, gate"));
        QCOMPARE(row.count, 6);
    }

    void initialValuesFollowTheirBounds() {
        const NetworkConfig config = with(NetworkConfig(), "model_dim=64 dim_feedforward=128");
        const Program program = buildProgram(config, 4);
        const std::vector<float> values = initialParameters(program, 1);
        QCOMPARE(initialParameters(program, 1), values);
        QVERIFY(initialParameters(program, 2) != values);
        const auto range = [&](const char* name) { return rangeOf(program, values, name); };
        const auto within = [&](const char* name, double bound) { fills(range(name), bound, name); };
        within("transformer.layers.0.self_attn.qkv_proj.weight", std::sqrt(6.0 / (64 + 192)));
        within("transformer.layers.0.self_attn.o_proj.weight", std::sqrt(6.0 / 128));
        within("transformer.layers.0.linear_net.3.weight", 1 / std::sqrt(128.0));
        within("input_net.1.weight", 1 / std::sqrt(10.0));
        QCOMPARE(range("transformer.layers.0.self_attn.qkv_proj.bias"), (std::pair{0.0f, 0.0f}));
        QCOMPARE(range("transformer.layers.0.norm1.weight"), (std::pair{1.0f, 1.0f}));
        QCOMPARE(range("transformer.layers.0.norm1.bias"), (std::pair{0.0f, 0.0f}));
        QVERIFY(range("transformer.layers.0.linear_net.0.bias").second > 0);
    }

    void initialValuesOfKeras() {
        const NetworkConfig config =
            with(NetworkConfig(), "initialisation=keras input_dim=30 model_dim=32 num_heads=2 key_dim=32");
        const Program program = buildProgram(config, 4);
        const std::vector<float> values = initialParameters(program, 1);
        for (const ParameterInfo& p : program.parameters) {
            const auto range = rangeOf(program, values, p.name);
            if (p.name.ends_with(".bias"))
                QVERIFY2(range == (std::pair{0.0f, 0.0f}), p.name.c_str());
            else if (p.name.ends_with("qkv_proj.weight"))  // kernels [32, 2, 32]: fans 64 and 1024
                fills(range, 0.0742611, p.name.c_str());
            else if (p.name.ends_with("o_proj.weight"))  // a kernel [2, 32, 32]: fans 64 and 64
                fills(range, 0.2165064, p.name.c_str());
            else if (p.shape.size() == 2)
                fills(range, std::sqrt(6.0 / static_cast<double>(p.shape[0] + p.shape[1])), p.name.c_str());
        }
    }

    void positionsForAnyWidth_data() {
        QTest::addColumn<int>("dim");
        for (const int dim : {1, 2, 7, 48}) QTest::addRow("%d", dim) << dim;
    }
    void positionsForAnyWidth() {
        QFETCH(int, dim);
        const std::vector<float> table = positionalEncoding(5, dim);
        QCOMPARE(table.size(), static_cast<size_t>(5 * dim));
        for (int pos = 0; pos < 5; ++pos)
            for (int i = 0; i < dim; ++i) {
                const double angle = pos / std::pow(10000.0, (i / 2 * 2) / static_cast<double>(dim));
                const double expected = i % 2 ? std::cos(angle) : std::sin(angle);
                QVERIFY(std::abs(static_cast<double>(table[static_cast<size_t>(pos * dim + i)]) - expected) <
                        1e-6);
            }
    }

    void aWarmupThatIsLongerThanTheRunIsSaid() {
        TrainingConfig training{.schedule = Schedule::CosineWarmup, .warmup = 50};
        QCOMPARE(warmupText(training, 51, 51), std::string());
        QCOMPARE(warmupText(training, 0, 0), std::string());
        const QString said = QString::fromStdString(warmupText(training, 20, 20));
        QVERIFY2(said.contains("takes 50 steps") && said.contains("the run has 20") &&
                     said.contains("rises to 10 %"),
                 qPrintable(said));
        training.schedule = Schedule::WarmupCosineDecay;
        QVERIFY(!warmupText(training, 50, 100).empty());
        training.schedule = Schedule::Constant;
        QCOMPARE(warmupText(training, 20, 20), std::string());
    }

    void schedules() {
        QCOMPARE(scheduleFactor(Schedule::Constant, 17, 5, 100), 1.0);
        QCOMPARE(scheduleFactor(Schedule::CosineWarmup, 0, 50, 3900), 0.0);
        QCOMPARE(scheduleFactor(Schedule::CosineWarmup, 25, 50, 3900),
                 0.25 * (1 + std::cos(M_PI * 25 / 3900)));
        QCOMPARE(scheduleFactor(Schedule::CosineWarmup, 1950, 50, 3900), 0.5);
        QVERIFY(scheduleFactor(Schedule::CosineWarmup, 0, 0, 100) == 1.0);  // no warm-up: no division by it
        QCOMPARE(scheduleFactor(Schedule::WarmupCosineDecay, 50, 100, 2000), 0.5);
        QCOMPARE(scheduleFactor(Schedule::WarmupCosineDecay, 100, 100, 2000), 1.0);
        QVERIFY(scheduleFactor(Schedule::WarmupCosineDecay, 2000, 100, 2000) < 1e-12);
        QVERIFY(scheduleFactor(Schedule::WarmupCosineDecay, 5000, 100, 2000) < 1e-12);
        QVERIFY(std::isfinite(scheduleFactor(Schedule::WarmupCosineDecay, 5, 10, 10)));
        QCOMPARE(scheduleFactor(Schedule::LinearWarmup, 0, 10, 100), 0.0);
        QCOMPARE(scheduleFactor(Schedule::LinearWarmup, 5, 10, 100), 0.5);
        QCOMPARE(scheduleFactor(Schedule::LinearWarmup, 99, 10, 100), 1.0);
        QCOMPARE(scheduleFactor(Schedule::LinearWarmup, 0, 0, 100), 1.0);
        const TrainingConfig training{.batchSize = 128, .epochs = 10, .maxSteps = 100};
        QCOMPARE(scheduleSteps(training, 50000),
                 3900);  // drop last; a step limit does not squeeze the schedule
    }
};

TEST_CLASS(TestProgram, NoApplication)

}  // namespace test_program
#include "test_program.moc"
