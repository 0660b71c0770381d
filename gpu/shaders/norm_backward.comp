#version 450
// Norm, backward to its inputs. normed = (sum - mean) rstd, y = normed weight + bias; mean and rstd depend
// on every element of the row. F0 1: residual, 2: ReLU, 4: the residual's gradient is added to, the rest: norm_sum.glsl.
#include "common.glsl"
#include "philox.glsl"
#include "lanes.glsl"
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 0, std430) readonly buffer DY4 { vec4 dy4[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { float y[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y4 { vec4 y4[]; };
layout(set = 0, binding = 2, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 2, std430) readonly buffer X4 { vec4 x4[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual4 { vec4 residual4[]; };
layout(set = 0, binding = 4, std430) readonly buffer Weight { float weight[]; };
layout(set = 0, binding = 4, std430) readonly buffer Weight4 { vec4 weight4[]; };
layout(set = 0, binding = 5, std430) readonly buffer Stats { float stats[]; };
layout(set = 0, binding = 6, std430) writeonly buffer DX { float dx[]; };
layout(set = 0, binding = 6, std430) writeonly buffer DX4 { vec4 dx4[]; };
#ifdef RESIDUAL
layout(set = 0, binding = 7, std430) buffer DResidual { float dResidual[]; };
layout(set = 0, binding = 7, std430) buffer DResidual4 { vec4 dResidual4[]; };
#endif
#include "norm_row.glsl"

// dy weight, the gradient of what was normalised; 0 behind the last channel.
vec4 weighted(uint row, uint c) {
    vec4 d = maskedDy(row, c);
    if (BY_FOUR) return d * weight4[fourAt(0u, c)];
    for (uint k = 0u; k < channelsFrom(c); ++k) d[k] *= weight[c + k];
    return d;
}

void main() {
    const uint C = p.channels, fours = foursOf(C);
    const uint n = gl_WorkGroupID.x * (64u / LANES) + me / LANES, safe = min(n, p.rows - 1u), row = safe * C;
    const float mean = stats[2u * safe], rstd = stats[2u * safe + 1u];
    vec4 heldD[HELD + 1u], heldNormed[HELD + 1u];
    float sum = 0.0, product = 0.0;
    for (uint i = 0u; i < fours; ++i) {
        const vec4 d = weighted(row, channelOf(i)), normed = (summed(row, channelOf(i)) - mean) * rstd;
        if (HELD > 0u) heldD[i] = d, heldNormed[i] = normed;
        sum += sumOf(d);
        product += sumOf(d * normed);
    }
    sum = overLanes(sum) / float(C);
    product = overLanes(product) / float(C);
    if (n >= p.rows) return;
    for (uint i = 0u; i < fours; ++i) {
        const uint c = channelOf(i), at = row + c;
        const vec4 dNormed = HELD > 0u ? heldD[i] : weighted(row, c);
        const vec4 normed = HELD > 0u ? heldNormed[i] : (summed(row, c) - mean) * rstd;
        const vec4 d = (dNormed - sum - normed * product) * rstd;
        if (BY_FOUR) {
            if (c >= C) break;
            dx4[at / 4u] = (F0 & 16u) != 0u ? d * dropoutFactors(at / 4u, p.branch, p.slot) : d;
#ifdef RESIDUAL
            dResidual4[at / 4u] = (F0 & 4u) != 0u ? dResidual4[at / 4u] + d : d;
#endif
            continue;
        }
        MaskWords words = noWords();
        for (uint k = 0u; k < channelsFrom(c); ++k) {
            dx[at + k] = d[k] * dropoutFactor(words, at + k, p.branch, p.slot);
#ifdef RESIDUAL
            dResidual[at + k] = (F0 & 4u) != 0u ? dResidual[at + k] + d[k] : d[k];
#endif
        }
    }
}
