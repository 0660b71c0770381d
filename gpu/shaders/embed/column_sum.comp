#version 450
// Partial sums over `chunk` rows of the columns of x[N, C]: the gradient of a bias on its own.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Sums { float sums[]; };

void main() {
    const uint c = INVOCATION, chunk = GROUP.y;
    if (c >= p.channels) return;
    float sum = 0.0;
    for (uint n = chunk * p.chunk; n < min(p.rows, (chunk + 1u) * p.chunk); ++n) sum += x[n * p.channels + c];
    sums[chunk * p.partialStride + c] = sum;
}
