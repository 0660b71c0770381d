// Sizes that kernels are built with and that a plan has to know, named once for GLSL, C++ and CMake.
#ifndef ATTX_GPU_SIZES_H
#define ATTX_GPU_SIZES_H
#ifdef __cplusplus
#include <cstdint>
namespace attx::gpu {
using uint = std::uint32_t;
#endif

// Invocations of a work group: of most kernels, and of those that share much; the products of matrices have
// as many as their tiles ask for. Each of the optimiser's large groups takes fours of parameters.
const uint SMALL_GROUP = 64u;
const uint LARGE_GROUP = 256u;
const uint OPTIMISER_GROUP = 4u * LARGE_GROUP;
// The most buffers that a kernel sees: head.comp's own and the six of common.glsl.
const uint STORAGE_BUFFERS = 16u;
// Floats of a work group's memory: what attention_*.comp and sequence.comp declare, and what the latter's
// sums take of it (one for each invocation).
const uint ATTENTION_FLOATS = 4096u;
const uint SEQUENCE_FLOATS = 8192u;
const uint SEQUENCE_SUMS = LARGE_GROUP;
// Of head.comp: rows of x and their logits, and the rows of the loss that a group takes at most.
const uint HEAD_FLOATS = 3584u;
const uint HEAD_ROWS = 16u;

#ifdef __cplusplus
// Tiles of the matrix product; gpu/CMakeLists.txt reads these lines and builds product.comp once for each in
// every role: the suffix of the kernel's name; BM lines and BN columns that a work group computes, from BK of
// K at a time (0: not through its memory); TM x TN of them to an invocation; SLICES invocations share an
// element. The first is that of processors.
// clang-format off
#define ATTX_TILES(TILE)                   \
    TILE("direct", 8, 64, 0, 8, 2, 1)      \
    TILE("32x32", 32, 32, 16, 4, 4, 1)     \
    TILE("32x32k4", 32, 32, 64, 4, 4, 4)   \
    TILE("32x32k2", 32, 32, 32, 4, 4, 2)   \
    TILE("32x64k4", 32, 64, 32, 4, 8, 4)   \
    TILE("64x64k4", 64, 64, 32, 8, 8, 4)   \
    TILE("64x64", 64, 64, 16, 8, 4, 1)     \
    TILE("128x128", 128, 128, 16, 8, 8, 1)
// clang-format on
}  // namespace attx::gpu
#endif
#endif
