// Whole files, read and written through POSIX calls: only they tell why something failed and flush to disk.
#include "model/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/process.h"

namespace attx {
namespace {

constexpr size_t maxTransfer = size_t{1} << 30;  // bytes; one call moves less than 2 GiB on Linux

std::string reason(int error) { return std::error_code(error, std::generic_category()).message(); }

std::string folderOf(const std::string& path) {
    const auto parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

/// What a person can do about `error`, met while writing `path`.
std::string writingAdvice(int error, const std::string& path) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "the disk is full: free some space or choose another folder";
        case EFBIG:
            return "files may not grow that large here: choose another disk or raise the limit";
        case EACCES:
        case EPERM:
            return "no right to write there: choose another folder or change its permissions";
        case EROFS:
            return "the disk is read-only: choose another folder";
        case ENOENT:
        case ESTALE:
            return "the folder " + folderOf(path) + " does not exist (any more): make it or choose another";
        case ENOTDIR:
            return "a part of the path is a file, not a folder: choose another";
        case EISDIR:
            return "it is a folder: give the name of a file in it";
        case ELOOP:
            return "there is a link, and none is followed here: remove it";
        case ENAMETOOLONG:
            return "the name is too long: choose a shorter one";
        case EIO:
            return "the disk reports a fault: choose another one, and look after this one";
        default:
            return "choose another folder or try again";
    }
}

Error writingError(int error, const std::string& path) {
    return workError(path + ": could not be written (" + reason(error) + "); " + writingAdvice(error, path));
}

Error readingError(int error, const std::string& path) {
    const char* advice = error == ENOENT || error == ENOTDIR ? "check the path"
                         : error == EACCES || error == EPERM
                             ? "you have no right to read it; change its permissions"
                         : error == EIO ? "the disk reports a fault; try a copy of the file"
                                        : "try again, or a copy of the file";
    return inputError(path + ": could not be read (" + reason(error) + "); " + advice);
}

std::string sizeText(uint64_t bytes) {
    const uint64_t gib = bytes >> 30;
    return gib > 0 ? std::to_string(gib) + " GiB" : memoryText(int64_t(bytes));
}

/// A descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return value_; }
    /// Some file systems report a full disk only here. 0, or the errno.
    [[nodiscard]] int close() {
        const int result = ::close(value_);
        value_ = -1;
        return result == 0 ? 0 : errno;
    }

private:
    int value_;
};

/// 0, or the errno.
int writeAll(int descriptor, std::string_view bytes) {
    for (size_t done = 0; done < bytes.size();) {
        const ssize_t count =
            ::write(descriptor, bytes.data() + done, std::min(bytes.size() - done, maxTransfer));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        done += size_t(count);
    }
    return 0;
}

/// 0, or the errno.
int writeAll(int descriptor, std::span<const std::string_view> pieces) {
    for (const std::string_view piece : pieces)
        if (const int error = writeAll(descriptor, piece)) return error;
    return 0;
}

/// Writes a new file to `part` and flushes it. 0, or the errno.
int writePart(const std::string& part, std::span<const std::string_view> pieces, const struct stat* old) {
    Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file.get() < 0) return errno;
    if (const int error = writeAll(file.get(), pieces)) return error;
    if (old != nullptr && ::fchmod(file.get(), old->st_mode & 07777) != 0) return errno;
    if (::fsync(file.get()) != 0) return errno;
    return file.close();
}

/// Where a link that leads to nothing leads to: the file that is to be made there. `path` itself if it is
/// none.
std::string endOfLinks(const std::string& path) {
    std::filesystem::path at = path;
    std::error_code failed;
    constexpr int longestChain = 40;  // Linux follows as many links
    for (int i = 0; i < longestChain && std::filesystem::is_symlink(at, failed); ++i) {
        const std::filesystem::path next = std::filesystem::read_symlink(at, failed);
        if (failed) break;
        at = at.parent_path() / next;  // an absolute one replaces all
    }
    return at.string();
}

/// Where a file is to be put that takes the place of what `path` leads to.
class Target {
public:
    /// Throws for a folder, and for a file that is protected.
    explicit Target(const std::string& path) : file_(path) {
        exists_ = ::stat(path.c_str(), &old_) == 0;
        if (exists_ && S_ISDIR(old_.st_mode)) throw writingError(EISDIR, path);
        if (isDevice()) return;
        if (!exists_) {
            file_ = endOfLinks(path);
            return;
        }
        // The file is protected on purpose, although its folder would allow to replace it.
        if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) throw writingError(errno, path);
        std::error_code failed;
        const auto real = std::filesystem::canonical(path, failed);
        if (!failed) file_ = real.string();
    }
    [[nodiscard]] bool isDevice() const { return exists_ && !S_ISREG(old_.st_mode); }
    [[nodiscard]] const std::string& file() const {
        return file_;
    }  ///< Path of the file itself, where `path` is a link
    [[nodiscard]] const struct stat* old() const { return exists_ ? &old_ : nullptr; }
    /// Gives `made` the name. 0, or the errno.
    [[nodiscard]] int take(const std::string& made) const {
        if (::rename(made.c_str(), file_.c_str()) != 0) return errno;
        // Makes the new name itself survive a power cut; file systems that cannot do this do not matter.
        const Descriptor folder(::open(folderOf(file_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.get() >= 0) ::fsync(folder.get());
        return 0;
    }

private:
    std::string file_;
    struct stat old_ {};
    bool exists_ = false;
};

/// What processes that were killed left beside a file goes when this process first writes there.
void clearOnce(const std::string& folder) {
    static std::mutex mutex;
    static std::set<std::string> cleared;
    const std::lock_guard lock(mutex);
    if (cleared.insert(folder).second) removeDeadParts(folder);
}

/// What Git leaves where the files that Git LFS keeps have not been fetched: https://git-lfs.com/spec/v1
bool isPointerOfLfs(int file) {
    constexpr std::string_view first = "version https://git-lfs.github.com/spec/v";
    char bytes[first.size()];
    return ::pread(file, bytes, sizeof bytes, 0) == static_cast<ssize_t>(sizeof bytes) &&
           std::string_view(bytes, sizeof bytes) == first;
}

}  // namespace

void writeFileAtomically(const std::string& path, const std::string& bytes) {
    const std::string_view whole = bytes;
    writeFileAtomically(path, std::span(&whole, 1));
}

void writeFileAtomically(const std::string& path, std::span<const std::string_view> pieces) {
    const Target target(path);
    if (target.isDevice()) {  // a device or a pipe cannot be replaced by a file
        Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        const int error = device.get() < 0 ? errno : writeAll(device.get(), pieces);
        if (error != 0) throw writingError(error, path);
        return;
    }
    clearOnce(folderOf(target.file()));
    const std::string part = partPath(target.file());
    int error = writePart(part, pieces, target.old());
    if (error == 0) error = target.take(part);
    if (error == 0) return;
    ::unlink(part.c_str());
    throw writingError(error, path);
}

void placeFile(const std::string& made, const std::string& path) {
    int error = 0;
    {
        const Descriptor file(::open(made.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.get() < 0 || ::fsync(file.get()) != 0) error = errno;
    }
    try {
        const Target target(path);
        if (error == 0 && target.isDevice()) error = EEXIST;
        if (error == 0 && target.old() && ::chmod(made.c_str(), target.old()->st_mode & 07777) != 0)
            error = errno;
        if (error == 0) error = target.take(made);
        if (error != 0) throw writingError(error, path);
    } catch (const Error&) {
        ::unlink(made.c_str());
        throw;
    }
}

void appendToFile(const std::string& path, uint64_t offset, const std::string& bytes) {
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC | (offset == 0 ? O_CREAT : 0), 0666));
    const auto end = static_cast<off_t>(offset);
    int error = 0;
    if (file.get() < 0 || ::ftruncate(file.get(), end) != 0 || ::lseek(file.get(), end, SEEK_SET) != end)
        error = errno;
    if (error == 0) error = writeAll(file.get(), bytes);
    if (error == 0 && ::fsync(file.get()) != 0) error = errno;
    if (error == 0) error = file.close();
    if (error != 0) throw writingError(error, path);
}

void requireNoLink(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_other(path, ignored))  // opening a pipe would wait for its other end
        throw inputError(path + ": expected a file, found a pipe or a device. Remove it.");
    if (!std::filesystem::is_symlink(path, ignored)) return;
    throw inputError(path + ": expected no link, found one to " +
                     std::filesystem::read_symlink(path, ignored).string() +
                     ". The program writes here, and never where a link leads: remove it, or replace it by a "
                     "copy of what it leads to.");
}

// O_NONBLOCK: opening a pipe without a writer must not wait; regular files do not care.
InputFile::InputFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (descriptor_ < 0) throw readingError(errno, path);
    struct stat info {};
    const bool known = ::fstat(descriptor_, &info) == 0;
    if (known && S_ISREG(info.st_mode)) {
        size_ = uint64_t(info.st_size);
        if (!isPointerOfLfs(descriptor_)) return;
        ::close(descriptor_);
        throw inputError(
            path +
            ": expected the file itself, found a pointer of Git LFS that stands for it; fetch it "
            "with: git lfs pull");
    }
    const int error = errno;
    ::close(descriptor_);
    if (!known) throw readingError(error, path);
    throw inputError(path + (S_ISDIR(info.st_mode) ? ": expected a file, found a folder"
                                                   : ": expected a regular file, found a device or a pipe"));
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(uint64_t offset, void* to, size_t count) const {
    for (size_t done = 0; done < count;) {
        const ssize_t got = ::pread(descriptor_, static_cast<char*>(to) + done,
                                    std::min(count - done, maxTransfer), static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw readingError(errno, path_);
        if (got == 0)
            throw inputError(path_ + ": became shorter while it was read; try again when it is complete");
        done += size_t(got);
    }
}

std::string readFile(const std::string& path, uint64_t most) {
    const InputFile file(path);
    if (file.size() > most)
        throw inputError(path + ": expected at most " + sizeText(most) + ", found " + sizeText(file.size()) +
                         "; choose a smaller file");
    requireMemory(int64_t(file.size()), path + ": reading it", "Choose a smaller file.");
    std::string bytes(size_t(file.size()), '\0');
    file.read(0, bytes.data(), bytes.size());
    return bytes;
}

HeldFolder::HeldFolder(std::string path)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

HeldFolder::~HeldFolder() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::string HeldFolder::path() const {
    struct stat held {
    }, named{};
    const auto leadsThere = [&](const std::string& path) {
        return ::stat(path.c_str(), &named) == 0 && named.st_dev == held.st_dev &&
               named.st_ino == held.st_ino;
    };
    if (descriptor_ < 0 || ::fstat(descriptor_, &held) != 0 || leadsThere(path_)) return path_;
    const std::string now = pathOfOpen(descriptor_);
    return leadsThere(now) ? now : path_;
}

std::string pathOfOpen(int descriptor) {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), failed).string();
}

}  // namespace attx
