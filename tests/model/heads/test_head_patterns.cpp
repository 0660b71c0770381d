// What kind of head it is: each pattern by hand, what names a head, and which heads are alike.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "model/heads/head_patterns.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_head_patterns {

using Layers = std::vector<std::vector<float>>;

/// One head over four positions.
const Layers onePattern{{0.1F, 0.2F, 0.3F, 0.4F,  //
                         0.4F, 0.3F, 0.2F, 0.1F,  //
                         0.0F, 0.5F, 0.0F, 0.5F,  //
                         0.7F, 0.1F, 0.1F, 0.1F}};

PatternInput fourTokens() { return {4, 4, {5, 6, 5, 5}, {}}; }

/// One head of length T that attends to one key only.
std::vector<float> pointed(int T, int (*keyOf)(int query, int T)) {
    std::vector<float> map(static_cast<size_t>(T) * static_cast<size_t>(T));
    for (int i = 0; i < T; ++i) map[static_cast<size_t>(i * T + keyOf(i, T))] = 1;
    return map;
}

class TestHeadPatterns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPatternByHand_data() {
        const Rows<QByteArray, double> row("name", "score");
        row("diagonal", "diagonal", (0.1 + 0.3 + 0.0 + 0.1) / 4);
        row("previous, not of the first", "previous", (0.4 + 0.5 + 0.1) / 3);
        row("next, not of the last", "next", (0.2 + 0.2 + 0.5) / 3);
        row("anti-diagonal", "anti_diagonal", (0.4 + 0.2 + 0.5 + 0.7) / 4);
        row("first", "first", (0.1 + 0.4 + 0.0 + 0.7) / 4);
        // Token 5 at 0, 2 and 3; the 6 at 1 has no other.
        row("same token", "same_token", (0.7 + 0.5 + 0.8) / 3);
        row("no classes", "same_class", std::nan(""));
        row("no padding", "padding", std::nan(""));
        // Behind the 5 at 0 is 1, for the queries 2 and 3; the 5 at 2 has only query 3 itself behind it.
        row("induction", "induction", (0.5 + 0.1) / 2);
    }
    void everyPatternByHand() {
        QFETCH(const QByteArray, name);
        QFETCH(const double, score);
        const HeadKind kind = headKinds({onePattern, 1}, fourTokens()).at(0);
        for (const HeadPatternInfo& info : headPatterns()) {
            if (name != info.name) continue;
            const auto found = static_cast<double>(kind.of(info.pattern));
            QVERIFY2(std::isnan(score) ? std::isnan(found) : std::abs(found - score) < 1e-6,
                     qPrintable(QString::number(found)));
            return;
        }
        QFAIL("no such pattern");
    }

    void whatIsNotOneIsDivided() {
        // A row that sums to 1/2 counts half: Σ(A ⊙ P) / ΣA.
        const Layers halved{{0.5F, 0.0F, 0.5F, 0.5F}};
        const HeadKind kind = headKinds({halved, 1}, {2, 2, {1, 2}, {}}).at(0);
        QVERIFY(std::abs(kind.of(HeadPattern::Diagonal) - 1.0F / 1.5F) < 1e-6F);
    }

    void attendingEverywhereAlikeIsNoPattern_data() {
        QTest::addColumn<bool>("masked");
        QTest::newRow("padding is masked") << true;
        QTest::newRow("padding is attended to") << false;
    }
    void attendingEverywhereAlikeIsNoPattern() {
        QFETCH(bool, masked);
        const int T = 12, valid = 3, reached = masked ? valid : T;
        Layers even{std::vector<float>(static_cast<size_t>(T * T), 0.0F)};
        for (int i = 0; i < T; ++i)
            for (int j = 0; j < reached; ++j)
                even[0][static_cast<size_t>(i * T + j)] = 1.0F / static_cast<float>(reached);
        PatternInput input;
        input.length = T, input.valid = valid;
        input.tokens = std::vector<int32_t>(static_cast<size_t>(T), 7);
        QVERIFY(!headKinds({even, 1}, input).at(0).name);
    }

    void equalTokensNameNoHead() {
        // 16 equal tokens, and an anti-diagonal head that is not quite one: nearly all that it attends to is
        // off the diagonal, and so on "the same token".
        constexpr int T = 16;
        Layers layers{std::vector<float>(T * T, 0.03F / (T - 1))};
        for (int i = 0; i < T; ++i) layers[0][static_cast<size_t>(i * T + T - 1 - i)] = 0.97F;
        PatternInput input{.length = T, .valid = T, .tokens = std::vector<int32_t>(T, 7)};
        QCOMPARE(headKinds({layers, 1}, input).at(0).name, std::optional(HeadPattern::AntiDiagonal));
        // Of two tokens that stand in turn, a head that attends to its own is one of the same token.
        std::vector<float>& map = layers[0];
        for (int i = 0; i < T; ++i) {
            input.tokens[static_cast<size_t>(i)] = i % 2;
            for (int j = 0; j < T; ++j)
                map[static_cast<size_t>(i * T + j)] = i != j && i % 2 == j % 2 ? 1.0F / (T / 2 - 1) : 0.0F;
        }
        QCOMPARE(headKinds({layers, 1}, input).at(0).name, std::optional(HeadPattern::SameToken));
    }

    void paddingIsNoQueryAndEndsTheAntiDiagonal() {
        PatternInput input = fourTokens();
        input.valid = 3;
        const HeadKind kind = headKinds({onePattern, 1}, input).at(0);
        const auto is = [&](HeadPattern pattern, double expected) {
            return std::abs(static_cast<double>(kind.of(pattern)) - expected) < 1e-6;
        };
        QVERIFY(is(HeadPattern::Padding, (0.4 + 0.1 + 0.5) / 3));
        QVERIFY(is(HeadPattern::AntiDiagonal, (0.3 + 0.3 + 0.0) / 3));
        QVERIFY(is(HeadPattern::SameToken, (0.3 + 0.0) / 2));  // of 0 and 2: the padding is no key of theirs
        QVERIFY(is(HeadPattern::Next, (0.2 + 0.2) / 2));
    }

    void membersOfAClass() {
        const PatternInput input{4, 4, {}, {7, 7, -1, 8}};
        const HeadKind kind = headKinds({onePattern, 1}, input).at(0);
        // The unknown one belongs to no class; itself is of its class.
        QVERIFY(std::abs(kind.of(HeadPattern::SameClass) - (0.3F + 0.7F + 0.1F) / 3) < 1e-6F);
        QVERIFY(std::isnan(kind.of(HeadPattern::SameToken)));
    }

    void theSampleSaysWhatThereIs() {
        Sample text = sampleOf({3, 4, 0, 0});
        text.valid = 2;
        const PatternInput tokens = patternInput(text);
        QCOMPARE(tokens.valid, 2);
        QCOMPARE(tokens.tokens, text.tokens);
        Sample set = setOf(std::vector<float>(6), 3);
        set.members.resize(3);
        set.words = {"cat", "dog", "cat"};
        const PatternInput members = patternInput(set);
        QCOMPARE(members.length, 3);
        QCOMPARE(members.classes, (std::vector<int32_t>{0, 1, 0}));
        const Table table{.rows = 2, .length = 3, .tokens = {1, 2, 3, 4, 5, 6}, .lengths = {3, 2}};
        const std::vector<int32_t> second{1};
        const PatternInput row = patternInput(table, second, 3);
        QCOMPARE(row.tokens, (std::vector<int32_t>{4, 5, 6}));
        QCOMPARE(row.valid, 2);
    }

    void aPatternNamesAHead() {
        using KeyOf = int (*)(int query, int T);
        const std::pair<KeyOf, HeadPattern> heads[] = {
            {[](int i, int) { return i; }, HeadPattern::Diagonal},
            {[](int i, int) { return std::max(i - 1, 0); }, HeadPattern::Previous},
            {[](int i, int T) { return std::min(i + 1, T - 1); }, HeadPattern::Next},
            {[](int i, int T) { return T - 1 - i; }, HeadPattern::AntiDiagonal},
            {[](int, int) { return 0; }, HeadPattern::First},
        };
        for (const auto& [keyOf, name] : heads) {
            const Layers layers{pointed(6, keyOf)};
            const HeadKind kind = headKinds({layers, 1}, {6, 6, {1, 2, 3, 4, 5, 6}, {}}).at(0);
            QVERIFY(kind.name.has_value());
            QCOMPARE(*kind.name, name);
            QCOMPARE(kind.of(name), 1.0F);
        }
    }

    void whoLooksEverywhereHasNoName() {
        // Nine of ten members are of a class: 82 % of an even head's attention lie there, and say nothing.
        const Layers even{std::vector<float>(100, 0.1F)};
        const HeadKind kind = headKinds({even, 1}, {10, 10, {}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 2}}).at(0);
        QVERIFY(std::abs(kind.of(HeadPattern::SameClass) - 0.82F) < 1e-5F);
        QVERIFY(!kind.name);
        // Where all are of one class it cannot be otherwise.
        const HeadKind all = headKinds({even, 1}, {10, 10, {}, std::vector<int32_t>(10, 1)}).at(0);
        QVERIFY(!all.name);
    }

    void sequencesAddUp() {
        std::vector<HeadSums> sums;
        const Layers diagonal{pointed(2, [](int i, int) { return i; })},
            turned{pointed(4, [](int i, int T) { return T - 1 - i; })};
        addHeads(sums, {diagonal, 1}, {2, 2, {1, 2}, {}});
        addHeads(sums, {turned, 1}, {4, 4, {1, 2, 3, 4}, {}});
        const HeadKind kind = kindOf(sums.at(0));
        QCOMPARE(kind.of(HeadPattern::Diagonal), 2.0F / 6);
        QCOMPARE(kind.distance, (3 + 1 + 1 + 3) / 6.0F);
        QCOMPARE(kind.largest, 1.0F);
        QVERIFY(std::abs(kind.entropy) < 1e-7F);
        VERIFY_SAYS(thrownMessage([&] { addHeads(sums, {diagonal, 1}, {3, 3, {}, {}}); }), "3 positions");
    }

    void statisticsByHand() {
        const auto apart = [](const HeadKind& kind, float entropy, float distance, float largest) {
            return std::max({std::abs(kind.entropy - entropy), std::abs(kind.distance - distance),
                             std::abs(kind.largest - largest)});
        };
        const Layers attention{{0.5F, 0.5F, 0.0F, 1.0F, 0.0F, 1.0F, 1.0F, 0.0F}};
        const std::vector<HeadKind> found = headKinds({attention, 2}, {2, 2, {}, {}});
        QCOMPARE(found.size(), size_t{2});
        QVERIFY(apart(found[0], 0.5F * std::log(2.0F), 0.25F, 0.75F) <= 1e-6F);
        QVERIFY(apart(found[1], 0, 1, 1) <= 1e-6F);
        const HeadKind firstQuery = headKinds({attention, 2}, {2, 1, {}, {}})[0];
        QVERIFY(apart(firstQuery, std::log(2.0F), 0.5F, 0.5F) <= 1e-6F);
    }

    void statisticsAreThoseOfTheGrid() {
        double entropy = 0, distance = 0;
        for (int i = 0; i < 16; ++i) {
            const auto weight = static_cast<double>(onePattern[0][static_cast<size_t>(i)]);
            if (weight > 0) entropy -= weight * std::log(weight) / 4;
            distance += weight * std::abs(i / 4 - i % 4) / 4;
        }
        const HeadKind kind = headKinds({onePattern, 1}, fourTokens()).at(0);
        QCOMPARE(kind.entropy, static_cast<float>(entropy));
        QCOMPARE(kind.distance, static_cast<float>(distance));
        QCOMPARE(kind.largest, (0.4F + 0.4F + 0.5F + 0.7F) / 4);
    }

    void similarHeadsShareAttention() {
        // Heads 0 and 1 of layer 0, head 2 of layer 1 like head 0 by 3/4.
        const Layers layers{{1, 0, 0, 1, 0, 1, 1, 0}, {0.75F, 0.25F, 0.25F, 0.75F, 0.5F, 0.5F, 0.5F, 0.5F}};
        const std::vector<SimilarHead> similar = similarHeads({layers, 2}, 0, 2);
        QCOMPARE(similar.size(), size_t{3});
        QCOMPARE(similar[0].head, 2);
        QCOMPARE(similar[0].shared, 0.75F);
        QCOMPARE(similar[2].head, 1);
        QCOMPARE(similar[2].shared, 0.0F);
        QCOMPARE(similarHeads({layers, 2}, 1, 1)[0].head, 3);
    }
};

TEST_CLASS(TestHeadPatterns, QCoreApplication)

}  // namespace test_head_patterns
#include "test_head_patterns.moc"
