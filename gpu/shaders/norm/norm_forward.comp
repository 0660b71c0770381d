#version 450
// Norm, forward: y = dropout(relu(norm(residual + dropout_x(x)))), two-pass variance; LANES
// invocations to a row (1 on processors: no barriers). F0: NORM_RESIDUAL ... of blocks.h.
#include "common.glsl"
#include "philox.glsl"
#include "lanes.glsl"
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 0, std430) readonly buffer X4 { vec4 x4[]; };
layout(set = 0, binding = 1, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 1, std430) readonly buffer Residual4 { vec4 residual4[]; };
layout(set = 0, binding = 2, std430) readonly buffer Weight { float weight[]; };
layout(set = 0, binding = 2, std430) readonly buffer Weight4 { vec4 weight4[]; };
layout(set = 0, binding = 3, std430) readonly buffer Bias { float bias[]; };
layout(set = 0, binding = 3, std430) readonly buffer Bias4 { vec4 bias4[]; };
layout(set = 0, binding = 4, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 4, std430) writeonly buffer Y4 { vec4 y4[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Stats { float stats[]; };
#include "norm_sum.glsl"

void main() {
    const uint C = p.channels, fours = foursOf(C);
    const uint n = GROUP.x * (SMALL_GROUP / LANES) + me / LANES, row = min(n, p.rows - 1u) * C;
    vec4 held;  // the last four that was summed up
    float sum = 0.0, square = 0.0;
    for (uint i = 0u; i < fours; ++i) {
        held = summed(row, channelOf(i));
        sum += sumOf(held);
    }
    const bool hasBias = (F0 & NORM_BIAS) != 0u;
    const float mean = (F0 & NORM_CENTRED) != 0u ? overLanes(sum) / float(C) : 0.0;
    for (uint i = 0u; i < fours; ++i) {
        const vec4 d = (HELD ? held : summed(row, channelOf(i))) - mean;
        [[unroll]] for (uint m = 0u; m < 4u; ++m) square += channelOf(i) + m < C ? d[m] * d[m] : 0.0;
    }
    const float rstd = 1.0 / sqrt(overLanes(square) / float(C) + p.eps);
    if (n >= p.rows) return;
    for (uint i = 0u; i < fours; ++i) {
        const uint c = channelOf(i), at = row + c;
        const vec4 normed = ((HELD ? held : summed(row, c)) - mean) * rstd;
        if (BY_FOUR) {
            if (c < C) {
                vec4 value = normed * weight4[c / 4u];
                if (hasBias) value += bias4[c / 4u];
                if ((F0 & NORM_RELU) != 0u) value = relu(value);
                if ((F0 & NORM_RESULT_DROPOUT) != 0u) value *= dropoutFactors(at / 4u, p.result, p.slot);
                y4[at / 4u] = value;
            }
        } else {
            MaskWords words = noWords();
            [[unroll]] for (uint m = 0u; m < 4u; ++m)
                if (c + m < C) {
                    float value = normed[m] * weight[c + m];
                    if (hasBias) value += bias[c + m];
                    if ((F0 & NORM_RELU) != 0u) value = relu(value);
                    y[at + m] = value * dropoutFactor(words, at + m, p.result, p.slot);
                }
        }
    }
    if (me % LANES == 0u) {
        stats[2u * n] = mean;
        stats[2u * n + 1u] = rstd;
    }
}
