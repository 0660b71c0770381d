#version 450
// Embed, backward, for many categories: a group adds up `chunk` rows in the order of their tokens. The sum of a token
// whose rows all lie in the chunk goes to dWeight; what a chunk shares with the one before (0) or behind (1) goes to
// parts[chunks, 2, C], for embed_runs. dWeight has been set to zero; dBias is another kernel's.
#include "common.glsl"
#include "philox.glsl"
#include "sorted_rows.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) writeonly buffer DWeight { float dWeight[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Parts { float parts[]; };
shared uint rowOf[SMALL_GROUP], tokenOf[SMALL_GROUP];
shared float factorOf[SMALL_GROUP];
shared bool endsRun[SMALL_GROUP];

void main() {
    const uint N = p.batch * p.positions, C = p.channels, lane = LANE;
    const uint chunk = GROUP.x, first = chunk * p.chunk, end = min(N, first + p.chunk);
    const bool begunBefore = first > 0u && tokenAt(rowAt(first - 1u)) == tokenAt(rowAt(first));
    for (uint c0 = 0u; c0 < C; c0 += SMALL_GROUP) {
        const uint c = c0 + lane;
        bool before = begunBefore;
        float sum = 0.0;
        for (uint base = first; base < end; base += SMALL_GROUP) {
            const uint i = base + lane, count = min(SMALL_GROUP, end - base);
            barrier();
            if (i < end) {
                rowOf[lane] = rowAt(i);
                tokenOf[lane] = tokenAt(rowOf[lane]);
                endsRun[lane] = i + 1u == N || tokenAt(rowAt(i + 1u)) != tokenOf[lane];
                MaskWords words = noWords();
                factorOf[lane] = dropoutFactor(words, rowOf[lane], p.dropout, p.slot);
            }
            barrier();
            if (c >= C) continue;
            for (uint k = 0u; k < count; ++k) {
                sum += dy[rowOf[k] * C + c] * factorOf[k];
                if (endsRun[k]) {
                    if (before)
                        parts[2u * chunk * C + c] = sum;
                    else
                        dWeight[placeIn(tokenOf[k], c)] = sum;
                    before = false;
                    sum = 0.0;
                }
            }
        }
        if (c < C && !endsRun[(end - first - 1u) % SMALL_GROUP]) parts[(2u * chunk + (before ? 0u : 1u)) * C + c] = sum;
    }
}
