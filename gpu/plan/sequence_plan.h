// The training step of a small network as the list that sequence.comp works off: one work group owns a
// sequence and keeps its tensors on the chip.
#pragma once
#include <string>
#include <variant>

#include "gpu/plan/plan.h"
#include "model/network/fuse.h"

namespace attx::gpu {

struct SequencePlan {
    std::vector<SequenceOp> operations;
    int64_t partialFloats = 0;                  ///< Floats of one sequence's partial sums
    std::vector<GradientPlace> gradientPlaces;  ///< Partial sums of the whole batch, one for each sequence
};

/// Or why a training step is not one kernel, in half a sentence: the tensors of a sequence do not fit the
/// chip, their sums the memory, or an operation is one that sequence.comp does not know.
[[nodiscard]] std::variant<SequencePlan, std::string> makeSequencePlan(const Program& program,
                                                                       const FusedOps& ops,
                                                                       const SessionOptions& options,
                                                                       const Traits& traits);

}  // namespace attx::gpu
