#version 450
// Pool: y[B, C] = dropout(the largest of x[B, T, C] over the positions), and which one that is: the first of
// equals, where a lead of less than 2^-20 is rounding (model/network/program.h); or the mean, and of how many; or the
// first or last; or y[B, P, C], all of them.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { PoolBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Argmax { float argmax[]; };

void main() {
    const float rounding = 1.0 / 1048576.0;
    const uint i = INVOCATION, C = p.channels, b = i / C / p.joined;
    if (b >= p.batch) return;
    uint end = p.positions, at = 0u;
    if (p.masked == 1u) end = uint(lengths[tableRow(p.slot, b, p.batch, p.rowsPerSequence)]);
    const uint first = b * p.positions * C + i % C;
    if (F0 == POOL_LAST) at = end - 1u;
    if (F0 == POOL_MEAN) at = end;
    const uint own = i / C % p.joined;  // of POOL_FLATTEN the position that is copied
    if (F0 == POOL_FLATTEN && own < end) at = own;
    float best = x[first + (F0 == POOL_LAST || F0 == POOL_FLATTEN ? at : 0u) * C], lead = best + rounding;
    if (F0 == POOL_FLATTEN && own >= end) best = 0.0;
    if (F0 == POOL_MEAN) {
        for (uint t = 1u; t < end; ++t) best += x[first + t * C];
        best *= 1.0 / float(end);
    }
    for (uint t = 1u; F0 == POOL_MAX && t < end; ++t) {
        const float value = x[first + t * C];
        if (value > lead) {
            at = t;
            lead = value + rounding;
        }
        if (isNumber(best) && (!isNumber(value) || value > best)) best = value;  // max() would lose NaN
    }
    MaskWords words = noWords();
    y[i] = best * dropoutFactor(words, i, p.dropout, p.slot);
    argmax[i] = float(at);
}
