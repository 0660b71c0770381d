// Attention one matrix after the other: by hand, against what the notebooks print, and at the edges.
#include <QtTest>
#include <cmath>
#include <limits>

#include "model/files/error.h"
#include "model/inspect/attention_steps.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_attention_steps {

/// d = 4, so that √d is 2 and the products stay whole: q·k = 2, 0, and values 10, 20, 30, …
AttentionInput byHand() {
    AttentionInput input;
    input.q = {1, 4, {1, 0, 1, 0}};
    input.k = {2, 4, {2, 5, 0, 1, 0, 1, 0, 7}};
    input.v = {2, 2, {10, 1, 20, 3}};
    input.masked = {false, false};
    return input;
}

bool near(double a, double b, double within = 1e-12) { return std::abs(a - b) <= within; }

class TestAttentionSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMatrixByHand() {
        const AttentionSteps steps = attentionSteps(byHand());
        QCOMPARE(steps.of(Step::Products).values, (std::vector<double>{2, 0}));
        QCOMPARE(steps.of(Step::Logits).values, (std::vector<double>{1, 0}));
        const double e = std::exp(-1.0);
        QCOMPARE(steps.of(Step::Exponentials).values, (std::vector<double>{1, e}));
        QVERIFY(near(steps.of(Step::Weights).at(0, 0), 1 / (1 + e)));
        QVERIFY(near(steps.of(Step::Weights).at(0, 1), e / (1 + e)));
        QVERIFY(near(steps.of(Step::Output).at(0, 0), (10 + 20 * e) / (1 + e)));
        QVERIFY(near(steps.of(Step::Output).at(0, 1), (1 + 3 * e) / (1 + e)));
        QVERIFY(!steps.allMasked);
    }
    void scalingCanBeLeftOut() {
        AttentionInput input = byHand();
        input.scaled = false;
        const AttentionSteps steps = attentionSteps(input);
        QCOMPARE(steps.of(Step::Logits), steps.of(Step::Products));
        QVERIFY(near(steps.of(Step::Weights).at(0, 0), 1 / (1 + std::exp(-2.0))));
    }
    void theTemperatureDividesTheLogits() {
        AttentionInput input = byHand();
        input.temperature = 0.5;
        QVERIFY(near(attentionSteps(input).of(Step::Weights).at(0, 0), 1 / (1 + std::exp(-2.0))));
        input.temperature = 1e9;
        QVERIFY(near(attentionSteps(input).of(Step::Weights).at(0, 0), 0.5, 1e-8));
    }
    void towardsTemperatureZeroTheLargestTakesAll_data() {
        QTest::addColumn<double>("temperature");
        QTest::newRow("0") << 0.0;
        QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min();
        QTest::newRow("tiny") << 1e-300;
        QTest::newRow("small") << 1e-3;
    }
    void towardsTemperatureZeroTheLargestTakesAll() {
        QFETCH(double, temperature);
        AttentionInput input = byHand();
        input.temperature = temperature;
        const AttentionSteps steps = attentionSteps(input);
        QCOMPARE(steps.of(Step::Weights).values, (std::vector<double>{1, 0}));
        QCOMPARE(steps.of(Step::Output).values, (std::vector<double>{10, 1}));
        input.k = {2, 4, {2, 5, 0, 1, 0, 1, 2, 7}};  // both products are 2: they share
        QCOMPARE(attentionSteps(input).of(Step::Weights).values, (std::vector<double>{0.5, 0.5}));
    }
    void aMaskedKeyGetsNothing() {
        AttentionInput input = byHand();
        input.masked = {true, false};
        const AttentionSteps steps = attentionSteps(input);
        QCOMPARE(steps.of(Step::Products).values, (std::vector<double>{2, 0}));
        QVERIFY(std::isinf(steps.of(Step::Logits).at(0, 0)) && steps.of(Step::Logits).at(0, 0) < 0);
        QCOMPARE(steps.of(Step::Weights).values, (std::vector<double>{0, 1}));
        QCOMPARE(steps.of(Step::Output).values, (std::vector<double>{20, 3}));
    }
    /// Products 0, ln 2, ln 3 for every query, so that the weights are 1 : 2 : 3 over the keys that are left.
    void aCausalMaskHidesWhatComesLater() {
        AttentionInput input;
        input.q = {3, 1, {1, 1, 1}};
        input.k = {3, 1, {0, std::log(2.0), std::log(3.0)}};
        input.v = {3, 1, {6, 12, 18}};
        input.masked = {false, false, false};
        input.causal = true;
        const auto agree = [](const SmallMatrix& computed, const std::vector<double>& byHand) {
            QCOMPARE(computed.values.size(), byHand.size());
            for (size_t i = 0; i < byHand.size(); ++i)
                QVERIFY2(near(computed.values[i], byHand[i]) ||
                             (std::isnan(computed.values[i]) && std::isnan(byHand[i])),
                         qPrintable(QStringLiteral("%1: %2").arg(i).arg(computed.values[i])));
        };
        const AttentionSteps steps = attentionSteps(input);
        agree(steps.of(Step::Weights), {1, 0, 0, 1.0 / 3, 2.0 / 3, 0, 1.0 / 6, 2.0 / 6, 3.0 / 6});
        agree(steps.of(Step::Output), {6, 10, 14});
        QVERIFY(std::isinf(steps.of(Step::Logits).at(0, 1)));
        QVERIFY(near(steps.of(Step::Products).at(0, 1), std::log(2.0)));  // the mask comes after them
        // Beside a masked key: nothing is left for the first query alone.
        input.masked = {true, false, false};
        const AttentionSteps both = attentionSteps(input);
        agree(both.of(Step::Weights), {NAN, NAN, NAN, 0, 1, 0, 0, 0.4, 0.6});
        agree(both.of(Step::Output), {NAN, 12, 15.6});
        QVERIFY(!both.allMasked);
        input.masked = {true, true, true};
        QVERIFY(attentionSteps(input).allMasked);
    }
    void withEveryKeyMaskedThereIsNoValue() {
        AttentionInput input = byHand();
        input.masked = {true, true};
        for (const double temperature : {0.0, 1.0}) {
            input.temperature = temperature;
            const AttentionSteps steps = attentionSteps(input);
            QVERIFY(steps.allMasked);
            QCOMPARE(steps.of(Step::Exponentials).values, (std::vector<double>{0, 0}));
            for (double w : steps.of(Step::Weights).values) QVERIFY(std::isnan(w));
            for (double o : steps.of(Step::Output).values) QVERIFY(std::isnan(o));
        }
    }
    void largeLogitsDoNotOverflow() {
        AttentionInput input = byHand();
        for (double& x : input.q.values) x *= 1e6;
        for (double& x : input.k.values) x *= 1e6;
        const AttentionSteps steps = attentionSteps(input);
        QCOMPARE(steps.of(Step::Weights).values, (std::vector<double>{1, 0}));
    }

    void theNotebooksAreReproduced_data() {
        QTest::addColumn<int>("index");
        QCOMPARE(attentionExamples().size(), size_t(3));
        for (int i = 0; i < 3; ++i)
            QTest::newRow(attentionExamples()[static_cast<size_t>(i)].name.c_str()) << i;
    }
    void theNotebooksAreReproduced() {
        QFETCH(int, index);
        const AttentionExample& example = attentionExamples()[static_cast<size_t>(index)];
        const AttentionSteps steps = attentionSteps(example.input);
        const double difference = largestDifference(steps, example);
        QVERIFY2(difference <= example.printedWithin, qPrintable(QString::number(difference)));
        AttentionExample wrong = example;
        wrong.output.at(1, 0) += 0.01;
        QVERIFY(largestDifference(steps, wrong) > 0.005);
    }
    void roundedAsPrintedTheTutorialIsTheSame() {
        // Four decimals as the PyTorch notebook prints them, from its four decimals of Q, K and V.
        const AttentionExample& example = attentionExamples()[1];
        const AttentionSteps steps = attentionSteps(example.input);
        for (size_t i = 0; i < example.weights.values.size(); ++i)
            QCOMPARE(std::round(steps.of(Step::Weights).values[i] * 1e4) / 1e4, example.weights.values[i]);
    }

    void sourcesAreRowsAndColumns() {
        const AttentionSteps steps = attentionSteps(attentionExamples()[2].input);  // d 2, dv 1, T 3
        using Cells = std::vector<StepCells>;
        QCOMPARE(sourcesOf(steps, Step::K, 1, 1), Cells{});
        QCOMPARE(sourcesOf(steps, Step::Products, 1, 2),
                 (Cells{{Step::Q, 1, 0, 1, 2}, {Step::K, 2, 0, 1, 2}}));
        QCOMPARE(sourcesOf(steps, Step::Logits, 1, 2), (Cells{{Step::Products, 1, 2, 1, 1}}));
        QCOMPARE(sourcesOf(steps, Step::Exponentials, 1, 2), (Cells{{Step::Logits, 1, 0, 1, 3}}));
        QCOMPARE(sourcesOf(steps, Step::Weights, 0, 2), (Cells{{Step::Exponentials, 0, 0, 1, 3}}));
        QCOMPARE(sourcesOf(steps, Step::Output, 2, 0),
                 (Cells{{Step::Weights, 2, 0, 1, 3}, {Step::V, 0, 0, 3, 1}}));
    }

    void badInputIsExplained() {
        const auto message = [](auto change) {
            AttentionInput input = byHand();
            change(input);
            return thrownMessage([&] { (void)attentionSteps(input); });
        };
        QVERIFY(message([](AttentionInput& i) { i.k = {2, 3, std::vector<double>(6)}; }).contains("[2, 3]"));
        QVERIFY(message([](AttentionInput& i) { i.v = {1, 2, {1, 2}}; }).contains("[1, 2]"));
        QVERIFY(message([](AttentionInput& i) { i.masked = {true}; }).contains("mask"));
        QVERIFY(message([](AttentionInput& i) { i.temperature = -1; }).contains("temperature"));
        QVERIFY(message([](AttentionInput& i) { i.temperature = NAN; }).contains("temperature"));
        QVERIFY(message([](AttentionInput& i) { i.q.values[0] = INFINITY; }).contains("finite"));
        QVERIFY(message([](AttentionInput& i) { i.q = {}; }).contains("Q"));
    }
};

TEST_CLASS(TestAttentionSteps, NoApplication)

}  // namespace test_attention_steps
#include "test_attention_steps.moc"
