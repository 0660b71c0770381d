#version 450
// A whole training step of small networks but for the optimiser: one work group owns a sequence and runs
// every operation, forward and backward, on tensors that stay in shared memory; so a step has three
// dispatches instead of some forty. What to run stands in a list that is made from the plan of one sequence
// (gpu/plan/sequence_plan.cpp): each entry has its kernel's own block, flags and places, and does what the kernel of
// that name does. Partial sums of the parameters' gradients, one for each sequence, go to memory.
#include "common.glsl"
#include "philox.glsl"
#define THREADS SEQUENCE_SUMS
#define LANES 16u  // Lanes that share a row of a norm
layout(local_size_x = SEQUENCE_SUMS) in;
layout(push_constant, std430) uniform Push { SequenceBlock p; };

// The list, seen as what each entry is; see SequenceOp in blocks.h.
struct Head {
    uint kind;
    uint flags[3];
    uint places[12];
};
struct EmbedOp { Head head; EmbedBlock block; uint rest[35]; };
struct ProductOp { Head head; ProductBlock block; uint rest[23]; };
struct ElementOp { Head head; ElementBlock block; uint rest[42]; };
struct AttentionOp { Head head; AttentionBlock block; uint rest[40]; };
struct NormOp { Head head; NormBlock block; uint rest[36]; };
struct LossOp { Head head; LossBlock block; uint rest[45]; };
layout(set = 0, binding = 0, std430) readonly buffer Embeds { EmbedOp embeds[]; };
layout(set = 0, binding = 0, std430) readonly buffer Products { ProductOp products[]; };
layout(set = 0, binding = 0, std430) readonly buffer Elements { ElementOp elements[]; };
layout(set = 0, binding = 0, std430) readonly buffer Attentions { AttentionOp attentions[]; };
layout(set = 0, binding = 0, std430) readonly buffer Norms { NormOp norms[]; };
layout(set = 0, binding = 0, std430) readonly buffer Losses { LossOp losses[]; };
layout(set = 0, binding = 0, std430) readonly buffer List { uint list[]; };
layout(set = 0, binding = 1, std430) readonly buffer Parameters { float parameters[]; };
layout(set = 0, binding = 1, std430) readonly buffer Parameters4 { vec4 parameters4[]; };
layout(set = 0, binding = 2, std430) readonly buffer Positions { float positions[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Partials { float partials[]; };
layout(set = 0, binding = 4, std430) writeonly buffer Parts { LossPart parts[]; };

shared float chip[SEQUENCE_FLOATS];  // tensors; behind them SEQUENCE_SUMS floats for sums
const uint SUMS = SEQUENCE_FLOATS - SEQUENCE_SUMS;

#define thread LANE
#define b GROUP.x  // the sequence
uint partial(uint place) { return b * p.partialFloats + place; }
uint tokenAt(uint t, uint T) { return uint(tokens[tableRow(p.slot, b, p.batch, 1u) * T + t]); }

void embedForward(uint o) {
    const EmbedBlock e = embeds[o].block;
    const uint y = embeds[o].head.places[0], weight = embeds[o].head.places[1], bias = embeds[o].head.places[2];
    const uint T = e.positions, C = e.channels, V = e.categories;
    for (uint i = thread; i < T * C; i += THREADS) {
        const uint t = i / C, c = i % C, token = tokenAt(t, T);
        MaskWords words = noWords();
        const float factor = dropoutFactor(words, b * T + t, e.dropout, p.slot);
        chip[y + i] = embeds[o].head.flags[0] == EMBED_TABLE
                          ? parameters[weight + token * C + c] * factor
                          : parameters[weight + c * V + token] * factor + parameters[bias + c];
    }
}

void embedBackward(uint o) {
    const EmbedBlock e = embeds[o].block;
    const uint dy = embeds[o].head.places[0];
    const uint T = e.positions, C = e.channels, V = e.categories;
    const bool table = embeds[o].head.flags[0] == EMBED_TABLE;
    for (uint i = thread; i < (table ? V : V + 1u) * C; i += THREADS) {
        const bool isBias = i >= C * V;
        const uint c = isBias ? i - C * V : table ? i % C : i / V, v = table ? i / C : i % V;
        float sum = 0.0;
        MaskWords words = noWords();
        for (uint t = 0u; t < T; ++t) {
            const float d = chip[dy + t * C + c];
            if (isBias)
                sum += d;
            else if (tokenAt(t, T) == v)
                sum += d * dropoutFactor(words, b * T + t, e.dropout, p.slot);
        }
        partials[partial(isBias ? embeds[o].head.places[2] + c : embeds[o].head.places[1] + i)] = sum;
    }
}

// Four rows of an invocation share what they read of b.
void productForward(uint o) {  // y = x weightᵀ + bias
    const ProductBlock g = products[o].block;
    const uint a = products[o].head.places[0], w = products[o].head.places[1], c = products[o].head.places[2];
    const uint bias = products[o].head.places[3], extra = products[o].head.flags[1];
    for (uint item = thread; item < (g.M + 3u) / 4u * g.N; item += THREADS) {
        const uint j = item % g.N, i0 = item / g.N * 4u;
        const uint r1 = min(i0 + 1u, g.M - 1u), r2 = min(i0 + 2u, g.M - 1u), r3 = min(i0 + 3u, g.M - 1u);
        vec4 sum = vec4(parameters[bias + j]);
        uint k = 0u;
        if (g.ldb % 4u == 0u)  // neighbours in j read lines that are far apart: four of each at once
            for (; k + 4u <= g.K; k += 4u) {
                const vec4 four = parameters4[(w + j * g.ldb + k) / 4u];
                [[unroll]] for (uint n = 0u; n < 4u; ++n)
                    sum += four[n] * vec4(chip[a + i0 * g.lda + k + n], chip[a + r1 * g.lda + k + n],
                                          chip[a + r2 * g.lda + k + n], chip[a + r3 * g.lda + k + n]);
            }
        for (; k < g.K; ++k)
            sum += parameters[w + j * g.ldb + k] * vec4(chip[a + i0 * g.lda + k], chip[a + r1 * g.lda + k],
                                                        chip[a + r2 * g.lda + k], chip[a + r3 * g.lda + k]);
        for (uint r = 0u; r < 4u && i0 + r < g.M; ++r) {
            float value = sum[r];
            if ((extra & PRODUCT_RELU) != 0u) value = relu(value);
            MaskWords words = noWords();
            chip[c + (i0 + r) * g.ldc + j] = value * dropoutFactor(words, (b * g.M + i0 + r) * g.N + j, g.dropout, p.slot);
        }
    }
}

void productInputGradient(uint o) {  // dx = dy weight
    const ProductBlock g = products[o].block;
    const uint a = products[o].head.places[0], w = products[o].head.places[1], c = products[o].head.places[2];
    const uint y = products[o].head.places[3], extra = products[o].head.flags[1];
    for (uint item = thread; item < (g.M + 3u) / 4u * g.N; item += THREADS) {
        const uint j = item % g.N, i0 = item / g.N * 4u;
        const uint r1 = min(i0 + 1u, g.M - 1u), r2 = min(i0 + 2u, g.M - 1u), r3 = min(i0 + 3u, g.M - 1u);
        vec4 sum = vec4(0.0);
        for (uint k = 0u; k < g.K; ++k)
            sum += parameters[w + k * g.ldb + j] * vec4(chip[a + i0 * g.lda + k], chip[a + r1 * g.lda + k],
                                                        chip[a + r2 * g.lda + k], chip[a + r3 * g.lda + k]);
        for (uint r = 0u; r < 4u && i0 + r < g.M; ++r) {
            const uint at = (i0 + r) * g.ldc + j;
            float value = sum[r];
            if ((extra & PRODUCT_MASKS) != 0u) value = chip[y + at] > 0.0 ? value * g.dropout.scale : 0.0;
            if ((extra & PRODUCT_ADDS) != 0u) value += chip[c + at];
            chip[c + at] = value;
        }
    }
}

void productWeightGradient(uint o) {  // dWeight = dyᵀ x, dBias
    const ProductBlock g = products[o].block;
    const uint a = products[o].head.places[0], x = products[o].head.places[1];
    const uint c = partial(products[o].head.places[2]), bias = partial(products[o].head.places[3]);
    for (uint item = thread; item < (g.M + 3u) / 4u * g.N; item += THREADS) {
        const uint j = item % g.N, i0 = item / g.N * 4u;
        const uint r1 = min(i0 + 1u, g.M - 1u), r2 = min(i0 + 2u, g.M - 1u), r3 = min(i0 + 3u, g.M - 1u);
        vec4 sum = vec4(0.0), line = vec4(0.0);
        for (uint k = 0u; k < g.K; ++k) {
            const uint at = a + k * g.lda;
            const vec4 left = vec4(chip[at + i0], chip[at + r1], chip[at + r2], chip[at + r3]);
            sum += chip[x + k * g.ldb + j] * left;
            line += left;
        }
        for (uint r = 0u; r < 4u && i0 + r < g.M; ++r) {
            partials[c + (i0 + r) * g.ldc + j] = sum[r];
            if (j == 0u) partials[bias + i0 + r] = line[r];
        }
    }
}

void element(uint o, uint kind) {
    const ElementBlock e = elements[o].block;
    const uint x = elements[o].head.places[0], y = elements[o].head.places[1];
    const bool flag = elements[o].head.flags[0] == 1u;  // COPY_ADDS, MASK_RELU
    for (uint i = thread; i < e.count; i += THREADS) {
        if (kind == SEQUENCE_ADD_POSITIONS) {
            chip[elements[o].head.places[2] + i] = chip[x + i] + positions[i % e.period];
        } else if (kind == SEQUENCE_COPY_GRADIENT) {
            chip[y + i] = flag ? chip[y + i] + chip[x + i] : chip[x + i];
        } else {
            MaskWords words = noWords();
            if (flag)
                chip[x + i] = chip[y + i] > 0.0 ? chip[x + i] * e.dropout.scale : 0.0;
            else
                chip[x + i] *= dropoutFactor(words, b * e.count + i, e.dropout, p.slot);
        }
    }
}

// Sum of x[x0 + i] y[y0 + i] over i < n, beginning at i = first: invocations that read lines whose distance is a
// multiple of 32 floats would meet in one bank if all began at 0.
float dotFrom(uint first, uint n, uint x0, uint y0) {
    float sum = 0.0;
    uint i = first % n;
    for (uint k = 0u; k < n; ++k) {
        sum += chip[x0 + i] * chip[y0 + i];
        i = i + 1u == n ? 0u : i + 1u;
    }
    return sum;
}

void attentionForward(uint o) {
    const AttentionBlock a = attentions[o].block;
    const uint qkv = attentions[o].head.places[0], P = attentions[o].head.places[1], y = attentions[o].head.places[2];
    const uint T = a.positions, HS = a.width, NH = a.heads, line = 3u * NH * HS;
    uint keys = T;
    if ((a.mask & ATTENTION_LENGTHS) != 0u) keys = uint(lengths[tableRow(p.slot, b, p.batch, 1u)]);
    for (uint e = thread; e < NH * T * T; e += THREADS) {
        const uint h = e / (T * T), q = qkv + e / T % T * line + h * 3u * HS, k = qkv + e % T * line + h * 3u * HS + HS;
        chip[P + e] = dotFrom(e % T, HS, q, k) * a.scale;
    }
    barrier();
    for (uint row = thread; row < NH * T; row += THREADS) {  // softmax, minus its maximum
        const uint at = P + row * T;
        float top = chip[at], sum = 0.0;
        for (uint s = 1u; s < keys; ++s) top = max(top, chip[at + s]);
        for (uint s = 0u; s < keys; ++s) sum += chip[at + s] = exp(chip[at + s] - top);
        for (uint s = 0u; s < T; ++s) chip[at + s] = s < keys ? chip[at + s] / sum : 0.0;
    }
    barrier();
    for (uint e = thread; e < T * NH * HS; e += THREADS) {
        const uint t = e / (NH * HS), h = e / HS % NH, d = e % HS, row = P + (h * T + t) * T;
        float sum = 0.0;
        for (uint s = 0u; s < keys; ++s) sum += chip[row + s] * chip[qkv + s * line + h * 3u * HS + 2u * HS + d];
        chip[y + e] = sum;
    }
}

void attentionBackward(uint o) {  // dP becomes dS in its place
    const AttentionBlock a = attentions[o].block;
    const uint qkv = attentions[o].head.places[0], P = attentions[o].head.places[1], dy = attentions[o].head.places[2];
    const uint dqkv = attentions[o].head.places[3], G = attentions[o].head.places[4];
    const uint T = a.positions, HS = a.width, NH = a.heads, C = NH * HS, line = 3u * C;
    for (uint e = thread; e < NH * T * T; e += THREADS) {  // dP = dY Vᵀ
        const uint h = e / (T * T), v = qkv + e % T * line + h * 3u * HS + 2u * HS, d = dy + e / T % T * C + h * HS;
        chip[G + e] = dotFrom(e % T, HS, d, v);
    }
    for (uint e = thread; e < T * C; e += THREADS) {  // dV = Pᵀ dY
        const uint s = e / C, h = e / HS % NH, d = e % HS;
        float sum = 0.0;
        for (uint t = 0u; t < T; ++t) sum += chip[P + (h * T + t) * T + s] * chip[dy + t * C + h * HS + d];
        chip[dqkv + s * line + h * 3u * HS + 2u * HS + d] = sum;
    }
    barrier();
    for (uint row = thread; row < NH * T; row += THREADS) {  // dS = P (dP - sum(P dP)) scale
        float sum = 0.0;
        for (uint s = 0u; s < T; ++s) sum += chip[P + row * T + s] * chip[G + row * T + s];
        for (uint s = 0u; s < T; ++s)
            chip[G + row * T + s] = chip[P + row * T + s] * (chip[G + row * T + s] - sum) * a.scale;
    }
    barrier();
    for (uint e = thread; e < T * C; e += THREADS) {  // dQ = dS K, dK = dSᵀ Q
        const uint t = e / C, h = e / HS % NH, d = e % HS, head = h * 3u * HS;
        float dq = 0.0, dk = 0.0;
        for (uint s = 0u; s < T; ++s) {
            dq += chip[G + (h * T + t) * T + s] * chip[qkv + s * line + head + HS + d];
            dk += chip[G + (h * T + s) * T + t] * chip[qkv + s * line + head + d];
        }
        chip[dqkv + t * line + head + d] = dq;
        chip[dqkv + t * line + head + HS + d] = dk;
    }
}

// Sum over the LANES invocations that share a row, in a fixed order.
float overLanes(float value) {
    barrier();
    chip[SUMS + thread] = value;
    for (uint step = LANES / 2u; step > 0u; step /= 2u) {
        barrier();
        if (thread % LANES < step) chip[SUMS + thread] += chip[SUMS + thread + step];
    }
    barrier();
    return chip[SUMS + thread / LANES * LANES];
}

// The sum that a norm normalises; x and residual are the places of the tensors.
float summed(NormBlock n, uint x, uint residual, bool both, uint at, inout MaskWords words) {
    float value = chip[x + at] * dropoutFactor(words, b * n.rows * n.channels + at, n.branch, p.slot);
    if (both) value += chip[residual + at];
    return value;
}

void normForward(uint o) {
    const NormBlock n = norms[o].block;
    const uint x = norms[o].head.places[0], residual = norms[o].head.places[1], C = n.channels;
    const uint flags = norms[o].head.flags[0];
    const bool both = (flags & NORM_RESIDUAL) != 0u;
    for (uint first = 0u; first < n.rows; first += THREADS / LANES) {
        const uint row = first + thread / LANES, at = min(row, n.rows - 1u) * C, lane = thread % LANES;
        MaskWords words = noWords(), outWords = noWords();
        float sum = 0.0, square = 0.0;
        for (uint c = lane; c < C; c += LANES) sum += summed(n, x, residual, both, at + c, words);
        const float mean = overLanes(sum) / float(C);
        for (uint c = lane; c < C; c += LANES) {
            const float d = summed(n, x, residual, both, at + c, words) - mean;
            square += d * d;
        }
        const float rstd = 1.0 / sqrt(overLanes(square) / float(C) + n.eps);
        if (row >= n.rows) continue;
        for (uint c = lane; c < C; c += LANES) {
            float value = (summed(n, x, residual, both, at + c, words) - mean) * rstd *
                              parameters[norms[o].head.places[2] + c] + parameters[norms[o].head.places[3] + c];
            if ((flags & NORM_RELU) != 0u) value = relu(value);
            chip[norms[o].head.places[4] + at + c] =
                value * dropoutFactor(outWords, b * n.rows * C + at + c, n.result, p.slot);
        }
        if (lane == 0u) {
            chip[norms[o].head.places[5] + 2u * row] = mean;
            chip[norms[o].head.places[5] + 2u * row + 1u] = rstd;
        }
    }
}

float maskedDy(NormBlock n, uint dy, uint y, uint flags, uint at, inout MaskWords words) {
    if ((flags & NORM_RELU) != 0u) return chip[y + at] > 0.0 ? chip[dy + at] * n.result.scale : 0.0;
    return chip[dy + at] * dropoutFactor(words, b * n.rows * n.channels + at, n.result, p.slot);
}

void normBackward(uint o, bool withResidual) {
    const NormBlock n = norms[o].block;
    const uint dy = norms[o].head.places[0], y = norms[o].head.places[1], x = norms[o].head.places[2];
    const uint residual = norms[o].head.places[3], weight = norms[o].head.places[4], stats = norms[o].head.places[5];
    const uint dx = norms[o].head.places[6], dResidual = norms[o].head.places[7], C = n.channels;
    const uint flags = norms[o].head.flags[0];
    const bool both = (flags & NORM_RESIDUAL) != 0u;
    for (uint first = 0u; first < n.rows; first += THREADS / LANES) {
        const uint row = first + thread / LANES, safe = min(row, n.rows - 1u), at = safe * C, lane = thread % LANES;
        const float mean = chip[stats + 2u * safe], rstd = chip[stats + 2u * safe + 1u];
        MaskWords branchWords = noWords(), resultWords = noWords();
        float sum = 0.0, product = 0.0;
        for (uint c = lane; c < C; c += LANES) {
            const float d = maskedDy(n, dy, y, flags, at + c, resultWords) * parameters[weight + c];
            sum += d;
            product += d * (summed(n, x, residual, both, at + c, branchWords) - mean) * rstd;
        }
        sum = overLanes(sum) / float(C);
        product = overLanes(product) / float(C);
        if (row >= n.rows) continue;
        for (uint c = lane; c < C; c += LANES) {
            const float normed = (summed(n, x, residual, both, at + c, branchWords) - mean) * rstd;
            const float d = (maskedDy(n, dy, y, flags, at + c, resultWords) * parameters[weight + c] - sum -
                             normed * product) * rstd;
            chip[dx + at + c] = d * dropoutFactor(branchWords, b * n.rows * C + at + c, n.branch, p.slot);
            if (withResidual) chip[dResidual + at + c] = (flags & NORM_ADDS) != 0u ? chip[dResidual + at + c] + d : d;
        }
    }
}

void normParameters(uint o) {
    const NormBlock n = norms[o].block;
    const uint dy = norms[o].head.places[0], y = norms[o].head.places[1], x = norms[o].head.places[2];
    const uint residual = norms[o].head.places[3], stats = norms[o].head.places[4], C = n.channels;
    const uint flags = norms[o].head.flags[0];
    for (uint c = thread; c < C; c += THREADS) {
        float w = 0.0, bias = 0.0;
        for (uint row = 0u; row < n.rows; ++row) {
            MaskWords branchWords = noWords(), resultWords = noWords();
            const float d = maskedDy(n, dy, y, flags, row * C + c, resultWords);
            w += d * (summed(n, x, residual, (flags & NORM_RESIDUAL) != 0u, row * C + c, branchWords) - chip[stats + 2u * row]) *
                 chip[stats + 2u * row + 1u];
            bias += d;
        }
        partials[partial(norms[o].head.places[5] + c)] = w;
        partials[partial(norms[o].head.places[6] + c)] = bias;
    }
}

void crossEntropy(uint o) {
    const LossBlock l = losses[o].block;
    const uint logits = losses[o].head.places[0], dLogits = losses[o].head.places[2], K = l.classes;
    float loss = 0.0;
    uint correct = 0u, counted = 0u, broken = 0u;
    for (uint n = thread; n < l.rows; n += THREADS) {
        const uint at = logits + n * K, d = dLogits + n * K;
        const int label = labels[(p.slot * p.batch + b) * l.rows + n];
        const float scale = label < 0 ? 0.0 : steps[p.slot].lossScale, smoothing = steps[p.slot].smoothing;
        uint best = 0u;
        for (uint k = 1u; k < K; ++k)
            if (chip[at + k] > chip[at + best]) best = k;
        const float top = chip[at + best];
        float sum = 0.0;
        for (uint k = 0u; k < K; ++k) sum += exp(chip[at + k] - top);
        if (label >= 0) {
            float own = top - chip[at + uint(label)] + log(sum);
            if (smoothing > 0.0) {
                float mean = 0.0;
                for (uint k = 0u; k < K; ++k) mean += chip[at + k] / float(K);
                own += smoothing * (chip[at + uint(label)] - mean);
            }
            bool numbers = isFinite(own);
            for (uint k = 0u; k < K; ++k) numbers = numbers && isFinite(chip[at + k]);
            loss += own;
            correct += numbers && int(best) == label ? 1u : 0u;
            broken += numbers ? 0u : 1u;
            ++counted;
        }
        const float other = smoothing / float(K), target = 1.0 - smoothing + other;
        for (uint k = 0u; k < K; ++k)
            chip[d + k] = label < 0 ? 0.0 : (exp(chip[at + k] - top) / sum - (int(k) == label ? target : other)) * scale;
    }
    // Four sums, one after the other through the same floats: counts are exact there.
    float total[4] = float[4](loss, float(correct), float(counted), float(broken));
    for (int i = 0; i < 4; ++i) {
        barrier();
        chip[SUMS + thread] = total[i];
        for (uint step = THREADS / 2u; step > 0u; step /= 2u) {
            barrier();
            if (thread < step) chip[SUMS + thread] += chip[SUMS + thread + step];
        }
        barrier();
        total[i] = chip[SUMS];
    }
    if (thread == 0u) parts[p.slot * p.batch + b] = LossPart(total[0], uint(total[1]), uint(total[2]), uint(total[3]));
}

// Reads something of each 32 bytes of what the operations are going to read, the list and the parameters (as many as
// a cache near the lanes may hold), with many accesses under way at once: from here on they are near, instead of one
// wait after the other.
const uint NEAR = 16384u;  // floats
void bringNear() {
    uint touched = 0u;
    const uint last = uint(list.length()) - 1u, lastParameter = min(uint(parameters.length()), NEAR) - 1u;
    for (uint first = 8u * thread; first <= max(last, lastParameter); first += 8u * 8u * THREADS)
        [[unroll]] for (uint k = 0u; k < 8u; ++k) {
            const uint i = first + k * 8u * THREADS;
            touched ^= list[min(i, last)] ^ floatBitsToUint(parameters[min(i, lastParameter)]);
        }
    chip[SUMS + thread] = uintBitsToFloat(touched);  // No kernel reads it: so that the accesses stay
}

void main() {
    bringNear();
    uint next = products[0].head.kind;
    for (uint o = 0u; o < p.operations; ++o) {
        const uint kind = next;
        next = products[min(o + 1u, p.operations - 1u)].head.kind;  // is on its way while this one runs
        switch (kind) {
            case SEQUENCE_EMBED_FORWARD: embedForward(o); break;
            case SEQUENCE_EMBED_BACKWARD: embedBackward(o); break;
            case SEQUENCE_PRODUCT_FORWARD: productForward(o); break;
            case SEQUENCE_PRODUCT_INPUT_GRADIENT: productInputGradient(o); break;
            case SEQUENCE_PRODUCT_WEIGHT_GRADIENT: productWeightGradient(o); break;
            case SEQUENCE_ATTENTION_FORWARD: attentionForward(o); break;
            case SEQUENCE_ATTENTION_BACKWARD: attentionBackward(o); break;
            case SEQUENCE_NORM_FORWARD: normForward(o); break;
            case SEQUENCE_NORM_BACKWARD: normBackward(o, false); break;
            case SEQUENCE_NORM_BACKWARD_RESIDUAL: normBackward(o, true); break;
            case SEQUENCE_NORM_PARAMETERS: normParameters(o); break;
            case SEQUENCE_CROSS_ENTROPY: crossEntropy(o); break;
            default: element(o, kind); break;
        }
        barrier();
    }
}
