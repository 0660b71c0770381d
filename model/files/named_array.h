// A named array of numbers, row-major: what a figure shows and what CSV, NPY and safetensors carry.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace attx {

struct NamedArray {
    std::string name;
    std::vector<int64_t> shape;  ///< outermost first; empty for a scalar
    std::vector<float> values;   ///< product of shape
};

[[nodiscard]] inline int64_t elementCount(const std::vector<int64_t>& shape) {
    int64_t n = 1;
    for (int64_t d : shape) n *= d;
    return n;
}

}  // namespace attx
