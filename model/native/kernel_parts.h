// The kernels of one instruction set, which kernels.cpp collects in its table; see kernels.h for what they
// do. Included only by the files that are compiled once for each instruction set: ATTX_KERNELS is the
// namespace.
#pragma once
#include "model/native/kernels.h"

namespace attx::ATTX_KERNELS {

// kernel_products.cpp
void transpose(float* target, int64_t targetStride, const float* source, int64_t sourceStride, int64_t rows,
               int64_t columns);
void linearForward(float* y, const float* x, const float* weightT, const float* bias, int64_t N, int in,
                   int out, bool relu);
void linearBackward(float* dx, float* dWeight, float* dBias, const float* dy, const float* x,
                    const float* weight, int64_t N, int in, int out, bool accumulate);
void attentionForward(float* y, float* probabilities, const float* qkv, const int32_t* lengths,
                      const uint8_t* hidden, float* scratch, int64_t B, int T, int NH, int HS);
void attentionBackward(float* dqkv, float* dProbabilities, const float* dy, const float* probabilities,
                       const float* qkv, float* scratch, int64_t B, int T, int NH, int HS);

}  // namespace attx::ATTX_KERNELS
