#include "model/attribute/explain_methods.h"

#include <array>

#include "model/files/error.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr const char *vaswani = "Vaswani et al. 2017, Attention Is All You Need",
                     *abnar = "Abnar & Zuidema 2020, Quantifying Attention Flow in Transformers",
                     *chefer = "Chefer et al. 2021, Generic Attention-model Explainability",
                     *kobayashi = "Kobayashi et al. 2020, Attention is Not Only a Weight",
                     *mohebbi = "Mohebbi et al. 2023, Quantifying Context Mixing in Transformers";

constexpr const char *ofWeight = ATTX_TR("model", "attention weight"), *ofScore = ATTX_TR("model", "score"),
                     *ofLogit = ATTX_TR("model", "logit"), *ofNorm = ATTX_TR("model", "norm"),
                     *ofChange = ATTX_TR("model", "share of a change");  // units

constexpr std::array<ExplainMethodInfo, 15> everyMethod() {
    using enum ExplainMethod;
    using enum ExplainNeeds;
    using enum ExplainShape;
    return {{
        {StandardFirst, "standard_first", ATTX_TR("model", "First layer"),
         ATTX_TR("model", "What each position attends to in the first layer, averaged over its heads."),
         ofWeight, ATTX_TR("model", "mean over heads of A₁"), vaswani, Attention, Map, false,
         Assumes::Nothing},
        {StandardLast, "standard_last", ATTX_TR("model", "Last layer"),
         ATTX_TR("model", "What each position attends to in the last layer, averaged over its heads."),
         ofWeight, ATTX_TR("model", "mean over heads of A_L"), vaswani, Attention, Map, false,
         Assumes::Nothing},
        {Rollout, "rollout", ATTX_TR("model", "Rollout"),
         ATTX_TR("model",
                 "How much of each input reaches each output through all layers; a share of each layer "
                 "bypasses attention (residual)."),
         ofWeight, ATTX_TR("model", "Â_L ⋯ Â₂ Â₁,  Â = rows normalised of (1 − s) Ā + s I"), abnar, Attention,
         Map, false, Assumes::Nothing},
        {RolloutElementwise, "rollout_elementwise", ATTX_TR("model", "Rollout, element-wise"),
         ATTX_TR("model", "What all layers attend to at once: their attention multiplied cell by cell."),
         ATTX_TR("model", "product of weights"), "Ā₁ ⊙ Ā₂ ⊙ ⋯ ⊙ Ā_L",
         ATTX_TR("model", "the laboratory notebook"), Attention, Map, false, Assumes::Nothing},
        {Flow, "flow", ATTX_TR("model", "Attention flow"),
         ATTX_TR(
             "model",
             "How much could flow from an input to an output where attention weights are the capacities."),
         ATTX_TR("model", "flow"),
         ATTX_TR("model", "maximum flow from i (last layer) to j (input), capacities ½ Ā + ½ I"), abnar,
         Attention, Map, false, Assumes::Nothing},
        {AttentionXGradient, "attention_x_gradient", ATTX_TR("model", "Attention × gradient"),
         ATTX_TR(
             "model",
             "The attention that the explained score depends on: weights times the gradient of the score."),
         ofScore, ATTX_TR("model", "mean over heads of (A ⊙ ∂score/∂A)⁺"), chefer, Gradient, LayerMap, true,
         Assumes::Nothing},
        {Relevance, "relevance", ATTX_TR("model", "Relevance"),
         ATTX_TR("model",
                 "How much each input adds to the explained score: attention × gradient, accumulated over "
                 "all layers."),
         ofScore, ATTX_TR("model", "R = I;  R ← R + mean over heads of (∂score/∂A ⊙ A)⁺ · R"), chefer,
         Gradient, Map, true, Assumes::Nothing},
        {InputXGradient, "input_x_gradient", ATTX_TR("model", "Input × gradient"),
         ATTX_TR(
             "model",
             "How the logit of each output would change, to first order, if an input's embedding were taken "
             "away."),
         ofLogit, "Σ_d e[t, d] ∂F_p/∂e[t, d]", "Shrikumar et al. 2016, Not Just a Black Box", Network, Scores,
         true, Assumes::Nothing},
        {IntegratedGradients, "integrated_gradients", ATTX_TR("model", "Integrated gradients"),
         ATTX_TR(
             "model",
             "What each input adds to the logit of an output on the way from a neutral input to this one."),
         ofLogit, "Σ_d (e − b)[t, d] ∫₀¹ ∂F_p(b + α (e − b))/∂e[t, d] dα",
         "Sundararajan et al. 2017, Axiomatic Attribution", Network, Scores, true, Assumes::UnknownToken},
        {Occlusion, "occlusion", ATTX_TR("model", "Occlusion"),
         ATTX_TR(
             "model",
             "How much of an output's logit is lost where no head may attend to the input; its own residual "
             "stays."),
         ofLogit, ATTX_TR("model", "F_p(x) − F_p(x, key t masked everywhere)"),
         "Zeiler & Fergus 2014, Visualizing and Understanding", Network, Scores, true, Assumes::Nothing},
        {ValueZeroing, "value_zeroing", ATTX_TR("model", "Value zeroing"),
         ATTX_TR(
             "model",
             "How much a layer's output at a position turns when the values of another position are set to "
             "zero."),
         ofChange, ATTX_TR("model", "1 − cos(output_i, output_i with v_t = 0), rows divided by their sums"),
         mohebbi, Network, LayerMap, false, Assumes::Nothing},
        {ValueZeroingRollout, "value_zeroing_rollout", ATTX_TR("model", "Value zeroing, rolled out"),
         ATTX_TR("model",
                 "Value zeroing carried through all layers: how much of each output comes from each input."),
         ofChange, ATTX_TR("model", "C_L ⋯ C₂ C₁, C the value zeroing of a layer, without identity"), mohebbi,
         Network, Map, false, Assumes::Nothing},
        {Norms, "norms", ATTX_TR("model", "Norms"),
         ATTX_TR("model",
                 "How large the vectors are that attention adds: its weights times the length of the vectors "
                 "that they weigh."),
         ofNorm, "‖Σ_h A[h, i, j] (x_j W_V + b_V) W_O‖", kobayashi, Network, LayerMap, false,
         Assumes::Nothing},
        {NormsPerHead, "norms_per_head", ATTX_TR("model", "Norms of heads"),
         ATTX_TR("model", "The same for each head by itself."), ofNorm, "‖A[h, i, j] (x_j W_V + b_V) W_O‖",
         kobayashi, Network, HeadMap, false, Assumes::Nothing},
        {ScoreTerms, "score_terms", ATTX_TR("model", "Terms of the score"),
         ATTX_TR(
             "model",
             "Why a head of the first layer looks there: what of its score is content, what position, what "
             "bias."),
         ATTX_TR("model", "logit of attention"),
         ATTX_TR(
             "model",
             "q · k / √d = content–content + content–position + position–content + position–position + bias"),
         "Ke et al. 2021, Rethinking Positional Encoding (TUPE)", Network, Terms, false,
         Assumes::LinearFirstLayer},
    }};
}
constexpr auto methodTable = everyMethod();

constexpr bool inOrder() {
    for (size_t i = 0; i < methodTable.size(); ++i)
        if (methodTable[i].method != static_cast<ExplainMethod>(i) ||
            (methodTable[i].shape == ExplainShape::Terms) != (i + 1 == methodTable.size()))
            return false;
    return true;
}
static_assert(inOrder(), "infoOf() looks a method up by its position; those that are no maps come last");

}  // namespace

std::span<const ExplainMethodInfo> explainMethods() { return methodTable; }

std::span<const ExplainMethodInfo> mapMethods() {
    return std::span(methodTable).first(methodTable.size() - 1);
}

const ExplainMethodInfo& infoOf(ExplainMethod method) { return methodTable[size_t(method)]; }

ExplainMethod explainMethodNamed(const std::string& name) {
    std::string names;
    for (const ExplainMethodInfo& info : methodTable) {
        if (name == info.name) return info.method;
        names.append(names.empty() ? "" : ", ").append(info.name);
    }
    throw inputError("Expected one of the explanations " + names + ", found \"" + name.substr(0, 60) + "\".");
}

std::string namesOfTargeted() {
    std::string names;
    for (const ExplainMethodInfo& info : methodTable)
        if (info.targeted) names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

std::string axesOf(ExplainShape shape, size_t rank) {
    using enum ExplainShape;
    switch (shape) {
        case Map:
            return "batch,query,key";
        case LayerMap:
            return "layer,batch,query,key";
        case HeadMap:
            return "layer,batch,head,query,key";
        case Scores:
            return rank == 1 ? "batch,input" : "batch,position,input";
        case Terms:
            return "batch,head,query,key";
    }
    return {};
}

}  // namespace attx
