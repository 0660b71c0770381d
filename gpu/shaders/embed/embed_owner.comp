#version 450
// Embed, backward, for many categories: the group of the first row that holds a token adds up all rows
// that hold it, in order. dWeight has been set to zero; dBias is another kernel's.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push { EmbedBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) buffer DWeight { float dWeight[]; };
shared uint seenBefore;

uint tokenAt(uint n) {
    const uint b = n / p.positions, t = n % p.positions;
    return uint(tokens[tableRow(p.slot, b, p.batch, 1u) * p.positions + t]);
}

void main() {
    const uint N = p.batch * p.positions, C = p.channels, V = p.categories;
    const uint own = gl_WorkGroupID.x, lane = gl_LocalInvocationID.x, token = tokenAt(own);
    if (lane == 0u) seenBefore = 0u;
    barrier();
    for (uint n = lane; n < own; n += 64u)
        if (tokenAt(n) == token) seenBefore = 1u;
    barrier();
    if (seenBefore == 1u) return;
    for (uint c = lane; c < C; c += 64u) {
        float sum = 0.0;
        for (uint n = own; n < N; ++n)
            if (tokenAt(n) == token) {
                MaskWords words = noWords();
                sum += dy[n * C + c] * dropoutFactor(words, n, p.dropout, p.slot);
            }
        dWeight[F0 == EMBED_TABLE ? token * C + c : c * V + token] = sum;
    }
}
