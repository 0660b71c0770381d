// Every choice of a network with every other one: values against the naive network, gradients against
// differences of the loss.
#include <QtTest>
#include <numeric>

#include "choices.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/reference/reference_session.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_choices {

constexpr int T = 6, B = 5;

std::vector<int32_t> rowsOf(const Table& table) {
    std::vector<int32_t> rows(static_cast<size_t>(table.rows));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

/// Away from the round values that biases and norms begin with.
std::vector<float> parametersFor(const Program& program) {
    std::vector<float> parameters = initialParameters(program, 3);
    PhiloxSequence random(4, RandomStream::Parameters, 1000);
    for (float& p : parameters) p += random.uniform(-0.2F, 0.2F);
    return parameters;
}

class TestChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { forceInstructionSet(""); }

    void everyPairOfValues_data() {
        QTest::addColumn<int>("index");
        networks_ = pairwiseNetworks();
        for (size_t i = 0; i < networks_.size(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
    }
    void everyPairOfValues() {
        QFETCH(int, index);
        const NetworkConfig& network = networks_[static_cast<size_t>(index)];
        const Program program = buildProgram(network, T);
        const Table table = tableFor(network, B, T);
        const std::vector<int32_t> rows = rowsOf(table);
        const std::vector<float> start = parametersFor(program);
        const auto naive = ReferenceBackend().compile(program, {.batch = B});
        naive->writeParameters(start);
        naive->bind(table);
        naive->forward(rows);
        for (const Kernels* kernels : runnableKernels()) {
            forceInstructionSet(kernels->name);
            const auto session = NativeBackend().compile(program, {.batch = B, .keepTensors = true});
            session->writeParameters(start);
            session->bind(table);
            session->forward(rows);
            std::vector<TensorId> compared = program.attention;
            compared.push_back(program.logits);
            for (const TensorId id : compared) {
                const std::vector<float> found = session->read(id);
                const std::vector<float> expected = naive->read(id);
                QCOMPARE(found.size(), expected.size());
                for (size_t i = 0; i < found.size(); ++i)
                    QVERIFY2(std::abs(found[i] - expected[i]) < 2e-5F * std::max(1.0F, std::abs(expected[i])),
                             named(network).c_str());
            }
        }
        forceInstructionSet("");
        againstDifferences(program, table, rows, start);
    }

    void typesOutsideTheTableAreRefused() {
        NetworkConfig network = oddNetwork();
        network.tokenTypes = 2;
        const auto session = NativeBackend().compile(buildProgram(network, T), {.batch = B});
        Table table = tableFor(network, B, T);
        session->bind(table);
        table.types.back() = 2;
        VERIFY_SAYS(thrownMessage([&] { session->bind(table); }),
                    QStringLiteral("Type 2 of a token is outside the network's types 0 to 1."));
        table.types.pop_back();
        VERIFY_SAYS(thrownMessage([&] { session->bind(table); }), QStringLiteral("29 types of tokens"));
    }

private:
    static void againstDifferences(const Program& program, const Table& table,
                                   const std::vector<int32_t>& rows, const std::vector<float>& start) {
        const auto session = NativeBackend().compile(program, {.batch = B, .threads = 1});
        session->bind(table);
        session->writeParameters(start);
        StepMetrics metrics;
        const StepScalars still{0.0F, 1.0F, 1.0F};
        QCOMPARE(session->train(rows, {&still, 1}, {&metrics, 1}), size_t{1});
        const std::vector<float> gradient = session->readParameterGradient();
        // In double, so that steps can be too small to meet a kink; once for each parameter.
        const auto lossAt = [&](const std::vector<double>& p) {
            return referenceLoss(program, p, table, rows);
        };
        const std::vector<double> middle(start.begin(), start.end());
        PhiloxSequence random(8, RandomStream::Data);
        for (const ParameterInfo& p : program.parameters) {
            constexpr double step = 1e-6;
            std::vector<double> up = middle, down = middle;
            double expected = 0;
            for (int64_t i = p.offset; i < p.offset + p.size(); ++i) {
                const auto at = static_cast<size_t>(i);
                const double direction = random.below(2) == 0 ? 1 : -1;
                up[at] += step * direction, down[at] -= step * direction;
                expected += static_cast<double>(gradient[at]) * direction;
            }
            const double found = (lossAt(up) - lossAt(down)) / (2 * step);
            QVERIFY2(std::abs(found - expected) < 1e-4 + 1e-3 * std::abs(expected),
                     (p.name + ": differences say " + std::to_string(found) + ", backward says " +
                      std::to_string(expected) + " in " + named(program.config))
                         .c_str());
        }
    }

    std::vector<NetworkConfig> networks_;
};

TEST_CLASS(TestChoices, NoApplication)

}  // namespace test_choices
#include "test_choices.moc"
