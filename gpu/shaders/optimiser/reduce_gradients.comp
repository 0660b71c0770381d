#version 450
// Adds up the partial sums of every gradient in a fixed order, sets to zero what has none (the padding and
// Program::withoutGradient), and leaves each group's sum of squares for the global norm. An invocation takes four
// elements. A group has 1024 elements; REDUCE_SPREAD: it has 64, and sixteen invocations share a four, for few parameters
// of many sums. Behind these, a group for each whole parameter that can cancel (Program::cancelling) sets to zero, too,
// what is rounding beside its largest; which these are stands behind the places: first parameter and count.
#include "common.glsl"
layout(local_size_x = LARGE_GROUP) in;
layout(push_constant, std430) uniform Push { ReduceBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Places { GradientPlace places[]; };  // [count / 64 + those that can cancel]
layout(set = 0, binding = 1, std430) readonly buffer Partials4 { vec4 partials4[]; };
layout(set = 0, binding = 2, std430) buffer Gradient4 { vec4 gradient4[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Squares { float squares[]; };
shared vec4 part4[LARGE_GROUP];
shared float part[LARGE_GROUP];

// One of `pieces` of the sums of a four; eight are read before the first is added, in their order.
vec4 sumOf(uint four, uint piece, uint pieces) {
    const GradientPlace place = places[four / 16u];
    const uint in64 = four % 16u * 4u;
    const uvec4 without = uvec4((in64 < 32u ? place.withoutLow : place.withoutHigh) >> (in64 % 32u)) >> uvec4(0, 1, 2, 3);
    const uint first = (place.first + in64) / 4u, stride = place.stride / 4u;
    const uint each = (place.count + pieces - 1u) / pieces, end = min(place.count, (piece + 1u) * each);
    vec4 sum = vec4(0.0);
    uint s = piece * each;
    for (; s + 8u <= end; s += 8u) {
        vec4 values[8];
        [[unroll]] for (uint k = 0u; k < 8u; ++k) values[k] = partials4[first + (s + k) * stride];
        [[unroll]] for (uint k = 0u; k < 8u; ++k) sum += values[k];
    }
    for (; s < end; ++s) sum += partials4[first + s * stride];
    const bvec4 there = lessThan(in64 + uvec4(0, 1, 2, 3), uvec4(place.last & ~GRADIENT_CANCELS));
    return mix(vec4(0.0), sum, equal(without & 1u | uvec4(not(there)), uvec4(0u)));
}

bool cancels(uint four) { return (places[four / 16u].last & GRADIENT_CANCELS) != 0u; }

// Of the whole group: the sum of squares of the gradient of a parameter that can cancel, a four's part from each.
float cancelled(GradientPlace whole) {
    const uint lane = LANE, first = whole.first / 4u, end = first + (whole.count + 63u) / 64u * 16u;
    float largest = 0.0, square = 0.0;
    for (uint four = first + lane; four < end; four += LARGE_GROUP) {
        const vec4 sum = sumOf(four, 0u, 1u), size = abs(sum);
        gradient4[four] = sum;
        largest = max(largest, max(max(size.x, size.y), max(size.z, size.w)));
    }
    part[lane] = largest;
    for (uint step = LARGE_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] = max(part[lane], part[lane + step]);
    }
    barrier();
    const vec4 least = vec4(p.cancelled * part[0]);
    barrier();
    for (uint four = first + lane; four < end; four += LARGE_GROUP) {  // an invocation's own
        const vec4 sum = gradient4[four];  // what is no number stays, whatever a comparison makes of it
        const vec4 zero = mix(sum, vec4(0.0), lessThanEqual(floatBitsToUint(sum) & 0x7FFFFFFFu, uvec4(0x7F800000u)));
        const vec4 rest = mix(sum, zero, lessThan(abs(sum), least));
        gradient4[four] = rest;
        square += dot(rest, rest);
    }
    return square;
}

void main() {
    const uint lane = LANE;
    vec4 sum = vec4(0.0);
    float square = 0.0;
    if (GROUP.x >= p.groups) {
        square = cancelled(places[p.count / 64u + GROUP.x - p.groups]);
    } else if (F0 == REDUCE_SPREAD) {  // the count of parameters is a multiple of 64
        const uint four = GROUP.x * 16u + lane % 16u;
        part4[lane] = sumOf(four, lane / 16u, 16u);
        barrier();
        if (lane < 16u) {
            [[unroll]] for (uint piece = 0u; piece < 16u; ++piece) sum += part4[lane + 16u * piece];
            if (cancels(four)) sum = vec4(0.0);
            else gradient4[four] = sum;
        }
        square = dot(sum, sum);
    } else if (4u * INVOCATION < p.count && !cancels(INVOCATION)) {
        gradient4[INVOCATION] = sum = sumOf(INVOCATION, 0u, 1u);
        square = dot(sum, sum);
    }
    part[lane] = square;
    for (uint step = LARGE_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] += part[lane + step];
    }
    if (lane == 0u) squares[GROUP.x] = part[0];
}
