// Runs as rows of a table: what any folder of runs holds, from a sweep or not.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/sweeps/run_notes.h"
#include "model/sweeps/sweep.h"

namespace attx {

enum class RunStatus {
    Waiting,      ///< planned, and not begun
    Running,      ///< a process works on it
    Interrupted,  ///< its process was ended from without; it can be resumed
    Stopped,      ///< it was stopped, and can be resumed
    Failed,       ///< `train` has ended with an error
    Diverged,     ///< Its loss was no number any more
    Finished,
    Damaged  ///< half-written, or not to be read
};
[[nodiscard]] const char* toString(RunStatus value);

struct RunRow {
    std::string path;  ///< Path of the run's folder
    RunStatus state = RunStatus::Damaged;
    std::string created;                  ///< ISO 8601, UTC; empty: unknown
    std::optional<RunConfig> config;      ///< nothing: it cannot be read
    std::optional<RunResult> result;      ///< Values so far, without a test, before the run has ended
    std::optional<DataFingerprint> data;  ///< what it learned from
    std::string problem;                  ///< why it failed, what is damaged, or that it is not as planned
    RunNotes notes;
    int64_t stamp = 0;  ///< Hash of the times of run.json and notes.json, which changes with either
};

/// Whether the row has a folder that is the run's alone: one that waits has none yet, and the row of a
/// damaged sweep.json names the folder of all its runs.
[[nodiscard]] bool hasOwnFolder(const RunRow& row);

/// One run's folder; never throws for what is wrong with it.
[[nodiscard]] RunRow readRun(const std::string& folder);

/// A sweep's run: one that was not begun waits, with the configuration that was planned; the error of the
/// last attempt is in the log. Never throws.
[[nodiscard]] RunRow readRunOf(const Sweep& sweep, const SweepRun& run, const std::string& sweepFolder);

/// In which settings a run of `config` differs from what its sweep has planned, as far as they change what is
/// learned: "training.learning_rate is 0.001, planned was 0.5"; empty: in none.
[[nodiscard]] std::string differenceFromPlan(const Sweep& sweep, const SweepRun& run,
                                             const RunConfig& config);

/// The runs below each of `folders`: a run's own folder, a sweep's (also its runs that wait), or one that
/// holds such folders at any depth up to 8; in the order of their names, each folder once, also where
/// `folders` overlap. `goesOn` is told how many rows there are by now; once it returns false, those are all.
/// `known`: rows of an earlier look; those of finished runs that have not changed since are taken from there.
/// Throws Error::Kind::Input for a folder that is not there, and if there is no run at all.
[[nodiscard]] std::vector<RunRow> collectRuns(const std::vector<std::string>& folders,
                                              const std::function<bool(size_t)>& goesOn = {},
                                              std::span<const RunRow> known = {});

/// What `train` of a sweep's run said is kept here: SWEEP/logs/017.log. Its last line is the object of
/// --json.
[[nodiscard]] std::string sweepLogPath(const std::string& sweepFolder, const std::string& run);
/// "error" of that object; empty if there is none.
[[nodiscard]] std::string errorInLog(const std::string& logPath);

}  // namespace attx
