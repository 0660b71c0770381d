// Options of `render` that the figure asked for does not depend on: each is said, so that no user takes the
// figure for another one.
#pragma once
#include "app/options/arguments.h"
#include "app/options/output.h"
#include "app/options/shared_options.h"
#include "ui/figures/figure_table.h"

namespace attx {

/// Whether the figure of these needs is drawn from the run's data.
[[nodiscard]] bool readsData(const Arguments& arguments, const FigureNeeds& needs);
/// The keys of --set that it depends on.
[[nodiscard]] KeysRead keysOf(const Arguments& arguments, const FigureNeeds& needs);
/// A warning for each option that changes nothing of the figure `name`, or of "all", whose needs together are
/// `needs`; none of its look changes a file of numbers. `ofText`: the words of a text are drawn.
void warnOfIdleOptions(const Arguments& arguments, const std::string& name, const FigureNeeds& needs,
                       bool ofText, Output& output);

}  // namespace attx
