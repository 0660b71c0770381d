// What the methods of explanation say of many sequences, as tensors of the file that `inspect` writes.
#pragma once
#include "app/cli/inspect_record.h"
#include "app/options/output.h"
#include "model/attribute/explain.h"
#include "model/config/config.h"

namespace attx {

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

}  // namespace attx
