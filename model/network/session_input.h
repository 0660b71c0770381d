// What every session refuses, in the same words: tables, rows, labels and parameters that do not fit its
// program. Those that require throw Error::Kind::Input.
#pragma once
#include <span>

#include "model/network/backend.h"

namespace attx {

/// Of a table: its length or width, tokens, lengths and labels.
void requireTable(const Program& program, const Table& table);
/// `table` (null: none is bound) and whole sequences of its rows, at most `limit`; returns their number.
int64_t requireRows(const Program& program, const Table* table, std::span<const int32_t> rows, int64_t limit);
/// The labels of whole sequences; see labelsOf.
[[nodiscard]] std::vector<int32_t> requireLabels(const Program& program, const Table& table,
                                                 std::span<const int32_t> rows);
/// 1 / labelled rows: what turns the sum over them into their mean.
[[nodiscard]] float lossScale(std::span<const int32_t> labels);
void requireParameters(const Program& program, std::span<const float> values);
void requireOptimiser(const Program& program, const OptimiserState& state);
/// The gradient of the logits of `sequences` sequences; empty is as good.
void requireLogitsGradient(const Program& program, std::span<const float> gradient, int64_t sequences);
/// A tensor of a session that keeps them; `kept`: it is there.
void requireKept(const Program& program, TensorId tensor, bool kept);

}  // namespace attx
