// Attention step by step in words: titles, formulas and sentences of the matrices, the names of their rows
// and columns, and how numbers are written.
#pragma once
#include <QString>

#include "model/inspect/attention_steps.h"

namespace attx {

/// Positions: those of a sequence, as queries and keys alike. Dims: of a head. Model: of the whole network.
/// Joined: of all heads.
enum class StepAxis { Queries, Keys, Dims, Positions, Model, Joined };
[[nodiscard]] StepAxis rowAxis(Step step);
[[nodiscard]] StepAxis columnAxis(Step step);

/// Q, K and V: given, not computed, unless a network projects them.
[[nodiscard]] inline bool isGiven(Step step) { return step <= Step::V; }
/// W_Q, W_K, W_V and W_O: the last row is the bias.
[[nodiscard]] inline bool isWeights(Step step) {
    return (step >= Step::QueryWeights && step <= Step::ValueWeights) || step == Step::OutputWeights;
}

/// "Logits", "L = P / √d" and what happens there in one sentence; of a network's head, or of typed numbers
/// if `head` is null.
[[nodiscard]] QString stepTitle(Step step);
[[nodiscard]] QString stepFormula(Step step, const AttentionInput& input, const HeadContext* head);
[[nodiscard]] QString stepSentence(Step step, const AttentionInput& input, const HeadContext* head);
/// "L", "W_Q": as formulas and files name the matrix.
[[nodiscard]] QString stepLetter(Step step);
/// "b_Q": of the last row of W_Q; isWeights().
[[nodiscard]] QString biasLetter(Step step);

/// "q₂" and "query 2" of index 1.
[[nodiscard]] QString shortName(StepAxis axis, int index);
[[nodiscard]] QString longName(StepAxis axis, int index);

/// With a true minus sign, "–" for NaN and "∞".
[[nodiscard]] QString numberText(double value, int decimals);
/// "10⁻⁷": the power of ten right above.
[[nodiscard]] QString powerOfTen(double value);
/// In a sum or product: a negative number stands in brackets.
[[nodiscard]] QString termText(double value);

}  // namespace attx
