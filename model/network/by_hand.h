// A network whose weights are set by construction, so that what its answer rests on is known: it reverses a
// sequence by looking at one position only.
#pragma once
#include "model/network/program.h"

namespace attx {

/// Parameters of Initialisation::ByHand for a program that check() has let pass: one layer with one head on
/// tokens with positions, at least 2 categories + 11 wide. Output p attends to position T - 1 - p of the
/// program's T (weight at least 0.998 at 16 positions) and answers the token there; its own token does not
/// reach the answer.
///
/// The first ten principal directions of the positions hold them (all beyond are below 1e-3 of the first). Of
/// what is orthogonal to these and to the ones vector, which LayerNorm takes away, as many directions as
/// there are categories carry the token's own content, and as many others what attention writes; the output
/// net reads only the latter. Query = β position, key = the position reflected, by the rule for the sine of a
/// difference: sin ω(T-1-j) = sin ω(T-1) cos ωj - cos ω(T-1) sin ωj. The feed-forward is zero.
[[nodiscard]] std::vector<float> reverseByHand(const Program& program);

/// Directions of the model taken up by the positions, and the ones vector.
inline constexpr int directionsOfPositions = 10, directionsByHand = directionsOfPositions + 1;

}  // namespace attx
