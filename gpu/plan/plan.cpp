#include "gpu/plan/plan.h"

#include <variant>

#include "gpu/plan/plan_builder.h"
#include "gpu/plan/sequence_plan.h"
#include "model/files/error.h"

namespace attx::gpu {
namespace {

/// Limits that a dispatch must keep, whatever it computes.
void requireWithinLimits(const Plan& plan, const Traits& traits) {
    const auto megabytes = [](int64_t bytes) {
        return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MB";
    };
    for (const Dispatches* list : {&plan.train, &plan.evaluate, &plan.backward})
        for (const Dispatch& dispatch : *list) {
            for (const Use& use : dispatch.uses)
                if (const int64_t bytes = use.floats * int64_t{sizeof(float)}; bytes > traits.bindingBytes)
                    throw inputError("The network needs " + megabytes(bytes) + " for " +
                                     plan.buffers[use.buffer].name + ", and the device takes at most " +
                                     megabytes(traits.bindingBytes) +
                                     " at a time. Choose a smaller batch or length.");
            for (size_t i = 0; i < dispatch.groups.size(); ++i)
                if (dispatch.groups[i] > traits.groups[i])
                    throw inputError("The network needs " + std::to_string(dispatch.groups[i]) +
                                     " work groups for " + dispatch.label +
                                     ", and the device takes at most " + std::to_string(traits.groups[i]) +
                                     ". Choose a smaller batch or length.");
        }
    if (const int64_t bytes = plan.arenaFloats * int64_t{sizeof(float)}; bytes > traits.arenaBytes)
        throw inputError("The network needs " + megabytes(bytes) + " on the device, which gives at most " +
                         megabytes(traits.arenaBytes) + ". Choose a smaller batch, width or length.");
}

}  // namespace

Plan makePlan(const Program& program, const SessionOptions& options, const Traits& traits, uint32_t slots) {
    const FusedOps ops = fuse(program, options.keep);
    PlanBuilder builder(program, ops, options, traits, slots);
    builder.forward(false);
    builder.moveTo(builder.plan().forward);
    builder.plan().evaluate = builder.plan().forward;
    builder.loss(false);
    builder.appendTo(builder.plan().evaluate);
    if (options.train) {
        const auto sequence = makeSequencePlan(program, ops, options, traits);
        if (const auto* whole = std::get_if<SequencePlan>(&sequence)) {
            builder.sequence(*whole);
        } else {
            builder.plan().whyManyKernels = std::get<std::string>(sequence);
            builder.forward(true);
            builder.loss(true);
            builder.backward(true);
        }
        builder.update();
        builder.moveTo(builder.plan().train);
        if (options.keepTensors) {
            builder.loss(true);
            builder.moveTo(builder.plan().lossGradient);
            builder.backward(false);
            builder.reduce();
            builder.moveTo(builder.plan().backward);
        }
    }
    Plan plan = builder.take();
    placeBuffers(plan, {&plan.train, &plan.evaluate}, true);
    requireWithinLimits(plan, traits);
    return plan;
}

}  // namespace attx::gpu
