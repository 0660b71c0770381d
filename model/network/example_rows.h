// The first rows of a table, and tables of random content for timing and testing a network without data.
#pragma once
#include "model/data/dataset.h"

namespace attx {

/// Random rows for `c`, with labels of its kind; lengths if asked. A set's first member is the odd one.
[[nodiscard]] Table randomTable(const NetworkConfig& c, int rows, int length, bool masked, uint64_t seed = 5);
/// 0 to n - 1.
[[nodiscard]] std::vector<int32_t> firstRows(int64_t n);

}  // namespace attx
