#include "app/runs/run_recorder.h"

#include <filesystem>
#include <utility>

#include "app/runs/resume_point.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/run/checkpoint.h"

namespace attx {
namespace {

constexpr uint64_t bytesPerMegabyte = 1'000'000;
constexpr int timesAsLong = 19;  // Short epochs spend at most 5 % of their time on saving

Spacing::Clock::duration secondsOf(double seconds) {
    return std::chrono::duration_cast<Spacing::Clock::duration>(std::chrono::duration<double>(seconds));
}

/// The ends of so many epochs have one snapshot: twice as many are written at most as there is room for, so
/// that no disk is kept busy with files that are thinned out a moment later.
int64_t epochsPerSnapshot(const Trainer& trainer, int64_t budget) {
    const int64_t bytes = trainer.program().parameterCount() * int64_t{sizeof(float)},
                  room = std::clamp(budget / bytes, int64_t{1}, int64_t(mostSnapshots)),
                  epochs = trainer.totalSteps() / trainer.stepsPerEpoch();
    return std::max<int64_t>(1, (epochs + 2 * room - 1) / (2 * room));
}

}  // namespace

RunRecorder::RunRecorder(RunFolder folder, const Trainer& trainer, RunMetrics metrics)
    : folder_(std::move(folder)),
      held_(folder_.path()),
      metrics_(std::move(metrics)),
      metricsFile_(folder_.metricsPath()),
      snapshots_(folder_.path(), trainer.step(),
                 uint64_t(trainer.config().training.snapshotMegabytes) * bytesPerMegabyte),
      tensorBoard_(folder_.path(), trainer),
      savedStep_(trainer.step()),
      epochsPerSnapshot_(epochsPerSnapshot(
          trainer, int64_t(trainer.config().training.snapshotMegabytes * bytesPerMegabyte))),
      checkpoints_(secondsOf(trainer.config().training.checkpointSeconds)) {
    // run.json makes the folder a run, so what it resumes from stands there before it.
    const bool isNew = !isRunFolder(folder_.path());
    if (isNew) folder_.writeLast(trainer.state(), trainer.data().names);
    SessionOptions options;
    options.threads = trainer.config().threads;
    options.batch = trainer.config().training.batchSize;
    try {
        folder_.beginSession(trainer.step(), fingerprintOf(trainer.data()), threadCount(options),
                             trainer.data().textLengths);
    } catch (const Error&) {
        std::error_code ignored;  // what is no run is not to look like something of the person's
        if (isNew) std::filesystem::remove(folder_.path() + "/last.safetensors", ignored);
        throw;
    }
    metricsFile_.write(metrics_);
    keepSnapshot(trainer, true);
    tensorBoard_.write();
}

const std::string& RunRecorder::followFolder() {
    if (const std::string now = held_.path(); now != folder_.path()) {
        folder_.moveTo(now);
        metricsFile_.moveTo(folder_.metricsPath());
        snapshots_.moveTo(now);
        tensorBoard_.moveTo(now);
    }
    return folder_.path();
}

bool RunRecorder::add(const Trainer::Advance& advance, const Trainer& trainer) {
    followFolder();
    metrics_.steps.insert(metrics_.steps.end(), advance.steps.begin(), advance.steps.end());
    if (!changed_ && trainer.config() != folder_.config())
        changed_ = trainer.step() - std::ssize(advance.steps);
    tensorBoard_.add(advance, trainer);
    if (advance.epoch) {
        metrics_.epochs.push_back(*advance.epoch);
        bestUnsaved_ |= advance.epoch->best;
    }
    if (advance.result) {
        finish(*advance.result, trainer);
        return true;
    }
    const auto now = Spacing::Clock::now();
    const bool isMoment = trainer.snapshotDue() && !advance.steps.empty();
    if (advance.epoch || isMoment) {
        // Snapshots between epochs have a clock of their own, so that they do not hold up the saving of
        // epochs.
        auto& last = advance.epoch ? saved_ : snapshotsSaved_;
        const bool saves =
            !last || now - *last >= std::clamp<Spacing::Clock::duration>(timesAsLong * savingTook_,
                                                                         savingInterval, mostSavingInterval);
        const bool keeps = isMoment || advance.epoch->epoch % epochsPerSnapshot_ == 0;
        if (saves) last = now;
        if (saves && advance.epoch)
            save(trainer, keeps);
        else if (keeps)
            keepSnapshot(trainer, saves);
        if (saves) return true;
    }
    if (trainer.config().training.checkpointSeconds > 0 && trainer.step() != savedStep_ &&
        checkpoints_.due(now)) {
        save(trainer, false);
        return true;
    }
    if (flushes_.due(now)) {
        flushes_.done(now, now);  // also if it fails
        metricsFile_.write(metrics_, MetricsFile::Lines::ButAnOpenOne);
        tensorBoard_.write();
        flushes_.done(now);
    }
    return false;
}

void RunRecorder::keepSnapshot(const Trainer& trainer, bool atOnce) {
    const int64_t step = trainer.step();
    const auto epoch = int((step + trainer.stepsPerEpoch() - 1) / trainer.stepsPerEpoch());
    std::vector<float> scratch;
    const std::span<const float> parameters = trainer.parameters(scratch);
    if (atOnce)
        snapshots_.write(trainer.config(), parameters, step, epoch);
    else
        snapshots_.add(trainer.config(), parameters, step, epoch);
}

void RunRecorder::finish(const RunResult& result, const Trainer& trainer) {
    followFolder();
    if (result.reason == EndReason::Diverged)
        saveDiverged(trainer);
    else
        save(trainer, true);
    folder_.writeResult(result);
}

void RunRecorder::saveDiverged(const Trainer& trainer) {
    folder_.setConfig(trainer.config(), changed_.value_or(trainer.step()));
    metricsFile_.write(metrics_);
    if (bestUnsaved_ && trainer.state().counters.bestEpoch > 0)
        folder_.writeBest(trainer.bestParameters(), trainer.data().names);
    snapshots_.write();
    tensorBoard_.write();
}

void RunRecorder::save(const Trainer& trainer, bool withSnapshot) {
    const auto begin = Spacing::Clock::now();
    try {
        saveAll(trainer, withSnapshot);
    } catch (const Error&) {
        if (withSnapshot) keepSnapshot(trainer, false);  // the next saving tries again
        bestUnsaved_ = true;                             // the folder may be lost
        checkpoints_.done(begin);
        throw;
    }
    checkpoints_.done(begin);
    savingTook_ = Spacing::Clock::now() - begin;
}

void RunRecorder::saveAll(const Trainer& trainer, bool withSnapshot) {
    // Metrics first: if the last state is older than they are, resuming cuts them to it.
    folder_.setConfig(trainer.config(), changed_.value_or(trainer.step()));
    changed_.reset();
    metricsFile_.write(metrics_);
    {
        const TrainerStateView state = trainer.state();
        // Before the first epoch has ended there is nothing better than the last state, unless a run ends.
        if (bestUnsaved_ && (withSnapshot || state.counters.bestEpoch > 0)) {
            folder_.writeBest(state.bestParameters, trainer.data().names);
            bestUnsaved_ = false;
        }
        folder_.writeLast(state, trainer.data().names);
        savedStep_ = trainer.step();
    }
    // Last what a run can do without.
    if (withSnapshot)
        keepSnapshot(trainer, true);
    else
        snapshots_.write();
    tensorBoard_.write();
}

ResumedRun openForResuming(const std::string& path) {
    finishRestoring(path);
    const RunFolder folder = RunFolder::open(path);
    std::error_code ignored;
    if (!std::filesystem::exists(path + "/last.safetensors", ignored))
        throw inputError(path +
                         ": the run has nothing to resume from (no last.safetensors; earlier versions wrote "
                         "it at the end of the first epoch only). Train it again.");
    const std::string source = path + "/last.safetensors";
    const SafeTensors last = openSafeTensors(source);
    TrainerState state = trainerStateFrom(last, source);
    const int64_t step = state.optimiser.step, reported = state.lastEpoch.step;
    ResumedRun run{folder.config(),          std::move(state), namesFrom(last, source),
                   folder.readMetrics(step), folder.data(),    folder.provenance().back().device};
    // One that came after the state was written is made again.
    std::erase_if(run.metrics.epochs, [&](const EpochReport& r) { return r.step > reported; });
    return run;
}

std::string changedDevice(const ResumedRun& run, const std::string& device) {
    if (run.device == device) return {};
    return "The run was trained on " + run.device + " so far and continues with " + device +
           ": its numbers will not be, bit for bit, those of one device. run.json names both.";
}

std::string changedSettingsText(const ResumedRun& run, const RunConfig& config, int64_t step) {
    std::string text;
    for (const ChangedSetting& change : changedSettings(run.config, config))
        text +=
            (text.empty() ? "" : ", ") + change.key + "=" + change.after + " (" + change.before + " so far)";
    if (text.empty()) return {};
    return "From step " + std::to_string(step) + " on: " + text + ". run.json keeps both.";
}

std::string lostCurves(const ResumedRun& run, int64_t step) {
    const int64_t kept = std::ssize(run.metrics.steps);
    if (kept >= step) return {};
    return "metrics.csv holds " + std::to_string(kept) + " of the " + std::to_string(step) +
           " steps that the run has done: its curves lack the others.";
}

std::string changedData(const ResumedRun& run, const DataSet& data) {
    return run.data ? differenceBetween(*run.data, fingerprintOf(data)) : std::string();
}

}  // namespace attx
