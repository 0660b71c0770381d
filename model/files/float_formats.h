// Short floating-point formats, widened.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attx {

/// IEEE 754 binary16.
inline float floatFromHalf(uint16_t half) {
    const int exponent = (half >> 10) & 31, fraction = half & 1023;
    const float magnitude = exponent == 0    ? std::ldexp(static_cast<float>(fraction), -24)
                            : exponent == 31 ? (fraction ? std::numeric_limits<float>::quiet_NaN()
                                                         : std::numeric_limits<float>::infinity())
                                             : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

/// The upper half of a float.
inline float floatFromBfloat(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

}  // namespace attx
