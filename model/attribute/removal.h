// What becomes of an answer when inputs are taken away, the most important ones first or last. Removed means:
// a position of a sequence is masked as a key for every head (its own residual stays); a word of a text is
// replaced by [UNK]; a member of a set is left out.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "model/inspect/inspector.h"

namespace attx {

/// DeYoung et al. 2020, "ERASER": shares in percent whose mean is the area over the perturbation curve
/// (AOPC).
inline constexpr std::array removalPercents{1, 5, 10, 20, 50};
/// Curves go in equal steps of 5 % from 0 to 100 %, rounded up to whole inputs.
inline constexpr int curveSteps = 20;
/// ⌈percent · length / 100⌉, at least 1 unless percent is 0.
[[nodiscard]] constexpr int countOfPercent(int percent, int length) { return (percent * length + 99) / 100; }

/// One answer, and the order in which inputs matter for it.
struct RankedCase {
    int position = 0;        ///< Output position, from 0; 0 where one answer is given for the whole input
    std::vector<int> order;  ///< positions of the inputs, the most important first; others are never removed
};
/// The inputs by falling score, those before in the sequence first among equals; `never` (or -1) is left out.
[[nodiscard]] std::vector<int> orderOf(std::span<const float> scores, int inputs, int never = -1);

struct RemovalCurves {
    float whole = 0;  ///< probability of the predicted class with every input
    /// [curveSteps + 1]: that probability without, and with only, the most important inputs.
    std::vector<float> deletion, insertion;
    /// [curveSteps + 1]: how many inputs are really removed, and kept. What always stays is never among those
    /// removed.
    std::vector<int> removed, kept;
    /// For each of removalPercents: whole - deletion, and whole - insertion.
    std::array<float, removalPercents.size()> comprehensiveness{}, sufficiency{};
};
/// AOPC, of RemovalCurves::comprehensiveness or sufficiency.
[[nodiscard]] double meanOverPercents(const std::array<float, removalPercents.size()>& values);

/// The curves of cases about one sample, whose probabilities are those of the class predicted from the whole
/// sample. One key is always left to a sequence, and to a set the answer's own member, or any one; the
/// softmax of a set goes over the members that stay.
[[nodiscard]] std::vector<RemovalCurves> removalCurves(Inspector& inspector, const Sample& sample,
                                                       std::span<const RankedCase> cases);

}  // namespace attx
