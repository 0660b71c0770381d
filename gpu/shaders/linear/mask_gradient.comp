#version 450
// dy = dy times what ReLU (MASK_RELU: where y > 0, and dropout's scale with it) or dropout alone let through.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ElementBlock p; };
layout(set = 0, binding = 0, std430) buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { float y[]; };

void main() {
    for (uint i = INVOCATION; i < p.count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        if (F0 == MASK_RELU)
            dy[i] = y[i] > 0.0 ? dy[i] * p.dropout.scale : 0.0;
        else
            dy[i] *= dropoutFactor(words, i, p.dropout, p.slot);
    }
}
