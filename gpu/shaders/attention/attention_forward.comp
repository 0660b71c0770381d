#version 450
//: attention_forward
//: attention_forward_hiding -DHIDING=3
// Attention of one (sequence, head), whole on chip: logits, softmax and values. k, v and the probabilities
// lie in shared memory: 2 T HS + T + T T floats; a line of k has one float more than HS, so that invocations with
// keys of their own meet different banks. qkv is [B, T, NH 3 HS]; see model/network/program.h.
#include "common.glsl"
#include "hidden.glsl"
layout(local_size_x = LARGE_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
#include "keys.glsl"
layout(set = 0, binding = 0, std430) readonly buffer Qkv { float qkv[]; };
layout(set = 0, binding = 1, std430) writeonly buffer P { float probabilities[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[]; };
shared float chip[ATTENTION_FLOATS];

void main() {
    const uint T = p.positions, HS = p.width, NH = p.heads, lane = LANE;
    const uint h = GROUP.x, b = GROUP.y;
    const uint line = 3u * NH * HS, head = b * T * line + h * 3u * HS;
    const uint K = 0u, V = T * (HS + 1u), S = V + T * HS;  // places on the chip
    for (uint e = lane; e < T * HS; e += LARGE_GROUP) {
        const uint at = head + e / HS * line + e % HS;
        chip[K + e + e / HS] = qkv[at + HS];
        chip[V + e] = qkv[at + 2u * HS];
    }
    barrier();
    for (uint e = lane; e < T * T; e += LARGE_GROUP) {
        const uint q = head + e / T * line, key = K + e % T * (HS + 1u);
        float sum = 0.0;
        for (uint d = 0u; d < HS; ++d) sum += qkv[q + d] * chip[key + d];
        chip[S + e] = logitOf(e % T, sum * p.scale - distanceTaken(h, e / T, e % T));
    }
    barrier();
    for (uint t = lane; t < T; t += LARGE_GROUP) {  // softmax, minus its maximum
        const uint keys = keysOf(b, t);
        float top = chip[S + t * T];
        for (uint s = 1u; s < keys; ++s) top = max(top, chip[S + t * T + s]);
        float sum = 0.0;
        for (uint s = 0u; s < keys; ++s) sum += chip[S + t * T + s] = exp(chip[S + t * T + s] - top);
        for (uint s = 0u; s < T; ++s) chip[S + t * T + s] = isKey(s, keys) ? chip[S + t * T + s] / sum : 0.0;
    }
    barrier();
    for (uint e = lane; e < T * T; e += LARGE_GROUP) probabilities[(b * NH + h) * T * T + e] = chip[S + e];
    for (uint e = lane; e < T * HS; e += LARGE_GROUP) {
        const uint row = S + e / HS * T, keys = keysOf(b, e / HS);
        float sum = 0.0;
        for (uint s = 0u; s < keys; ++s) sum += chip[row + s] * chip[V + s * HS + e % HS];
        y[(b * T + e / HS) * NH * HS + h * HS + e % HS] = sum;
    }
}
