// Which process this is, for others that share a disk with it: other programs, other computers, this one
// after it was started again.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace attx {

struct ProcessIdentity {
    std::string host;     ///< the computer's name
    std::string boot;     ///< Boot id, another one after each start; empty where the system does not tell
    int64_t process = 0;  ///< its number there
    bool operator==(const ProcessIdentity&) const = default;
};
[[nodiscard]] ProcessIdentity thisProcess();
/// Whether there is a process of this number on this computer, of whatever program.
[[nodiscard]] bool processRuns(int64_t process);
/// Whether `other` may still run on this computer: the system has not been started since, and there is a
/// process of its number.
[[nodiscard]] bool mayRunHere(const ProcessIdentity& other);

/// The time now, in UTC, in up to 39 bytes; by default as ISO 8601.
[[nodiscard]] std::string utcNow(const char* format = "%Y-%m-%dT%H:%M:%SZ");

/// What `work` returns, done in a process of its own, a copy of this one without its open files: for
/// libraries that crash on damaged files. The process ends with this one. Nothing if it crashes, throws or
/// takes longer than `limit`. Throws Error::Kind::Work where there is no further process to be had.
[[nodiscard]] std::optional<std::string> inOwnProcess(const std::function<std::string()>& work,
                                                      std::chrono::milliseconds limit);

/// The name that this process gives to `path` while it is not whole: PATH.part-HOST-PID, where HOST is a
/// short hash of the computer's name.
[[nodiscard]] std::string partPath(const std::string& path);
/// Whether a name is of that kind, whatever gave it; earlier versions left HOST out.
[[nodiscard]] bool isPartName(const std::string& name);
/// Removes from `folder` what processes of this computer that do not run any more left unfinished, files and
/// folders. What cannot be removed stays.
void removeDeadParts(const std::string& folder);

}  // namespace attx
