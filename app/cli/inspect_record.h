// What `inspect` writes beside what it computed, so that its file can be read by itself: the sequences, the
// axes of every tensor, and what was explained, switched off and measured.
#pragma once
#include "app/options/inspect_input.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/attribute/explain.h"
#include "model/files/safetensors.h"

namespace attx {

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

/// {"methods": [...], "position": P or "all", "class": K or "predicted"}
[[nodiscard]] Json aboutTarget(const ExplainTarget& target, const std::vector<ExplainMethod>& methods);
/// {"integrated_gradients": "why this network has no such explanation"}; empty: it has all of them.
[[nodiscard]] Json aboutUnavailable(const NetworkConfig& network, SampleKind samples);
/// What the costs of heads are differences from.
[[nodiscard]] Json aboutBaseline(const EvaluationSums& whole, const DataSet& data);

}  // namespace attx
