#include "model/network/example_rows.h"

#include <algorithm>
#include <numeric>

#include "model/data/philox.h"

namespace attx {

Table randomTable(const NetworkConfig& c, int rows, int length, bool masked, uint64_t seed) {
    Table t;
    PhiloxSequence random(seed, RandomStream::Data);
    const auto below = [&](int bound) { return int32_t(random.below(uint32_t(bound))); };
    const bool isTokens = c.input == InputKind::Tokens;
    const int64_t n = int64_t{rows} * length;
    t.length = length;
    t.rows = isTokens ? rows : n;
    if (isTokens) {
        for (int64_t i = 0; i < n; ++i) t.tokens.push_back(below(c.inputDim));
    } else {
        t.featureDim = c.inputDim;
        for (int64_t i = 0; i < n * c.inputDim; ++i) t.features.push_back(random.uniform(-1, 1));
        for (int64_t i = 0; i < n; ++i) t.classes.push_back(i % length == 0 ? 1 : 0);
    }
    if (masked)
        for (int64_t row = 0; row < t.rows; ++row) t.lengths.push_back(1 + below(length));
    if (c.output == OutputKind::Pooled)
        for (int64_t i = 0; i < t.rows; ++i) t.labels.push_back(below(std::max(c.numClasses, 2)));
    if (c.output == OutputKind::Positions)
        for (int64_t i = 0; i < t.rows * length; ++i)
            t.labels.push_back(masked && i % length >= t.lengths[i / length] ? -1 : below(c.numClasses));
    return t;
}

std::vector<int32_t> firstRows(int64_t n) {
    std::vector<int32_t> rows(static_cast<size_t>(n));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

}  // namespace attx
