#version 450
// The end of a network in one kernel, in training: logits[N, O] = x[N, C] weightᵀ + bias, the loss, the gradients of
// the logits and of x. A group takes whole rows of the loss, of x as many as fit the chip. HEAD_NORM: x is normalised
// first, y = dropout(relu(layerNorm(x))), which is kept with its statistics, and dX is the gradient of the norm's
// result in front of ReLU and dropout. Not an input: the logits' tensor, which no other kernel reads in training.
#include "common.glsl"
#include "philox.glsl"
layout(local_size_x = LARGE_GROUP) in;
layout(push_constant, std430) uniform Push { HeadBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 1, std430) readonly buffer Weight { float weight[]; };  // [O, C]
layout(set = 0, binding = 2, std430) readonly buffer Bias { float bias[]; };
layout(set = 0, binding = 3, std430) writeonly buffer DX { float dx[]; };
layout(set = 0, binding = 4, std430) writeonly buffer DLogits { float dLogits[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Parts { LossPart parts[]; };
layout(set = 0, binding = 6, std430) readonly buffer Gain { float gain[]; };
layout(set = 0, binding = 7, std430) readonly buffer Shift { float shift[]; };
layout(set = 0, binding = 8, std430) writeonly buffer Y { float y[]; };
layout(set = 0, binding = 9, std430) writeonly buffer Stats { float stats[]; };
#define LANES 16u  // Lanes that share a row of x or a logit
#define AT_ONCE (LARGE_GROUP / LANES)
shared float chip[HEAD_FLOATS];  // y of the group's rows, then their logits, which become the gradient
shared float part[LARGE_GROUP];
shared LossPart partOf[HEAD_ROWS];

float logitAt(uint at) { return chip[at]; }
void keepGradient(uint at, float value) { chip[at] = value; }
#include "loss_row.glsl"

float overLanes(float value) {  // Sum over the lanes of a row, added in a fixed order
    barrier();
    part[LANE] = value;
    for (uint step = LANES / 2u; step > 0u; step /= 2u) {
        barrier();
        if (LANE % LANES < step) part[LANE] += part[LANE + step];
    }
    barrier();
    return part[LANE / LANES * LANES];
}

void main() {
    const uint C = p.channels, O = p.outputs, first = GROUP.x * p.group, count = min(p.group, p.rows - first);
    const uint own = LANE / LANES, lane = LANE % LANES, logits = p.group * C;
    if ((F0 & HEAD_NORM) != 0u) {
        for (uint g0 = 0u; g0 < count; g0 += AT_ONCE) {
            const uint g = g0 + own, row = (first + min(g, count - 1u)) * C;
            float sum = 0.0, square = 0.0;
            for (uint c = lane; c < C; c += LANES) sum += x[row + c];
            const float mean = overLanes(sum) / float(C);
            for (uint c = lane; c < C; c += LANES) square += (x[row + c] - mean) * (x[row + c] - mean);
            const float rstd = 1.0 / sqrt(overLanes(square) / float(C) + p.eps);
            if (g >= count) continue;
            for (uint c = lane; c < C; c += LANES) {
                MaskWords words = noWords();
                float value = (x[row + c] - mean) * rstd * gain[c] + shift[c];
                if ((F0 & HEAD_RELU) != 0u) value = relu(value);
                y[row + c] = chip[g * C + c] = value * dropoutFactor(words, row + c, p.dropout, p.slot);
            }
            if (lane == 0u) {
                stats[2u * (first + g)] = mean;
                stats[2u * (first + g) + 1u] = rstd;
            }
        }
    } else {
        for (uint i = LANE; i < count * C; i += LARGE_GROUP) chip[i] = x[first * C + i];
    }
    barrier();
    for (uint i0 = 0u; i0 < count * O; i0 += AT_ONCE) {
        const uint i = i0 + own, safe = min(i, count * O - 1u), row = safe / O * C, o = safe % O;
        float sum = 0.0;
        for (uint c = lane; c < C; c += LANES) sum += chip[row + c] * weight[o * C + c];
        sum = overLanes(sum);
        if (lane == 0u && i < count * O) chip[logits + i] = sum + bias[o];
    }
    barrier();
    const uint lossRows = count * O / p.classes, firstLoss = first * O / p.classes;
    if (LANE < lossRows) {
        const int label = labels[p.slot * (p.rows * O / p.classes) + firstLoss + LANE];
        partOf[LANE] = lossOfRow(logits + LANE * p.classes, p.classes, label, label < 0 ? 0.0 : steps[p.slot].lossScale,
                                 steps[p.slot].smoothing);
    }
    barrier();
    for (uint i = LANE; i < count * O; i += LARGE_GROUP) dLogits[first * O + i] = chip[logits + i];
    for (uint i = LANE; i < count * C; i += LARGE_GROUP) {
        const uint row = logits + i / C * O, c = i % C;
        float sum = 0.0;
        for (uint o = 0u; o < O; ++o) sum += chip[row + o] * weight[o * C + c];
        if ((F0 & HEAD_RELU) != 0u) sum = chip[i] > 0.0 ? sum * p.dropout.scale : 0.0;
        dx[first * C + i] = sum;
    }
    if (LANE == 0u) {
        LossPart total = partOf[0];
        for (uint n = 1u; n < lossRows; ++n) {
            total.loss += partOf[n].loss;
            total.correct += partOf[n].correct;
            total.counted += partOf[n].counted;
            total.broken += partOf[n].broken;
        }
        parts[p.slot * gl_NumWorkGroups.x + GROUP.x] = total;
    }
}
