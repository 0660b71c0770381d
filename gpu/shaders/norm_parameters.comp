#version 450
// Norm, backward to weight and bias: partial sums over `chunk` rows; an invocation owns a column.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { float y[]; };
layout(set = 0, binding = 2, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 4, std430) readonly buffer Stats { float stats[]; };
layout(set = 0, binding = 5, std430) writeonly buffer DWeight { float dWeight[]; };
layout(set = 0, binding = 6, std430) writeonly buffer DBias { float dBias[]; };
#include "norm_row.glsl"

void main() {
    const uint C = p.channels, c = gl_GlobalInvocationID.x, chunk = gl_WorkGroupID.y;
    if (c >= C) return;
    float w = 0.0, b = 0.0;
    for (uint n = chunk * p.chunk; n < min(p.rows, (chunk + 1u) * p.chunk); ++n) {
        MaskWords branchWords = noWords(), resultWords = noWords();
        const float d = maskedDy(n * C + c, resultWords);
        w += d * (summed(n * C + c, branchWords) - stats[2u * n]) * stats[2u * n + 1u];
        b += d;
    }
    dWeight[chunk * p.partialStride + c] = w;
    dBias[chunk * p.partialStride + c] = b;
}
