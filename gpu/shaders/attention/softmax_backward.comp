#version 450
// Attention, long sequences: dS = P (dP - sum(P dP)) scale, row by row; P = softmax(S). dP becomes 0 where a
// causal mask leaves no key. One group to a row.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
#include "keys.glsl"
layout(set = 0, binding = 0, std430) readonly buffer P { float probability[]; };
layout(set = 0, binding = 1, std430) buffer DP { float dp[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DS { float ds[]; };
shared float part[SMALL_GROUP];

void main() {
    const uint T = p.positions, lane = LANE;
    const uint row = (GROUP.y * p.heads * T + GROUP.x) * T;
    float sum = 0.0;
    for (uint s = lane; s < T; s += SMALL_GROUP) sum += probability[row + s] * dp[row + s];
    part[lane] = sum;
    for (uint step = SMALL_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    barrier();
    for (uint s = lane; s < T; s += SMALL_GROUP) {
        ds[row + s] = probability[row + s] * (dp[row + s] - part[0]) * p.scale;
        if (isBehind(GROUP.y, GROUP.x % T, s)) dp[row + s] = 0.0;
    }
}
