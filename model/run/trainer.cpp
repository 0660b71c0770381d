#include "model/run/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/schedule.h"

namespace attx {
namespace {

using Seconds = std::chrono::duration<double>;

}  // namespace

const char* toString(EndReason reason) {
    constexpr const char* names[] = {"finished", "step limit", "target accuracy reached",
                                     "no gain",  "stopped",    "diverged"};
    return names[size_t(reason)];
}

std::string divergedText(const RunResult& result) {
    return "The loss at step " + std::to_string(result.steps) +
           " is not a finite number: the training diverged. What was saved before stays as it was. Try a "
           "smaller training.learning_rate or training.weight_decay, or clip the gradient "
           "(training.clip_norm).";
}

Trainer::Trainer(const Backend& backend, const RunConfig& config, std::shared_ptr<const DataSet> data,
                 const std::atomic<bool>* interrupt, const std::vector<float>* initial)
    : config_((requireValid(config), config)), data_(std::move(data)), interrupt_(interrupt) {
    batch_ = batchOf(config_.training, data_->train.samples());
    requireClasses(config_.network, data_->names);
    stepsPerEpoch_ = data_->train.samples() / batch_;  // drop last
    if (stepsPerEpoch_ == 0)
        throw inputError("A batch of " + std::to_string(batch_) + " is larger than the " +
                         std::to_string(data_->train.samples()) +
                         " rows to train with. Choose a smaller one (training.batch_size).");
    scheduleSteps_ = scheduleSteps(config_.training, data_->train.samples());
    totalSteps_ = attx::plannedSteps(config_, data_->train.samples());
    Program program = buildProgram(config_.network, data_->train.length);
    freeze(program, config_.training.frozenLayers);
    session_ = backend.compile(std::move(program), {.batch = batch_,
                                                    .training = config_.training,
                                                    .seed = config_.seed,
                                                    .threads = config_.threads,
                                                    .interrupt = interrupt_});
    if (initial)
        session_->writeParameters(*initial);
    else
        session_->writeParameters(initialParameters(session_->program(), config_.seed));
    bind(data_->train);
    moments_ = momentsOfLearning();
    if (totalSteps_ == 0) phase_ = Phase::Test;  // the network stays as it begins
}

void Trainer::bind(const Table& table) {
    if (bound_ != &table) session_->bind(table);
    bound_ = &table;
}

int64_t Trainer::stepsWithin(Clock::duration time) const {
    if (step() == 0) return 1;
    const double pace = state_.trainSeconds / double(step());
    return std::clamp(int64_t(Seconds(time).count() / std::max(pace, 1e-9)), int64_t{1},
                      session_->stepsPerCall());
}

int64_t Trainer::stepsToSnapshot() const {
    if (const int64_t every = config_.training.snapshotEvery; every > 0) return every - step() % every;
    const auto next = std::ranges::upper_bound(moments_, step());
    return next == moments_.end() ? std::numeric_limits<int64_t>::max() : *next - step();
}

bool Trainer::snapshotDue() const {
    if (const int64_t every = config_.training.snapshotEvery; every > 0) return step() % every == 0;
    return std::ranges::binary_search(moments_, step());
}

std::vector<int64_t> Trainer::momentsOfLearning() const {
    std::vector<int64_t> found;
    const int64_t n = config_.training.snapshots, bytes = session_->program().parameterCount() * 4;
    constexpr int64_t bytesPerMegabyte = 1'000'000;
    if (totalSteps_ == 0 || n * bytes > config_.training.snapshotMegabytes * bytesPerMegabyte) return found;
    for (int64_t k = 1; k <= n; ++k)
        if (const int64_t step = (totalSteps_ * k * k + n * n - 1) / (n * n);
            found.empty() || found.back() < step)
            found.push_back(step);
    return found;
}

void Trainer::trainSome(int64_t most, Advance& advance) {
    bind(data_->train);
    const int64_t inEpoch = step() % stepsPerEpoch_;
    const int epoch = int(step() / stepsPerEpoch_);
    if (orderEpoch_ != epoch) {
        order_ = trainingRows(data_->train, config_.data, config_.seed, epoch);
        orderEpoch_ = epoch;
    }
    const int64_t n = std::min({most, stepsPerEpoch_ - inEpoch, totalSteps_ - step(), stepsToSnapshot()});
    std::vector<StepScalars> scalars;
    for (int64_t i = 0; i < n; ++i) {
        const double factor =
            scheduleFactor(config_.training.schedule, step() + i, config_.training.warmup, scheduleSteps_);
        scalars.push_back(stepScalars(config_.training, config_.training.learningRate * factor, step() + i));
    }
    std::vector<StepMetrics> metrics(static_cast<size_t>(n));
    const int64_t B = rowsOf(batch_);
    const Clock::time_point start = Clock::now();
    const size_t done =
        session_->train(std::span(order_).subspan(inEpoch * B, size_t(n * B)), scalars, metrics);
    state_.trainSeconds += Seconds(Clock::now() - start).count();
    for (size_t i = 0; i < done; ++i) {
        ++steps_;
        if (isDiverged(double(metrics[i].loss))) return;
        advance.steps.push_back({step(), epoch + 1, metrics[i].loss, metrics[i].accuracy,
                                 scalars[i].learningRate, metrics[i].gradNorm});
        state_.epochLoss += double(metrics[i].loss);
        state_.epochAccuracy += double(metrics[i].accuracy);
    }
    if (done > 0 && (step() % stepsPerEpoch_ == 0 || step() >= totalSteps_)) phase_ = Phase::Validate;
}

/// The next batches of the table's sequences; whether they were the last.
bool Trainer::evaluateSome(const Table& table, int draws) {
    bind(table);
    if (evaluated_ == 0) evaluation_ = evaluationRows(table, config_.data, draws);
    const int64_t all = std::ssize(evaluation_) / rowsOf(1);
    // Always as many for a session, so that the sums are the same to the bit: one for the processor; a
    // graphics device does not wait between those of a call.
    constexpr int64_t stepsForABatch = 32;
    const int64_t batches = std::max<int64_t>(1, session_->stepsPerCall() / stepsForABatch);
    const int64_t n = std::min(batches * batch_, all - evaluated_);
    const EvaluationSums part =
        session_->evaluate(std::span(evaluation_).subspan(rowsOf(evaluated_), size_t(rowsOf(n))));
    if (interrupted()) return false;
    sums_ += part;
    evaluated_ += n;
    return evaluated_ >= all;
}

/// Ends the run where the loss is no finite number.
bool Trainer::isDiverged(double loss) {
    if (std::isfinite(loss)) return false;
    reason_ = EndReason::Diverged;
    phase_ = Phase::Done;
    return true;
}

void Trainer::endValidation(Advance& advance) {
    if (isDiverged(sums_.meanLoss())) return;
    const int64_t epoch = (step() - 1) / stepsPerEpoch_;
    // A run that goes on past a step limit has reported the beginning of this epoch already.
    const auto stepsSummed = double(step() - std::max(epoch * stepsPerEpoch_, state_.lastEpoch.step));
    state_.lastEpoch = {.epoch = int(epoch) + 1,
                        .step = step(),
                        .trainLoss = state_.epochLoss / stepsSummed,
                        .trainAccuracy = state_.epochAccuracy / stepsSummed,
                        .validationLoss = sums_.meanLoss(),
                        .validationAccuracy = sums_.accuracy()};
    state_.lastEpoch.best = state_.lastEpoch.validationAccuracy > state_.bestAccuracy ||
                            (state_.lastEpoch.validationAccuracy == state_.bestAccuracy &&
                             state_.lastEpoch.validationLoss < state_.bestLoss);
    if (state_.lastEpoch.best) {
        state_.bestAccuracy = state_.lastEpoch.validationAccuracy;
        state_.bestLoss = state_.lastEpoch.validationLoss;
        state_.bestEpoch = state_.lastEpoch.epoch;
        std::vector<float> scratch;
        const std::span<const float> now = session_->view(PerParameter::Value, scratch);
        bestParameters_.assign(now.begin(), now.end());
        state_.epochsWithoutGain = 0;
    } else {
        ++state_.epochsWithoutGain;
    }
    state_.epochLoss = state_.epochAccuracy = 0;
    advance.epoch = state_.lastEpoch;
    goOnAfterEpoch();
}

/// From a validated epoch to the next one, or to the end and why.
void Trainer::goOnAfterEpoch() {
    const TrainingConfig& training = config_.training;
    const bool planned = step() >= scheduleSteps_;
    const bool target =
        training.targetAccuracy > 0 && state_.lastEpoch.validationAccuracy >= training.targetAccuracy;
    const bool noGain = training.patience > 0 && state_.epochsWithoutGain >= training.patience;
    phase_ = planned || step() >= totalSteps_ || target || noGain ? Phase::Test : Phase::Train;
    reason_ = planned  ? EndReason::Finished
              : target ? EndReason::TargetReached
              : noGain ? EndReason::NoGain
                       : EndReason::StepLimit;
}

void Trainer::keepBestForTest() {
    if (bestParameters_.empty()) return;
    lastParameters_ = session_->readParameters();
    session_->writeParameters(bestParameters_);
}

void Trainer::work(int64_t mostSteps, Advance& advance) {
    switch (phase_) {
        case Phase::Train:
            trainSome(mostSteps, advance);
            evaluated_ = 0, sums_ = {};
            break;
        case Phase::Validate:
            if (evaluateSome(data_->validation)) {
                endValidation(advance);
                evaluated_ = 0, sums_ = {};
            }
            break;
        case Phase::Test:
            if (lastParameters_.empty()) keepBestForTest();
            if (data_->test.rows == 0 || evaluateSome(data_->test, config_.data.testDraws)) {
                if (data_->test.rows > 0) testAccuracy_ = sums_.accuracy(), testLoss_ = sums_.meanLoss();
                phase_ = Phase::Done;
            }
            break;
        case Phase::Done:
            break;
    }
}

RunResult Trainer::makeResult(EndReason why) const {
    return {.reason = why,
            .device = session_->device(),
            .parameters = session_->program().parameterCount(),
            .steps = step(),
            .epochs = state_.lastEpoch.epoch,
            .bestEpoch = state_.bestEpoch,
            .seconds = state_.seconds,
            .msPerStep = step() > 0 ? 1e3 * state_.trainSeconds / double(step()) : 0,
            .trainLoss = state_.lastEpoch.trainLoss,
            .trainAccuracy = state_.lastEpoch.trainAccuracy,
            .validationAccuracy = std::max(state_.bestAccuracy, 0.0),
            .testAccuracy = testAccuracy_,
            .testLoss = testLoss_};
}

template <class Function>
Trainer::Advance Trainer::timed(Function function) {
    Advance advance;
    if (phase_ == Phase::Done) return advance;
    const Clock::time_point start = Clock::now();
    function(advance);
    state_.seconds += Seconds(Clock::now() - start).count();
    if (phase_ == Phase::Done) advance.result = makeResult(reason_);
    return advance;
}

TrainerState::TrainerState(const TrainerStateView& view)
    : TrainerCounters(view.counters),
      parameters(view.parameters.begin(), view.parameters.end()),
      bestParameters(view.bestParameters.begin(), view.bestParameters.end()),
      optimiser{view.step, {view.first.begin(), view.first.end()}, {view.second.begin(), view.second.end()}} {
}

Trainer::Advance Trainer::advance(std::chrono::milliseconds budget) {
    return timed([&](Advance& advance) {
        const Clock::time_point end = Clock::now() + budget;
        do work(stepsWithin(end - Clock::now()), advance);
        while (Clock::now() < end && phase_ != Phase::Done && !advance.epoch &&
               !(snapshotDue() && !advance.steps.empty()) && !interrupted());
    });
}

Trainer::Advance Trainer::singleStep() {
    return timed([&](Advance& advance) {
        // A step, or the rest of an evaluation that a pause cut short and then a step.
        const int64_t before = step();
        while (phase_ != Phase::Done && step() == before && !interrupted()) work(1, advance);
        while (phase_ == Phase::Validate && !advance.epoch && !interrupted()) work(1, advance);
    });
}

RunResult Trainer::stop() {
    phase_ = Phase::Done;
    return makeResult(EndReason::Stopped);
}

std::string Trainer::warmupText() const {
    return attx::warmupText(config_.training, totalSteps(), scheduleSteps_);
}

std::optional<Seconds> Trainer::timeLeft() const {
    if (step() == 0 || step() >= totalSteps() || phase_ >= Phase::Test) return std::nullopt;
    return Seconds(state_.seconds / double(step()) * double(totalSteps() - step()));
}

std::vector<float> Trainer::parameters() const {
    return lastParameters_.empty() ? session_->readParameters() : lastParameters_;
}

std::span<const float> Trainer::parameters(std::vector<float>& scratch) const {
    if (!lastParameters_.empty()) return lastParameters_;
    return session_->view(PerParameter::Value, scratch);
}

std::vector<float> Trainer::bestParameters() const {
    return bestParameters_.empty() ? parameters() : bestParameters_;
}

TrainerStateView Trainer::state() const {
    TrainerStateView view;
    view.counters = state_;
    view.step = step();
    view.parameters = parameters(view.readValues);
    view.bestParameters = bestParameters_.empty() ? view.parameters : bestParameters_;
    view.first = session_->view(PerParameter::FirstMoment, view.readFirst);
    view.second = session_->view(PerParameter::SecondMoment, view.readSecond);
    return view;
}

void Trainer::restore(TrainerState state) {
    if (state.optimiser.step < 0 || state.optimiser.step > totalSteps_)
        throw inputError(
            "The stored run had done " + counted(state.optimiser.step, "step") + ", but this one has only " +
            std::to_string(totalSteps_) + ". Raise " +
            (totalSteps_ < scheduleSteps_ ? "training.max_steps (0: no such end)" : "training.epochs") +
            " to go on.");
    if (state.lastEpoch.step > state.optimiser.step)
        throw inputError("The stored run is damaged: it reports an epoch that ended at step " +
                         std::to_string(state.lastEpoch.step) + ", but had done " +
                         counted(state.optimiser.step, "step") + ". Train it again.");
    session_->writeParameters(state.parameters);
    session_->writeOptimiser(state.optimiser);
    state_ = state;
    steps_ = state.optimiser.step;
    if (state.bestEpoch > 0) bestParameters_ = std::move(state.bestParameters);
    // Otherwise they stood for those of now.
    const bool epochEnded = step() % stepsPerEpoch() == 0 || step() >= totalSteps();
    if (state.lastEpoch.step != step()) {
        if (epochEnded) phase_ = Phase::Validate;
    } else if (step() > 0) {
        goOnAfterEpoch();
    }
}

}  // namespace attx
