// The library attx-features, which alone knows OpenCV: with what that brings along it takes longer to load
// than the program, and is loaded when a network is to describe images.
#include "app/sources/feature_extractor.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <optional>

#include "model/data/feature_file.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/onnx_graph.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr int64_t longestAxis = 1 << 16,
                  mostPlaces = int64_t{1} << 26;  // Limits of an axis, and of the pixels of a batch

/// What OpenCV's checks mean, by a piece of each.
struct KnownRefusal {
    const char *piece, *meaning;
};
constexpr KnownRefusal refusals[] = {
    {"ngroups", "a convolution in it is for another number of channels"},
    {"Can't infer a dim", "a Reshape in it is for images of another size"},
    {"total(srcShape", "a Reshape in it is for images of another size"},
    {"computeShapeByReshapeMask", "a Reshape in it is for images of another size"},
    {"Can't create layer", "it has an operation that OpenCV does not have"},
    {"fully_connected", "a fully connected layer in it is for images of another size"},
    {"blobs[0]", "a layer in it is for images of another size"},
};

/// At most `limit` bytes, cut between words.
std::string wholeWords(const std::string& text, size_t limit) {
    const size_t blank = text.size() <= limit ? std::string::npos : text.rfind(' ', limit);
    return blank == std::string::npos ? shortened(text, limit) : text.substr(0, blank) + " ...";
}

/// What OpenCV says as a part of a sentence: the node that it cannot do, or what its check means. Its own
/// words, which have places in its source and checks in C++, are kept only where nothing is known of them.
std::string reason(const cv::Exception& problem) {
    std::string text = problem.err.empty() ? problem.what() : problem.err;
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    std::string node;
    // "Node [Rexu@ai.onnx]:(onnx_node!relu_Rexu) parse error: ...", or with (relu) only.
    if (const size_t at = text.find("Node ["), end = text.find_first_of("@]", at); at != std::string::npos) {
        constexpr size_t mark = 6;
        node = "its node " + text.substr(at + mark, std::min(end, text.size()) - at - mark);
        const size_t open = text.find(":(", at), close = text.find(')', open);
        if (open != std::string::npos && close != std::string::npos) {
            std::string name = text.substr(open + 2, close - open - 2);
            if (const size_t bang = name.find('!'); bang != std::string::npos) name.erase(0, bang + 1);
            node += " \"" + shortened(name) + "\"";
        }
    }
    for (const auto& [piece, meaning] : refusals)
        if (text.find(piece) != std::string::npos)
            return node.empty() ? meaning : node + " cannot be computed by OpenCV: " + meaning;
    if (!node.empty()) return node + " cannot be computed by OpenCV";
    constexpr size_t longest = 160;
    return "OpenCV says: " + wholeWords(text, longest);
}

std::string shapeOf(const cv::Mat& result) {
    std::vector<int64_t> shape;
    for (int axis = 0; axis < result.dims; ++axis) shape.push_back(result.size[axis]);
    return shapeText(shape);
}

/// What the network declares; 3 × 224 × 224 where it leaves that open. Throws for what is no image.
ImageForm formOf(const OnnxInput& input, const std::string& file) {
    ImageForm form;
    const auto wrong = [&](const std::string& found) {
        return inputError(file +
                          ": expected a network with one input, images [N, 3, H, W], [N, 1, H, W] or with "
                          "the channels last, of 32-bit numbers, found " +
                          found + ". Export one for images, or choose another.");
    };
    if (input.count > 1) throw wrong(std::to_string(input.count) + " inputs (" + input.names + ")");
    if (input.count == 0) return form;
    if (!input.isFloat) throw wrong("another type at \"" + input.names + "\"");
    if (!input.hasShape) return form;
    const std::vector<int64_t>& shape = input.shape;
    const auto isColour = [&](size_t axis) { return shape[axis] == 1 || shape[axis] == 3; };
    if (shape.size() != 4) throw wrong(shapeText(shape) + " at \"" + input.names + "\"");
    form.channelsLast = isColour(3) && !isColour(1);
    const size_t channels = form.channelsLast ? 3 : 1, height = form.channelsLast ? 1 : 2, width = height + 1;
    const bool isHuge = std::ranges::any_of(shape, [](int64_t size) { return size > longestAxis; });
    if ((!isColour(channels) && shape[channels] != 0) || isHuge ||
        std::max<int64_t>(shape[0], 1) * shape[height] * shape[width] > mostPlaces)
        throw wrong(shapeText(shape) + " at \"" + input.names + "\"");
    if (shape[channels] > 0) form.channels = int(shape[channels]);
    if (shape[height] > 0) form.height = int(shape[height]);
    if (shape[width] > 0) form.width = int(shape[width]);
    form.batch = int(shape[0]);
    return form;
}

// Several copies of a network, one image after the other each, keep more cores busy than one that shares out
// its layers; they may take this much memory together.
constexpr size_t mostNetworkBytes = 512 << 20;

class OpenCvExtractor final : public FeatureExtractor {
public:
    explicit OpenCvExtractor(const std::string& extractor);
    [[nodiscard]] std::vector<float> extract(const ImageSet& images, int64_t first, int64_t count) override;
    [[nodiscard]] int dim() const override { return dim_; }
    [[nodiscard]] const ImageForm& form() const override { return form_; }
    [[nodiscard]] std::string note() const override;

private:
    /// Of the images [begin, end) of `input` [N, 3, 224, 224] or as `form` says.
    [[nodiscard]] cv::Mat forward(size_t net, const cv::Mat& input, int begin, int end) {
        const std::array<cv::Range, 4> part{cv::Range(begin, end), cv::Range::all(), cv::Range::all(),
                                            cv::Range::all()};
        nets_[net].setInput(input(part.data()));
        return nets_[net].forward(output_).clone();  // the next call writes to the same place
    }

    /// Whether two images at a time have the features of each alone: a network that was exported for one
    /// image, with its number in a Reshape, mixes them up or refuses them.
    [[nodiscard]] bool triesBatch(const cv::Mat& input) {
        constexpr double same = 1e-3;
        const std::array<cv::Mat, 2> alone{forward(0, input, 0, 1), forward(0, input, 1, 2)};
        try {
            const cv::Mat both = forward(0, input, 0, 2);
            bool fits = both.dims == alone[0].dims && both.type() == alone[0].type() && both.isContinuous() &&
                        both.total() == 2 * alone[0].total();
            for (int axis = 0; fits && axis < both.dims; ++axis)
                fits = both.size[axis] == (axis == 0 ? 2 : 1) * alone[0].size[axis];
            if (!fits || both.type() != CV_32F) return fits;
            const auto numbers = int(alone[0].total());
            for (int i = 0; fits && i < 2; ++i) {
                const cv::Mat of(1, numbers, CV_32F,
                                 const_cast<float*>(both.ptr<float>()) + ptrdiff_t{i} * numbers),
                    only(1, numbers, CV_32F, const_cast<float*>(alone[i].ptr<float>()));
                fits = cv::norm(of, only, cv::NORM_INF) <= same * (1 + cv::norm(only, cv::NORM_INF));
            }
            return fits;
        } catch (const cv::Exception&) {
            return false;
        }
    }

    std::string file_, output_;  // output_: the name of the tensor
    ImageForm form_;
    std::vector<cv::dnn::Net> nets_;  // one for each core, or one
    int dim_ = 0;
    std::optional<bool> takesBatches_;
};

OpenCvExtractor::OpenCvExtractor(const std::string& extractor) {
    const auto [file, output] = splitExtractor(extractor);
    file_ = file;
    const OnnxNetwork network = endedAt(readFile(file), output, file);
    output_ = network.output;
    form_ = formOf(network.input, file);
    cv::utils::logging::setLogLevel(
        cv::utils::logging::LOG_LEVEL_SILENT);  // what it says is in the exception
    try {
        const auto cores = size_t(std::max(1, cv::getNumThreads()));
        const size_t copies = cores * network.bytes.size() > mostNetworkBytes ? 1 : cores;
        for (size_t i = 0; i < copies; ++i)
            nets_.push_back(cv::dnn::readNetFromONNX(network.bytes.data(), network.bytes.size()));
    } catch (const cv::Exception& problem) {
        throw inputError(
            file + ": OpenCV cannot read this as an ONNX network (" + reason(problem) +
            "). Rewrite the file with \"onnxsim IN.onnx OUT.onnx\" (package onnxsim), or export it from "
            "PyTorch again in eval mode with dynamo=False, do_constant_folding=True and opset_version=12.");
    }
}

std::string OpenCvExtractor::note() const {
    if (ImageForm usual; usual.batch = form_.batch, form_ == usual) return {};
    return file_ + ": images are scaled to " + form_.text() + ", as its input is declared, " +
           (form_.channels == 1 ? "as their luminance (less 0.449, divided by 0.226)."
                                : "with colours normalised as for ImageNet.") +
           " What was trained on other numbers gives other features than it could.";
}

std::vector<float> OpenCvExtractor::extract(const ImageSet& images, int64_t first, int64_t count) {
    const ImageForm& form = form_;
    const int unit =
        std::max(form.batch, 1);  // those that are missing in the last batch are copies of the last
    const int units = int((count + unit - 1) / unit), rows = units * unit;
    const std::array<int, 4> sizes = form.channelsLast
                                         ? std::array<int, 4>{rows, form.height, form.width, form.channels}
                                         : std::array<int, 4>{rows, form.channels, form.height, form.width};
    cv::Mat input(4, sizes.data(), CV_32F);
    cv::parallel_for_(cv::Range(0, rows), [&](const cv::Range& range) {
        for (int i = range.start; i < range.end; ++i)
            networkInput(images.image(first + std::min<int64_t>(i, count - 1)), images.width, images.height,
                         form, input.ptr<float>(i));
    });
    const int copies = int(std::min<int64_t>(std::ssize(nets_), units));
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
    if (count > 1 && form.batch == 0 && !takesBatches_)
        keepProblem([&] { takesBatches_ = triesBatch(input); });
    const bool byUnits = form.batch > 0 || !takesBatches_.value_or(false);
    cv::parallel_for_(
        cv::Range(0, copies),
        [&](const cv::Range& range) {
            for (int i = range.start; i < range.end; ++i)
                keepProblem([&] {
                    const int end = unit * (units * (i + 1) / copies);
                    for (int at = unit * (units * i / copies), next = end; at < end; at = next) {
                        if (byUnits) next = at + unit;
                        parts[i].push_back(forward(size_t(i), input, at, next));
                    }
                });
        },
        copies);
    if (problem)
        throw inputError(file_ + ": the network cannot compute images of " + form.text() + " (" +
                         reason(*problem) +
                         "). Export it again with the size that it reads, or choose another.");
    std::vector<float> features;
    for (int i = 0; i < copies; ++i) {
        const int part = byUnits ? unit : units * (i + 1) / copies - units * i / copies;
        for (const cv::Mat& result : parts[i]) {
            if (result.type() != CV_32F || !result.isContinuous() || result.dims < 2 ||
                result.size[0] != part)
                throw inputError(file_ + ": expected a batch of " + std::to_string(part) + " features at \"" +
                                 output_ + "\", found " + shapeOf(result) +
                                 ". Name another tensor with #NAME, or export it for a free batch size.");
            dim_ = result.size[1];
            const size_t numbers = size_t(part) * size_t(dim_), places = result.total() / numbers;
            const float* from = result.ptr<float>();
            for (size_t n = 0; n < numbers; ++n, from += places)
                features.push_back(std::accumulate(from, from + places, 0.0F) / float(places));
        }
    }
    features.resize(size_t(count) * size_t(dim_));
    return features;
}

}  // namespace
}  // namespace attx

attx::FeatureExtractor* attxOpenExtractor(const std::string& extractor) {
    return new attx::OpenCvExtractor(extractor);
}
