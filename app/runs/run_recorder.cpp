#include "app/runs/run_recorder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/runs/resume_point.h"
#include "model/files/error.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

constexpr uint64_t bytesPerMegabyte = 1'000'000;

}  // namespace

RunRecorder::RunRecorder(RunFolder folder, const Trainer& trainer, RunMetrics metrics)
    : folder_(std::move(folder)),
      metrics_(std::move(metrics)),
      snapshots_(folder_.path(), trainer.step(),
                 static_cast<uint64_t>(trainer.config().training.snapshotMegabytes) * bytesPerMegabyte),
      tensorBoard_(folder_.path(), trainer) {
    SessionOptions options;
    options.threads = trainer.config().threads;
    options.batch = trainer.config().training.batchSize;
    folder_.beginSession(trainer.step(), fingerprintOf(trainer.data()), threadCount(options));
    keepSnapshot(trainer, true);
    tensorBoard_.write();
}

bool RunRecorder::add(const Trainer::Advance& advance, const Trainer& trainer) {
    metrics_.steps.insert(metrics_.steps.end(), advance.steps.begin(), advance.steps.end());
    tensorBoard_.add(advance, trainer);
    if (advance.epoch) {
        metrics_.epochs.push_back(*advance.epoch);
        bestUnsaved_ |= advance.epoch->best;
    }
    if (advance.result) {
        finish(*advance.result, trainer);
        return true;
    }
    const bool due = advance.epoch || (trainer.snapshotDue() && !advance.steps.empty());
    if (!due) return false;
    const auto now = std::chrono::steady_clock::now();
    // Snapshots between epochs have a clock of their own, so that they do not hold up the saving of epochs.
    auto& last = advance.epoch ? saved_ : snapshotsSaved_;
    const bool saves = !last || now - *last >= savingInterval;
    if (saves) last = now;
    if (saves && advance.epoch)
        save(trainer);
    else
        keepSnapshot(trainer, saves);
    return saves;
}

void RunRecorder::keepSnapshot(const Trainer& trainer, bool atOnce) {
    const int64_t step = trainer.step();
    const auto epoch = static_cast<int>((step + trainer.stepsPerEpoch() - 1) / trainer.stepsPerEpoch());
    std::vector<float> scratch;
    const std::span<const float> parameters = trainer.parameters(scratch);
    if (atOnce)
        snapshots_.write(trainer.config(), parameters, step, epoch);
    else
        snapshots_.add(trainer.config(), parameters, step, epoch);
}

void RunRecorder::finish(const RunResult& result, const Trainer& trainer) {
    save(trainer);
    folder_.writeResult(result);
}

void RunRecorder::save(const Trainer& trainer) {
    try {
        saveAll(trainer);
    } catch (const Error&) {
        keepSnapshot(trainer, false);  // the next saving tries again
        throw;
    }
}

void RunRecorder::saveAll(const Trainer& trainer) {
    // Metrics first: if the last state is older than they are, resuming cuts them to it.
    const bool writeBest = std::exchange(bestUnsaved_, true);  // if this fails, the folder may be lost
    folder_.setConfig(trainer.config());
    folder_.writeMetrics(metrics_);
    {
        const TrainerStateView state = trainer.state();
        if (writeBest) folder_.writeBest(state.bestParameters, trainer.data().names);
        folder_.writeLast(state, trainer.data().names);
    }
    bestUnsaved_ = false;
    // Last what a run can do without.
    keepSnapshot(trainer, true);
    tensorBoard_.write();
}

ResumedRun openForResuming(const std::string& path) {
    finishRestoring(path);
    const RunFolder folder = RunFolder::open(path);
    std::error_code ignored;
    if (!std::filesystem::exists(path + "/last.safetensors", ignored))
        throw inputError(
            path +
            ": the run has nothing to resume from (no last.safetensors; it is written at the end "
            "of the first epoch, and when a run is stopped). Train it anew.");
    const std::string source = path + "/last.safetensors";
    const SafeTensors last = readSafeTensors(source);
    ResumedRun run{folder.config(),         trainerStateFrom(last, source),
                   namesFrom(last, source), folder.readMetrics(),
                   folder.data(),           folder.provenance().back().device};
    const int64_t step = run.state.optimiser.step;
    std::erase_if(run.metrics.steps, [&](const StepRecord& r) { return r.step > step; });
    std::erase_if(run.metrics.epochs, [&](const EpochReport& r) { return r.step > step; });
    return run;
}

std::string changedDevice(const ResumedRun& run, const std::string& device) {
    if (run.device == device) return {};
    return "The run was trained on " + run.device + " so far and goes on with " + device +
           ": its numbers will not be, bit for bit, those of one device. run.json names both.";
}

std::string changedData(const ResumedRun& run, const DataSet& data) {
    return run.data ? differenceBetween(*run.data, fingerprintOf(data)) : std::string();
}

}  // namespace attx
