// Why a head of the first layer looks where it does: the score of each pair of positions, split exactly.
#pragma once
#include <span>
#include <vector>

#include "model/inspect/inspector.h"

namespace attx {

/// "score_content_content", "score_content_position", "score_position_content", "score_position_position",
/// "score_bias": what the query brings, then what the key does.
[[nodiscard]] std::span<const char* const> scoreTermNames();
/// Those that a network has: without positions the first and the last. Indices into scoreTermNames().
[[nodiscard]] std::vector<size_t> scoreTermsOf(const NetworkConfig& network);

/// The terms of q · k / √HS in the first layer, with q and k made from the embedding (content), the
/// positional encoding (position) and the biases; their sum is what the softmax goes over. Of the last
/// inspect() of an inspector: [5, B, NH, T, T], zeros for a term that the network has not. Ke et al. 2021,
/// "Rethinking Positional Encoding in Language Pre-training" (TUPE).
[[nodiscard]] std::vector<float> scoreTerms(Inspector& inspector);

}  // namespace attx
