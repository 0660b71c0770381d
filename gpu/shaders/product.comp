#version 450
// Matrix product c[M, N] = scale a[M, K] b[K, N] in tiles; z runs over batches, or over pieces of K whose
// results are added up by reduce_gradients. Built in three roles with their epilogues,
//   FORWARD          + bias, ReLU, dropout      (y = x weightᵀ + bias; also attention's products)
//   INPUT_GRADIENT   where y > 0, added or set  (dx = dy weight)
//   WEIGHT_GRADIENT  row sums of a beside it    (dWeight = dyᵀ x, dBias)
// and in several tiles BM x BN x BK, TM x TN of them to an invocation; with SLICES > 1 so many invocations share
// an element, each with its slice of BK, which fills a device that has more lanes than elements. The next tile
// is on its way from memory while the one on the chip is multiplied. DIRECT: without shared memory, each
// invocation for itself, for devices that are processors.
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
#include "philox.glsl"
#ifndef SLICES
#define SLICES 1
#endif
#define COLUMNS (BN / TN)
#define LINES (BM / TM)
#define THREADS (COLUMNS * LINES * SLICES)
layout(local_size_x = THREADS) in;
layout(push_constant, std430) uniform Push { ProductBlock p; };
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { float b[]; };
#if defined(FORWARD)
layout(set = 0, binding = 2, std430) writeonly buffer C { float c[]; };
layout(set = 0, binding = 3, std430) readonly buffer Bias { float bias[]; };
#elif defined(INPUT_GRADIENT)
layout(set = 0, binding = 2, std430) buffer C { float c[]; };
layout(set = 0, binding = 3, std430) readonly buffer Y { float y[]; };
#else
layout(set = 0, binding = 2, std430) writeonly buffer C { float c[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Sums { float sums[]; };
#endif
const uint LAYOUT = F0;  // 1: a is stored [K, M]; 2: b is stored [N, K]
const uint EXTRA = F1;   // FORWARD 1: bias, 2: ReLU; INPUT_GRADIENT 1: add, 2: where y > 0; WEIGHT_GRADIENT 1: sums

#ifndef DIRECT
shared float tileA[BK][BM + 1];
shared float tileB[BK][BN + 1];
float nextA[BM * BK / THREADS];
float nextB[BN * BK / THREADS];
#endif

float elementA(uint base, uint i, uint k) {
    return a[base + ((LAYOUT & 1u) != 0u ? k * p.lda + i : i * p.lda + k)];
}
float elementB(uint base, uint k, uint j) {
    return b[base + ((LAYOUT & 2u) != 0u ? j * p.ldb + k : k * p.ldb + j)];
}

void store(uint base, uint i, uint j, float value) {
    const uint at = base + i * p.ldc + j;
    value *= p.scale;
#if defined(FORWARD)
    if ((EXTRA & 1u) != 0u) value += bias[j];
    if ((EXTRA & 2u) != 0u) value = relu(value);
    MaskWords words = noWords();
    value *= dropoutFactor(words, i * p.N + j, p.dropout, p.slot);
#elif defined(INPUT_GRADIENT)
    if ((EXTRA & 2u) != 0u) value = y[at] > 0.0 ? value * p.dropout.scale : 0.0;
    if ((EXTRA & 1u) != 0u) value += c[at];
#endif
    c[at] = value;
}

#ifndef DIRECT
// Where element e of a tile stands: in the order in which memory has it.
uvec2 placeInA(uint e) { return (LAYOUT & 1u) != 0u ? uvec2(e % BM, e / BM) : uvec2(e / BK, e % BK); }  // i, k
uvec2 placeInB(uint e) { return (LAYOUT & 2u) != 0u ? uvec2(e / BK, e % BK) : uvec2(e % BN, e / BN); }  // j, k

void fetchTiles(uint baseA, uint baseB, uint k0, uint lastK) {
    [[unroll]] for (uint n = 0u; n < BM * BK / THREADS; ++n) {
        const uvec2 at = placeInA(gl_LocalInvocationID.x + n * THREADS) + uvec2(gl_WorkGroupID.y * BM, k0);
        nextA[n] = at.x < p.M && at.y < lastK ? elementA(baseA, at.x, at.y) : 0.0;
    }
    [[unroll]] for (uint n = 0u; n < BN * BK / THREADS; ++n) {
        const uvec2 at = placeInB(gl_LocalInvocationID.x + n * THREADS) + uvec2(gl_WorkGroupID.x * BN, k0);
        nextB[n] = at.x < p.N && at.y < lastK ? elementB(baseB, at.y, at.x) : 0.0;
    }
}

void keepTiles() {
    [[unroll]] for (uint n = 0u; n < BM * BK / THREADS; ++n) {
        const uvec2 at = placeInA(gl_LocalInvocationID.x + n * THREADS);
        tileA[at.y][at.x] = nextA[n];
    }
    [[unroll]] for (uint n = 0u; n < BN * BK / THREADS; ++n) {
        const uvec2 at = placeInB(gl_LocalInvocationID.x + n * THREADS);
        tileB[at.y][at.x] = nextB[n];
    }
}

#if SLICES > 1
shared float lineSums[BM];
// A sum's place while it goes from one slice to another: columns in the first tile, then in the second.
void passOn(int c, uint column, uint i, float value) {
    if (c * COLUMNS < BK)
        tileA[c * COLUMNS + column][i] = value;
    else
        tileB[c * COLUMNS - BK + column][i] = value;
}
float passedOn(int c, uint column, uint i) {
    return c * COLUMNS < BK ? tileA[c * COLUMNS + column][i] : tileB[c * COLUMNS - BK + column][i];
}
#endif
#endif

void main() {
    const uint z = gl_WorkGroupID.z, outer = z / p.inner, inner = z % p.inner;
    const uint baseA = p.aFirst + outer * p.aOuter + inner * p.aInner;
    const uint baseB = p.bFirst + outer * p.bOuter + inner * p.bInner;
    const uint baseC = p.cFirst + outer * p.cOuter + inner * p.cInner;
    const uint firstK = p.pieceOfK < p.K ? z * p.pieceOfK : 0u, lastK = min(p.K, firstK + p.pieceOfK);
    const uint thread = gl_LocalInvocationID.x;
    float sum[TM][TN];
    float lineSum[TM];
    [[unroll]] for (int r = 0; r < TM; ++r) {
        [[unroll]] for (int s = 0; s < TN; ++s) sum[r][s] = 0.0;
        lineSum[r] = 0.0;
    }
    float left[TM];
    float right[TN];
#ifdef DIRECT
    // Lanes run along columns, and all of a group share their lines: a's elements are the same for all.
    const uint firstI = gl_WorkGroupID.y * BM, firstJ = gl_WorkGroupID.x * BN + thread, column = thread;
    for (uint k = firstK; k < lastK; ++k) {
        [[unroll]] for (int r = 0; r < TM; ++r) left[r] = elementA(baseA, min(firstI + r * LINES, p.M - 1u), k);
        [[unroll]] for (int s = 0; s < TN; ++s) right[s] = elementB(baseB, k, min(firstJ + s * COLUMNS, p.N - 1u));
        [[unroll]] for (int r = 0; r < TM; ++r) {
            [[unroll]] for (int s = 0; s < TN; ++s) sum[r][s] += left[r] * right[s];
#ifdef WEIGHT_GRADIENT
            lineSum[r] += left[r];
#endif
        }
    }
#else
    const uint column = thread % COLUMNS, line = thread / COLUMNS % LINES, slice = thread / (COLUMNS * LINES);
    const uint firstI = gl_WorkGroupID.y * BM + line, firstJ = gl_WorkGroupID.x * BN + column;
    fetchTiles(baseA, baseB, firstK, lastK);
    for (uint k0 = firstK; k0 < lastK; k0 += BK) {
        keepTiles();
        barrier();
        if (k0 + BK < lastK) fetchTiles(baseA, baseB, k0 + BK, lastK);
        for (uint kk = 0u; kk < BK / SLICES; ++kk) {
            const uint k = slice * (BK / SLICES) + kk;
            [[unroll]] for (int r = 0; r < TM; ++r) left[r] = tileA[k][line + r * LINES];
            [[unroll]] for (int s = 0; s < TN; ++s) right[s] = tileB[k][column + s * COLUMNS];
            [[unroll]] for (int r = 0; r < TM; ++r) {
                [[unroll]] for (int s = 0; s < TN; ++s) sum[r][s] += left[r] * right[s];
#ifdef WEIGHT_GRADIENT
                lineSum[r] += left[r];
#endif
            }
        }
        barrier();
    }
#if SLICES > 1
    for (uint s = 1u; s < SLICES; ++s) {  // in turn, through the tiles' memory, to the first slice
        if (slice == s)
            [[unroll]] for (int r = 0; r < TM; ++r) {
                [[unroll]] for (int c = 0; c < TN; ++c) passOn(c, column, line + r * LINES, sum[r][c]);
                if (column == 0u) lineSums[line + r * LINES] = lineSum[r];
            }
        barrier();
        if (slice == 0u)
            [[unroll]] for (int r = 0; r < TM; ++r) {
                [[unroll]] for (int c = 0; c < TN; ++c) sum[r][c] += passedOn(c, column, line + r * LINES);
                if (column == 0u) lineSum[r] += lineSums[line + r * LINES];
            }
        barrier();
    }
    if (slice > 0u) return;
#endif
#endif
    [[unroll]] for (int r = 0; r < TM; ++r) {
        const uint i = firstI + r * LINES;
        [[unroll]] for (int s = 0; s < TN; ++s) {
            const uint j = firstJ + s * COLUMNS;
            if (i < p.M && j < p.N) store(baseC, i, j, sum[r][s]);
        }
#ifdef WEIGHT_GRADIENT
        if (i < p.M && (EXTRA & 1u) != 0u && gl_WorkGroupID.x == 0u && column == 0u)
            sums[z * p.sumStride + i] = lineSum[r];
#endif
    }
}
