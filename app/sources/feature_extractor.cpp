#include "app/sources/feature_extractor.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <opencv2/dnn.hpp>
#include <optional>

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

// Several copies of a network, one image after the other each, keep more cores busy than one that shares out
// its layers; they may take this much memory together.
constexpr size_t mostBytes = 512 << 20;

struct FeatureExtractor::Impl {
    std::string file, output;        // output: the name of the tensor
    std::vector<cv::dnn::Net> nets;  // one for each core, or one
    int dim = 0;
    std::optional<bool> takesBatches;

    /// Of the images [begin, end) of `input` [N, 3, 224, 224].
    [[nodiscard]] cv::Mat forward(size_t net, const cv::Mat& input, int begin, int end) {
        const std::array<cv::Range, 4> part{cv::Range(begin, end), cv::Range::all(), cv::Range::all(),
                                            cv::Range::all()};
        nets[net].setInput(input(part.data()));
        return nets[net].forward(output).clone();  // the next call writes to the same place
    }

    /// Whether two images at a time have the features of each alone: a network that was exported for one
    /// image, with its number in a Reshape, mixes them up or refuses them.
    [[nodiscard]] bool triesBatch(const cv::Mat& input) {
        constexpr double same = 1e-3;
        const cv::Mat alone = forward(0, input, 0, 1);
        try {
            const cv::Mat both = forward(0, input, 0, 2);
            bool fits = both.dims == alone.dims && both.type() == alone.type() && both.isContinuous() &&
                        both.total() == 2 * alone.total();
            for (int axis = 0; fits && axis < alone.dims; ++axis)
                fits = both.size[axis] == (axis == 0 ? 2 : 1) * alone.size[axis];
            if (!fits || alone.type() != CV_32F) return fits;
            const auto numbers = static_cast<int>(alone.total());
            const cv::Mat first(1, numbers, CV_32F, const_cast<float*>(both.ptr<float>())),
                only(1, numbers, CV_32F, const_cast<float*>(alone.ptr<float>()));
            return cv::norm(first, only, cv::NORM_INF) <= same * (1 + cv::norm(only, cv::NORM_INF));
        } catch (const cv::Exception&) {
            return false;
        }
    }
};

FeatureExtractor::FeatureExtractor(const std::string& extractor) : impl_(std::make_unique<Impl>()) {
    const auto [file, output] = splitExtractor(extractor);
    impl_->file = file;
    const OnnxNetwork network = endedAt(readFile(file), output, file);
    impl_->output = network.output;
    try {
        const auto cores = static_cast<size_t>(std::max(1, cv::getNumThreads()));
        const size_t copies = cores * network.bytes.size() > mostBytes ? 1 : cores;
        for (size_t i = 0; i < copies; ++i)
            impl_->nets.push_back(cv::dnn::readNetFromONNX(network.bytes.data(), network.bytes.size()));
    } catch (const cv::Exception& problem) {
        throw inputError(
            file + ": OpenCV cannot read this as an ONNX network (" + reason(problem) +
            "). If it was exported from PyTorch, equal weights may have been merged into Identity nodes, "
            "which OpenCV does not know: rewrite the file with \"onnxsim IN.onnx OUT.onnx\" (package "
            "onnxsim), or export it again in eval mode with do_constant_folding=True and opset_version=12.");
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
    const int copies = static_cast<int>(std::min<int64_t>(std::ssize(impl_->nets), count));
    std::vector<std::vector<cv::Mat>> parts(static_cast<size_t>(copies));
    std::mutex mutex;
    std::optional<cv::Exception> problem;  // none may leave a thread of OpenCV's
    const auto keepProblem = [&](const auto& work) {
        try {
            work();
        } catch (const cv::Exception& thrown) {
            const std::scoped_lock lock(mutex);
            problem = thrown;
        }
    };
    if (count > 1 && !impl_->takesBatches)
        keepProblem([&] { impl_->takesBatches = impl_->triesBatch(input); });
    const bool alone = !impl_->takesBatches.value_or(false);
    cv::parallel_for_(
        cv::Range(0, copies),
        [&](const cv::Range& range) {
            for (int i = range.start; i < range.end; ++i)
                keepProblem([&] {
                    const int end = sizes[0] * (i + 1) / copies;
                    for (int at = sizes[0] * i / copies, next = end; at < end; at = next) {
                        if (alone) next = at + 1;
                        parts[static_cast<size_t>(i)].push_back(
                            impl_->forward(static_cast<size_t>(i), input, at, next));
                    }
                });
        },
        copies);
    if (problem)
        throw inputError(impl_->file + ": the network cannot compute images of 3 × 224 × 224 (" +
                         reason(*problem) + "). Choose one for ImageNet, exported for a free batch size.");
    std::vector<float> features;
    for (int i = 0; i < copies; ++i) {
        const int part = alone ? 1 : sizes[0] * (i + 1) / copies - sizes[0] * i / copies;
        for (const cv::Mat& result : parts[static_cast<size_t>(i)]) {
            if (result.type() != CV_32F || !result.isContinuous() || result.dims < 2 ||
                result.size[0] != part)
                throw inputError(impl_->file + ": expected a batch of " + std::to_string(part) +
                                 " features at \"" + impl_->output +
                                 "\", found another shape. Export it for a free batch size.");
            impl_->dim = result.size[1];
            const size_t numbers = static_cast<size_t>(part) * static_cast<size_t>(impl_->dim),
                         places = result.total() / numbers;
            const float* from = result.ptr<float>();
            for (size_t n = 0; n < numbers; ++n, from += places)
                features.push_back(std::accumulate(from, from + places, 0.0F) / static_cast<float>(places));
        }
    }
    return features;
}

}  // namespace attx
