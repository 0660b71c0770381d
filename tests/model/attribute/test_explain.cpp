// Explanations: cases computed by hand, what always holds, the mistakes that public implementations make,
// and what is refused.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "model/attribute/explain.h"
#include "model/attribute/max_flow.h"
#include "model/network/program.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_explain {

using Layers = std::vector<std::vector<float>>;

void compare(const std::vector<float>& found, const std::vector<float>& expected, float tolerance = 1e-6F) {
    QCOMPARE(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i)
        QVERIFY2(std::abs(found[i] - expected[i]) <= tolerance,
                 qPrintable(QStringLiteral("[%1]: %2, expected %3")
                                .arg(i)
                                .arg(static_cast<double>(found[i]))
                                .arg(static_cast<double>(expected[i]))));
}

/// The gradient [positions, K] of a Logit target with respect to logits [positions, K], of which the first
/// `valid` positions are no padding.
std::vector<float> logitsGradient(const ExplainTarget& target, std::span<const float> logits, int classes,
                                  int valid) {
    ExplainedScores scores(target, int(logits.size()) / classes, classes);
    scores.add(logits, valid);
    std::vector<float> gradient(logits.size(), 0.0f);
    for (size_t p = 0; p < scores.count(); ++p) scores.putGradient(gradient, 0, p);
    return gradient;
}

/// Random attention: L layers of [NH, T, T], every row sums to 1.
Layers randomAttention(int layers, int heads, int length, unsigned seed) {
    std::mt19937 random(seed);
    std::exponential_distribution<float> weight(1.0F);
    Layers result;
    for (int l = 0; l < layers; ++l) {
        std::vector<float>& layer = result.emplace_back();
        for (int row = 0; row < heads * length; ++row) {
            float sum = 0;
            for (int j = 0; j < length; ++j) sum += layer.emplace_back(weight(random));
            for (int j = 0; j < length; ++j) layer[layer.size() - 1 - static_cast<size_t>(j)] /= sum;
        }
    }
    return result;
}

/// The smallest capacity of all cuts between source and sink, by trying every set of nodes.
double smallestCut(const std::vector<std::vector<double>>& capacity, size_t source, size_t sink) {
    const size_t nodes = capacity.size();
    double smallest = INFINITY;
    for (size_t set = 0; set < size_t{1} << nodes; ++set) {
        const auto inside = [&](size_t node) { return (set >> node & 1) != 0; };
        if (!inside(source) || inside(sink)) continue;
        double cut = 0;
        for (size_t u = 0; u < nodes; ++u)
            for (size_t v = 0; v < nodes; ++v)
                if (inside(u) && !inside(v)) cut += capacity[u][v];
        smallest = std::min(smallest, cut);
    }
    return smallest;
}

NetworkConfig smallNetwork() {
    return with(NetworkConfig(),
                "input_dim=6 num_classes=6 model_dim=16 dim_feedforward=32 num_heads=4 num_layers=4");
}

struct SmallInspector : Inspector {
    SmallInspector() : Inspector(smallNetwork()) {
        setParameters(std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(smallNetwork(), 1), 3)));
    }
};

ExplainOptions with(std::vector<ExplainMethod> methods) { return {.methods = std::move(methods)}; }

// Two layers of two heads on two tokens, for computing by hand. The means over heads are
// A1 = [[.8 .2] [.4 .6]] and A2 = [[.5 .5] [.1 .9]].
const Layers handAttention{{1.0F, 0.0F, 0.3F, 0.7F, 0.6F, 0.4F, 0.5F, 0.5F},
                           {0.4F, 0.6F, 0.2F, 0.8F, 0.6F, 0.4F, 0.0F, 1.0F}};
// Heads that disagree in sign, so that the positive part before and after the mean differ.
const Layers handGradient{{1.0F, 2.0F, -1.0F, 1.0F, -1.0F, 1.0F, 1.0F, -1.0F},
                          {-1.0F, 1.0F, 2.0F, 0.5F, 1.0F, -1.0F, 3.0F, -1.0F}};

class TestExplain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // ---- by hand ---------------------------------------------------------------------------------
    void headMeans() {
        const LayerMaps attention(handAttention, 2);
        QCOMPARE(attention.length, 2);
        compare(headMean(attention, 0), {0.8F, 0.2F, 0.4F, 0.6F});
        compare(headMean(attention, 1), {0.5F, 0.5F, 0.1F, 0.9F});
    }

    void rolloutByHand() {
        // Â1 = [[.9 .1] [.2 .8]], Â2 = [[.75 .25] [.05 .95]]; the later layer stands on the left.
        compare(rollout({handAttention, 2}), {0.725F, 0.275F, 0.235F, 0.765F});
    }

    void rolloutTakesTheResidualOnce() {
        // The mistake: (A + I) / 2 and then I again, [[1.9 .1] [.2 1.8]] / 2 for the first layer.
        const LayerMaps first = LayerMaps(handAttention, 2).range(0, 1);
        compare(rollout(first), {0.9F, 0.1F, 0.2F, 0.8F});
        compare(rollout(first, {.residualShare = 0}), headMean(first, 0));
        compare(rollout(first, {.residualShare = 1}), {1, 0, 0, 1});
    }

    void rolloutNormalisesRowsOfDiscardedHeads() {
        // Discarded weights leave rows of other sums than 1, here .5 and .25, so that (A + I) / 2 has rows
        // of .75 and .625. The mistake: a sum that does not keep its dimension divides columns by them.
        const Layers sparse{{0.4F, 0.1F, 0.25F, 0.0F}};
        compare(rollout({sparse, 1}), {1.4F / 1.5F, 0.1F / 1.5F, 0.25F / 1.25F, 1.0F / 1.25F});
        // A discarded head is a map of zeros; every row still sums to 1.
        Layers attention = randomAttention(3, 4, 5, 8);
        std::fill_n(attention[1].begin() + 25, 50, 0.0F);
        for (const HeadFusion fusion : {HeadFusion::Mean, HeadFusion::Max, HeadFusion::Min}) {
            const std::vector<float> map = rollout({attention, 4}, {.fusion = fusion});
            for (size_t row = 0; row < 5; ++row)
                QVERIFY(std::abs(std::accumulate(map.begin() + static_cast<ptrdiff_t>(row * 5),
                                                 map.begin() + static_cast<ptrdiff_t>(row * 5 + 5), 0.0F) -
                                 1.0F) < 1e-6F);
        }
    }

    void rolloutFusions() {
        const LayerMaps first = LayerMaps(handAttention, 2).range(0, 1);
        // max: [[1 .4] [.5 .7]], min: [[.6 0] [.3 .5]]; plus I, rows normalised
        compare(rollout(first, {.fusion = HeadFusion::Max}),
                {2.0F / 2.4F, 0.4F / 2.4F, 0.5F / 2.2F, 1.7F / 2.2F});
        compare(rollout(first, {.fusion = HeadFusion::Min}), {1.0F, 0.0F, 0.3F / 1.8F, 1.5F / 1.8F});
    }

    void rolloutLeavesOutFirstLayers() {
        compare(rollout(LayerMaps(handAttention, 2).range(1, 2)), {0.75F, 0.25F, 0.05F, 0.95F});
    }

    void rolloutOfEmptyRows() {  // no attention and no residual: nothing to divide by
        compare(rollout({Layers{{0, 0, 0.5F, 0.5F}}, 1}, {.residualShare = 0}), {0, 0, 0.5F, 0.5F});
    }

    void elementwiseByHand() { compare(rolloutElementwise({handAttention, 2}), {0.4F, 0.1F, 0.04F, 0.54F}); }

    void flowByHand() {
        // Capacities: layer 2 from 0: .75 to 0, .25 to 1; from 1: .05, .95. Layer 1: [[.9 .1] [.2 .8]].
        // 0 -> 0: min(.75, .9) + min(.25, .2) and so on.
        compare(attentionFlow({handAttention, 2}), {0.95F, 0.35F, 0.25F, 0.85F});
    }

    void attentionXGradientByHand() {
        const LayerMaps attention(handAttention, 2), gradient(handGradient, 2);
        // Layer 1, head 1: [[1 0] [-.3 .7]], head 2: [[-.6 .4] [.5 -.5]]. The mistake: the mean before the
        // positive part gives .2 .2 .1 .1 in the first layer.
        compare(attentionXGradient(attention, gradient), {0.5F, 0.2F, 0.25F, 0.35F, 0.3F, 0.3F, 0.2F, 0.2F});
        compare(attentionXGradient(attention, gradient, GradientPart::Signed),
                {0.2F, 0.2F, 0.1F, 0.1F, 0.1F, 0.1F, 0.2F, -0.3F});
    }

    void relevanceByHand() {
        // W1 = [[.5 .2] [.25 .35]], W2 = [[.3 .3] [.2 .2]]; R = (I + W2) (I + W1)
        const LayerMaps attention(handAttention, 2), gradient(handGradient, 2);
        const std::vector<float> expected{2.025F, 0.665F, 0.6F, 1.66F};
        compare(relevance(attention, gradient), expected);
        compare(relevance(attention, gradient, true), {1.025F, 0.665F, 0.6F, 0.66F});
    }

    void relevancePairsGradientsWithTheirLayers() {
        // The mistake: gradients in the order in which backward hooks saw them, last layer first.
        const LayerMaps attention(handAttention, 2);
        const Layers reversed{handGradient[1], handGradient[0]};
        QVERIFY(relevance(attention, {handGradient, 2}) != relevance(attention, {reversed, 2}));
        // Where only the last layer has a gradient, that layer's attention alone may show.
        const Layers onlyLast{std::vector<float>(8, 0.0F), std::vector<float>(8, 1.0F)};
        compare(relevance(attention, {onlyLast, 2}, true), headMean(attention, 1));
        compare(attentionXGradient(attention, {onlyLast, 2}), {0, 0, 0, 0, 0.5F, 0.5F, 0.1F, 0.9F});
    }

    // ---- what always holds -----------------------------------------------------------------------
    void rolloutRowsSumToOne() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const int T = 1 + static_cast<int>(seed) % 7;
            const Layers attention = randomAttention(1 + static_cast<int>(seed) % 4, 3, T, seed);
            for (const HeadFusion fusion : {HeadFusion::Mean, HeadFusion::Max, HeadFusion::Min}) {
                const std::vector<float> map =
                    rollout({attention, 3}, {.residualShare = 0.05 * seed, .fusion = fusion});
                for (auto row = map.begin(); row != map.end(); row += T)
                    QVERIFY(std::abs(std::accumulate(row, row + T, 0.0F) - 1.0F) < 1e-5F);
            }
        }
    }

    void flowKeepsToCapacities() {
        for (unsigned seed = 0; seed < 5; ++seed) {
            constexpr int T = 6, L = 3;
            const Layers attention = randomAttention(L, 2, T, seed);
            const LayerMaps maps(attention, 2);
            const std::vector<float> flow = attentionFlow(maps), first = headMean(maps, 0);
            for (size_t j = 0; j < T; ++j) {
                float into = 0.5F;  // the capacity of all edges that end at input token j
                for (size_t i = 0; i < T; ++i) into += 0.5F * first[i * T + j];
                for (size_t i = 0; i < T; ++i) {
                    QVERIFY(flow[i * T + j] <= std::min(1.0F, into) + 1e-6F);  // a row's capacities sum to 1
                    QVERIFY(flow[i * T + j] >= 0);
                }
            }
            compare(attentionFlow(maps.range(0, 1)), rollout(maps.range(0, 1)));  // one layer: its capacities
        }
    }

    void relevanceWithoutGradientIsTheIdentity() {
        const Layers attention = randomAttention(2, 2, 3, 1), zero(2, std::vector<float>(18, 0.0F));
        compare(relevance({attention, 2}, {zero, 2}), {1, 0, 0, 0, 1, 0, 0, 0, 1});
    }

    // ---- maximum flow ----------------------------------------------------------------------------
    void maxFlowIsTheSmallestCut() {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> size(0.0, 1.0);
        for (int round = 0; round < 300; ++round) {
            const size_t nodes = 2 + static_cast<size_t>(round) % 7;
            std::vector<std::vector<double>> capacity(nodes, std::vector<double>(nodes));
            FlowNetwork network(static_cast<int>(nodes));
            for (size_t u = 0; u < nodes; ++u)
                for (size_t v = 0; v < nodes; ++v) {
                    if (u == v || size(random) < 0.4) continue;
                    // Every third graph has capacities that often tie.
                    capacity[u][v] = round % 3 == 0 ? std::round(size(random) * 3) : size(random);
                    network.addEdge(static_cast<int>(u), static_cast<int>(v), capacity[u][v]);
                }
            for (size_t sink = 1; sink < nodes; ++sink) {  // again and again on the same network
                const double flow = network.maxFlow(0, static_cast<int>(sink));
                QVERIFY2(std::abs(flow - smallestCut(capacity, 0, sink)) < 1e-9,
                         qPrintable(QString::number(round)));
            }
        }
    }

    void flowMayHaveToTurnBack() {  // the first path blocks both others until part of it is taken back
        FlowNetwork network(4);
        network.addEdge(0, 1, 1);
        network.addEdge(0, 2, 1);
        network.addEdge(1, 2, 1);
        network.addEdge(1, 3, 1);
        network.addEdge(2, 3, 1);
        QCOMPARE(network.maxFlow(0, 3), 2.0);
        QCOMPARE(network.maxFlow(3, 0), 0.0);
    }

    // ---- with a network --------------------------------------------------------------------------
    void gradientOfTheScoreByTheLogits() {
        const std::vector<float> logits{0, 2, 1, /**/ 5, 4, 6, /**/ 9, 8, 7};
        compare(logitsGradient({}, logits, 3, 3), {0, 1, 0, 0, 0, 1, 1, 0, 0});
        compare(logitsGradient({}, logits, 3, 2), {0, 1, 0, 0, 0, 1, 0, 0, 0});  // the last is padding
        compare(logitsGradient({.position = 1}, logits, 3, 3), {0, 0, 0, 0, 0, 1, 0, 0, 0});
        compare(logitsGradient({.outputClass = 0}, logits, 3, 3), {1, 0, 0, 1, 0, 0, 1, 0, 0});
        compare(logitsGradient({.position = 2, .outputClass = 1}, logits, 3, 3), {0, 0, 0, 0, 0, 0, 0, 1, 0});
    }

    void positionsSumUp() {  // the gradient of the sum is the sum of the gradients
        SmallInspector inspector;
        const std::vector<int32_t> tokens{0, 5, 2, 2, 1};
        const ExplainOptions options{.methods = {ExplainMethod::Relevance}};
        const Explanation all = explain(inspector, sampleOf(tokens), {}, options);
        Layers sum(all.gradient.size(), std::vector<float>(all.gradient[0].size(), 0.0F));
        for (int position = 0; position < 5; ++position) {
            const Explanation one = explain(inspector, sampleOf(tokens), {.position = position}, options);
            for (size_t l = 0; l < sum.size(); ++l)
                for (size_t i = 0; i < sum[l].size(); ++i) sum[l][i] += one.gradient[l][i];
            // Only the queries at the chosen position see the last layer's attention.
            for (size_t i = 0; i < one.gradient[3].size(); ++i)
                QCOMPARE(one.gradient[3][i] != 0.0F, static_cast<int>(i) / 5 % 5 == position);
        }
        for (size_t l = 0; l < sum.size(); ++l) compare(sum[l], all.gradient[l], 1e-5F);
    }

    void gradientsFollowAnInspection() {
        SmallInspector inspector;
        VERIFY_SAYS(thrownMessage([&] { (void)inspector.gradients({}); }),
                    QStringLiteral("needs an inspect()"));
        const Table table{.rows = 2, .length = 3, .tokens = {0, 1, 2, 5, 4, 3}};
        VERIFY_SAYS(thrownMessage([&] { (void)inspector.inspect(table, SampleKind::Sequence, {}, 1); }),
                    QStringLiteral("at least one sequence"));
        const std::vector<int32_t> rows{1, 0};
        const std::vector<Inspection> both = inspector.inspect(table, SampleKind::Sequence, rows, 2);
        QCOMPARE(both.size(), size_t{2});
        QCOMPARE(both[0].sample.tokens, (std::vector<int32_t>{5, 4, 3}));
        compare(both[1].logits, inspector.inspect(sampleOf({0, 1, 2})).logits);
    }

    void answersAsTheInspectorDoes() {
        SmallInspector inspector;
        const std::vector<int32_t> tokens{3, 1, 4, 1, 5};
        const Explanation found =
            explain(inspector, sampleOf(tokens), {}, with({ExplainMethod::StandardLast}));
        const Inspection expected = inspector.inspect(sampleOf(tokens));
        QCOMPARE(found.inspection.sample.tokens, tokens);
        QCOMPARE(found.inspection.logits, expected.logits);
        QCOMPARE(found.inspection.prediction, expected.prediction);
        QCOMPARE(found.inspection.attention, expected.attention);
        QVERIFY(found.gradient.empty());
        QCOMPARE(found.maps.size(), size_t{1});
        QCOMPARE(found.maps[0].name, std::string("standard_last"));
        compare(found.maps[0].values, headMean(found.attentionMaps(), 3));
        // Again the same, whatever was explained in between.
        const ExplainOptions relevanceOnly = with({ExplainMethod::Relevance});
        const Explanation before = explain(inspector, sampleOf(tokens), {}, relevanceOnly);
        (void)explain(inspector, sampleOf({1, 1, 1, 1, 1}), {.position = 1}, relevanceOnly);
        QCOMPARE(explain(inspector, sampleOf(tokens), {}, relevanceOnly).maps[0].values,
                 before.maps[0].values);
    }

    /// A network of vectors with one answer for all of them: no text, though it is pooled.
    void theBaselineIsThatOfTheSample() {
        NetworkConfig network = with(
            NetworkConfig(),
            "input=features output=pooled input_dim=4 model_dim=8 num_heads=2 num_classes=3 positions=none");
        Inspector inspector(network);
        inspector.setParameters(
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, 1), 3)));
        const ExplainOptions options = with({ExplainMethod::IntegratedGradients});
        const auto changeOf = [&](std::vector<float> features) {
            const Explanation found = explain(inspector, setOf(std::move(features), 3), {}, options);
            return found.completeness.change.front();
        };
        compare({changeOf({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4})}, {0});  // each is the mean of all
        QVERIFY(std::abs(changeOf({1, 2, 3, 4, 0, -2, 3, 1, 5, 2, -3, 4})) > 1e-4F);
        QCOMPARE(baselineName(SampleKind::Set), "mean of the members");
        QCOMPARE(baselineName(SampleKind::Text), "[UNK]");
        QCOMPARE(baselineName(SampleKind::Sequence), "zero");
        network = smallNetwork();
        network.inputDim = 1;
        const ExplainMethodInfo& info = infoOf(ExplainMethod::IntegratedGradients);
        QVERIFY(info.whyNot(network, SampleKind::Text) && !info.whyNot(network, SampleKind::Sequence));
    }

    void paddingChangesNothing() {
        SmallInspector inspector;
        Table table;
        table.rows = 2;
        table.length = 6;
        table.tokens = {3, 1, 4, 1, 5, 2, /**/ 2, 0, 5, 0, 0, 0};
        table.lengths = {6, 3};
        const std::vector<int32_t> rows{0, 1};
        ExplainOptions options;
        for (const ExplainMethodInfo& info : mapMethods()) options.methods.push_back(info.method);
        const Explanation padded = explain(inspector, table, SampleKind::Sequence, rows, 2, {}, options)[1];
        const Explanation alone = explain(inspector, sampleOf({2, 0, 5}), {}, options);
        for (size_t m = 0; m < alone.maps.size(); ++m) {
            const std::vector<float>&small = alone.maps[m].values, &large = padded.maps[m].values;
            for (size_t i = 0; i < small.size(); ++i) {  // [layers ×] 3 × 3 within 6 × 6
                const size_t layer = i / 9, row = i / 3 % 3, column = i % 3;
                QVERIFY2(std::abs(small[i] - large[layer * 36 + row * 6 + column]) < 1e-5F,
                         alone.maps[m].name.c_str());
            }
            for (size_t at = 0; at < large.size(); ++at)  // nobody looks at padding
                if (at % 6 >= 3 && at / 6 % 6 < 3) QVERIFY(large[at] == 0.0F);
        }
    }

    void layerRanges() {
        SmallInspector inspector;
        ExplainOptions options = with({ExplainMethod::StandardFirst, ExplainMethod::StandardLast,
                                       ExplainMethod::AttentionXGradient, ExplainMethod::Rollout});
        options.firstLayer = 1;
        options.lastLayer = 3;
        const Explanation found = explain(inspector, sampleOf({0, 1, 2}), {}, options);
        compare(found.maps[0].values, headMean(found.attentionMaps(), 1));
        compare(found.maps[1].values, headMean(found.attentionMaps(), 2));
        QCOMPARE(found.maps[2].shape, (std::vector<int64_t>{2, 3, 3}));
        compare(found.maps[3].values, rollout(found.attentionMaps().range(1, 3)));
    }

    // ---- names and refusals ----------------------------------------------------------------------
    void namesAreThoseOfTheCommandLine() {
        QStringList names;
        for (const ExplainMethodInfo& info : explainMethods()) {
            names << QString::fromUtf8(info.name);
            QCOMPARE(explainMethodNamed(info.name), info.method);
            QCOMPARE(infoOf(info.method).name, info.name);
        }
        QCOMPARE(names.join(QLatin1Char(' ')),
                 QStringLiteral("standard_first standard_last rollout rollout_elementwise flow "
                                "attention_x_gradient relevance input_x_gradient integrated_gradients "
                                "occlusion value_zeroing value_zeroing_rollout norms norms_per_head "
                                "score_terms"));
        VERIFY_SAYS(thrownMessage([] { (void)explainMethodNamed("rolout"); }),
                    QStringLiteral("rollout, rollout_elementwise, flow"));
    }

    void refusals() {
        SmallInspector inspector;
        const std::vector<int32_t> tokens{0, 1, 2};
        const auto says = [&](const ExplainTarget& target, const ExplainOptions& options, const char* piece) {
            VERIFY_SAYS(thrownMessage([&] { (void)explain(inspector, sampleOf(tokens), target, options); }),
                        QString::fromUtf8(piece));
        };
        const ExplainOptions gradient = with({ExplainMethod::Relevance});
        says({.position = 3}, gradient, "expected 0 to 2");
        says({.position = -1}, gradient, "Position -1");
        says({.outputClass = 6}, gradient, "expected 0 to 5");
        const auto lossSays = [&](const std::vector<int32_t>& labels, const char* piece) {
            VERIFY_SAYS(thrownMessage([&] {
                            (void)explain(inspector, sampleOf(tokens, labels),
                                          {.score = ExplainTarget::Score::Loss}, gradient);
                        }),
                        QString::fromUtf8(piece));
        };
        lossSays({1}, "each of the 3 tokens");
        lossSays({-1, -1, -1}, "label that counts");
        lossSays({1, 2, 9}, "Label 9");
        VERIFY_SAYS(thrownMessage([&] {
                        (void)explain(inspector, sampleOf(tokens, {1, 2, 3}),
                                      {.score = ExplainTarget::Score::Loss},
                                      with({ExplainMethod::Occlusion}));
                    }),
                    QStringLiteral("explain a logit, not the loss"));
        ExplainOptions options = with({ExplainMethod::Rollout});
        options.firstLayer = 4;
        says({}, options, "layers 0 to 3");
        options.firstLayer = 0;
        options.rollout = {.residualShare = std::nan("")};
        says({}, options, "residual share");
        VERIFY_SAYS(thrownMessage([&] {
                        (void)explain(inspector, sampleOf(std::vector<int32_t>(longestFlowSequence + 1, 0)),
                                      {}, with({ExplainMethod::Flow}));
                    }),
                    QStringLiteral("at most 64"));
        VERIFY_SAYS(thrownMessage([&] { (void)explain(inspector, sampleOf({7}), {}, with({})); }),
                    QStringLiteral("Token 7"));
        VERIFY_SAYS(thrownMessage([] {
                        (void)LayerMaps(Layers{{1, 2, 3}}, 1);
                    }),
                    QStringLiteral("[1 head, T, T]"));
        VERIFY_SAYS(thrownMessage([] {
                        (void)relevance({handAttention, 2}, LayerMaps(handGradient, 2).range(0, 1));
                    }),
                    QStringLiteral("differ in shape"));
        VERIFY_SAYS(thrownMessage([] { (void)rollout({}); }), QStringLiteral("no layer"));
    }
};

TEST_CLASS(TestExplain, NoApplication)

}  // namespace test_explain
#include "test_explain.moc"
