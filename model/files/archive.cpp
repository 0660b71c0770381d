#include "model/files/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/process.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr size_t blockSize = size_t{1} << 18;         // bytes read from the disk at a call
constexpr uint64_t freeOfRatio = uint64_t{64} << 20;  // bytes; what small archives may always unpack to
constexpr size_t longestName = 4096;                  // bytes; as Linux has it

std::string reason(archive* handle) {
    const char* text = archive_error_string(handle);
    return text == nullptr ? "no reason given" : text;
}

/// The name without "./"; throws for one that would lead out of a folder.
std::string safeName(const char* given, const std::string& source) {
    const std::string name = given == nullptr ? "" : given;
    const std::string shown = name.substr(0, 100);
    if (name.empty() || name.size() > longestName)
        throw inputError(source + ": an entry has no name, or one that is too long; the archive is refused.");
    if (name.front() == '/' || name.find('\\') != std::string::npos || (name.size() > 1 && name[1] == ':'))
        throw inputError(source + ": the entry \"" + shown +
                         "\" is an absolute path or one of another system; an archive of data has none, so "
                         "it is refused.");
    std::string safe;
    for (size_t at = 0; at <= name.size();) {
        const size_t end = std::min(name.find('/', at), name.size());
        const std::string part = name.substr(at, end - at);
        if (part == "..")
            throw inputError(
                source + ": the entry \"" + shown +
                "\" leads out of its folder (..); an archive of data has no such path, so it is refused.");
        if (!part.empty() && part != ".") safe += (safe.empty() ? "" : "/") + part;
        at = end + 1;
    }
    return safe;
}

/// libarchive turns names into those of the locale; while one of these lives, that is UTF-8 whatever the
/// program's is (a command has none set). In this thread.
class Utf8Names {
public:
    Utf8Names() : before_(utf8() ? uselocale(utf8()) : locale_t{}) {}
    ~Utf8Names() {
        if (before_) uselocale(before_);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;

private:
    static locale_t utf8() {
        static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
        return locale;
    }
    const locale_t before_;
};

}  // namespace

struct ArchiveReader::Impl {
    std::string path;
    ArchiveLimits limits;
    archive* handle = nullptr;
    uint64_t archiveBytes = 0, mostBytes = 0, bytes = 0;
    uint64_t declared = 0;  // bytes of the file at hand, as its header says
    bool unread = false;    // the file at hand has not been read
    int64_t files = 0;
    std::string name;

    [[nodiscard]] Error broken() const {
        return inputError(path + ": the archive cannot be read (" + reason(handle) +
                          "); it is truncated or broken. Get it again.");
    }

    /// Throws for an entry of a zip that is not stored or deflated: how much memory the other methods take
    /// is up to the archive, 4 GB at most.
    void refuseLargeDecoders() const {
        const std::string format = archive_format_name(handle);  // Such as "ZIP 2.0 (deflation)"
        if (!format.starts_with("ZIP ") || format.ends_with("(uncompressed)") ||
            format.ends_with("(deflation)"))
            return;
        throw inputError(path + ": the entry \"" + name.substr(0, 100) +
                         "\" is neither stored nor deflated, but " + format +
                         "; the archive is refused. Make it again with the usual method of zip.");
    }

    void count(uint64_t size) {
        bytes += size;
        if (bytes > mostBytes)
            throw inputError(path + ": the archive unpacks to more than " + std::to_string(mostBytes >> 20) +
                             " MiB at \"" + name.substr(0, 100) +
                             "\", more than data of its size do; it is refused.");
    }
};

ArchiveReader::ArchiveReader(const std::string& path, const ArchiveLimits& limits, bool oneFile)
    : impl_(std::make_unique<Impl>()) {
    impl_->path = path;
    impl_->limits = limits;
    impl_->archiveBytes = InputFile(path).size();
    impl_->mostBytes = std::min(limits.bytes, std::max(freeOfRatio, impl_->archiveBytes * limits.ratio));
    impl_->handle = archive_read_new();
    if (impl_->handle == nullptr) throw std::bad_alloc();
    archive_read_support_filter_gzip(impl_->handle);
    if (oneFile) {
        archive_read_support_format_raw(impl_->handle);
    } else {
        archive_read_support_format_tar(impl_->handle);
        archive_read_support_format_zip(impl_->handle);
    }
    if (archive_read_open_filename(impl_->handle, path.c_str(), blockSize) != ARCHIVE_OK) {
        const Error error = inputError(
            path + ": expected an archive (.tar, .tar.gz, .tgz or .zip), found another kind of file (" +
            reason(impl_->handle) + ").");
        archive_read_free(impl_->handle);
        throw error;
    }
}

ArchiveReader::~ArchiveReader() { archive_read_free(impl_->handle); }

bool ArchiveReader::next() {
    const Utf8Names names;
    if (std::exchange(impl_->unread, false)) {  // what is passed over is unpacked all the same
        if (impl_->declared > 0)
            impl_->count(impl_->declared);
        else
            read([](std::string_view) {});
    }
    while (true) {
        archive_entry* entry = nullptr;
        const int result = archive_read_next_header(impl_->handle, &entry);
        if (result == ARCHIVE_EOF) return false;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) throw impl_->broken();
        impl_->name = safeName(archive_entry_pathname(entry), impl_->path);
        if (++impl_->files > impl_->limits.files)
            throw inputError(impl_->path + ": the archive has more than " +
                             std::to_string(impl_->limits.files) + " entries; it is refused.");
        impl_->refuseLargeDecoders();
        const auto type = archive_entry_filetype(entry);
        if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr)
            throw inputError(impl_->path + ": the entry \"" + impl_->name.substr(0, 100) +
                             "\" is a link; an archive of data has none, so it is refused.");
        if (type == AE_IFDIR) continue;
        if (type != AE_IFREG)
            throw inputError(impl_->path + ": the entry \"" + impl_->name.substr(0, 100) +
                             "\" is a device or a pipe; an archive of data has none, so it is refused.");
        const la_int64_t declared = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : 0;
        impl_->declared = declared > 0 ? uint64_t(declared) : 0;
        if (impl_->declared > impl_->mostBytes)
            impl_->count(impl_->declared);  // says so before it is unpacked
        impl_->unread = true;
        return true;
    }
}

const std::string& ArchiveReader::name() const { return impl_->name; }

size_t ArchiveReader::sizeHint() const {
    constexpr uint64_t times = 10;
    return size_t(std::min(impl_->declared, times * impl_->archiveBytes));
}

std::string ArchiveReader::read() {
    requireMemory(int64_t(impl_->declared),
                  impl_->path + ": reading its entry \"" + impl_->name.substr(0, 100) + "\"",
                  "Choose a smaller file.");
    std::string bytes;
    bytes.reserve(sizeHint());
    read([&](std::string_view block) { bytes += block; });
    return bytes;
}

void ArchiveReader::read(const std::function<void(std::string_view)>& block) {
    static constexpr char zeros[4096] = {};
    impl_->unread = false;
    const void* data = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    uint64_t done = 0;
    int result = ARCHIVE_OK;
    while ((result = archive_read_data_block(impl_->handle, &data, &size, &offset)) == ARCHIVE_OK) {
        const auto start = uint64_t(offset);
        if (offset < 0 || start < done) throw impl_->broken();
        impl_->count(start + size - done);
        while (done < start) {  // a sparse file's holes are zeros, and count too
            const auto hole = size_t(std::min<uint64_t>(start - done, sizeof zeros));
            block({zeros, hole});
            done += hole;
        }
        block({static_cast<const char*>(data), size});
        done += size;
    }
    if (result != ARCHIVE_EOF) throw impl_->broken();
}

std::string unpackedFile(const std::string& path) {
    ArchiveReader reader(path, {}, true);
    return reader.next() ? reader.read() : std::string();
}

bool isArchiveName(const std::string& path) {
    const std::string name = lowered(path);
    return name.ends_with(".tar") || name.ends_with(".tar.gz") || name.ends_with(".tgz") ||
           name.ends_with(".zip");
}

std::string zipBytes(const std::vector<ArchiveFile>& files) {
    const Utf8Names names;
    std::string bytes;
    archive* handle = archive_write_new();
    if (handle == nullptr) throw std::bad_alloc();
    const auto append = [](archive*, void* to, const void* from, size_t size) -> la_ssize_t {
        static_cast<std::string*>(to)->append(static_cast<const char*>(from), size);
        return static_cast<la_ssize_t>(size);
    };
    bool good = archive_write_set_format_zip(handle) == ARCHIVE_OK &&
                archive_write_zip_set_compression_store(handle) == ARCHIVE_OK &&
                archive_write_set_bytes_in_last_block(handle, 1) == ARCHIVE_OK &&
                archive_write_open(handle, &bytes, nullptr, append, nullptr) == ARCHIVE_OK;
    for (const ArchiveFile& file : files) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, file.name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(file.bytes.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_mtime(entry, 315532800, 0);  // 1980-01-01, the first day that zip knows
        good = good && archive_write_header(handle, entry) == ARCHIVE_OK &&
               archive_write_data(handle, file.bytes.data(), file.bytes.size()) ==
                   static_cast<la_ssize_t>(file.bytes.size());
        archive_entry_free(entry);
    }
    good = good && archive_write_close(handle) == ARCHIVE_OK;
    const std::string why = good ? "" : reason(handle);
    archive_write_free(handle);
    if (!good) throw workError("The archive could not be made: " + why + ".");
    return bytes;
}

bool unpackArchive(const std::string& path, const std::string& folder, const std::function<bool()>& cancelled,
                   const ArchiveLimits& limits) {
    std::error_code problem;
    if (fs::exists(folder, problem))
        throw inputError(folder + ": is there already; nothing was unpacked. Rename or remove it first.");
    const fs::path target = fs::absolute(folder);
    removeDeadParts(target.parent_path().string());
    const fs::path part = partPath(target.string());
    const auto noRoom = [&](const std::string& why) {
        return workError(folder + ": could not be made (" + why + "); choose another place.");
    };
    struct Cleaner {
        const fs::path& folder;
        ~Cleaner() {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        }
    } cleaner{part};
    fs::create_directories(part, problem);
    if (problem) throw noRoom(problem.message());

    ArchiveReader reader(path, limits);
    while (reader.next()) {
        if (cancelled && cancelled()) return false;
        const fs::path file = part / reader.name();
        fs::create_directories(file.parent_path(), problem);
        if (problem) throw noRoom(problem.message());
        std::ofstream stream(file, std::ios::binary);
        bool stopped = false;
        reader.read([&](std::string_view block) {
            stopped = stopped || (cancelled && cancelled());
            if (!stopped) stream.write(block.data(), static_cast<std::streamsize>(block.size()));
        });
        stream.close();
        if (stopped) return false;
        if (!stream) throw noRoom("the disk is full, or may not be written");
    }
    // At once: a hundred thousand small files, flushed one by one, would take minutes. The name must not lead
    // to less than all of them.
    if (const int place = ::open(part.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); place >= 0) {
        const bool flushed = ::syncfs(place) == 0;
        ::close(place);
        if (!flushed) throw noRoom("the disk did not take it");
    }
    std::vector<fs::path> top;
    for (const auto& entry : fs::directory_iterator(part)) top.push_back(entry.path());
    const fs::path content = top.size() == 1 && fs::is_directory(top[0], problem) ? top[0] : part;
    fs::rename(content, target, problem);
    if (problem) throw noRoom(problem.message());
    return true;
}

}  // namespace attx
