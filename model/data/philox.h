// Counter-based random numbers: Philox4x32-10, Salmon et al. 2011, "Parallel random numbers: as easy
// as 1, 2, 3". A seed and a counter give the same bits on every device and in any order.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

namespace attx {

using PhiloxBlock = std::array<uint32_t, 4>;

/// What a stream of random numbers is for: the last word of the counter, so that streams never meet.
enum class RandomStream : uint32_t {
    Dropout = 0,
    Parameters = 1,
    Shuffle = 2,
    Data = 3,
    Sets = 4,
    FixedSets = 5,
    Writing = 6  ///< What a language model writes
};

/// Ten rounds. key: 64-bit seed.
[[nodiscard]] inline PhiloxBlock philox(PhiloxBlock counter, uint64_t key) {
    auto k0 = uint32_t(key), k1 = uint32_t(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const uint64_t p0 = uint64_t{0xD2511F53u} * counter[0], p1 = uint64_t{0xCD9E8D57u} * counter[2];
        counter = {static_cast<uint32_t>(p1 >> 32) ^ counter[1] ^ k0, uint32_t(p1),
                   uint32_t(p0 >> 32) ^ counter[3] ^ k1, uint32_t(p0)};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return counter;
}

/// A sequence of draws from one stream, for what is made once on the CPU (weights, data, shuffles).
class PhiloxSequence {
public:
    /// `a` and `b` tell apart sequences of one stream (parameter number, epoch, split ...).
    PhiloxSequence(uint64_t seed, RandomStream stream, uint32_t a = 0, uint32_t b = 0)
        : key_(seed), counter_{0, a, b, uint32_t(stream)} {}

    uint32_t next() {
        if (used_ == 4) {
            block_ = philox(counter_, key_);
            ++counter_[0];
            used_ = 0;
        }
        return block_[used_++];
    }
    /// Uniform in [0, bound), without bias (Lemire 2019).
    uint32_t below(uint32_t bound) {
        uint64_t product = uint64_t{next()} * bound;
        if (auto low = uint32_t(product); low < bound) {
            for (const uint32_t threshold = (0u - bound) % bound; low < threshold; low = uint32_t(product))
                product = uint64_t{next()} * bound;
        }
        return uint32_t(product >> 32);
    }
    /// Uniform in [lo, hi), 24 bits.
    float uniform(float lo, float hi) { return lo + (hi - lo) * (float(next() >> 8) * 0x1p-24f); }

    /// Normal, of mean 0 and deviation 1, from two words: Box & Muller 1958.
    float normal() {
        const double u = (double(next() >> 8) + 1) * 0x1p-24, v = double(next() >> 8) * 0x1p-24;
        return float(std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v));
    }

private:
    uint64_t key_;
    PhiloxBlock counter_;
    PhiloxBlock block_{};
    int used_ = 4;
};

/// Fisher-Yates: every order of 0 ... rows - 1 is equally likely.
[[nodiscard]] inline std::vector<int32_t> shuffledRows(int64_t rows, PhiloxSequence random) {
    std::vector<int32_t> order(static_cast<size_t>(rows));
    std::iota(order.begin(), order.end(), 0);
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(uint32_t(i))]);
    return order;
}

}  // namespace attx
