// A pair up close, as bars.
#pragma once
#include "model/data/dataset.h"
#include "model/heads/pair.h"
#include "ui/figures/bar_figure.h"

namespace attx {

/// The score's terms, q ∘ k by dimension, and the classes that what is written speaks for most.
/// `data`: those that have the classes.
[[nodiscard]] BarFigure pairFigure(const PairDetail& pair, const DataNames& names = {},
                                   const DataConfig& data = {});

}  // namespace attx
