// Programs that work for this one and end with it, however it ends.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <string>
#include <vector>

namespace attx {

/// While it lives, the calling thread hears of the ends of its children, and of SIGINT, SIGTERM and SIGHUP
/// (those that were not ignored before), from wait() alone. Made, used and destroyed by one thread: children
/// end with it.
class ChildProcesses {
public:
    ChildProcesses();
    /// Ends those that still run (SIGKILL).
    ~ChildProcesses();
    ChildProcesses(const ChildProcesses&) = delete;
    ChildProcesses& operator=(const ChildProcesses&) = delete;

    /// Starts `program` with `words`; what it says goes to the file `log`, which is begun again. When this
    /// process ends, the child gets SIGTERM. Returns its number. Throws Error::Kind::Work.
    pid_t start(const std::string& program, const std::vector<std::string>& words, const std::string& log);
    [[nodiscard]] size_t running() const { return children_.size(); }
    void signalAll(int number) const;

    enum class Kind { Ended, Signal, Timeout };
    struct Event {
        Kind kind = Kind::Timeout;
        pid_t child = 0;
        int status = 0;  ///< Ended: its exit status; -N: signal N has ended it. Signal: which
    };
    /// Until something happens or the time is over.
    [[nodiscard]] Event wait(std::chrono::milliseconds most);

private:
    [[nodiscard]] Event reap();

    std::vector<pid_t> children_;
    sigset_t waited_{}, before_{};
    struct sigaction childAction_ {};
};

}  // namespace attx
