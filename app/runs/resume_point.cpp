#include "app/runs/resume_point.h"

#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "model/files/error.h"
#include "model/files/event_file.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/run/run_folder.h"
#include "model/run/run_lock.h"
#include "model/run/snapshots.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

// The files as they were, in one folder of two names: while the session may still be kept, and once it is
// being discarded.
constexpr const char* keptName = "before-resume";
constexpr const char* restoringName = "restoring";
constexpr const char* listName = "files.txt";  // List in that folder of all files that there were, one a line

/// The files that the run consists of, by their paths in its folder.
std::set<fs::path> filesOf(const fs::path& folder) {
    std::set<fs::path> files;
    for (const char* name : runFiles)
        if (fs::exists(folder / name)) files.insert(name);
    for (const Snapshot& snapshot : listSnapshots(folder.string()))
        files.insert(fs::path(snapshotPath(folder.string(), snapshot)).lexically_relative(folder));
    for (const fs::path& file : eventFiles(folder.string())) files.insert(file.filename());
    return files;
}

/// The names that a restore goes by. The folder may have come from elsewhere: names are taken that the
/// program itself gives to files of a run, and no others, for a run that is opened must not move or replace
/// anything outside its folder. Throws Error::Kind::Input for others, and for links.
std::set<fs::path> namesIn(const fs::path& kept) {
    for (const fs::path& place : {kept, kept / listName, kept / "snapshots"}) requireNoLink(place.string());
    std::set<fs::path> files;
    std::istringstream list(readFile((kept / listName).string()));
    for (std::string line; std::getline(list, line);) {
        const fs::path file = line;
        if (!isRunFile(line) && (file != file.filename() || !isEventFile(file)))
            throw inputError(
                (kept / listName).string() + ": expected names of files that a run consists of, found \"" +
                shortened(line) +
                "\". It was not written by this program, and nothing was changed. Remove the folder " +
                kept.string() + " to open the run as it is.");
        std::error_code ignored;
        if (const auto status = fs::symlink_status(kept / file, ignored);
            fs::exists(status) && !fs::is_regular_file(status))
            throw inputError((kept / file).string() +
                             ": expected a regular file, found a link, a folder or a device; nothing was "
                             "changed. Remove the folder " +
                             kept.string() + " to open the run as it is.");
        files.insert(file);
    }
    return files;
}

/// Runs work(); a file system that refuses becomes a sentence.
template <class Work>
void guarded(const std::string& folder, const char* what, const Work& work) {
    try {
        work();
    } catch (const fs::filesystem_error& problem) {
        throw workError(folder + ": " + what + " (" + problem.code().message() + ": " +
                        problem.path1().string() +
                        "). Look after room on the disk and the folder's permissions.");
    }
}

void linkOrCopy(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::create_hard_link(from, to, failed);
    if (failed) fs::copy_file(from, to);
}

}  // namespace

ResumePoint::ResumePoint(std::string runFolder) : folder_(std::move(runFolder)) {
    finishRestoring(folder_);
    requireOwnFiles(folder_);
    guarded(folder_, "what the run has learned so far cannot be kept aside", [this] {
        const fs::path kept = fs::path(folder_) / keptName;
        fs::remove_all(kept);
        fs::create_directories(kept / "snapshots");
        std::string list;
        for (const fs::path& file : filesOf(folder_)) {
            list += file.string() + "\n";
            if (isEventFile(file)) continue;  // a session adds one of its own and leaves these as they are
            linkOrCopy(folder_ / file, kept / file);
        }
        writeFileAtomically((kept / listName).string(), list);
    });
}

ResumePoint::~ResumePoint() {
    std::error_code ignored;
    fs::remove_all(fs::path(folder_) / keptName, ignored);
}

void ResumePoint::restore() const {
    guarded(folder_, "what the session added cannot be removed",
            [this] { fs::rename(fs::path(folder_) / keptName, fs::path(folder_) / restoringName); });
    finishRestoring(folder_);
}

void copyRun(const std::string& from, const std::string& to) {
    requireOwnFiles(from);
    guarded(to, "the run cannot be copied here", [&] {
        const fs::path source = from, target = to;
        fs::create_directories(target / "snapshots");
        try {
            for (const fs::path& file : filesOf(source)) linkOrCopy(source / file, target / file);
        } catch (const fs::filesystem_error&) {
            std::error_code ignored;
            for (const fs::path& file : filesOf(target)) fs::remove(target / file, ignored);
            fs::remove(target / "snapshots", ignored);
            throw;
        }
    });
}

// Each step may be done twice, so that a restore that was cut off is done again from the start.
void finishRestoring(const std::string& runFolder) {
    const fs::path folder = runFolder, kept = folder / restoringName;
    std::error_code ignored;
    if (!fs::exists(kept / listName, ignored)) return;
    guarded(runFolder, "what the session added cannot be removed", [&] {
        const std::set<fs::path> files = namesIn(kept);
        requireOwnFiles(runFolder);
        for (const fs::path& file : filesOf(folder))
            if (!files.contains(file)) fs::remove(folder / file);
        for (const fs::path& file : files) {
            if (!fs::exists(kept / file)) continue;  // an event file, or in its place already
            fs::create_directories((folder / file).parent_path());
            fs::rename(kept / file, folder / file);
        }
        if (fs::is_empty(folder / "snapshots", ignored)) fs::remove(folder / "snapshots", ignored);
        fs::remove_all(kept);
    });
}

void forgetKilledSession(const std::string& runFolder) {
    const fs::path kept = fs::path(runFolder) / keptName;
    std::error_code ignored;
    if (!fs::exists(kept, ignored)) return;
    try {
        const RunLock lock(runFolder);
        fs::remove_all(kept, ignored);
    } catch (const Error&) {  // another session's, or a disk that is only read
    }
}

}  // namespace attx
