// By which kernels a program runs. Its operations are small; a kernel does several of them at once, such as a
// linear layer with its ReLU and dropout, so that the tensors between them are never stored. This concerns
// executions alone: all else reads the program.
#pragma once
#include <span>

#include "model/network/program_analysis.h"

namespace attx {

// Each is the operation it is named after, with what its kernel does before and behind it; `y` is the result
// of all.

/// y = dropout(y of the operation).
template <class Alone>
struct WithDropout : Alone {
    DropoutSite dropout = {};
};
using FusedLoad = WithDropout<LoadFeatures>;
using FusedActivate = WithDropout<Activate>;
using FusedMultiply = WithDropout<Multiply>;
using FusedPool = WithDropout<Pool>;

/// y = dropout(relu(x weightᵀ + bias)). Dropout before or after ReLU is the same.
struct FusedLinear : Linear {
    bool relu = false;
    DropoutSite dropout = {};
};

/// y = dropout(relu(norm(residual + branchDropout(x)))), or of x alone. Dropout of x changes it where it is
/// stored.
struct FusedNorm : Norm {
    std::optional<TensorId> residual = {};
    DropoutSite branchDropout = {};  ///< Dropout on x, before the sum
    bool relu = false;
    DropoutSite dropout = {};
};

using FusedOp =
    std::variant<Embed, FusedLoad, FusedLinear, Prepend, AddPositions, Add, FusedMultiply, FusedActivate,
                 Dropout, ShareKeys, Rotate, Attention, FusedNorm, FusedPool, CrossEntropy>;
using FusedOps = std::vector<FusedOp>;

/// The plan of a program, in its order and with its numbers of tensors and parameters. A tensor that no
/// operation of the plan names is not computed; those of `keep` are, the outputs of the layers, and the input
/// of the first with what it is made of.
[[nodiscard]] FusedOps fuse(const Program& program, std::span<const TensorId> keep = {});

[[nodiscard]] OpInfo opInfo(const Program& program, const FusedOp& op);

/// For each operation: the tensors of its addsGradientTo whose gradient is written already when its backward
/// runs, since backward visits the operations in reverse.
[[nodiscard]] std::vector<std::vector<TensorId>> gradientsAddedTo(const Program& program,
                                                                  const FusedOps& ops);

/// Does anything but an inspection need the gradient of this tensor? Not if its writer has nothing to pass it
/// on to: no input and no parameter.
[[nodiscard]] bool needsGradient(const Program& program, const FusedOps& ops, TensorId tensor);

/// For each tensor: does the plan name it?
[[nodiscard]] std::vector<bool> storedTensors(const Program& program, const FusedOps& ops);

}  // namespace attx
