// The native execution's kernels: one forward and one backward function for each operation, with
// plain arguments. kernels.cpp is compiled once for each instruction set; a Kernels table holds one
// variant. Letters as in program.h; N = rows = sequences * T. Pointers never alias unless stated.
//
// Gradients of activations: `accumulate` tells whether dx is added to or overwritten. Gradients of
// parameters always accumulate.
#pragma once
#include <cstdint>

#include "model/config/activation.h"

namespace attx {

/// Dropout of one tensor in one step; `first` is the index, in the whole batch's tensor, of the
/// first element that a kernel is given. See Dropout in program.h.
struct DropoutMask {
    float p = 0;  ///< 0: nothing is dropped
    uint32_t site = 0;
    uint32_t step = 0;
    uint64_t seed = 0;
    int64_t first = 0;
};

/// What cross-entropy sums up over the rows it is given.
struct LossSums {
    double loss = 0;
    int64_t correct = 0;
    int64_t counted = 0;
};

/// One step of an optimiser on a range of parameters.
struct OptimiserStep {
    float learningRate, epsilon;
    float beta1, beta2;              ///< RMSprop: beta2 is its rho
    float weightDecay;               ///< decoupled (AdamW); 0 for the others
    float addedDecay;                ///< Adam's of g + addedDecay p (AdamL2); 0 for the others
    float correction1, correction2;  ///< 1 / (1 - β^t); Adam's
    float gradScale;                 ///< Factor by which clipping scales gradients; 1: no clipping
    bool epsilonInRoot = false;      ///< RMSprop of Keras 3
};

/// Attention goes through so many queries at a time: what belongs to them stays in a core's cache, however
/// long the sequence is.
constexpr int attentionQueries = 64;
/// Floats: a head's keys or values transposed, in whole panels of 32, and the gradient of the queries'
/// scores.
constexpr int64_t attentionScratch(int T, int HS) {
    return int64_t{(T + 31) / 32 * 32} * HS + int64_t{T} * (T < attentionQueries ? T : attentionQueries);
}

/// A linear layer goes through so many of its outputs at a time, a multiple of 64, that their weights,
/// transposed, fit a part of the L2 cache.
constexpr int linearColumns(int in) { return in >= 1024 ? 64 : 64 * 1024 / in / 64 * 64; }
/// Blocks of matrices that backward may copy before it multiplies them: rows of the first, what they are
/// multiplied over, columns of the second. Nothing is copied of layers narrower than `copiedWidth` (--grow
/// with AVX2: width 64 would take 1.08 of the time).
constexpr int copiedRows = 128, copiedDepth = 256, copiedColumns = 256, copiedWidth = 128;
/// Floats: these weights or these blocks, whichever are more.
constexpr int64_t linearScratch(int in, int out) {
    const int64_t weights =
        int64_t{in} * (out < linearColumns(in) ? (out + 63) / 64 * 64 : linearColumns(in));
    const bool wide = in >= copiedWidth && out >= copiedWidth;
    const int64_t blocks = wide ? int64_t{copiedDepth} * (copiedRows + copiedColumns) : 0;
    return weights > blocks ? weights : blocks;
}

struct Kernels {
    const char* name;  ///< "avx512"; see displayName

    /// x[n] *= 1/(1-p) if element first + n survives, else 0. Its own backward.
    void (*dropout)(float* x, int64_t n, const DropoutMask& mask);

    /// y[N, C] = weight[C, V] column of each token + bias[C]; where the mask drops the token, bias alone,
    /// else its column times 1/(1-p). Null bias (backward: dBias): `weight` is a table [V, C] of rows.
    void (*embedForward)(float* y, const int32_t* tokens, const float* weight, const float* bias, int64_t N,
                         int V, int C, const DropoutMask& mask);
    void (*embedBackward)(float* dWeight, float* dBias, const float* dy, const int32_t* tokens, int64_t N,
                          int V, int C, const DropoutMask& mask);

    /// y[N, out] = x[N, in] weight[out, in]ᵀ + bias[out], then ReLU if asked; bias may be null.
    /// scratch[linearScratch(in, out)].
    void (*linearForward)(float* y, const float* x, const float* weight, const float* bias, float* scratch,
                          int64_t N, int in, int out, bool relu);
    /// weight[out, in]; dBias may be null. First dy goes through ReLU and dropout, as reluBackward does it; y
    /// null: through none. dx may be null (the input needs no gradient). scratch as in forward.
    void (*linearBackward)(float* dx, float* dWeight, float* dBias, float* dy, const float* y, float scale,
                           const float* x, const float* weight, float* scratch, int64_t N, int in, int out,
                           bool accumulate);

    /// dy *= scale where y > 0, else 0: backward of ReLU, and of dropout behind it (scale 1/(1-p)).
    void (*reluBackward)(float* dy, const float* y, int64_t n, float scale);

    /// y[n] = kind(x[n]).
    void (*activateForward)(float* y, const float* x, int64_t n, Activation kind);
    /// dx[n] *= the derivative of kind at x[n].
    void (*activateBackward)(float* dx, const float* x, int64_t n, Activation kind);

    /// y[n] = a[n] b[n].
    void (*multiply)(float* y, const float* a, const float* b, int64_t n);

    /// y[n] = x[n] + table[n mod period].
    void (*addPeriodic)(float* y, const float* x, const float* table, int64_t n, int64_t period);
    /// dx = dy or dx += dy.
    void (*copyGradient)(float* dx, const float* dy, int64_t n, bool accumulate);

    /// qkv [B, T, NH 3 HS] -> probabilities [B, NH, T, T], y [B, T, NH HS]. lengths [B] or null; hidden [T]
    /// or null: keys of every sequence that get no weight. A query without a key that is left has zeros.
    /// logCounts [B, T] or null: logarithms of how many keys each counts as. causal: keys behind the query
    /// get no weight. alibi: scores fall with the distance. scratch[attentionScratch(T, HS)], for both.
    void (*attentionForward)(float* y, float* probabilities, const float* qkv, const int32_t* lengths,
                             const uint8_t* hidden, const float* logCounts, float* scratch, int64_t B, int T,
                             int NH, int HS, bool causal, bool alibi);
    /// Overwrites dqkv and dProbabilities (the gradient that flows into the softmax's result; may be null.
    /// With causal 0 where there is no key). lengths, causal: those of the forward pass.
    void (*attentionBackward)(float* dqkv, float* dProbabilities, const float* dy, const float* probabilities,
                              const float* qkv, const int32_t* lengths, float* scratch, int64_t B, int T,
                              int NH, int HS, bool causal);

    /// The same as linearForward of one row x [in], which reads the weights once and as they are; no ReLU.
    void (*linearRow)(float* y, const float* x, const float* weight, const float* bias, int in, int out);
    /// One query q [HS] of one head on the n keys up to its own position, which is the last: probabilities
    /// [n], y [HS]. Number d of key or value t is keys[d stride + t]. slope: what a score loses with each
    /// position of distance.
    void (*attentionRow)(float* y, float* probabilities, const float* q, const float* keys,
                         const float* values, int64_t stride, int n, int HS, float slope);

    /// y = x, qkv [B, T, NH 3 HS], but queries and keys turned by the angles of cosines and sines [T, HS /
    /// 2]. Backward turns dy back.
    void (*rotate)(float* y, const float* x, const float* cosines, const float* sines, int64_t B, int T,
                   int NH, int HS, bool back);

    /// y[N, C] = (sum - mean) / sqrt(mean of (sum - mean)² + eps) weight + bias, sum = x + residual, then
    /// ReLU if asked; where nothing is `centred`, the mean counts as 0. residual, bias and dBias may be null.
    /// stats[N, 2]: mean, 1/sqrt(...).
    void (*normForward)(float* y, float* stats, const float* x, const float* residual, const float* weight,
                        const float* bias, float eps, bool centred, int64_t N, int C, bool relu);
    /// dResidual gets what flows to the sum by `accumulate`, and dx is overwritten with it; where dResidual
    /// is null, dx gets it by `accumulate`.
    void (*normBackward)(float* dx, float* dResidual, float* dWeight, float* dBias, const float* dy,
                         const float* x, const float* residual, const float* stats, const float* weight,
                         bool centred, int64_t N, int C, bool accumulate);

    /// y[B, C] of x[B, T, C] over t < lengths[b] (T if null): the largest, where argmax[B, C] is the first t
    /// within 2^-20 of it, so that rounding does not choose among equals; the first or last, where it is
    /// their t; or the mean, where it is how many there are. Of Flatten y and argmax are [B, P, C], P >= T: x
    /// and its t, and 0 where there is none. P is 1 of the others.
    void (*poolForward)(float* y, float* argmax, const float* x, const int32_t* lengths, int64_t B, int T,
                        int C, int P, PoolingKind kind);
    /// dx[B, T, C] is overwritten.
    void (*poolBackward)(float* dx, const float* dy, const float* argmax, int64_t B, int T, int C, int P,
                         PoolingKind kind);

    /// Sums loss, hits and labelled rows of logits[N, K] against labels[N] (-1: not counted). If
    /// dLogits is not null: overwritten with (softmax - target) * scale; zero in rows not counted. A target
    /// is one-hot, but for the share `smoothing` of it, which is spread evenly over the K classes.
    void (*crossEntropy)(LossSums& sums, float* dLogits, const float* logits, const int32_t* labels,
                         int64_t N, int K, float scale, float smoothing);

    /// The same for one logit a row, a yes (label 1) or no (0): dLogits = (sigmoid - target) * scale, with
    /// half of `smoothing` on either side.
    void (*binaryCrossEntropy)(LossSums& sums, float* dLogits, const float* logits, const int32_t* labels,
                               int64_t N, float scale, float smoothing);

    /// target = sum over `count` buffers (each `stride` apart) in order; returns the sum of squares. The
    /// target may be the only buffer.
    double (*reduceGradients)(float* target, const float* buffers, int count, int64_t stride, int64_t n);
    void (*adam)(float* parameters, float* first, float* second, const float* gradient, int64_t n,
                 const OptimiserStep& step);
    /// v = rho v + (1 - rho) g²; p -= learningRate g / (sqrt(v) + epsilon), as tf.keras up to 2.10; with
    /// epsilonInRoot p -= learningRate g / sqrt(v + epsilon), as Keras 3.
    void (*rmsProp)(float* parameters, float* second, const float* gradient, int64_t n,
                    const OptimiserStep& step);
    /// p -= learningRate g
    void (*sgd)(float* parameters, const float* gradient, int64_t n, const OptimiserStep& step);
};

// Defined where the variant is compiled (model/CMakeLists.txt).
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}
namespace avx512 {
extern const Kernels kernels;
}

}  // namespace attx
