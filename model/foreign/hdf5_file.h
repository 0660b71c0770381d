// Files of HDF5, as Keras writes weights: groups, and datasets of numbers that lie in one piece. The library
// reads what the file says of itself, in a process of its own, because damage makes it crash; numbers are
// taken from the file's own bytes, never through the library.
#pragma once
#include <string_view>
#include <vector>

#include "model/foreign/tree.h"

namespace attx {

[[nodiscard]] bool isHdf5(std::string_view bytes);

/// Groups as maps in tree.root, datasets of numbers as tensors; result: the bytes of each
/// TensorView::storage, parts of `bytes`. Datasets of anything else are passed over. Throws
/// Error::Kind::Input for damage, for links that leave the tree of groups, for datasets in chunks, and where
/// the program was built without the library.
[[nodiscard]] std::vector<std::string_view> readHdf5(std::string_view bytes, Tree& tree);

}  // namespace attx
