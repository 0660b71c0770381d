// Rows of tokens as each rule wants them: even draws, or what its circuit needs.
#pragma once
#include <span>

#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/data/philox.h"

namespace attx {

/// Fills `row` [data.length] with tokens of the rule, which is not Csv and not AdditionMod; returns how many
/// of them are no padding.
int drawRow(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row);

/// Every pair a b = of data.num_categories numbers, each once, dealt to the three tables in the sizes of
/// `data` (LabelRule::AdditionMod).
[[nodiscard]] DataSet allSums(const DataConfig& data);

/// Turns `row` into its first half, what the rule makes of it, and data.mask_share of both hidden behind the
/// token data.num_categories, whose labels are what stood there; at least one, and the others have none.
void maskRow(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row,
             std::span<int32_t> labels);

}  // namespace attx
