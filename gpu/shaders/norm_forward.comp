#version 450
// Norm, forward: y = dropout(relu(layerNorm(residual + dropout_x(x)))), two-pass variance; LANES
// invocations to a row (1 on processors: no barriers). F0 1: residual, 2: ReLU. F1: log2 of LANES.
#include "common.glsl"
#include "philox.glsl"
#include "lanes.glsl"
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 2, std430) readonly buffer Weight { float weight[]; };
layout(set = 0, binding = 3, std430) readonly buffer Bias { float bias[]; };
layout(set = 0, binding = 4, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Stats { float stats[]; };
#include "norm_sum.glsl"

void main() {
    const uint C = p.channels, LANES = 1u << F1;
    const uint n = gl_WorkGroupID.x * (64u >> F1) + gl_LocalInvocationID.x / LANES, lane = gl_LocalInvocationID.x % LANES;
    const bool there = n < p.rows;
    const uint row = min(n, p.rows - 1u) * C;
    MaskWords words = noWords();
    float sum = 0.0;
    FOR_CHANNELS(lane, C) sum += summed(row + c, words);
    const float mean = overLanes(sum) / float(C);
    float square = 0.0;
    FOR_CHANNELS(lane, C) {
        const float d = summed(row + c, words) - mean;
        square += d * d;
    }
    const float rstd = 1.0 / sqrt(overLanes(square) / float(C) + p.eps);
    if (!there) return;
    MaskWords out_ = noWords();
    FOR_CHANNELS(lane, C) {
        float value = (summed(row + c, words) - mean) * rstd * weight[c] + bias[c];
        if ((F0 & 2u) != 0u) value = relu(value);
        y[row + c] = value * dropoutFactor(out_, row + c, p.result, p.slot);
    }
    if (lane == 0u) {
        stats[2u * n] = mean;
        stats[2u * n + 1u] = rstd;
    }
}
