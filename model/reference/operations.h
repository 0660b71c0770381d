// The naive operations, in double and in plain loops: what every fast kernel is compared with. Shapes and
// letters as in model/network/program.h; gradients are named after what they belong to: dx is that of x.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "model/config/activation.h"

namespace reference {

using Array = std::vector<double>;
using Index = size_t;

inline double activation(attx::Activation kind, double x) {
    switch (kind) {
        case attx::Activation::Relu:
            return std::max(x, 0.0);
        case attx::Activation::Gelu:
        case attx::Activation::Geglu:
            return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
        case attx::Activation::GeluTanh:
            return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
        case attx::Activation::Silu:
        case attx::Activation::Swiglu:
            return x / (1 + std::exp(-x));
        case attx::Activation::Tanh:
            return std::tanh(x);
    }
    return NAN;
}

/// Its derivative at x; 0 for ReLU at 0.
inline double activationSlope(attx::Activation kind, double x) {
    switch (kind) {
        case attx::Activation::Relu:
            return x > 0 ? 1 : 0;
        case attx::Activation::Gelu:
        case attx::Activation::Geglu:
            return 0.5 * std::erfc(-x / std::sqrt(2.0)) + x * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
        case attx::Activation::GeluTanh: {
            const double scale = std::sqrt(2 / M_PI), t = std::tanh(scale * (x + 0.044715 * x * x * x));
            return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * scale * (1 + 3 * 0.044715 * x * x);
        }
        case attx::Activation::Silu:
        case attx::Activation::Swiglu: {
            const double yes = 1 / (1 + std::exp(-x));
            return yes * (1 + x * (1 - yes));
        }
        case attx::Activation::Tanh:
            return 1 - std::tanh(x) * std::tanh(x);
    }
    return NAN;
}

inline Array linearForward(const Array& x, const Array& weight, const Array& bias, Index N, Index in,
                           Index out, bool relu) {
    Array y(N * out);
    for (Index n = 0; n < N; ++n)
        for (Index o = 0; o < out; ++o) {
            double sum = bias.empty() ? 0 : bias[o];
            for (Index i = 0; i < in; ++i) sum += x[n * in + i] * weight[o * in + i];
            y[n * out + o] = relu ? std::max(sum, 0.0) : sum;
        }
    return y;
}

struct LinearGradients {
    Array dx, dWeight, dBias;
};
inline LinearGradients linearBackward(const Array& dy, const Array& x, const Array& weight, Index N, Index in,
                                      Index out) {
    LinearGradients g{Array(N * in), Array(out * in), Array(out)};
    for (Index n = 0; n < N; ++n)
        for (Index o = 0; o < out; ++o) {
            const double d = dy[n * out + o];
            g.dBias[o] += d;
            for (Index i = 0; i < in; ++i) {
                g.dx[n * in + i] += d * weight[o * in + i];
                g.dWeight[o * in + i] += d * x[n * in + i];
            }
        }
    return g;
}

struct AttentionResult {
    Array y, probabilities;
};
/// qkv [B, T, NH 3 HS]; lengths [B]; hidden [T], keys whose logit is minus infinity, or empty; counts [B, T],
/// of how many keys each stands for, or empty; causal: none behind the query; alibi: scores fall with the
/// distance.
inline AttentionResult attentionForward(const Array& qkv, const std::vector<int32_t>& lengths,
                                        const std::vector<uint8_t>& hidden, Index B, Index T, Index NH,
                                        Index HS, const std::vector<float>& counts = {}, bool causal = false,
                                        bool alibi = false) {
    const Index C = NH * HS;
    AttentionResult r{Array(B * T * C), Array(B * NH * T * T)};
    const auto at = [&](Index b, Index t, Index h, Index part, Index d) {
        return qkv[(b * T + t) * 3 * C + h * 3 * HS + part * HS + d];
    };
    for (Index b = 0; b < B; ++b)
        for (Index h = 0; h < NH; ++h)
            for (Index t = 0; t < T; ++t) {
                double* p = &r.probabilities[((b * NH + h) * T + t) * T];
                const auto keys = std::min(static_cast<Index>(lengths[b]), causal ? t + 1 : T);
                double total = 0;
                for (Index s = 0; s < keys; ++s) {
                    double logit = !hidden.empty() && hidden[s] ? -INFINITY : 0;
                    for (Index d = 0; d < HS; ++d) logit += at(b, t, h, 0, d) * at(b, s, h, 1, d);
                    logit /= std::sqrt(double(HS));
                    if (alibi)
                        logit -=
                            std::exp2(-8.0 * double(h + 1) / double(NH)) * std::abs(double(t) - double(s));
                    p[s] = std::exp(logit);
                    if (!counts.empty()) p[s] *= double(counts[b * T + s]);
                    total += p[s];
                }
                for (Index s = 0; s < keys; ++s) {
                    p[s] /= total;
                    for (Index d = 0; d < HS; ++d)
                        r.y[(b * T + t) * C + h * HS + d] += p[s] * at(b, s, h, 2, d);
                }
            }
    return r;
}

struct AttentionGradients {
    Array dqkv, dProbabilities;
};
/// `probabilities` as attentionForward gave them. dProbabilities has also keys behind a length, what a weight
/// there would change; with `causal` none that is masked.
inline AttentionGradients attentionBackward(const Array& dy, const Array& qkv, const Array& probabilities,
                                            const std::vector<int32_t>& lengths, Index B, Index T, Index NH,
                                            Index HS, bool causal) {
    const Index C = NH * HS;
    AttentionGradients g{Array(qkv.size()), Array(probabilities.size())};
    const auto place = [&](Index b, Index t, Index h, Index part) {
        return (b * T + t) * 3 * C + h * 3 * HS + part * HS;
    };
    for (Index b = 0; b < B; ++b)
        for (Index h = 0; h < NH; ++h)
            for (Index t = 0; t < T; ++t) {
                const double *p = &probabilities[((b * NH + h) * T + t) * T],
                             *d = &dy[(b * T + t) * C + h * HS];
                double* dp = &g.dProbabilities[((b * NH + h) * T + t) * T];
                const Index keys = causal ? std::min(static_cast<Index>(lengths[b]), t + 1) : T;
                double mean = 0;
                for (Index s = 0; s < keys; ++s) {
                    for (Index i = 0; i < HS; ++i) {
                        dp[s] += d[i] * qkv[place(b, s, h, 2) + i];
                        g.dqkv[place(b, s, h, 2) + i] += p[s] * d[i];
                    }
                    mean += p[s] * dp[s];
                }
                for (Index s = 0; s < keys; ++s) {
                    const double score = p[s] * (dp[s] - mean) / std::sqrt(double(HS));
                    for (Index i = 0; i < HS; ++i) {
                        g.dqkv[place(b, t, h, 0) + i] += score * qkv[place(b, s, h, 1) + i];
                        g.dqkv[place(b, s, h, 1) + i] += score * qkv[place(b, t, h, 0) + i];
                    }
                }
            }
    return g;
}

/// Queries and keys of qkv [B, T, NH 3 HS] turned by their positions, as complex numbers; direction -1: back,
/// as a gradient goes.
inline Array rotate(const Array& qkv, Index B, Index T, Index NH, Index HS, double base,
                    double direction = 1) {
    Array y = qkv;
    for (Index row = 0; row < B * T; ++row)
        for (Index part = 0; part < 3 * NH; ++part)
            for (Index d = 0; part % 3 < 2 && d < HS / 2; ++d) {
                const double angle =
                    direction * double(row % T) * std::pow(base, -2.0 * double(d) / double(HS));
                const Index at = (row * 3 * NH + part) * HS + d;
                const std::complex<double> turned =
                    std::complex(qkv[at], qkv[at + HS / 2]) * std::polar(1.0, angle);
                y[at] = turned.real(), y[at + HS / 2] = turned.imag();
            }
    return y;
}

struct RowStats {
    double mean = 0, deviation = 0;  ///< The mean counts as 0 unless the norm is centred
};
inline RowStats statsOf(const double* row, Index C, double eps, bool centred) {
    double mean = 0, variance = 0;
    for (Index c = 0; c < C && centred; ++c) mean += row[c] / double(C);
    for (Index c = 0; c < C; ++c) variance += std::pow(row[c] - mean, 2) / double(C);
    return {mean, std::sqrt(variance + eps)};
}

/// An empty bias is none.
inline Array normForward(const Array& x, const Array& weight, const Array& bias, double eps, bool centred,
                         Index N, Index C, bool relu) {
    Array y(N * C);
    for (Index n = 0; n < N; ++n) {
        const auto [mean, deviation] = statsOf(&x[n * C], C, eps, centred);
        for (Index c = 0; c < C; ++c) {
            const double value = (x[n * C + c] - mean) / deviation * weight[c] + (bias.empty() ? 0 : bias[c]);
            y[n * C + c] = relu ? std::max(value, 0.0) : value;
        }
    }
    return y;
}

struct NormGradients {
    Array dx, dWeight, dBias;
};
inline NormGradients normBackward(const Array& dy, const Array& x, const Array& weight, double eps,
                                  bool centred, Index N, Index C) {
    NormGradients g{Array(N * C), Array(C), Array(C)};
    const auto width = double(C);
    for (Index n = 0; n < N; ++n) {
        const RowStats stats = statsOf(&x[n * C], C, eps, centred);
        const double scale = 1 / stats.deviation;
        double sum = 0, product = 0;
        const auto normed = [&](Index c) { return (x[n * C + c] - stats.mean) * scale; };
        for (Index c = 0; c < C; ++c) {
            const double d = dy[n * C + c];
            g.dWeight[c] += d * normed(c);
            g.dBias[c] += d;
            if (centred) sum += d * weight[c] / width;
            product += d * weight[c] * normed(c) / width;
        }
        for (Index c = 0; c < C; ++c)
            g.dx[n * C + c] = scale * (dy[n * C + c] * weight[c] - sum - normed(c) * product);
    }
    return g;
}

/// Summed loss over rows with a label; its gradient by logits, times `scale`. The share `smoothing` of a
/// label is spread evenly over all classes (Szegedy et al. 2016).
struct CrossEntropy {
    double loss = 0;
    int64_t correct = 0, counted = 0;
    Array dLogits;
};
inline CrossEntropy crossEntropy(const Array& logits, const std::vector<int32_t>& labels, Index N, Index K,
                                 double scale, double smoothing = 0) {
    CrossEntropy r;
    r.dLogits.resize(N * K);
    for (Index n = 0; n < N; ++n) {
        if (labels[n] < 0) continue;
        const auto label = static_cast<Index>(labels[n]);
        double total = 0;
        for (Index k = 0; k < K; ++k) total += std::exp(logits[n * K + k]);
        for (Index k = 0; k < K; ++k) {
            const double target = (k == label ? 1 - smoothing : 0) + smoothing / double(K);
            r.dLogits[n * K + k] = scale * (std::exp(logits[n * K + k]) / total - target);
            r.loss += target * (std::log(total) - logits[n * K + k]);
        }
        const auto row = logits.begin() + std::ptrdiff_t(n * K);
        r.correct += static_cast<Index>(std::max_element(row, row + std::ptrdiff_t(K)) - row) == label;
        ++r.counted;
    }
    return r;
}

/// The same for one logit a row, yes (1) or no (0).
inline CrossEntropy binaryCrossEntropy(const Array& logits, const std::vector<int32_t>& labels, double scale,
                                       double smoothing = 0) {
    CrossEntropy r;
    r.dLogits.resize(logits.size());
    for (Index n = 0; n < logits.size(); ++n) {
        if (labels[n] < 0) continue;
        const double yes = 1 / (1 + std::exp(-logits[n]));
        const double target = labels[n] * (1 - smoothing) + smoothing / 2;
        r.dLogits[n] = scale * (yes - target);
        r.loss += std::max(logits[n], 0.0) - logits[n] * target + std::log1p(std::exp(-std::abs(logits[n])));
        r.correct += (yes > 0.5) == (labels[n] == 1);
        ++r.counted;
    }
    return r;
}

/// argmax: of the mean, how many positions there are. P: of Flatten, how many positions y has.
struct Pool {
    Array y, argmax;
};
inline Pool pool(const Array& x, const std::vector<int32_t>& lengths, Index B, Index T, Index C, Index P = 1,
                 attx::PoolingKind kind = attx::PoolingKind::Max) {
    Pool r{Array(B * P * C), Array(B * P * C)};
    if (kind == attx::PoolingKind::Flatten) {
        for (Index i = 0; i < B * P * C; ++i) {
            const Index b = i / C / P, t = i / C % P;
            if (t >= static_cast<Index>(lengths[b])) continue;
            r.y[i] = x[(b * T + t) * C + i % C];
            r.argmax[i] = double(t);
        }
        return r;
    }
    for (Index b = 0; b < B; ++b)
        for (Index c = 0; c < C; ++c) {
            const auto n = static_cast<Index>(lengths[b]);
            const auto at = [&](Index t) { return x[(b * T + t) * C + c]; };
            if (kind == attx::PoolingKind::Mean) {
                for (Index t = 0; t < n; ++t) r.y[b * C + c] += at(t) / double(n);
                r.argmax[b * C + c] = double(n);
                continue;
            }
            if (kind != attx::PoolingKind::Max) {
                const Index t = kind == attx::PoolingKind::First ? 0 : n - 1;
                r.y[b * C + c] = at(t);
                r.argmax[b * C + c] = double(t);
                continue;
            }
            Index best = 0;
            double largest = at(0);
            for (Index t = 1; t < n; ++t) {
                largest = std::max(largest, at(t));
                if (at(t) > at(best) + 0x1p-20) best = t;  // less of a lead is rounding
            }
            r.y[b * C + c] = largest;
            r.argmax[b * C + c] = double(best);
        }
    return r;
}

inline Array poolBackward(const Array& dy, const Array& argmax, Index B, Index T, Index C, Index P,
                          attx::PoolingKind kind) {
    Array dx(B * T * C);
    for (Index i = 0; i < B * P * C && kind == attx::PoolingKind::Flatten; ++i)
        if (const Index b = i / C / P, t = i / C % P; t < T && static_cast<Index>(argmax[i]) == t)
            dx[(b * T + t) * C + i % C] = dy[i];
    if (kind == attx::PoolingKind::Flatten) return dx;
    const bool mean = kind == attx::PoolingKind::Mean;
    for (Index i = 0; i < B * C; ++i) {
        const auto at = static_cast<Index>(argmax[i]);
        for (Index t = mean ? 0 : at; t < (mean ? at : at + 1); ++t)
            dx[(i / C * T + t) * C + i % C] = mean ? dy[i] / argmax[i] : dy[i];
    }
    return dx;
}

}  // namespace reference
