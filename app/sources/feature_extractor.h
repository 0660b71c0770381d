// What a trained image network sees in an image: the numbers before its last layer, through OpenCV's DNN
// module, in the library attx-features (feature_network.cpp).
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/data/image_set.h"

namespace attx {

inline constexpr int networkSide = 224;  ///< pixels, what the networks of ImageNet are trained with

/// What a network is given for an image.
struct ImageForm {
    int channels = 3, height = networkSide, width = networkSide;
    bool channelsLast = false;  ///< [N, height, width, channels]
    int batch = 0;              ///< images that it takes at a time; 0: any number
    bool operator==(const ImageForm&) const = default;
    /// "3 × 224 × 224", in the order that the network has them.
    [[nodiscard]] std::string text() const;
};

/// An ONNX network and the tensor of it that is the feature: FILE.onnx, or FILE.onnx#NAME for a tensor or
/// node of that name; model/files/onnx_graph.h says which it is without a name. A feature map is averaged
/// over its places.
class FeatureExtractor {
public:
    FeatureExtractor() = default;
    virtual ~FeatureExtractor() = default;
    FeatureExtractor(const FeatureExtractor&) = delete;
    FeatureExtractor& operator=(const FeatureExtractor&) = delete;

    /// [count, D] of images first ... first + count - 1, computed with all cores: an equal part for each copy
    /// of the network, or as many at a time as its input is declared for. They are scaled to form(), see
    /// networkInput(). Throws Error::Kind::Input if the network cannot take them.
    [[nodiscard]] virtual std::vector<float> extract(const ImageSet& images, int64_t first,
                                                     int64_t count) = 0;
    [[nodiscard]] virtual int dim() const = 0;  ///< D; 0 before the first extract()
    [[nodiscard]] virtual const ImageForm& form() const = 0;
    /// How images are given to it, where its input is another than that of the networks of ImageNet; a
    /// sentence or empty.
    [[nodiscard]] virtual std::string note() const = 0;
};

/// Throws Error::Kind::Input for a file that is no ONNX network, that OpenCV cannot read (with the way out),
/// that has no such tensor, or whose input is no image; Error::Kind::Work where attx-features is missing.
[[nodiscard]] std::unique_ptr<FeatureExtractor> openExtractor(const std::string& extractor);
using OpenExtractor = FeatureExtractor*(const std::string& extractor);

/// An image as `form` says, from the pixels [height, width, 3]: 0 ... 1, less the mean and divided by the
/// deviation of ImageNet's colours, scaled bilinearly with half-pixel centres as PyTorch's
/// interpolate(bilinear, align_corners=False, antialias=False) does. One channel is the luminance (ITU-R
/// BT.601), less 0.449 and divided by 0.226, the means of those of the colours.
void networkInput(std::span<const uint8_t> pixels, int width, int height, const ImageForm& form, float* to);

}  // namespace attx

extern "C" attx::OpenExtractor attxOpenExtractor;
