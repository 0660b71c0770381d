// The reference by what it means: its gradients are those of its loss, by finite differences, and its masks,
// gates and counts do what the definitions say.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/data/philox.h"
#include "model/native/native_session.h"
#include "model/reference/reference_session.h"
#include "runner.h"

using namespace attx;

namespace test_reference_session {

struct Case {
    NetworkConfig network;
    Table table;
    int batch = 3;
};

std::vector<int32_t> rowsOf(const Case& c, const Program& program) {
    std::vector<int32_t> rows(static_cast<size_t>(c.batch * program.rowsPerSequence()));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

Case caseOf(InputKind input, OutputKind output, Activation activation, bool masked) {
    Case c;
    c.network.input = input;
    c.network.output = output;
    c.network.activation = activation;
    c.network.inputDim = 5;
    c.network.numClasses = output == OutputKind::Set ? 1 : 3;
    c.network.modelDim = 6;
    c.network.numHeads = 2;
    c.network.numLayers = 2;
    c.network.dimFeedforward = 9;
    PhiloxSequence random(4, RandomStream::Data);
    Table& t = c.table;
    t.length = 4;
    const int T = t.length;
    if (input == InputKind::Tokens) {
        t.rows = c.batch;
        for (int i = 0; i < c.batch * T; ++i) t.tokens.push_back(static_cast<int32_t>(random.below(5)));
    } else {
        t.rows = int64_t{c.batch} * T;
        t.featureDim = 5;
        for (int i = 0; i < c.batch * T * 5; ++i) t.features.push_back(random.uniform(-1, 1));
        for (int i = 0; i < c.batch * T; ++i) t.classes.push_back(i % T == 1 ? 1 : 0);
    }
    if (masked)
        for (int b = 0; b < c.batch; ++b) t.lengths.push_back(1 + static_cast<int32_t>(random.below(4)));
    const int answers = output == OutputKind::Positions ? T : 1;
    for (int i = 0; output != OutputKind::Set && i < c.batch * answers; ++i)
        t.labels.push_back(i == 1 ? -1 : static_cast<int32_t>(random.below(3)));
    return c;
}

class TestReferenceSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gradients_data() {
        const Rows<InputKind, OutputKind, Activation, bool> row("input", "output", "activation", "masked");
        row("sequences", InputKind::Tokens, OutputKind::Positions, Activation::Relu, false);
        row("sequences with lengths", InputKind::Tokens, OutputKind::Positions, Activation::Gelu, true);
        row("pooled", InputKind::Tokens, OutputKind::Pooled, Activation::GeluTanh, true);
        row("sets", InputKind::Features, OutputKind::Set, Activation::Silu, false);
    }
    /// Of each parameter: (loss at p + h - loss at p - h) / 2 h.
    void gradients() {
        QFETCH(InputKind, input);
        QFETCH(OutputKind, output);
        QFETCH(Activation, activation);
        QFETCH(bool, masked);
        const Case c = caseOf(input, output, activation, masked);
        const Program program = buildProgram(c.network, c.table.length);
        const auto session = ReferenceBackend().compile(program, {.batch = c.batch});
        session->bind(c.table);
        std::vector<float> parameters = initialParameters(program, 8);
        PhiloxSequence random(9, RandomStream::Data);
        for (float& p : parameters) p += random.uniform(-0.3F, 0.3F);
        session->writeParameters(parameters);
        const std::vector<int32_t> rows = rowsOf(c, program);
        session->forward(rows);
        session->backward();
        const std::vector<float> gradient = session->readParameterGradient();
        double largest = 0, apart = 0;
        for (size_t i = 0; i < parameters.size(); ++i) {
            const auto lossAt = [&](float value) {
                std::vector<float> moved = parameters;
                moved[i] = value;
                session->writeParameters(moved);
                return session->evaluate(rows).meanLoss();
            };
            const float above = parameters[i] + 0x1p-12F, below = parameters[i] - 0x1p-12F;
            const double slope =
                (lossAt(above) - lossAt(below)) / (static_cast<double>(above) - static_cast<double>(below));
            largest = std::max(largest, std::abs(slope));
            apart = std::max(apart, std::abs(slope - static_cast<double>(gradient[i])));
        }
        QVERIFY2(largest > 0.01 && apart < 1e-6,
                 qPrintable(QString("%1 apart of at most %2").arg(apart).arg(largest)));
    }

    /// Steps with dropout, of both executions: each optimiser, labels smoothed and not.
    void steps_data() {
        addColumns<int, double>("optimiser", "smoothing");
        for (const Optimiser optimiser : {Optimiser::Adam, Optimiser::AdamW, Optimiser::RmsProp,
                                          Optimiser::RmsPropKeras3, Optimiser::AdamL2, Optimiser::Sgd})
            QTest::addRow("%d", static_cast<int>(optimiser)) << static_cast<int>(optimiser) << 0.0;
        QTest::addRow("smoothed") << static_cast<int>(Optimiser::Sgd) << 0.2;
    }
    void steps() {
        QFETCH(int, optimiser);
        QFETCH(double, smoothing);
        Case c = caseOf(InputKind::Tokens, OutputKind::Positions, Activation::Relu, true);
        c.network.dropout = c.network.inputDropout = 0.3F;
        const Program program = buildProgram(c.network, c.table.length);
        SessionOptions options;
        options.batch = c.batch;
        options.seed = 12;
        options.training.optimiser = static_cast<Optimiser>(optimiser);
        options.training.clipNorm = 0.5;
        options.training.weightDecay = 0.1;
        options.training.labelSmoothing = smoothing;
        constexpr int steps = 3;
        std::vector<int32_t> rows;
        std::vector<StepScalars> scalars;
        for (int step = 0; step < steps; ++step) {
            const std::vector<int32_t> batch = rowsOf(c, program);
            rows.insert(rows.end(), batch.begin(), batch.end());
            scalars.push_back(stepScalars(options.training, 1e-3, step));
        }
        const auto trained = [&](const Backend& backend) {
            const auto session = backend.compile(program, options);
            session->bind(c.table);
            session->writeParameters(initialParameters(program, 8));
            std::vector<StepMetrics> metrics(steps);
            if (session->train(rows, scalars, metrics) != scalars.size()) return std::vector<float>();
            std::vector<float> all = session->readParameters();
            const OptimiserState state = session->readOptimiser();
            all.insert(all.end(), state.second.begin(), state.second.end());
            for (const StepMetrics& m : metrics) all.insert(all.end(), {m.loss, m.accuracy, m.gradNorm});
            return all;
        };
        const std::vector<float> expected = trained(ReferenceBackend()), found = trained(NativeBackend());
        QCOMPARE(found.size(), expected.size());
        for (size_t i = 0; i < found.size(); ++i)
            QVERIFY2(std::abs(found[i] - expected[i]) < 2e-5F * std::max(1.0F, std::abs(expected[i])),
                     qPrintable(QString("%1: %2, expected %3")
                                    .arg(i)
                                    .arg(static_cast<double>(found[i]))
                                    .arg(static_cast<double>(expected[i]))));
    }

    /// A gate of 0 leaves a head's values out; a masked position gets no attention from any query.
    void ablated() {
        const Case c = caseOf(InputKind::Tokens, OutputKind::Positions, Activation::Relu, false);
        const Program program = buildProgram(c.network, c.table.length);
        const auto session = ReferenceBackend().compile(program, {.batch = c.batch});
        session->bind(c.table);
        session->writeParameters(initialParameters(program, 8));
        session->setAblation({{1, 0, 1, 1}, {2}});
        session->forward(rowsOf(c, program));
        const std::vector<float> weights = session->read(program.blocks[0].probabilities),
                                 mixed = session->read(program.blocks[0].mixed);
        for (size_t i = 0; i < weights.size(); ++i) QVERIFY(i % 4 == 2 ? weights[i] == 0 : weights[i] > 0);
        for (size_t i = 0; i < mixed.size(); ++i)
            QVERIFY(i % 6 < 3 ? mixed[i] != 0 : mixed[i] == 0);  // 2 heads of 3
    }
};

TEST_CLASS(TestReferenceSession, QCoreApplication)

}  // namespace test_reference_session
#include "test_reference_session.moc"
