// Philox4x32-10 against the known-answer vectors of Random123 (kat_vectors), and what is built on it.
#include <QtTest>
#include <cmath>
#include <vector>

#include "model/data/philox.h"
#include "runner.h"

using namespace attx;

class TestPhilox : public QObject {
    Q_OBJECT
private slots:
    void knownAnswers_data() {
        const Rows<QList<quint32>, quint64, QList<quint32>> row("counter", "key", "expected");
        const quint32 ones = 0xffffffffu;
        row("zeros", {0, 0, 0, 0}, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
        row("ones", {ones, ones, ones, ones}, ~quint64{0}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
        row("pi", {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822,
            {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
    }
    void knownAnswers() {
        QFETCH(QList<quint32>, counter);
        QFETCH(quint64, key);
        QFETCH(QList<quint32>, expected);
        const PhiloxBlock block = philox({counter[0], counter[1], counter[2], counter[3]}, key);
        for (int i = 0; i < 4; ++i) QCOMPARE(block[static_cast<size_t>(i)], expected[i]);
    }

    void sequenceIsTheBlocksInOrder() {
        PhiloxSequence sequence(7, RandomStream::Data, 5, 6);
        for (uint32_t block = 0; block < 3; ++block)
            for (const uint32_t word : philox({block, 5, 6, 3}, 7)) QCOMPARE(sequence.next(), word);
    }

    void sequencesDiffer() {
        const auto first = [](PhiloxSequence sequence) { return sequence.next(); };
        const uint32_t base = first({42, RandomStream::Shuffle, 1, 2});
        QVERIFY(base != first({43, RandomStream::Shuffle, 1, 2}));
        QVERIFY(base != first({42, RandomStream::Data, 1, 2}));
        QVERIFY(base != first({42, RandomStream::Shuffle, 2, 2}));
        QVERIFY(base != first({42, RandomStream::Shuffle, 1, 3}));
    }

    void belowIsUniform_data() {
        QTest::addColumn<quint32>("bound");
        for (const quint32 bound : {1u, 2u, 3u, 10u, 16u, 1000u}) QTest::addRow("%u", bound) << bound;
    }
    void belowIsUniform() {
        QFETCH(quint32, bound);
        PhiloxSequence sequence(1, RandomStream::Data);
        const int draws = 200'000;
        std::vector<int> counts(bound);
        for (int i = 0; i < draws; ++i) {
            const uint32_t value = sequence.below(bound);
            QVERIFY(value < bound);
            ++counts[value];
        }
        // Chi-squared has mean bound - 1 and variance 2 (bound - 1): six deviations above it never happen.
        const double expected = static_cast<double>(draws) / bound;
        double chi = 0;
        for (const int count : counts) chi += (count - expected) * (count - expected) / expected;
        QVERIFY2(chi <= bound - 1 + 6 * std::sqrt(2.0 * bound), qPrintable(QString::number(chi)));
    }

    void belowHasNoBiasForLargeBounds() {
        // With a plain product, bound 3 * 2^30 would draw multiples of 3 twice as often.
        PhiloxSequence sequence(2, RandomStream::Data);
        const uint32_t bound = 3u << 30;
        std::array<int, 3> counts{};
        for (int i = 0; i < 90'000; ++i) ++counts[sequence.below(bound) % 3];
        for (const int count : counts)
            QVERIFY2(std::abs(count - 30'000) < 900, qPrintable(QString::number(count)));
    }

    void uniformStaysInItsHalfOpenRange() {
        PhiloxSequence sequence(3, RandomStream::Parameters);
        double sum = 0, low = 1, high = -1;
        const int draws = 100'000;
        for (int i = 0; i < draws; ++i) {
            const double value = sequence.uniform(-0.5f, 0.5f);
            sum += value;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        QVERIFY(low >= -0.5 && low < -0.499);
        QVERIFY(high < 0.5 && high > 0.499);
        QVERIFY(std::abs(sum / draws) < 0.005);  // five standard errors
    }
};

TEST_CLASS(TestPhilox, NoApplication)
#include "test_philox.moc"
