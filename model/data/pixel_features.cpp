#include "model/data/pixel_features.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

namespace attx {
namespace {

constexpr int cells = 4;  // a side
constexpr int cellDirections = 16, wholeDirections = 32, hues = 32, levels = 4;
static_assert(cells * cells * (6 + cellDirections) + levels * levels * levels + hues + 2 * wholeDirections ==
              pixelFeatureCount);

/// Colours [H, W, 3], 0 ... 1.
struct Picture {
    int width, height;
    std::vector<float> values;
    [[nodiscard]] const float* at(int x, int y) const { return &values[(size_t(y) * width + x) * 3]; }
};

Picture halved(const Picture& from) {
    Picture to{from.width / 2, from.height / 2, {}};
    for (int y = 0; y < to.height; ++y)
        for (int x = 0; x < to.width; ++x)
            for (int c = 0; c < 3; ++c)
                to.values.push_back((from.at(2 * x, 2 * y)[c] + from.at(2 * x + 1, 2 * y)[c] +
                                     from.at(2 * x, 2 * y + 1)[c] + from.at(2 * x + 1, 2 * y + 1)[c]) /
                                    4);
    return to;
}

/// Calls add(x, y, direction in [0, directions), strength) twice for every inner pixel: the strength of the
/// steepest colour's gradient is shared between the two nearest directions. Light on dark and dark on light
/// are the same direction.
template <class Add>
void eachGradient(const Picture& picture, int directions, Add add) {
    for (int y = 1; y + 1 < picture.height; ++y)
        for (int x = 1; x + 1 < picture.width; ++x) {
            float bestX = 0, bestY = 0, best = 0;
            for (int c = 0; c < 3; ++c) {
                const float dx = picture.at(x + 1, y)[c] - picture.at(x - 1, y)[c];
                const float dy = picture.at(x, y + 1)[c] - picture.at(x, y - 1)[c];
                if (const float square = dx * dx + dy * dy; square > best) {
                    best = square;
                    bestX = dx;
                    bestY = dy;
                }
            }
            if (best == 0) continue;
            const float turns = std::atan2(bestY, bestX) / std::numbers::pi_v<float>;  // -1 ... 1
            const float place = (turns + 1) * float(directions);
            const int first = int(place);
            const float share = place - float(first);
            add(x, y, first % directions, (1 - share) * best);
            add(x, y, (first + 1) % directions, share * best);
        }
}

/// Where the gradients are: their mean place, and the root of their mean variance in x and y.
struct Spread {
    float x, y, deviation;
};
Spread spreadOf(const Picture& picture) {
    double total = 1e-6, sumX = 0, sumY = 0, squares = 0;
    eachGradient(picture, 1, [&](double x, double y, int, double strength) {
        total += strength;
        sumX += strength * x;
        sumY += strength * y;
        squares += strength * (x * x + y * y);
    });
    const double x = sumX / total, y = sumY / total;
    return {static_cast<float>(x), float(y),
            float(std::sqrt(std::max(1.0, (squares / total - x * x - y * y) / 2)))};
}

/// Hellinger's square root of shares: small ones count too. Multiplied by `scale`.
void toRootShares(std::span<float> histogram, float scale) {
    float total = 1e-6F;
    for (const float value : histogram) total += value;
    for (float& value : histogram) value = scale * std::sqrt(value / total);
}

}  // namespace

std::vector<float> pixelFeatures(std::span<const uint8_t> pixels, int width, int height) {
    std::vector<float> result(pixelFeatureCount);
    const std::span all(result);
    const auto means = all.subspan(0, 96), directions = all.subspan(96, 256),
               histogram = all.subspan(352, 64), hue = all.subspan(416, hues);
    const auto cellOf = [&](int x, int y) { return size_t(y * cells / height * cells + x * cells / width); };
    Picture picture{width, height, {}};
    std::vector<float> counts(cells * cells);
    const uint8_t* at = pixels.data();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x, at += 3) {
            const size_t cell = cellOf(x, y);
            const float r = float(at[0]) / 255, g = float(at[1]) / 255, b = float(at[2]) / 255;
            ++counts[cell];
            for (size_t c = 0; c < 3; ++c) {
                const float value = float(at[c]) / 255;
                means[cell * 6 + c] += value;
                means[cell * 6 + 3 + c] += value * value;
            }
            picture.values.insert(picture.values.end(), {r, g, b});
            histogram[(at[0] >> 6) * levels * levels + (at[1] >> 6) * levels + (at[2] >> 6)] += 1;
            // Angle and length in the plane of colours (the two opponent axes).
            const float alpha = r - (g + b) / 2, beta = (g - b) * std::numbers::sqrt3_v<float> / 2;
            const float place = (std::atan2(beta, alpha) / (2 * std::numbers::pi_v<float>)+1) * hues;
            hue[size_t(place) % hues] += std::sqrt(alpha * alpha + beta * beta);
        }
    for (size_t cell = 0; cell < counts.size(); ++cell)
        for (size_t c = 0; c < 3; ++c) {
            float& mean = means[cell * 6 + c];
            float& deviation = means[cell * 6 + 3 + c];
            mean /= counts[cell];
            deviation = 5 * std::sqrt(std::max(0.0F, deviation / counts[cell] - mean * mean));
            mean = 4 * (mean - 0.5F);
        }
    const Spread spread = spreadOf(picture);
    const auto step = [&](float place, float centre) {
        return size_t(std::clamp((place - centre) / spread.deviation + cells / 2.0F, 0.0F, cells - 1.0F));
    };
    eachGradient(picture, cellDirections, [&](int x, int y, int direction, float strength) {
        const size_t cell = step(float(y), spread.y) * cells + step(float(x), spread.x);
        directions[cell * cellDirections + size_t(direction)] += strength;
    });
    for (size_t cell = 0; cell < counts.size(); ++cell)
        toRootShares(directions.subspan(cell * cellDirections, cellDirections), 4);
    toRootShares(histogram, 6);
    toRootShares(hue, 5);
    for (size_t scale = 0; scale < 2; ++scale) {
        picture = halved(picture);
        const auto whole = all.subspan(448 + scale * wholeDirections, wholeDirections);
        eachGradient(picture, wholeDirections,
                     [&](int, int, int direction, float strength) { whole[direction] += strength; });
        toRootShares(whole, 5);
    }
    return result;
}

std::vector<float> pixelFeaturesOfAll(std::span<const uint8_t> pixels, int64_t count, int width, int height) {
    std::vector<float> result(static_cast<size_t>(count) * pixelFeatureCount);
    const size_t bytes = size_t(width) * height * 3;
    const auto work = [&](int64_t from, int64_t to) {
        for (int64_t i = from; i < to; ++i) {
            const auto values = pixelFeatures(pixels.subspan(size_t(i) * bytes, bytes), width, height);
            std::ranges::copy(values, result.begin() + i * pixelFeatureCount);
        }
    };
    const int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> team;
    for (int64_t t = 1; t < threads; ++t)
        team.emplace_back(work, count * t / threads, count * (t + 1) / threads);
    work(0, count / threads);
    team.clear();  // waits for all of them
    return result;
}

}  // namespace attx
