#version 450
// Norm, backward to weight and bias: partial sums over `chunk` rows; an invocation owns four columns. Rows go in
// fours, too, so that their loads are under way together. F0: NORM_RESIDUAL ... of blocks.h.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 0, std430) readonly buffer DY4 { vec4 dy4[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { float y[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y4 { vec4 y4[]; };
layout(set = 0, binding = 2, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 2, std430) readonly buffer X4 { vec4 x4[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual4 { vec4 residual4[]; };
layout(set = 0, binding = 4, std430) readonly buffer Stats { float stats[]; };
layout(set = 0, binding = 5, std430) writeonly buffer DWeight { float dWeight[]; };
layout(set = 0, binding = 6, std430) writeonly buffer DBias { float dBias[]; };
#include "norm_row.glsl"

void main() {
    const uint C = p.channels, c = 4u * INVOCATION, chunk = GROUP.y;
    if (c >= C) return;
    const uint end = min(p.rows, (chunk + 1u) * p.chunk);
    vec4 w = vec4(0.0), b = vec4(0.0);
    for (uint first = chunk * p.chunk; first < end; first += 4u)
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {
            const uint n = min(first + k, end - 1u);
            const vec4 d = maskedDy(n * C, c) * (first + k < end ? 1.0 : 0.0);
            w += d * (summed(n * C, c) - stats[2u * n]) * stats[2u * n + 1u];
            b += d;
        }
    [[unroll]] for (uint k = 0u; k < 4u; ++k)
        if (c + k < C) {
            dWeight[chunk * p.partialStride + c + k] = w[k];
            if ((F0 & NORM_BIAS) != 0u) dBias[chunk * p.partialStride + c + k] = b[k];
        }
}
