#include "model/run/snapshots.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <optional>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/run/checkpoint.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr const char* folderName = "snapshots";

std::string folderOf(const std::string& runFolder) { return runFolder + "/" + folderName; }

std::string fileName(const Snapshot& snapshot) {
    char name[64];
    std::snprintf(name, sizeof name, "epoch-%04d-step-%08lld.safetensors", snapshot.epoch,
                  static_cast<long long>(snapshot.step));
    return name;
}

/// Nothing for files that are none, such as one that a crash left half written.
std::optional<Snapshot> fromFileName(const std::string& name) {
    Snapshot snapshot;
    long long step = 0;
    if (std::sscanf(name.c_str(), "epoch-%d-step-%lld", &snapshot.epoch, &step) != 2) return std::nullopt;
    snapshot.step = step;
    return fileName(snapshot) == name ? std::optional(snapshot) : std::nullopt;
}

uint64_t bytesOf(const std::vector<Snapshot>& snapshots) {
    return std::accumulate(snapshots.begin(), snapshots.end(), uint64_t{0},
                           [](uint64_t sum, const Snapshot& s) { return sum + s.bytes; });
}

void removeFile(const std::string& path) {
    std::error_code error;
    fs::remove(path, error);
    if (error)
        throw workError(path + ": an old snapshot could not be removed (" + error.message() +
                        "). Look after the folder's permissions.");
}

}  // namespace

std::string snapshotPath(const std::string& runFolder, const Snapshot& snapshot) {
    return folderOf(runFolder) + "/" + fileName(snapshot);
}

std::vector<Snapshot> listSnapshots(const std::string& runFolder) {
    std::vector<Snapshot> found;
    std::error_code error;
    for (fs::directory_iterator entry(folderOf(runFolder), error), end; !error && entry != end;
         entry.increment(error)) {
        std::optional<Snapshot> snapshot = fromFileName(entry->path().filename().string());
        std::error_code gone;  // thinned out this moment
        if (!snapshot || !entry->is_regular_file(gone)) continue;
        snapshot->bytes = entry->file_size(gone);
        if (!gone) found.push_back(*snapshot);
    }
    std::ranges::sort(found, [](const Snapshot& a, const Snapshot& b) { return a.step < b.step; });
    return found;
}

bool isSnapshotFile(const std::string& file) {
    const fs::path path = file;
    return path == fs::path(folderName) / path.filename() && fromFileName(path.filename().string());
}

void requireOwnSnapshots(const std::string& runFolder) {
    requireNoLink(folderOf(runFolder));
    std::error_code error;  // one that leads nowhere is no snapshot yet
    for (fs::directory_iterator entry(folderOf(runFolder), error), end; !error && entry != end;
         entry.increment(error))
        requireNoLink(entry->path().string());
}

void removeSnapshots(const std::string& runFolder) {
    std::vector<fs::path> files;
    std::error_code error;
    if (!fs::is_symlink(folderOf(runFolder), error))
        for (fs::directory_iterator entry(folderOf(runFolder), error), end; !error && entry != end;
             entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            if (fromFileName(name.substr(0, name.find(".part-")))) files.push_back(entry->path());
        }
    for (const fs::path& file : files) fs::remove(file, error);
    fs::remove(folderOf(runFolder), error);
}

size_t mostCrowded(std::span<const int64_t> steps) {
    size_t crowded = 1;
    for (size_t i = 2; i + 1 < steps.size(); ++i)
        if (steps[i + 1] - steps[i - 1] < steps[crowded + 1] - steps[crowded - 1]) crowded = i;
    return crowded;
}

SnapshotWriter::SnapshotWriter(std::string runFolder, int64_t step, uint64_t budget, size_t most)
    : folder_(std::move(runFolder)),
      budget_(budget),
      most_(std::max<size_t>(most, 2)),
      stored_(listSnapshots(folder_)) {
    if (budget_ == 0) return;
    std::ranges::copy_if(stored_, std::back_inserter(kept_),
                         [step](const Snapshot& s) { return s.step <= step; });
    thinOut();
}

bool SnapshotWriter::wants(int64_t step) const {
    return budget_ > 0 && (kept_.empty() || kept_.back().step < step);
}

void SnapshotWriter::add(const RunConfig& config, std::span<const float> parameters, int64_t step,
                         int epoch) {
    if (!wants(step)) return;
    std::string file = serialise(toSafeTensors(config, parameters));
    kept_.push_back({step, epoch, file.size()});
    waiting_.emplace(step, std::move(file));
    thinOut();
}

void SnapshotWriter::thinOut() {
    std::vector<int64_t> steps;
    for (const Snapshot& snapshot : kept_) steps.push_back(snapshot.step);
    uint64_t bytes = bytesOf(kept_);
    while (kept_.size() > 2 && (kept_.size() > most_ || bytes > budget_)) {
        const size_t index = mostCrowded(steps);
        const auto at = std::ptrdiff_t(index);
        bytes -= kept_[index].bytes;
        waiting_.erase(steps[index]);
        kept_.erase(kept_.begin() + at);
        steps.erase(steps.begin() + at);
    }
}

void SnapshotWriter::makeFolder() const {
    std::error_code error;
    fs::create_directory(folderOf(folder_), error);  // no parents: a run folder that is gone stays so
    if (error)
        throw workError(folderOf(folder_) + ": the folder of the snapshots cannot be made (" +
                        error.message() + "). Choose a place where you may write.");
}

bool SnapshotWriter::write(const RunConfig& config, std::span<const float> parameters, int64_t step,
                           int epoch) {
    const bool wanted = wants(step);
    if (wanted) {
        Snapshot now{step, epoch, 0};
        try {
            makeFolder();
            now.bytes = writeSafeTensors(snapshotPath(folder_, now), toSafeTensors(config, parameters));
        } catch (const Error&) {
            add(config, parameters, step, epoch);
            throw;
        }
        kept_.push_back(now);
        // A stale one of the same name has been replaced.
        std::erase_if(stored_, [&](const Snapshot& s) { return fileName(s) == fileName(now); });
        stored_.push_back(now);
        thinOut();
    }
    return write() || wanted;
}

bool SnapshotWriter::write() {
    if (kept_ == stored_ && waiting_.empty()) return false;
    if (!waiting_.empty()) makeFolder();
    for (const Snapshot& snapshot : kept_) {
        const auto file = waiting_.find(snapshot.step);
        if (file == waiting_.end()) continue;
        writeFileAtomically(snapshotPath(folder_, snapshot), file->second);
        stored_.push_back(snapshot);
        waiting_.erase(file);
    }
    for (const Snapshot& snapshot : stored_)  // Compared by name: one written again may have another size
        if (std::ranges::none_of(kept_,
                                 [&](const Snapshot& kept) { return fileName(kept) == fileName(snapshot); }))
            removeFile(snapshotPath(folder_, snapshot));
    stored_ = kept_;
    return true;
}

}  // namespace attx
