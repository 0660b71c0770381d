#include "model/sweeps/group_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace attx {
namespace {

constexpr double upper = 0.975;  // Upper end of a two-sided interval of 95 %

struct Moments {
    double mean = 0, variance = 0;  ///< n - 1
    double count = 0;
};

Moments momentsOf(const std::vector<double>& values) {
    Moments moments;
    moments.count = double(values.size());
    for (const double value : values) moments.mean += value / moments.count;
    for (const double value : values)
        moments.variance += (value - moments.mean) * (value - moments.mean) / (moments.count - 1);
    return moments;
}

/// The regularised incomplete beta function I_x(a, b), by its continued fraction in Lentz's form (Press et
/// al., Numerical Recipes, section 6.4); converges fast for x < (a + 1) / (a + b + 2).
double betaFraction(double x, double a, double b) {
    constexpr double tiny = 1e-300, enough = 1e-15;
    constexpr int mostTerms = 10000;
    const auto kept = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double c = 1, d = 1 / kept(1 - (a + b) * x / (a + 1)), fraction = d;
    for (int m = 1; m <= mostTerms; ++m) {
        double change = 1;
        for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                  -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
            d = 1 / kept(1 + term * d);
            c = kept(1 + term / c);
            change = c * d;
            fraction *= change;
        }
        if (std::abs(change - 1) < enough) break;
    }
    return fraction / a *
           std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) -
                    std::lgamma(b));
}

double incompleteBeta(double x, double a, double b) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    return x < (a + 1) / (a + b + 2) ? betaFraction(x, a, b) : 1 - betaFraction(1 - x, b, a);
}

GroupComparison::Interval intervalOf(double difference, double error, double freedom) {
    const double reach = error > 0 ? studentQuantile(upper, freedom) * error : 0;
    GroupComparison::Interval interval{difference - reach, difference + reach, freedom, {}};
    if (error > 0) interval.p = 2 * studentProbability(-std::abs(difference / error), freedom);
    return interval;
}

/// Those of a seed of the weights and one of the data.
using BySeed = std::map<std::pair<uint64_t, uint64_t>, std::vector<double>>;

std::vector<double> meansOf(const BySeed& seeds) {
    std::vector<double> means;
    for (const auto& [seed, values] : seeds) means.push_back(momentsOf(values).mean);
    return means;
}

bool haveSameSeeds(const BySeed& a, const BySeed& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& one, const auto& other) { return one.first == other.first; });
}

}  // namespace

double studentProbability(double t, double freedom) {
    const double tail = 0.5 * incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
    return t > 0 ? 1 - tail : tail;
}

double studentQuantile(double share, double freedom) {
    constexpr int halvings = 200;
    double low = -1, high = 1;
    while (studentProbability(low, freedom) > share) low *= 2;
    while (studentProbability(high, freedom) < share) high *= 2;
    for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2;
        (studentProbability(middle, freedom) < share ? low : high) = middle;
    }
    return low + (high - low) / 2;
}

GroupComparison compareGroups(const RunTable& table, const RunGroup& a, const RunGroup& b) {
    GroupComparison comparison;
    comparison.runsA = countedRuns(table, a.rows);
    comparison.runsB = countedRuns(table, b.rows);
    std::array<BySeed, 2> seeds;
    const DataFingerprint* data = nullptr;
    for (const size_t group : {size_t{0}, size_t{1}})
        for (const size_t row : (group == 0 ? comparison.runsA : comparison.runsB).rows) {
            const RunRow& run = table.rows[row];
            seeds[group][{run.config->seed, run.config->data.seed}].push_back(run.result->validationAccuracy);
            if (!run.data || !comparison.data.empty()) continue;
            if (data) comparison.data = differenceBetween(*data, *run.data);
            data = &*run.data;
        }
    comparison.a = meansOf(seeds[0]);
    comparison.b = meansOf(seeds[1]);
    if (comparison.a.empty() || comparison.b.empty()) return comparison;
    comparison.paired = haveSameSeeds(seeds[0], seeds[1]);
    const Moments ma = momentsOf(comparison.a), mb = momentsOf(comparison.b);
    comparison.meanA = ma.mean;
    comparison.meanB = mb.mean;
    if (comparison.a.size() < 2 || comparison.b.size() < 2) return comparison;
    if (comparison.paired) {
        std::vector<double> differences;
        for (size_t i = 0; i < comparison.a.size(); ++i)
            differences.push_back(comparison.a[i] - comparison.b[i]);
        const Moments md = momentsOf(differences);
        comparison.interval = intervalOf(md.mean, std::sqrt(md.variance / md.count), md.count - 1);
        return comparison;
    }
    const double va = ma.variance / ma.count, vb = mb.variance / mb.count, v = va + vb;
    const double freedom = v > 0 ? v * v / (va * va / (ma.count - 1) + vb * vb / (mb.count - 1))
                                 : ma.count + mb.count - 2;  // Welch and Satterthwaite
    comparison.interval = intervalOf(comparison.difference(), std::sqrt(v), freedom);
    return comparison;
}

}  // namespace attx
