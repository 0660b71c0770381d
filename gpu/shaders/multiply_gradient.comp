#version 450
// Multiply, backward: da = dropout's factor times dy b, db = the same times dy a.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 2, std430) readonly buffer B { float b[]; };
layout(set = 0, binding = 3, std430) writeonly buffer DA { float da[]; };
layout(set = 0, binding = 4, std430) writeonly buffer DB { float db[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        const float d = dy[i] * dropoutFactor(words, i, p.dropout, p.slot);
        da[i] = d * b[i];
        db[i] = d * a[i];
    }
}
