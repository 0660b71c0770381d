// Machine code for products of matrices, made while the program runs for each shape by itself (libxsmm's
// generator): nothing is packed or copied, so that products of 16 rows run at the processor's speed too.
#pragma once

namespace attx {

/// c = a b, or c += a b, of row-major matrices: c [rows, columns], a [rows, depth], b [depth, columns]. The
/// strides are the floats from one row to the next.
struct ProductShape {
    int rows, columns, depth;
    int aStride, bStride, cStride;
    bool aTransposed = false;  ///< a lies as [depth, rows]
    bool add = false;
    bool operator==(const ProductShape&) const = default;
};

using ProductCode = void (*)(const float* b, const float* a, float* c);  ///< mind the order: libxsmm's

/// The instructions that the code may use.
enum class ProductInstructions { None, Avx2, Avx512 };

/// Code for products of this shape, which lives as long as the program; null where none can be made (no
/// such instructions, memory that may not be executed, a build without libxsmm): the caller has another way.
/// From any thread; a shape that is known costs some nanoseconds.
[[nodiscard]] ProductCode productCode(ProductInstructions instructions, const ProductShape& shape);

/// False: productCode() gives null from now on. For tests and measurements of the other way, as
/// ATTX_PRODUCTS=eigen in the environment.
void useGeneratedProducts(bool use);
/// Whether this build has a generator and may use it.
[[nodiscard]] bool generatedProducts();

}  // namespace attx
