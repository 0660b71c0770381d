#version 450
//: norm_backward
//: norm_backward_residual -DRESIDUAL
//: norm_backward_adding -DADDING
// Norm, backward to its inputs. normed = (sum - mean) rstd, y = normed weight + bias; mean and rstd depend
// on every element of the row. ADDING: to the gradient of x that is there. F0: NORM_RESIDUAL ... of blocks.h.
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
#ifdef ADDING
#define TO_DX
#else
#define TO_DX writeonly
#endif
layout(set = 0, binding = 6, std430) TO_DX buffer DX { float dx[]; };
layout(set = 0, binding = 6, std430) TO_DX buffer DX4 { vec4 dx4[]; };
#ifdef RESIDUAL
layout(set = 0, binding = 7, std430) buffer DResidual { float dResidual[]; };
layout(set = 0, binding = 7, std430) buffer DResidual4 { vec4 dResidual4[]; };
#endif
#include "norm_row.glsl"

// dy weight, the gradient of what was normalised; 0 behind the last channel.
vec4 weighted(uint row, uint c) {
    vec4 d = maskedDy(row, c);
    if (BY_FOUR) return d * weight4[fourAt(0u, c)];
    [[unroll]] for (uint m = 0u; m < 4u; ++m)
        if (c + m < p.channels) d[m] *= weight[c + m];
    return d;
}

void main() {
    const uint C = p.channels, fours = foursOf(C);
    const uint n = GROUP.x * (SMALL_GROUP / LANES) + me / LANES, safe = min(n, p.rows - 1u), row = safe * C;
    const float mean = stats[2u * safe], rstd = stats[2u * safe + 1u];
    vec4 heldD, heldNormed;  // This lane's last four, reused where it has one (HELD)
    vec2 sums = vec2(0.0);   // Sums of d, and of d normed
    for (uint i = 0u; i < fours; ++i) {
        heldD = weighted(row, channelOf(i));
        heldNormed = (summed(row, channelOf(i)) - mean) * rstd;
        sums += vec2(sumOf(heldD), sumOf(heldD * heldNormed));
    }
    sums = overLanes(sums) / float(C);
    if ((F0 & NORM_CENTRED) == 0u) sums.x = 0.0;
    if (n >= p.rows) return;
    for (uint i = 0u; i < fours; ++i) {
        const uint c = channelOf(i), at = row + c;
        const vec4 dNormed = HELD ? heldD : weighted(row, c);
        const vec4 normed = HELD ? heldNormed : (summed(row, c) - mean) * rstd;
        const vec4 d = (dNormed - sums.x - normed * sums.y) * rstd;
        if (BY_FOUR) {
            if (c < C) {
#ifdef ADDING
                dx4[at / 4u] += d;
#else
                dx4[at / 4u] = (F0 & NORM_BRANCH_DROPOUT) != 0u ? d * dropoutFactors(at / 4u, p.branch, p.slot) : d;
#endif
#ifdef RESIDUAL
                dResidual4[at / 4u] = (F0 & NORM_ADDS) != 0u ? dResidual4[at / 4u] + d : d;
#endif
            }
        } else {
            MaskWords words = noWords();
            [[unroll]] for (uint m = 0u; m < 4u; ++m)
                if (c + m < C) {
#ifdef ADDING
                    dx[at + m] += d[m];
#else
                    dx[at + m] = d[m] * dropoutFactor(words, at + m, p.branch, p.slot);
#endif
#ifdef RESIDUAL
                    dResidual[at + m] = (F0 & NORM_ADDS) != 0u ? dResidual[at + m] + d[m] : d[m];
#endif
                }
        }
    }
}
