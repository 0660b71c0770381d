#version 450
// Embed, forward: y[N, C] = weight[:, token] + bias, or weight[token, :] of a table (EMBED_TABLE).
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { EmbedBlock p; };
layout(set = 0, binding = 0, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 1, std430) readonly buffer Weight { float weight[]; };
layout(set = 0, binding = 2, std430) readonly buffer Bias { float bias[]; };

void main() {
    const uint N = p.batch * p.positions, C = p.channels, V = p.categories;
    for (uint i = INVOCATION; i < N * C; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint n = i / C, c = i % C, b = n / p.positions, t = n % p.positions;
        const uint token = uint(tokens[tableRow(p.slot, b, p.batch, 1u) * p.tokenStride + p.tokenFirst + t]);
        MaskWords words = noWords();
        const float factor = dropoutFactor(words, n, p.dropout, p.slot);
        y[i] = F0 == EMBED_TABLE ? weight[token * C + c] * factor : weight[c * V + token] * factor + bias[c];
    }
}
