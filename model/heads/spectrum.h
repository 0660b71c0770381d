// Which periods an embedding of numbers repeats with: a network that has learnt to add modulo p turns its
// numbers into angles of a few frequencies (Nanda et al. 2023, "Progress measures for grokking via
// mechanistic interpretability").
#pragma once
#include <vector>

#include "model/heads/vector_cloud.h"

namespace attx {

/// Why a run has no such spectrum; null: it has.
[[nodiscard]] const char* whyNoSpectrum(const RunConfig& config);

/// The shares [⌊p/2⌋] of the variance of the vectors e_0 … e_{p−1} of the tokens 0 to p − 1 that the
/// frequencies k = 1, 2, … hold: |Σ_a e_a exp(−2πi k a / p)|², summed over the elements of a vector, for k
/// and p − k together, divided by that of all k. They add up to 1; all are 0 where the vectors are equal.
/// Throws Error::Kind::Input if the cloud lacks one of the tokens.
[[nodiscard]] std::vector<double> fourierShares(const VectorCloud& cloud, int p);

}  // namespace attx
