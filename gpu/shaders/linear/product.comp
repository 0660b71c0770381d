#version 450
//: product_forward_TILE -DFORWARD
//: product_input_gradient_TILE -DINPUT_GRADIENT
//: product_weight_gradient_TILE -DWEIGHT_GRADIENT
//: product_forward_normed_TILE -DFORWARD -DNORMED
//: product_input_gradient_normed_TILE -DINPUT_GRADIENT -DNORMED
// Matrix product c[M, N] = scale a[M, K] b[K, N] in tiles; z runs over batches, or over pieces of K whose
// results are added up by reduce_gradients. Built in three roles with their epilogues,
//   FORWARD          + bias, ReLU, dropout      (y = x weightᵀ + bias; also attention's products)
//   INPUT_GRADIENT   where y > 0, added or set  (dx = dy weight)
//   WEIGHT_GRADIENT  row sums of a beside it    (dWeight = dyᵀ x, dBias)
// and NORMED: a norm (gpu/plan/plan_folds.cpp), forward or backward to its inputs, is done on the way of a from memory,
// which saves the round of a kernel of its own. Its statistics each group computes for its lines of a, before the
// product; the groups of the first columns keep what comes of the norm for those who read it later.
// and in several tiles BM x BN x BK, TM x TN of them to an invocation; with SLICES > 1 so many invocations share
// an element, each with its slice of BK, which fills a device that has more lanes than elements. The next tile
// is on its way from memory while the one on the chip is multiplied. BK = 0, DIRECT: without shared memory, each
// invocation for itself, for devices that are processors.
#include "common.glsl"
#include "philox.glsl"
#if BK == 0
#define DIRECT
#endif
#define COLUMNS (BN / TN)
#define LINES (BM / TM)
#define THREADS (COLUMNS * LINES * SLICES)
layout(local_size_x = THREADS) in;
layout(push_constant, std430) uniform Push { ProductBlock p; };
// Twice each: by element, and in fours.
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 0, std430) readonly buffer A4 { vec4 a4[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { float b[]; };
layout(set = 0, binding = 1, std430) readonly buffer B4 { vec4 b4[]; };
#ifdef INPUT_GRADIENT
#define TO_C
#else
#define TO_C writeonly
#endif
layout(set = 0, binding = 2, std430) TO_C buffer C { float c[]; };
layout(set = 0, binding = 2, std430) TO_C buffer C4 { vec4 c4[]; };
#if defined(FORWARD)
layout(set = 0, binding = 3, std430) readonly buffer Bias { float bias[]; };
layout(set = 0, binding = 3, std430) readonly buffer Bias4 { vec4 bias4[]; };
layout(set = 0, binding = 4, std430) readonly buffer Residual { float residual[]; };
layout(set = 0, binding = 4, std430) readonly buffer Residual4 { vec4 residual4[]; };
#ifdef NORMED  // a is what is normalised
layout(set = 0, binding = 5, std430) readonly buffer Gain { float gain[]; };
layout(set = 0, binding = 5, std430) readonly buffer Gain4 { vec4 gain4[]; };
layout(set = 0, binding = 6, std430) readonly buffer Shift { float shift[]; };
layout(set = 0, binding = 6, std430) readonly buffer Shift4 { vec4 shift4[]; };
layout(set = 0, binding = 7, std430) writeonly buffer Normed4 { vec4 normed4[]; };
layout(set = 0, binding = 8, std430) writeonly buffer Stats { float stats[]; };
#endif
#elif defined(INPUT_GRADIENT)
layout(set = 0, binding = 3, std430) readonly buffer Y { float y[]; };
layout(set = 0, binding = 3, std430) readonly buffer Y4 { vec4 y4[]; };
#ifdef NORMED  // a is the gradient of the norm's result
layout(set = 0, binding = 4, std430) readonly buffer Summed { float summed[]; };  // what was normalised
layout(set = 0, binding = 4, std430) readonly buffer Summed4 { vec4 summed4[]; };
layout(set = 0, binding = 5, std430) readonly buffer Gain { float gain[]; };
layout(set = 0, binding = 5, std430) readonly buffer Gain4 { vec4 gain4[]; };
layout(set = 0, binding = 6, std430) readonly buffer Stats { float stats[]; };
layout(set = 0, binding = 7, std430) writeonly buffer DX4 { vec4 dx4[]; };
layout(set = 0, binding = 8, std430) buffer DResidual4 { vec4 dResidual4[]; };
#endif
#else
layout(set = 0, binding = 3, std430) writeonly buffer Sums { float sums[]; };
#endif
const uint LAYOUT = F0;  // PRODUCT_A_TRANSPOSED ... PRODUCT_C_FOURS
const uint EXTRA = F1;   // Flags of the role: PRODUCT_BIAS ... PRODUCT_LINE_SUMS

#ifdef NORMED
#define LINE_LANES (THREADS / BM)  // invocations that share a line of a
#if THREADS % BM != 0
#error "the lines of a do not divide among the invocations"
#endif
shared vec4 ofLine[BM];  // mean, rstd and, backward, the means of d and of d normed, where d = dy gain

#ifdef INPUT_GRADIENT
// What dropout multiplied the branch with; see PRODUCT_MARKS.
float keptFactor(float sum) {
    if ((EXTRA & PRODUCT_MARKED) == 0u) return 1.0;
    return (floatBitsToUint(sum) & 1u) != 0u ? p.branchScale : 0.0;
}
#endif

// Element of a behind the norm; i is a line of this group.
float elementA(uint base, uint i, uint k) {
    const vec4 line = ofLine[i - GROUP.y * BM];
    const float x = a[i * p.lda + k];
#ifdef FORWARD
    return (x - line.x) * line.y * gain[k] + shift[k];
#else
    const float sum = summed[i * p.lda + k];
    return (x * gain[k] - line.z - (sum - line.x) * line.y * line.w) * line.y * keptFactor(sum);
#endif
}
#else
float elementA(uint base, uint i, uint k) {
    return a[base + ((LAYOUT & PRODUCT_A_TRANSPOSED) != 0u ? k * p.lda + i : i * p.lda + k)];
}
#endif
float elementB(uint base, uint k, uint j) {
    return b[base + ((LAYOUT & PRODUCT_B_TRANSPOSED) != 0u ? j * p.ldb + k : k * p.ldb + j)];
}

// x with its last bit 1 if dropout kept the branch, 0 if not: all that the way back has to know of it.
float marked(float x, bool kept) { return uintBitsToFloat(floatBitsToUint(x) & ~1u | uint(kept)); }

void store(uint base, uint i, uint j, float value, inout MaskWords words) {
    const uint at = base + i * p.ldc + j;
    value *= p.scale;
#if defined(FORWARD)
    if ((EXTRA & PRODUCT_BIAS) != 0u) value += bias[j];
    if ((EXTRA & PRODUCT_RELU) != 0u) value = relu(value);
    const float factor = dropoutFactor(words, i * p.N + j, p.dropout, p.slot);
    value *= factor;
    if ((EXTRA & PRODUCT_RESIDUAL) != 0u) value += residual[at];
    if ((EXTRA & PRODUCT_MARKS) != 0u) value = marked(value, factor > 0.0);
#elif defined(INPUT_GRADIENT)
    if ((EXTRA & PRODUCT_MASKS) != 0u) value = y[at] > 0.0 ? value * p.dropout.scale : 0.0;
    if ((EXTRA & PRODUCT_ADDS) != 0u) value += c[at];
#endif
    c[at] = value;
}

#ifndef DIRECT
// The same for columns j to j + 3, the first of them a multiple of 4.
void store4(uint base, uint i, uint j, vec4 value) {
    const uint at = (base + i * p.ldc + j) / 4u;
    value *= p.scale;
#if defined(FORWARD)
    if ((EXTRA & PRODUCT_BIAS) != 0u) value += bias4[j / 4u];
    if ((EXTRA & PRODUCT_RELU) != 0u) value = relu(value);
    vec4 factors = vec4(1.0);
    if (p.dropout.threshold != 0u) factors = dropoutFactors((i * p.N + j) / 4u, p.dropout, p.slot);
    value *= factors;
    if ((EXTRA & PRODUCT_RESIDUAL) != 0u) value += residual4[at];
    if ((EXTRA & PRODUCT_MARKS) != 0u)
        [[unroll]] for (uint n = 0u; n < 4u; ++n) value[n] = marked(value[n], factors[n] > 0.0);
#elif defined(INPUT_GRADIENT)
    if ((EXTRA & PRODUCT_MASKS) != 0u) value = mix(vec4(0.0), value * p.dropout.scale, greaterThan(y4[at], vec4(0.0)));
    if ((EXTRA & PRODUCT_ADDS) != 0u) value += c4[at];
#endif
    c4[at] = value;
}

// A tile holds fours of lines of a, or of columns of b, for each k. A row has one more, for different banks.
#define ROW_A (BM / 4 + 1)
#define ROW_B (BN / 4 + 1)
shared vec4 chip[BK * (ROW_A + ROW_B)];
#if BM * BK / 4 % THREADS != 0 || BN * BK / 4 % THREADS != 0
#error "a tile does not divide into fours for each invocation"
#endif
vec4 nextA[BM * BK / 4 / THREADS];
vec4 nextB[BN * BK / 4 / THREADS];

// Which four is the n-th of an invocation, and its k: neighbours take neighbours in memory.
uvec2 placeInA(uint n) {
    const uint e = LANE + n * THREADS;
    return (LAYOUT & PRODUCT_A_TRANSPOSED) != 0u ? uvec2(e % (BM / 4), e / (BM / 4)) : uvec2(e / BK, e % BK);
}
uvec2 placeInB(uint n) {
    const uint e = LANE + n * THREADS;
    return (LAYOUT & PRODUCT_B_TRANSPOSED) != 0u ? uvec2(e / BK, e % BK) : uvec2(e % (BN / 4), e / (BN / 4));
}

// Lines and columns behind the last repeat it: what comes of them is not stored. From lastK on all is zero.
void fetchTiles(uint baseA, uint baseB, uint k0, uint lastK) {
    [[unroll]] for (uint n = 0u; n < BM * BK / 4 / THREADS; ++n) {
        const uvec2 at = placeInA(n);
        const uint i = GROUP.y * BM + 4u * at.x, k = min(k0 + at.y, lastK - 1u);
        vec4 four;
        if ((LAYOUT & PRODUCT_A_FOURS) != 0u)
            four = a4[(baseA + k * p.lda + min(i, p.M - 4u)) / 4u];
        else
            [[unroll]] for (uint m = 0u; m < 4u; ++m) four[m] = elementA(baseA, min(i + m, p.M - 1u), k);
        nextA[n] = k0 + at.y < lastK ? four : vec4(0.0);
    }
    [[unroll]] for (uint n = 0u; n < BN * BK / 4 / THREADS; ++n) {
        const uvec2 at = placeInB(n);
        const uint j = GROUP.x * BN + 4u * at.x, k = min(k0 + at.y, lastK - 1u);
        vec4 four;
        if ((LAYOUT & PRODUCT_B_FOURS) != 0u)
            four = b4[(baseB + k * p.ldb + min(j, p.N - 4u)) / 4u];
        else
            [[unroll]] for (uint m = 0u; m < 4u; ++m) four[m] = elementB(baseB, k, min(j + m, p.N - 1u));
        nextB[n] = k0 + at.y < lastK ? four : vec4(0.0);
    }
}

void keepTiles() {
    [[unroll]] for (uint n = 0u; n < BM * BK / 4 / THREADS; ++n) {
        const uvec2 at = placeInA(n);
        chip[at.y * ROW_A + at.x] = nextA[n];
    }
    [[unroll]] for (uint n = 0u; n < BN * BK / 4 / THREADS; ++n) {
        const uvec2 at = placeInB(n);
        chip[BK * ROW_A + at.y * ROW_B + at.x] = nextB[n];
    }
}

#ifdef NORMED
// The sums of an invocation's values over all that share its line, in a fixed order; through the tiles' memory.
vec2 overLine(vec2 values) {
    barrier();
    chip[LANE] = vec4(values, 0.0, 0.0);
    barrier();
    vec2 total = vec2(0.0);
    [[unroll]] for (uint n = 0u; n < LINE_LANES; ++n) total += chip[LANE / LINE_LANES * LINE_LANES + n].xy;
    return total;
}

void normLines() {
    const uint lane = LANE % LINE_LANES, line = LANE / LINE_LANES, i = GROUP.y * BM + line;
    const uint safe = min(i, p.M - 1u), row = safe * p.K / 4u, fours = p.K / 4u;
    const bool keeps = GROUP.x == 0u && i < p.M;
#ifdef FORWARD
    vec2 total = vec2(0.0), square = vec2(0.0);
    for (uint f = lane; f < fours; f += LINE_LANES) total.x += dot(a4[row + f], vec4(1.0));
    const float mean = overLine(total).x / float(p.K);
    for (uint f = lane; f < fours; f += LINE_LANES) square.x += dot(a4[row + f] - mean, a4[row + f] - mean);
    const float rstd = 1.0 / sqrt(overLine(square).x / float(p.K) + p.eps);
    if (lane == 0u) ofLine[line] = vec4(mean, rstd, 0.0, 0.0);
    for (uint f = lane; keeps && f < fours; f += LINE_LANES)
        normed4[row + f] = (a4[row + f] - mean) * rstd * gain4[f] + shift4[f];
    if (keeps && lane == 0u) {
        stats[2u * i] = mean;
        stats[2u * i + 1u] = rstd;
    }
#else
    const float mean = stats[2u * safe], rstd = stats[2u * safe + 1u];
    vec2 total = vec2(0.0);
    for (uint f = lane; f < fours; f += LINE_LANES) {
        const vec4 d = a4[row + f] * gain4[f];
        total += vec2(dot(d, vec4(1.0)), dot(d, (summed4[row + f] - mean) * rstd));
    }
    total = overLine(total) / float(p.K);
    if (lane == 0u) ofLine[line] = vec4(mean, rstd, total);
    for (uint f = lane; keeps && f < fours; f += LINE_LANES) {
        const uint at = row + f;
        const vec4 sum = summed4[at], d = (a4[at] * gain4[f] - total.x - (sum - mean) * rstd * total.y) * rstd;
        dx4[at] = d * vec4(keptFactor(sum.x), keptFactor(sum.y), keptFactor(sum.z), keptFactor(sum.w));
        if ((EXTRA & PRODUCT_PASSES) != 0u) dResidual4[at] = (EXTRA & PRODUCT_PASSES_ADDS) != 0u ? dResidual4[at] + d : d;
    }
#endif
    barrier();
}
#endif

#if SLICES > 1
// Slices whose sums the tiles' memory holds at a time.
const uint HELD = min(SLICES / 2u, BK * (ROW_A + ROW_B) / (BM * BN / 4u));
shared vec4 lineSums[SLICES / 2 * BM / 4];
#if BM * BN / 4 > BK * (ROW_A + ROW_B)
#error "the sums of a slice have no room in the tiles"
#endif
#endif
// Lines of an invocation whose sums the tiles' memory takes at a time.
#define STRIP (BK * (ROW_A + ROW_B) / (LINES * BN / 4) >= TM ? TM : BK * (ROW_A + ROW_B) / (LINES * BN / 4) >= 4 ? 4 : 2)
#if BK * (ROW_A + ROW_B) < LINES * BN / 2
#error "the sums of two lines have no room in the tiles"
#endif
vec4 sum[TM][TN / 4];  // Sums of lines 4 (line + r / 4 LINES) + r % 4, columns 4 (column + s COLUMNS) to + 3
vec4 lineSum[TM / 4];  // Sums of the lines of a over k

void multiply(uint firstK, uint line, uint column, const bool withLines) {
    vec4 left[TM / 4], right[TN / 4];
    for (uint k4 = 0u; k4 < BK / SLICES; k4 += 4u)
        [[unroll]] for (uint kk = 0u; kk < 4u; ++kk) {
            const uint k = firstK + k4 + kk;
            [[unroll]] for (int r = 0; r < TM / 4; ++r) left[r] = chip[k * ROW_A + line + r * LINES];
            [[unroll]] for (int s = 0; s < TN / 4; ++s) right[s] = chip[BK * ROW_A + k * ROW_B + column + s * COLUMNS];
            [[unroll]] for (int r = 0; r < TM; ++r)
                [[unroll]] for (int s = 0; s < TN / 4; ++s) sum[r][s] += left[r / 4][r % 4] * right[s];
            if (withLines) [[unroll]] for (int r = 0; r < TM / 4; ++r) lineSum[r] += left[r];
        }
}
#endif

void main() {
    const uint z = GROUP.z, outer = z / p.inner, inner = z % p.inner;
    const uint baseA = p.aFirst + outer * p.aOuter + inner * p.aInner;
    const uint baseB = p.bFirst + outer * p.bOuter + inner * p.bInner;
    const uint baseC = p.cFirst + outer * p.cOuter + inner * p.cInner;
    const uint firstK = p.pieceOfK < p.K ? z * p.pieceOfK : 0u, lastK = min(p.K, firstK + p.pieceOfK);
    const uint thread = LANE;
#ifdef WEIGHT_GRADIENT
    const bool withLines = (EXTRA & PRODUCT_LINE_SUMS) != 0u && GROUP.x == 0u;
#endif
#ifdef DIRECT
    // Lanes run along columns, and all of a group share their lines: a's elements are the same for all.
    float sum[TM][TN], lineSum[TM], left[TM], right[TN];
    [[unroll]] for (int r = 0; r < TM; ++r) {
        [[unroll]] for (int s = 0; s < TN; ++s) sum[r][s] = 0.0;
        lineSum[r] = 0.0;
    }
    const uint firstI = GROUP.y * BM, firstJ = GROUP.x * BN + thread;
    for (uint k = firstK; k < lastK; ++k) {
        [[unroll]] for (int r = 0; r < TM; ++r) left[r] = elementA(baseA, min(firstI + r, p.M - 1u), k);
        [[unroll]] for (int s = 0; s < TN; ++s) right[s] = elementB(baseB, k, min(firstJ + s * COLUMNS, p.N - 1u));
        [[unroll]] for (int r = 0; r < TM; ++r) {
            [[unroll]] for (int s = 0; s < TN; ++s) sum[r][s] += left[r] * right[s];
            lineSum[r] += left[r];
        }
    }
    [[unroll]] for (int r = 0; r < TM; ++r) {
        const uint i = firstI + r;
        if (i >= p.M) continue;
        [[unroll]] for (int s = 0; s < TN; ++s) {
            MaskWords words = noWords();
            if (firstJ + s * COLUMNS < p.N) store(baseC, i, firstJ + s * COLUMNS, sum[r][s], words);
        }
#ifdef WEIGHT_GRADIENT
        if (withLines && thread == 0u) sums[z * p.sumStride + i] = lineSum[r];
#endif
    }
#else
    const uint slice = thread / (COLUMNS * LINES), place = thread % (COLUMNS * LINES);
    // 32 neighbours are 4 lines by 8 columns: bits 0 and 4 of the lane choose the line, bits 1 to 3 the column, so
    // that lanes 2 n and 2 n + 1 read the same columns, lanes 4 n and 4 n + 2 the same line.
    const uint lane = thread % 32u, block = place / 32u;
    const uint column = lane / 2u % 8u + block % (COLUMNS / 8) * 8u;
    const uint line = lane % 2u + lane / 16u * 2u + block / (COLUMNS / 8) * 4u;
    [[unroll]] for (int r = 0; r < TM; ++r)
        [[unroll]] for (int s = 0; s < TN / 4; ++s) sum[r][s] = vec4(0.0);
    [[unroll]] for (int r = 0; r < TM / 4; ++r) lineSum[r] = vec4(0.0);
#ifdef NORMED
    normLines();
#endif
    fetchTiles(baseA, baseB, firstK, lastK);
    for (uint k0 = firstK; k0 < lastK; k0 += BK) {
        keepTiles();
        barrier();
        if (k0 + BK < lastK) fetchTiles(baseA, baseB, k0 + BK, lastK);
#ifdef WEIGHT_GRADIENT
        if (withLines)
            multiply(slice * (BK / SLICES), line, column, true);
        else
#endif
            multiply(slice * (BK / SLICES), line, column, false);
        barrier();
    }
#if SLICES > 1
    // The last slices hand their sums to the first, as many at a time as there is room for, until one is left.
    for (uint left = SLICES; left > 1u;) {
        const uint n = min(left / 2u, HELD), part = slice < n ? slice : slice - (left - n);
        if (slice >= left - n && slice < left) {
            [[unroll]] for (int r = 0; r < TM; ++r)
                [[unroll]] for (int m = 0; m < TN / 4; ++m)
                    chip[((part * TM + r) * (TN / 4) + m) * COLUMNS * LINES + place] = sum[r][m];
#ifdef WEIGHT_GRADIENT
            [[unroll]] for (int r = 0; r < TM / 4; ++r)
                if (column == 0u) lineSums[part * (BM / 4) + line + r * LINES] = lineSum[r];
#endif
        }
        barrier();
        if (slice < n) {
            [[unroll]] for (int r = 0; r < TM; ++r)
                [[unroll]] for (int m = 0; m < TN / 4; ++m)
                    sum[r][m] += chip[((part * TM + r) * (TN / 4) + m) * COLUMNS * LINES + place];
#ifdef WEIGHT_GRADIENT
            [[unroll]] for (int r = 0; r < TM / 4; ++r) lineSum[r] += lineSums[part * (BM / 4) + line + r * LINES];
#endif
        }
        barrier();
        left -= n;
    }
#endif
#ifdef WEIGHT_GRADIENT
    [[unroll]] for (int r = 0; r < TM; ++r) {
        const uint i = GROUP.y * BM + 4u * (line + r / 4 * LINES) + r % 4;
        if (withLines && slice == 0u && column == 0u && i < p.M) sums[z * p.sumStride + i] = lineSum[r / 4][r % 4];
    }
#endif
    // To memory by way of the tiles', so that neighbours write to neighbours, and so that sum is nowhere indexed by what
    // the compiler does not know: not all unroll a loop of so much code, and those that do not keep sum in memory.
    for (uint first = 0u; first < TM; first += STRIP) {
        if (first > 0u) barrier();
        [[unroll]] for (int r = 0; r < TM; ++r)
            [[unroll]] for (int s = 0; s < TN / 4; ++s)
                if (r / STRIP == first / STRIP && slice == 0u)
                    chip[(r % STRIP * LINES + line) * (BN / 4) + column + s * COLUMNS] = sum[r][s];
        barrier();
        for (uint e = thread; e < STRIP * LINES * (BN / 4); e += THREADS) {
            const uint at = e / (BN / 4), r = first + at / LINES;
            const uint i = GROUP.y * BM + 4u * (at % LINES + r / 4u * LINES) + r % 4u, j = GROUP.x * BN + e % (BN / 4) * 4u;
            const vec4 four = chip[e];
            if (i >= p.M || j >= p.N) continue;
            if ((LAYOUT & PRODUCT_C_FOURS) != 0u) {
                store4(baseC, i, j, four);
            } else {
                MaskWords words = noWords();
                for (uint n = 0u; n < 4u && j + n < p.N; ++n) store(baseC, i, j + n, four[n], words);
            }
        }
    }
#endif
}
