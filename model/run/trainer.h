// Training as a sequence of bounded pieces of work, so that the code that drives it (a worker thread, the
// command line) can pause, stop or change the learning rate between any two of them.
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/network/backend.h"
#include "model/run/records.h"

namespace attx {

/// Where a run stands, as far as it takes no memory.
struct TrainerCounters {
    int bestEpoch = 0, epochsWithoutGain = 0;
    double bestAccuracy = -1, bestLoss = 0;
    double epochLoss = 0, epochAccuracy = 0;  ///< sums over the epoch's steps that no report covers yet
    EpochReport lastEpoch;                    ///< the last one validated; epoch 0: none yet
    double seconds = 0, trainSeconds = 0;
};

struct TrainerStateView;
/// Everything that a run needs to go on exactly where it was.
struct TrainerState : TrainerCounters {
    TrainerState() = default;
    TrainerState(const TrainerStateView& view);  ///< a copy that lasts
    std::vector<float> parameters, bestParameters;
    OptimiserState optimiser;
};

/// The same without copies, as it is written to disk: the numbers lie with the session, and hold till the
/// trainer's next call.
struct TrainerStateView {
    TrainerCounters counters;
    int64_t step = 0;
    std::span<const float> parameters, bestParameters, first, second;
    /// Of those that a device with a memory of its own had to be asked for.
    std::vector<float> readValues, readFirst, readSecond;
};

class Trainer {
public:
    /// What a piece of work brought. At the end `result` is set, once.
    struct Advance {
        std::vector<StepRecord> steps;
        std::optional<EpochReport> epoch;
        std::optional<RunResult> result;
    };

    /// `config` is checked (requireValid); `data` is what makeData gives for it. `initial` are the parameters
    /// to begin with; null: fresh ones come from config.seed. While `interrupt` (may be null; outlives the
    /// trainer) is true, work ends within milliseconds, and what was under way is done again, to the same
    /// bits, later.
    Trainer(const Backend& backend, const RunConfig& config, std::shared_ptr<const DataSet> data,
            const std::atomic<bool>* interrupt = nullptr, const std::vector<float>* initial = nullptr);
    ~Trainer();

    /// Works for about `budget`: training steps, or batches of validation or test. Never longer than
    /// one batch past it, and less if interrupted. Does nothing once finished. A loss that is not finite ends
    /// the run as Diverged: the parameters are no numbers then, and the best ones are as they were.
    Advance advance(std::chrono::milliseconds budget);
    /// Exactly one training step (and what follows it, if it ends an epoch).
    Advance singleStep();
    /// Ends the run here; the result's reason is Stopped and it has no test accuracy.
    RunResult stop();

    [[nodiscard]] bool finished() const;
    [[nodiscard]] const RunConfig& config() const;  ///< Configuration with the current learning rate
    [[nodiscard]] const DataSet& data() const;
    [[nodiscard]] const Program& program() const;
    [[nodiscard]] std::string device() const;
    [[nodiscard]] int64_t step() const;  ///< steps done
    /// training.snapshots or snapshot_every asks for the parameters after this step: no piece of work goes
    /// past it.
    [[nodiscard]] bool snapshotDue() const;
    [[nodiscard]] int64_t totalSteps() const;
    [[nodiscard]] int64_t stepsPerEpoch() const;
    /// Says that the run ends within its warm-up; empty: it does not.
    [[nodiscard]] std::string warmupText() const;
    /// Of the steps still to do, at the pace so far; nothing before the first step and after the last.
    [[nodiscard]] std::optional<std::chrono::duration<double>> timeLeft() const;

    /// The rate that the schedule's factor multiplies, from the next step on.
    void setLearningRate(double rate);
    [[nodiscard]] std::vector<float> parameters() const;  ///< now
    /// The same where they lie, or in `scratch`; they hold till the trainer's next call.
    [[nodiscard]] std::span<const float> parameters(std::vector<float>& scratch) const;
    /// By validation; those of now before the first epoch.
    [[nodiscard]] std::vector<float> bestParameters() const;
    [[nodiscard]] TrainerStateView state() const;
    /// Goes on from `state` as this configuration wants it: a run that had ended by a limit (steps, target,
    /// patience) trains on only if the limit is gone. Once, before any work. Throws Error::Kind::Input if
    /// the state does not belong to the configuration.
    void restore(TrainerState state);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace attx
