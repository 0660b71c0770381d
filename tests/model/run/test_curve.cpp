#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/run/curve.h"
#include "runner.h"

using namespace attx;

class TestCurve : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void smoothingByHand() {
        // s = 0, then 0.5, 0.75 of the debiased sums for y = 0, 1, 1 at weight 0.5:
        // 0/0.5, 0.5/0.75, 0.75/0.875.
        const std::vector<double> out = smoothed(std::vector<double>{0, 1, 1}, 0.5);
        QCOMPARE(out.size(), size_t(3));
        QCOMPARE(out[0], 0.0);
        QCOMPARE(out[1], 0.5 / 0.75);
        QCOMPARE(out[2], 0.75 / 0.875);
    }
    void smoothingStartsAtTheFirstValue() { QCOMPARE(smoothed(std::vector<double>{7, 3}, 0.99)[0], 7.0); }
    void smoothingKeepsConstants() {
        for (double y : smoothed(std::vector<double>(500, 2.5), 0.97)) QVERIFY(std::abs(y - 2.5) < 1e-12);
    }
    void weightZeroChangesNothing() {
        const std::vector<double> y{3, -1, 4};
        QCOMPARE(smoothed(y, 0), y);
    }
    void smoothingSkipsGaps() {
        const std::vector<double> out = smoothed(std::vector<double>{2, NAN, 4}, 0.5);
        QVERIFY(std::isnan(out[1]));
        QCOMPARE(out[2], smoothed(std::vector<double>{2, 4}, 0.5)[1]);
    }

    void thinningKeepsFewPoints() {
        std::vector<double> x(100), y(100, 1.0);
        std::iota(x.begin(), x.end(), 0);
        QCOMPARE(thinned(x, y, 0, 99, 50).x, x);
    }
    void thinningKeepsSpikesAndEnds() {
        std::vector<double> x(100000), y(100000);
        std::iota(x.begin(), x.end(), 0);
        for (size_t i = 0; i < y.size(); ++i) y[i] = std::sin(static_cast<double>(i));
        y[54321] = 100;
        y[67890] = -100;
        const CurvePoints out = thinned(x, y, 0, 99999, 500);
        QVERIFY2(out.x.size() <= 2010, qPrintable(QString::number(out.x.size())));
        QVERIFY(out.x.size() >= 1000);
        QVERIFY(std::is_sorted(out.x.begin(), out.x.end()));
        QCOMPARE(*std::max_element(out.y.begin(), out.y.end()), 100.0);
        QCOMPARE(*std::min_element(out.y.begin(), out.y.end()), -100.0);
        QCOMPARE(out.x.front(), 0.0);
        QCOMPARE(out.x.back(), 99999.0);
        for (size_t i = 0; i < out.x.size(); ++i) QCOMPARE(out.y[i], y[static_cast<size_t>(out.x[i])]);
    }
    void thinningKeepsOnePointBeyondEachEdge() {
        std::vector<double> x(1000), y(1000, 0.0);
        std::iota(x.begin(), x.end(), 0);
        const CurvePoints out = thinned(x, y, 100.5, 200.5, 10);
        QCOMPARE(out.x.front(), 100.0);
        QCOMPARE(out.x.back(), 201.0);
    }
    void thinningKeepsGaps() {
        std::vector<double> x(10000), y(10000, 1.0);
        std::iota(x.begin(), x.end(), 0);
        y[5005] = NAN;
        const CurvePoints out = thinned(x, y, 0, 9999, 20);
        QVERIFY(std::any_of(out.y.begin(), out.y.end(), [](double v) { return std::isnan(v); }));
    }
    void thinningOfNothing() { QVERIFY(thinned({}, {}, 0, 1, 10).x.empty()); }

    void clippingCutsAtTheEdge() {
        // A rise from (0, 0) to (10, 10) inside of x 2…8, y 0…5 ends at (5, 5).
        const CurvePoints out = clipped({{0, 10}, {0, 10}}, 2, 8, 0, 5, false);
        QCOMPARE(out.x, (std::vector<double>{2, 5}));
        QCOMPARE(out.y, (std::vector<double>{2, 5}));
    }
    void clippingSeparatesParts() {
        // Up out of the rectangle and back in: two parts with a gap between.
        const CurvePoints out = clipped({{0, 1, 2}, {0, 4, 0}}, 0, 2, 0, 2, false);
        QCOMPARE(out.x.size(), size_t(5));
        QCOMPARE(out.x[1], 0.5);
        QVERIFY(std::isnan(out.y[2]));
        QCOMPARE(out.x[3], 1.5);
        QCOMPARE(out.y[3], 2.0);
    }
    void clippingIsIdentityInside() {
        const CurvePoints line{{0, 1, 2, 3}, {1, 2, 1, 2}};
        const CurvePoints out = clipped(line, 0, 3, 0, 3, false);
        QCOMPARE(out.x, line.x);
        QCOMPARE(out.y, line.y);
    }
    void clippingOnALogScale() {
        // From 1 to 100 over x 0…2 the logarithm is linear: 10 is reached at x = 1.
        const CurvePoints out = clipped({{0, 2}, {1, 100}}, 0, 2, 1, 10, true);
        QVERIFY(std::abs(out.x[1] - 1) < 1e-12);
        QVERIFY(std::abs(out.y[1] - 10) < 1e-9);
    }
};

TEST_CLASS(TestCurve, NoApplication)
#include "test_curve.moc"
