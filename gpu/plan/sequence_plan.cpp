#include "gpu/plan/sequence_plan.h"

#include <algorithm>

#include "gpu/plan/plan_builder.h"

namespace attx::gpu {
namespace {

// Longer sequences have more work in a softmax's row than an invocation should do alone, and partial sums of
// all sequences that take more memory than this are read more slowly than larger kernels compute them.
constexpr int longest = 64;
constexpr int64_t mostPartialBytes = 32 << 20;

}  // namespace

std::variant<SequencePlan, std::string> makeSequencePlan(const Program& program, const FusedOps& ops,
                                                         const SessionOptions& options,
                                                         const Traits& traits) {
    const auto kilobytes = [](int64_t bytes) { return std::to_string((bytes + 1023) / 1024) + " KB"; };
    if (!traits.fuse) return "this device runs each operation faster by itself";
    if (options.keepTensors) return "its tensors are kept";
    if (program.length > longest)
        return "its sequences of " + std::to_string(program.length) + " positions are longer than " +
               std::to_string(longest);
    if (program.loss().classes == 1) return "it answers with a member of a set";
    if (uint32_t(options.batch) > traits.groups[0])
        return "a batch of " + std::to_string(options.batch) + " needs more work groups than the " +
               std::to_string(traits.groups[0]) + " of this device";
    if (traits.sharedBytes < SEQUENCE_FLOATS * 4)
        return "a work group of this device shares " + kilobytes(traits.sharedBytes) + " and not " +
               kilobytes(SEQUENCE_FLOATS * 4);
    SessionOptions one = options;
    one.batch = 1;
    Traits whole = traits;
    whole.sequence = true;
    whole.tile = nullptr;  // its products have no tiles
    PlanBuilder builder(program, ops, one, whole, 1);
    builder.forward(true);
    builder.loss(true);
    builder.backward(true);
    builder.moveTo(builder.plan().train);
    Plan plan = builder.take();
    for (PlanBuffer& buffer : plan.buffers) buffer.results |= buffer.kept;  // not on the chip
    placeBuffers(plan, {&plan.train}, false);

    SequencePlan sequence;
    sequence.partialFloats = plan.buffers[plan.partials].floats;
    constexpr int64_t mostFloats = SEQUENCE_FLOATS - SEQUENCE_SUMS;
    for (const Dispatch& dispatch : plan.train)
        if (dispatch.sequence == SEQUENCE_NONE)
            return "it has no part for " + dispatch.kernel + " " + dispatch.label;
    if (plan.arenaFloats > mostFloats)
        return "the tensors of a sequence take " + kilobytes(plan.arenaFloats * 4) + ", more than the " +
               kilobytes(mostFloats * 4) + " of a work group";
    if (const int64_t most = std::min(mostPartialBytes, traits.bindingBytes),
        bytes = sequence.partialFloats * options.batch * 4;
        bytes > most)
        return "the gradients of all sequences take " + kilobytes(bytes) + ", more than " + kilobytes(most);
    for (const Dispatch& dispatch : plan.train) {
        SequenceOp& op = sequence.operations.emplace_back();
        op.kind = dispatch.sequence;
        std::copy_n(dispatch.flags.begin(), dispatch.flags.size(), op.flags);
        std::copy_n(dispatch.block.begin(), dispatch.block.size(), op.block);
        for (size_t i = 0; i < dispatch.uses.size(); ++i) {
            const PlanBuffer& buffer = plan.buffers[dispatch.uses[i].buffer];
            op.places[i] = static_cast<uint>(dispatch.uses[i].first + (buffer.results ? 0 : buffer.at));
        }
    }
    sequence.gradientPlaces = plan.gradientPlaces;
    for (GradientPlace& place : sequence.gradientPlaces)
        if (place.count > 0) {
            place.stride = static_cast<uint>(sequence.partialFloats);
            place.count = static_cast<uint>(options.batch);
        }
    return sequence;
}

}  // namespace attx::gpu
