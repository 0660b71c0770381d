#include "model/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attx {

std::vector<double> smoothed(std::span<const double> y, double weight) {
    weight = std::clamp(weight, 0.0, 1.0 - 1e-9);
    std::vector<double> out(y.size());
    double sum = 0;
    double counted = 0;  // the weight that is in the sum so far: 1 - w^(i+1)
    for (size_t i = 0; i < y.size(); ++i) {
        if (!std::isfinite(y[i])) {
            out[i] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        sum = weight * sum + (1 - weight) * y[i];
        counted = weight * counted + (1 - weight);
        out[i] = sum / counted;
    }
    return out;
}

CurvePoints thinned(std::span<const double> x, std::span<const double> y, double lo, double hi, int columns) {
    CurvePoints out;
    const size_t n = std::min(x.size(), y.size());
    if (n == 0 || columns < 1) return out;
    const auto xs = x.first(n);
    // The points of the range, and one more at either side.
    auto first = static_cast<size_t>(std::lower_bound(xs.begin(), xs.end(), lo) - xs.begin());
    auto last = static_cast<size_t>(std::upper_bound(xs.begin(), xs.end(), hi) - xs.begin());
    if (first > 0) --first;
    if (last < n) ++last;

    const auto keep = [&](size_t i) {
        out.x.push_back(x[i]);
        out.y.push_back(y[i]);
    };
    const double perUnit = hi > lo ? columns / (hi - lo) : 0;
    if (last - first <= 4 * static_cast<size_t>(columns) || perUnit == 0) {
        for (size_t i = first; i < last; ++i) keep(i);
        return out;
    }

    // Bins are clamped to -1…columns, so that the points beyond the edges have bins of their own.
    const auto binOf = [&](size_t i) {
        return static_cast<int>(
            std::clamp(std::floor((x[i] - lo) * perUnit), -1.0, static_cast<double>(columns)));
    };
    for (size_t begin = first; begin < last;) {
        const int bin = binOf(begin);
        size_t end = begin;
        size_t smallest = begin, largest = begin;
        size_t gap = last;  // the first gap inside of the bin, else `last`
        for (; end < last && binOf(end) == bin; ++end) {
            if (std::isnan(y[end])) {
                if (gap == last) gap = end;
                continue;
            }
            if (std::isnan(y[smallest]) || y[end] < y[smallest]) smallest = end;
            if (std::isnan(y[largest]) || y[end] > y[largest]) largest = end;
        }
        std::vector<size_t> kept{begin, smallest, largest, end - 1};
        if (gap != last) kept.push_back(gap);
        std::sort(kept.begin(), kept.end());
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        for (size_t i : kept) keep(i);
        begin = end;
    }
    return out;
}

}  // namespace attx
