// Files of torch.save: the zip of today (records "…/data.pkl" and "…/data/KEY") and the stream that came
// before it (five pickles, then the storages).
#pragma once
#include <string_view>
#include <vector>

#include "model/foreign/tree.h"

namespace attx {

[[nodiscard]] bool isTorchZip(std::string_view bytes);
[[nodiscard]] bool isTorchStream(std::string_view bytes);

/// What was saved, as tree.root; result: the bytes of each of tree.storageKeys, parts of `bytes`.
/// Throws Error::Kind::Input.
[[nodiscard]] std::vector<std::string_view> readTorchZip(std::string_view bytes, Tree& tree);
[[nodiscard]] std::vector<std::string_view> readTorchStream(std::string_view bytes, Tree& tree);

}  // namespace attx
