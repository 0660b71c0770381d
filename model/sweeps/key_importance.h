// Which settings matter for a result: PED-ANOVA (Watanabe, Bansal and Hutter 2023, "PED-ANOVA: Efficiently
// Quantifying Hyperparameter Importance in Arbitrary Subspaces", section 4).
#pragma once
#include <string>
#include <vector>

#include "model/sweeps/counted_runs.h"

namespace attx {

struct KeyImportance {
    struct Row {
        std::string key;
        double value = 0;   ///< V, below.
        double share = 0;   ///< V as a share of the sum over all settings; 0 where that sum is 0.
        double chance = 0;  ///< What chanceQuantile of V stay below by chance, as a share of the same sum.
        [[nodiscard]] bool isChance() const { return share <= chance; }
    };
    std::vector<Row> rows;  ///< The most important one first; none with fewer than leastRuns.
    CountedRuns runs;
    size_t best = 0;                    ///< Number of these runs that count as the best
    std::vector<std::string> idle;      ///< Settings on which no run depends: they have no row.
    std::vector<std::string> constant;  ///< Settings with one value in all runs that depend on them: no row.
    /// The share of the runs that are the best: the quantile of PED-ANOVA.
    [[nodiscard]] double gamma() const {
        return runs.rows.empty() ? 0 : double(best) / double(runs.rows.size());
    }
};

/// The best runs are a quarter of many, or enoughBest of them where these are at most half of the runs, or
/// the half: with fewer a setting that means nothing often looks important (tests/model/sweeps/
/// test_key_importance.cpp). Runs that are as good as the last of them belong to them, too.
inline constexpr double bestShare = 0.25;
inline constexpr size_t enoughBest = 20;
inline constexpr size_t usualPermutations = 500;
inline constexpr double chanceQuantile = 0.95;
/// With fewer the best half has one of two values by chance in more than 5 % of the permutations: no bar
/// could stand out.
inline constexpr size_t leastRuns = 8;

/// By the best validation accuracy of the runs that count. With gamma the share of the
/// best runs, and p and p_best a setting's values in all runs and in the best ones, as Parzen estimators
/// (parzen.h):
///   V = gamma^2 sum over x of p(x) (p_best(x) / p(x) - 1)^2.
/// Where a setting means something in a part of the runs alone, p and p_best are of that part, and V is
/// multiplied by (its share of the best runs)^2 / (its share of all runs) (Conditional PED-ANOVA, arXiv
/// 2601.20800, theorem 4.2). Chance: V where the results are permuted over the runs, `permutations` times (0:
/// no chance is computed); the same runs give the same numbers.
[[nodiscard]] KeyImportance keyImportance(const RunTable& table, size_t permutations = usualPermutations);

}  // namespace attx
