// Files and folders that cannot be opened, but are known by sight: what they are, and what to do.
#pragma once
#include <string>
#include <string_view>

#include "model/files/safetensors.h"

namespace attx {

/// A sentence on the network that has tensors of these names; empty: not known.
[[nodiscard]] std::string knownNetwork(const SafeTensors& file);
/// A sentence on a file by its first bytes (16 are enough) and its name; empty: not known.
[[nodiscard]] std::string knownFile(std::string_view first, const std::string& path);
/// A sentence on a folder by the files in it; empty: not known.
[[nodiscard]] std::string knownFolder(const std::string& path);
/// The path of the one network in a folder that is none itself (no run, no weights beside a config.json);
/// empty: there is none, or several.
[[nodiscard]] std::string onlyNetworkIn(const std::string& path);

}  // namespace attx
