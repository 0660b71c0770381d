#include "app/sources/feature_extractor.h"

#include <algorithm>
#include <array>
#include <opencv2/dnn.hpp>

#include "model/data/feature_file.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/onnx_graph.h"

namespace attx {
namespace {

// https://pytorch.org/vision/stable/models.html
constexpr std::array<float, 3> mean{0.485F, 0.456F, 0.406F}, deviation{0.229F, 0.224F, 0.225F};

/// The two neighbours of each of the 224 places along an axis of `size`, and the share of the second.
struct Neighbours {
    std::array<int, networkSide> first{}, second{};
    std::array<float, networkSide> share{};
    explicit Neighbours(int size) {
        const float scale = static_cast<float>(size) / networkSide;
        for (size_t i = 0; i < networkSide; ++i) {
            const float place = std::max(0.0F, (static_cast<float>(i) + 0.5F) * scale - 0.5F);
            first[i] = std::min(static_cast<int>(place), size - 1);
            second[i] = std::min(first[i] + 1, size - 1);
            share[i] = place - static_cast<float>(first[i]);
        }
    }
};

/// OpenCV's messages carry the place in its source and several lines; the first says enough.
std::string reason(const cv::Exception& problem) {
    std::string text = problem.err.empty() ? problem.what() : problem.err;
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    return text.substr(0, 200);
}

}  // namespace

void imageNetInput(std::span<const uint8_t> pixels, int width, int height, float* to) {
    const Neighbours across(width), down(height);
    for (size_t c = 0; c < 3; ++c) {
        const float scale = 1 / (255 * deviation[c]), shift = -mean[c] / deviation[c];
        const auto value = [&](int x, int y) {
            return static_cast<float>(pixels[(static_cast<size_t>(y) * width + x) * 3 + c]);
        };
        for (size_t y = 0; y < networkSide; ++y)
            for (size_t x = 0; x < networkSide; ++x) {
                const float sx = across.share[x], sy = down.share[y];
                const float upper = (1 - sx) * value(across.first[x], down.first[y]) +
                                    sx * value(across.second[x], down.first[y]);
                const float lower = (1 - sx) * value(across.first[x], down.second[y]) +
                                    sx * value(across.second[x], down.second[y]);
                *to++ = ((1 - sy) * upper + sy * lower) * scale + shift;
            }
    }
}

struct FeatureExtractor::Impl {
    std::string file, output;  // output: the name of the tensor
    cv::dnn::Net net;
    int dim = 0;
};

FeatureExtractor::FeatureExtractor(const std::string& extractor) : impl_(std::make_unique<Impl>()) {
    const auto [file, output] = splitExtractor(extractor);
    impl_->file = file;
    const OnnxNetwork network = endedAt(readFile(file), output, file);
    impl_->output = network.output;
    try {
        impl_->net = cv::dnn::readNetFromONNX(network.bytes.data(), network.bytes.size());
    } catch (const cv::Exception& problem) {
        throw inputError(file + ": OpenCV cannot read this as an ONNX network (" + reason(problem) +
                         "). If it was exported from PyTorch, equal weights may have been merged into "
                         "Identity nodes, which "
                         "OpenCV does not know: rewrite the file with \"onnxsim IN.onnx OUT.onnx\" (package "
                         "onnxsim), or export it "
                         "again in eval mode with do_constant_folding=True and opset_version=12.");
    }
}

FeatureExtractor::~FeatureExtractor() = default;
int FeatureExtractor::dim() const { return impl_->dim; }

std::vector<float> FeatureExtractor::extract(const ImageSet& images, int64_t first, int64_t count) {
    const int sizes[] = {static_cast<int>(count), 3, networkSide, networkSide};
    cv::Mat input(4, sizes, CV_32F);
    cv::parallel_for_(cv::Range(0, sizes[0]), [&](const cv::Range& range) {
        for (int i = range.start; i < range.end; ++i)
            imageNetInput(images.image(first + i), images.width, images.height, input.ptr<float>(i));
    });
    cv::Mat result;
    try {
        impl_->net.setInput(input);
        result = impl_->net.forward(impl_->output);
    } catch (const cv::Exception& problem) {
        throw inputError(impl_->file + ": the network cannot compute images of 3 × 224 × 224 (" +
                         reason(problem) + "). Choose one for ImageNet, exported for a free batch size.");
    }
    if (result.type() != CV_32F || !result.isContinuous() || result.dims < 2 || result.size[0] != sizes[0])
        throw inputError(impl_->file + ": expected a batch of " + std::to_string(count) + " features at \"" +
                         impl_->output + "\", found another shape. Export it for a free batch size.");
    const auto dim = static_cast<size_t>(result.size[1]);
    const size_t places = result.total() / (static_cast<size_t>(count) * dim);
    impl_->dim = static_cast<int>(dim);
    std::vector<float> features(static_cast<size_t>(count) * dim);
    const float* from = result.ptr<float>();
    for (float& feature : features) {
        float sum = 0;
        for (size_t i = 0; i < places; ++i) sum += *from++;
        feature = sum / static_cast<float>(places);
    }
    return features;
}

}  // namespace attx
