#version 450
// Embed, backward, for many categories: the tokens whose rows embed_rows found in more than one chunk. The group of the
// chunk where such a run begins adds up its parts, in their order.
#include "common.glsl"
#include "sorted_rows.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(set = 0, binding = 0, std430) readonly buffer Parts { float parts[]; };  // [chunks, 2, C]
layout(set = 0, binding = 1, std430) writeonly buffer DWeight { float dWeight[]; };

void main() {
    const uint N = p.batch * p.positions, C = p.channels, chunk = GROUP.x;
    const uint first = chunk * p.chunk, end = first + p.chunk;
    if (end >= N) return;
    const uint token = tokenAt(rowAt(end - 1u));
    if (tokenAt(rowAt(end)) != token || (first > 0u && tokenAt(rowAt(first - 1u)) == token)) return;
    uint last = chunk + 1u;  // chunk that the run reaches
    while ((last + 1u) * p.chunk < N && tokenAt(rowAt((last + 1u) * p.chunk)) == token) ++last;
    for (uint c = LANE; c < C; c += SMALL_GROUP) {
        float sum = parts[(2u * chunk + 1u) * C + c];
        for (uint k = chunk + 1u; k <= last; ++k) sum += parts[2u * k * C + c];
        dWeight[placeIn(token, c)] = sum;
    }
}
