#version 450
// LoadFeatures: y[N, D] = dropout(features of the step's rows).
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push { FeaturesBlock p; };
layout(set = 0, binding = 0, std430) writeonly buffer Y { float y[]; };

void main() {
    const uint N = p.rows, D = p.width;
    for (uint i = gl_GlobalInvocationID.x; i < N * D; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        MaskWords words = noWords();
        y[i] = features[uint(rows[p.slot * N + i / D]) * D + i % D] * dropoutFactor(words, i, p.dropout, p.slot);
    }
}
