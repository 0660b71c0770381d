#include "app/cli/explained_tensors.h"

#include <cmath>
#include <cstdio>

#include "model/attribute/score_terms.h"
#include "model/config/task.h"

namespace attx {
namespace {

/// Layers or terms stand before the axis of the sequences.
bool hasOuterAxis(ExplainShape shape) { return shape != ExplainShape::Map && shape != ExplainShape::Scores; }

void append(std::vector<float>& to, const std::vector<float>& part) {
    to.insert(to.end(), part.begin(), part.end());
}

}  // namespace

ExplainedTensors::ExplainedTensors(std::vector<ExplainMethod> methods)
    : methods_(std::move(methods)), shapes_(methods_.size()), values_(methods_.size()) {}

void ExplainedTensors::add(const Explanation& found) {
    ++sequences_;
    for (size_t m = 0; m < methods_.size(); ++m) {
        const NamedArray& map = found.maps[m];
        shapes_[m] = map.shape;
        const int64_t outer = hasOuterAxis(infoOf(methods_[m]).shape) ? map.shape.front() : 1;
        values_[m].resize(outer);
        const auto size = ptrdiff_t(map.values.size()) / ptrdiff_t(outer);
        auto at = map.values.begin();
        for (std::vector<float>& part : values_[m]) part.insert(part.end(), at, at + size), at += size;
    }
    pathPoints_ = found.options.pathPoints;
    append(completeness_.residual, found.completeness.residual);
    append(completeness_.change, found.completeness.change);
}

void ExplainedTensors::put(SafeTensors& file, Json& about, const RunConfig& config, Output& output) {
    for (size_t m = 0; m < methods_.size(); ++m) {
        const ExplainMethodInfo& info = infoOf(methods_[m]);
        const std::string axes = axesOf(info.shape, shapes_[m].size());
        const bool outer = hasOuterAxis(info.shape);
        std::vector<int64_t> shape(shapes_[m].begin() + (outer ? 1 : 0), shapes_[m].end());
        shape.insert(shape.begin(), sequences_);
        if (info.shape == ExplainShape::Terms) {
            for (const size_t term : scoreTermsOf(config.network))
                putTensor(file, scoreTermNames()[term], axes, shape, std::move(values_[m][term]));
            continue;
        }
        std::vector<float> all;
        for (const std::vector<float>& part : values_[m]) append(all, part);
        if (outer) shape.insert(shape.begin(), shapes_[m].front());
        putTensor(file, info.name, axes, std::move(shape), std::move(all));
    }
    if (completeness_.residual.empty()) return;
    const double share = double(completeness_.largestShare());
    about["integrated_gradients"] = {
        {"points", pathPoints_},
        {"baseline", baselineName(sampleKind(config.data))},
        {"largest_residual", std::isfinite(share) ? Json(share) : Json(nullptr)}};
    if (!(share <= double(Completeness::flagged))) {
        char text[160];
        std::snprintf(text, sizeof text,
                      "integrated_gradients: what the inputs add up to misses the change of the score by up "
                      "to %.1f %% of it; do not trust these values far.",
                      share * 100);
        output.warning(text);
    }
    const auto P = int64_t(completeness_.residual.size()) / sequences_;
    const bool single = axesOf(ExplainShape::Scores, 1) == file.metadata.at("axes.integrated_gradients");
    putTensor(file, "integrated_gradients_residual", single ? "batch" : "batch,position",
              single ? std::vector<int64_t>{sequences_} : std::vector<int64_t>{sequences_, P},
              std::move(completeness_.residual));
}

}  // namespace attx
