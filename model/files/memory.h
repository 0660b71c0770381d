// What memory this machine has left, and what this process has taken of it. Linux hands out more than there
// is and ends processes later, so that std::bad_alloc hardly ever comes: code that is about to take much asks
// first.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace attx {

/// Where the system tells, and how to wait; tests have files and a clock of their own.
struct MemorySources {
    std::string meminfo = "/proc/meminfo";
    std::string cgroupOfProcess = "/proc/self/cgroup";
    std::string cgroups = "/sys/fs/cgroup";  ///< Mount point of the hierarchies, version 1 or 2
    std::string status = "/proc/self/status";
    std::function<void(std::chrono::milliseconds)> sleep = {};  ///< Empty: the calling thread sleeps
};

/// Bytes that can still be taken without swapping: MemAvailable, and what the limits of the control groups
/// around this process (systemd, containers; versions 1 and 2) leave. What the groups hold as cached files
/// counts as free. Nothing where the system does not tell.
[[nodiscard]] std::optional<int64_t> availableMemory(const MemorySources& sources = {});

/// As availableMemory(), but while that is less than `bytes` it is asked again for up to two seconds: a
/// neighbour's peak passes, and the counters of the system lag. More than the machine has is not waited for.
[[nodiscard]] std::optional<int64_t> availableMemoryFor(int64_t bytes, const MemorySources& sources = {});

/// The readings behind availableMemory(), for a sentence that refuses: "MemAvailable 49 MB of 24.7 GB,
/// control groups leave 89 MB". Empty where the system does not tell.
[[nodiscard]] std::string memoryReadings(const MemorySources& sources = {});

/// Bytes of this process that are in memory, now and at most so far; 0 where the system does not tell.
struct ResidentMemory {
    int64_t now = 0, peak = 0;
};
[[nodiscard]] ResidentMemory residentMemory(const MemorySources& sources = {});

/// Asks the system for huge pages where `bytes` from `begin` on are large and not touched yet: one fault for
/// each 2 MB, not for each 4 kB. Linux gives what lies between two boundaries of huge pages, or nothing.
void adviseHugePages(void* begin, size_t bytes);

/// "310 MB", "1.9 GB": powers of ten.
[[nodiscard]] std::string memoryText(int64_t bytes);

/// Throws Error::Kind::Input if `bytes` more than this process holds already are not available, after the
/// wait of availableMemoryFor(). `what` begins the sentence ("The network"), `advice` ends it.
void requireMemory(int64_t bytes, const std::string& what, const std::string& advice);

}  // namespace attx
