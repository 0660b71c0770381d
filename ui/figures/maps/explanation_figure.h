// The maps of an explanation as one figure.
#pragma once
#include <vector>

#include "model/attribute/explain.h"
#include "ui/figures/figures_of_run.h"

namespace attx {

[[nodiscard]] QString titleOf(ExplainMethod method);

/// Attention flow takes T² maximum flows: 45 ms at 32 positions, up to seconds at the 64 that the engine
/// allows.
inline constexpr int longestFlowShown = 32;

/// Whether the maps are those of `methods`, in their order: the answer to an earlier question has others.
[[nodiscard]] bool answers(const Explanation& explanation, const std::vector<ExplainMethod>& methods);

/// Those that a figure shows of the methods asked for. `minus`, an index into them, leaves the others of its
/// unit; -1: all.
[[nodiscard]] std::vector<ExplainMethod> methodsShown(const std::vector<ExplainMethod>& methods, int minus);

/// Every map of an explanation in one grid. `minus` (an index into the methods asked for) subtracts that
/// method's map from every other one of its unit, in diverging colours; -1: none. attention × gradient is
/// shown as its mean over the layers. `columns`: the most maps beside each other.
[[nodiscard]] HeatMapGridFigure explanationFigure(const Explanation& explanation,
                                                  const std::vector<ExplainMethod>& methods,
                                                  const AttentionOptions& options, int minus = -1,
                                                  int columns = 4);

}  // namespace attx
