#include "model/sweeps/parzen.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

namespace attx {
namespace {

constexpr double logarithmicFrom = 20;
constexpr double leastBandwidth = 0.5 / 1.64;  // 90 % of a kernel are then in its own place

/// The mass of the standard normal distribution between 0 and `z`.
double halfMass(double z) { return 0.5 * std::erf(z / std::numbers::sqrt2); }

/// Scott's rule, in places.
double bandwidth(std::span<const size_t> counts, double n) {
    double mean = 0, squares = 0;
    for (size_t x = 0; x < counts.size(); ++x) mean += double(counts[x]) * double(x) / n;
    for (size_t x = 0; x < counts.size(); ++x) squares += double(counts[x]) * std::pow(double(x) - mean, 2);
    const double deviation = std::sqrt(squares / std::max(1.0, n - 1));
    // The quartiles are observations, counted as Optuna counts them.
    const double quarter = std::floor(n / 4), threeQuarters = std::floor(3 * n / 4);
    double below = 0, first = NAN, third = 0;
    bool isPast = false;
    for (size_t x = 0; x < counts.size(); ++x) {
        if (counts[x] == 0) continue;
        below += double(counts[x]);
        if (std::isnan(first) && below >= quarter) first = double(x);
        if (!isPast) third = double(x);
        isPast = isPast || below > threeQuarters;
    }
    const double scott = 1.059 * std::min((third - first) / 1.34, deviation) * std::pow(n, -0.2);
    return std::max(scott, leastBandwidth);
}

/// Adds a kernel at each observation, truncated at the ends of the grid.
void addKernels(std::span<const size_t> counts, double width, double unit, std::vector<double>& density) {
    const size_t size = counts.size();
    std::vector<double> mass(size), upTo(size);  // Kernel's mass at a distance, and up to it
    for (size_t d = 0; d < size; ++d) {
        const auto distance = double(d);
        mass[d] = halfMass((distance + 0.5) / width) - halfMass((distance - 0.5) / width);
        upTo[d] = mass[d] + (d > 0 ? upTo[d - 1] : 0);
    }
    for (size_t at = 0; at < size; ++at) {
        if (counts[at] == 0) continue;
        const double inside = upTo[at] + upTo[size - 1 - at] - mass[0];
        const double weight = double(counts[at]) * unit / inside;
        for (size_t x = 0; x < size; ++x) density[x] += weight * mass[x > at ? x - at : at - x];
    }
}

}  // namespace

ValueGrid numberGrid(const std::vector<double>& values, bool whole) {
    const std::set<double> different(values.begin(), values.end());
    ValueGrid grid{{}, different.size(), true};
    if (different.size() <= mostLevels) {
        for (const double value : values)
            grid.places.push_back(size_t(std::distance(different.begin(), different.find(value))));
        return grid;
    }
    const double least = *different.begin(), most = *different.rbegin();
    const bool logarithmic = least > 0 && most >= logarithmicFrom * least;
    const auto along = [&](double value) { return logarithmic ? std::log(value) : value; };
    grid.size = gridSteps;
    if (whole && !logarithmic && most - least + 1 < gridSteps) grid.size = size_t(most - least) + 1;
    const auto last = double(grid.size - 1);
    const double step = (along(most) - along(least)) / last;
    for (const double value : values)  // a value in the middle of two places belongs to the lower one
        grid.places.push_back(
            size_t(std::clamp(std::ceil((along(value) - along(least)) / step - 0.5), 0.0, last)));
    return grid;
}

ValueGrid choiceGrid(const std::vector<std::string>& values) {
    const std::set<std::string> different(values.begin(), values.end());
    ValueGrid grid{{}, different.size(), false};
    for (const std::string& value : values)
        grid.places.push_back(size_t(std::distance(different.begin(), different.find(value))));
    return grid;
}

std::vector<double> parzen(std::span<const size_t> counts, bool ordered) {
    const auto size = double(counts.size());
    const auto n = double(std::accumulate(counts.begin(), counts.end(), size_t{0}));
    const double unit = 1 / (n + 1);  // the weight of an observation, and of the prior
    std::vector<double> density(counts.size());
    if (!ordered) {
        for (size_t x = 0; x < counts.size(); ++x) density[x] = (double(counts[x]) + 1 / size) * unit;
        return density;
    }
    const double middle = (size - 1) / 2, inside = 2 * halfMass(0.5);
    for (size_t x = 0; x < counts.size(); ++x) {
        const double distance = double(x) - middle;
        density[x] = unit * (halfMass((distance + 0.5) / size) - halfMass((distance - 0.5) / size)) / inside;
    }
    addKernels(counts, bandwidth(counts, n), unit, density);
    return density;
}

double pearsonDivergence(std::span<const double> p, std::span<const double> q) {
    double sum = 0;
    for (size_t x = 0; x < p.size(); ++x) sum += q[x] * std::pow(p[x] / q[x] - 1, 2);
    return sum;
}

}  // namespace attx
