// Parzen estimators of a setting's values on a grid, as PED-ANOVA takes them (Watanabe, Bansal and Hutter
// 2023, section 4): a kernel at each observation and one for the prior, which knows nothing and weighs as
// much as one observation.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace attx {

/// The values of runs as places on a grid.
struct ValueGrid {
    std::vector<size_t> places;  ///< [values], each below `size`
    size_t size = 0;
    bool ordered = false;  ///< True for numbers, whose neighbours on the grid are alike; choices have none.
};

inline constexpr size_t mostLevels = 10;  ///< Most different numbers that each have a place of their own
inline constexpr size_t gridSteps = 50;   ///< Places of a divided range, as in Optuna

/// At most mostLevels different numbers are places in their order. Of more, the range from the smallest to
/// the largest has gridSteps places, those of whole numbers no more than one for each, and the logarithm of
/// the range where all are positive and the largest is 20 times the smallest.
[[nodiscard]] ValueGrid numberGrid(const std::vector<double>& values, bool whole);
/// Each different text is a place.
[[nodiscard]] ValueGrid choiceGrid(const std::vector<std::string>& values);

/// The probability of each place of a grid; `counts` [places] are the observations, at least one of them.
/// Ordered: truncated normal kernels, integrated over each place, with the bandwidth of Scott's rule (1992)
/// from the smaller of standard deviation and interquartile range, at least 0.5 / 1.64 places; the prior is
/// as wide as the grid (as in Optuna's optuna/importance/_ped_anova). Choices: Aitchison and Aitken's kernel
/// (1976) with all of its mass at its observation, and a uniform prior, as in the paper's own program.
/// (Optuna's kernel of a choice keeps a part of its mass away however many runs there are.)
[[nodiscard]] std::vector<double> parzen(std::span<const size_t> counts, bool ordered);

/// Pearson's divergence of p from q: sum over x of q(x) (p(x) / q(x) - 1)^2.
[[nodiscard]] double pearsonDivergence(std::span<const double> p, std::span<const double> q);

}  // namespace attx
