#include "model/run/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/process.h"

namespace attx {
namespace {

constexpr const char* heldWords = " on this run";

struct Holder {
    ProcessIdentity identity;
    std::string since;
};

std::string contentOfOwn() {
    const ProcessIdentity self = thisProcess();
    return jsonText(nlohmann::json{
               {"host", self.host}, {"process", self.process}, {"boot", self.boot}, {"since", utcNow()}}) +
           "\n";
}

/// Nothing for a file that says less than a lock does: its writer was killed while it wrote.
std::optional<Holder> holderIn(int descriptor) {
    char bytes[1024];
    const ssize_t size = ::pread(descriptor, bytes, sizeof bytes, 0);
    const nlohmann::json json = parseJson<nlohmann::json>(
        std::string_view(bytes, size > 0 ? size_t(size) : 0), {}, Malformed::Discarded);
    try {
        return Holder{{json.at("host").get<std::string>(), json.at("boot").get<std::string>(),
                       json.at("process").get<int64_t>()},
                      json.at("since").get<std::string>()};
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

bool isOf(int descriptor, const std::string& path) {
    struct stat opened {
    }, named{};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

enum class Grip { Taken, Held, Unknown };
/// Locks the file for this process. Unknown: the file system has no such locks.
Grip grip(int descriptor) {
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return Grip::Held;
        if (errno != EINTR) return Grip::Unknown;
    }
    return Grip::Taken;
}

/// Whether the one that the file names may still work. The system knows of its own processes (`gripped`);
/// where it does not tell, their numbers do.
bool mayWork(Grip gripped, const std::optional<Holder>& holder) {
    if (gripped == Grip::Held) return true;
    if (!holder) return false;
    if (holder->identity.host != thisProcess().host) return true;
    return gripped == Grip::Unknown && mayRunHere(holder->identity);
}

Error heldError(const std::string& folder, const std::string& path, const std::optional<Holder>& holder) {
    if (!holder)
        return inputError(folder + ": another process is about to work" + heldWords +
                          ". Try again in a moment.");
    const ProcessIdentity self = thisProcess(), &other = holder->identity;
    const bool here = other.host == self.host;
    std::string who = here && other.process == self.process
                          ? std::string("this program works") + heldWords + " already"
                          : "process " + std::to_string(other.process) +
                                (here ? " of this computer" : " of the computer " + other.host) + " works" +
                                heldWords;
    who += ", since " + holder->since + ".";
    return inputError(folder + ": " + who +
                      (here ? " Wait for its end, or stop it."
                            : " Wait for its end, or stop it there. If it does not run any more, delete " +
                                  path + " and try again."));
}

[[noreturn]] void cannot(const std::string& path, int error) {
    throw workError(path + ": the lock of the run's folder could not be written (" +
                    std::error_code(error, std::generic_category()).message() +
                    "). Choose a place where you may write, on a disk with room.");
}

/// Replaces what the file holds. 0, or the errno.
int write(int descriptor, const std::string& content) {
    const auto size = static_cast<ssize_t>(content.size());
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, content.data(), content.size(), 0) != size)
        return errno != 0 ? errno : EIO;
    return ::fsync(descriptor) == 0 ? 0 : errno;
}

}  // namespace

RunLock::RunLock(const std::string& runFolder) : folder_(runFolder), path_(runFolder + "/" + lockName) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) cannot(path_, error.value());
    for (const std::string& own : {path_, folder_ + "/snapshots"}) requireNoLink(own);
    const std::string content = contentOfOwn();
    try {
        while (!makeNew(content) && !takeOver(content)) {
        }
    } catch (const Error&) {
        if (descriptor_ >= 0) ::close(descriptor_);
        throw;
    }
    removeDeadParts(folder_);
    removeDeadParts(folder_ + "/snapshots");
}

RunLock::~RunLock() {
    // The folder may have been moved; the name that the file was opened by is not its own.
    const auto now = std::filesystem::path(pathOfOpen(descriptor_)).parent_path() / lockName;
    for (const std::string& path : {path_, now.string()}) {
        if (!isOf(descriptor_, path)) continue;
        ::unlink(path.c_str());
        break;
    }
    ::close(descriptor_);
}

/// Puts a new file there, whole and locked from its first moment; false if there is one.
bool RunLock::makeNew(const std::string& content) {
    static std::mutex threads;  // Keeps out other threads, which write the same part file
    const std::scoped_lock one(threads);
    const std::string part = partPath(path_);
    descriptor_ = ::open(part.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) cannot(part, errno);
    int error = write(descriptor_, content);
    (void)grip(descriptor_);
    if (error == 0 && ::link(part.c_str(), path_.c_str()) != 0) error = errno;
    ::unlink(part.c_str());
    if (error == 0) return true;
    ::close(descriptor_);
    descriptor_ = -1;
    if (error == EEXIST) return false;
    if (error != EPERM && error != EOPNOTSUPP && error != ENOSYS && error != EMLINK) cannot(path_, error);
    // A file system without links: another process may see the file empty for a moment.
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) return false;
    if (descriptor_ < 0) cannot(path_, errno);
    (void)grip(descriptor_);
    if ((error = write(descriptor_, content)) != 0) cannot(path_, error);
    return true;
}

/// Takes the file that is there if no process holds it; false if it is gone.
bool RunLock::takeOver(const std::string& content) {
    const int descriptor = ::open(path_.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) return false;
    if (descriptor < 0) cannot(path_, errno);
    const Grip gripped = grip(descriptor);
    const std::optional<Holder> holder = holderIn(descriptor);
    const bool gone = !isOf(descriptor, path_);
    if (gone || mayWork(gripped, holder)) {
        ::close(descriptor);
        if (gone) return false;
        throw heldError(folder_, path_, holder);
    }
    descriptor_ = descriptor;
    if (const int error = write(descriptor_, content)) cannot(path_, error);
    return true;
}

bool isLocked(const std::string& runFolder) {
    const int descriptor =
        ::open((runFolder + "/" + lockName).c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool held = mayWork(grip(descriptor), holderIn(descriptor));
    ::close(descriptor);
    return held;
}

bool saysHeld(const std::string& sentence) { return sentence.find(heldWords) != std::string::npos; }

}  // namespace attx
