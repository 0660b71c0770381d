// What a folder of a published network says of texts: how it makes one vector of a text, how long one may be,
// and where it begins and ends.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/config/activation.h"

namespace attx {

struct SentencePooling {
    PoolingKind kind;
    bool isNormalized;  ///< The vector has the length 1
};
/// Nothing where the folder's modules.json, of sentence-transformers, does not say it. Throws
/// Error::Kind::Input, by name, for what cannot be computed here.
[[nodiscard]] std::optional<SentencePooling> sentencePooling(const std::string& folder);

/// Of texts that its network writes.
struct WritingLimits {
    int context = 0;             ///< The most tokens that it reads; 0: the folder does not say it
    std::vector<int32_t> begin;  ///< The token that a text begins with, if there is one
    std::vector<int32_t> ends;   ///< Tokens behind which a text is at its end
};
/// Throws Error::Kind::Input for a configuration that is no JSON.
[[nodiscard]] WritingLimits writingLimits(const std::string& folder);

}  // namespace attx
