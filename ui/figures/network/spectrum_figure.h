// The spectrum of an embedding of numbers as bars; see model/heads/spectrum.h.
#pragma once
#include "model/heads/vector_cloud.h"
#include "ui/figures/bar_figure.h"

namespace attx {

/// `cloud`: the embeddings of a run that whyNoSpectrum() has nothing against.
[[nodiscard]] BarFigure spectrumFigure(const VectorCloud& cloud, const RunConfig& config);

}  // namespace attx
