// The most that the processor could do: a loop of nothing but multiply-adds.
#pragma once

namespace attx {
struct Kernels;

/// GFLOP/s of `threads` threads that multiply and add in registers, with the instructions of the variant.
[[nodiscard]] double peakGflops(const Kernels& kernels, int threads);

}  // namespace attx
