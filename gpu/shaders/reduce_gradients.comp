#version 450
// Adds up the partial sums of every gradient in a fixed order, sets to zero what has none (the padding and
// Program::withoutGradient), and leaves each group's sum of squares for the global norm.
#include "common.glsl"
layout(local_size_x = 256) in;
layout(push_constant, std430) uniform Push { ReduceBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Places { GradientPlace places[]; };  // [count / 64]
layout(set = 0, binding = 1, std430) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Gradient { float gradient[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Squares { float squares[]; };
shared float part[256];

void main() {
    const uint lane = gl_LocalInvocationID.x;
    float square = 0.0;
    for (uint e = 0u; e < 4u; ++e) {
        const uint i = gl_WorkGroupID.x * 1024u + e * 256u + lane, in64 = i % 64u;
        if (i >= p.count) break;
        const GradientPlace place = places[i / 64u];
        float sum = 0.0;
        const uint without = in64 < 32u ? place.withoutLow : place.withoutHigh;
        if (in64 < place.last && (without >> (in64 % 32u) & 1u) == 0u)
            for (uint s = 0u; s < place.count; ++s) sum += partials[place.first + s * place.stride + in64];
        gradient[i] = sum;
        square += sum * sum;
    }
    part[lane] = square;
    for (uint step = 128u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    if (lane == 0u) squares[gl_WorkGroupID.x] = part[0];
}
