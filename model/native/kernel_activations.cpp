// Activations and their derivatives, compiled once for each instruction set; see kernels.cpp.
#include <unsupported/Eigen/SpecialFunctions>

#include "model/native/kernel_parts.h"

namespace attx::ATTX_KERNELS {
namespace {

constexpr float rootHalf = 0.70710678f;                         // √(1/2)
constexpr float normalPeak = 0.39894228f;                       // 1 / √(2π)
constexpr float tanhScale = 0.79788456f, tanhCube = 0.044715f;  // √(2/π), and the cubic term of GeluTanh

}  // namespace

void activateForward(float* y, const float* x, int64_t n, Activation kind) {
    const ConstVector v(x, n);
    Vector result(y, n);
    switch (kind) {
        case Activation::Relu:
            result = v.max(0.0f);
            break;
        case Activation::Gelu:
        case Activation::Geglu:
            result = 0.5f * v * (1.0f + (rootHalf * v).erf());
            break;
        case Activation::GeluTanh:
            result = 0.5f * v * (1.0f + (tanhScale * (v + tanhCube * v.cube())).tanh());
            break;
        case Activation::Silu:
        case Activation::Swiglu:
            result = v / (1.0f + (-v).exp());
            break;
        case Activation::Tanh:
            result = v.tanh();
            break;
    }
}

void activateBackward(float* dx, const float* x, int64_t n, Activation kind) {
    constexpr int64_t some = 256;  // stay in the cache with what is computed from them
    for (int64_t first = 0; first < n; first += some) {
        const int64_t count = n - first < some ? n - first : some;
        const ConstVector v(x + first, count);
        Vector d(dx + first, count);
        Eigen::Array<float, Eigen::Dynamic, 1, 0, some, 1> part(count);
        switch (kind) {
            case Activation::Relu:
                d *= (v > 0.0f).cast<float>();
                break;
            case Activation::Gelu:
            case Activation::Geglu:
                d *= 0.5f * (1.0f + (rootHalf * v).erf()) + normalPeak * v * (-0.5f * v.square()).exp();
                break;
            case Activation::GeluTanh:
                part = (tanhScale * (v + tanhCube * v.cube())).tanh();
                d *= 0.5f * (1.0f + part) +
                     0.5f * tanhScale * v * (1.0f - part.square()) * (1.0f + 3.0f * tanhCube * v.square());
                break;
            case Activation::Silu:
            case Activation::Swiglu:
                part = 1.0f / (1.0f + (-v).exp());
                d *= part * (1.0f + v * (1.0f - part));
                break;
            case Activation::Tanh:
                d *= 1.0f - v.tanh().square();
                break;
        }
    }
}

}  // namespace attx::ATTX_KERNELS
