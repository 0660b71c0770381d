// The runs of a folder that `render` draws in one figure.
#pragma once
#include <memory>
#include <string>

#include "app/options/output.h"
#include "model/sweeps/run_table.h"
#include "ui/figures/figure.h"

namespace attx {

/// What the help of `render` says of these figures.
inline constexpr const char* runFiguresHelp =
    "Figures of a folder of runs\n"
    "  runs-importance is how much the values of a setting in the best runs differ from those in all runs\n"
    "  (PED-ANOVA by Parzen estimators, Watanabe et al. 2023), as a share of the sum over the settings. The "
    "best\n"
    "  runs are the better half of at most 40 runs, and the best quarter, but at least 20, of more: the "
    "quantile\n"
    "  gamma. A band behind each bar shows what 95 % of 500 permutations of the results over the runs stay "
    "below.\n"
    "  It needs 8 runs with a result. With --json the numbers and sentences are in the object, too.\n";

/// What is damaged is left out, and said.
[[nodiscard]] std::shared_ptr<const RunTable> renderedRuns(const std::string& folder, Output& output);

/// For --json: the rows of a figure of values, what holds for all of them, and its sentences; nothing of
/// other figures.
[[nodiscard]] Json numbersOf(const Figure& figure);

/// The names of files that were written, for --json; each is said, unless `eachIsSaid` is false.
[[nodiscard]] Json listed(const QStringList& files, Output& output, bool eachIsSaid = true);

}  // namespace attx
