// Python pickles as data: a reader of protocols 0 to 5 that knows containers, numbers, texts and PyTorch's
// tensors. Nothing is ever called: a file that asks for it is refused by the name of what it asks for.
// Instructions: https://github.com/python/cpython/blob/main/Lib/pickletools.py
#pragma once
#include <string_view>

#include "model/foreign/tree.h"

namespace attx {

/// Reads one pickle from the front of `bytes` into tree.root, and cuts it off `bytes`. Throws
/// Error::Kind::Input for damage, for instructions that data do not need, and for calls of anything but
/// what rebuilds tensors and containers.
void readPickle(std::string_view& bytes, Tree& tree);

}  // namespace attx
