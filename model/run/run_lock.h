// One process at a time works in a run's folder, also where computers share a disk.
#pragma once
#include <string>

namespace attx {

/// While it lives, RUN/lock names this process, its computer and the start of its system, and is locked for
/// other processes (flock). A lock whose process is gone is taken over; one of another computer, of which
/// that cannot be known, is not.
class RunLock {
public:
    /// Makes the folder if there is none. Throws Error::Kind::Input that says who holds the folder, or that
    /// its lock or the folder of its snapshots is a link, or Error::Kind::Work if the lock cannot be written.
    explicit RunLock(const std::string& runFolder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    [[nodiscard]] bool makeNew(const std::string& content);
    [[nodiscard]] bool takeOver(const std::string& content);

    const std::string folder_, path_;
    int descriptor_ = -1;  ///< The open lock file, locked where the system can; -1: none
};

inline constexpr const char* lockName = "lock";  ///< File name in a run's folder

/// Whether another process, or another part of this one, works in the folder. Takes nothing.
[[nodiscard]] bool isLocked(const std::string& runFolder);

/// Whether an error's sentence is that of a RunLock whose folder another process holds.
[[nodiscard]] bool saysHeld(const std::string& sentence);

}  // namespace attx
