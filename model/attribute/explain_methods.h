// The methods of explanation: one table of what each is called, shows and comes from. The command line, the
// page, the figures and the files take them from here.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "model/attribute/assumptions_of_methods.h"

namespace attx {

enum class ExplainMethod {
    StandardFirst,
    StandardLast,
    Rollout,
    RolloutElementwise,
    Flow,
    AttentionXGradient,
    Relevance,
    InputXGradient,
    IntegratedGradients,
    Occlusion,
    ValueZeroing,
    ValueZeroingRollout,
    Norms,
    NormsPerHead,
    ScoreTerms,
};

/// What a method needs besides the attention weights.
enum class ExplainNeeds {
    Attention,  ///< nothing
    Gradient,   ///< the gradient of the explained score by the attention weights
    Network,    ///< parts of the network are run again
};

/// The shape of what a method says of one sequence: L layers, NH heads, T tokens. Row i tells about the
/// output at position i, column j about the input token j.
enum class ExplainShape {
    Map,       ///< [T, T]
    LayerMap,  ///< [L, T, T]
    HeadMap,   ///< [L, NH, T, T]
    Scores,    ///< [P, T], a row for each explained score; [T] where there is only one
    Terms,     ///< [5, NH, T, T]: several maps of the first layer, by the names of scoreTermNames
};

struct ExplainMethodInfo {
    ExplainMethod method;
    const char* name;      ///< "rollout": on the command line and of the result's array
    const char* title;     ///< Title shown to the user
    const char* sentence;  ///< what a map shows, in plain words
    const char* unit;      ///< Unit of the values; only maps of one unit can be subtracted from each other
    const char* formula;
    const char* source;  ///< the paper
    ExplainNeeds needs;
    ExplainShape shape;
    bool targeted;  ///< depends on the target: position and class
    Assumes assumes;
    /// Why a network has no such explanation of its samples, as a sentence; null: it has.
    [[nodiscard]] const char* whyNot(const NetworkConfig& network, SampleKind samples) const {
        return whyNotAssumed(assumes, network, samples);
    }
};
/// All of them, in the order of the enumeration.
[[nodiscard]] std::span<const ExplainMethodInfo> explainMethods();
/// Those that are drawn as maps: the first ones of explainMethods().
[[nodiscard]] std::span<const ExplainMethodInfo> mapMethods();
[[nodiscard]] const ExplainMethodInfo& infoOf(ExplainMethod method);
/// Throws Error::Kind::Input that lists the names there are.
[[nodiscard]] ExplainMethod explainMethodNamed(const std::string& name);
/// "attention_x_gradient, relevance, ...": of those that are targeted.
[[nodiscard]] std::string namesOfTargeted();

/// The axes of a method's tensor for several sequences, "layer,batch,query,key"; `rank` is that of one
/// sequence's array.
[[nodiscard]] std::string axesOf(ExplainShape shape, size_t rank);

}  // namespace attx
