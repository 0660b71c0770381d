// The kernels that multiply matrices: linear layers and attention. Compiled once for each instruction set, as
// kernels.cpp is. Products are done by code that products.h makes for their shape, or else by Eigen.
#include <Eigen/Core>

#include "model/native/kernel_parts.h"
#include "model/native/products.h"

#pragma GCC diagnostic ignored \
    "-Wignored-attributes"  // of vectors as template arguments, which mean the same

namespace attx::ATTX_KERNELS {
namespace {

#if defined(__AVX512F__)
constexpr auto instructions = ProductInstructions::Avx512;
#elif defined(__AVX2__)
constexpr auto instructions = ProductInstructions::Avx2;
#else
constexpr auto instructions = ProductInstructions::None;
#endif

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<>;
using Map = Eigen::Map<RowMatrix, 0, Stride>;
using ConstMap = Eigen::Map<const RowMatrix, 0, Stride>;
using Vector = Eigen::Map<Eigen::ArrayXf>;
using ConstVector = Eigen::Map<const Eigen::ArrayXf>;
using Packet = Eigen::internal::packet_traits<float>::type;
constexpr int lanes = Eigen::internal::packet_traits<float>::size;

constexpr int least(int64_t a, int64_t b) { return static_cast<int>(a < b ? a : b); }

void eigenProduct(float* c, const float* a, const float* b, const ProductShape& s) {
    const ConstMap B(b, s.depth, s.columns, Stride(s.bStride));
    Map C(c, s.rows, s.columns, Stride(s.cStride));
    const auto take = [&](const auto& product) {
        if (s.add) {
            C.noalias() += product;
        } else {
            C.noalias() = product;
        }
    };
    if (s.aTransposed) {
        take(ConstMap(a, s.depth, s.rows, Stride(s.aStride)).transpose() * B);
    } else {
        take(ConstMap(a, s.rows, s.depth, Stride(s.aStride)) * B);
    }
}

// The part of b that all rows of a go past: it stays in a core's nearest cache meanwhile.
constexpr int blockColumns = 64, blockDepth = 128;

void product(float* c, const float* a, const float* b, const ProductShape& s) {
    for (int column = 0; column < s.columns; column += blockColumns)
        for (int k = 0; k < s.depth; k += blockDepth) {
            ProductShape part = s;
            part.columns = least(s.columns - column, blockColumns);
            part.depth = least(s.depth - k, blockDepth);
            part.add = s.add || k > 0;
            const ProductCode code = productCode(instructions, part);
            if (!code) return eigenProduct(c, a, b, s);  // none is made for one part if not for all
            code(b + int64_t{k} * s.bStride + column, a + int64_t{k} * (s.aTransposed ? s.aStride : 1),
                 c + column);
        }
}

/// Whether product() has code of its own here, so that few rows at a time cost nothing.
bool generates() { return productCode(instructions, {64, 64, 64, 64, 64, 64}) != nullptr; }

/// row[n] = softmax(scale row), scale > 0.
void softmax(float* row, int n, float scale) {
    float top = -1e30f, sum = 0;
#pragma omp simd reduction(max : top)
    for (int i = 0; i < n; ++i) top = row[i] > top ? row[i] : top;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
        row[i] = exponential((row[i] - top) * scale);
        sum += row[i];
    }
    const float share = 1.0f / sum;
#pragma omp simd
    for (int i = 0; i < n; ++i) row[i] *= share;
}

/// dS = scale p (dp - sum(p dp)): backward of the softmax. dS may be dp.
void softmaxBackward(float* dS, const float* dp, const float* p, int n, float scale) {
    float dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int i = 0; i < n; ++i) dot += p[i] * dp[i];
#pragma omp simd
    for (int i = 0; i < n; ++i) dS[i] = p[i] * (dp[i] - dot) * scale;
}

}  // namespace

void transpose(float* target, int64_t targetStride, const float* source, int64_t sourceStride, int64_t rows,
               int64_t columns) {
    int64_t row = 0, column = 0;
    for (; row + lanes <= rows; row += lanes)
        for (column = 0; column + lanes <= columns; column += lanes) {
            Eigen::internal::PacketBlock<Packet, lanes> block;
            for (int i = 0; i < lanes; ++i)
                block.packet[i] = Eigen::internal::ploadu<Packet>(source + (row + i) * sourceStride + column);
            Eigen::internal::ptranspose(block);
            for (int i = 0; i < lanes; ++i)
                Eigen::internal::pstoreu(target + (column + i) * targetStride + row, block.packet[i]);
        }
    const int64_t doneRows = row, doneColumns = columns / lanes * lanes;
    for (row = 0; row < rows; ++row)
        for (column = row < doneRows ? doneColumns : 0; column < columns; ++column)
            target[column * targetStride + row] = source[row * sourceStride + column];
}

void linearForward(float* y, const float* x, const float* weightT, const float* bias, int64_t N, int in,
                   int out, bool relu) {
    // Where the weights stay in the nearest cache anyway, so do few rows of y until they are finished.
    const bool small = int64_t{in} * out <= blockColumns * blockDepth;
    const int64_t most = small && generates() ? 64 : N;
    for (int64_t first = 0; first < N; first += most) {
        const int rows = least(N - first, most);
        product(y + first * out, x + first * in, weightT, {rows, out, in, in, out, out});
        for (int64_t n = first; n < first + rows; ++n) {
            float* row = y + n * out;
            if (relu) {
#pragma omp simd
                for (int c = 0; c < out; ++c) row[c] = row[c] + bias[c] < 0.0f ? 0.0f : row[c] + bias[c];
            } else {
#pragma omp simd
                for (int c = 0; c < out; ++c) row[c] += bias[c];
            }
        }
    }
}

void linearBackward(float* dx, float* dWeight, float* dBias, float* dy, const float* y, float scale,
                    const float* x, const float* weight, int64_t N, int in, int out, bool accumulate) {
    for (int64_t n = 0; n < N; ++n) {
        float* dRow = dy + n * out;
        const float* row = y + n * out;
        if (y) {
#pragma omp simd
            for (int c = 0; c < out; ++c) dRow[c] = row[c] > 0.0f ? dRow[c] * scale : 0.0f;
        }
#pragma omp simd
        for (int c = 0; c < out; ++c) dBias[c] += dRow[c];
    }
    const auto rows = static_cast<int>(N);
    product(dWeight, dy, x, {out, in, rows, out, in, in, true, true});  // y = x weightᵀ
    if (dx) product(dx, dy, weight, {rows, in, out, out, in, in, false, accumulate});
}

void attentionForward(float* y, float* probabilities, const float* qkv, const int32_t* lengths,
                      const uint8_t* hidden, float* scratch, int64_t B, int T, int NH, int HS) {
    constexpr float lowest = -1e30f;  // of a hidden key's logit: finite, so that no difference is NaN
    const int C = NH * HS;
    const float scale = 1.0f / __builtin_sqrtf(static_cast<float>(HS));
    for (int64_t b = 0; b < B; ++b) {
        const int keys = lengths ? lengths[b] : T;
        const int used = least(T, keys > 0 ? (keys + 15) / 16 * 16 : 16);  // fewer shapes of products
        for (int h = 0; h < NH; ++h) {
            const float* q = qkv + b * T * 3 * C + int64_t{h} * 3 * HS;
            const float *k = q + HS, *v = q + 2 * HS;
            transpose(scratch, used, k, 3 * C, used, HS);
            for (int first = 0; first < T; first += attentionQueries) {
                const int rows = least(T - first, attentionQueries);
                float* p = probabilities + ((b * NH + h) * T + first) * T;
                product(p, q + int64_t{first} * 3 * C, scratch, {rows, used, HS, 3 * C, used, T});
                for (int t = 0; t < rows; ++t) {
                    float* row = p + int64_t{t} * T;
                    for (int j = 0; hidden && j < keys; ++j)
                        if (hidden[j]) row[j] = lowest;
                    softmax(row, keys, scale);
                    for (int j = 0; hidden && j < keys; ++j)
                        if (hidden[j]) row[j] = 0;
                    for (int j = keys; j < T; ++j) row[j] = 0;
                }
                product(y + (b * T + first) * C + int64_t{h} * HS, p, v, {rows, HS, used, T, 3 * C, C});
            }
        }
    }
}

void attentionBackward(float* dqkv, float* dProbabilities, const float* dy, const float* probabilities,
                       const float* qkv, float* scratch, int64_t B, int T, int NH, int HS) {
    const int C = NH * HS;
    const float scale = 1.0f / __builtin_sqrtf(static_cast<float>(HS));
    float *vT = scratch, *dS = scratch + int64_t{T} * HS;
    for (int64_t b = 0; b < B; ++b) {
        for (int h = 0; h < NH; ++h) {
            const int64_t at = b * T * 3 * C + int64_t{h} * 3 * HS;
            const float *q = qkv + at, *k = q + HS, *v = q + 2 * HS;
            float *dq = dqkv + at, *dk = dq + HS, *dv = dq + 2 * HS;
            transpose(vT, T, v, 3 * C, T, HS);
            for (int first = 0; first < T; first += attentionQueries) {
                const int rows = least(T - first, attentionQueries);
                const int64_t pAt = ((b * NH + h) * T + first) * T, qAt = int64_t{first} * 3 * C;
                const float *p = probabilities + pAt, *dyRows = dy + (b * T + first) * C + int64_t{h} * HS;
                float* dp = dProbabilities ? dProbabilities + pAt : dS;
                product(dp, dyRows, vT, {rows, T, HS, C, T, T});  // y = p v
                product(dv, p, dyRows, {T, HS, rows, T, C, 3 * C, true, first > 0});
                for (int t = 0; t < rows; ++t)
                    softmaxBackward(dS + int64_t{t} * T, dp + int64_t{t} * T, p + int64_t{t} * T, T, scale);
                product(dq + qAt, dS, k, {rows, HS, T, T, 3 * C, 3 * C});  // s = q kᵀ
                product(dk, dS, q + qAt, {T, HS, rows, T, 3 * C, 3 * C, true, first > 0});
            }
        }
    }
}

}  // namespace attx::ATTX_KERNELS
