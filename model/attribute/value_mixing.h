// What attention mixes into each position: not its weights alone, but the values that it moves with them.
// Letters as in program.h; f_h[j] = (x_j W_V + b_V) W_O is what head h would write of key j with weight 1.
#pragma once
#include <vector>

#include "model/inspect/inspector.h"

namespace attx {

// All of the last inspect() of an inspector, layers [first, last). B sequences.

/// ‖Σ_h A[h, i, j] f_h[j]‖: [layers, B, T, T]. Kobayashi et al. 2020, "Attention is Not Only a Weight".
[[nodiscard]] std::vector<float> valueNorms(Inspector& inspector, int first, int last);
/// ‖A[h, i, j] f_h[j]‖: [layers, B, NH, T, T].
[[nodiscard]] std::vector<float> valueNormsOfHeads(Inspector& inspector, int first, int last);

/// The cosine distance of a layer's output at i with and without the value vectors of j, biases included, the
/// layer's input kept; rows divided by their sums, a row of zero sum stays zero: [layers, B, T, T]. Mohebbi
/// et al. 2023, "Quantifying Context Mixing in Transformers".
[[nodiscard]] std::vector<float> valueZeroing(Inspector& inspector, int first, int last);
/// Of value zeroing [layers, B, T, T] the product of the layers, later ones on the left, no identity:
/// [B, T, T].
[[nodiscard]] std::vector<float> valueZeroingRollout(const std::vector<float>& valueZeroing, int layers,
                                                     int sequences);

}  // namespace attx
