// Pieces of Norm's backward kernels: the sum that was normalised, and dy behind ReLU and dropout.
#include "norm_sum.glsl"
float maskedDy(uint at, inout MaskWords words) {
    if ((F0 & 2u) != 0u) return y[at] > 0.0 ? dy[at] * p.result.scale : 0.0;
    return dy[at] * dropoutFactor(words, at, p.result, p.slot);
}
