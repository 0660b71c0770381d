#version 450
// Pool, backward: dx[B, T, C] is dy, behind its dropout, at the argmax and 0 elsewhere; or of the mean a share of it.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { PoolBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer Argmax { float argmax[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DX { float dx[]; };

void main() {
    const uint C = p.channels, T = p.positions, count = p.batch * T * C;
    for (uint i = INVOCATION; i < count; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
        const uint t = i / C % T, b = i / C / T,
                   from = (F0 == POOL_FLATTEN ? b * p.joined + t : b) * C + i % C;
        MaskWords words = noWords();
        const uint at = uint(argmax[from]);
        const float share = F0 == POOL_MEAN ? (t < at ? 1.0 / float(at) : 0.0) : (t == at ? 1.0 : 0.0);
        dx[i] = share > 0.0 ? dy[from] * share * dropoutFactor(words, from, p.dropout, p.slot) : 0.0;
    }
}
