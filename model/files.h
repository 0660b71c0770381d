// Files that are never half written.
#pragma once
#include <string>

namespace attx {

/// Writes beside `path` (PATH.part-PID), flushes to disk, renames. On any failure the old file stays
/// as it was, the partial one is removed, and Error::Kind::Work says what, where, why, what to do.
void writeFileAtomically(const std::string& path, const std::string& bytes);

/// The whole file. Throws Error::Kind::Input if it cannot be opened or read, is a folder ...
[[nodiscard]] std::string readFile(const std::string& path);

}  // namespace attx
