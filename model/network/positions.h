// Sinusoidal positional encoding, Vaswani et al. 2017, section 3.5.
#pragma once
#include <vector>

namespace attx {

/// [length, dim]: sin(pos / 10000^(i/dim)) in even dimensions i, cos of the same angle in i + 1.
/// An odd `dim` ends with a sine.
[[nodiscard]] std::vector<float> positionalEncoding(int length, int dim);

}  // namespace attx
