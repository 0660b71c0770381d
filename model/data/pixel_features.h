// A fixed description of an image by statistics of its colours and gradients: the weak choice that needs no
// trained network. It tells colours and plain outlines apart, not what an image shows.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/config/data_size.h"

namespace attx {

/// [512] from the pixels [H, W, 3] of an image, at least 8 × 8, in this order:
///   96 mean and deviation of each colour in 4 × 4 cells
///  256 16 directions of the gradient (over half a turn), by strength, in these cells (HOG, Dalal & Triggs
///  2005)
///   64 histogram of 4 × 4 × 4 colours over the whole image
///   32 histogram of 32 hues, by colourfulness
///   64 the gradient's directions over the whole image, 32 each at half and at quarter size
/// Every group is scaled to about unit deviation.
[[nodiscard]] std::vector<float> pixelFeatures(std::span<const uint8_t> pixels, int width, int height);

/// [count, 512] for images one after the other, with all cores.
[[nodiscard]] std::vector<float> pixelFeaturesOfAll(std::span<const uint8_t> pixels, int64_t count, int width,
                                                    int height);

}  // namespace attx
