// Libraries of the program's own that are loaded when they are first needed: those that link what takes
// longer to load than the program itself, and is seldom asked for.
#pragma once
#include <string>

namespace attx {

/// A function of C of the library `module`, "attx-hdf5": its file MODULE.so is looked for beside the program,
/// where it is built, and in ../lib/attention-explorer, where it is installed, and nowhere else. It stays
/// loaded. Throws Error::Kind::Work where it is missing or cannot be loaded.
[[nodiscard]] void* moduleFunction(const std::string& module, const char* function);

}  // namespace attx
