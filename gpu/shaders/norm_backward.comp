#version 450
// Norm, backward to its inputs. normed = (sum - mean) rstd, y = normed weight + bias; mean and rstd depend
// on every element of the row. F0 1: residual, 2: ReLU, 4: the residual's gradient is added to. F1: log2 LANES.
#include "common.glsl"
#include "philox.glsl"
#include "lanes.glsl"
layout(push_constant, std430) uniform Push { NormBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer DY { float dy[]; };
layout(set = 0, binding = 1, std430) readonly buffer Y { float y[]; };
layout(set = 0, binding = 2, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 3, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 4, std430) readonly buffer Weight { float weight[]; };
layout(set = 0, binding = 5, std430) readonly buffer Stats { float stats[]; };
layout(set = 0, binding = 6, std430) writeonly buffer DX { float dx[]; };
#ifdef RESIDUAL
layout(set = 0, binding = 7, std430) buffer DResidual { float dResidual[]; };
#endif
#include "norm_row.glsl"

void main() {
    const uint C = p.channels, LANES = 1u << F1;
    const uint n = gl_WorkGroupID.x * (64u >> F1) + gl_LocalInvocationID.x / LANES, lane = gl_LocalInvocationID.x % LANES;
    const uint safe = min(n, p.rows - 1u), row = safe * C;
    const float mean = stats[2u * safe], rstd = stats[2u * safe + 1u];
    MaskWords branchWords = noWords(), resultWords = noWords();
    float sum = 0.0, product = 0.0;
    FOR_CHANNELS(lane, C) {
        const float d = maskedDy(row + c, resultWords) * weight[c];
        sum += d;
        product += d * (summed(row + c, branchWords) - mean) * rstd;
    }
    sum = overLanes(sum) / float(C);
    product = overLanes(product) / float(C);
    if (n >= p.rows) return;
    FOR_CHANNELS(lane, C) {
        const float normed = (summed(row + c, branchWords) - mean) * rstd;
        const float d = (maskedDy(row + c, resultWords) * weight[c] - sum - normed * product) * rstd;
        dx[row + c] = d * dropoutFactor(branchWords, row + c, p.branch, p.slot);
#ifdef RESIDUAL
        dResidual[row + c] = (F0 & 4u) != 0u ? dResidual[row + c] + d : d;
#endif
    }
}
