#version 450
//: cross_entropy
//: cross_entropy_gradient -DGRADIENT
// CrossEntropy: sums loss, hits and labelled rows of a group; built with GRADIENT also dLogits = (softmax -
// one-hot) lossScale, zero where there is no label. One invocation to a row; label -1: not counted; a row
// with a logit that is no finite number hits nothing and is counted as broken.
#include "common.glsl"
layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push { LossBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Logits { float logits[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Parts { LossPart parts[]; };
#ifdef GRADIENT
layout(set = 0, binding = 2, std430) writeonly buffer DLogits { float dLogits[]; };
#endif
shared float lossOf[64];
shared uint correctOf[64], countedOf[64], brokenOf[64];

void main() {
    const uint lane = LANE, n = INVOCATION, K = p.classes;
    lossOf[lane] = 0.0;
    correctOf[lane] = countedOf[lane] = brokenOf[lane] = 0u;
    if (n < p.rows) {
        const uint at = n * K;
        const int label = labels[p.slot * p.rows + n];
        const float scale = label < 0 ? 0.0 : steps[p.slot].lossScale;
        bool broken = false;
        for (uint k = 0u; k < K; ++k) broken = broken || !isFinite(logits[at + k]);
        if (K == 1u) {  // -log sigmoid(±logit)
            const float x = logits[at], wrong = label == 1 ? -x : x;
            if (label >= 0) {
                lossOf[lane] = max(wrong, 0.0) + log(1.0 + exp(-abs(x)));
                correctOf[lane] = (x > 0.0) == (label == 1) ? 1u : 0u;
            }
#ifdef GRADIENT
            dLogits[at] = label < 0 ? 0.0 : (1.0 / (1.0 + exp(-x)) - float(label)) * scale;
#endif
        } else {
            uint best = 0u;
            for (uint k = 1u; k < K; ++k)
                if (logits[at + k] > logits[at + best]) best = k;
            const float top = logits[at + best];
            float sum = 0.0;
            for (uint k = 0u; k < K; ++k) sum += exp(logits[at + k] - top);
            if (label >= 0) {
                lossOf[lane] = top - logits[at + uint(label)] + log(sum);
                correctOf[lane] = int(best) == label ? 1u : 0u;
            }
#ifdef GRADIENT
            for (uint k = 0u; k < K; ++k)
                dLogits[at + k] = label < 0 ? 0.0 : (exp(logits[at + k] - top) / sum - (int(k) == label ? 1.0 : 0.0)) * scale;
#endif
        }
        if (label >= 0) {
            countedOf[lane] = 1u;
            brokenOf[lane] = broken || !isFinite(lossOf[lane]) ? 1u : 0u;
            if (broken) correctOf[lane] = 0u;
        }
    }
    for (uint step = 32u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) {
            lossOf[lane] += lossOf[lane + step];
            correctOf[lane] += correctOf[lane + step];
            countedOf[lane] += countedOf[lane + step];
            brokenOf[lane] += brokenOf[lane + step];
        }
    }
    if (lane == 0u)
        parts[p.slot * gl_NumWorkGroups.x + GROUP.x] =
            LossPart(lossOf[0], correctOf[0], countedOf[0], brokenOf[0]);
}
