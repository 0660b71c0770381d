// What a network's parameters are and why there are so many of each: the count of every part as the sum
// that it comes from.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/network/program.h"

namespace attx {

struct ParameterRow {
    std::string layer;    ///< "Encoder layer 1"; rows of a layer follow each other
    std::string part;     ///< "Queries, keys and values"
    std::string formula;  ///< "3 × 2 heads × 32 × 32 + 3 × 2 × 32"
    int64_t count = 0;    ///< what the formula comes to; the sum of all rows is the network's count
};

[[nodiscard]] std::vector<ParameterRow> parameterTable(const Program& program);

/// "20,000"
[[nodiscard]] std::string grouped(int64_t number);

}  // namespace attx
