// The figures of a run, built from plain values: pages show them, figure_table.h names them.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "model/inspect/inspector.h"
#include "model/network/ablation.h"
#include "model/network/known_data.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

struct ShownHead {
    int head = 0;  ///< counted over all layers
    QString note;  ///< "0.53 nats"
};

struct AttentionOptions {
    ColorScale scale;          ///< shared by default, so that heads can be compared
    bool originBelow = false;  ///< the first query at the bottom, as the reference notebooks draw it
    QList<QImage> images;      ///< Pictures of a set's members, at the axes; empty: none
    int positions = 0;         ///< only the first so many queries and keys; 0: all
    std::vector<float> gates;  ///< [layers * heads]; 0: the head is off and drawn so. Empty: all on
    /// Which heads are shown, in this order, counted over all layers, with what is known of each behind its
    /// name; none: every head in its layer's row.
    std::optional<std::vector<ShownHead>> heads = std::nullopt;
};

/// What stands at the axes for the positions: the sample's words, or its tokens.
[[nodiscard]] QStringList positionLabels(const Sample& sample);

/// Every head of every layer: a row for each layer, a column for each head. Before there is an
/// inspection, the maps of `network` stand there without values.
[[nodiscard]] HeatMapGridFigure attentionFigure(const NetworkConfig& network, const Inspection& inspection,
                                                const AttentionOptions& options = {});
/// One head, counted from 0. With a shared scale the range is that of all heads.
[[nodiscard]] HeatMapFigure headFigure(const NetworkConfig& network, const Inspection& inspection, int layer,
                                       int head, const AttentionOptions& options = {});

/// What each head costs, by loss and by accuracy [layers, heads]: red where the network needs the head, blue
/// where it is better without it.
[[nodiscard]] HeatMapGridFigure ablationFigure(const HeadAblation& ablation);

/// Series 0 is training by steps; series 1 of the first two is validation by epochs. Dashed lines say
/// what to expect of `config` (chance, the planned rate, the clipping norm); then earlier runs, faint.
[[nodiscard]] CurveFigure lossFigure(const RunConfig& config, const RunMetrics& metrics,
                                     std::span<const EarlierRun> earlier = {}, const KnownData& known = {});
[[nodiscard]] CurveFigure accuracyFigure(const RunConfig& config, const RunMetrics& metrics,
                                         std::span<const EarlierRun> earlier = {},
                                         const KnownData& known = {});
[[nodiscard]] CurveFigure learningRateFigure(const RunConfig& config, const RunMetrics& metrics,
                                             std::span<const EarlierRun> earlier = {},
                                             const KnownData& known = {});
[[nodiscard]] CurveFigure gradientNormFigure(const RunConfig& config, const RunMetrics& metrics,
                                             std::span<const EarlierRun> earlier = {},
                                             const KnownData& known = {});

/// The positional encoding of `length` positions in a network of width `dim`; both counted from 1.
[[nodiscard]] HeatMapFigure positionalEncodingFigure(int length = 96, int dim = 48);
/// P Pᵀ [length, length] of the encodings P [length, dim]: how alike two positions are.
[[nodiscard]] HeatMapFigure positionalSimilarityFigure(int length = 96, int dim = 48);
/// The encoding over `positions` positions in chosen hidden dimensions (from 1), a panel each.
[[nodiscard]] CurveFigure positionalWavesFigure(const std::vector<int>& dims = {1, 2, 3, 4},
                                                int positions = 16, int dim = 48);
/// The factor on the learning rate at each step of a run of `config`, to its step limit if it has one.
[[nodiscard]] CurveFigure scheduleFigure(const RunConfig& config, std::optional<int64_t> trainRows = {});

}  // namespace attx
