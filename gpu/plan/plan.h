// The plan of a program on a GPU, made without one: which kernels run in which order on which stretches of
// memory, and where in one arena these lie. Recording and submitting it is recorder.h's and
// vulkan_session.cpp's.
#pragma once
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "gpu/plan/traits.h"
#include "gpu/shaders/blocks.h"
#include "model/network/backend.h"

namespace attx::gpu {

/// Floats that every stretch of memory is aligned to: 256 bytes, which every device accepts.
constexpr int64_t alignment = 64;
constexpr int64_t aligned(int64_t floats) { return (floats + alignment - 1) / alignment * alignment; }
constexpr uint32_t ceilDiv(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

/// A stretch of memory, known to kernels by its number.
struct PlanBuffer {
    std::string name;
    int64_t floats = 0;
    bool kept = false;     ///< outlives a step; otherwise it shares memory with others
    bool results = false;  ///< lies in the memory that is copied for the CPU, not in the arena
    int64_t at = 0;        ///< first float in the arena or the results; a multiple of `alignment`
};

enum class Access { Read, Write, ReadWrite };

/// Binding i of a kernel: floats [first, first + floats) of a buffer.
struct Use {
    int buffer = 0;
    Access access = Access::Read;
    int64_t first = 0, floats = 0;
};

using Flags = std::array<uint32_t, 2>;  ///< a kernel's specialisation constants F0 and F1: see blocks.h
constexpr uint32_t when(bool condition, uint32_t flag) { return condition ? flag : 0; }

/// A kernel, and what it is among the entries of sequence.comp's list.
struct Kernel {
    std::string name;  ///< Name of the shader: "norm_forward"
    uint sequence;     ///< SEQUENCE_NORM_FORWARD ...; SEQUENCE_NONE: it cannot be part of a sequence
    Kernel(std::string shader, uint entry = SEQUENCE_NONE) : name(std::move(shader)), sequence(entry) {}
};

/// One kernel to run.
struct Dispatch {
    std::string kernel;             ///< a shader's name: "norm_forward"
    uint sequence = SEQUENCE_NONE;  ///< see Kernel
    Flags flags{};
    std::vector<Use> uses;             ///< Buffers in the order of its bindings
    std::array<uint32_t, 32> block{};  ///< what is pushed; word 0 is the slot
    uint32_t blockBytes = 0;
    std::array<uint32_t, 3> groups{1, 1, 1};
    std::string label;  ///< what it works for: "layers.0.qkv"

    template <class Block>
    void push(const Block& values) {
        static_assert(sizeof(Block) <= sizeof block);
        std::memcpy(block.data(), &values, sizeof values);
        blockBytes = sizeof values;
    }
};
using Dispatches = std::vector<Dispatch>;

struct Plan {
    std::vector<PlanBuffer> buffers;
    std::vector<int> values, gradients;  ///< Index into `buffers` for each tensor; -1: there is none
    int parameters = -1, first = -1, second = -1, gradient = -1, partials = -1, places = -1, positions = -1,
        turns = -1;
    int stepResults = -1, lossParts = -1;
    /// What is switched off outside of training: gates [layers, NH], a layer at a multiple of `alignment`,
    /// and hidden keys [T], 1 for each.
    int gates = -1, hidden = -1;
    /// On the device each parameter begins at a multiple of `alignment` floats.
    std::vector<int64_t> parameterAt;
    int64_t parameterFloats = 0;
    /// For each 64 floats of them; behind these, the first float and the count of each parameter that can
    /// cancel.
    std::vector<GradientPlace> gradientPlaces;
    uint32_t lossGroups = 0,
             trainLossGroups = 0;  ///< parts of the loss that evaluate and train leave for a step

    /// What sequence.comp works off, for small networks; empty: each operation has kernels of its own.
    std::vector<SequenceOp> operations;
    std::string whyManyKernels;  ///< Why that list is empty, in half a sentence
    int operationList = -1;
    Dispatches train;         ///< forward with dropout, loss, backward, optimiser
    Dispatches evaluate;      ///< forward without dropout, loss
    Dispatches forward;       ///< Forward pass without dropout
    Dispatches lossGradient;  ///< Gradient of the loss by the logits
    Dispatches backward;      ///< Backward pass that belongs to `forward`
    /// Rows of a step, [B T], that the caller sorts by token and uploads behind the rows of all slots; 0:
    /// none.
    int64_t sortedRows = 0;
    static constexpr size_t updates = 1;  ///< the last dispatches of train, which change what is kept

    int64_t arenaFloats = 0, resultFloats = 0;
};

/// Plan::sortedRows, which needs no plan.
[[nodiscard]] int64_t sortedRowsOf(const Program& program, const SessionOptions& options);

/// The static memory plan: which stretches of the arena a plan's buffers take (arena.cpp).
/// Gives every buffer its place and the plan its sizes. In each of `lists`, of which one runs at a time, a
/// buffer that is not kept lives from the first to the last dispatch that uses it; buffers that never live
/// together share memory. A list that runs a part of one of them in its order is safe, too. `rounds`:
/// dispatches between two barriers run side by side, so that none has to wait for memory; otherwise each
/// waits for the one before.
void placeBuffers(Plan& plan, const std::vector<const Dispatches*>& lists, bool rounds);

/// Results of `slots` steps are kept apart. Throws Error::Kind::Input, naming the sizes, for what the
/// device's limits do not allow.
[[nodiscard]] Plan makePlan(const Program& program, const SessionOptions& options, const Traits& traits,
                            uint32_t slots);

}  // namespace attx::gpu
