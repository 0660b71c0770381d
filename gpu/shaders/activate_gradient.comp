#version 450
// Activate, backward: dx = dropout's factor times the derivative at x, times dy.
#include "common.glsl"
#include "activation.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DX { float dx[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        dx[i] = dy[i] * activationSlope(F0, x[i]) * dropoutFactor(words, i, p.dropout, p.slot);
    }
}
