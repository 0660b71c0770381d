// Images with a class each, as plain numbers.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace attx {

struct ImageSet {
    int64_t count = 0;            ///< N
    int width = 0, height = 0;    ///< W, H in pixels, the same for all
    std::vector<uint8_t> pixels;  ///< [N, H, W, 3], red, green, blue
    std::vector<int32_t> labels;  ///< [N], from 0

    [[nodiscard]] size_t imageBytes() const { return size_t(width) * height * 3; }
    [[nodiscard]] std::span<const uint8_t> image(int64_t index) const {
        return std::span(pixels).subspan(size_t(index) * imageBytes(), imageBytes());
    }
};

struct ImageData {
    ImageSet train, test;
    std::vector<std::string> classes;  ///< names, by label
    std::string fingerprint;           ///< the same for the same images in the same order
    bool testInFiles = true;  ///< false: `test` is every fifth image of a folder that sets none apart
};

/// The images `rows` of those of train followed by those of test, in that order.
[[nodiscard]] ImageSet imagesAt(const ImageData& images, std::span<const int32_t> rows);

}  // namespace attx
