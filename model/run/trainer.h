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

    /// Works for about `budget`: training steps, or batches of validation or test. Never longer than
    /// one batch past it, and less if interrupted. Does nothing once finished. A loss that is not finite ends
    /// the run as Diverged: the parameters are no numbers then, and the best ones are as they were.
    Advance advance(std::chrono::milliseconds budget);
    /// Exactly one training step (and what follows it, if it ends an epoch).
    Advance singleStep();
    /// Ends the run here; the result's reason is Stopped and it has no test accuracy.
    RunResult stop();

    [[nodiscard]] bool finished() const { return phase_ == Phase::Done; }
    [[nodiscard]] const RunConfig& config() const { return config_; }  ///< Its learning rate is that of now
    [[nodiscard]] const DataSet& data() const { return *data_; }
    [[nodiscard]] const Program& program() const { return session_->program(); }
    [[nodiscard]] std::string device() const { return session_->device(); }
    [[nodiscard]] int64_t step() const { return steps_; }  ///< steps done
    /// training.snapshots or snapshot_every asks for the parameters after this step: no piece of work goes
    /// past it.
    [[nodiscard]] bool snapshotDue() const;
    [[nodiscard]] int64_t totalSteps() const { return totalSteps_; }
    [[nodiscard]] int64_t stepsPerEpoch() const { return stepsPerEpoch_; }
    /// Says that the run ends within its warm-up; empty: it does not.
    [[nodiscard]] std::string warmupText() const;
    /// Of the steps still to do, at the pace so far; nothing before the first step and after the last.
    [[nodiscard]] std::optional<std::chrono::duration<double>> timeLeft() const;

    /// The rate that the schedule's factor multiplies, from the next step on.
    void setLearningRate(double rate) { config_.training.learningRate = rate; }
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
    using Clock = std::chrono::steady_clock;
    enum class Phase { Train, Validate, Test, Done };

    [[nodiscard]] bool interrupted() const { return interrupt_ && *interrupt_; }
    void bind(const Table& table);
    /// Rows of the table that make so many sequences.
    [[nodiscard]] int64_t rowsOf(int64_t sequences) const { return sequences * program().rowsPerSequence(); }
    /// Steps that fit into the time, by the pace so far: at least one, at most the session's share.
    [[nodiscard]] int64_t stepsWithin(Clock::duration time) const;
    /// Steps till the next one whose parameters are asked for: at least 1.
    [[nodiscard]] int64_t stepsToSnapshot() const;
    /// The steps of training.snapshots moments: the k-th of n after (k / n)² of the run, because networks of
    /// this size learn most at first. None where the room for snapshots does not hold them all.
    [[nodiscard]] std::vector<int64_t> momentsOfLearning() const;
    void trainSome(int64_t most, Advance& advance);
    [[nodiscard]] bool evaluateSome(const Table& table, int draws = 1);
    void endValidation(Advance& advance);
    [[nodiscard]] bool isDiverged(double loss);
    void goOnAfterEpoch();
    void keepBestForTest();
    void work(int64_t mostSteps, Advance& advance);
    [[nodiscard]] RunResult makeResult(EndReason reason) const;
    template <class Function>
    Advance timed(Function function);

    RunConfig config_;  ///< only its learning rate changes
    const std::shared_ptr<const DataSet> data_;
    const std::atomic<bool>* const interrupt_;
    std::unique_ptr<Session> session_;
    int batch_ = 1;  ///< sequences of a step
    /// scheduleSteps_: of all epochs; the schedule spans them also where a step limit ends the run before.
    int64_t stepsPerEpoch_ = 0, scheduleSteps_ = 0, totalSteps_ = 0;
    std::vector<int64_t> moments_;  ///< rising: see momentsOfLearning()
    Phase phase_ = Phase::Train;
    EndReason reason_ = EndReason::Finished;
    const Table* bound_ = nullptr;
    std::vector<int32_t> order_;       ///< rows of the epoch under way
    std::vector<int32_t> evaluation_;  ///< rows of the evaluation under way
    int orderEpoch_ = -1;
    int64_t evaluated_ = 0;  ///< sequences of it that are done
    EvaluationSums sums_;
    TrainerCounters state_;
    int64_t steps_ = 0;                  ///< done
    std::vector<float> bestParameters_;  ///< empty: no epoch has ended yet
    std::vector<float> lastParameters_;  ///< once the best ones are in the session for the test
    std::optional<double> testAccuracy_, testLoss_;
};

}  // namespace attx
