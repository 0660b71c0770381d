// Explanations of networks of every choice: what they say is held against what the network answers when it is
// asked itself, or they say why they do not hold.
#include <QtTest>
#include <cmath>

#include "choices.h"
#include "model/attribute/explain.h"
#include "model/attribute/removal.h"
#include "model/attribute/score_terms.h"
#include "model/heads/head_patterns.h"
#include "model/heads/head_steps.h"
#include "model/heads/pair.h"
#include "model/heads/patching.h"
#include "runner.h"

using namespace attx;

namespace test_explain_choices {

constexpr int T = 6;

class TestExplainChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void network_data() {
        QTest::addColumn<int>("index");
        rows(OutputKind::Positions);
    }
    void network() {
        QFETCH(int, index);
        network_ = networks_[static_cast<size_t>(index)];
        const Program program = buildProgram(network_, T);
        std::vector<float> parameters = initialParameters(program, 3);
        PhiloxSequence random(4, RandomStream::Parameters, 1000);
        for (float& p : parameters) p += random.uniform(-0.2F, 0.2F);
        Inspector inspector(network_, Inspector::Gradients::Yes);
        inspector.setParameters(std::make_shared<const std::vector<float>>(std::move(parameters)));
        integratedGradientsAddUp(inspector);
        removedKeysAreMasked(inspector);
        scoresMakeTheWeights(inspector);
        stepsAreTheHeads(inspector);
        laterPositionsChangeNothing(inspector);
        patternsAreNamed();
    }

    void pooledNetwork_data() {
        QTest::addColumn<int>("index");
        rows(OutputKind::Pooled);
    }
    /// What is pooled and a class token, of which the maps have a row and a column.
    void pooledNetwork() {
        QFETCH(int, index);
        network_ = networks_[static_cast<size_t>(index)];
        network_.unknownToken = index % 2 == 0 ? 1 : 4;  // a published tokenizer has it anywhere
        const Program program = buildProgram(network_, T);
        std::vector<float> parameters = initialParameters(program, 3);
        PhiloxSequence random(4, RandomStream::Parameters, 1000);
        for (float& p : parameters) p += random.uniform(-0.2F, 0.2F);
        const auto shared = std::make_shared<const std::vector<float>>(std::move(parameters));
        Inspector inspector(network_, Inspector::Gradients::Yes);
        inspector.setParameters(shared);
        Sample text = sampleOf({3, 1, 4, 1, 5, 2}, {}, SampleKind::Text);
        if (network_.tokenTypes > 0) text.types = {0, 0, 2, 1, 1, 2};
        contributionsAddUp(inspector, text, *shared);
        removedWordsAreUnknown(inspector, text);
        pathsBeginAtUnknownWords(inspector, text);
        scoresMakeTheWeights(inspector);
    }

private:
    void rows(OutputKind output) {
        networks_.clear();
        for (NetworkConfig& network : pairwiseNetworks())
            if (network.output == output) networks_.push_back(network);
        QVERIFY(networks_.size() > 5);
        for (size_t i = 0; i < networks_.size(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
    }

    void contributionsAddUp(Inspector& inspector, const Sample& text,
                            const std::vector<float>& parameters) const {
        const ExplainOptions options{.methods = {ExplainMethod::Relevance, ExplainMethod::Occlusion}};
        const Explanation found = explain(inspector, text, {}, options);
        const auto positions = static_cast<size_t>(network_.positionsFor(T));
        QCOMPARE(found.inspection.sample.classToken, network_.classToken);
        QCOMPARE(static_cast<size_t>(found.inspection.sample.length()), positions);
        QVERIFY(found.inspection.sample == text);
        QCOMPARE(found.maps[0].values.size(), positions * positions);
        QCOMPARE(found.maps[1].values.size(), positions);
        const std::vector<float> relevant = pooledRelevance(found.maps[0].values, found.inspection,
                                                            found.contributions, static_cast<int>(positions));
        for (const float value : relevant) QVERIFY(value >= 0 && std::isfinite(value));
        QCOMPARE(found.positionContributions.size(), positions);
        if (network_.pooler != Pooler::None) return;  // is not linear
        const auto predicted = static_cast<size_t>(found.inspection.prediction.front());
        const Program program = buildProgram(network_, T);
        double sum = 0;
        if (const auto bias = program.find(Role::ClassifierBias))
            sum = static_cast<double>(
                parameters[static_cast<size_t>(program.parameters[static_cast<size_t>(*bias)].offset) +
                           predicted]);
        for (const float part : found.positionContributions) sum += static_cast<double>(part);
        QVERIFY2(std::abs(sum - static_cast<double>(found.inspection.logits[predicted])) < 1e-4,
                 named(network_).c_str());
    }

    void removedWordsAreUnknown(Inspector& inspector, const Sample& text) const {
        const std::vector<int> order{2, 0, 5, 1, 4, 3};
        const RemovalCurves curves =
            removalCurves(inspector, text, std::vector<RankedCase>{{0, order}}).front();
        const auto predicted = static_cast<size_t>(inspector.inspect(text).prediction.front());
        for (size_t i = 0; i < curves.removed.size(); ++i) {
            std::vector<int32_t> tokens = text.tokens;
            for (int k = 0; k < curves.removed[i]; ++k)
                tokens[static_cast<size_t>(order[static_cast<size_t>(k)])] = network_.unknownToken;
            Sample asked = sampleOf(tokens, {}, SampleKind::Text);
            asked.types = text.types;
            const Inspection without = inspector.inspect(asked);
            QVERIFY2(std::abs(curves.deletion[i] - classProbabilities(without.logits)[predicted]) < 2e-5F,
                     named(network_).c_str());
        }
    }

    /// Integrated gradients go from unknown words, of the same types, to those of the text.
    void pathsBeginAtUnknownWords(Inspector& inspector, const Sample& text) const {
        const ExplainOptions options{.methods = {ExplainMethod::IntegratedGradients}};
        const Explanation found = explain(inspector, text, {}, options);
        const auto predicted = static_cast<size_t>(found.inspection.prediction.front());
        Sample unknown = sampleOf(std::vector<int32_t>(T, network_.unknownToken), {}, SampleKind::Text);
        unknown.types = text.types;
        const float expected =
            found.inspection.logits[predicted] - inspector.inspect(unknown).logits[predicted];
        QVERIFY2(std::abs(found.completeness.change.front() - expected) < 1e-4F, named(network_).c_str());
    }

    static Sample sample() { return sampleOf({3, 1, 4, 1, 5, 2}); }

    void integratedGradientsAddUp(Inspector& inspector) const {
        ExplainOptions options{.methods = {ExplainMethod::IntegratedGradients, ExplainMethod::Occlusion}};
        // The kinks of a network with steep slopes stand between the points: 50 miss 2 % of one, 400 of none.
        options.pathPoints = 400;
        const Explanation found = explain(inspector, sample(), {}, options);
        // A norm takes the length away, all but at the baseline of length 0: no sum of slopes has that step.
        // Without biases the sums behind attention have the length 0 there, too.
        const bool steps = network_.positions != Positions::Sinusoidal &&
                           network_.positions != Positions::Learned &&
                           (network_.embeddingNorm ||
                            (network_.norm != NormKind::None && (network_.normFirst || !network_.bias)));
        for (size_t p = 0; p < found.completeness.residual.size() && !steps; ++p)
            QVERIFY2(std::abs(found.completeness.residual[p]) <
                         0.02F * std::max(1.0F, std::abs(found.completeness.change[p])),
                     named(network_).c_str());
        const std::vector<float>& occluded = found.maps[1].values;  // [T, T]
        for (size_t i = 0; network_.causal && i < occluded.size(); ++i)
            if (i % T > i / T) QCOMPARE(occluded[i], 0.0F);
    }

    void removedKeysAreMasked(Inspector& inspector) const {
        const std::vector<int> order{2, 0, 5, 1, 4, 3};
        std::vector<RankedCase> cases;
        for (int position = 0; position < T; position += 2) cases.push_back({position, order});
        const std::vector<RemovalCurves> curves = removalCurves(inspector, sample(), cases);
        const std::vector<int32_t> predicted = inspector.inspect(sample()).prediction;
        for (size_t c = 0; c < cases.size(); ++c)
            for (size_t i = 0; i < curves[c].removed.size(); ++i) {
                inspector.setAblation({{}, {order.begin(), order.begin() + curves[c].removed[i]}});
                const Inspection without = inspector.inspect(sample());
                const auto row = static_cast<size_t>(cases[c].position), K = without.logits.size() / T;
                const float expected = classProbabilities(
                    std::span(without.logits).subspan(row * K, K))[static_cast<size_t>(predicted[row])];
                QVERIFY2(std::abs(curves[c].deletion[i] - expected) < 2e-5F, named(network_).c_str());
            }
        inspector.setAblation({});
    }

    void scoresMakeTheWeights(Inspector& inspector) const {
        const bool terms = !infoOf(ExplainMethod::ScoreTerms).whyNot(network_, SampleKind::Sequence);
        QCOMPARE(terms, !network_.embeddingNorm && !(network_.normFirst && network_.norm != NormKind::None));
        for (const int layer : {0, network_.numLayers - 1}) {
            constexpr int query = 3, head = 1;
            std::vector<double> scores;
            std::vector<float> weights;
            for (int key = 0; key < network_.positionsFor(T); ++key) {
                const PairDetail pair = pairUpClose(inspector, sample(), {layer, head, query, key});
                weights.push_back(pair.weight);
                scores.push_back(std::exp(static_cast<double>(pair.score)));
                if (network_.causal && key > query) scores.back() = 0;
                QCOMPARE(pair.terms.has_value(), terms && layer == 0);
                double sum = 0;
                for (size_t term = 0; pair.terms && term < pair.terms->size(); ++term)
                    sum += static_cast<double>((*pair.terms)[term]);
                if (pair.terms) QVERIFY(std::abs(sum - static_cast<double>(pair.score)) < 1e-4);
            }
            double all = 0;
            for (const double score : scores) all += score;
            for (size_t key = 0; key < scores.size(); ++key)
                QVERIFY2(std::abs(scores[key] / all - static_cast<double>(weights[key])) < 1e-5,
                         named(network_).c_str());
        }
    }

    void stepsAreTheHeads(Inspector& inspector) const {
        (void)inspector.inspect(sample());
        const auto close = [](const SmallMatrix& found, const std::vector<float>& read) {
            if (found.values.size() != read.size()) return false;
            for (size_t i = 0; i < read.size(); ++i)
                if (std::abs(found.values[i] - static_cast<double>(read[i])) > 1e-4) return false;
            return true;
        };
        for (int layer = 0; layer < network_.numLayers; ++layer) {
            const HeadSteps head = headSteps(inspector, layer, 2);
            const AttentionSteps steps = attentionSteps(head.input, head.head.get());
            for (size_t i = 0; i < head.head->weights.values.size(); ++i)
                QVERIFY2(std::abs(steps.of(Step::Weights).values[i] - head.head->weights.values[i]) < 1e-5,
                         named(network_).c_str());
            const Block& block = inspector.program().blocks[static_cast<size_t>(layer)];
            QVERIFY2(close(steps.of(Step::LayerOutput), inspector.read(block.attended)),
                     named(network_).c_str());
            // q is made of x: x W + b, turned where positions are rotary.
            const HeadContext& context = *head.head;
            const auto projected = [&](int row, int col) {
                double sum = context.wq.at(context.wq.rows - 1, col);
                for (int c = 0; c < context.x.cols; ++c) sum += context.x.at(row, c) * context.wq.at(c, col);
                return sum;
            };
            QCOMPARE(context.rotaryBase > 0, network_.positions == Positions::Rotary);
            for (int row = 0; row < T; ++row)
                for (int col = 0; col < context.wq.cols; ++col) {
                    double sum = projected(row, col);
                    if (context.rotaryBase > 0) {
                        const RotaryTurn turn = rotaryTurn(context.rotaryBase, context.wq.cols, row, col);
                        sum = sum * std::cos(turn.angle) +
                              turn.sign * projected(row, turn.partner) * std::sin(turn.angle);
                    }
                    QVERIFY2(std::abs(sum - head.input.q.at(row, col)) < 1e-4, named(network_).c_str());
                }
        }
    }

    void laterPositionsChangeNothing(Inspector& inspector) const {
        constexpr int position = 2;
        const Sample corrupted = sampleOf({3, 6, 0, 2, 5, 1});
        const std::vector<float> logits = inspector.inspect(sample()).logits;
        const size_t K = logits.size() / T;
        const auto row = logits.begin() + static_cast<ptrdiff_t>(position * K);
        const int best = static_cast<int>(std::max_element(row, row + static_cast<ptrdiff_t>(K)) - row);
        const Patching found =
            patchActivations(inspector, corrupted, sample(),
                             {.position = position, .secondClass = (best + 1) % network_.numClasses});
        // Behind the last layer each position goes its own way.
        for (int t = 0; t < T; ++t) {
            const float last = found.positions[static_cast<size_t>(network_.numLayers * T + t)];
            QVERIFY2(std::abs(last - (t == position ? 1.0F : 0.0F)) < 1e-3F, named(network_).c_str());
        }
        for (size_t i = 0; network_.causal && i < found.positions.size(); ++i)
            if (i % T > position) QVERIFY(std::abs(found.positions[i]) < 1e-3F);
    }

    /// A head that attends everywhere alike is none, where no query looks ahead, either.
    void patternsAreNamed() const {
        PatternInput input{T, T, {0, 1, 2, 3, 4, 5}, {}};
        input.causal = network_.causal;
        std::vector<std::vector<float>> even(1, std::vector<float>(T * T, 0.0F)), previous = even;
        for (size_t i = 0; i < T; ++i) {
            const size_t keys = network_.causal ? i + 1 : T;
            for (size_t j = 0; j < keys; ++j) even[0][i * T + j] = 1 / static_cast<float>(keys);
            previous[0][i * T + (i > 0 ? i - 1 : 0)] = 1;
        }
        QVERIFY(!headKinds(LayerMaps(even, 1), input)[0].name);
        const HeadKind kind = headKinds(LayerMaps(previous, 1), input)[0];
        QVERIFY(kind.name == HeadPattern::Previous);
        QCOMPARE(std::isnan(kind.of(HeadPattern::Next)), network_.causal);
    }

    std::vector<NetworkConfig> networks_;
    NetworkConfig network_;
};

TEST_CLASS(TestExplainChoices, QCoreApplication)

}  // namespace test_explain_choices
#include "test_explain_choices.moc"
