#include "peak.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "model/native/kernels.h"
#include "model/native/thread_team.h"

namespace attx {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int chains = 12;  // more than a multiply-add takes cycles, times two units that do them
constexpr int rounds = 100'000;

// `rounds` multiply-adds of each chain; floats of one vector. The compiler makes one instruction of each.
#define ATTX_LOOP(NAME, TARGET, FLOATS)                                             \
    TARGET int NAME() {                                                             \
        using Vector = float __attribute__((vector_size(FLOATS * 4)));              \
        Vector sums[chains]{}, factor = Vector{} + 0.999f, term = Vector{} + 1e-3f; \
        for (int i = 0; i < rounds; ++i) {                                          \
            _Pragma("GCC unroll 12") for (Vector & sum : sums) {                    \
                sum = sum * factor + term;                                          \
                asm volatile("" : "+x"(sum));                                       \
            }                                                                       \
        }                                                                           \
        return FLOATS;                                                              \
    }
#if defined(__x86_64__)
ATTX_LOOP(loop512, __attribute__((target("avx512f,avx512vl,fma"))), 16)
ATTX_LOOP(loop256, __attribute__((target("avx2,fma"))), 8)
#endif
ATTX_LOOP(loop128, , 4)

int loop(const std::string& variant) {
#if defined(__x86_64__)
    if (variant == "avx512") return loop512();
    if (variant == "avx2") return loop256();
#endif
    return loop128();
}

}  // namespace

double peakGflops(const Kernels& kernels, int threads) {
    ThreadTeam team(threads);
    const std::string variant = kernels.name;
    std::vector<double> best(static_cast<size_t>(threads));
    for (int block = 0; block < 10; ++block) {
        team.run([&](int member) {
            team.meet();
            const Clock::time_point start = Clock::now();
            const int floats = loop(variant);
            const std::chrono::duration<double> time = Clock::now() - start;
            double& mine = best[static_cast<size_t>(member)];
            mine = std::max(mine, 2.0 * rounds * chains * floats / time.count() * 1e-9);
        });
    }
    double sum = 0;
    for (const double one : best) sum += one;
    return sum;
}

}  // namespace attx
