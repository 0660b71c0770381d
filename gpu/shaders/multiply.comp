#version 450
// Multiply: y = dropout(a b).
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { float b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        y[i] = a[i] * b[i] * dropoutFactor(words, i, p.dropout, p.slot);
    }
}
