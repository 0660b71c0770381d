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

/// The kind of a kernel's entry; nothing: sequence.comp has none for it.
std::optional<uint> kindOf(const std::string& kernel) {
    struct Name {
        const char* prefix;
        uint kind;
    };
    // A name comes before those that it begins with.
    static constexpr Name names[] = {{"embed_forward", SEQUENCE_EMBED_FORWARD},
                                     {"embed_backward", SEQUENCE_EMBED_BACKWARD},
                                     {"product_forward", SEQUENCE_PRODUCT_FORWARD},
                                     {"product_input_gradient", SEQUENCE_PRODUCT_INPUT_GRADIENT},
                                     {"product_weight_gradient", SEQUENCE_PRODUCT_WEIGHT_GRADIENT},
                                     {"attention_forward", SEQUENCE_ATTENTION_FORWARD},
                                     {"attention_backward", SEQUENCE_ATTENTION_BACKWARD},
                                     {"norm_forward", SEQUENCE_NORM_FORWARD},
                                     {"norm_backward_residual", SEQUENCE_NORM_BACKWARD_RESIDUAL},
                                     {"norm_backward", SEQUENCE_NORM_BACKWARD},
                                     {"norm_parameters", SEQUENCE_NORM_PARAMETERS},
                                     {"cross_entropy_gradient", SEQUENCE_CROSS_ENTROPY},
                                     {"add_positions", SEQUENCE_ADD_POSITIONS},
                                     {"copy_gradient", SEQUENCE_COPY_GRADIENT},
                                     {"mask_gradient", SEQUENCE_MASK_GRADIENT}};
    const auto* name = std::find_if(std::begin(names), std::end(names),
                                    [&](const Name& n) { return kernel.starts_with(n.prefix); });
    return name == std::end(names) ? std::nullopt : std::optional(name->kind);
}

}  // namespace

std::optional<SequencePlan> makeSequencePlan(const Program& program, const SessionOptions& options,
                                             const Traits& traits) {
    if (!traits.fuse || options.keepTensors || program.length > longest || program.loss().classes == 1 ||
        static_cast<uint32_t>(options.batch) > traits.groups[0] || traits.sharedBytes < sequenceFloats * 4)
        return std::nullopt;
    SessionOptions one = options;
    one.batch = 1;
    Traits whole = traits;
    whole.sequence = true;
    whole.tile = nullptr;  // its products have no tiles
    PlanBuilder builder(program, one, whole, 1);
    builder.forward(true);
    builder.loss(true);
    builder.backward(true);
    builder.moveTo(builder.plan().train);
    Plan plan = builder.take();
    for (PlanBuffer& buffer : plan.buffers) buffer.results |= buffer.kept;  // not on the chip
    placeBuffers(plan, plan.train);

    SequencePlan sequence;
    sequence.partialFloats = plan.buffers[static_cast<size_t>(plan.partials)].floats;
    if (plan.arenaFloats > sequenceFloats - sequenceSums ||
        sequence.partialFloats * options.batch * 4 > std::min(mostPartialBytes, traits.bindingBytes))
        return std::nullopt;
    for (const Dispatch& dispatch : plan.train) {
        const std::optional<uint> kind = kindOf(dispatch.kernel);
        if (!kind) return std::nullopt;
        SequenceOp& op = sequence.operations.emplace_back();
        op.kind = *kind;
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
