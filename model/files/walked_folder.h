// All files below a folder, links followed.
#pragma once
#include <string>
#include <vector>

namespace attx {

struct WalkedFolder {
    std::vector<std::string> files;  ///< Relative to the folder, sorted by bytes
    std::string note;  ///< Links that were left out, as they lead nowhere or back; a sentence or empty
};

/// The regular files below `folder` that `wanted` takes by their names; names that begin with a dot are
/// hidden. A link is followed unless it leads to a folder that it lies in, by whatever other links. Throws
/// Error::Kind::Input for a folder that cannot be read, and for more than `most` files.
[[nodiscard]] WalkedFolder filesBelow(const std::string& folder, bool (*wanted)(const std::string& name),
                                      size_t most);

}  // namespace attx
