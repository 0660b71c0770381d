// Runs the operations of a program's plan on a few sequences at a time. One executor belongs to one thread.
#pragma once
#include <atomic>
#include <vector>

#include "model/data/dataset.h"
#include "model/native/kernels.h"
#include "model/native/workspace.h"
#include "model/network/fuse.h"
#include "model/network/positions.h"

namespace attx {

/// What stays the same over a step, for every thread.
struct StepContext {
    const Table* table = nullptr;
    const int32_t* rows = nullptr;    ///< [batch * rowsPerSequence] of this step
    const int32_t* labels = nullptr;  ///< [batch * rows of the loss]; for loss()
    const float* parameters = nullptr;
    const float* headGates = nullptr;       ///< [layers * heads], or null: all on
    const uint8_t* maskedTokens = nullptr;  ///< [T], 1: no key; or null: none
    uint64_t seed = 0;
    uint32_t step = 0;
    bool dropout = false;  ///< training
    float lossScale = 0;   ///< 1 / labelled positions in the batch
    float smoothing = 0;   ///< Label smoothing, see Kernels::crossEntropy.
    /// Once it is true, forward() and backward() end after the operation under way; may be null.
    const std::atomic<bool>* interrupt = nullptr;
    [[nodiscard]] bool interrupted() const { return interrupt && interrupt->load(std::memory_order_relaxed); }
};

/// A stretch of the batch and where its tensors lie.
struct Slice {
    int64_t first = 0;           ///< sequence in the batch
    int64_t count = 0;           ///< sequences
    int64_t workspaceFirst = 0;  ///< sequence in the workspace
};

class Executor {
public:
    /// A tensor without a place among the gradients has none, and nothing is computed for it.
    Executor(const Program& program, const FusedOps& ops, const Kernels& kernels, const Layouts& layouts,
             float* values, float* gradients);
    /// Where gradients are, of a session that has memory for them only once they are asked for.
    void useGradients(float* gradients) { gradients_ = gradients; }
    /// Floats that an executor has beside the workspaces.
    [[nodiscard]] static int64_t scratchFloats(const Program& program, const FusedOps& ops);

    /// Takes up the slice's tokens and lengths from the table; comes before loss() and backward().
    void gather(const StepContext& context, const Slice& slice);
    /// gather(), and every operation but the loss.
    void forward(const StepContext& context, const Slice& slice);
    /// Loss of the slice's logits; with `gradient` also their gradient, scaled by lossScale.
    void loss(const StepContext& context, const Slice& slice, LossSums& sums, bool gradient);
    /// From the gradient of the logits down. parameterGradient [parameterCount] is added to; null: none is
    /// found.
    void backward(const StepContext& context, const Slice& slice, float* parameterGradient);

private:
    struct Pass;  // one operation's view of a slice

    const Program& program_;
    const FusedOps& ops_;
    const Kernels& kernels_;
    const Layouts& layouts_;
    float* values_;
    float* gradients_;
    AlignedBuffer scratch_;
    AlignedBuffer unused_;          ///< [C], gradient of a norm's weight where none is wanted
    std::vector<float> positions_;  ///< [T, C]
    const Turns turns_;             ///< The turns of rotary positions
    const std::vector<std::vector<TensorId>> addsTo_;  ///< gradientsAddedTo()
    const size_t firstTrained_;  ///< The operation of ops_ in front of which no parameter is trained
    std::vector<int32_t> tokens_, types_, lengths_;  ///< The rows of the slice, gathered from the table
    std::vector<float> logCounts_;                   ///< Logarithms of Table::counts, gathered for the slice
};

}  // namespace attx
