#include "model/native/instruction_set.h"

#include <cstdlib>
#include <mutex>

#include "model/files/error.h"
#include "model/native/products.h"

namespace attx {
namespace {

std::mutex forcedMutex;
std::string forcedName;

/// Empty: the best.
const Kernels& kernelsNamed(const std::string& name) {
    const std::vector<const Kernels*> variants = runnableKernels();
    if (name.empty()) return *variants.front();
    std::string names;
    for (const Kernels* variant : variants) {
        if (name == variant->name) return *variant;
        names += (names.empty() ? "" : ", ") + std::string(variant->name);
    }
    throw inputError("Instruction set \"" + name + "\" cannot be used on this processor; it runs: " + names +
                     ".");
}

}  // namespace

std::vector<const Kernels*> runnableKernels() {
    std::vector<const Kernels*> variants;
#ifdef ATTX_X86_VARIANTS
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        variants.push_back(&avx512::kernels);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) variants.push_back(&avx2::kernels);
#endif
    variants.push_back(&baseline::kernels);
    return variants;
}

const Kernels& activeKernels() {
    std::string name;
    {
        const std::scoped_lock lock(forcedMutex);
        name = forcedName;
    }
    if (const char* environment = std::getenv("ATTX_ISA"); name.empty() && environment) name = environment;
    return kernelsNamed(name);
}

void forceInstructionSet(const std::string& name) {
    (void)kernelsNamed(name);  // one that is refused is not kept
    const std::scoped_lock lock(forcedMutex);
    forcedName = name;
}

std::string displayName(const Kernels& kernels) {
    const std::string name = kernels.name;
    if (name == "baseline") return "plain";
    return std::string(name == "avx512" ? "AVX-512" : "AVX2") + (generatedProducts() ? " and libxsmm" : "");
}

}  // namespace attx
