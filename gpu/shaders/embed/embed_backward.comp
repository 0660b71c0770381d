#version 450
// Embed, backward, for few categories: partial sums over `chunk` rows of dWeight[C, V] (or [V, C] of a
// table, EMBED_TABLE) and, behind them, dBias[C]; one invocation owns one element, so the order is fixed.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { EmbedBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) writeonly buffer DWeight { float dWeight[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DBias { float dBias[]; };
shared uint rowToken[SMALL_GROUP];
shared float rowFactor[SMALL_GROUP];

void main() {
    const uint N = p.batch * p.positions, C = p.channels, V = p.categories;
    const uint element = INVOCATION, lane = LANE, chunk = GROUP.y;
    const bool isBias = element >= C * V;
    const uint c = isBias ? element - C * V : F0 == EMBED_TABLE ? element % C : element / V;
    const uint v = F0 == EMBED_TABLE ? element / C : element % V;
    const uint end = min(N, (chunk + 1u) * p.chunk);
    float sum = 0.0;
    for (uint first = chunk * p.chunk; first < end; first += SMALL_GROUP) {
        barrier();
        const uint n = first + lane;
        if (n < end) {
            const uint b = n / p.positions, t = n % p.positions;
            rowToken[lane] = uint(tokens[tableRow(p.slot, b, p.batch, 1u) * p.tokenStride + p.tokenFirst + t]);
            MaskWords words = noWords();
            rowFactor[lane] = dropoutFactor(words, n, p.dropout, p.slot);
        }
        barrier();
        if (c >= C) continue;
        for (uint i = 0u; i < min(SMALL_GROUP, end - first); ++i) {
            const float d = dy[(first + i) * C + c];
            if (isBias)
                sum += d;
            else if (rowToken[i] == v)
                sum += d * rowFactor[i];
        }
    }
    if (element < C * V)
        dWeight[chunk * p.weightStride + element] = sum;
    else if (c < C && F0 != EMBED_TABLE)
        dBias[chunk * p.biasStride + c] = sum;
}
