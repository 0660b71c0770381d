// Archives that come from elsewhere, read so that they can do no harm.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// What an archive may unpack to. One that holds more is taken for a bomb.
struct ArchiveLimits {
    uint64_t bytes = uint64_t{4} << 30;  ///< all files together
    int64_t files = 1'000'000;
    /// Times the size of the archive itself. Text and photographs stay far below; a bomb's zeros reach 1000.
    uint64_t ratio = 200;
};

/// Goes through the files of a .tar, .tar.gz or .zip archive in their order, without touching the disk.
/// Every function throws Error::Kind::Input that names the archive and the entry for: something else than an
/// archive, a truncated or broken one, an absolute path or one with "..", a link or a device, more than
/// the limits allow.
class ArchiveReader {
public:
    explicit ArchiveReader(const std::string& path, const ArchiveLimits& limits = {})
        : ArchiveReader(path, limits, false) {}
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    /// On to the next regular file; what is not read is skipped, and counts against the limits. False at the
    /// end.
    [[nodiscard]] bool next();
    [[nodiscard]] const std::string& name() const;  ///< "folder/file", with / and no leading "./"
    /// Bytes of the file that next() came to, as the archive has it: a hint, never more than ten times the
    /// archive itself; 0 if it does not say.
    [[nodiscard]] size_t sizeHint() const;
    /// The bytes of that file, once: whole, or one block after the other.
    [[nodiscard]] std::string read();
    void read(const std::function<void(std::string_view)>& block);

private:
    friend std::string unpackedFile(const std::string& path);
    ArchiveReader(const std::string& path, const ArchiveLimits& limits, bool oneFile);

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// What a file that is packed by gzip alone (.gz) unpacks to, within the usual limits. Throws as
/// ArchiveReader does.
[[nodiscard]] std::string unpackedFile(const std::string& path);

/// Whether the name ends in .tar, .tar.gz, .tgz or .zip, in any case.
[[nodiscard]] bool isArchiveName(const std::string& path);

/// A file of an archive to be written.
struct ArchiveFile {
    std::string name;
    std::string bytes;
};
/// The bytes of a zip archive of `files`, stored without compression: the same files give the same bytes.
[[nodiscard]] std::string zipBytes(const std::vector<ArchiveFile>& files);

/// Unpacks `path` so that `folder` appears whole or not at all: beside it first, then renamed. `folder` must
/// not exist. If all entries lie in one top folder, what is in that becomes what is in `folder`.
/// `cancelled` is asked before each file (empty: never); true ends the work, leaves nothing behind and gives
/// false. Throws as ArchiveReader does, and Error::Kind::Work where the disk does not take it.
[[nodiscard]] bool unpackArchive(const std::string& path, const std::string& folder,
                                 const std::function<bool()>& cancelled = {},
                                 const ArchiveLimits& limits = {});

}  // namespace attx
