// A stretch of a network as a program of its own, which begins with given activations instead of tokens or
// features: an explanation that changes an activation runs only what follows from it, by any backend.
#pragma once
#include "model/network/program.h"

namespace attx {

/// The operations that make `to` of `from`, in a program that reads `from` as features, [T, width], and
/// answers with `to`: the logits, or any other tensor [T, width]. Numbers of tensors, parameters and layers
/// stay those of the whole. Dropout must be off. Throws Error::Kind::Input, naming both, where `to` is not
/// made of `from` alone.
[[nodiscard]] Program cut(const Program& whole, TensorId from, TensorId to);

}  // namespace attx
