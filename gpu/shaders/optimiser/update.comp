#version 450
// One step of the optimiser, clipped by the global norm (torch.nn.utils.clip_grad_norm_): Adam (Kingma & Ba
// 2015), AdamW (decoupled decay), Adam with L2, RMSprop (either of Keras) or SGD. Every group adds up the same partial norms in the
// same order; the first one reports the norm. An invocation takes four parameters.
#include "common.glsl"
layout(local_size_x = LARGE_GROUP) in;
layout(push_constant, std430) uniform Push { UpdateBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Gradient4 { vec4 gradient4[]; };
layout(set = 0, binding = 1, std430) readonly buffer Squares { float squares[]; };
layout(set = 0, binding = 2, std430) buffer Parameters4 { vec4 parameters4[]; };
layout(set = 0, binding = 3, std430) buffer First4 { vec4 first4[]; };
layout(set = 0, binding = 4, std430) buffer Second4 { vec4 second4[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Results { StepResult results[]; };
shared float part[LARGE_GROUP];

void main() {
    const uint lane = LANE, at = INVOCATION;
    float square = 0.0;
    for (uint first = lane; first < p.groups; first += 4u * LARGE_GROUP)
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {  // four are read at a time
            const uint i = first + k * LARGE_GROUP;
            const float other = squares[min(i, p.groups - 1u)];
            square += i < p.groups ? other : 0.0;
        }
    part[lane] = square;
    for (uint step = LARGE_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    barrier();
    const float norm = sqrt(part[0]);
    if (at == 0u) results[p.slot] = StepResult(norm, 0.0, 0.0, 0.0);
    if (4u * at >= p.count || 4u * at < p.frozen) return;
    const float clip = p.clipNorm > 0.0 ? min(1.0, p.clipNorm / (norm + 1e-6)) : 1.0;
    const StepData s = steps[p.slot];
    vec4 g = gradient4[at] * clip;
    if (p.kind == UPDATE_ADAM_L2) g += p.weightDecay * parameters4[at];
    if (p.kind == UPDATE_SGD) {
        parameters4[at] -= s.learningRate * g;
    } else if (p.kind == UPDATE_RMSPROP || p.kind == UPDATE_RMSPROP_KERAS3) {
        const vec4 v = p.rho * second4[at] + (1.0 - p.rho) * g * g;
        second4[at] = v;
        parameters4[at] -= s.learningRate * g / (p.kind == UPDATE_RMSPROP ? sqrt(v) + p.epsilon : sqrt(v + p.epsilon));
    } else {
        const vec4 m = p.beta1 * first4[at] + (1.0 - p.beta1) * g, v = p.beta2 * second4[at] + (1.0 - p.beta2) * g * g;
        first4[at] = m;
        second4[at] = v;
        const float decay = p.kind == UPDATE_ADAM ? s.learningRate * p.weightDecay : 0.0;
        parameters4[at] = parameters4[at] * (1.0 - decay) -
                          (s.learningRate * s.correction1) * m / (sqrt(v * s.correction2) + p.epsilon);
    }
}
