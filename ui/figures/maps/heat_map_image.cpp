// The colours of a map: their range, and the picture of its cells.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/figures/maps/heat_map.h"

namespace attx {
namespace {

// Four decades are what an eye can tell apart in 256 colours; smaller values share the first colour.
constexpr float logDecades = 1e-4f;

/// Orders the bits of floats by how far from 0 these are; -1: not a number. Of whole numbers the processor
/// takes the larger one without a branch, which it would guess wrong in one of two cells.
int32_t magnitude(uint32_t bits) {
    const auto size = int32_t(bits & 0x7fffffff);
    return size > 0x7f800000 ? -1 : size;
}

/// The least and the largest of the finite values; the first is above the second where there are none.
std::pair<float, float> finiteEnds(std::span<const HeatMap> maps) {
    constexpr size_t lanes = 8;  // Each waits for its own last result only
    std::array<float, lanes> lo, hi;
    lo.fill(INFINITY);
    hi.fill(-INFINITY);
    const auto take = [&](float value, size_t lane) {
        const bool isFinite = std::abs(value) <= std::numeric_limits<float>::max();
        lo[lane] = isFinite && value < lo[lane] ? value : lo[lane];
        hi[lane] = isFinite && value > hi[lane] ? value : hi[lane];
    };
    for (const HeatMap& map : maps) {
        size_t at = 0;
        for (; at + lanes <= map.values.size(); at += lanes)
            for (size_t lane = 0; lane < lanes; ++lane) take(map.values[at + lane], lane);
        for (; at < map.values.size(); ++at) take(map.values[at], 0);
    }
    return {*std::ranges::min_element(lo), *std::ranges::max_element(hi)};
}

/// A map of `size` in which each cell is the one of largest magnitude among those that fall on it.
HeatMap reduced(const HeatMap& map, QSize size) {
    HeatMap out;
    out.cols = size.width();
    out.rows = size.height();
    out.originBelow = map.originBelow;
    std::vector<uint32_t> kept(size_t(out.rows) * size_t(out.cols), std::bit_cast<uint32_t>(NAN));
    const auto target = [](int from, int count, int pixels) {
        return size_t(int64_t{from} * pixels / count);
    };
    std::vector<size_t> column;
    for (int c = 0; c < map.cols; ++c) column.push_back(target(c, map.cols, out.cols));
    for (int r = 0; r < map.rows; ++r) {
        uint32_t* line = kept.data() + target(r, map.rows, out.rows) * size_t(out.cols);
        for (int c = 0; c < map.cols; ++c) {
            const auto value = std::bit_cast<uint32_t>(map.at(r, c));
            uint32_t& cell = line[column[c]];
            cell = magnitude(value) > magnitude(cell) ? value : cell;
        }
    }
    for (const uint32_t bits : kept) out.values.push_back(std::bit_cast<float>(bits));
    return out;
}

}  // namespace

ColorRange colorRange(const ColorScale& scale, std::span<const HeatMap> maps, size_t index) {
    if (scale.mode == ScaleMode::Fixed) return {scale.lo, scale.hi, false};
    const auto counted = scale.mode == ScaleMode::PerMap ? maps.subspan(index, 1) : maps;
    auto [lo, hi] = finiteEnds(counted);
    if (scale.mode == ScaleMode::Logarithmic) {
        float smallest = INFINITY;  // The smallest value above 0
        for (const HeatMap& map : counted)
            for (const float value : map.values)
                if (value > 0) smallest = std::min(smallest, value);
        if (!(hi > 0)) return {logDecades, 1.f, true};
        lo = std::max(smallest, hi * logDecades);
        if (!(lo < hi)) lo = hi / 10;
        return {lo, hi, true};
    }
    if (lo > hi) return {0.f, 1.f, false};  // no value at all
    if (maps[index].counts) lo = std::min(0.f, lo);
    if (scaleOf(maps[index], scale).symmetric) {
        const float most = std::max(std::abs(lo), std::abs(hi));
        if (most == 0) return {-1.f, 1.f, false};  // zero everywhere: the middle of the colours
        lo = -most;
        hi = most;
    }
    constexpr float rounding = 2e-6F;  // Share of the largest value: smaller differences get no colour
    if (hi - lo <=
        rounding * std::max(std::abs(lo), std::abs(hi))) {  // one value everywhere: count from zero
        lo = std::min(0.f, lo);
        hi = hi > 0 ? hi : lo < 0 ? 0.f : 1.f;
    }
    return {lo, hi, false};
}

QImage heatMapImage(const HeatMap& map, ColorMap colors, const ColorRange& range, QSize most) {
    if (most.width() > 0 && most.height() > 0 && most.width() < map.cols && most.height() < map.rows)
        return heatMapImage(reduced(map, most), colors, range);
    QImage image(std::max(map.cols, 1), std::max(map.rows, 1), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    if (map.values.size() < size_t(map.rows) * size_t(map.cols)) return image;
    const auto table = colorTable(colors);
    const float perUnit = 256.f / (range.logarithmic ? std::log2(range.hi / range.lo) : range.hi - range.lo);
    for (int r = 0; r < map.rows; ++r) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(map.originBelow ? map.rows - 1 - r : r));
        const float* values = map.values.data() + size_t(r) * size_t(map.cols);
        // As mapColor and position, without their calls: a grid has half a million cells.
        for (int c = 0; c < map.cols; ++c) {
            const float value = values[c];
            const float bin = !range.logarithmic  ? (value - range.lo) * perUnit
                              : value <= range.lo ? 0.f
                                                  : std::log2(value / range.lo) * perUnit;
            line[c] = std::isnan(bin) ? 0 : table[size_t(std::clamp(bin, 0.f, 255.f))];
        }
    }
    return image;
}

}  // namespace attx
