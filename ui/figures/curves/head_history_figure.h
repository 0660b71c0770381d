// Heads through training as curves.
#pragma once
#include "model/heads/head_history.h"
#include "ui/figures/curves/curve_figure.h"

namespace attx {

/// A quantity (its number among headQuantities()) of every head over the steps: a panel for each layer, a
/// curve for each head, whose steepest change is drawn bold and named in the legend. `marker`: a step that is
/// looked at.
[[nodiscard]] CurveFigure headHistoryFigure(const HeadHistory& history, size_t quantity,
                                            std::optional<double> marker = {});

}  // namespace attx
