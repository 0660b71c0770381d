#version 450
// Adds up the partial sums of every gradient in a fixed order, sets to zero what has none (the padding and
// Program::withoutGradient), and leaves each group's sum of squares for the global norm. F0 0: a group has 1024
// elements, four to an invocation; 1: it has 64, and four invocations share one, for few parameters of many sums.
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
layout(local_size_x = 256) in;
layout(push_constant, std430) uniform Push { ReduceBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Places { GradientPlace places[]; };  // [count / 64]
layout(set = 0, binding = 1, std430) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Gradient { float gradient[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Squares { float squares[]; };
shared float part[256];

// One of `pieces` of the sums of element i; eight are read before the first is added, in their order.
float sumOf(uint i, uint piece, uint pieces) {
    const GradientPlace place = places[i / 64u];
    const uint in64 = i % 64u, without = in64 < 32u ? place.withoutLow : place.withoutHigh;
    if (in64 >= place.last || (without >> (in64 % 32u) & 1u) != 0u) return 0.0;
    const uint each = (place.count + pieces - 1u) / pieces, end = min(place.count, (piece + 1u) * each);
    float sum = 0.0;
    uint s = piece * each;
    for (; s + 8u <= end; s += 8u) {
        float values[8];
        [[unroll]] for (uint k = 0u; k < 8u; ++k) values[k] = partials[place.first + (s + k) * place.stride + in64];
        [[unroll]] for (uint k = 0u; k < 8u; ++k) sum += values[k];
    }
    for (; s < end; ++s) sum += partials[place.first + s * place.stride + in64];
    return sum;
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    float square = 0.0;
    if (F0 == 1u) {  // the count of parameters is a multiple of 64
        const uint i = gl_WorkGroupID.x * 64u + lane % 64u;
        part[lane] = sumOf(i, lane / 64u, 4u);
        barrier();
        if (lane < 64u) {
            const float sum = part[lane] + part[lane + 64u] + part[lane + 128u] + part[lane + 192u];
            gradient[i] = sum;
            square = sum * sum;
        }
        barrier();
    } else {
        for (uint e = 0u; e < 4u; ++e) {
            const uint i = gl_WorkGroupID.x * 1024u + e * 256u + lane;
            if (i >= p.count) break;
            const float sum = sumOf(i, 0u, 1u);
            gradient[i] = sum;
            square += sum * sum;
        }
    }
    part[lane] = square;
    for (uint step = 128u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    if (lane == 0u) squares[gl_WorkGroupID.x] = part[0];
}
