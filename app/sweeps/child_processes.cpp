#include "app/sweeps/child_processes.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "model/files/error.h"

namespace attx {
namespace {

constexpr int statusNotStarted = 127;  // Shells use it for a program that they cannot run

/// In the child, between fork and exec: system calls only.
[[noreturn]] void become(const char* program, char* const* words, int log, pid_t parent,
                         const sigset_t& mask) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(statusNotStarted);  // it has ended in between
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    ::signal(SIGTERM, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    ::execv(program, words);
    constexpr char text[] = "{\"error\": \"The program could not be started.\"}\n";
    (void)!::write(log, text, sizeof text - 1);
    ::_exit(statusNotStarted);
}

}  // namespace

ChildProcesses::ChildProcesses() {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;  // who ignores SIGCHLD never learns how a child has ended
    ::sigaction(SIGCHLD, &usual, &childAction_);
    ::sigemptyset(&waited_);
    ::sigaddset(&waited_, SIGCHLD);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        ::sigaction(number, nullptr, &action);
        if (action.sa_handler != SIG_IGN) ::sigaddset(&waited_, number);  // nohup
    }
    ::sigprocmask(SIG_BLOCK, &waited_, &before_);
}

ChildProcesses::~ChildProcesses() {
    signalAll(SIGKILL);
    for (const pid_t child : children_)
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    ::sigaction(SIGCHLD, &childAction_, nullptr);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

pid_t ChildProcesses::start(const std::string& program, const std::vector<std::string>& words,
                            const std::string& log) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(log).parent_path(), error);
    const int descriptor = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    const auto failed = [&](const std::string& what) {
        const std::string why = std::error_code(errno, std::generic_category()).message();
        if (descriptor >= 0) ::close(descriptor);
        return workError(what + " (" + why + ").");
    };
    if (descriptor < 0) throw failed(log + ": the file cannot be written");
    std::vector<std::string> all{program};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t parent = ::getpid(), child = ::fork();
    if (child == 0) become(program.c_str(), pointers.data(), descriptor, parent, before_);
    if (child < 0) throw failed("Another process could not be started");
    ::close(descriptor);
    children_.push_back(child);
    return child;
}

void ChildProcesses::signalAll(int number) const {
    for (const pid_t child : children_) ::kill(child, number);
}

ChildProcesses::Event ChildProcesses::reap() {
    for (auto child = children_.begin(); child != children_.end(); ++child) {
        int status = 0;
        if (::waitpid(*child, &status, WNOHANG) != *child) continue;
        const Event event{Kind::Ended, *child, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)};
        children_.erase(child);
        return event;
    }
    return {};
}

ChildProcesses::Event ChildProcesses::wait(std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    while (true) {
        if (const Event event = reap(); event.kind == Kind::Ended) return event;
        const auto left = std::max(std::chrono::nanoseconds(0),
                                   std::chrono::nanoseconds(end - std::chrono::steady_clock::now()));
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
        const timespec time{seconds.count(), static_cast<long>((left - seconds).count())};
        const int number = ::sigtimedwait(&waited_, nullptr, &time);
        if (number > 0 && number != SIGCHLD) return {Kind::Signal, 0, number};
        if (number < 0 && errno == EAGAIN) return {};
    }
}

}  // namespace attx
