// Files of torch.save: the zip of today (records "…/data.pkl" and "…/data/KEY") and the stream that came
// before it (five pickles, then the storages).
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/foreign/tree.h"

namespace attx {

[[nodiscard]] bool isTorchStream(std::string_view bytes);

/// What was saved, as tree.root; result: the bytes of each of tree.storageKeys, parts of the file's.
/// `records`: of the zip, see zip_records.h. Throws Error::Kind::Input.
[[nodiscard]] std::vector<std::string_view> readTorchZip(
    const std::map<std::string, std::string_view>& records, Tree& tree);
[[nodiscard]] std::vector<std::string_view> readTorchStream(std::string_view bytes, Tree& tree);

}  // namespace attx
