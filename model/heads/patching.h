// Activation patching: what carries the answer. One activation after the other is taken from the run on a
// clean input into the run on a corrupted one, and the answer is watched.
#pragma once
#include <optional>

#include "model/inspect/inspector.h"

namespace attx {

/// What is watched: logit of a class minus logit of a second one, at an output position.
struct PatchingMetric {
    int position = 0;  ///< Output position, from 0; 0 for a pooled answer
    /// None: the class predicted for the corrupted input, or, where that is the one predicted for the clean
    /// input, the next class (modulo their number).
    std::optional<int> secondClass = std::nullopt;
};

/// (metric of the corrupted run with an activation of the clean one - corrupted) / (clean - corrupted): 1
/// where the activation brings the clean answer back, 0 where it does nothing. Meng et al. 2022, "Locating
/// and Editing Factual Associations in GPT".
struct Patching {
    Sample corruptedInput, cleanInput;
    int layers = 0, heads = 0, length = 0;  ///< L, NH, T
    int position = 0;                       ///< Output position of the metric, from 0
    int cleanClass = 0, secondClass = 0;
    bool answeredAlike =
        false;  ///< The same class is predicted for both inputs: see whyPatchingSaysLittle().
    float clean = 0, corrupted = 0;  ///< the metric of the two runs
    /// [L + 1, T]: row 0 patches the input of the first layer at a position, row l + 1 the output of layer l.
    std::vector<float> positions;
    /// [L, NH]: a head's attention times its values, at all positions, before the output projection.
    std::vector<float> ofHeads;
};

/// Differences of the metric below this are refused: nothing is there to bring back.
inline constexpr double leastPatchingChange = 1e-6;

/// A warning for people where both inputs are answered alike: shares of a change that changes no answer are
/// large and mean little. Null: they are not.
[[nodiscard]] const char* whyPatchingSaysLittle(const Patching& patching);
/// Why the activations of a network are not patched; null: they are.
[[nodiscard]] const char* whyNoPatching(const NetworkConfig& network);
/// Throws Error::Kind::Input for inputs of different lengths or of sets, a position or class that is not
/// there, a second class that is the first, and inputs whose metrics do not differ.
[[nodiscard]] Patching patchActivations(Inspector& inspector, const Sample& corrupted, const Sample& clean,
                                        const PatchingMetric& metric);

}  // namespace attx
