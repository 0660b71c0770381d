#version 450
// LoadFeatures: y[N, D] = dropout(features of the step's rows). An invocation takes four elements at a time, which
// have one call of Philox in common. FEATURES_FOURS: D is a multiple of 4.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { FeaturesBlock p; };
layout(set = 0, binding = 0, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 0, std430) writeonly buffer Y4 { vec4 y4[]; };
layout(set = 1, binding = 3, std430) readonly buffer Features4 { vec4 features4[]; };
// Of element i of y.
uint featureAt(uint i) { return uint(rows[p.slot * p.rows + i / p.width]) * p.width + i % p.width; }

void main() {
    const uint count = p.rows * p.width;
    for (uint four = INVOCATION; 4u * four < count; four += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        vec4 factors = vec4(1.0);
        if (p.dropout.threshold != 0u) factors = dropoutFactors(four, p.dropout, p.slot);
        if (F0 == FEATURES_FOURS)
            y4[four] = features4[featureAt(4u * four) / 4u] * factors;
        else
            for (uint k = 0u, i = 4u * four; k < 4u && i < count; ++k, ++i) y[i] = features[featureAt(i)] * factors[k];
    }
}
