// Activations and poolings, apart from the rest of the configuration for the kernels, which include no
// template of the standard library.
#pragma once
#include "model/files/translatable.h"

namespace attx {

/// Element by element; of the feed-forward but for the last.
enum class Activation {
    Relu,      ///< max(x, 0)
    Gelu,      ///< x Φ(x), Φ the normal distribution function (Hendrycks & Gimpel 2016)
    GeluTanh,  ///< Its approximation there: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))
    Silu,      ///< x / (1 + exp(−x)) (Hendrycks & Gimpel 2016; Ramachandran et al. 2017, "Swish")
    Swiglu,  ///< Silu of a gate, which multiplies: silu(x W_gᵀ + b_g) ⊙ (x W₀ᵀ + b₀) (Shazeer 2020)
    Geglu,   ///< Gelu of a gate, which multiplies as Swiglu's (Shazeer 2020)
    Tanh,    ///< Only a pooler has it
};

/// The activations of the feed-forward, a row each.
struct ActivationInfo {
    Activation kind;
    const char* name;   ///< Spelling in JSON
    const char* label;  ///< Words in the form, in English
};
inline constexpr ActivationInfo activationTable[]{
    {Activation::Relu, "relu", ATTX_TR("model", "ReLU")},
    {Activation::Gelu, "gelu", ATTX_TR("model", "GELU")},
    {Activation::GeluTanh, "gelu_tanh", ATTX_TR("model", "GELU, tanh")},
    {Activation::Silu, "silu", ATTX_TR("model", "SiLU")},
    {Activation::Swiglu, "swiglu", ATTX_TR("model", "SwiGLU")},
    {Activation::Geglu, "geglu", ATTX_TR("model", "GEGLU")},
};
constexpr bool everyActivationHasItsRow() {
    int rows = 0;
    for (const ActivationInfo& info : activationTable)
        if (int(info.kind) != rows++) return false;
    return rows == int(Activation::Tanh);
}
static_assert(everyActivationHasItsRow(), "a row for each Activation of the feed-forward, in their order");

/// Whether a second linear layer, the gate, is activated and multiplies the first.
[[nodiscard]] constexpr bool isGated(Activation kind) {
    return kind == Activation::Swiglu || kind == Activation::Geglu;
}
/// What is done element by element: of a gated one, to the gate.
[[nodiscard]] constexpr Activation elementwise(Activation kind) {
    return kind == Activation::Swiglu  ? Activation::Silu
           : kind == Activation::Geglu ? Activation::Gelu
                                       : kind;
}

/// What a pooled answer is made of; over the positions that are no padding.
enum class PoolingKind {
    Max,    ///< the largest of each feature
    Mean,   ///< the mean of each feature
    First,  ///< the first position, as BERT's [CLS] (Devlin et al. 2018)
    Last,   ///< the last position, as GPT classifies (Radford et al. 2018)
    /// All of maxPositions positions side by side, each with all its features; those that a sequence has not
    /// are zeros.
    Flatten,
};

}  // namespace attx
