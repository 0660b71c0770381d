// Which kernels the processor can run; the best is chosen at start.
#pragma once
#include <string>
#include <vector>

#include "model/native/kernels.h"

namespace attx {

/// The variants that this processor can run, best first: of avx512, avx2 and baseline.
[[nodiscard]] std::vector<const Kernels*> runnableKernels();

/// The variant in use: the best, unless the environment's ATTX_ISA (or forceInstructionSet) names
/// one of avx512, avx2, baseline. Throws Error::Kind::Input if that one is unknown or cannot run.
[[nodiscard]] const Kernels& activeKernels();
/// `name` as in ATTX_ISA; empty: no longer any. For tests and for --isa. Takes effect on sessions made later.
/// Throws as activeKernels() does; what was in use then stays so.
void forceInstructionSet(const std::string& name);

/// "AVX-512" for "avx512", as the status line shows it; "AVX2"; "plain" for the baseline. With "and libxsmm"
/// where that makes the products: their bits are others.
[[nodiscard]] std::string displayName(const Kernels& kernels);

}  // namespace attx
