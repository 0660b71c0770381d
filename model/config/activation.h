// Apart from the configuration, for the kernels, which include no template of the standard library.
#pragma once

namespace attx {

/// Of the feed-forward, element by element.
enum class Activation {
    Relu,      ///< max(x, 0)
    Gelu,      ///< x Φ(x), Φ the normal distribution function (Hendrycks & Gimpel 2016)
    GeluTanh,  ///< Its approximation there: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))
    Silu,      ///< x / (1 + exp(−x)) (Hendrycks & Gimpel 2016; Ramachandran et al. 2017, "Swish")
};

}  // namespace attx
