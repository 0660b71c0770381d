// What `inspect` writes beside what it computed, so that its file can be read by itself: the sequences, the
// axes of every tensor, and what was explained, switched off and measured.
#pragma once
#include "app/options/inspect_input.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/attribute/explain.h"
#include "model/files/safetensors.h"
#include "model/heads/head_patterns.h"

namespace attx {

inline void append(std::vector<float>& to, const std::vector<float>& part) {
    to.insert(to.end(), part.begin(), part.end());
}

/// Puts a tensor, and its axes into `__metadata__["axes.NAME"]`: "batch,head,query,key".
template <class Number>
void putTensor(SafeTensors& file, const std::string& name, const std::string& axes,
               std::vector<int64_t> shape, std::vector<Number> values) {
    file.metadata["axes." + name] = axes;
    file.put(name, std::move(shape), std::move(values));
}

/// tokens [B, T] or features [B, T, D], lengths [B]; where they are known labels [B, T] or [B], members and
/// classes [1, T] of a set. Into `about`: words, class_names, sample.
void recordInput(SafeTensors& file, Json& about, const InspectInput& input, const OpenedRun& run);

/// {"methods": [...], "position": P or "all", "class": K or "predicted", "first_layer": F, "last_layer": L,
/// "residual_share": S, "head_fusion": "mean", "gradient_part": "positive",
/// "relevance_without_identity": false}
[[nodiscard]] Json aboutTarget(const ExplainTarget& target, const ExplainOptions& options, int layers);
/// {"integrated_gradients": "why this network has no such explanation"}; empty: it has all of them.
[[nodiscard]] Json aboutUnavailable(const NetworkConfig& network, SampleKind samples);
/// What the costs of heads are differences from.
[[nodiscard]] Json aboutBaseline(const EvaluationSums& whole, const DataSet& data);

/// What the methods of explanation say of many sequences.
class ExplainedTensors {
public:
    explicit ExplainedTensors(std::vector<ExplainMethod> methods);
    /// One sequence after the other.
    void add(const Explanation& found);
    /// A tensor for each method by its name and the axes of axesOf, of score_terms one for each term; with
    /// integrated gradients integrated_gradients_residual [B, p] or [B]. Into `about`: how exact these are,
    /// and a warning if they are not.
    void put(SafeTensors& file, Json& about, const RunConfig& config, Output& output);

private:
    const std::vector<ExplainMethod> methods_;
    int64_t sequences_ = 0;
    std::vector<std::vector<int64_t>> shapes_;             ///< Shape of one sequence's map, for each method
    std::vector<std::vector<std::vector<float>>> values_;  ///< [method][layer or term, or only 0]: [B, ...]
    int pathPoints_ = integrationPoints;                   ///< Same as ExplainOptions::pathPoints
    Completeness completeness_;                            ///< Integrated gradients of all sequences
};

/// What kind of heads a network has.
class InspectedHeads {
public:
    /// Counts the heads of one sequence more.
    void add(const Inspection& inspection, const PatternInput& input);
    /// head_entropy, head_distance, head_largest [B, layer, head] and head_patterns [B, layer, head,
    /// pattern]; into `about` "patterns", their names, and "heads": what each is over all sequences.
    void put(SafeTensors& file, Json& about, const NetworkConfig& network) const;

private:
    int64_t sequences_ = 0;
    std::vector<float> entropy_, distance_, largest_, patterns_;
    std::vector<HeadSums> sums_;
};

}  // namespace attx
