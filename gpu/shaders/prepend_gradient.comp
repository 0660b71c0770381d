#version 450
// Prepend, backward: dx[B, T - 1, C] from dy[B, T, C], and what the token gets, which is summed up as a bias is:
// first[B, C].
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { PrependBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) writeonly buffer DX { float dx[]; };
layout(set = 0, binding = 2, std430) writeonly buffer First { float first[]; };

void main() {
    const uint C = p.channels, T = p.positions, count = p.batch * T * C;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint c = i % C, t = i / C % T, b = i / C / T;
        if (t == 0u)
            first[b * C + c] = dy[i];
        else
            dx[(b * (T - 1u) + t - 1u) * C + c] = dy[i];
    }
}
