// Files that can be made again: pipelines that a driver compiled, tiles that were tried.
#pragma once
#include <string>

namespace attx::gpu {

/// $XDG_CACHE_HOME/attention-explorer (or ~/.cache/...), made if missing; empty where there is no such place.
[[nodiscard]] std::string cacheFolder();
/// What writeCache wrote, empty unless the file is whole: it begins with a check sum, because a driver that
/// reads a broken cache may crash.
[[nodiscard]] std::string readCache(const std::string& file);
/// A disk that does not take it is no reason to stop.
void writeCache(const std::string& file, const std::string& content);

}  // namespace attx::gpu
