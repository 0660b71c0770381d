// What each input brings to a score of the answer: input × gradient, integrated gradients, occlusion. e [T,
// C] is the output of the input layer before positions are added, F_p a score of ExplainedScores.
#pragma once
#include <vector>

#include "model/inspect/explain_target.h"
#include "model/inspect/inspector.h"

namespace attx {

/// How far integrated gradients are from what they should add up to.
struct Completeness {
    std::vector<float> residual;  ///< [B, P]: Σ_t of the row - (F_p(e) - F_p(baseline))
    std::vector<float> change;    ///< [B, P]: F_p(e) - F_p(baseline)

    /// Above this share of the change a residual is to be pointed out.
    static constexpr float flagged = 0.05f;
    /// The largest |residual| / |change|; 0 without any.
    [[nodiscard]] float largestShare() const;
};

// All of the last inspect() of an inspector, whose scores these are; [B, P, T]. Rows of padding are zero.

/// Σ_d e[t, d] ∂F_p/∂e[t, d]. Shrikumar et al. 2016, "Not Just a Black Box".
[[nodiscard]] std::vector<float> inputXGradient(Inspector& inspector, const ExplainedScores& scores);

inline constexpr int integrationPoints = 50;
/// Σ_d (e - b)[t, d] times the gradient's mean along the straight path from the baseline b to e, positions
/// kept; by Gauss-Legendre. Sundararajan et al. 2017, "Axiomatic Attribution for Deep Networks". b: of
/// sequences zero, of texts the embedding of [UNK], of sets the mean of the members' embeddings: from zero a
/// network with a LayerNorm everywhere is blind to scale. kind: what the samples are.
/// points: of the path; more of them make the residual smaller where units with a kink, or a norm near the
/// baseline, bend the slope.
[[nodiscard]] std::vector<float> integratedGradients(Inspector& inspector, SampleKind kind,
                                                     const ExplainedScores& scores,
                                                     Completeness& completeness, int points);
/// "zero", "[UNK]", "mean of the members"
[[nodiscard]] const char* baselineName(SampleKind kind);

/// F_p - F_p with key t masked for every head of every layer, the class staying what it was. Zero for a key
/// that is masked already, and for the last one that is left.
[[nodiscard]] std::vector<float> occlusion(Inspector& inspector, const ExplainedScores& scores);

}  // namespace attx
