#version 450
// Activate and Dropout: y = dropout(x), or of what an activation makes of x (ACTIVATE_RELU: max(x, 0)).
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Y { float y[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        const float result = F0 == ACTIVATE_RELU && x[i] < 0.0 ? 0.0 : x[i];
        y[i] = result * dropoutFactor(words, i, p.dropout, p.slot);
    }
}
