#version 450
// Prepend: y[B, T, C] is a token [C] in front of x[B, T - 1, C].
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { PrependBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) readonly buffer Token { float token[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[]; };

void main() {
    const uint C = p.channels, T = p.positions, count = p.batch * T * C;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint c = i % C, t = i / C % T, b = i / C / T;
        y[i] = t == 0u ? token[c] : x[(b * (T - 1u) + t - 1u) * C + c];
    }
}
