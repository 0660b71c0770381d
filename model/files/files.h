// Files that are never half written.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attx {

/// Writes beside `path` (see partPath), flushes to disk, renames. On any failure the old file stays
/// as it was, the partial one is removed, and Error::Kind::Work says what, where, why, what to do. Clears
/// away what processes that were killed left in the folder. A link is followed; an existing device or pipe is
/// written to as it is. Safe from several threads for different paths.
void writeFileAtomically(const std::string& path, const std::string& bytes);
/// The same for content that lies in several places: the pieces, one after the other.
void writeFileAtomically(const std::string& path, std::span<const std::string_view> pieces);

/// Gives the whole file `made`, which lies in the same folder or on its disk, the name `path`, as
/// writeFileAtomically does it: flushed to disk first, with the mode of a file that it replaces, through a
/// link. Where that fails, `made` is removed. Throws Error::Kind::Work.
void placeFile(const std::string& made, const std::string& path);

/// For files that only grow and say in each record whether it is whole: cuts the file off at `offset` (what a
/// failed attempt left behind it), writes `bytes` there and flushes to disk. Makes the file if `offset` is 0.
/// Follows no link. Throws Error::Kind::Work.
void appendToFile(const std::string& path, uint64_t offset, const std::string& bytes);

/// For names that the program itself gives in a folder that others may have made, before anything is written,
/// moved or removed there: throws Error::Kind::Input where `path` is a link, which may lead to any file of
/// the user. What `path` is in is not looked at.
void requireNoLink(const std::string& path);

/// A regular file open for reading, for those that need parts of it. Throws Error::Kind::Input if it
/// cannot be opened or read, or is not a regular file.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] uint64_t size() const { return size_; }  ///< bytes, when it was opened
    /// Fills to[0, count) from `offset` on. The range must lie within size().
    void read(uint64_t offset, void* to, size_t count) const;

private:
    std::string path_;
    int descriptor_;
    uint64_t size_ = 0;
};

inline constexpr uint64_t mostFileBytes = uint64_t{4}
                                          << 30;  ///< Texts are far smaller, weights are read in parts.
/// The whole file. Throws as InputFile does, for more than `most` bytes, and where there is no memory for it.
[[nodiscard]] std::string readFile(const std::string& path, uint64_t most = mostFileBytes);

/// A folder that is found again where it was moved or renamed to, on its disk, while this lives.
class HeldFolder {
public:
    explicit HeldFolder(std::string path);
    ~HeldFolder();
    HeldFolder(const HeldFolder&) = delete;
    HeldFolder& operator=(const HeldFolder&) = delete;

    /// Where the folder is now; the path that was given as long as it leads there, and where the folder is
    /// gone.
    [[nodiscard]] std::string path() const;

private:
    const std::string path_;
    const int descriptor_;
};

/// The path by which an open file or folder can be found now; empty where the system does not say.
[[nodiscard]] std::string pathOfOpen(int descriptor);

}  // namespace attx
