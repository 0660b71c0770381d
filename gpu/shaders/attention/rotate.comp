#version 450
// Rotary positions: qkv [B, T, NH 3 HS] with queries and keys turned by their positions; F0: ROTATE_BACK, which is
// backward. turns [2, T, HS / 2]: cosines and sines.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) readonly buffer Turns { float turns[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[]; };

void main() {
    const uint HS = p.width, half_ = HS / 2u, line = 3u * p.heads * HS, count = p.batch * p.positions * line;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        if (i / HS % 3u == 2u) {
            y[i] = x[i];
            continue;
        }
        const uint d = i % HS, at = i / line % p.positions * half_ + d % half_;
        const float sine = turns[p.positions * half_ + at] * (F0 == ROTATE_BACK ? -1.0 : 1.0);
        y[i] = x[i] * turns[at] + (d < half_ ? -x[i + half_] : x[i - half_]) * sine;
    }
}
