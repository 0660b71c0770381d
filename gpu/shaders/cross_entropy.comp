#version 450
//: cross_entropy
//: cross_entropy_gradient -DGRADIENT
// CrossEntropy: sums loss, hits and labelled rows of a group; built with GRADIENT also dLogits = (softmax -
// target) lossScale, zero where there is no label. One invocation to a row.
#include "common.glsl"
layout(local_size_x = SMALL_GROUP) in;
layout(push_constant, std430) uniform Push { LossBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer Logits { float logits[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Parts { LossPart parts[]; };
#ifdef GRADIENT
layout(set = 0, binding = 2, std430) writeonly buffer DLogits { float dLogits[]; };
#endif
shared LossPart partOf[SMALL_GROUP];

float logitAt(uint at) { return logits[at]; }
void keepGradient(uint at, float value) {
#ifdef GRADIENT
    dLogits[at] = value;
#endif
}
#include "loss_row.glsl"

void main() {
    const uint lane = LANE, n = INVOCATION, K = p.classes;
    partOf[lane] = LossPart(0.0, 0u, 0u, 0u);
    if (n < p.rows) {
        const int label = labels[p.slot * p.rows + n];
        partOf[lane] = lossOfRow(n * K, K, label, label < 0 ? 0.0 : steps[p.slot].lossScale, steps[p.slot].smoothing);
    }
    for (uint step = SMALL_GROUP / 2u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) {
            partOf[lane].loss += partOf[lane + step].loss;
            partOf[lane].correct += partOf[lane + step].correct;
            partOf[lane].counted += partOf[lane + step].counted;
            partOf[lane].broken += partOf[lane + step].broken;
        }
    }
    if (lane == 0u) parts[p.slot * gl_NumWorkGroups.x + GROUP.x] = partOf[0];
}
