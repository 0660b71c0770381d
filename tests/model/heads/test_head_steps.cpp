// A head of a network step by step: what is computed in small matrices is what the network computes.
#include <QTest>
#include <cmath>

#include "model/heads/head_steps.h"
#include "model/network/program.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_head_steps {

constexpr double rounding = 1e-5;  // of sums in float

/// The largest difference between m and `read`, of the same size.
double difference(const SmallMatrix& m, std::span<const float> read) {
    if (m.values.size() != read.size()) return INFINITY;
    double largest = 0;
    for (size_t i = 0; i < read.size(); ++i) {
        const double apart = std::abs(m.values[i] - static_cast<double>(read[i]));
        largest = std::isnan(apart) ? INFINITY : std::max(largest, apart);
    }
    return largest;
}

NetworkConfig small() {
    return with(NetworkConfig(),
                "input_dim=10 num_classes=10 model_dim=24 num_heads=3 num_layers=2 dim_feedforward=16");
}

Sample ownSet(int members, int width) {
    std::vector<float> features(static_cast<size_t>(members) * static_cast<size_t>(width));
    for (size_t i = 0; i < features.size(); ++i) features[i] = std::sin(static_cast<float>(i));
    return setOf(features, members);
}

class TestHeadSteps : public QObject {
    Q_OBJECT

    NetworkConfig network_ = small();
    Sample sample_;
    Ablation ablation_;

    [[nodiscard]] std::unique_ptr<Inspector> inspector() const {
        auto inspector = std::make_unique<Inspector>(network_, Inspector::Gradients::No);
        std::vector<float> parameters = initialParameters(buildProgram(network_, sample_.length()), 3);
        for (float& value : parameters) value += 0.01F;  // biases begin as zeros
        inspector->setParameters(std::make_shared<const std::vector<float>>(std::move(parameters)));
        inspector->setAblation(ablation_);
        return inspector;
    }

private Q_SLOTS:
    void init() {
        network_ = small();
        sample_ = sampleOf({0, 7, 6, 4, 1, 9, 2});
        ablation_ = {};
    }

    void theNumbersAreTheNetworks_data() {
        QTest::addColumn<QString>("which");
        for (const char* name : {"tokens", "one head", "heads of another width", "set", "masked tokens",
                                 "ablated head", "600 tokens"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void theNumbersAreTheNetworks() {
        QFETCH(QString, which);
        const auto is = [&](const char* name) { return which == QLatin1String(name); };
        if (is("one head")) network_.numHeads = 1;
        if (is("heads of another width")) network_.keyDim = 5;
        if (is("masked tokens")) ablation_.maskedTokens = {1, 4};
        if (is("ablated head")) ablation_.headGates = {1, 1, 1, 1, 1, 0};
        if (is("set")) {
            network_ = presetByName("anomaly-shapes").network;
            network_.inputDim = 6;
            sample_ = ownSet(5, 6);
        }
        if (is("600 tokens")) {
            std::vector<int32_t> tokens(600);
            for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int32_t>(i * i % 10);
            sample_ = sampleOf(tokens);
        }
        const std::unique_ptr<Inspector> inspector = this->inspector();
        const Inspection inspection = inspector->inspect(sample_);
        const auto map = static_cast<size_t>(sample_.length() * sample_.length());
        for (int layer = 0; layer < network_.numLayers; ++layer) {
            const Block& block = inspector->program().blocks[static_cast<size_t>(layer)];
            for (int head = 0; head < network_.numHeads; ++head) {
                const HeadSteps shown = headSteps(*inspector, layer, head);
                const AttentionSteps steps = attentionSteps(shown.input, shown.head.get());
                const auto attention = std::span(inspection.attention[static_cast<size_t>(layer)])
                                           .subspan(static_cast<size_t>(head) * map, map);
                QVERIFY(difference(steps.of(Step::Weights), attention) < rounding);
                QCOMPARE(difference(shown.head->weights, attention), 0.0);
                // The heads joined, this one by its own output, and what the layer makes of them.
                QVERIFY(difference(steps.of(Step::Joined), inspector->read(block.mixed)) < rounding);
                QCOMPARE(steps.firstJoined, head * network_.headDim());
                QVERIFY(difference(steps.of(Step::LayerOutput), inspector->read(block.attended)) < rounding);
                // The projections give q, k and v.
                const SmallMatrix& x = steps.of(Step::Input);
                for (const auto& [weights, given] :
                     {std::pair(Step::QueryWeights, Step::Q), std::pair(Step::KeyWeights, Step::K),
                      std::pair(Step::ValueWeights, Step::V)}) {
                    const SmallMatrix &w = steps.of(weights), &m = steps.of(given);
                    QCOMPARE(m.rows, sample_.length());
                    QCOMPARE(m.cols, network_.headDim());
                    QCOMPARE(w.rows, network_.modelDim + 1);
                    for (int t = 0; t < m.rows; ++t)
                        for (int c = 0; c < m.cols; ++c) {
                            double sum = w.at(w.rows - 1, c);
                            for (int i = 0; i < x.cols; ++i) sum += x.at(t, i) * w.at(i, c);
                            QVERIFY(std::abs(sum - m.at(t, c)) < rounding);
                        }
                }
            }
        }
        if (is("ablated head")) QVERIFY(headSteps(*inspector, 1, 2).head->ablated);
    }

    void whatIsChangedByHandGoesOnToTheLayersOutput() {
        const std::unique_ptr<Inspector> inspector = this->inspector();
        (void)inspector->inspect(sample_);
        HeadSteps shown = headSteps(*inspector, 1, 1);
        const AttentionSteps before = attentionSteps(shown.input, shown.head.get());
        shown.input.causal = true;
        const AttentionSteps after = attentionSteps(shown.input, shown.head.get());
        const int own = before.firstJoined;
        QCOMPARE(after.of(Step::Joined).at(0, own), after.of(Step::Output).at(0, 0));
        QVERIFY(after.of(Step::Joined).at(0, own) != before.of(Step::Joined).at(0, own));
        QCOMPARE(after.of(Step::Joined).at(0, own - 1), before.of(Step::Joined).at(0, own - 1));
        QVERIFY(after.of(Step::LayerOutput).at(0, 0) != before.of(Step::LayerOutput).at(0, 0));
        // Where its numbers come from.
        using Cells = std::vector<StepCells>;
        QCOMPARE(sourcesOf(before, Step::Q, 2, 3),
                 (Cells{{Step::Input, 2, 0, 1, 24}, {Step::QueryWeights, 0, 3, 25, 1}}));
        QCOMPARE(sourcesOf(before, Step::Joined, 2, own + 3), (Cells{{Step::Output, 2, 3, 1, 1}}));
        QCOMPARE(sourcesOf(before, Step::Joined, 2, own - 1), Cells{});
        QCOMPARE(sourcesOf(before, Step::LayerOutput, 1, 0),
                 (Cells{{Step::Joined, 1, 0, 1, 24}, {Step::OutputWeights, 0, 0, 25, 1}}));
    }

    void aHeadThatIsNotThereIsNamed() {
        const std::unique_ptr<Inspector> inspector = this->inspector();
        (void)inspector->inspect(sample_);
        QVERIFY(thrownMessage([&] { (void)headSteps(*inspector, 2, 0); }).contains("2 layers of 3 heads"));
        QVERIFY(thrownMessage([&] { (void)headSteps(*inspector, 0, -1); }).contains("3 heads"));
    }
};

TEST_CLASS(TestHeadSteps, NoApplication)

}  // namespace test_head_steps
#include "test_head_steps.moc"
