#version 450
// Attention: the values [B, T, NH HS], or their gradient, times the gate of their head, in place.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
layout(set = 0, binding = 0, std430) buffer Y { float y[]; };
layout(set = 0, binding = 1, std430) readonly buffer Gates { float gates[]; };  // [NH]

void main() {
    const uint count = p.batch * p.positions * p.heads * p.width;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * SMALL_GROUP) {
        const float gate = gates[i / p.width % p.heads];
        if (gate != 1.0) y[i] *= gate;
    }
}
