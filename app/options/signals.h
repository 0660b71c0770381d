// Ctrl+C while a command works: the work ends cleanly.
#pragma once
#include <atomic>
#include <csignal>
#include <iterator>

namespace attx {

inline std::atomic<bool> signalCaught{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

/// While it lives, SIGINT, SIGTERM and SIGHUP only set signalCaught; a second one ends the program. One that
/// the program was started to ignore (nohup) stays ignored.
class SignalGuard {
public:
    SignalGuard() {
        struct sigaction action {};
        action.sa_handler = [](int) { signalCaught.store(true); };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
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
    static constexpr int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before_[std::size(numbers)]{};
};

}  // namespace attx
