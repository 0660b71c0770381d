// Explanations of a network's answer from its attention, each with its paper and formula beside it:
// plain functions on plain arrays, and explain(), which runs the network and computes those asked for.
//
// Letters: L layers, NH heads, T tokens, K classes; A_l [NH, T, T] attention of layer l (row = query),
// G_l its gradient, Ā the mean over heads, ⊙ element by element, (x)⁺ = max(x, 0), I the identity.
// Row i of a map tells about the output at position i, column j about the input token j.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/attribute/explain_methods.h"
#include "model/attribute/input_attribution.h"
#include "model/data/dataset.h"
#include "model/files/named_array.h"
#include "model/inspect/inspector.h"

namespace attx {

/// Attention, or its gradient, of one sequence: a view of what Inspection holds.
struct LayerMaps {
    std::span<const std::vector<float>> layers;  ///< One [NH, T, T] for each layer, first layer first
    int heads = 0;                               ///< NH
    int length = 0;                              ///< T

    LayerMaps() = default;
    /// Throws Error::Kind::Input unless every layer is [heads, T, T] for one T.
    LayerMaps(std::span<const std::vector<float>> layersOfSequence, int headCount);
    /// Layers [first, last). Throws Error::Kind::Input for a range that is empty or not there.
    [[nodiscard]] LayerMaps range(int first, int last) const;
};

/// "Standard attention": the mean over heads of one layer, Ā_l [T, T].
[[nodiscard]] std::vector<float> headMean(const LayerMaps& attention, int layer);

enum class HeadFusion { Mean, Max, Min };
inline constexpr std::array headFusionNames{"mean", "max",
                                            "min"};  ///< The option --fuse and files have these

struct RolloutOptions {
    /// Share of the residual connection in what a layer passes on, 0 to 1. 0.5 weighs it like the
    /// attention, as the paper does.
    double residualShare = 0.5;
    HeadFusion fusion = HeadFusion::Mean;
    [[nodiscard]] bool operator==(const RolloutOptions&) const = default;
};
/// Attention rollout, Abnar & Zuidema 2020, "Quantifying Attention Flow in Transformers", eq. 1:
/// R = Â_L … Â_2 Â_1, Â = rows normalised of ((1 - s) fused(A) + s I), s the residual share. [T, T]; each
/// row sums to 1 unless some Â has a row of zeros.
[[nodiscard]] std::vector<float> rollout(const LayerMaps& attention, const RolloutOptions& options = {});
/// The laboratory notebook's "rollout": Ā_1 ⊙ Ā_2 ⊙ … ⊙ Ā_L, no residual, no normalisation. [T, T]
[[nodiscard]] std::vector<float> rolloutElementwise(const LayerMaps& attention);

/// Longest sequence for attentionFlow(): T² maximum flows in a graph of (L + 1) T nodes.
inline constexpr int longestFlowSequence = 64;
/// Attention flow, same paper, section 3: the maximum flow from position i after the last layer to the
/// input token j, where the edge from i after layer l to j before it has the capacity
/// 0.5 Ā_l[i, j] + 0.5 [i = j]. Not normalised. [T, T]. Throws Error::Kind::Input for T >
/// longestFlowSequence.
[[nodiscard]] std::vector<float> attentionFlow(const LayerMaps& attention);

/// What of attention × gradient counts.
enum class GradientPart {
    Positive,  ///< (A ⊙ G)⁺: what speaks for the explained score
    Signed,    ///< A ⊙ G
};
/// Attention × gradient: the mean over heads of A_l ⊙ G_l, the positive part taken before the mean: [L, T,
/// T].
[[nodiscard]] std::vector<float> attentionXGradient(const LayerMaps& attention, const LayerMaps& gradient,
                                                    GradientPart part = GradientPart::Positive);

/// Relevance, Chefer, Gur & Wolf 2021, "Generic Attention-model Explainability", eq. 5 and 6:
/// R = I; for l = 1 … L: R ← R + mean over heads of (G_l ⊙ A_l)⁺ · R. [T, T]
/// withoutIdentity: R - I, so that the diagonal does not drown the rest.
[[nodiscard]] std::vector<float> relevance(const LayerMaps& attention, const LayerMaps& gradient,
                                           bool withoutIdentity = false);

struct ExplainOptions {
    std::vector<ExplainMethod> methods;
    /// Layers [firstLayer, lastLayer) for every method but those of the shapes Scores and Terms; lastLayer 0:
    /// to the end.
    int firstLayer = 0, lastLayer = 0;
    RolloutOptions rollout;
    GradientPart part = GradientPart::Positive;  ///< Part of attention × gradient that counts
    bool relevanceWithoutIdentity = false;
    int pathPoints = integrationPoints;  ///< Points on the path of integrated gradients
    [[nodiscard]] bool operator==(const ExplainOptions&) const = default;
};

struct Explanation {
    Inspection inspection;  ///< sample, logits, prediction, attention
    ExplainTarget target;   ///< The question that this answers, with its options
    ExplainOptions options;
    /// For each layer [NH, T, T]; empty unless a method needs it.
    std::vector<std::vector<float>> gradient;
    /// OutputKind::Pooled, with a gradient: what each pooled feature brings to the score, feature times
    /// gradient; with the bias of the last layer they sum to it. [C]
    std::vector<float> contributions;
    std::vector<float> positionContributions;  ///< the same of each position, as InspectionGradient; [T]
    /// In the order of options.methods, with the names and shapes of ExplainMethodInfo, L the layers of the
    /// range. Methods of the shape Scores are about the whole network; their rows of padding are zero.
    std::vector<NamedArray> maps;
    /// How exact integrated gradients are; empty unless they are asked for.
    Completeness completeness;

    [[nodiscard]] LayerMaps attentionMaps() const { return {inspection.attention, inspection.heads}; }
    [[nodiscard]] LayerMaps gradientMaps() const { return {gradient, inspection.heads}; }
};

/// Relevance of each token for a pooled answer: the rows of `map` [T, T] at the positions that features
/// were taken from, each weighed by what it brings in favour of the score; a mean is taken from all alike.
/// [T]; zeros if nothing speaks for it.
[[nodiscard]] std::vector<float> pooledRelevance(std::span<const float> map, const Inspection& inspection,
                                                 std::span<const float> contributions, int length);

/// Forward, backward and the methods for one sample. Throws Error::Kind::Input as Inspector::inspect,
/// for a target or labels that are not there, for flow of a sequence that is too long, for a method that the
/// network does not have, and for the loss with a method that explains logits.
[[nodiscard]] Explanation explain(Inspector& inspector, const Sample& sample, const ExplainTarget& target,
                                  const ExplainOptions& options);
/// The same for `sequences` sequences of a table at once, one result each, whose sample, of kind `kind`, has
/// tokens at most;
/// `rows` as in Session::forward, the same number for each sequence. Score::Loss takes the labels of the
/// table and one sequence at a time. Where table.lengths says so, the rows behind a sequence's end hold what
/// the formulas make of padding: they mean nothing.
[[nodiscard]] std::vector<Explanation> explain(Inspector& inspector, const Table& table, SampleKind kind,
                                               std::span<const int32_t> rows, int sequences,
                                               const ExplainTarget& target, const ExplainOptions& options);

}  // namespace attx
