// The kernels of one instruction set, which kernels.cpp collects in its table; see kernels.h for what they
// do. Included only by the files that are compiled once for each instruction set: ATTX_KERNELS is the
// namespace.
#pragma once
#include <Eigen/Core>

#include "model/native/kernels.h"

namespace attx::ATTX_KERNELS {

using Vector = Eigen::Map<Eigen::ArrayXf>;
using ConstVector = Eigen::Map<const Eigen::ArrayXf>;

/// e^x for x <= 0, to 1 in the last place but one; 0 below -87, where floats end. NaN stays.
static inline float exponential(float x) {
    const float within = x < -87.0f ? -87.0f : x;
    const float shifted = within * 1.44269504f + 12582912.0f;  // the power of two stands in its last bits
    const float power = shifted - 12582912.0f;
    const float r = (within - power * 0.693359375f) + power * 2.12194440e-4f;  // Remainder within ±ln(2)/2
    float y = 1.9875691500e-4f;                                                // Cephes' expf
    y = y * r + 1.3981999507e-3f;
    y = y * r + 8.3334519073e-3f;
    y = y * r + 4.1665795894e-2f;
    y = y * r + 1.6666665459e-1f;
    y = y * r + 5.0000001201e-1f;
    y = y * r * r + r + 1.0f;
    const auto bits = (__builtin_bit_cast(uint32_t, shifted) << 23) + 0x3F800000u;
    return x < -87.0f ? 0.0f : y * __builtin_bit_cast(float, bits);
}

// kernel_activations.cpp
void activateForward(float* y, const float* x, int64_t n, Activation kind);
void activateBackward(float* dx, const float* x, int64_t n, Activation kind);

// kernel_norms.cpp
void normForward(float* y, float* stats, const float* x, const float* residual, const float* weight,
                 const float* bias, float eps, bool centred, int64_t N, int C, bool relu);
void normBackward(float* dx, float* dResidual, float* dWeight, float* dBias, const float* dy, const float* x,
                  const float* residual, const float* stats, const float* weight, bool centred, int64_t N,
                  int C, bool accumulate);

// kernel_products.cpp
/// target[columns, rows] = source[rows, columns] transposed; the strides are floats between rows.
void transpose(float* target, int64_t targetStride, const float* source, int64_t sourceStride, int64_t rows,
               int64_t columns);
void linearForward(float* y, const float* x, const float* weight, const float* bias, float* scratch,
                   int64_t N, int in, int out, bool relu);
void linearBackward(float* dx, float* dWeight, float* dBias, float* dy, const float* y, float scale,
                    const float* x, const float* weight, float* scratch, int64_t N, int in, int out,
                    bool accumulate);
void attentionForward(float* y, float* probabilities, const float* qkv, const int32_t* lengths,
                      const uint8_t* hidden, const float* logCounts, float* scratch, int64_t B, int T, int NH,
                      int HS, bool causal, bool alibi);
void attentionBackward(float* dqkv, float* dProbabilities, const float* dy, const float* probabilities,
                       const float* qkv, const int32_t* lengths, float* scratch, int64_t B, int T, int NH,
                       int HS, bool causal);
void linearRow(float* y, const float* x, const float* weight, const float* bias, int in, int out);
void attentionRow(float* y, float* probabilities, const float* q, const float* keys, const float* values,
                  int64_t stride, int n, int HS, float slope);

}  // namespace attx::ATTX_KERNELS
