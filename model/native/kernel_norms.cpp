// Norms, compiled once for each instruction set; see kernels.cpp.
#include "model/native/kernel_parts.h"

namespace attx::ATTX_KERNELS {
namespace {

template <int n>
struct Number {
    static constexpr int value = n;
};

/// So many rows at a time: sums within a row, a root and a division wait for one another, and a core looks
/// only some dozens of instructions ahead for others.
template <int Size>
constexpr int rowsTogether = Size == Eigen::Dynamic ? 1
                             : sizeof(float) * Size / sizeof(Eigen::internal::packet_traits<float>::type) <= 2
                                 ? 4
                                 : 2;

/// Norms of rows of `Size` elements, which then stay in registers, or of any number (Eigen::Dynamic).
/// See NormInfo for what tells the kinds apart. Flattened: in a source of so many instances the compiler
/// calls the copy of a row instead, and a norm takes 45 % more instructions.
template <int Size, bool centred, bool hasBias>
[[gnu::flatten]] void normForwardRows(float* y, float* stats, const float* x, const float* residual,
                                      const float* weight, const float* bias, float eps, int64_t N, int C,
                                      bool relu) {
    using Row = Eigen::Array<float, Size, 1>;
    using Map = Eigen::Map<Row>;
    using ConstMap = Eigen::Map<const Row>;
    constexpr int most = rowsTogether<Size>;
    const Row w = ConstMap(weight, C);
    Row b;
    if constexpr (hasBias) b = ConstMap(bias, C);
    const float share = 1.0f / float(C);
    Row row[most];
    if constexpr (Size == Eigen::Dynamic) row[0].resize(C);
    float mean[most], rstd[most];
    const auto some = [&](int64_t n, auto number) {
        constexpr int count = decltype(number)::value;
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) {
            row[i] = ConstMap(x + (n + i) * C, C);
            if (residual) row[i] += ConstMap(residual + (n + i) * C, C);
            mean[i] = centred ? row[i].sum() * share : 0.0f;
        }
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) {
            if constexpr (centred) row[i] -= mean[i];
            rstd[i] = row[i].square().sum() * share + eps;
        }
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) rstd[i] = 1.0f / __builtin_sqrtf(rstd[i]);
#pragma GCC unroll 4
        for (int i = 0; i < count; ++i) {
            if constexpr (hasBias) {
                row[i] = row[i] * rstd[i] * w + b;
            } else {
                row[i] = row[i] * rstd[i] * w;
            }
            if (relu) row[i] = row[i].max(0.0f);
            Map(y + (n + i) * C, C) = row[i];
            stats[2 * (n + i)] = mean[i], stats[2 * (n + i) + 1] = rstd[i];
        }
    };
    int64_t n = 0;
    for (; n + most <= N; n += most) some(n, Number<most>());
    for (; n < N; ++n) some(n, Number<1>());
}

template <int Size, bool centred, bool hasBias>
[[gnu::flatten]] void normBackwardRows(float* dx, float* dResidual, float* dWeight, float* dBias,
                                       const float* dy, const float* x, const float* residual,
                                       const float* stats, const float* weight, int64_t N, int C,
                                       bool accumulate) {
    using Row = Eigen::Array<float, Size, 1>;
    using Map = Eigen::Map<Row>;
    using ConstMap = Eigen::Map<const Row>;
    const Row w = ConstMap(weight, C);
    Row dW = Row::Zero(C), dB = Row::Zero(C), normed(C), dNormed(C), dSum(C);
    const float share = 1.0f / float(C);
    for (int64_t n = 0; n < N; ++n) {
        const ConstMap dRow(dy + n * C, C);
        const float mean = stats[2 * n], rstd = stats[2 * n + 1];
        if (residual) {
            normed = (ConstMap(x + n * C, C) + ConstMap(residual + n * C, C) - mean) * rstd;
        } else {
            normed = (ConstMap(x + n * C, C) - mean) * rstd;
        }
        dW += dRow * normed;  // y = normed w + b
        if constexpr (hasBias) dB += dRow;
        dNormed = dRow * w;
        // normed = (sum - mean) rstd: both mean and rstd depend on every element of the row
        const float c = (dNormed * normed).sum() * share;
        if constexpr (centred) {
            const float a = dNormed.sum() * share;
            dSum = (dNormed - a - normed * c) * rstd;
        } else {
            dSum = (dNormed - normed * c) * rstd;
        }
        if (dResidual) Map(dx + n * C, C) = dSum;
        Map target((dResidual ? dResidual : dx) + n * C, C);
        if (accumulate) {
            target += dSum;
        } else {
            target = dSum;
        }
    }
    Map(dWeight, C) += dW;
    if constexpr (hasBias) Map(dBias, C) += dB;
}

template <bool centred, bool hasBias>
constexpr auto forwardOf(int C) {
    return C == 32   ? normForwardRows<32, centred, hasBias>
           : C == 64 ? normForwardRows<64, centred, hasBias>
                     : normForwardRows<Eigen::Dynamic, centred, hasBias>;
}
template <bool centred, bool hasBias>
constexpr auto backwardOf(int C) {
    return C == 32   ? normBackwardRows<32, centred, hasBias>
           : C == 64 ? normBackwardRows<64, centred, hasBias>
                     : normBackwardRows<Eigen::Dynamic, centred, hasBias>;
}

}  // namespace

void normForward(float* y, float* stats, const float* x, const float* residual, const float* weight,
                 const float* bias, float eps, bool centred, int64_t N, int C, bool relu) {
    const auto rows = centred ? (bias ? forwardOf<true, true>(C) : forwardOf<true, false>(C))
                              : (bias ? forwardOf<false, true>(C) : forwardOf<false, false>(C));
    rows(y, stats, x, residual, weight, bias, eps, N, C, relu);
}

void normBackward(float* dx, float* dResidual, float* dWeight, float* dBias, const float* dy, const float* x,
                  const float* residual, const float* stats, const float* weight, bool centred, int64_t N,
                  int C, bool accumulate) {
    const auto rows = centred ? (dBias ? backwardOf<true, true>(C) : backwardOf<true, false>(C))
                              : (dBias ? backwardOf<false, true>(C) : backwardOf<false, false>(C));
    rows(dx, dResidual, dWeight, dBias, dy, x, residual, stats, weight, N, C, accumulate);
}

}  // namespace attx::ATTX_KERNELS
