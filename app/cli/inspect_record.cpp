#include "app/cli/inspect_record.h"

#include <cmath>

#include "model/attribute/score_terms.h"
#include "model/config/task.h"
#include "model/heads/patching.h"
#include "model/inspect/answers.h"

namespace attx {
namespace {

std::vector<int64_t> widened(const std::vector<int32_t>& values) { return {values.begin(), values.end()}; }

/// Layers or terms stand before the axis of the sequences.
bool hasOuterAxis(ExplainShape shape) { return shape != ExplainShape::Map && shape != ExplainShape::Scores; }

}  // namespace

void recordInput(SafeTensors& file, Json& about, const InspectInput& input, const OpenedRun& run) {
    const Table& table = input.table;
    const int64_t B = input.sequences(), T = table.length;
    const std::string row = std::string("batch,") + partName(run.config.network);
    if (table.tokens.empty())
        putTensor(file, "features", row + ",feature", {B, T, table.featureDim}, table.features);
    else
        putTensor(file, "tokens", row, {B, T}, widened(table.tokens));
    if (run.config.network.tokenTypes > 0) {
        std::vector<int64_t> types = widened(table.types);
        types.resize(table.tokens.size());  // None given: all are of type 0
        putTensor(file, "token_types", row, {B, T}, std::move(types));
    }
    if (run.config.network.classToken) about["class_token"] = {{"position", 0}};
    putTensor(file, "lengths", "batch", {B}, widened(input.lengths));
    const auto labels = int64_t(input.labels.size());
    if (labels == B && run.config.network.output != OutputKind::Positions)
        putTensor(file, "labels", "batch", {B}, widened(input.labels));
    else if (labels > 0)
        putTensor(file, "labels", row, {B, labels / B}, widened(input.labels));
    if (!input.members.empty()) {
        putTensor(file, "members", row, {B, T}, widened(input.members));
        putTensor(file, "classes", row, {B, T}, widened(input.classes));
    }
    if (!input.words.empty()) about["words"] = input.words;
    if (!run.names.classes.empty()) about["class_names"] = run.names.classes;
    if (input.sample) about["sample"] = {{"split", input.split}, {"number", *input.sample}};
}

Json aboutUnavailable(const NetworkConfig& network, SampleKind samples) {
    Json unavailable = Json::object();
    for (const ExplainMethodInfo& info : explainMethods())
        if (const char* why = info.whyNot(network, samples)) unavailable[info.name] = why;
    if (const char* why = whyNoPatching(network)) unavailable["patching"] = why;
    return unavailable;
}

Json aboutTarget(const ExplainTarget& target, const ExplainOptions& options, int layers) {
    Json names = Json::array();
    for (const ExplainMethod method : options.methods) names.push_back(infoOf(method).name);
    return {{"methods", names},
            {"position", target.position ? Json(*target.position) : Json("all")},
            {"class", target.outputClass ? Json(*target.outputClass) : Json("predicted")},
            {"first_layer", options.firstLayer},
            {"last_layer", (options.lastLayer > 0 ? options.lastLayer : layers) - 1},
            {"residual_share", options.rollout.residualShare},
            {"head_fusion", headFusionNames.at(size_t(options.rollout.fusion))},
            {"gradient_part", options.part == GradientPart::Signed ? "signed" : "positive"},
            {"relevance_without_identity", options.relevanceWithoutIdentity}};
}

Json aboutBaseline(const EvaluationSums& whole, const DataSet& data) {
    return {{"split", data.validationName()},
            {"loss", whole.meanLoss()},
            {"accuracy", whole.accuracy()},
            {"counted", whole.counted}};
}

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
    if (!(share <= double(Completeness::flagged)))
        output.warning(formatted(
            "integrated_gradients: what the inputs add up to misses the change of the score by up to %.1f %% "
            "of it; do not trust these values far.",
            share * 100));
    const auto P = int64_t(completeness_.residual.size()) / sequences_;
    const bool single = axesOf(ExplainShape::Scores, 1) == file.metadata.at("axes.integrated_gradients");
    putTensor(file, "integrated_gradients_residual", single ? "batch" : "batch,position",
              single ? std::vector<int64_t>{sequences_} : std::vector<int64_t>{sequences_, P},
              std::move(completeness_.residual));
}

void InspectedHeads::add(const Inspection& inspection, const PatternInput& input) {
    ++sequences_;
    const LayerMaps maps(inspection.attention, inspection.heads);
    for (const HeadKind& kind : headKinds(maps, input)) {
        entropy_.push_back(kind.entropy);
        distance_.push_back(kind.distance);
        largest_.push_back(kind.largest);
        patterns_.insert(patterns_.end(), kind.patterns.begin(), kind.patterns.end());
    }
    addHeads(sums_, maps, input);
}

void InspectedHeads::put(SafeTensors& file, Json& about, const NetworkConfig& network) const {
    const std::vector<int64_t> shape{sequences_, network.numLayers, network.numHeads};
    putTensor(file, "head_entropy", "batch,layer,head", shape, entropy_);
    putTensor(file, "head_distance", "batch,layer,head", shape, distance_);
    putTensor(file, "head_largest", "batch,layer,head", shape, largest_);
    putTensor(file, "head_patterns", "batch,layer,head,pattern",
              {shape[0], shape[1], shape[2], int64_t(patternCount)}, patterns_);
    Json names = Json::array(), heads = Json::array();
    for (const HeadPatternInfo& info : headPatterns()) names.push_back(info.name);
    for (size_t i = 0; i < sums_.size(); ++i) {
        const HeadKind kind = kindOf(sums_[i]);
        const auto perLayer = size_t(network.numHeads);
        Json patterns = Json::object();
        for (const HeadPatternInfo& info : headPatterns())
            if (!std::isnan(kind.of(info.pattern))) patterns[info.name] = kind.of(info.pattern);
        const char* name = kind.name ? headPatterns()[size_t(*kind.name)].name : nullptr;
        heads.push_back({{"layer", i / perLayer},
                         {"head", i % perLayer},
                         {"name", name ? Json(name) : Json(nullptr)},
                         {"entropy", kind.entropy},
                         {"distance", kind.distance},
                         {"largest", kind.largest},
                         {"patterns", patterns}});
    }
    about["patterns"] = names;
    about["heads"] = heads;
}

}  // namespace attx
