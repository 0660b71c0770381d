// How long a text of a published network may be, and where it begins and ends.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace attx {

/// What a folder says of texts that its network writes.
struct WritingLimits {
    int context = 0;             ///< The most tokens that it reads; 0: the folder does not say it
    std::vector<int32_t> begin;  ///< The token that a text begins with, if there is one
    std::vector<int32_t> ends;   ///< Tokens behind which a text is at its end
};
/// Throws Error::Kind::Input for a configuration that is no JSON.
[[nodiscard]] WritingLimits writingLimits(const std::string& folder);

}  // namespace attx
