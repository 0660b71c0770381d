// What can be read off a program without running it. Every operation says in one place what it reads, writes
// and computes (opInfo), and where it names its tensors (visitTensors): one overload each, so that a new
// operation does not compile without. The other functions derive their answers from that.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "model/network/program.h"

namespace attx {

/// A pooling over positions: y [C], and the position that each of its features was taken from, argmax [C].
struct Pooling {
    TensorId y, argmax;
};

struct OpInfo {
    std::vector<TensorId> reads = {};   ///< tensors; what comes from the bound table is none
    std::vector<TensorId> writes = {};  ///< the result first, then what backward or an inspection needs
    std::vector<ParameterId> parameters = {};  ///< read, and given a gradient by backward
    /// The one of `reads` whose gradient backward adds to if an operation behind has written it already. It
    /// overwrites the gradients of the others, which therefore have no other reader.
    std::optional<TensorId> addsGradientTo = std::nullopt;
    double flops = 0;  ///< of the matrix products of one sequence, forward (backward: twice)
    std::optional<Pooling> pooling = std::nullopt;
};
[[nodiscard]] OpInfo opInfo(const Program& program, const Op& op);

/// Calls visit(id) for every tensor that an operation names; it may give the tensor another number.
void visitTensors(Op& op, const std::function<void(TensorId&)>& visit);

/// For each operation: the gradient of its addsGradientTo is written already when its backward runs, since
/// backward visits the operations in reverse.
[[nodiscard]] std::vector<bool> accumulatingOps(const Program& program);

/// For each tensor: the operations that read it, as indices into Program::ops.
[[nodiscard]] std::vector<std::vector<size_t>> readersOfTensors(const Program& program);

/// Does anything but an inspection need the gradient of this tensor? Not if its writer has nothing to pass it
/// on to: no input and no parameter.
[[nodiscard]] bool needsGradient(const Program& program, TensorId tensor);

/// The encoder layer of an attention, from 0: its place in Program::attention.
[[nodiscard]] int layerOf(const Program& program, const Attention& attention);

/// The pooling of OutputKind::Pooled; none for the others.
[[nodiscard]] std::optional<Pooling> poolingOf(const Program& program);

/// Floating-point operations of the matrix products of one sequence, forward (backward: twice).
[[nodiscard]] double flopsPerSequence(const Program& program);

}  // namespace attx
