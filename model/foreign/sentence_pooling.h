// How a folder of sentence-transformers makes one vector of a text.
#pragma once
#include <optional>
#include <string>

#include "model/config/activation.h"

namespace attx {

struct SentencePooling {
    PoolingKind kind;
    bool isNormalized;  ///< The vector has the length 1
};
/// Nothing where the folder's modules.json does not say it. Throws Error::Kind::Input, by name, for what
/// cannot be computed here.
[[nodiscard]] std::optional<SentencePooling> sentencePooling(const std::string& folder);

}  // namespace attx
