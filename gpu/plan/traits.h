// What a plan has to know of a device.
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "gpu/shaders/sizes.h"

namespace attx::gpu {

/// A tile of the matrix product: the kernel's suffix and what one group computes; see product.comp.
struct Tile {
    const char* name;
    uint32_t rows, columns;
    uint32_t sharedBytes;  ///< A group's bytes: fours of both operands, the norm of each line, sums of slices
};
constexpr uint32_t sharedBytesOf(uint32_t lines, uint32_t columns, uint32_t depth, uint32_t slices) {
    return depth * (lines / 4 + columns / 4 + 2) * 16 + lines * 16 + slices / 2 * lines * 4;
}
/// All tiles there are; the first is that of processors.
#define ATTX_TILE(name, lines, columns, depth, TM, TN, slices) \
    Tile{name, lines, columns, sharedBytesOf(lines, columns, depth, slices)},
inline constexpr std::array tiles{ATTX_TILES(ATTX_TILE)};
#undef ATTX_TILE

/// What a matrix product computes of a linear layer; attention's are like the first.
enum class ProductRole { Forward, InputGradient, WeightGradient };
[[nodiscard]] const char* toString(ProductRole role);  ///< "input_gradient"

/// Role and shape of a matrix product c[M, N] = a[M, K] b[K, N], `batches` times or in so many pieces of K.
struct ProductShape {
    ProductRole role;
    uint32_t layout;  ///< Layout of a and b in memory: PRODUCT_A_TRANSPOSED, PRODUCT_B_TRANSPOSED
    uint32_t M, N, K, batches;
};

struct Traits {
    bool processor = false;  ///< a software device
    bool fuse = true;        ///< small networks by sequence.comp; a processor is 20 times slower that way
    bool sequence = false;   ///< Plans for sequence.comp: one sequence, each gradient in one sum
    int64_t bindingBytes = 128 << 20;                     ///< the most that a binding may span
    int64_t arenaBytes = int64_t{1} << 40;                ///< the most that one allocation may have
    std::array<uint32_t, 3> groups{65535, 65535, 65535};  ///< the most in each direction
    uint32_t sharedBytes = 16384;                         ///< the most shared memory of a work group
    /// The best tile for a shape; empty: by a rule of thumb.
    std::function<const Tile&(const ProductShape&)> tile;
};

}  // namespace attx::gpu
