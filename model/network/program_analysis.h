// What can be read off a program without running it. Every operation says in one place what it reads, writes
// and computes (opInfo): one overload each, so that a new operation does not compile without. The other
// functions derive their answers from that.
#pragma once
#include <vector>

#include "model/network/program.h"

namespace attx {

struct OpInfo {
    std::vector<TensorId> reads = {};   ///< tensors; what comes from the bound table is none
    std::vector<TensorId> writes = {};  ///< the result first, then what backward or an inspection needs
    std::vector<ParameterId> parameters = {};  ///< read, and given a gradient by backward
    /// Those of `reads` whose gradient backward adds to if an operation behind has written it already. It
    /// overwrites the gradients of the others, which therefore have no other reader.
    std::vector<TensorId> addsGradientTo = {};
    double flops = 0;  ///< Floating-point operations of a sequence's products, forward (backward: twice)
};
[[nodiscard]] OpInfo opInfo(const Program& program, const Op& op);

/// For each tensor: the operations that read it, as indices into `ops`, a program's or a plan's.
template <class Operation>
[[nodiscard]] std::vector<std::vector<size_t>> readersOfTensors(const Program& program,
                                                                const std::vector<Operation>& ops) {
    std::vector<std::vector<size_t>> readers(program.tensors.size());
    for (size_t i = 0; i < ops.size(); ++i)
        for (const TensorId id : opInfo(program, ops[i]).reads) readers[id].push_back(i);
    return readers;
}

/// For each tensor: the operation that writes it, as an index too.
template <class Operation>
[[nodiscard]] std::vector<size_t> writersOfTensors(const Program& program,
                                                   const std::vector<Operation>& ops) {
    std::vector<size_t> writers(program.tensors.size());
    for (size_t i = 0; i < ops.size(); ++i)
        for (const TensorId id : opInfo(program, ops[i]).writes) writers[id] = i;
    return writers;
}

/// The encoder layer of an attention, from 0: its place in Program::attention.
[[nodiscard]] int layerOf(const Program& program, const Attention& attention);

/// Floating-point operations of the matrix products of one sequence, forward (backward: twice).
[[nodiscard]] double flopsPerSequence(const Program& program);

}  // namespace attx
