#version 450
// AddPositions: y = x + positions, which repeat with every sequence.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) readonly buffer Positions { float positions[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x)
        y[i] = x[i] + positions[i % p.period];
}
