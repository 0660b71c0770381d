// What a language model writes: how tokens are drawn, what is said of each, and what happens where the
// context is full.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "model/inspect/text_writer.h"
#include "model/network/program.h"
#include "odd_network.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_text_writer {

NetworkConfig networkThatWrites() {
    NetworkConfig network = oddNetwork();
    network.causal = true;
    network.numClasses = network.inputDim;
    return network;
}

std::shared_ptr<const std::vector<float>> parametersOf(const NetworkConfig& network) {
    return std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, 1), 5));
}

std::vector<int32_t> written(const Sampling& sampling, int count, int context = 12) {
    const NetworkConfig network = networkThatWrites();
    TextWriter writer(network, parametersOf(network), context);
    writer.give(std::vector<int32_t>{1, 2});
    for (int i = 0; i < count; ++i) (void)writer.write(sampling);
    std::vector<int32_t> ids;
    for (const WrittenToken& token : writer.tokens()) ids.push_back(token.id);
    return ids;
}

class TestTextWriter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void drawsByProbability() {
        const std::vector<float> logits{std::log(1.0F), std::log(2.0F), std::log(5.0F), std::log(2.0F)};
        const auto shares = [&](const Sampling& like) {
            std::vector<double> counts(logits.size());
            constexpr size_t draws = 20000;
            for (size_t i = 0; i < draws; ++i)
                counts[static_cast<size_t>(drawnToken(logits, like, i))] += 1.0 / draws;
            return counts;
        };
        const auto near = [](const std::vector<double>& found, const std::vector<double>& expected) {
            for (size_t i = 0; i < found.size(); ++i)
                if (std::abs(found[i] - expected[i]) > 0.015) return false;
            return true;
        };
        QVERIFY(near(shares({1, 0, 3}), {0.1, 0.2, 0.5, 0.2}));
        QVERIFY(near(shares({0.5, 0, 3}), {1 / 34.0, 4 / 34.0, 25 / 34.0, 4 / 34.0}));
        QVERIFY(near(shares({1, 2, 3}), {0, 2 / 7.0, 5 / 7.0, 0}));  // of equals the first
        QCOMPARE(shares({0, 0, 3})[2] > 0.9999, true);
        QCOMPARE(shares({1, 1, 3})[2] > 0.9999, true);
    }

    void theSameSeedTheSameText() {
        const Sampling one{1, 0, 11}, other{1, 0, 12};
        QCOMPARE(written(one, 40), written(one, 40));
        QVERIFY(written(one, 40) != written(other, 40));
        // A token does not depend on what is written behind it.
        const std::vector<int32_t> longer = written(one, 40), shorter = written(one, 9);
        QVERIFY(std::equal(shorter.begin(), shorter.end(), longer.begin()));
        QCOMPARE(written({0, 0, 1}, 20), written({0, 0, 2}, 20));
    }

    void whatIsSaidOfEachToken() {
        const NetworkConfig network = networkThatWrites();
        TextWriter writer(network, parametersOf(network), 12, true);
        writer.give(std::vector<int32_t>{1, 2, 0});
        const std::vector<LikelyToken> expected = writer.next();
        const WrittenToken& token = writer.write({0, 0, 0});
        QCOMPARE(token.id, expected.front().id);
        QCOMPARE(token.likeliest, expected);
        QCOMPARE(*token.probability, expected.front().probability);
        QCOMPARE(*token.surprise(), -std::log2(expected.front().probability));
        QVERIFY(!token.isGiven);
        QVERIFY(std::is_sorted(expected.begin(), expected.end(),
                               [](const auto& a, const auto& b) { return a.probability > b.probability; }));
        QVERIFY(!writer.tokens()[0].probability && writer.tokens()[0].isGiven);
        const auto heads = static_cast<size_t>(network.numLayers * network.numHeads);
        QCOMPARE(token.attention->size(), heads * 4);
        for (size_t head = 0; head < heads; ++head) {
            const auto first = token.attention->begin() + static_cast<std::ptrdiff_t>(head * 4);
            QVERIFY(std::abs(std::accumulate(first, first + 4, 0.0) - 1) < 1e-5);
        }
    }

    /// Once it is full the network sees the newer half, as if there were nothing before.
    void theOldestGo() {
        const NetworkConfig network = networkThatWrites();
        const auto parameters = parametersOf(network);
        TextWriter writer(network, parameters, 8, true);
        writer.give(std::vector<int32_t>{1, 2, 0, 1, 3, 3, 2, 1});
        QVERIFY(writer.dropped().empty());
        for (int i = 0; i < 7; ++i) (void)writer.write({0, 0, 0});
        const std::vector<DroppedTokens> expected{{8, 4}, {12, 4}};
        QCOMPARE(writer.dropped(), expected);
        QCOMPARE(writer.tokens()[8].attendsFrom, size_t{4});
        QCOMPARE(writer.tokens()[8].attention->size(),
                 static_cast<size_t>(network.numLayers * network.numHeads) * 5);
        std::vector<int32_t> newer;
        for (size_t i = 8; i < writer.tokens().size(); ++i) newer.push_back(writer.tokens()[i].id);
        TextWriter again(network, parameters, 8);
        again.give(newer);
        const std::vector<LikelyToken> one = writer.next(), two = again.next();
        for (size_t i = 0; i < one.size(); ++i) {
            QCOMPARE(one[i].id, two[i].id);
            QVERIFY(std::abs(one[i].probability - two[i].probability) < 1e-6);
        }
    }
    void aPromptLongerThanTheContext() {
        const NetworkConfig network = networkThatWrites();
        TextWriter writer(network, parametersOf(network), 5);
        std::vector<int32_t> prompt(100);
        for (size_t i = 0; i < prompt.size(); ++i) prompt[i] = static_cast<int32_t>(i * i % 4);
        writer.give(prompt);
        QCOMPARE(writer.tokens().size(), prompt.size());
        QVERIFY(!writer.dropped().empty());
        (void)writer.write({1, 0, 0});
        VERIFY_SAYS(thrownMessage([&] { writer.give(std::vector<int32_t>{network.inputDim}); }),
                    "Expected tokens");
    }
    void aContextOfOne() { QCOMPARE(written({1, 0, 1}, 6, 1).size(), size_t{8}); }

    void noNumbers() {
        const NetworkConfig network = networkThatWrites();
        auto broken = std::make_shared<std::vector<float>>(*parametersOf(network));
        broken->back() = NAN;
        TextWriter writer(network, broken, 5);
        writer.give(std::vector<int32_t>{1});
        VERIFY_SAYS(thrownMessage(
                        [&] {
                            (void)writer.write({1, 0, 0});
                        },
                        Error::Kind::Work),
                    "infinite or no numbers");
    }
};

}  // namespace test_text_writer

using test_text_writer::TestTextWriter;
TEST_CLASS(TestTextWriter, NoApplication)
#include "test_text_writer.moc"
