#include "model/run/curve.h"

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
    auto first = size_t(std::ranges::lower_bound(xs, lo) - xs.begin());
    auto last = size_t(std::ranges::upper_bound(xs, hi) - xs.begin());
    if (first > 0) --first;
    if (last < n) ++last;

    const auto keep = [&](size_t i) {
        out.x.push_back(x[i]);
        out.y.push_back(y[i]);
    };
    const double perUnit = hi > lo ? columns / (hi - lo) : 0;
    if (last - first <= 4 * size_t(columns) || perUnit == 0) {
        for (size_t i = first; i < last; ++i) keep(i);
        return out;
    }

    // Bins are clamped to -1…columns, so that the points beyond the edges have bins of their own.
    const auto binOf = [&](size_t i) {
        return int(std::clamp(std::floor((x[i] - lo) * perUnit), -1.0, double(columns)));
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
        std::ranges::sort(kept);
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        for (size_t i : kept) keep(i);
        begin = end;
    }
    return out;
}

CurvePoints clipped(const CurvePoints& line, double xLo, double xHi, double yLo, double yHi, bool logY) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const auto toScreen = [&](double y) { return logY ? std::log(y) : y; };
    const double bottom = toScreen(yLo), top = toScreen(yHi);
    CurvePoints out;
    const auto add = [&](double x, double y) {
        if (!out.x.empty() && out.x.back() == x && out.y.back() == y) return;
        out.x.push_back(x);
        out.y.push_back(y);
    };
    const auto isDrawn = [&](double y) { return std::isfinite(y) && (!logY || y > 0); };
    const auto isInside = [&](double x, double y) { return x >= xLo && x <= xHi && y >= yLo && y <= yHi; };
    const size_t n = line.x.size();
    bool open = false;  // the last point of `out` is where the next segment starts
    for (size_t i = 0; i < n; ++i) {
        if (!isDrawn(line.y[i])) {
            open = false;
            continue;
        }
        if (i == 0 || !isDrawn(line.y[i - 1])) {  // a part starts, or is a single point
            if (!isInside(line.x[i], line.y[i])) continue;
            if (!out.x.empty()) add(line.x[i], gap);
            add(line.x[i], line.y[i]);
            open = true;
            continue;
        }
        // Liang and Barsky 1984: the share t of the segment that is inside.
        const double x0 = line.x[i - 1], dx = line.x[i] - x0;
        const double y0 = toScreen(line.y[i - 1]), dy = toScreen(line.y[i]) - y0;
        double from = 0, to = 1;
        bool visible = true;
        const auto cut = [&](double direction, double distance) {
            if (direction == 0) {
                visible = visible && distance >= 0;
                return;
            }
            const double t = distance / direction;
            if (direction < 0)
                from = std::max(from, t);
            else
                to = std::min(to, t);
        };
        cut(-dx, x0 - xLo);
        cut(dx, xHi - x0);
        cut(-dy, y0 - bottom);
        cut(dy, top - y0);
        if (!visible || from > to) {
            open = false;
            continue;
        }
        const auto point = [&](double t) {
            const double y = y0 + t * dy;
            add(x0 + t * dx, std::clamp(logY ? std::exp(y) : y, yLo, yHi));
        };
        if (!open || from > 0) {
            if (!out.x.empty()) add(x0 + from * dx, gap);
            if (from > 0)
                point(from);
            else
                add(x0, line.y[i - 1]);
        }
        if (to < 1)
            point(to);
        else
            add(line.x[i], line.y[i]);
        open = to == 1;
    }
    return out;
}

}  // namespace attx
