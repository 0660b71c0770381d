// Attention step by step in words: titles, formulas and sentences of the matrices, the names of their rows
// and columns, and how numbers are written.
#pragma once
#include <QString>

#include "model/explain/attention_steps.h"

namespace attx {

enum class StepAxis { Queries, Keys, Dims };
[[nodiscard]] StepAxis rowAxis(Step step);
[[nodiscard]] StepAxis columnAxis(Step step);

/// Q, K and V: given, not computed.
[[nodiscard]] inline bool isGiven(Step step) { return step <= Step::V; }

/// "Logits", "L = P / √d" and what happens there in one sentence.
[[nodiscard]] QString stepTitle(Step step);
[[nodiscard]] QString stepFormula(Step step, const AttentionInput& input);
[[nodiscard]] QString stepSentence(Step step, const AttentionInput& input);
/// "L": as formulas and files name the matrix.
[[nodiscard]] QString stepLetter(Step step);

/// "q₂" and "query 2" of index 1.
[[nodiscard]] QString shortName(StepAxis axis, int index);
[[nodiscard]] QString longName(StepAxis axis, int index);

/// With a true minus sign, "–" for NaN and "∞".
[[nodiscard]] QString numberText(double value, int decimals);
[[nodiscard]] QString withMinus(QString number);
/// In a sum or product: a negative number stands in brackets.
[[nodiscard]] QString termText(double value);

}  // namespace attx
