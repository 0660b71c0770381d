#include "gpu/plan/sequence_plan.h"

#include <algorithm>

#include "gpu/plan/arena.h"
#include "gpu/plan/plan_builder.h"

namespace attx::gpu {
namespace {

// Longer sequences have more work in a softmax's row than an invocation should do alone, and partial sums of
// all sequences that take more memory than this are read more slowly than larger kernels compute them.
constexpr int longest = 64;
constexpr int64_t mostPartialBytes = 32 << 20;

}  // namespace

std::optional<SequencePlan> makeSequencePlan(const Program& program, const FusedOps& ops,
                                             const SessionOptions& options, const Traits& traits) {
    if (!traits.fuse || options.keepTensors || program.length > longest || program.loss().classes == 1 ||
        static_cast<uint32_t>(options.batch) > traits.groups[0] || traits.sharedBytes < SEQUENCE_FLOATS * 4)
        return std::nullopt;
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
    sequence.partialFloats = plan.buffers[static_cast<size_t>(plan.partials)].floats;
    if (plan.arenaFloats > int64_t{SEQUENCE_FLOATS - SEQUENCE_SUMS} ||
        sequence.partialFloats * options.batch * 4 > std::min(mostPartialBytes, traits.bindingBytes))
        return std::nullopt;
    for (const Dispatch& dispatch : plan.train) {
        if (dispatch.sequence == SEQUENCE_NONE) return std::nullopt;
        SequenceOp& op = sequence.operations.emplace_back();
        op.kind = dispatch.sequence;
        std::copy_n(dispatch.flags.begin(), dispatch.flags.size(), op.flags);
        std::copy_n(dispatch.block.begin(), dispatch.block.size(), op.block);
        for (size_t i = 0; i < dispatch.uses.size(); ++i) {
            const PlanBuffer& buffer = plan.buffers[static_cast<size_t>(dispatch.uses[i].buffer)];
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
