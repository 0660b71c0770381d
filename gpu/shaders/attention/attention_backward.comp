#version 450
// Attention of one (sequence, head), backward, whole on chip: q, k, dY, P and dS in shared memory:
// 3 T HS + T + 2 T T floats; a line of dY has one more than HS, for different banks. Quoted forward: S = scale Q Kᵀ, P = softmax(S), Y = P V.
#include "common.glsl"
layout(local_size_x = LARGE_GROUP) in;
layout(push_constant, std430) uniform Push { AttentionBlock p; };
#include "keys.glsl"
layout(set = 0, binding = 0, std430) readonly buffer Qkv { float qkv[]; };
layout(set = 0, binding = 1, std430) readonly buffer P { float probabilities[]; };
layout(set = 0, binding = 2, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 3, std430) writeonly buffer DQkv { float dqkv[]; };
layout(set = 0, binding = 4, std430) writeonly buffer DP { float dProbabilities[]; };
shared float chip[ATTENTION_FLOATS];

void main() {
    const uint T = p.positions, HS = p.width, NH = p.heads, lane = LANE;
    const uint h = GROUP.x, b = GROUP.y;
    const uint line = 3u * NH * HS, head = b * T * line + h * 3u * HS, square = (b * NH + h) * T * T;
    const uint Q = 0u, K = T * HS, D = 2u * T * HS, S = D + T * (HS + 1u), G = S + T * T;  // places on the chip
    for (uint e = lane; e < T * HS; e += LARGE_GROUP) {
        const uint t = e / HS, d = e % HS;
        chip[Q + e] = qkv[head + t * line + d];
        chip[K + e] = qkv[head + t * line + HS + d];
        chip[D + e + t] = dy[(b * T + t) * NH * HS + h * HS + d];
    }
    for (uint e = lane; e < T * T; e += LARGE_GROUP) chip[S + e] = probabilities[square + e];
    barrier();
    for (uint e = lane; e < T * T; e += LARGE_GROUP) {  // dP = dY Vᵀ
        const uint v = head + e % T * line + 2u * HS, d = D + e / T * (HS + 1u);
        float sum = 0.0;
        for (uint i = 0u; i < HS; ++i) sum += chip[d + i] * qkv[v + i];
        chip[G + e] = sum;
        dProbabilities[square + e] = isBehind(b, e / T, e % T) ? 0.0 : sum;
    }
    for (uint e = lane; e < T * HS; e += LARGE_GROUP) {  // dV = Pᵀ dY
        const uint s = e / HS, d = e % HS;
        float sum = 0.0;
        for (uint t = 0u; t < T; ++t) sum += chip[S + t * T + s] * chip[D + t * (HS + 1u) + d];
        dqkv[head + s * line + 2u * HS + d] = sum;
    }
    barrier();
    for (uint t = lane; t < T; t += LARGE_GROUP) {  // dS = P (dP - sum(P dP)) scale
        float sum = 0.0;
        for (uint s = 0u; s < T; ++s) sum += chip[S + t * T + s] * chip[G + t * T + s];
        for (uint s = 0u; s < T; ++s)
            chip[G + t * T + s] = chip[S + t * T + s] * (chip[G + t * T + s] - sum) * p.scale;
    }
    barrier();
    for (uint e = lane; e < T * HS; e += LARGE_GROUP) {  // dQ = dS K, dK = dSᵀ Q
        const uint t = e / HS, d = e % HS;
        float dq = 0.0, dk = 0.0;
        for (uint s = 0u; s < T; ++s) {
            dq += chip[G + t * T + s] * chip[K + s * HS + d];
            dk += chip[G + s * T + t] * chip[Q + s * HS + d];
        }
        dqkv[head + t * line + d] = dq;
        dqkv[head + t * line + HS + d] = dk;
    }
}
