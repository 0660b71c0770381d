// Ctrl+C while a command works: the work ends cleanly.
#pragma once
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <iterator>

namespace attx {

inline std::atomic<bool> signalCaught{false};
inline std::atomic<int64_t> firstSignal{0};  ///< Nanoseconds of the monotonic clock; 0: none has come.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int64_t>::is_always_lock_free,
              "a signal handler writes them");

/// Signals that come within a second ask for one end: a terminal and `sweep run` both tell a training, and
/// so do timeout and Slurm.
inline constexpr int64_t oneRequest = 1'000'000'000;  // nanoseconds

/// While it lives, SIGINT, SIGTERM and SIGHUP only set signalCaught; one that comes more than a second after
/// the first ends the program. One that the program was started to ignore (nohup) stays ignored.
class SignalGuard {
public:
    SignalGuard() {
        firstSignal.store(0);
        struct sigaction action {};
        action.sa_handler = &SignalGuard::take;
        for (size_t i = 0; i < std::size(numbers); ++i) {
            sigaction(numbers[i], nullptr, &before_[i]);
            if (before_[i].sa_handler != SIG_IGN) sigaction(numbers[i], &action, nullptr);
        }
    }
    ~SignalGuard() {
        for (size_t i = 0; i < std::size(numbers); ++i) sigaction(numbers[i], &before_[i], nullptr);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;

private:
    /// In a signal handler: system calls that are safe there, and lock-free numbers.
    static void take(int number) {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC, &time);
        const int64_t now = int64_t{time.tv_sec} * oneRequest + time.tv_nsec;
        int64_t first = 0;
        if (firstSignal.compare_exchange_strong(first, now)) {
            signalCaught.store(true);
        } else if (now - first > oneRequest) {
            std::signal(number, SIG_DFL);
            std::raise(number);  // Comes as soon as the handler returns.
        }
    }

    static constexpr int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before_[std::size(numbers)]{};
};

}  // namespace attx
