// Parzen estimators on a grid: against what Optuna 4 (optuna/importance/_ped_anova) gives for the same
// counts.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/sweeps/parzen.h"
#include "runner.h"

using namespace attx;

namespace test_parzen {

std::vector<size_t> countsOf(const ValueGrid& grid, size_t from = 0, size_t to = SIZE_MAX) {
    std::vector<size_t> counts(grid.size);
    for (size_t i = from; i < std::min(to, grid.places.size()); ++i) ++counts[grid.places[i]];
    return counts;
}

/// Of the values from `from` to `to` from all of them.
double divergenceOf(const ValueGrid& grid, size_t from, size_t to) {
    return pearsonDivergence(parzen(countsOf(grid, from, to), grid.ordered),
                             parzen(countsOf(grid), grid.ordered));
}

class TestParzen : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers_data() {
        using Counts = std::vector<size_t>;
        const Rows<Counts, std::vector<double>> row("counts", "expected");
        row("between", {0, 3, 0, 1, 0},
            {0.184602011613, 0.335883883174, 0.236268022019, 0.155599243971, 0.087646839222});
        row("at an end", {5, 0}, {0.872343065491, 0.127656934509});
        row("one place", {0, 0, 6, 0}, {0.034604743022, 0.080111775831, 0.807391532510, 0.077891948638});
        row("wide", {2, 1, 0, 4, 0, 0, 9},
            {0.082148138318, 0.093035020103, 0.098825413181, 0.112074942947, 0.148111122196, 0.215300059504,
             0.250505303751});
    }
    void numbers() {
        QFETCH(std::vector<size_t>, counts);
        QFETCH(std::vector<double>, expected);
        const std::vector<double> found = parzen(counts, true);
        for (size_t x = 0; x < counts.size(); ++x)
            QVERIFY2(std::abs(found[x] - expected[x]) < 1e-11,
                     qPrintable(QString::number(found[x], 'g', 12)));
    }

    /// (5 + 1/3) / 7 and so on: each observation is where it is, and the prior weighs as much as one of them.
    void choices() {
        const std::vector<double> found = parzen(std::vector<size_t>{5, 0, 1}, false);
        for (const auto& [x, expected] : {std::pair(0, 16.0 / 21), {1, 1.0 / 21}, {2, 4.0 / 21}})
            QVERIFY(std::abs(found[static_cast<size_t>(x)] - expected) < 1e-15);
        QVERIFY(std::abs(pearsonDivergence(found, std::vector<double>(3, 1.0 / 3)) -
                         (std::pow(16.0 / 7 - 1, 2) + std::pow(1.0 / 7 - 1, 2) + std::pow(4.0 / 7 - 1, 2)) /
                             3) < 1e-14);
    }

    void aRangeIsDivided() {
        std::vector<double> powers, squares, whole;
        for (int i = 0; i < 30; ++i) {
            squares.push_back(i * i / 841.0);
            powers.push_back(std::pow(10, -5 + 3 * squares.back()));
            whole.push_back(3 + i % 14);
        }
        const ValueGrid logarithmic = numberGrid(powers, false), linear = numberGrid(squares, false),
                        counted = numberGrid(whole, true);
        QCOMPARE(linear.size, gridSteps);
        QCOMPARE(logarithmic.places, linear.places);
        QCOMPARE(counted.size, size_t{14});
        for (const auto& [grid, from, to, expected] :
             {std::tuple(&logarithmic, size_t{18}, size_t{26}, 1.252806112310),
              std::tuple(&counted, size_t{5}, size_t{14}, 0.376358785751)}) {
            const double found = divergenceOf(*grid, from, to);
            QVERIFY2(std::abs(found - expected) < 1e-9, qPrintable(QString::number(found, 'g', 12)));
        }
    }

    /// The middle of 1 to 20 lies at 39 of 49 by its logarithm, at 25 by itself.
    void fromTwentyTimesTheSmallestOnLogarithmsAreDivided() {
        for (const auto& [most, middle] : {std::pair(20.0, size_t{39}), {19.9, size_t{25}}}) {
            std::vector<double> values;
            for (int i = 0; i < 30; ++i) values.push_back(1 + i * (most - 1) / 29);
            QCOMPARE(numberGrid(values, false).places[15], middle);
        }
    }

    void fewValuesAreLevels() {
        const ValueGrid levels = numberGrid({1e-4, 8, 1e-3, 8}, false);
        QCOMPARE(levels.places, (std::vector<size_t>{0, 2, 1, 2}));
        QVERIFY(levels.ordered && levels.size == 3);
        const ValueGrid words = choiceGrid({"b", "a", "b"});
        QCOMPARE(words.places, (std::vector<size_t>{1, 0, 1}));
        QVERIFY(!words.ordered && words.size == 2);
    }

    void aDensitySumsToOne() {
        for (const bool ordered : {false, true})
            for (const size_t size : {size_t{2}, size_t{3}, gridSteps})
                for (size_t place = 0; place < size; ++place) {
                    std::vector<size_t> counts(size);
                    counts[place] = 3;
                    counts[size / 2] += 2;
                    const std::vector<double> density = parzen(counts, ordered);
                    QVERIFY(std::abs(std::accumulate(density.begin(), density.end(), 0.0) - 1) < 1e-12);
                }
    }
};

TEST_CLASS(TestParzen, QCoreApplication)

}  // namespace test_parzen
#include "test_parzen.moc"
