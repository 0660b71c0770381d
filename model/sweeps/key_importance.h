// Which keys matter for a result: PED-ANOVA (Watanabe, Bansal and Hutter 2023, "PED-ANOVA: Efficiently
// Quantifying Hyperparameter Importance in Arbitrary Subspaces").
#pragma once
#include <string>
#include <vector>

#include "model/sweeps/run_table.h"

namespace attx {

struct KeyImportance {
    struct Row {
        std::string key;
        double share = 0;  ///< of the sum of all keys
    };
    std::vector<Row> rows;      ///< the most important first; without the seeds
    size_t runs = 0, best = 0;  ///< runs that have a result; the best of them
};

inline constexpr double bestShare = 0.25;         ///< of the runs; more where the last of them are equal
inline constexpr size_t fewRuns = 20;             ///< with fewer, chance decides much of it
inline constexpr size_t mostImportanceBins = 10;  ///< for numbers that have more different values

/// By the best validation accuracy of the runs that have one and a configuration. With b the share of the
/// best runs and p a key's frequencies of values (of numbers with many values: in bins of equal width, of
/// their logarithms where all are positive and the largest is 20 times the smallest), V = b^2 sum over x of
/// p(x) (p_best(x) / p(x) - 1)^2, as shares of the sum. All are 0 where all runs are equally good.
[[nodiscard]] KeyImportance keyImportance(const RunTable& table);

}  // namespace attx
