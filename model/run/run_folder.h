// A run on disk: run.json (configuration, versions, device, result), metrics.csv, model.safetensors
// (best by validation), last.safetensors (for resuming). All but metrics.csv, which grows, are written beside
// their place and renamed, so that a crash leaves the previous one whole.
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/data/fingerprint.h"
#include "model/run/records.h"

namespace attx {

struct TrainerState;
struct TrainerStateView;

/// The files of a run folder, besides snapshots and event files; the one that makes it a run comes last.
inline constexpr std::array runFiles{"metrics.csv", "model.safetensors", "last.safetensors", "run.json"};
/// The folders in a run folder, each with files of the run.
inline constexpr std::array runSubfolders{"snapshots", "before-resume", "restoring"};
inline constexpr const char* faithfulnessFileName = "faithfulness.json";  ///< File in the run's folder

/// Data that a run learned from until they changed and a person went on knowingly.
struct EarlierData {
    int64_t untilStep = 0;
    DataFingerprint fingerprint;
};

/// A key that has had another value since a step: the run was resumed with it, or its rate was changed.
/// Values are as --set takes them.
struct ChangedSetting {
    int64_t fromStep = 0;
    std::string key, before, after;
};
/// Of `after`, but for the device and its threads, which provenance() tells, and where data lie.
[[nodiscard]] std::vector<ChangedSetting> changedSettings(RunConfig before, RunConfig after,
                                                          int64_t fromStep = 0);

/// What trained a run from a step on: the bits of its weights depend on all of it.
struct Provenance {
    int64_t fromStep = 0;
    std::string device;          ///< "native, AVX-512, 2 threads"
    std::string instructionSet;  ///< Instruction set of the processor, as --isa names it
    int threads = 0;             ///< Threads that trained; 0: an earlier version did not say
    std::string program;         ///< Name and version of the program
};

class RunFolder {
public:
    /// Throws Error::Kind::Input if `path` holds a run already and `resume` is not set, or holds other files,
    /// and as requireOwnFiles; Error::Kind::Work if it cannot be made. Leaves nothing behind.
    static void requirePlace(const std::string& path, bool resume = false);
    /// Makes the folder and its parents, and reads what a run to resume has behind it; run.json comes with
    /// beginSession(). Throws as requirePlace, and Error::Kind::Work if it fails.
    static RunFolder create(const std::string& path, const RunConfig& config, const std::string& device,
                            bool resume = false);
    /// Throws Error::Kind::Input if it is not a run folder.
    static RunFolder open(const std::string& path);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// The folder has another path from now on.
    void moveTo(const std::string& path) { path_ = path; }
    [[nodiscard]] const RunConfig& config() const { return config_; }
    [[nodiscard]] std::optional<RunResult> result() const { return result_; }
    /// Where the first weights came from, as toJson(StartReport); empty: they were drawn.
    [[nodiscard]] const std::string& start() const { return start_; }
    void setStart(std::string json) { start_ = std::move(json); }

    /// What the run goes on with since `step` (its learning rate may have changed): joins changes(). run.json
    /// says it at once.
    void setConfig(const RunConfig& config, int64_t step);
    /// What the run learns from, and with how many threads, from `step` on: joins provenance(). Data that
    /// differ from those so far join the earlier ones, other settings changes(). run.json says it at once,
    /// and makes the folder a run.
    void beginSession(int64_t step, const DataFingerprint& data, int threads,
                      const std::optional<TextLengths>& texts = {});
    /// One for each time that it was begun or resumed.
    [[nodiscard]] const std::vector<Provenance>& provenance() const { return provenance_; }
    /// By rising step.
    [[nodiscard]] const std::vector<ChangedSetting>& changes() const { return changes_; }
    /// Nothing: a version wrote the run that did not keep it.
    [[nodiscard]] const std::optional<DataFingerprint>& data() const { return data_; }
    [[nodiscard]] const std::vector<EarlierData>& earlierData() const { return earlierData_; }
    void writeBest(std::span<const float> parameters, const DataNames& names = {}) const;
    void writeLast(const TrainerStateView& state, const DataNames& names = {}) const;
    [[nodiscard]] TrainerState readLast() const;
    [[nodiscard]] std::string metricsPath() const { return path_ + "/metrics.csv"; }
    /// Up to `lastStep`. Empty if the run has none yet; a damaged line is an Error::Kind::Input with its
    /// number.
    [[nodiscard]] RunMetrics readMetrics(int64_t lastStep = std::numeric_limits<int64_t>::max()) const;
    void writeResult(const RunResult& result);

private:
    RunFolder(std::string path, RunConfig config, std::string device);
    void writeRunJson() const;

    std::string path_;
    RunConfig config_;
    std::string device_;
    std::string created_;  ///< ISO 8601, UTC
    std::string start_;
    std::optional<DataFingerprint> data_;
    std::optional<TextLengths> texts_;  ///< Text lengths in the data of this session; nothing: no texts
    std::vector<EarlierData> earlierData_;
    std::vector<Provenance> provenance_;
    std::vector<ChangedSetting> changes_;
    std::optional<RunConfig> before_;  ///< what a run to resume was configured with, until beginSession()
    std::optional<RunResult> result_;
};

/// "runs/2026-01-31T12-00-00-reverse" under `parent`: a folder that does not exist yet. Of the preset's name
/// ASCII letters, digits, - and _ are taken; "run" if there is none.
[[nodiscard]] std::string newRunPath(const std::string& parent, const std::string& preset);
/// The same, made: of several that ask at once each gets its own. Throws Error::Kind::Work if it cannot be
/// made.
[[nodiscard]] std::string takeRunPath(const std::string& parent, const std::string& preset);
/// Whether `file`, a path in a run's folder, is one that the program gives to what a run consists of: one of
/// runFiles or a snapshot.
[[nodiscard]] bool isRunFile(const std::string& file);
/// requireNoLink of all files that a session writes, replaces or removes in a run's folder.
void requireOwnFiles(const std::string& runFolder);
/// True if `path` holds a run.json.
[[nodiscard]] bool isRunFolder(const std::string& path);

}  // namespace attx
