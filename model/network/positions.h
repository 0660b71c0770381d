// What positions are told apart by: tables that are no parameters.
#pragma once
#include <vector>

#include "model/network/program.h"

namespace attx {

/// [length, dim]: sin(pos / 10000^(i/dim)) in even dimensions i, cos of the same angle in i + 1.
/// An odd `dim` ends with a sine. Vaswani et al. 2017, section 3.5.
[[nodiscard]] std::vector<float> positionalEncoding(int length, int dim);

/// Cosines and sines [T, HS / 2] of the angles t base^(-2d / HS), Su et al. 2021, section 3.2.
struct Turns {
    std::vector<float> cosines, sines;
};
/// Empty where positions are not rotary.
[[nodiscard]] Turns rotaryTurns(const Program& program);

/// By what a score of the head falls with each position of distance: 2^(-8 (head + 1) / heads). Press et al.
/// 2022, section 3; also for numbers of heads that are no power of two.
[[nodiscard]] double alibiSlope(int head, int heads);

}  // namespace attx
