#version 450
// Activate and Dropout: y = dropout(x), or of what an activation makes of x.
#include "common.glsl"
#include "activation.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Y { float y[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        y[i] = activation(F0, x[i]) * dropoutFactor(words, i, p.dropout, p.slot);
    }
}
