// What `inspect --input` reads.
#pragma once
#include <string>

#include "model/dataset.h"

namespace attx {

/// Sequences from a safetensors file: `tokens` [B, T] (I64) or `features` [B, T, D] (F32), as `network` reads
/// them, optionally `lengths` [B] (I64). Throws Error::Kind::Input.
[[nodiscard]] Table readSequences(const std::string& path, const NetworkConfig& network);

}  // namespace attx
