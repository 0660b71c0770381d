#version 450
// ShareKeys, backward: dq, dk and dv from dqkv [B, T, NH 3 HS]; the gradient of a shared key or value is the sum over the
// heads that share it.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ShareBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) writeonly buffer DQ { float dq[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DK { float dk[]; };
layout(set = 0, binding = 3, std430) writeonly buffer DV { float dv[]; };

void main() {
    const uint HS = p.width, NH = p.heads, n = p.kvHeads, each = NH / n, count = p.rows * NH * HS;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint d = i % HS, head = i / HS % NH, row = i / HS / NH;
        dq[i] = dy[(i / HS * 3u) * HS + d];
        if (head % each != 0u) continue;
        float sumK = 0.0, sumV = 0.0;
        for (uint h = head; h < head + each; ++h) {
            const uint at = ((row * NH + h) * 3u + 1u) * HS + d;
            sumK += dy[at];
            sumV += dy[at + HS];
        }
        const uint to = (row * n + head / each) * HS + d;
        dk[to] = sumK;
        dv[to] = sumV;
    }
}
