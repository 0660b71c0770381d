// Files of flax.serialization: MessagePack whose extension 1 is an array (shape, type, bytes).
// https://github.com/msgpack/msgpack/blob/master/spec.md
#pragma once
#include <string_view>
#include <vector>

#include "model/foreign/tree.h"

namespace attx {

/// Does it begin with a map, as such files do?
[[nodiscard]] bool isMsgpackMap(std::string_view bytes);

/// The whole file as tree.root; result: the bytes of each tensor's storage, which `tree` keeps. Throws
/// Error::Kind::Input.
[[nodiscard]] std::vector<std::string_view> readMsgpack(std::string_view bytes, Tree& tree);

}  // namespace attx
