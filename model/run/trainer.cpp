#include "model/run/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/schedule.h"
#include "model/run/records.h"

namespace attx {
namespace {

using Clock = std::chrono::steady_clock;
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

enum class TrainerPhase { Train, Validate, Test, Done };

struct Trainer::Impl {
    Impl(const Backend& backend, const RunConfig& runConfig, std::shared_ptr<const DataSet> dataSet,
         const std::atomic<bool>* interruptFlag, const std::vector<float>* initial)
        : config((requireValid(runConfig), runConfig)), data(std::move(dataSet)), interrupt(interruptFlag) {
        batch = batchOf(config.training, data->train.samples());
        requireClasses(config.network, data->names);
        stepsPerEpoch = data->train.samples() / batch;  // drop last
        if (stepsPerEpoch == 0)
            throw inputError("A batch of " + std::to_string(batch) + " is larger than the " +
                             std::to_string(data->train.samples()) +
                             " rows to train with. Choose a smaller one (training.batch_size).");
        plannedSteps = scheduleSteps(config.training, data->train.samples());
        totalSteps = attx::plannedSteps(config, data->train.samples());
        Program program = buildProgram(config.network, data->train.length);
        freeze(program, config.training.frozenLayers);
        session = backend.compile(std::move(program), {.batch = batch,
                                                       .training = config.training,
                                                       .seed = config.seed,
                                                       .threads = config.threads,
                                                       .interrupt = interrupt});
        session->writeParameters(initial ? *initial : initialParameters(session->program(), config.seed));
        bind(data->train);
        moments = momentsOfLearning();
        if (totalSteps == 0) phase = TrainerPhase::Test;  // the network stays as it begins
    }

    [[nodiscard]] bool interrupted() const { return interrupt && *interrupt; }
    void bind(const Table& table) {
        if (bound != &table) session->bind(table);
        bound = &table;
    }
    [[nodiscard]] int64_t step() const { return steps; }
    /// Rows of the table that make so many sequences.
    [[nodiscard]] int64_t rowsOf(int64_t sequences) const {
        return sequences * session->program().rowsPerSequence();
    }
    /// Steps that fit into the time, by the pace so far: at least one, at most the session's share.
    [[nodiscard]] int64_t stepsWithin(Clock::duration time) const {
        if (step() == 0) return 1;
        const double pace = state.trainSeconds / double(step());
        return std::clamp(int64_t(Seconds(time).count() / std::max(pace, 1e-9)), int64_t{1},
                          session->stepsPerCall());
    }
    /// Steps till the next one whose parameters are asked for: at least 1.
    [[nodiscard]] int64_t stepsToSnapshot() const {
        if (const int64_t every = config.training.snapshotEvery; every > 0) return every - step() % every;
        const auto next = std::ranges::upper_bound(moments, step());
        return next == moments.end() ? std::numeric_limits<int64_t>::max() : *next - step();
    }
    [[nodiscard]] bool snapshotDue() const {
        if (const int64_t every = config.training.snapshotEvery; every > 0) return step() % every == 0;
        return std::ranges::binary_search(moments, step());
    }
    /// The steps of training.snapshots moments: the k-th of n after (k / n)² of the run, because networks of
    /// this size learn most at first. None where the room for snapshots does not hold them all.
    [[nodiscard]] std::vector<int64_t> momentsOfLearning() const {
        std::vector<int64_t> found;
        const int64_t n = config.training.snapshots, bytes = session->program().parameterCount() * 4;
        constexpr int64_t bytesPerMegabyte = 1'000'000;
        if (totalSteps == 0 || n * bytes > config.training.snapshotMegabytes * bytesPerMegabyte) return found;
        for (int64_t k = 1; k <= n; ++k)
            if (const int64_t step = (totalSteps * k * k + n * n - 1) / (n * n);
                found.empty() || found.back() < step)
                found.push_back(step);
        return found;
    }
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

    RunConfig config;  ///< only its learning rate changes
    const std::shared_ptr<const DataSet> data;
    const std::atomic<bool>* const interrupt;
    std::unique_ptr<Session> session;
    int batch = 1;  ///< sequences of a step
    /// plannedSteps: of all epochs; the schedule spans them also where a step limit ends the run before.
    int64_t stepsPerEpoch = 0, plannedSteps = 0, totalSteps = 0;
    std::vector<int64_t> moments;  ///< rising: see momentsOfLearning()
    TrainerPhase phase = TrainerPhase::Train;
    EndReason reason = EndReason::Finished;
    const Table* bound = nullptr;
    std::vector<int32_t> order;       ///< rows of the epoch under way
    std::vector<int32_t> evaluation;  ///< rows of the evaluation under way
    int orderEpoch = -1;
    int64_t evaluated = 0;  ///< sequences of it that are done
    EvaluationSums sums;
    TrainerCounters state;
    int64_t steps = 0;                  ///< done
    std::vector<float> bestParameters;  ///< empty: no epoch has ended yet
    std::vector<float> lastParameters;  ///< once the best ones are in the session for the test
    std::optional<double> testAccuracy, testLoss;
};

void Trainer::Impl::trainSome(int64_t most, Advance& advance) {
    bind(data->train);
    const int64_t inEpoch = step() % stepsPerEpoch;
    const int epoch = int(step() / stepsPerEpoch);
    if (orderEpoch != epoch) {
        order = trainingRows(data->train, config.data, config.seed, epoch);
        orderEpoch = epoch;
    }
    const int64_t n = std::min({most, stepsPerEpoch - inEpoch, totalSteps - step(), stepsToSnapshot()});
    std::vector<StepScalars> scalars;
    for (int64_t i = 0; i < n; ++i) {
        const double factor =
            scheduleFactor(config.training.schedule, step() + i, config.training.warmup, plannedSteps);
        scalars.push_back(stepScalars(config.training, config.training.learningRate * factor, step() + i));
    }
    std::vector<StepMetrics> metrics(static_cast<size_t>(n));
    const int64_t B = rowsOf(batch);
    const Clock::time_point start = Clock::now();
    const size_t done =
        session->train(std::span(order).subspan(inEpoch * B, size_t(n * B)), scalars, metrics);
    state.trainSeconds += Seconds(Clock::now() - start).count();
    for (size_t i = 0; i < done; ++i) {
        ++steps;
        if (isDiverged(double(metrics[i].loss))) return;
        advance.steps.push_back({step(), epoch + 1, metrics[i].loss, metrics[i].accuracy,
                                 scalars[i].learningRate, metrics[i].gradNorm});
        state.epochLoss += double(metrics[i].loss);
        state.epochAccuracy += double(metrics[i].accuracy);
    }
    if (done > 0 && (step() % stepsPerEpoch == 0 || step() >= totalSteps)) phase = TrainerPhase::Validate;
}

/// The next batches of the table's sequences; whether they were the last.
bool Trainer::Impl::evaluateSome(const Table& table, int draws) {
    bind(table);
    if (evaluated == 0) evaluation = evaluationRows(table, config.data, draws);
    const int64_t all = std::ssize(evaluation) / rowsOf(1);
    // Always as many for a session, so that the sums are the same to the bit: one for the processor; a
    // graphics device does not wait between those of a call.
    constexpr int64_t stepsForABatch = 32;
    const int64_t batches = std::max<int64_t>(1, session->stepsPerCall() / stepsForABatch);
    const int64_t n = std::min(batches * batch, all - evaluated);
    const EvaluationSums part =
        session->evaluate(std::span(evaluation).subspan(rowsOf(evaluated), size_t(rowsOf(n))));
    if (interrupted()) return false;
    sums += part;
    evaluated += n;
    return evaluated >= all;
}

/// Ends the run where the loss is no finite number.
bool Trainer::Impl::isDiverged(double loss) {
    if (std::isfinite(loss)) return false;
    reason = EndReason::Diverged;
    phase = TrainerPhase::Done;
    return true;
}

void Trainer::Impl::endValidation(Advance& advance) {
    if (isDiverged(sums.meanLoss())) return;
    const int64_t epoch = (step() - 1) / stepsPerEpoch;
    // A run that goes on past a step limit has reported the beginning of this epoch already.
    const auto stepsSummed = double(step() - std::max(epoch * stepsPerEpoch, state.lastEpoch.step));
    state.lastEpoch = {.epoch = int(epoch) + 1,
                       .step = step(),
                       .trainLoss = state.epochLoss / stepsSummed,
                       .trainAccuracy = state.epochAccuracy / stepsSummed,
                       .validationLoss = sums.meanLoss(),
                       .validationAccuracy = sums.accuracy()};
    state.lastEpoch.best = state.lastEpoch.validationAccuracy > state.bestAccuracy ||
                           (state.lastEpoch.validationAccuracy == state.bestAccuracy &&
                            state.lastEpoch.validationLoss < state.bestLoss);
    if (state.lastEpoch.best) {
        state.bestAccuracy = state.lastEpoch.validationAccuracy;
        state.bestLoss = state.lastEpoch.validationLoss;
        state.bestEpoch = state.lastEpoch.epoch;
        std::vector<float> scratch;
        const std::span<const float> now = session->view(PerParameter::Value, scratch);
        bestParameters.assign(now.begin(), now.end());
        state.epochsWithoutGain = 0;
    } else {
        ++state.epochsWithoutGain;
    }
    state.epochLoss = state.epochAccuracy = 0;
    advance.epoch = state.lastEpoch;
    goOnAfterEpoch();
}

/// From a validated epoch to the next one, or to the end and why.
void Trainer::Impl::goOnAfterEpoch() {
    const TrainingConfig& training = config.training;
    const bool planned = step() >= plannedSteps;
    const bool target =
        training.targetAccuracy > 0 && state.lastEpoch.validationAccuracy >= training.targetAccuracy;
    const bool noGain = training.patience > 0 && state.epochsWithoutGain >= training.patience;
    phase = planned || step() >= totalSteps || target || noGain ? TrainerPhase::Test : TrainerPhase::Train;
    reason = planned  ? EndReason::Finished
             : target ? EndReason::TargetReached
             : noGain ? EndReason::NoGain
                      : EndReason::StepLimit;
}

void Trainer::Impl::keepBestForTest() {
    if (bestParameters.empty()) return;
    lastParameters = session->readParameters();
    session->writeParameters(bestParameters);
}

void Trainer::Impl::work(int64_t mostSteps, Advance& advance) {
    switch (phase) {
        case TrainerPhase::Train:
            trainSome(mostSteps, advance);
            evaluated = 0, sums = {};
            break;
        case TrainerPhase::Validate:
            if (evaluateSome(data->validation)) {
                endValidation(advance);
                evaluated = 0, sums = {};
            }
            break;
        case TrainerPhase::Test:
            if (lastParameters.empty()) keepBestForTest();
            if (data->test.rows == 0 || evaluateSome(data->test, config.data.testDraws)) {
                if (data->test.rows > 0) testAccuracy = sums.accuracy(), testLoss = sums.meanLoss();
                phase = TrainerPhase::Done;
            }
            break;
        case TrainerPhase::Done:
            break;
    }
}

RunResult Trainer::Impl::makeResult(EndReason why) const {
    return {.reason = why,
            .device = session->device(),
            .parameters = session->program().parameterCount(),
            .steps = step(),
            .epochs = state.lastEpoch.epoch,
            .bestEpoch = state.bestEpoch,
            .seconds = state.seconds,
            .msPerStep = step() > 0 ? 1e3 * state.trainSeconds / double(step()) : 0,
            .trainLoss = state.lastEpoch.trainLoss,
            .trainAccuracy = state.lastEpoch.trainAccuracy,
            .validationAccuracy = std::max(state.bestAccuracy, 0.0),
            .testAccuracy = testAccuracy,
            .testLoss = testLoss};
}

template <class Function>
Trainer::Advance Trainer::Impl::timed(Function function) {
    Advance advance;
    if (phase == TrainerPhase::Done) return advance;
    const Clock::time_point start = Clock::now();
    function(advance);
    state.seconds += Seconds(Clock::now() - start).count();
    if (phase == TrainerPhase::Done) advance.result = makeResult(reason);
    return advance;
}

TrainerState::TrainerState(const TrainerStateView& view)
    : TrainerCounters(view.counters),
      parameters(view.parameters.begin(), view.parameters.end()),
      bestParameters(view.bestParameters.begin(), view.bestParameters.end()),
      optimiser{view.step, {view.first.begin(), view.first.end()}, {view.second.begin(), view.second.end()}} {
}

Trainer::Trainer(const Backend& backend, const RunConfig& config, std::shared_ptr<const DataSet> data,
                 const std::atomic<bool>* interrupt, const std::vector<float>* initial)
    : impl_(std::make_unique<Impl>(backend, config, std::move(data), interrupt, initial)) {}
Trainer::~Trainer() = default;

Trainer::Advance Trainer::advance(std::chrono::milliseconds budget) {
    return impl_->timed([&](Advance& advance) {
        const Clock::time_point end = Clock::now() + budget;
        do impl_->work(impl_->stepsWithin(end - Clock::now()), advance);
        while (Clock::now() < end && impl_->phase != TrainerPhase::Done && !advance.epoch &&
               !(impl_->snapshotDue() && !advance.steps.empty()) && !impl_->interrupted());
    });
}

Trainer::Advance Trainer::singleStep() {
    return impl_->timed([&](Advance& advance) {
        // A step, or the rest of an evaluation that a pause cut short and then a step.
        const int64_t before = impl_->step();
        while (impl_->phase != TrainerPhase::Done && impl_->step() == before && !impl_->interrupted())
            impl_->work(1, advance);
        while (impl_->phase == TrainerPhase::Validate && !advance.epoch && !impl_->interrupted())
            impl_->work(1, advance);
    });
}

RunResult Trainer::stop() {
    impl_->phase = TrainerPhase::Done;
    return impl_->makeResult(EndReason::Stopped);
}

bool Trainer::finished() const { return impl_->phase == TrainerPhase::Done; }
const DataSet& Trainer::data() const { return *impl_->data; }
const RunConfig& Trainer::config() const { return impl_->config; }
const Program& Trainer::program() const { return impl_->session->program(); }
std::string Trainer::device() const { return impl_->session->device(); }
int64_t Trainer::step() const { return impl_->step(); }
bool Trainer::snapshotDue() const { return impl_->snapshotDue(); }
int64_t Trainer::totalSteps() const { return impl_->totalSteps; }
int64_t Trainer::stepsPerEpoch() const { return impl_->stepsPerEpoch; }
std::string Trainer::warmupText() const {
    return attx::warmupText(impl_->config.training, totalSteps(), impl_->plannedSteps);
}
void Trainer::setLearningRate(double rate) { impl_->config.training.learningRate = rate; }

std::optional<Seconds> Trainer::timeLeft() const {
    if (step() == 0 || step() >= totalSteps() || impl_->phase >= TrainerPhase::Test) return std::nullopt;
    return Seconds(impl_->state.seconds / double(step()) * double(totalSteps() - step()));
}

std::vector<float> Trainer::parameters() const {
    return impl_->lastParameters.empty() ? impl_->session->readParameters() : impl_->lastParameters;
}

std::span<const float> Trainer::parameters(std::vector<float>& scratch) const {
    if (!impl_->lastParameters.empty()) return impl_->lastParameters;
    return impl_->session->view(PerParameter::Value, scratch);
}

std::vector<float> Trainer::bestParameters() const {
    return impl_->bestParameters.empty() ? parameters() : impl_->bestParameters;
}

TrainerStateView Trainer::state() const {
    Session& session = *impl_->session;
    TrainerStateView view;
    view.counters = impl_->state;
    view.step = step();
    view.parameters = parameters(view.readValues);
    view.bestParameters = impl_->bestParameters.empty() ? view.parameters : impl_->bestParameters;
    view.first = session.view(PerParameter::FirstMoment, view.readFirst);
    view.second = session.view(PerParameter::SecondMoment, view.readSecond);
    return view;
}

void Trainer::restore(TrainerState state) {
    if (state.optimiser.step < 0 || state.optimiser.step > impl_->totalSteps)
        throw inputError("The stored run had done " + counted(state.optimiser.step, "step") +
                         ", but this one has only " + std::to_string(impl_->totalSteps) + ". Raise " +
                         (impl_->totalSteps < impl_->plannedSteps ? "training.max_steps (0: no such end)"
                                                                  : "training.epochs") +
                         " to go on.");
    if (state.lastEpoch.step > state.optimiser.step)
        throw inputError("The stored run is damaged: it reports an epoch that ended at step " +
                         std::to_string(state.lastEpoch.step) + ", but had done " +
                         counted(state.optimiser.step, "step") + ". Train it again.");
    impl_->session->writeParameters(state.parameters);
    impl_->session->writeOptimiser(state.optimiser);
    impl_->state = state;
    impl_->steps = state.optimiser.step;
    if (state.bestEpoch > 0) impl_->bestParameters = std::move(state.bestParameters);
    // Otherwise they stood for those of now.
    const bool epochEnded = step() % stepsPerEpoch() == 0 || step() >= totalSteps();
    if (state.lastEpoch.step != step()) {
        if (epochEnded) impl_->phase = TrainerPhase::Validate;
    } else if (step() > 0) {
        impl_->goOnAfterEpoch();
    }
}

}  // namespace attx
