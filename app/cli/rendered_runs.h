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
    "  runs-importance is how much the values of a setting in the best runs differ from those in all\n"
    "  runs (PED-ANOVA by Parzen estimators, Watanabe et al. 2023), as a share of the sum over the\n"
    "  settings. The best runs are half of up to 40 runs, of more a quarter, but at least 20: the\n"
    "  quantile gamma. 95 % of 500 permutations of the results over the runs stay below the band at\n"
    "  each bar. It needs 8 finished runs.\n"
    "  runs-comparison counts the distinct seeds of a group: n.\n"
    "  Both count finished runs; they say how many others there are. The other figures have the numbers\n"
    "  of these so far.\n"
    "  A run whose settings, seeds and data are those of another one counts once, which is said. With\n"
    "  --json numbers and sentences of both are in the object, too.\n";

/// What is damaged or a copy of another run is left out, and said.
[[nodiscard]] std::shared_ptr<const RunTable> renderedRuns(const std::string& folder, Output& output);

/// Says that a figure other than those of values has runs that are not finished.
void sayUnfinished(const RunTable& runs, const Figure& figure, Output& output);

/// Says why a figure of values has none, and that curves have none.
void sayNoValues(const Figure& figure, Output& output);

/// For --json: the rows of a figure of values, what holds for all of them, and its sentences; nothing of
/// other figures.
[[nodiscard]] Json numbersOf(const Figure& figure);

/// The names of files that were written, for --json; each is said, unless `eachIsSaid` is false.
[[nodiscard]] Json listed(const QStringList& files, Output& output, bool eachIsSaid = true);

}  // namespace attx
