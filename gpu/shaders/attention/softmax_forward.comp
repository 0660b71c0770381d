#version 450
//: softmax_forward
//: softmax_forward_hiding -DHIDING=1
// Attention, long sequences: rows of logits [B, NH, T, T] become probabilities in place; what is no
// key gets zero. One group to a row.
#include "common.glsl"
#include "hidden.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
#include "keys.glsl"
layout(set = 0, binding = 0, std430) buffer P { float x[]; };
shared float part[SMALL_GROUP];

float total(float value, bool largest) {
    const uint lane = LANE;
    barrier();
    part[lane] = value;
    for (uint step = SMALL_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] = largest ? max(part[lane], part[lane + step]) : part[lane] + part[lane + step];
    }
    barrier();
    return part[0];
}

float scoreOf(uint row, uint s) {
    return x[row + s] - distanceTaken(GROUP.x / p.positions, GROUP.x % p.positions, s);
}

void main() {
    const uint T = p.positions, b = GROUP.y, lane = LANE;
    const uint row = (b * p.heads * T + GROUP.x) * T;
    const uint keys = keysOf(b, GROUP.x % T);
    float top = -3.4e38;
    for (uint s = lane; s < keys; s += SMALL_GROUP) top = max(top, logitOf(s, scoreOf(row, s)));
    top = total(top, true);
    float sum = 0.0;
    for (uint s = lane; s < keys; s += SMALL_GROUP) sum += exp(logitOf(s, scoreOf(row, s)) - top);
    const float share = 1.0 / total(sum, false);
    for (uint s = lane; s < T; s += SMALL_GROUP) x[row + s] = isKey(s, keys) ? exp(scoreOf(row, s) - top) * share : 0.0;
}
