#version 450
// One step of the optimiser, clipped by the global norm (torch.nn.utils.clip_grad_norm_): Adam (Kingma & Ba
// 2015), AdamW (decoupled decay) or RMSprop (Keras). Every group adds up the same partial norms in the
// same order; the first one reports the norm.
#include "common.glsl"
layout(local_size_x = 256) in;
layout(push_constant, std430) uniform Push { UpdateBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Gradient { float gradient[]; };
layout(set = 0, binding = 1, std430) readonly buffer Squares { float squares[]; };
layout(set = 0, binding = 2, std430) buffer Parameters { float parameters[]; };
layout(set = 0, binding = 3, std430) buffer First { float first[]; };
layout(set = 0, binding = 4, std430) buffer Second { float second[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Results { StepResult results[]; };
shared float part[256];

void main() {
    const uint lane = gl_LocalInvocationID.x;
    float square = 0.0;
    for (uint i = lane; i < p.groups; i += 256u) square += squares[i];
    part[lane] = square;
    for (uint step = 128u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    barrier();
    const float norm = sqrt(part[0]);
    if (gl_GlobalInvocationID.x == 0u) results[p.slot] = StepResult(norm, 0.0, 0.0, 0.0);
    const float clip = p.clipNorm > 0.0 ? min(1.0, p.clipNorm / (norm + 1e-6)) : 1.0;
    const StepData s = steps[p.slot];
    for (uint e = 0u; e < 4u; ++e) {
        const uint i = gl_WorkGroupID.x * 1024u + e * 256u + lane;
        if (i >= p.count) break;
        const float g = gradient[i] * clip;
        if (p.kind == 1u) {
            const float v = p.rho * second[i] + (1.0 - p.rho) * g * g;
            second[i] = v;
            parameters[i] -= s.learningRate * g / (sqrt(v) + p.epsilon);
        } else {
            const float m = p.beta1 * first[i] + (1.0 - p.beta1) * g, v = p.beta2 * second[i] + (1.0 - p.beta2) * g * g;
            first[i] = m;
            second[i] = v;
            parameters[i] = parameters[i] * (1.0 - s.learningRate * p.weightDecay) -
                            (s.learningRate * s.correction1) * m / (sqrt(v * s.correction2) + p.epsilon);
        }
    }
}
