// A pair up close: its numbers against the attention of the network and a network by hand.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/attribute/score_terms.h"
#include "model/heads/pair.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_pair {

struct Looked {
    RunConfig config;
    std::unique_ptr<Inspector> inspector;
    Sample sample;
};

Looked look(const std::string& preset) {
    Looked looked;
    looked.config = presetByName(preset);
    const int T = looked.config.data.positions();
    looked.inspector = std::make_unique<Inspector>(looked.config.network, Inspector::Gradients::No);
    looked.inspector->setParameters(std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(looked.config.network, T), 3)));
    const auto at = [](int i) { return static_cast<float>(std::sin(1.0 + i)); };
    if (looked.config.network.input == InputKind::Tokens) {
        std::vector<int32_t> tokens(static_cast<size_t>(std::min(T, 7)));
        for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int32_t>(3 * i % 8);
        looked.sample = sampleOf(tokens);
    } else {
        std::vector<float> features(static_cast<size_t>(T * looked.config.network.inputDim));
        for (size_t i = 0; i < features.size(); ++i) features[i] = at(static_cast<int>(i));
        looked.sample = setOf(features, T);
    }
    return looked;
}

float sum(const std::vector<float>& values) { return std::accumulate(values.begin(), values.end(), 0.0F); }

class TestPair : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scoresMakeTheAttention_data() {
        const Rows<QByteArray, int> row("preset", "layer");
        row("sequence", "reverse-deep", 0);
        row("second layer", "reverse-deep", 1);
        row("text", "text-demo", 0);
        row("set", "anomaly-shapes", 0);
    }
    void scoresMakeTheAttention() {
        QFETCH(const QByteArray, preset);
        QFETCH(const int, layer);
        const Looked looked = look(preset.toStdString());
        const NetworkConfig& network = looked.config.network;
        const int head = network.numHeads - 1, T = looked.sample.length();
        double all = 0;
        std::vector<PairDetail> row;
        for (int key = 0; key < T; ++key) {
            row.push_back(pairUpClose(*looked.inspector, looked.sample, {layer, head, 2, key}));
            all += std::exp(static_cast<double>(row.back().score));
        }
        for (const PairDetail& pair : row) {
            QVERIFY(std::abs(std::exp(static_cast<double>(pair.score)) / all -
                             static_cast<double>(pair.weight)) < 1e-5);
            QCOMPARE(static_cast<int>(pair.products.size()), network.headDim());
            QVERIFY(std::abs(sum(pair.products) - pair.score) < 1e-4F);
            QCOMPARE(pair.terms.has_value(), layer == 0);
            if (pair.terms)
                QVERIFY(std::abs(sum({pair.terms->begin(), pair.terms->end()}) - pair.score) < 1e-4F);
            QVERIFY(std::abs(pair.weight * pair.valueNorm - pair.writtenNorm) < 1e-5F);
        }
    }

    /// What all keys write together, with the bias, is what attention writes: norms are of the right vectors.
    void whatIsWrittenIsThatOfTheNetwork() {
        Looked looked = look("reverse");  // one head
        const NetworkConfig& network = looked.config.network;
        const auto C = static_cast<size_t>(network.modelDim);
        const std::vector<int32_t> one{5};
        looked.sample = sampleOf(one);  // a single key: attention writes v W_O + b
        const PairDetail pair = pairUpClose(*looked.inspector, looked.sample, {0, 0, 0, 0});
        QCOMPARE(pair.weight, 1.0F);
        static_cast<void>(looked.inspector->inspect(looked.sample));
        const std::vector<float> attended =
            looked.inspector->read(looked.inspector->program().blocks[0].attended);
        const float* bias = looked.inspector->parameter(Role::AttentionOutputBias, 0);
        double norm = 0;
        for (size_t c = 0; c < C; ++c) {
            const auto written = static_cast<double>(attended[c] - bias[c]);
            norm += written * written;
        }
        QVERIFY(std::abs(std::sqrt(norm) - static_cast<double>(pair.valueNorm)) < 1e-5);
    }

    /// Of a single key a head writes nothing but this: without the cell the network is that without the head.
    void logitsAreWhatTheCellAdds_data() {
        const Rows<QByteArray, int, int> row("preset", "layer", "count");
        row("first layer", "reverse-deep", 0, 10);
        row("last layer", "reverse-deep", 3, 10);
        row("text, no and yes", "text-demo", 0, 2);
        row("set", "anomaly-shapes", 0, 1);
    }
    void logitsAreWhatTheCellAdds() {
        QFETCH(const QByteArray, preset);
        QFETCH(const int, layer);
        QFETCH(const int, count);
        Looked looked = look(preset.toStdString());
        const NetworkConfig& network = looked.config.network;
        looked.sample =
            looked.sample.features.empty()
                ? sampleOf({looked.sample.tokens.back()}, {}, looked.sample.kind())
                : setOf({looked.sample.features.begin(), looked.sample.features.begin() + network.inputDim},
                        1);
        const int head = network.numHeads - 1;
        const std::vector<float> whole = looked.inspector->inspect(looked.sample).logits;
        const PairDetail pair = pairUpClose(*looked.inspector, looked.sample, {layer, head, 0, 0});
        QCOMPARE(static_cast<int>(pair.logits.size()), count);
        Ablation off;
        off.headGates.assign(static_cast<size_t>(network.numLayers * network.numHeads), 1.0F);
        off.headGates[static_cast<size_t>(layer * network.numHeads + head)] = 0;
        looked.inspector->setAblation(off);
        const std::vector<float> without = looked.inspector->inspect(looked.sample).logits;
        for (size_t k = 0; k < whole.size(); ++k)
            QVERIFY(std::abs(whole[k] - without[k] - pair.logits[pair.logits.size() - whole.size() + k]) <
                    1e-5F);
        QVERIFY(whole != without);
        if (count == 2) QCOMPARE(pair.logits[0], -pair.logits[1]);
        // A head that is ablated adds nothing.
        const PairDetail none = pairUpClose(*looked.inspector, looked.sample, {layer, head, 0, 0});
        QCOMPARE(none.writtenNorm, 0.0F);
        QVERIFY(none.valueNorm > 0);
        for (const float logit : none.logits) QCOMPARE(logit, 0.0F);
    }

    /// The network whose weights are set by construction: the positions alone draw its anti-diagonal, and
    /// what it writes is the token there.
    void theNetworkByHandIsSeenThrough() {
        Looked looked = look("reverse-by-hand");
        std::vector<int32_t> tokens(16);
        for (size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<int32_t>(7 * i % 10);
        looked.sample = sampleOf(tokens);
        const Inspection seen = looked.inspector->inspect(looked.sample);
        for (const int query : {0, 5, 15}) {
            const PairIndex pair = strongestPair(seen, 0, 0, query);
            QCOMPARE(pair.key, 15 - query);
            const PairDetail detail = pairUpClose(*looked.inspector, looked.sample, pair);
            QVERIFY(detail.weight > 0.99F);
            const auto& terms = *detail.terms;
            QVERIFY(terms[3] > 0.99F * detail.score);
            const auto best = std::max_element(detail.logits.begin(), detail.logits.end());
            QCOMPARE(static_cast<int32_t>(best - detail.logits.begin()),
                     tokens[static_cast<size_t>(pair.key)]);
        }
    }

    void theStrongestPair() {
        Inspection inspection;
        inspection.sample = sampleOf({1, 2, 3});
        inspection.heads = 1;
        inspection.attention = {{0.1F, 0.2F, 0.7F, 0.5F, 0.5F, 0.0F, 0.0F, 0.1F, 0.9F}};
        QCOMPARE(strongestPair(inspection, 0, 0), (PairIndex{0, 0, 2, 2}));
        QCOMPARE(strongestPair(inspection, 0, 0, 1), (PairIndex{0, 0, 1, 0}));
        inspection.sample.valid = 2;
        QCOMPARE(strongestPair(inspection, 0, 0), (PairIndex{0, 0, 1, 0}));
    }

    void refusesWhatIsNotThere_data() {
        const Rows<int, int, int, int, QString> row("layer", "head", "query", "key", "piece");
        row("layer", 4, 0, 0, 0, "layer from 0 to 3, found 4");
        row("head", 0, 4, 0, 0, "head from 0 to 3, found 4");
        row("query", 0, 0, -1, 0, "query from 0 to 6, found -1");
        row("key", 0, 0, 0, 7, "key from 0 to 6, found 7");
    }
    void refusesWhatIsNotThere() {
        QFETCH(const int, layer);
        QFETCH(const int, head);
        QFETCH(const int, query);
        QFETCH(const int, key);
        QFETCH(const QString, piece);
        const Looked looked = look("reverse-deep");
        VERIFY_SAYS(
            thrownMessage([&] {
                static_cast<void>(pairUpClose(*looked.inspector, looked.sample, {layer, head, query, key}));
            }),
            piece);
    }
};

TEST_CLASS(TestPair, QCoreApplication)

}  // namespace test_pair
#include "test_pair.moc"
