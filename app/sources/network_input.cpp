// How an image is given to a network.
#include <algorithm>
#include <array>

#include "app/sources/feature_extractor.h"

namespace attx {
namespace {

// https://pytorch.org/vision/stable/models.html
constexpr std::array<float, 3> mean{0.485F, 0.456F, 0.406F}, deviation{0.229F, 0.224F, 0.225F};

constexpr float greyMean = 0.449F, greyDeviation = 0.226F;
constexpr std::array<float, 3> luminance{0.299F, 0.587F, 0.114F};  // https://www.itu.int/rec/R-REC-BT.601

/// The two neighbours of each of `wanted` places along an axis of `size`, and the share of the second.
struct Neighbours {
    std::vector<int> first, second;
    std::vector<float> share;
    Neighbours(int size, int wanted) {
        const float scale = float(size) / float(wanted);
        for (int i = 0; i < wanted; ++i) {
            const float place = std::max(0.0F, (float(i) + 0.5F) * scale - 0.5F);
            first.push_back(std::min(int(place), size - 1));
            second.push_back(std::min(first.back() + 1, size - 1));
            share.push_back(place - float(first.back()));
        }
    }
};

}  // namespace

std::string ImageForm::text() const {
    const std::string size = std::to_string(height) + " × " + std::to_string(width);
    return channelsLast ? size + " × " + std::to_string(channels) : std::to_string(channels) + " × " + size;
}

void networkInput(std::span<const uint8_t> pixels, int width, int height, const ImageForm& form, float* to) {
    const Neighbours across(width, form.width), down(height, form.height);
    const auto W = size_t(form.width), H = size_t(form.height), C = size_t(form.channels);
    for (size_t c = 0; c < C; ++c) {
        const float least = C == 1 ? greyMean : mean[c], spread = C == 1 ? greyDeviation : deviation[c];
        const float scale = 1 / (255 * spread), shift = -least / spread;
        const auto value = [&](int x, int y) {
            const uint8_t* const pixel = &pixels[(size_t(y) * width + x) * 3];
            if (C == 3) return float(pixel[c]);
            return luminance[0] * float(pixel[0]) + luminance[1] * float(pixel[1]) +
                   luminance[2] * float(pixel[2]);
        };
        for (size_t y = 0; y < H; ++y)
            for (size_t x = 0; x < W; ++x) {
                const float sx = across.share[x], sy = down.share[y];
                const float upper = (1 - sx) * value(across.first[x], down.first[y]) +
                                    sx * value(across.second[x], down.first[y]);
                const float lower = (1 - sx) * value(across.first[x], down.second[y]) +
                                    sx * value(across.second[x], down.second[y]);
                to[form.channelsLast ? (y * W + x) * C + c : (c * H + y) * W + x] =
                    ((1 - sy) * upper + sy * lower) * scale + shift;
            }
    }
}

}  // namespace attx
