// Keeps a run's folder up to date while it trains: what it resumes from, before the first step, every
// training.checkpoint_seconds, after each epoch and at the end; metrics and TensorBoard's file every few
// seconds; the best parameters; snapshots to look back at. Used by the worker and by the command line. One
// thread at a time.
#pragma once
#include <algorithm>
#include <chrono>
#include <optional>

#include "app/runs/tensorboard_log.h"
#include "model/files/files.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/run/snapshots.h"
#include "model/run/trainer.h"

namespace attx {

/// When work that takes time from the training may be done again: at most every `interval`, and so seldom
/// that it takes at most 5 % of the time: after work of d seconds 19 d pass. Counts from its making.
class Spacing {
public:
    using Clock = std::chrono::steady_clock;
    explicit Spacing(Clock::duration interval, Clock::time_point now = Clock::now())
        : interval_(interval), next_(now + interval) {}

    [[nodiscard]] bool due(Clock::time_point now = Clock::now()) const { return now >= next_; }
    /// The work was done, or has failed.
    void done(Clock::time_point begin, Clock::time_point end = Clock::now()) {
        next_ = end + std::max(interval_, timesAsLong * (end - begin));
    }

private:
    static constexpr int timesAsLong = 19;
    Clock::duration interval_;
    Clock::time_point next_;
};

class RunRecorder {
public:
    /// Before the first piece of work: keeps this moment, too, and cuts metrics.csv back to it. `metrics`:
    /// what a resumed run has behind it. Throws Error::Kind::Work if that cannot be written.
    RunRecorder(RunFolder folder, const Trainer& trainer, RunMetrics metrics = {});

    /// Gathers what a piece of work brought, and saves if an epoch or the run has ended or it is time. Throws
    /// Error::Kind::Work if that fails; nothing gathered is lost, and a later call tries again. True if it
    /// wrote a checkpoint or a snapshot.
    bool add(const Trainer::Advance& advance, const Trainer& trainer);
    /// The end of a run that was stopped; add() does it for one that ended by itself.
    void finish(const RunResult& result, const Trainer& trainer);

    [[nodiscard]] const RunFolder& folder() const { return folder_; }
    /// Where the folder is now: one that was moved or renamed while the run trains is followed.
    const std::string& followFolder();
    [[nodiscard]] const RunMetrics& metrics() const { return metrics_; }
    /// Those on disk, by rising step.
    [[nodiscard]] const std::vector<Snapshot>& snapshots() const { return snapshots_.stored(); }

    /// Epochs shorter than the first share one saving, and on a slow disk those up to the second: 19 times as
    /// long passes as the last one took.
    static constexpr std::chrono::milliseconds savingInterval{250}, mostSavingInterval{2000};
    /// Between two writings of the metrics: a reader who follows them need not wait for an epoch.
    static constexpr std::chrono::seconds metricsInterval{2};

private:
    /// In memory till the next saving, or `atOnce` to disk with those that wait.
    void keepSnapshot(const Trainer& trainer, bool atOnce);
    void save(const Trainer& trainer, bool withSnapshot);
    void saveAll(const Trainer& trainer, bool withSnapshot);
    /// The metrics, and the best parameters; those of now are no numbers, so the last state stays as it was.
    void saveDiverged(const Trainer& trainer);

    RunFolder folder_;
    HeldFolder held_;
    RunMetrics metrics_;
    MetricsFile metricsFile_;
    SnapshotWriter snapshots_;
    TensorBoardLog tensorBoard_;
    std::optional<int64_t> changed_;  ///< Step since which the folder's configuration is outdated; or nothing
    bool bestUnsaved_ = true;         ///< a run that is stopped early has a model, too
    int64_t savedStep_;               ///< what last.safetensors holds
    int64_t epochsPerSnapshot_;       ///< 1, or more where there are many more epochs than room
    Spacing checkpoints_, flushes_{metricsInterval};
    std::optional<Spacing::Clock::time_point> saved_, snapshotsSaved_;
    Spacing::Clock::duration savingTook_{};
};

/// A run to go on with: its folder's metrics up to where its state stands.
struct ResumedRun {
    RunConfig config;
    TrainerState state;
    DataNames names;  ///< what its numbers stand for: the data are to be made with them
    RunMetrics metrics;
    std::optional<DataFingerprint> data;  ///< what it learned from; nothing: not kept, as by earlier versions
    std::string device;                   ///< Device that trained it last, with instruction set and threads
};
/// Throws Error::Kind::Input if there is nothing to resume from.
[[nodiscard]] ResumedRun openForResuming(const std::string& folder);
/// A sentence where another device (or instruction set, or number of threads) goes on with the run; or empty.
[[nodiscard]] std::string changedDevice(const ResumedRun& run, const std::string& device);
/// A sentence where the run goes on with other settings than it had; or empty. `step`: that it goes on from.
[[nodiscard]] std::string changedSettingsText(const ResumedRun& run, const RunConfig& config, int64_t step);
/// A sentence where metrics.csv lacks steps that were done; or empty. `step`: that the run goes on from.
[[nodiscard]] std::string lostCurves(const ResumedRun& run, int64_t step);
/// How `data` differ from those that the run learned from, in words; empty if they do not, or that is not
/// known.
[[nodiscard]] std::string changedData(const ResumedRun& run, const DataSet& data);

}  // namespace attx
