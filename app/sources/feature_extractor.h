// What a trained image network sees in an image: the numbers before its last layer, through OpenCV's DNN
// module.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/data/image_set.h"

namespace attx {

/// An ONNX network and the tensor of it that is the feature: FILE.onnx, or FILE.onnx#NAME for a tensor or
/// node of that name; model/files/onnx_graph.h says which it is without a name. A feature map is averaged
/// over its places.
class FeatureExtractor {
public:
    /// Throws Error::Kind::Input for a file that is no ONNX network, that OpenCV cannot read (with the way
    /// out), or that has no such tensor.
    explicit FeatureExtractor(const std::string& extractor);
    ~FeatureExtractor();
    FeatureExtractor(const FeatureExtractor&) = delete;
    FeatureExtractor& operator=(const FeatureExtractor&) = delete;

    /// [count, D] of images first ... first + count - 1, computed with all cores: an equal part for each copy
    /// of the network. Images are scaled to 224 × 224 (imageNetInput). Throws Error::Kind::Input if the
    /// network cannot take them.
    [[nodiscard]] std::vector<float> extract(const ImageSet& images, int64_t first, int64_t count);
    [[nodiscard]] int dim() const;  ///< D; 0 before the first extract()

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

inline constexpr int networkSide = 224;  ///< pixels, what the networks of ImageNet are trained with

/// [3, 224, 224] from the pixels [height, width, 3]: 0 ... 1, less the mean and divided by the deviation of
/// ImageNet's colours, scaled bilinearly with half-pixel centres as PyTorch's interpolate(bilinear,
/// align_corners=False, antialias=False) does.
void imageNetInput(std::span<const uint8_t> pixels, int width, int height, float* to);

}  // namespace attx
