// The Fourier spectrum of an embedding of numbers.
#include "model/heads/spectrum.h"

#include <QtTest>
#include <cmath>
#include <functional>
#include <numbers>

#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_spectrum {

/// Vectors of `of(a)` for the tokens p - 1 to 0 and one behind them.
VectorCloud cloudOf(int p, int dim, const std::function<double(int a, int d)>& of) {
    VectorCloud cloud{.dim = dim};
    for (int a = p; a >= 0; --a) {
        cloud.points.push_back({.token = a});
        for (int d = 0; d < dim; ++d) cloud.vectors.push_back(static_cast<float>(a == p ? 100 : of(a, d)));
    }
    return cloud;
}
double angle(int k, int a, int p) { return 2 * std::numbers::pi * k * a / p; }

class TestSpectrum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFrequencyIsFound() {
        constexpr int p = 59;
        const auto shares = fourierShares(cloudOf(p, 3,
                                                  [](int a, int d) {
                                                      return d == 0   ? 2 * std::cos(angle(5, a, p))
                                                             : d == 1 ? std::sin(angle(22, a, p)) + 7
                                                                      : 0.5;
                                                  }),
                                          p);
        QCOMPARE(shares.size(), size_t{29});
        for (size_t k = 1; k <= shares.size(); ++k)
            QVERIFY(std::abs(shares[k - 1] - (k == 5 ? 0.8 : k == 22 ? 0.2 : 0)) < 1e-6);
    }
    /// Parseval: all frequencies together hold the variance, the middle one of an even number counted once.
    void allOfThemHoldTheVariance() {
        for (const int p : {2, 7, 12}) {
            const auto value = [](int a, int d) { return std::sin(3.7 * a * a + d) + 0.1 * a; };
            const auto shares = fourierShares(cloudOf(p, 4, value), p);
            double variance = 0, ofFirst = 0;
            for (int d = 0; d < 4; ++d) {
                double mean = 0, re = 0, im = 0;
                for (int a = 0; a < p; ++a) mean += value(a, d) / p;
                for (int a = 0; a < p; ++a) {
                    variance += std::pow(value(a, d) - mean, 2);
                    re += value(a, d) * std::cos(angle(1, a, p));
                    im += value(a, d) * std::sin(angle(1, a, p));
                }
                ofFirst += (p == 2 ? 1 : 2) * (re * re + im * im) / p;
            }
            QVERIFY(std::abs(shares.front() - ofFirst / variance) < 1e-5);
        }
    }
    void equalVectorsHaveNone() {
        for (const double share : fourierShares(cloudOf(7, 2, [](int, int d) { return 0.25 * d; }), 7))
            QVERIFY(share >= 0 && share < 1e-9);
    }
    void aTokenThatIsNotThere() {
        QVERIFY(thrownMessage([] {
                    (void)fourierShares(cloudOf(5, 1, [](int a, int) { return a; }), 7);
                }).contains("token 6"));
    }
};

TEST_CLASS(TestSpectrum, NoApplication)

}  // namespace test_spectrum
#include "test_spectrum.moc"
