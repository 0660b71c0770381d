// Files of other programs whose parameters are others for another number of heads.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace attx {

/// What openCheckpoint would give of the file at `path` if it had `heads` heads; nothing where they make no
/// difference. Throws Error::Kind::Input as openCheckpoint.
[[nodiscard]] std::optional<std::vector<float>> parametersWithHeads(const std::string& path, int heads);

}  // namespace attx
