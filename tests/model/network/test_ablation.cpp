// Switching heads off and hiding tokens: against networks whose weights do the same, against the softmax
// with logits of minus infinity, and head by head.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/attribute/explain.h"
#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/reference/operations.h"
#include "odd_network.h"
#include "runner.h"

using namespace attx;

namespace test_ablation {

constexpr int T = 6, B = 5;

Table randomTable(const NetworkConfig& c) {
    Table t;
    PhiloxSequence random(5, RandomStream::Data);
    t.rows = B;
    t.length = T;
    for (size_t i = 0; i < size_t{B} * T; ++i) {
        t.tokens.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.inputDim))));
        t.labels.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.numClasses))));
    }
    return t;
}

std::vector<float> randomParameters(const Program& program) {
    std::vector<float> parameters = initialParameters(program, 3);
    PhiloxSequence random(3, RandomStream::Parameters, 1000);
    for (float& p : parameters) p += random.uniform(-0.2F, 0.2F);
    return parameters;
}

std::unique_ptr<Session> makeSession(const std::vector<float>& parameters) {
    const SessionOptions options{.batch = B, .threads = 2, .keepTensors = true};
    auto session = NativeBackend().compile(buildProgram(oddNetwork(3), T), options);
    session->writeParameters(parameters);
    return session;
}

/// The parameters of a network whose projection of the heads' values does what `gates` do.
std::vector<float> withScaledColumns(std::vector<float> parameters, const std::vector<float>& gates) {
    const Program program = buildProgram(oddNetwork(3), T);
    const auto C = static_cast<size_t>(oddNetwork(3).modelDim),
               NH = static_cast<size_t>(oddNetwork(3).numHeads), HS = C / NH;
    for (size_t layer = 0; layer < gates.size() / NH; ++layer) {
        const std::string name = "transformer.layers." + std::to_string(layer) + ".self_attn.o_proj.weight";
        const auto found = std::find_if(program.parameters.begin(), program.parameters.end(),
                                        [&](const ParameterInfo& p) { return p.name == name; });
        for (size_t out = 0; out < C; ++out)
            for (size_t in = 0; in < C; ++in)
                parameters[static_cast<size_t>(found->offset) + out * C + in] *= gates[layer * NH + in / HS];
    }
    return parameters;
}

std::vector<int32_t> allRows() {
    std::vector<int32_t> rows(B);
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

double worst(const std::vector<float>& a, const std::vector<float>& b) {
    double difference = a.size() == b.size() ? 0 : INFINITY;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        difference = std::max(difference, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    return difference;
}

class TestAblation : public QObject {
    Q_OBJECT
    const Table table_ = randomTable(oddNetwork(3));
    const std::vector<float> parameters_ = randomParameters(buildProgram(oddNetwork(3), T));

private Q_SLOTS:
    void gatesAreColumnsOfTheProjection_data() {
        QTest::addColumn<std::vector<float>>("gates");
        QTest::newRow("one off") << std::vector<float>{1, 1, 1, 1, 0, 1, 1, 1, 1};
        QTest::newRow("a layer off") << std::vector<float>{1, 1, 1, 1, 1, 1, 0, 0, 0};
        QTest::newRow("several off") << std::vector<float>{0, 1, 1, 1, 0, 0, 1, 1, 0};
        QTest::newRow("half on") << std::vector<float>{1, 0.5F, 1, 1, 1, 1, 1, 0.25F, 1};
    }
    void gatesAreColumnsOfTheProjection() {
        QFETCH(std::vector<float>, gates);
        const auto gated = makeSession(parameters_),
                   scaled = makeSession(withScaledColumns(parameters_, gates));
        gated->setAblation({gates, {}});
        const std::vector<int32_t> rows = allRows();
        for (const auto& session : {gated.get(), scaled.get()}) {
            session->bind(table_);
            session->forward(rows);
            session->backward();
        }
        const TensorId logits = gated->program().logits;
        QVERIFY(worst(gated->read(logits), scaled->read(logits)) < 1e-5);
        const EvaluationSums a = gated->evaluate(rows), b = scaled->evaluate(rows);
        QVERIFY(std::abs(a.loss - b.loss) < 1e-4);
        QCOMPARE(a.correct, b.correct);
        for (const TensorId map : gated->program().attention) {
            QVERIFY(worst(gated->read(map), scaled->read(map)) < 1e-6);
            QVERIFY(worst(gated->readGradient(map), scaled->readGradient(map)) < 1e-6);
        }
        // d loss / d weight of the projection = gate * d loss / d (gate * weight); all others are the same.
        QVERIFY(worst(gated->readParameterGradient(),
                      withScaledColumns(scaled->readParameterGradient(), gates)) < 1e-6);
        // And on again.
        const auto whole = makeSession(parameters_);
        whole->bind(table_);
        whole->forward(rows);
        QVERIFY(worst(gated->read(logits), whole->read(logits)) > 1e-3);
        gated->setAblation({});
        gated->forward(rows);
        QCOMPARE(gated->read(logits), whole->read(logits));
    }

    void trainingIsNeverAblated() {
        const SessionOptions options{.batch = B, .threads = 1};
        std::vector<std::vector<float>> results;
        for (const Ablation& ablation : {Ablation{}, Ablation{std::vector<float>(9, 0.0F), {0, 1}}}) {
            const auto session = NativeBackend().compile(buildProgram(oddNetwork(3), T), options);
            session->writeParameters(parameters_);
            session->bind(table_);
            session->setAblation(ablation);
            StepMetrics metrics;
            const StepScalars scalars = stepScalars(options.training, 0.01, 0);
            QCOMPARE(session->train(allRows(), {&scalars, 1}, {&metrics, 1}), size_t{1});
            results.push_back(session->readParameters());
        }
        QCOMPARE(results[0], results[1]);
    }

    /// Every layer of a network with hidden tokens is the softmax with logits of minus infinity.
    void maskedTokensHaveMinusInfinity() {
        const std::vector<int32_t> hidden{1, 4};
        std::vector<uint8_t> isHidden(T, 0);
        for (const int32_t position : hidden) isHidden[static_cast<size_t>(position)] = 1;
        const auto session = makeSession(parameters_);
        session->setAblation({{}, hidden});
        session->bind(table_);
        session->forward(allRows());
        const Program& program = session->program();
        for (size_t layer = 0; layer < program.attention.size(); ++layer) {
            const std::string name = "layers." + std::to_string(layer) + ".";
            const std::vector<float> qkv = session->read(program.tensor(name + "qkv"));
            const reference::AttentionResult expected = reference::attentionForward(
                {qkv.begin(), qkv.end()}, std::vector<int32_t>(B, T), isHidden, B, T, 3, 5);
            const std::vector<float> p = session->read(program.attention[layer]);
            QVERIFY(worst(p, {expected.probabilities.begin(), expected.probabilities.end()}) < 1e-6);
            QVERIFY(worst(session->read(program.tensor(name + "values")),
                          {expected.y.begin(), expected.y.end()}) < 1e-5);
            for (size_t i = 0; i < p.size(); ++i)
                if (isHidden[i % T]) QCOMPARE(p[i], 0.0F);
        }
    }

    /// To hide the last tokens is to shorten the sequence, forward and backward.
    void hidingTheEndIsPadding() {
        Table padded = table_;
        padded.lengths.assign(B, T - 2);
        const auto hiding = makeSession(parameters_), shortened = makeSession(parameters_);
        hiding->setAblation({{}, {T - 2, T - 1}});
        hiding->bind(table_);
        shortened->bind(padded);
        for (const auto& session : {hiding.get(), shortened.get()}) {
            session->forward(allRows());
            session->backward();
        }
        const TensorId logits = hiding->program().logits;
        QVERIFY(worst(hiding->read(logits), shortened->read(logits)) < 1e-6);
        QVERIFY(worst(hiding->readParameterGradient(), shortened->readParameterGradient()) < 1e-6);
    }

    void aSequenceWithoutAKeyHasZeros() {
        Table padded = table_;
        padded.lengths.assign(B, 2);
        const auto session = makeSession(parameters_);
        session->setAblation({{}, {0, 1}});
        session->bind(padded);
        session->forward(allRows());
        for (const float p : session->read(session->program().attention[0])) QCOMPARE(p, 0.0F);
        for (const float logit : session->read(session->program().logits)) QVERIFY(std::isfinite(logit));
    }

    void explanationsFollowTheAblation() {
        Inspector inspector(oddNetwork(3));
        inspector.setParameters(std::make_shared<const std::vector<float>>(parameters_));
        const std::vector<int32_t> tokens{1, 2, 3, 4};
        const ExplainOptions options{.methods = {ExplainMethod::StandardLast, ExplainMethod::Relevance}};
        const Explanation whole = explain(inspector, sampleOf(tokens), {}, options);
        inspector.setAblation({{1, 1, 1, 1, 1, 1, 0, 1, 1}, {2}});
        const Explanation ablated = explain(inspector, sampleOf(tokens), {}, options);
        QVERIFY(worst(whole.inspection.logits, ablated.inspection.logits) > 1e-4);
        QCOMPARE(ablated.inspection.logits, inspector.inspect(sampleOf(tokens)).logits);
        for (size_t query = 0; query < 4; ++query) QCOMPARE(ablated.maps[0].values[query * 4 + 2], 0.0F);
        // Nothing flows back through a head that is off.
        for (size_t i = 0; i < 16; ++i) QCOMPARE(ablated.gradient[2][i], 0.0F);
        inspector.setAblation({});
        QCOMPARE(inspector.inspect(sampleOf(tokens)).logits, whole.inspection.logits);
    }

    void eachHeadInTurn() {
        const auto session = makeSession(parameters_);
        session->bind(table_);
        const std::vector<int32_t> rows = allRows();
        for (const Ablation& from : {Ablation{}, Ablation{{1, 0, 1, 1, 1, 1, 1, 1, 1}, {}}}) {
            size_t calls = 0;
            const auto found = ablateEachHead(*session, rows, 2, from, [&](const HeadAblation& soFar) {
                QCOMPARE(soFar.without.size(), ++calls);
            });
            QVERIFY(found);
            QCOMPARE(calls, size_t{9});
            for (size_t head = 0; head < 9; ++head) {
                std::vector<float> gates =
                    from.headGates.empty() ? std::vector<float>(9, 1.0F) : from.headGates;
                gates[head] = 0;
                const auto scaled = makeSession(withScaledColumns(parameters_, gates));
                scaled->bind(table_);
                const EvaluationSums expected = scaled->evaluate(rows);
                QVERIFY(std::abs(found->without[head].loss - expected.loss) < 1e-4);
                QCOMPARE(found->without[head].correct, expected.correct);
                QCOMPARE(found->without[head].counted, int64_t{B * T});
            }
            if (!from.empty()) QCOMPARE(found->lossCosts().values[1], 0.0F);  // it is off already
            // The session is as it was asked to be: in the same portions, the same bits.
            QCOMPARE(evaluateRows(*session, rows, 2)->loss, found->whole.loss);
        }
    }

    void interruptedSweepsEnd() {
        std::atomic<bool> stop = false;
        const SessionOptions options{.batch = B, .train = false, .interrupt = &stop};
        const auto session = NativeBackend().compile(buildProgram(oddNetwork(3), T), options);
        session->writeParameters(parameters_);
        session->bind(table_);
        size_t heads = 0;
        const auto found = ablateEachHead(
            *session, allRows(), B, {},
            [&](const HeadAblation& soFar) {
                heads = soFar.without.size();
                stop = heads == 2;
            },
            &stop);
        QVERIFY(!found);
        QCOMPARE(heads, size_t{2});
    }

    void headsAreParsed() {
        const NetworkConfig network = oddNetwork(3);
        QCOMPARE(gatesWithout(network, parseHeads("0.1,2.0", network)),
                 (std::vector<float>{1, 0, 1, 1, 1, 1, 0, 1, 1}));
        QCOMPARE(gatesWithout(network, parseHeads(" 1 ", network)),
                 (std::vector<float>{1, 1, 1, 0, 0, 0, 1, 1, 1}));
        QVERIFY(gatesWithout(network, parseHeads("", network)).empty());
        for (const char* wrong : {"3.0", "0.3", "-1.0", "0.", ".1", "a", "0.1.2", "99999999999"})
            QVERIFY_EXCEPTION_THROWN((void)parseHeads(wrong, network), Error);
    }

    void wrongAblationsAreRefused() {
        const auto session = makeSession(parameters_);
        QVERIFY_EXCEPTION_THROWN(session->setAblation({{1, 0}, {}}), Error);
        QVERIFY_EXCEPTION_THROWN(session->setAblation({{}, {T}}), Error);
        QVERIFY_EXCEPTION_THROWN(session->setAblation({{}, {-1}}), Error);
        QVERIFY_EXCEPTION_THROWN(session->setAblation({{}, {0, 1, 2, 3, 4, 5}}), Error);
    }
};

TEST_CLASS(TestAblation, NoApplication)

}  // namespace test_ablation
#include "test_ablation.moc"
