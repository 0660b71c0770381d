#include "model/sweeps/run_row.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <unordered_map>

#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/translatable.h"
#include "model/run/records.h"
#include "model/run/run_lock.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int deepestFolder = 8;

/// What a run has reached that has not ended.
RunResult soFar(const RunFolder& folder) {
    RunResult result;
    const RunMetrics metrics = folder.readMetrics();
    result.reason = EndReason::Stopped;
    if (!folder.provenance().empty()) result.device = folder.provenance().back().device;
    if (!metrics.steps.empty()) result.steps = metrics.steps.back().step;
    for (const EpochReport& epoch : metrics.epochs) {
        result.epochs = epoch.epoch;
        result.trainLoss = epoch.trainLoss;
        result.trainAccuracy = epoch.trainAccuracy;
        if (!epoch.best) continue;
        result.bestEpoch = epoch.epoch;
        result.validationAccuracy = epoch.validationAccuracy;
    }
    return result;
}

/// RunFolder::open() has read the file before, and found it whole.
std::string createdOf(const std::string& folder) {
    return parseJson<nlohmann::json>(readFile(folder + "/run.json")).at("created").get<std::string>();
}

/// Without run.json: what training leaves, or once left. model.safetensors alone is a network without a run,
/// as a lesson state has it: training leaves metrics.csv beside it.
bool looksLikeRun(const fs::path& folder) {
    std::error_code ignored;
    return std::ranges::any_of(std::array{lockName, "metrics.csv", "last.safetensors"},
                               [&](const char* name) { return fs::exists(folder / name, ignored); });
}

int64_t stampOf(const std::string& folder) {
    int64_t stamp = 0;
    for (const char* name : {"run.json", notesFileName}) {
        std::error_code missing;
        const int64_t time = fs::last_write_time(fs::path(folder) / name, missing).time_since_epoch().count();
        stamp = 31 * stamp + (missing ? 0 : time % 1'000'000'000'000'000);  // days in ns: no overflow
    }
    return stamp;
}

class Collector {
public:
    Collector(const std::function<bool(size_t)>& goesOn, std::span<const RunRow> known) : goesOn_(goesOn) {
        for (const RunRow& row : known)
            if (row.state == RunStatus::Finished) known_.emplace(row.path, &row);
    }

    void walk(const fs::path& folder, int depth) {
        if (isEnded()) return;
        if (isRunFolder(folder.string()) || looksLikeRun(folder)) {
            const RunRow* row = unchanged(folder.string());
            return add(row ? *row : readRun(folder.string()));
        }
        std::set<fs::path> done;
        if (isSweepFolder(folder.string())) done = addSweep(folder.string());
        if (depth == deepestFolder) return;
        std::vector<fs::path> inside;
        std::error_code error, ignored;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
            if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) inside.push_back(entry->path());
        if (error) addDamaged(folder.string(), "The folder cannot be read (" + error.message() + ").");
        std::ranges::sort(inside);
        for (const fs::path& next : inside)
            if (!done.contains(next.filename())) walk(next, depth + 1);
    }

    [[nodiscard]] bool isEnded() { return ended_ = ended_ || (goesOn_ && !goesOn_(rows.size())); }

    std::vector<RunRow> rows;

private:
    /// A folder has one row, however often it is met: what its sweep says of it, if it has one.
    void add(RunRow row, bool isOfSweep = false) {
        std::error_code error;
        const fs::path place = fs::weakly_canonical(row.path, error);
        const auto [known, isNew] =
            places_.try_emplace(error ? row.path : place.string(), Place{rows.size(), isOfSweep});
        if (isNew) return rows.push_back(std::move(row));
        if (!isOfSweep || known->second.isOfSweep) return;
        known->second.isOfSweep = true;
        rows[known->second.row] = std::move(row);
    }
    void addDamaged(const std::string& path, const std::string& problem) {
        RunRow row;
        row.path = path;
        row.problem = problem;
        add(std::move(row));
    }
    /// Returns the names of folders that are dealt with.
    std::set<fs::path> addSweep(const std::string& folder) {
        std::set<fs::path> names{sweepLogFolder};
        try {
            const Sweep sweep = readSweep(folder);
            for (const SweepRun& run : sweep.runs) {
                if (isEnded()) break;
                const RunRow* row = unchanged(folder + "/" + run.name);
                add(row ? *row : readRunOf(sweep, run, folder), true);
                names.insert(run.name);
            }
        } catch (const Error& problem) {
            addDamaged(folder, problem.what());
        }
        return names;
    }

    [[nodiscard]] const RunRow* unchanged(const std::string& folder) const {
        const auto found = known_.find(folder);
        return found != known_.end() && found->second->stamp == stampOf(folder) ? found->second : nullptr;
    }

    const std::function<bool(size_t)>& goesOn_;
    std::unordered_map<std::string_view, const RunRow*> known_;
    struct Place {
        size_t row;
        bool isOfSweep;
    };
    std::unordered_map<std::string, Place> places_;  ///< Row of each folder, by its canonical path
    bool ended_ = false;
};

}  // namespace

const char* toString(RunStatus value) {
    constexpr std::array names{ATTX_TR("model", "waiting"),     ATTX_TR("model", "running"),
                               ATTX_TR("model", "interrupted"), ATTX_TR("model", "stopped"),
                               ATTX_TR("model", "failed"),      ATTX_TR("model", "diverged"),
                               ATTX_TR("model", "finished"),    ATTX_TR("model", "damaged")};
    return names.at(size_t(value));
}

RunRow readRun(const std::string& folder) {
    RunRow row;
    row.path = folder;
    row.stamp = stampOf(folder);  // first: what changes from now on is read again
    row.notes = readNotes(folder);
    const bool locked = isLocked(folder);
    try {
        if (!isRunFolder(folder)) {
            row.state = locked ? RunStatus::Running : RunStatus::Damaged;
            if (!locked)
                row.problem =
                    "There is no run.json: the run was ended before its first step, or the file is lost.";
            return row;
        }
        const RunFolder run = RunFolder::open(folder);
        row.created = createdOf(folder);
        row.config = run.config();
        row.data = run.data();
        row.result = run.result();
        const bool ended = row.result && row.result->reason != EndReason::Stopped,
                   diverged = ended && row.result->reason == EndReason::Diverged;
        row.state = locked       ? RunStatus::Running
                    : diverged   ? RunStatus::Diverged
                    : ended      ? RunStatus::Finished
                    : row.result ? RunStatus::Stopped
                                 : RunStatus::Interrupted;
        if (row.state == RunStatus::Diverged) row.problem = divergedText(*row.result);
        if (!ended) row.result = soFar(run);
    } catch (const std::exception& problem) {  // one run must not hide the others
        row.state = locked ? RunStatus::Running : RunStatus::Damaged;
        row.problem = problem.what();
    }
    return row;
}

RunRow readRunOf(const Sweep& sweep, const SweepRun& run, const std::string& sweepFolder) {
    const std::string folder = sweepFolder + "/" + run.name;
    RunRow row = readRun(folder);
    if (row.config && row.problem.empty()) {
        try {
            if (const std::string difference = differenceFromPlan(sweep, run, *row.config);
                !difference.empty())
                row.problem = "It was trained with other settings than sweep.json says: " + difference + ".";
        } catch (const Error& problem) {  // of the plan: the run has its own settings
            row.problem =
                std::string("Whether it was trained as planned is not known: sweep.json: ") + problem.what();
        }
    }
    if (row.state == RunStatus::Finished || row.state == RunStatus::Running ||
        row.state == RunStatus::Diverged)
        return row;
    // What was ended before its first step is begun again as if nothing had been.
    if (!isRunFolder(folder)) row.state = RunStatus::Waiting, row.problem.clear();
    if (std::string error = errorInLog(sweepLogPath(sweepFolder, run.name)); !error.empty()) {
        row.state = RunStatus::Failed;
        row.problem = std::move(error);
    }
    try {
        if (!row.config) row.config = configOf(sweep, run);
    } catch (const Error& problem) {
        row.state = RunStatus::Damaged;
        row.problem = problem.what();
    }
    return row;
}

std::string differenceFromPlan(const Sweep& sweep, const SweepRun& run, const RunConfig& config) {
    RunConfig planned = configOf(sweep, run), trained = config;
    planned.device = trained.device;
    planned.threads = trained.threads;
    if (planned == trained) return {};
    std::string text;
    for (const KeyInfo& key : runConfigKeys()) {
        const bool isSet =
            std::ranges::any_of(run.settings, [&](const auto& setting) { return setting.first == key.path; });
        // Data may have moved since, unless the sweep is about them; a name changes nothing.
        const bool mayDiffer = key.path == "preset" || (isPlaceOfData(key) && !isSet);
        if (mayDiffer || (!changesLearning(key, planned) && !changesLearning(key, trained))) continue;
        const std::string was = valueText(key, planned), is = valueText(key, trained);
        if (was != is) text += (text.empty() ? "" : ", ") + key.path + " is " + is + ", planned was " + was;
    }
    return text;
}

std::vector<RunRow> collectRuns(const std::vector<std::string>& folders,
                                const std::function<bool(size_t)>& goesOn, std::span<const RunRow> known) {
    Collector collector(goesOn, known);
    for (const std::string& folder : folders) {
        std::error_code ignored;
        if (!fs::is_directory(folder, ignored))
            throw inputError(folder + ": expected a folder of runs, found " +
                             (fs::exists(folder, ignored) ? "a file" : "nothing of that name") +
                             ". Check the path.");
        collector.walk(fs::path(folder).lexically_normal(), 0);
    }
    if (collector.rows.empty() && !collector.isEnded())
        throw inputError("There is no run in " + folders.front() +
                         (folders.size() > 1 ? " or the other folders" : "") +
                         ": expected folders with a run.json or a sweep.json.");
    return std::move(collector.rows);
}

bool hasOwnFolder(const RunRow& row) {
    if (row.state == RunStatus::Damaged) return !isSweepFolder(row.path);
    return row.state != RunStatus::Waiting;
}

std::string sweepLogPath(const std::string& sweepFolder, const std::string& run) {
    return sweepFolder + "/" + sweepLogFolder + "/" + run + ".log";
}

std::string errorInLog(const std::string& logPath) {
    std::error_code ignored;
    if (!fs::exists(logPath, ignored)) return {};
    try {
        std::string text = readFile(logPath);
        while (!text.empty() && text.back() == '\n') text.pop_back();
        const nlohmann::json last =
            parseJson<nlohmann::json>(text.substr(text.rfind('\n') + 1), {}, Malformed::Discarded);
        return last.is_object() && last.contains("error") ? last["error"].get<std::string>() : std::string();
    } catch (const std::exception&) {
        return {};
    }
}

}  // namespace attx
