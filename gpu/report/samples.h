// Networks' data of odd sizes, and how far two executions are apart: for the report and for the tests of
// gpu/.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/network/backend.h"
#include "model/network/example_rows.h"

namespace attx {

/// `n` values from -size to size.
[[nodiscard]] std::vector<float> randomValues(int64_t n, uint64_t seed, float size = 1);
/// Initial parameters, moved away from zeros and ones.
[[nodiscard]] std::vector<float> movedParameters(const Program& program, uint64_t seed = 3);
/// Every head at a gate of its own, one of them off if there are more; every third key hidden, but never the
/// last.
[[nodiscard]] Ablation randomAblation(const Program& program, uint64_t seed = 4);
/// The largest difference, as a share of the largest value of b (or of 1e-3, where all are tiny); infinite
/// where the sizes differ or a value of `a` is no finite number.
[[nodiscard]] double relative(const std::vector<float>& a, const std::vector<float>& b);

/// What some steps of training leave.
struct Trained {
    std::vector<float> parameters, losses, norms, accuracies;
    std::vector<float> all;  ///< everything, moments too, for comparing to the bit
};
/// `steps` steps over the rows of `table` in turn, or over those of `order`; empty if they were interrupted.
[[nodiscard]] Trained train(Session& session, const Table& table, const SessionOptions& options, int steps,
                            std::span<const int32_t> order = {});

}  // namespace attx
