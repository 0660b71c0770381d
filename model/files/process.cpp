#include "model/files/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <vector>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view partMark = ".part-";

/// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv: 8 hexadecimal digits.
std::string shortHash(const std::string& text) {
    uint32_t hash = 2'166'136'261;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619;
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", hash);
    return digits;
}

std::string hostName() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

/// What begins the end of all names that this computer gives.
const std::string& markOfHost() {
    static const std::string mark = std::string(partMark) + shortHash(hostName()) + "-";
    return mark;
}

/// Of what the new process has inherited only `answer` and the standard streams stay: locks of files hold as
/// long as anybody has the file open.
void closeAllBut(int answer) {
    constexpr unsigned first = STDERR_FILENO + 1;
    const auto kept = unsigned(answer);
    if ((kept == first || ::close_range(first, kept - 1, 0) == 0) && ::close_range(kept + 1, ~0U, 0) == 0)
        return;
    const long most = ::sysconf(_SC_OPEN_MAX);  // An older system has no close_range.
    for (int open = first; open < most; ++open)
        if (open != answer) ::close(open);
}

/// In the new process: does the work, writes what it returns, and ends without what exit() would do. It ends
/// with `parent`, however that ends.
[[noreturn]] void serve(const std::function<std::string()>& work, int answer, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(EXIT_FAILURE);  // It has ended in between.
    closeAllBut(answer);
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGINT, SIGTERM, SIGHUP})
        std::signal(number, SIG_DFL);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    try {
        const std::string result = work();
        for (size_t done = 0; done < result.size();) {
            const ssize_t wrote = ::write(answer, result.data() + done, result.size() - done);
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote < 0) ::_exit(EXIT_FAILURE);
            done += size_t(wrote);
        }
    } catch (...) {
        ::_exit(EXIT_FAILURE);
    }
    ::_exit(EXIT_SUCCESS);
}

/// All that comes through a pipe until its other end is closed; nothing if that is not before `end`.
std::optional<std::string> readUntil(std::chrono::steady_clock::time_point end, int pipe) {
    std::string all;
    char block[65536];
    while (true) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd ready{pipe, POLLIN, 0};
        const int polled = left.count() > 0 ? ::poll(&ready, 1, int(left.count())) : 0;
        if (polled < 0 && errno == EINTR) continue;
        if (polled <= 0) return std::nullopt;
        const ssize_t size = ::read(pipe, block, sizeof block);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return std::nullopt;
        if (size == 0) return all;
        all.append(block, size_t(size));
    }
}

/// The number that `text` is; 0 if it is none.
int64_t numberOf(std::string_view text) { return std::max<int64_t>(numberIn<int64_t>(text).value_or(0), 0); }

}  // namespace

ProcessIdentity thisProcess() {
    ProcessIdentity identity{hostName(), {}, ::getpid()};
    std::ifstream boot("/proc/sys/kernel/random/boot_id");
    std::getline(boot, identity.boot);
    return identity;
}

bool processRuns(int64_t process) {
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH);
}

bool mayRunHere(const ProcessIdentity& other) {
    return other.boot == thisProcess().boot && processRuns(other.process);
}

std::optional<std::string> inOwnProcess(const std::function<std::string()>& work,
                                        std::chrono::milliseconds limit) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw workError("The system has no pipe left for another process.");
    const pid_t parent = ::getpid(), child = ::fork();
    if (child == 0) serve(work, ends[1], parent);
    ::close(ends[1]);
    std::optional<std::string> result;
    if (child > 0) result = readUntil(std::chrono::steady_clock::now() + limit, ends[0]);
    ::close(ends[0]);
    if (child < 0) throw workError("The system starts no other process; it may be short of memory.");
    if (!result) ::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) return std::nullopt;
    return result;
}

std::string partPath(const std::string& path) { return path + markOfHost() + std::to_string(::getpid()); }

bool isPartName(const std::string& name) {
    const size_t at = name.rfind(partMark);
    if (at == std::string::npos) return false;
    const std::string_view end = std::string_view(name).substr(at + partMark.size());
    return numberOf(end.substr(end.find('-') + 1)) > 0;
}

std::string utcNow(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[40];
    return {text, std::strftime(text, sizeof text, format, &utc)};
}

void removeDeadParts(const std::string& folder) {
    std::vector<fs::path> dead;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const size_t at = name.rfind(markOfHost());
        if (at == std::string::npos) continue;
        const int64_t process = numberOf(std::string_view(name).substr(at + markOfHost().size()));
        if (process > 0 && !processRuns(process)) dead.push_back(entry->path());
    }
    for (const fs::path& path : dead) fs::remove_all(path, error);
}

}  // namespace attx
