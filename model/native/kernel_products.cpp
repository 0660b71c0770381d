// The kernels that multiply matrices: linear layers and attention. Compiled once for each instruction set, as
// kernels.cpp is. Products are done by code that products.h makes for their shape, or else by Eigen.
#include "model/native/kernel_parts.h"
#include "model/native/products.h"

#pragma GCC diagnostic ignored \
    "-Wignored-attributes"  // Vectors as template arguments mean the same without their attributes

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
using Packet = Eigen::internal::packet_traits<float>::type;

constexpr int least(int64_t a, int64_t b) { return int(a < b ? a : b); }

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

// What a tile of c is made of stays in a core's caches. Of AVX2's code, 16 columns wide, tiles of 64 columns
// go through a once too often for that: anomaly takes 1.05 of the time.
#ifdef __AVX512F__
constexpr int tileRows = 64, tileColumns = 64, tileDepth = 320;
#else
constexpr int tileRows = 128, tileColumns = 32, tileDepth = 256;
#endif

/// Whether blocks of wide matrices are copied first, and keys and values in panels. Unmeasured with AVX-512,
/// and Eigen does it by itself.
bool copies() { return instructions == ProductInstructions::Avx2 && generatedProducts(); }

/// target[rows, tileColumns] = columns of source.
void copyRows(float* target, const float* source, int64_t sourceStride, int rows, int columns) {
    for (int row = 0; row < rows; ++row, target += tileColumns, source += sourceStride)
        for (int column = 0; column < columns; ++column) target[column] = source[column];
}

/// c = a b, tile by tile; tile i of a row takes its columns of b from `panel * i` floats behind b.
/// finish(row, rows, column, columns) follows each tile. False: there is no code, and nothing is done.
template <class Finish>
bool tiled(float* c, const float* a, const float* b, int64_t panel, const ProductShape& s, Finish finish) {
    ProductCode codes[2][2][3] = {};  // [fewer rows][fewer columns][first of the depth, between, its rest]
    const bool rowsOutside = s.rows >= s.columns;  // the smaller matrix is gone through again and again
    const int outer = rowsOutside ? s.rows : s.columns, outerStep = rowsOutside ? tileRows : tileColumns;
    const int inner = rowsOutside ? s.columns : s.rows, innerStep = rowsOutside ? tileColumns : tileRows;
    const int parts = (s.depth + tileDepth - 1) / tileDepth, each = (s.depth + parts - 1) / parts,
              step = (each + 63) / 64 * 64;
    for (int i = 0; i < outer; i += outerStep)
        for (int j = 0; j < inner; j += innerStep) {
            const int row = rowsOutside ? i : j, column = rowsOutside ? j : i;
            const int rows = least(s.rows - row, tileRows), columns = least(s.columns - column, tileColumns);
            float* const tile = c + int64_t{row} * s.cStride + column;
            for (int k = 0; k < s.depth; k += step) {
                const int depth = least(s.depth - k, step);
                ProductCode& code = codes[rows < tileRows][columns < tileColumns][k == 0          ? 0
                                                                                  : depth == step ? 1
                                                                                                  : 2];
                if (!code) {
                    code = productCode(instructions, {rows, columns, depth, s.aStride, s.bStride, s.cStride,
                                                      s.aTransposed, s.add || k > 0});
                    if (!code) return false;  // none is made for one tile if not for all
                }
                code(b + panel * (column / tileColumns) + int64_t{k} * s.bStride,
                     a + (s.aTransposed ? int64_t{k} * s.aStride + row : int64_t{row} * s.aStride + k), tile);
            }
            finish(row, rows, column, columns);
        }
    return true;
}

/// c = a b of wide matrices, whose blocks are copied first, so that their rows lie side by side: rows a
/// kilobyte or three apart share few sets of the caches and drive each other out. False: as in tiled.
bool copied(float* c, const float* a, const float* b, const ProductShape& s, float* scratch) {
    float *const bBlock = scratch, *const aBlock = scratch + int64_t{copiedDepth} * copiedColumns;
    const int parts = (s.depth + copiedDepth - 1) / copiedDepth, step = (s.depth + parts - 1) / parts;
    for (int k = 0; k < s.depth; k += step)
        for (int first = 0; first < s.columns; first += copiedColumns) {
            const int depth = least(s.depth - k, step), wide = least(s.columns - first, copiedColumns);
            for (int column = 0; column < wide; column += tileColumns)
                copyRows(bBlock + int64_t{column} * depth, b + int64_t{k} * s.bStride + first + column,
                         s.bStride, depth, least(wide - column, tileColumns));
            for (int row = 0; row < s.rows; row += copiedRows) {
                const int rows = least(s.rows - row, copiedRows);
                const float* block = a + int64_t{row} * s.aStride + k;
                if (s.aTransposed) {
                    transpose(aBlock, depth, a + int64_t{k} * s.aStride + row, s.aStride, depth, rows);
                    block = aBlock;
                }
                float* const target = c + int64_t{row} * s.cStride + first;
                if (!tiled(target, block, bBlock, int64_t{tileColumns} * depth,
                           {rows, wide, depth, s.aTransposed ? depth : s.aStride, tileColumns, s.cStride,
                            false, s.add || k > 0},
                           [](int, int, int, int) {}))
                    return false;
            }
        }
    return true;
}

/// b as for tiled.
void product(float* c, const float* a, const float* b, const ProductShape& s, int64_t panel = tileColumns) {
    if (tiled(c, a, b, panel, s, [](int, int, int, int) {})) return;
    ProductShape part = s;
    for (int column = 0; column < s.columns; column += part.columns, b += panel) {
        part.columns = panel == tileColumns ? s.columns : least(s.columns - column, tileColumns);
        eigenProduct(c + column, a, b, part);
    }
}

constexpr int softmaxRows = 4;

/// row[n] = softmax(scale row) of `rows` rows that are `stride` floats apart; scale > 0. Some rows at a time:
/// a maximum and a sum have to be waited for.
void softmax(float* first, int64_t stride, int rows, int n, float scale) {
    constexpr int together = softmaxRows;
    for (; rows > 0; rows -= together, first += together * stride) {
        const int count = least(rows, together);
        float top[together], sum[together];
        for (int r = 0; r < count; ++r) {
            const float* row = first + r * stride;
            float most = -1e30f;
#pragma omp simd reduction(max : most)
            for (int i = 0; i < n; ++i) most = row[i] > most ? row[i] : most;
            top[r] = most;
        }
        for (int r = 0; r < count; ++r) {
            float* row = first + r * stride;
            float total = 0;
#pragma omp simd reduction(+ : total)
            for (int i = 0; i < n; ++i) {
                row[i] = exponential((row[i] - top[r]) * scale);
                total += row[i];
            }
            sum[r] = total;
        }
        for (int r = 0; r < count; ++r) {
            float* row = first + r * stride;
            const float share = 1.0f / sum[r];
#pragma omp simd
            for (int i = 0; i < n; ++i) row[i] *= share;
        }
    }
}

/// dS = scale p (dp - sum(p dp)): backward of the softmax. dS may be dp.
void softmaxBackward(float* dS, const float* dp, const float* p, int n, float scale) {
    float dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int i = 0; i < n; ++i) dot += p[i] * dp[i];
#pragma omp simd
    for (int i = 0; i < n; ++i) dS[i] = p[i] * (dp[i] - dot) * scale;
}

/// y += bias, then ReLU if asked; `Columns` columns at a time stay in registers, the last ones in halves.
template <int Columns, bool relu>
void addBias(float* y, const float* bias, int rows, int stride, int columns) {
    for (; columns >= Columns; columns -= Columns, y += Columns, bias += Columns) {
        using Row = Eigen::Array<float, Columns, 1>;
        const Row b = Eigen::Map<const Row>(bias);
        for (int n = 0; n < rows; ++n) {
            Eigen::Map<Row> row(y + int64_t{n} * stride);
            if constexpr (relu) {
                row = (row + b).max(0.0f);
            } else {
                row += b;
            }
        }
    }
    if constexpr (Columns > 1)
        if (columns) addBias<Columns / 2, relu>(y, bias, rows, stride, columns);
}

/// With ReLU first dy = dy scale where y > 0, else 0; then dBias += the rows of dy.
template <int Columns, bool relu>
void sumGradient(float* dBias, float* dy, const float* y, float scale, int rows, int stride, int columns) {
    for (; columns >= Columns; columns -= Columns, dBias += Columns, dy += Columns, y += relu ? Columns : 0) {
        using Row = Eigen::Array<float, Columns, 1>;
        Row sum = Row::Zero();
        for (int n = 0; n < rows; ++n) {
            Eigen::Map<Row> row(dy + int64_t{n} * stride);
            if constexpr (relu)
                row = (Eigen::Map<const Row>(y + int64_t{n} * stride) > 0.0f).select(row * scale, 0.0f);
            sum += row;
        }
        Eigen::Map<Row>(dBias, Columns) += sum;
    }
    if constexpr (Columns > 1)
        if (columns) sumGradient<Columns / 2, relu>(dBias, dy, y, scale, rows, stride, columns);
}

/// Of the T keys those that can have weight, and up to 15 more: fewer shapes of products.
int usedKeys(int keys, int T) { return least(T, keys > 0 ? (keys + 15) / 16 * 16 : 16); }

/// transpose() by squares as wide as a vector, and what is left at the edges by those of half the width.
template <class Block>
void transposeBlocks(float* target, int64_t targetStride, const float* source, int64_t sourceStride,
                     int64_t rows, int64_t columns) {
    using Half = typename Eigen::internal::unpacket_traits<Block>::half;
    constexpr int64_t wide = Eigen::internal::unpacket_traits<Block>::size;
    const int64_t fullRows = rows / wide * wide, fullColumns = columns / wide * wide;
    for (int64_t row = 0; row < fullRows; row += wide)
        for (int64_t column = 0; column < fullColumns; column += wide) {
            Eigen::internal::PacketBlock<Block, wide> block;
            for (int64_t i = 0; i < wide; ++i)
                block.packet[i] = Eigen::internal::ploadu<Block>(source + (row + i) * sourceStride + column);
            Eigen::internal::ptranspose(block);
            for (int64_t i = 0; i < wide; ++i)
                Eigen::internal::pstoreu(target + (column + i) * targetStride + row, block.packet[i]);
        }
    const auto rest = [&](int64_t row, int64_t column, int64_t tall, int64_t across) {
        if (tall == 0 || across == 0) return;
        float* to = target + column * targetStride + row;
        const float* from = source + row * sourceStride + column;
        if constexpr (Eigen::internal::unpacket_traits<Half>::size < wide) {
            transposeBlocks<Half>(to, targetStride, from, sourceStride, tall, across);
        } else {
            for (int64_t i = 0; i < tall; ++i)
                for (int64_t j = 0; j < across; ++j) to[j * targetStride + i] = from[i * sourceStride + j];
        }
    };
    rest(0, fullColumns, fullRows, columns - fullColumns);
    rest(fullRows, 0, rows - fullRows, columns);
}

/// As transpose(), in panels of `wide` rows, one behind the other.
void transposePanels(float* target, int wide, const float* source, int64_t sourceStride, int rows,
                     int columns) {
    for (int row = 0; row < rows; row += wide)
        transpose(target + int64_t{row} * columns, wide, source + row * sourceStride, sourceStride,
                  least(rows - row, wide), columns);
}

}  // namespace

void transpose(float* target, int64_t targetStride, const float* source, int64_t sourceStride, int64_t rows,
               int64_t columns) {
    transposeBlocks<Packet>(target, targetStride, source, sourceStride, rows, columns);
}

void linearForward(float* y, const float* x, const float* weight, const float* bias, float* scratch,
                   int64_t N, int in, int out, bool relu) {
    const auto finish = [&](int row, int rows, int column, int columns) {
        float* tile = y + int64_t{row} * out + column;
        if (!bias) {
            for (int n = 0; relu && n < rows; ++n) {
                Vector part(tile + int64_t{n} * out, columns);
                part = part.max(0.0f);
            }
        } else if (relu) {
            addBias<tileColumns, true>(tile, bias + column, rows, out, columns);
        } else {
            addBias<tileColumns, false>(tile, bias + column, rows, out, columns);
        }
    };
    const auto rows = int(N);
    const int group = linearColumns(in);
    for (int first = 0; first < out; first += group) {
        const int columns = least(out - first, group);
        for (int c = 0; c < columns; c += tileColumns)
            transpose(scratch + int64_t{c} * in, tileColumns, weight + int64_t{first + c} * in, in,
                      least(columns - c, tileColumns), in);
        if (!tiled(
                y + first, x, scratch, int64_t{tileColumns} * in, {rows, columns, in, in, tileColumns, out},
                [&](int row, int tall, int column, int wide) { finish(row, tall, first + column, wide); })) {
            Map(y, N, out, Stride(out)).noalias() =
                ConstMap(x, N, in, Stride(in)) * ConstMap(weight, out, in, Stride(in)).transpose();
            return finish(0, rows, 0, out);
        }
    }
}

void linearBackward(float* dx, float* dWeight, float* dBias, float* dy, const float* y, float scale,
                    const float* x, const float* weight, float* scratch, int64_t N, int in, int out,
                    bool accumulate) {
    const auto rows = int(N);
    if (y && dBias) {
        sumGradient<tileColumns, true>(dBias, dy, y, scale, rows, out, out);
    } else if (y) {
        for (int64_t i = 0; i < N * out; ++i) dy[i] = y[i] > 0.0f ? dy[i] * scale : 0.0f;
    } else if (dBias) {
        sumGradient<tileColumns, false>(dBias, dy, y, scale, rows, out, out);
    }
    const bool wide = copies() && in >= copiedWidth && out >= copiedWidth;
    const auto multiply = [&](float* c, const float* a, const float* b, const ProductShape& shape) {
        if (!wide || !copied(c, a, b, shape, scratch)) product(c, a, b, shape);
    };
    if (dWeight) multiply(dWeight, dy, x, {out, in, rows, out, in, in, true, true});  // y = x weightᵀ
    if (dx) multiply(dx, dy, weight, {rows, in, out, out, in, in, false, accumulate});
}

void attentionForward(float* y, float* probabilities, const float* qkv, const int32_t* lengths,
                      const uint8_t* hidden, const float* logCounts, float* scratch, int64_t B, int T, int NH,
                      int HS, bool causal, bool alibi) {
    constexpr float lowest = -1e30f;  // Score of a masked key: finite, so that no difference is NaN
    const int C = NH * HS;
    const float root = __builtin_sqrtf(float(HS)), scale = 1.0f / root;
    const bool inPanels = copies();
    for (int64_t b = 0; b < B; ++b) {
        const float* more = logCounts ? logCounts + b * T : nullptr;
        const int length = lengths ? lengths[b] : T;
        const int usedOfAll = usedKeys(length, T),
                  wide = inPanels ? least(usedOfAll, tileColumns) : usedOfAll;
        const int64_t panel = wide < usedOfAll ? int64_t{wide} * HS : tileColumns;
        for (int h = 0; h < NH; ++h) {
            const float slope = alibi ? root * __builtin_exp2f(-8.0f * float(h + 1) / float(NH)) : 0.0f;
            const float* q = qkv + b * T * 3 * C + int64_t{h} * 3 * HS;
            const float *k = q + HS, *v = q + 2 * HS;
            transposePanels(scratch, wide, k, 3 * C, usedOfAll, HS);
            for (int first = 0; first < T; first += attentionQueries) {
                const int rows = least(T - first, attentionQueries);
                const int keys = causal ? least(length, first + rows) : length;
                const int used = causal ? usedKeys(keys, T) : usedOfAll;
                float* p = probabilities + ((b * NH + h) * T + first) * T;
                product(p, q + int64_t{first} * 3 * C, scratch, {rows, used, HS, 3 * C, wide, T}, panel);
                // The keys that one of the rows of a softmax has.
                const auto seen = [&](int t) {
                    return causal ? least(keys, first + t / softmaxRows * softmaxRows + softmaxRows) : keys;
                };
                for (int t = 0; (more || hidden || causal || alibi) && t < rows; ++t) {
                    float* row = p + int64_t{t} * T;
                    for (int j = 0; alibi && j < keys; ++j)
                        row[j] -= slope * __builtin_fabsf(float(first + t - j));
                    for (int j = 0; more && j < keys; ++j) row[j] += more[j] * root;
                    for (int j = 0; hidden && j < keys; ++j)
                        if (hidden[j]) row[j] = lowest;
                    for (int j = first + t + 1; causal && j < seen(t); ++j) row[j] = lowest;
                }
                for (int t = 0, some = causal ? softmaxRows : rows; t < rows; t += some)
                    softmax(p + int64_t{t} * T, T, least(rows - t, some), seen(t), scale);
                for (int t = 0; t < rows; ++t) {
                    float* row = p + int64_t{t} * T;
                    const int own = causal ? least(keys, first + t + 1) : keys;
                    for (int j = 0; hidden && j < own; ++j)
                        if (hidden[j]) row[j] = 0;
                    for (int j = own; j < T; ++j) row[j] = 0;
                }
                product(y + (b * T + first) * C + int64_t{h} * HS, p, v, {rows, HS, used, T, 3 * C, C});
            }
        }
    }
}

void attentionBackward(float* dqkv, float* dProbabilities, const float* dy, const float* probabilities,
                       const float* qkv, const int32_t* lengths, float* scratch, int64_t B, int T, int NH,
                       int HS, bool causal) {
    const int C = NH * HS;
    const float scale = 1.0f / __builtin_sqrtf(float(HS));
    float *dS = scratch, *vT = scratch + int64_t{T} * least(T, attentionQueries);
    const bool inPanels = copies();
    for (int64_t b = 0; b < B; ++b) {
        const int length = lengths ? lengths[b] : T;
        // A caller who wants the gradient of padding wants all; that of what is behind a query is 0.
        const int usedOfAll = dProbabilities && !causal ? T : usedKeys(length, T);
        const int wide = inPanels ? least(usedOfAll, tileColumns) : usedOfAll;
        const int64_t panel = wide < usedOfAll ? int64_t{wide} * HS : tileColumns;
        for (int h = 0; h < NH; ++h) {
            const int64_t at = b * T * 3 * C + int64_t{h} * 3 * HS;
            const float *q = qkv + at, *k = q + HS, *v = q + 2 * HS;
            float *dq = dqkv + at, *dk = dq + HS, *dv = dq + 2 * HS;
            transposePanels(vT, wide, v, 3 * C, usedOfAll, HS);
            const auto clear = [&](int from) {
                for (int t = from; t < T; ++t)
                    for (int d = 0; d < HS; ++d) dk[int64_t{t} * 3 * C + d] = dv[int64_t{t} * 3 * C + d] = 0;
            };
            if (causal) clear(0);  // the first queries have few keys
            for (int first = 0; first < T; first += attentionQueries) {
                const int rows = least(T - first, attentionQueries);
                const int keys = causal ? least(length, first + rows) : length;
                const int used = causal ? usedKeys(keys, T) : usedOfAll;
                const bool add = causal || first > 0;
                const int64_t pAt = ((b * NH + h) * T + first) * T, qAt = int64_t{first} * 3 * C;
                const float *p = probabilities + pAt, *dyRows = dy + (b * T + first) * C + int64_t{h} * HS;
                float* dp = dProbabilities ? dProbabilities + pAt : dS;
                const auto multiplyValues = [&] {
                    product(dv, p, dyRows, {used, HS, rows, T, C, 3 * C, true, add});
                };
                product(dp, dyRows, vT, {rows, used, HS, C, wide, T}, panel);  // y = p v
                if (!inPanels) multiplyValues();
                for (int t = 0; t < rows; ++t) {
                    const int own = causal ? usedKeys(least(keys, first + t + 1), used) : used;
                    softmaxBackward(dS + int64_t{t} * T, dp + int64_t{t} * T, p + int64_t{t} * T, own, scale);
                    for (int j = own; j < used; ++j) dS[int64_t{t} * T + j] = 0;
                    for (int j = least(keys, first + t + 1); dProbabilities && causal && j < T; ++j)
                        dp[int64_t{t} * T + j] = 0;
                }
                if (inPanels) multiplyValues();  // p lies in the cache by now, read row by row
                product(dq + qAt, dS, k, {rows, HS, used, T, 3 * C, 3 * C});  // s = q kᵀ
                product(dk, dS, q + qAt, {used, HS, rows, T, 3 * C, 3 * C, true, add});
            }
            if (!causal) clear(usedOfAll);
        }
    }
}

void linearRow(float* y, const float* x, const float* weight, const float* bias, int in, int out) {
    Eigen::Map<Eigen::VectorXf> row(y, out);
    row.noalias() = ConstMap(weight, out, in, Stride(in)) * Eigen::Map<const Eigen::VectorXf>(x, in);
    if (bias) row += Eigen::Map<const Eigen::VectorXf>(bias, out);
}

void attentionRow(float* y, float* probabilities, const float* q, const float* keys, const float* values,
                  int64_t stride, int n, int HS, float slope) {
    using Columns = Eigen::Map<const Eigen::MatrixXf, 0, Stride>;
    Eigen::Map<Eigen::VectorXf> p(probabilities, n);
    p.noalias() = Columns(keys, n, HS, Stride(stride)) * Eigen::Map<const Eigen::VectorXf>(q, HS);
    const float root = __builtin_sqrtf(float(HS));
    for (int t = 0; slope > 0 && t < n; ++t) p[t] -= slope * root * float(n - 1 - t);
    softmax(probabilities, n, 1, n, 1.0f / root);
    Eigen::Map<Eigen::VectorXf>(y, HS).noalias() = Columns(values, n, HS, Stride(stride)).transpose() * p;
}

}  // namespace attx::ATTX_KERNELS
