// Kernels of the native execution; compiled once for each instruction set (see model/CMakeLists.txt).
// ATTX_KERNELS names the variant and its namespace. Eigen is renamed for each variant, and nothing else here
// instantiates a template of the standard library. Those that multiply matrices are in kernel_products.cpp,
// norms in kernel_norms.cpp, activations in kernel_activations.cpp.
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "model/native/kernel_parts.h"

namespace attx::ATTX_KERNELS {
namespace {

/// Philox4x32-10 of model/data/philox.h for `lanes` blocks at once, kept apart so that each instruction set
/// has a copy of its own: the words of blocks [first, first + lanes), those of a block side by side.
constexpr int lanes = 64;
// AVX2 and AVX-512 multiply every other number of a vector. What the compiler makes of the loops for other
// processors moves them to and fro for that, and takes 2.5 times as long with AVX2; here they stay apart
// until the last round.
#if defined(__AVX512F__)
void maskWords(uint32_t* words, int64_t first, const DropoutMask& m) {
    constexpr int vectors = 4;
    const __m512i factor0 = _mm512_set1_epi64(0xD2511F53), factor2 = _mm512_set1_epi64(0xCD9E8D57),
                  each = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0),
                  lower = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0),
                  upper = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
    for (int block = 0; block < lanes; block += 8 * vectors, words += 32 * vectors) {
        __m512i c0[vectors], c1[vectors], c2[vectors], c3[vectors];
        for (int v = 0; v < vectors; ++v) {
            c0[v] =
                _mm512_add_epi64(_mm512_set1_epi64(first + block + 8 * v), each);  // the lower 32 bits count
            c1[v] = _mm512_set1_epi64(m.step), c2[v] = _mm512_set1_epi64(m.site);
            c3[v] = _mm512_setzero_si512();
        }
        uint32_t k0 = uint32_t(m.seed), k1 = uint32_t(m.seed >> 32);
        for (int round = 0; round < 10; ++round) {
            const __m512i key0 = _mm512_set1_epi64(k0), key1 = _mm512_set1_epi64(k1);
            for (int v = 0; v < vectors; ++v) {
                const __m512i p0 = _mm512_mul_epu32(factor0, c0[v]), p1 = _mm512_mul_epu32(factor2, c2[v]);
                c0[v] = _mm512_srli_epi64(p1, 32) ^ c1[v] ^ key0;
                c1[v] = p1;
                c2[v] = _mm512_srli_epi64(p0, 32) ^ c3[v] ^ key1;
                c3[v] = p0;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int v = 0; v < vectors; ++v) {
            constexpr __mmask16 odd = 0b1010101010101010;
            const __m512i low = _mm512_mask_blend_epi32(odd, c0[v], _mm512_slli_epi64(c1[v], 32)),
                          high = _mm512_mask_blend_epi32(odd, c2[v], _mm512_slli_epi64(c3[v], 32));
            _mm512_storeu_si512(words + 32 * v, _mm512_permutex2var_epi64(low, lower, high));
            _mm512_storeu_si512(words + 32 * v + 16, _mm512_permutex2var_epi64(low, upper, high));
        }
    }
}
#elif defined(__AVX2__)
void maskWords(uint32_t* words, int64_t first, const DropoutMask& m) {
    constexpr int vectors = 4;
    const __m256i factor0 = _mm256_set1_epi64x(0xD2511F53), factor2 = _mm256_set1_epi64x(0xCD9E8D57);
    for (int block = 0; block < lanes; block += 4 * vectors, words += 16 * vectors) {
        __m256i c0[vectors], c1[vectors], c2[vectors], c3[vectors];
        for (int v = 0; v < vectors; ++v) {
            const int64_t at = first + block + 4 * v;
            c0[v] = _mm256_set_epi64x(at + 3, at + 2, at + 1, at);  // Only the lower 32 bits are used
            c1[v] = _mm256_set1_epi64x(m.step), c2[v] = _mm256_set1_epi64x(m.site);
            c3[v] = _mm256_setzero_si256();
        }
        uint32_t k0 = uint32_t(m.seed), k1 = uint32_t(m.seed >> 32);
        for (int round = 0; round < 10; ++round) {
            const __m256i key0 = _mm256_set1_epi64x(k0), key1 = _mm256_set1_epi64x(k1);
            for (int v = 0; v < vectors; ++v) {
                const __m256i p0 = _mm256_mul_epu32(factor0, c0[v]), p1 = _mm256_mul_epu32(factor2, c2[v]);
                c0[v] = _mm256_srli_epi64(p1, 32) ^ c1[v] ^ key0;
                c1[v] = p1;
                c2[v] = _mm256_srli_epi64(p0, 32) ^ c3[v] ^ key1;
                c3[v] = p0;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int v = 0; v < vectors; ++v) {
            const __m256i low = _mm256_blend_epi32(c0[v], _mm256_slli_epi64(c1[v], 32), 0b10101010),
                          high = _mm256_blend_epi32(c2[v], _mm256_slli_epi64(c3[v], 32), 0b10101010),
                          even = _mm256_unpacklo_epi64(low, high), odd = _mm256_unpackhi_epi64(low, high);
            auto* target = reinterpret_cast<__m256i*>(words + 16 * v);
            _mm256_storeu_si256(target, _mm256_permute2x128_si256(even, odd, 0x20));
            _mm256_storeu_si256(target + 1, _mm256_permute2x128_si256(even, odd, 0x31));
        }
    }
}
#else
void maskWords(uint32_t* words, int64_t first, const DropoutMask& m) {
    uint32_t c0[lanes], c1[lanes], c2[lanes], c3[lanes];
    for (int i = 0; i < lanes; ++i) c0[i] = uint32_t(first + i), c1[i] = m.step, c2[i] = m.site, c3[i] = 0;
    uint32_t k0 = uint32_t(m.seed), k1 = uint32_t(m.seed >> 32);
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < lanes; ++i) {
            const uint64_t p0 = uint64_t{0xD2511F53u} * c0[i], p1 = uint64_t{0xCD9E8D57u} * c2[i];
            c0[i] = uint32_t(p1 >> 32) ^ c1[i] ^ k0;
            c1[i] = uint32_t(p1);
            c2[i] = uint32_t(p0 >> 32) ^ c3[i] ^ k1;
            c3[i] = uint32_t(p0);
        }
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    for (int i = 0; i < lanes; ++i)
        words[4 * i] = c0[i], words[4 * i + 1] = c1[i], words[4 * i + 2] = c2[i], words[4 * i + 3] = c3[i];
}
#endif

/// Which elements of a tensor survive, asked for in rising order.
class Survivors {
public:
    explicit Survivors(const DropoutMask& m) : mask_(m), threshold_(uint32_t(double(m.p) * 4294967296.0)) {}

    /// The words from element `index` on, and in `count` how many of them there are.
    const uint32_t* from(int64_t index, int64_t& count) {
        if (index < first_ || index >= first_ + held) {
            first_ = index / held * held;
            maskWords(words_, first_ / 4, mask_);
        }
        count = first_ + held - index;
        return words_ + (index - first_);
    }
    bool keep(int64_t index) {
        int64_t count;
        return *from(index, count) >= threshold_;
    }
    [[nodiscard]] uint32_t threshold() const { return threshold_; }
    /// What a survivor is multiplied by.
    [[nodiscard]] float scale() const { return mask_.p > 0 ? 1.0f / (1.0f - mask_.p) : 1.0f; }

private:
    static constexpr int64_t held = 4 * lanes;
    const DropoutMask mask_;
    const uint32_t threshold_;
    int64_t first_ = -held;
    uint32_t words_[held];
};

void dropout(float* x, int64_t n, const DropoutMask& mask) {
    if (mask.p <= 0) return;
    Survivors survivors(mask);
    const float scale = survivors.scale();
    const uint32_t threshold = survivors.threshold();
    for (int64_t i = 0; i < n;) {
        int64_t count;
        const uint32_t* words = survivors.from(mask.first + i, count);
        if (count > n - i) count = n - i;
        for (int64_t j = 0; j < count; ++j) x[i + j] = words[j] >= threshold ? x[i + j] * scale : 0.0f;
        i += count;
    }
}

void embedForward(float* y, const int32_t* tokens, const float* weight, const float* bias, int64_t N, int V,
                  int C, const DropoutMask& mask) {
    Survivors survivors(mask);
    const float scale = survivors.scale();
    Eigen::ArrayXf table(bias ? int64_t{V} * C : 0);  // [V, C]
    if (bias) transpose(table.data(), C, weight, V, C, V);
    for (int64_t n = 0; n < N; ++n) {
        const float factor = mask.p > 0 && !survivors.keep(mask.first + n) ? 0.0f : scale;
        const ConstVector word((bias ? table.data() : weight) + int64_t{tokens[n]} * C, C);
        Vector row(y + n * C, C);
        if (bias) {
            row = word * factor + ConstVector(bias, C);
        } else {
            row = word * factor;
        }
    }
}

void embedBackward(float* dWeight, float* dBias, const float* dy, const int32_t* tokens, int64_t N, int V,
                   int C, const DropoutMask& mask) {
    Survivors survivors(mask);
    const float scale = survivors.scale();
    Eigen::ArrayXXf table = Eigen::ArrayXXf::Zero(C, dBias ? V : 0);
    for (int64_t n = 0; n < N; ++n) {
        const float factor = mask.p > 0 && !survivors.keep(mask.first + n) ? 0.0f : scale;
        const ConstVector row(dy + n * C, C);
        Vector((dBias ? table.data() : dWeight) + int64_t{tokens[n]} * C, C) += row * factor;
        if (dBias) Vector(dBias, C) += row;
    }
    if (dBias) Eigen::Map<Eigen::ArrayXXf>(dWeight, V, C) += table.transpose();
}

void reluBackward(float* dy, const float* y, int64_t n, float scale) {
    for (int64_t i = 0; i < n; ++i) dy[i] = y[i] > 0.0f ? dy[i] * scale : 0.0f;
}

void multiply(float* y, const float* a, const float* b, int64_t n) {
    Vector(y, n) = ConstVector(a, n) * ConstVector(b, n);
}

void addPeriodic(float* y, const float* x, const float* table, int64_t n, int64_t period) {
    for (int64_t first = 0; first < n; first += period)
        Vector(y + first, period) = ConstVector(x + first, period) + ConstVector(table, period);
}

void copyGradient(float* dx, const float* dy, int64_t n, bool accumulate) {
    if (accumulate) {
        Vector(dx, n) += ConstVector(dy, n);
    } else {
        Vector(dx, n) = ConstVector(dy, n);
    }
}

void rotate(float* y, const float* x, const float* cosines, const float* sines, int64_t B, int T, int NH,
            int HS, bool back) {
    const int half = HS / 2;
    const float sign = back ? -1.0f : 1.0f;
    for (int64_t row = 0; row < B * T; ++row) {
        const float *cosine = cosines + row % T * half, *sine = sines + row % T * half;
        for (int part = 0; part < 3 * NH; ++part) {  // q, k and v of each head
            const float* from = x + (row * 3 * NH + part) * HS;
            float* to = y + (row * 3 * NH + part) * HS;
            if (part % 3 == 2) {
                for (int d = 0; d < HS; ++d) to[d] = from[d];
                continue;
            }
#pragma omp simd
            for (int d = 0; d < half; ++d) {
                const float s = sign * sine[d];
                to[d] = from[d] * cosine[d] - from[d + half] * s;
                to[d + half] = from[d + half] * cosine[d] + from[d] * s;
            }
        }
    }
}

/// The mean, first or last of x[B, T, C], and argmax: see Kernels.
void poolPositions(float* y, float* argmax, const float* x, const int32_t* lengths, int64_t B, int T, int C,
                   PoolingKind kind) {
    for (int64_t b = 0; b < B; ++b) {
        const int n = lengths ? lengths[b] : T, at = kind == PoolingKind::Last ? n - 1 : 0;
        const float* row = x + (b * T + at) * C;
        Vector pooled(y + b * C, C);
        pooled = ConstVector(row, C);
        Vector(argmax + b * C, C).setConstant(float(kind == PoolingKind::Mean ? n : at));
        if (kind != PoolingKind::Mean) continue;
        for (int t = 1; t < n; ++t) pooled += ConstVector(row + int64_t{t} * C, C);
        pooled *= 1.0f / float(n);
    }
}

/// All positions of x[B, T, C] side by side, and argmax: see Kernels.
void joinPositions(float* y, float* argmax, const float* x, const int32_t* lengths, int64_t B, int T, int C,
                   int P) {
    for (int64_t b = 0; b < B; ++b)
        for (int t = 0; t < P; ++t) {
            const bool isThere = t < (lengths ? lengths[b] : T);
            const int64_t at = (b * P + t) * C;
            Vector joined(y + at, C);
            if (isThere)
                joined = ConstVector(x + (b * T + t) * C, C);
            else
                joined.setZero();
            Vector(argmax + at, C).setConstant(isThere ? float(t) : 0.0f);
        }
}

void poolForward(float* y, float* argmax, const float* x, const int32_t* lengths, int64_t B, int T, int C,
                 int P, PoolingKind kind) {
    if (kind == PoolingKind::Flatten) return joinPositions(y, argmax, x, lengths, B, T, C, P);
    if (kind != PoolingKind::Max) return poolPositions(y, argmax, x, lengths, B, T, C, kind);
    // Equal tokens make equal rows but for rounding, which must not decide between them. What comes here is
    // normalised, so that 1 is its size.
    constexpr float rounding = 0x1p-20f;
    Eigen::ArrayXf lead(C);  // what a later position has to pass
    for (int64_t b = 0; b < B; ++b) {
        float *best = y + b * C, *at = argmax + b * C;
        const float* row = x + b * T * C;
        Vector(best, C) = ConstVector(row, C);
        Vector(at, C).setZero();
        lead = ConstVector(row, C) + rounding;
        for (int t = 1; t < (lengths ? lengths[b] : T); ++t) {
            row += C;
            for (int c = 0; c < C; ++c) {
                const bool wins = row[c] > lead[c];
                at[c] = wins ? float(t) : at[c];
                lead[c] = wins ? row[c] + rounding : lead[c];
                // What is no number is lost in no comparison: it has to reach the loss.
                best[c] = row[c] <= best[c] || best[c] != best[c] ? best[c] : row[c];
            }
        }
    }
}

void poolBackward(float* dx, const float* dy, const float* argmax, int64_t B, int T, int C, int P,
                  PoolingKind kind) {
    Vector(dx, B * T * C).setZero();
    if (kind == PoolingKind::Flatten) {
        for (int64_t b = 0; b < B; ++b)
            for (int t = 0; t < T; ++t)
                if (const int64_t at = (b * P + t) * C; argmax[at] == float(t))
                    Vector(dx + (b * T + t) * C, C) = ConstVector(dy + at, C);
        return;
    }
    for (int64_t b = 0; b < B && kind == PoolingKind::Mean; ++b) {
        const int n = int(argmax[b * C]);
        for (int t = 0; t < n; ++t)
            Vector(dx + (b * T + t) * C, C) = ConstVector(dy + b * C, C) * (1.0f / float(n));
    }
    for (int64_t b = 0; b < B && kind != PoolingKind::Mean; ++b)
        for (int c = 0; c < C; ++c) dx[(b * T + int64_t(argmax[b * C + c])) * C + c] = dy[b * C + c];
}

void crossEntropy(LossSums& sums, float* dLogits, const float* logits, const int32_t* labels, int64_t N,
                  int K, float scale, float smoothing) {
    constexpr int together = 16;  // rows, side by side
    Eigen::ArrayXf block(int64_t{K} * together);
    float* const z = block.data();  // [K, together]: logits, then e^(logit - top), then their gradient
    for (int64_t first = 0; first < N; first += together) {
        const int rows = N - first < together ? int(N - first) : together;
        if (rows < together) block.setZero();
        transpose(z, together, logits + first * K, K, rows, K);
        float top[together], total[together] = {};
        int best[together] = {};  // the first of equals is the network's answer
        for (int i = 0; i < together; ++i) top[i] = z[i];
        for (int k = 1; k < K; ++k)
#pragma omp simd
            for (int i = 0; i < together; ++i) {
                const bool better = z[k * together + i] > top[i];
                top[i] = better ? z[k * together + i] : top[i];
                best[i] = better ? k : best[i];
            }
        for (int k = 0; k < K; ++k)
#pragma omp simd
            for (int i = 0; i < together; ++i) {
                z[k * together + i] = exponential(z[k * together + i] - top[i]);
                total[i] += z[k * together + i];
            }
        if (dLogits) {
            float share[together];
            for (int i = 0; i < together; ++i) share[i] = scale / total[i];
            for (int k = 0; k < K; ++k)
                for (int i = 0; i < together; ++i) z[k * together + i] *= share[i];
            transpose(dLogits + first * K, K, z, together, K, rows);
        }
        double product = 1;  // Product of the totals: one logarithm for all rows
        for (int i = 0; i < rows; ++i) {
            const int label = labels[first + i];
            float* gradient = dLogits ? dLogits + (first + i) * K : nullptr;
            if (label < 0) {
                if (gradient) Vector(gradient, K).setZero();
                continue;
            }
            const float* const row = logits + (first + i) * K;
            if (gradient) gradient[label] -= scale * (1.0f - smoothing);
            sums.loss += double(top[i] - row[label]);
            if (smoothing > 0) {  // the share of each class, and what it adds to the loss
                if (gradient) Vector(gradient, K) -= scale * smoothing / float(K);
                sums.loss += double(smoothing * (row[label] - ConstVector(row, K).mean()));
            }
            product *= double(total[i]);
            sums.correct += best[i] == label && total[i] == total[i];  // NaN is no answer
            ++sums.counted;
        }
        sums.loss += __builtin_log(product);
    }
}

void binaryCrossEntropy(LossSums& sums, float* dLogits, const float* logits, const int32_t* labels, int64_t N,
                        float scale, float smoothing) {
    for (int64_t n = 0; n < N; ++n) {
        if (dLogits) dLogits[n] = 0.0f;
        if (labels[n] < 0) continue;
        const auto z = double(logits[n]);
        const bool yes = labels[n] > 0;
        const double toward = yes ? z : -z;  // the logit of the answer wanted
        const double e = __builtin_exp(-__builtin_fabs(toward));
        const double other = double(smoothing) / 2;  // what the other answer has of the label
        sums.loss += (toward > 0 ? 0.0 : -toward) + __builtin_log1p(e) + other * toward;
        sums.correct += z == z && yes == (z > 0);  // NaN is no answer
        ++sums.counted;
        const double wrong = (toward > 0 ? e : 1.0) / (1.0 + e) - other;  // sigmoid(-toward)
        if (dLogits) dLogits[n] = float(yes ? -wrong : wrong) * scale;
    }
}

double reduceGradients(float* target, const float* buffers, int count, int64_t stride, int64_t n) {
    if (count > 1) {
        Vector sum(target, n);
        sum = ConstVector(buffers, n) + ConstVector(buffers + stride, n);
        for (int i = 2; i < count; ++i) sum += ConstVector(buffers + i * stride, n);
    } else if (target != buffers) {
        Vector(target, n) = ConstVector(buffers, n);
    }
    double squares = 0;
#pragma omp simd reduction(+ : squares)
    for (int64_t i = 0; i < n; ++i) squares += double(target[i]) * double(target[i]);
    return squares;
}

void adam(float* parameters, float* first, float* second, const float* gradient, int64_t n,
          const OptimiserStep& s) {
    const float rate = s.learningRate * s.correction1, decay = 1.0f - s.learningRate * s.weightDecay;
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float g = gradient[i] * s.gradScale + s.addedDecay * parameters[i];
        first[i] = s.beta1 * first[i] + (1.0f - s.beta1) * g;
        second[i] = s.beta2 * second[i] + (1.0f - s.beta2) * g * g;
        parameters[i] = parameters[i] * decay -
                        rate * first[i] / (__builtin_sqrtf(second[i] * s.correction2) + s.epsilon);
    }
}

void rmsProp(float* parameters, float* second, const float* gradient, int64_t n, const OptimiserStep& s) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const float g = gradient[i] * s.gradScale;
        second[i] = s.beta2 * second[i] + (1.0f - s.beta2) * g * g;
        const float root =
            s.epsilonInRoot ? __builtin_sqrtf(second[i] + s.epsilon) : __builtin_sqrtf(second[i]) + s.epsilon;
        parameters[i] -= s.learningRate * g / root;
    }
}

void sgd(float* parameters, const float* gradient, int64_t n, const OptimiserStep& s) {
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) parameters[i] -= s.learningRate * (gradient[i] * s.gradScale);
}

#define ATTX_TEXT(name) #name
#define ATTX_NAME(name) ATTX_TEXT(name)

}  // namespace

const Kernels kernels{ATTX_NAME(ATTX_KERNELS),
                      dropout,
                      embedForward,
                      embedBackward,
                      linearForward,
                      linearBackward,
                      reluBackward,
                      activateForward,
                      activateBackward,
                      multiply,
                      addPeriodic,
                      copyGradient,
                      attentionForward,
                      attentionBackward,
                      linearRow,
                      attentionRow,
                      rotate,
                      normForward,
                      normBackward,
                      poolForward,
                      poolBackward,
                      crossEntropy,
                      binaryCrossEntropy,
                      reduceGradients,
                      adam,
                      rmsProp,
                      sgd};

}  // namespace attx::ATTX_KERNELS
