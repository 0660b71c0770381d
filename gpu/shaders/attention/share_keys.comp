#version 450
// ShareKeys: qkv [B, T, NH 3 HS] from q [B, T, NH HS] and k and v of fewer heads, [B, T, kvHeads HS] each.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { ShareBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Q { float q[]; };
layout(set = 0, binding = 1, std430) readonly buffer K { float k[]; };
layout(set = 0, binding = 2, std430) readonly buffer V { float v[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Y { float y[]; };

void main() {
    const uint HS = p.width, NH = p.heads, n = p.kvHeads, count = p.rows * NH * 3u * HS;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint d = i % HS, part = i / HS % 3u, head = i / HS / 3u % NH, row = i / HS / 3u / NH;
        const uint shared_ = (row * n + head * n / NH) * HS + d;
        y[i] = part == 0u ? q[(row * NH + head) * HS + d] : part == 1u ? k[shared_] : v[shared_];
    }
}
