#version 450
// dx = dy, or dx += dy (COPY_ADDS).
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) buffer DX { float dx[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x)
        dx[i] = F0 == COPY_ADDS ? dx[i] + dy[i] : dy[i];
}
