#include "model/native/native_session.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <utility>

#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/native/executor.h"
#include "model/native/instruction_set.h"
#include "model/native/thread_team.h"
#include "model/network/ablation.h"
#include "model/network/session_input.h"

namespace attx {

int threadCount(const SessionOptions& options) {
    const int cores = int(std::max(1u, std::thread::hardware_concurrency()));
    return std::clamp(options.threads > 0 ? options.threads : cores, 1, options.batch);
}

namespace {

/// The part of [0, n) that member `index` of `count` takes; `unit` keeps parts apart by whole units.
struct Part {
    int64_t first, last;
};
Part partOf(int64_t n, int index, int count, int64_t unit = 1) {
    const int64_t units = (n + unit - 1) / unit;
    return {std::min(n, units * index / count * unit), std::min(n, units * (index + 1) / count * unit)};
}

EvaluationSums total(const std::vector<LossSums>& parts) {
    EvaluationSums all;
    for (const LossSums& part : parts) all += {part.loss, part.correct, part.counted};
    return all;
}

StepMetrics metricsOf(const std::vector<LossSums>& parts, double norm) {
    const EvaluationSums all = total(parts);
    return {static_cast<float>(all.meanLoss()), float(all.accuracy()), float(norm)};
}

class NativeSession final : public Session {
public:
    NativeSession(Program program, const SessionOptions& options);

    const Program& program() const override { return program_; }
    std::string device() const override {
        const int n = team_.size();
        return "native, " + displayName(kernels_) + ", " + std::to_string(n) +
               (n == 1 ? " thread" : " threads");
    }
    void writeParameters(std::span<const float> values) override;
    void useParameters(const std::shared_ptr<const std::vector<float>>& values) override;
    std::vector<float> readParameters() override { return {parameters(), parameters() + count_}; }
    void writeOptimiser(const OptimiserState& state) override;
    OptimiserState readOptimiser() override;
    std::span<const float> view(PerParameter what, std::vector<float>& scratch) override;
    /// Sessions that look inside have the optimiser's moments only once they are asked for.
    void makeMoments();
    void bind(const Table& table) override;
    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override;
    EvaluationSums evaluate(std::span<const int32_t> rows) override;
    void setAblation(const Ablation& ablation) override;
    void forward(std::span<const int32_t> rows) override;
    void backward(std::span<const float> logitsGradient) override;
    std::vector<float> read(TensorId tensor) override {
        return readFrom(keptValues_, layouts_.values, tensor);
    }
    std::vector<float> readGradient(TensorId tensor) override {
        return readFrom(keptGradients_, layouts_.gradients, tensor);
    }
    std::vector<float> readParameterGradient() override {
        if (!gradient_.data()) throw inputError("The session was not made to keep this.");
        return copy(gradient_, count_);
    }

private:
    EvaluationSums evaluateBatch(std::span<const int32_t> rows);
    static std::vector<float> copy(const AlignedBuffer& buffer, int64_t n) {
        return {buffer.data(), buffer.data() + n};
    }
    std::vector<float> readFrom(const AlignedBuffer& buffer, const WorkspaceLayout& layout,
                                TensorId tensor) const;
    /// Where the parameters are; zeros if there are none yet.
    [[nodiscard]] const float* parameters() {
        if (!shared_ && !parameters_.data()) parameters_ = AlignedBuffer(stride_);
        return shared_ ? shared_->data() : parameters_.data();
    }
    [[nodiscard]] StepContext context(std::span<const int32_t> rows);
    /// The context of a step with the ablated heads and masked tokens.
    [[nodiscard]] StepContext ablatedContext(std::span<const int32_t> rows);
    /// The gradients of parameters, and those of tensors that are kept, have memory once they are asked for.
    void makeGradients();
    void keepGradients();
    [[nodiscard]] bool interrupted() const {
        return options_.interrupt && options_.interrupt->load(std::memory_order_relaxed);
    }
    /// Clips by the global norm and steps the optimiser on what of a part is trained.
    void stepParameters(const Part& part, const StepScalars& scalars, double norm);
    /// Sums the members' gradients of `range` into gradient_; returns the sum of squares.
    double reduceGradients(const Part& range);
    /// Calls pass(slice) for the passes of `member` over `sequences` sequences.
    template <class Function>
    void forEachPass(int64_t sequences, int member, Function pass) const;
    /// A single member's gradient is the sum already.
    float* memberGradient(int member) const {
        return team_.size() == 1 ? gradient_.data() : memberGradients_.data() + member * stride_;
    }

    // Immutable
    const Program program_;
    const SessionOptions options_;
    const FusedOps ops_;
    const Kernels& kernels_;
    const int64_t count_;    ///< parameters
    const int64_t perPass_;  ///< sequences
    const int64_t stride_;   ///< floats between the members' gradient buffers
    const Layouts layouts_;
    // The caller's thread, or one member's part of it inside team_.run
    ThreadTeam team_;
    std::shared_ptr<const std::vector<float>> shared_;  ///< The parameters, or null: parameters_
    AlignedBuffer parameters_, gradient_, first_, second_;
    AlignedBuffer memberGradients_;                  ///< [members, stride_]
    std::vector<AlignedBuffer> values_, gradients_;  ///< a workspace for each member
    AlignedBuffer keptValues_, keptGradients_;       ///< keepTensors: one for all
    std::vector<Executor> executors_;
    int64_t step_ = 0;
    const Table* table_ = nullptr;
    std::vector<float> headGates_;   ///< [L NH], 1 on and 0 off; empty: all on
    std::vector<uint8_t> hidden_;    ///< [T]; empty: none
    std::vector<int32_t> keptRows_;  ///< Table rows of the last forward(), for backward()
    int64_t keptSequences_ = 0;
};

NativeSession::NativeSession(Program program, const SessionOptions& options)
    : program_(std::move(program)),
      options_(options),
      ops_(fuse(program_, options.keep)),
      kernels_(activeKernels()),
      count_(program_.parameterCount()),
      perPass_(sequencesPerPass(program_, ops_, options)),
      stride_((count_ + 15) / 16 * 16 + 16),  // whole cache lines, and one apart
      layouts_(layoutsOf(program_, ops_, options, options.keepTensors ? options.batch : perPass_)),
      team_(threadCount(options)) {
    const int members = team_.size();
    if (options_.train && !options_.keepTensors) {
        parameters_ = AlignedBuffer(stride_);
        makeGradients();
        makeMoments();
    }
    if (options_.keepTensors) keptValues_ = AlignedBuffer(layouts_.values.total());
    for (int member = 0; member < members; ++member) {
        if (!options_.keepTensors) {
            values_.emplace_back(layouts_.values.total());
            gradients_.emplace_back(options_.train ? layouts_.gradients.total() : 0);
        }
        executors_.emplace_back(program_, ops_, kernels_, layouts_,
                                options_.keepTensors ? keptValues_.data() : values_.back().data(),
                                options_.keepTensors ? keptGradients_.data() : gradients_.back().data());
    }
}

void NativeSession::writeParameters(std::span<const float> values) {
    requireParameters(program_, values);
    shared_.reset();
    (void)parameters();  // Makes parameters_ if there is none
    std::ranges::copy(values, parameters_.data());
}

void NativeSession::useParameters(const std::shared_ptr<const std::vector<float>>& values) {
    if (options_.train && !options_.keepTensors) return writeParameters(*values);  // it changes them
    requireParameters(program_, *values);
    shared_ = values;
    parameters_ = {};
}

void NativeSession::keepGradients() {
    if (!options_.keepTensors || keptGradients_.data()) return;
    keptGradients_ = AlignedBuffer(layouts_.gradients.total());
    for (Executor& executor : executors_) executor.useGradients(keptGradients_.data());
}

void NativeSession::makeGradients() {
    if (gradient_.data()) return;
    gradient_ = AlignedBuffer(stride_);
    if (team_.size() > 1) memberGradients_ = AlignedBuffer(stride_ * team_.size());
}

void NativeSession::makeMoments() {
    if (first_.data()) return;
    first_ = AlignedBuffer(stride_);
    second_ = AlignedBuffer(stride_);
}

void NativeSession::writeOptimiser(const OptimiserState& state) {
    requireOptimiser(program_, state);
    makeMoments();
    step_ = state.step;
    std::ranges::copy(state.first, first_.data());
    std::ranges::copy(state.second, second_.data());
}

OptimiserState NativeSession::readOptimiser() {
    makeMoments();
    return {step_, copy(first_, count_), copy(second_, count_)};
}

std::span<const float> NativeSession::view(PerParameter what, std::vector<float>&) {
    if (what != PerParameter::Value) makeMoments();
    const float* values = what == PerParameter::Value         ? parameters()
                          : what == PerParameter::FirstMoment ? first_.data()
                                                              : second_.data();
    return {values, size_t(count_)};
}

void NativeSession::bind(const Table& table) {
    requireTable(program_, table);
    table_ = &table;
}

StepContext NativeSession::context(std::span<const int32_t> rows) {
    return {.table = table_,
            .rows = rows.data(),
            .parameters = parameters(),
            .seed = options_.seed,
            .interrupt = options_.interrupt};
}

StepContext NativeSession::ablatedContext(std::span<const int32_t> rows) {
    StepContext c = context(rows);
    c.headGates = headGates_.empty() ? nullptr : headGates_.data();
    c.maskedTokens = hidden_.empty() ? nullptr : hidden_.data();
    return c;
}

void NativeSession::setAblation(const Ablation& ablation) {
    requireAblation(program_, ablation);
    headGates_ = ablation.headGates;
    hidden_.assign(ablation.maskedTokens.empty() ? 0 : size_t(program_.length), 0);
    for (const int32_t position : ablation.maskedTokens) hidden_[position] = 1;
}

double NativeSession::reduceGradients(const Part& range) {
    for (const ParameterRange& without : program_.withoutGradient)
        for (int64_t i = std::max(without.first, range.first); i < std::min(without.last, range.last); ++i)
            for (int member = 0; member < team_.size(); ++member) memberGradient(member)[i] = 0.0f;
    float* sum = gradient_.data();
    double squares = kernels_.reduceGradients(sum + range.first, memberGradient(0) + range.first,
                                              team_.size(), stride_, range.last - range.first);
    for (const ParameterRange& cancelling : program_.cancelling) {
        const int64_t first = std::max(cancelling.first, range.first),
                      last = std::min(cancelling.last, range.last);
        if (first >= last) continue;
        float largest = 0;  // Largest of the whole range, not of the part that this member sums up alone
        for (int64_t i = cancelling.first; i < cancelling.last; ++i) {
            float total = 0;
            for (int member = 0; member < team_.size(); ++member) total += memberGradient(member)[i];
            largest = std::max(largest, std::abs(total));
        }
        for (int64_t i = first; i < last; ++i)
            if (std::abs(sum[i]) < Program::cancelled * largest) {
                squares -= double(sum[i]) * double(sum[i]);
                sum[i] = 0;
            }
    }
    return squares;
}

template <class Function>
void NativeSession::forEachPass(int64_t sequences, int member, Function pass) const {
    const Part slice = partOf(sequences, member, team_.size());
    for (int64_t first = slice.first; first < slice.last && !interrupted(); first += perPass_)
        pass(Slice{first, std::min(perPass_, slice.last - first), options_.keepTensors ? first : 0});
}

size_t NativeSession::train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                            std::span<StepMetrics> results) {
    const auto B = size_t(options_.batch) * size_t(program_.rowsPerSequence());
    if (rows.size() != scalars.size() * B || results.size() != scalars.size())
        throw inputError("train: " + std::to_string(rows.size()) + " rows for " +
                         std::to_string(scalars.size()) + " steps of " + std::to_string(B) + ".");
    (void)requireRows(program_, table_, rows, int64_t(rows.size()));
    const std::vector<int32_t> labels = requireLabels(program_, *table_, rows);
    const size_t labelsPerStep = labels.size() / std::max<size_t>(scalars.size(), 1);
    if (shared_) writeParameters(std::vector<float>(*shared_));  // others keep theirs
    keepGradients();
    makeGradients();
    makeMoments();
    const int members = team_.size();
    std::vector<LossSums> sums(static_cast<size_t>(members));
    std::vector<double> squares(static_cast<size_t>(members));
    std::vector<char> cut(static_cast<size_t>(members));  // a member that was interrupted says so
    size_t done = 0;

    team_.run([&](int member) {
        const auto self = size_t(member);
        const Part range = partOf(count_, member, members, 16);
        for (size_t s = 0; s < scalars.size(); ++s) {
            const std::span<const int32_t> batch = rows.subspan(s * B, B);
            StepContext c = context(batch);
            c.step = uint32_t(step_ + int64_t(s));
            c.dropout = true;
            c.labels = labels.data() + s * labelsPerStep;
            c.lossScale = lossScale({c.labels, labelsPerStep});
            c.smoothing = float(options_.training.labelSmoothing);
            sums[self] = {};
            cut[self] = 0;
            std::fill_n(memberGradient(member), count_, 0.0f);
            forEachPass(options_.batch, member, [&](const Slice& slice) {
                executors_[self].forward(c, slice);
                executors_[self].loss(c, slice, sums[self], true);
                executors_[self].backward(c, slice, memberGradient(member));
            });
            if (interrupted()) cut[self] = 1;
            team_.meet();  // all gradients are there
            if (std::ranges::find(cut, 1) != cut.end()) return;
            squares[self] = reduceGradients(range);
            team_.meet();  // All partial sums of squares are there
            double square = 0;
            for (const double part : squares) square += part;
            stepParameters(range, scalars[s], std::sqrt(square));
            if (member == 0) {
                results[s] = metricsOf(sums, std::sqrt(square));
                done = s + 1;
            }
            team_.meet();  // the new parameters are there
        }
    });
    step_ += int64_t(done);
    return done;
}

void NativeSession::stepParameters(const Part& part, const StepScalars& scalars, double norm) {
    const Part range{std::max(part.first, program_.frozen), part.last};
    if (range.first >= range.last) return;
    const TrainingConfig& training = options_.training;
    // torch.nn.utils.clip_grad_norm_: scale by clip / (norm + 1e-6) where that is below 1
    const double scale = training.clipNorm > 0 ? std::min(1.0, training.clipNorm / (norm + 1e-6)) : 1.0;
    const auto decayOf = [&](Optimiser optimiser) {
        return training.optimiser == optimiser ? float(training.weightDecay) : 0.0f;
    };
    const bool rms = isRmsProp(training.optimiser);
    const OptimiserStep step{.learningRate = scalars.learningRate,
                             .epsilon = float(training.epsilon),
                             .beta1 = float(training.beta1),
                             .beta2 = float(rms ? training.rho : training.beta2),
                             .weightDecay = decayOf(Optimiser::AdamW),
                             .addedDecay = decayOf(Optimiser::AdamL2),
                             .correction1 = scalars.correction1,
                             .correction2 = scalars.correction2,
                             .gradScale = float(scale),
                             .epsilonInRoot = training.optimiser == Optimiser::RmsPropKeras3};
    float *parameters = parameters_.data() + range.first, *first = first_.data() + range.first,
          *second = second_.data() + range.first;
    const float* gradient = gradient_.data() + range.first;
    const int64_t n = range.last - range.first;
    if (rms) {
        kernels_.rmsProp(parameters, second, gradient, n, step);
    } else if (training.optimiser == Optimiser::Sgd) {
        kernels_.sgd(parameters, gradient, n, step);
    } else {
        kernels_.adam(parameters, first, second, gradient, n, step);
    }
}

EvaluationSums NativeSession::evaluate(std::span<const int32_t> rows) {
    (void)requireRows(program_, table_, rows, std::ssize(rows));
    const auto most = size_t(options_.batch) * size_t(program_.rowsPerSequence());
    EvaluationSums sums;
    for (size_t first = 0; first < rows.size() && !interrupted(); first += most)
        sums += evaluateBatch(rows.subspan(first, std::min(most, rows.size() - first)));
    return sums;
}

EvaluationSums NativeSession::evaluateBatch(std::span<const int32_t> rows) {
    const int64_t sequences = std::ssize(rows) / program_.rowsPerSequence();
    const std::vector<int32_t> labels = requireLabels(program_, *table_, rows);
    std::vector<LossSums> sums(size_t(team_.size()));
    StepContext c = ablatedContext(rows);
    c.labels = labels.data();
    team_.run([&](int member) {
        const auto self = size_t(member);
        forEachPass(sequences, member, [&](const Slice& slice) {
            executors_[self].forward(c, slice);
            executors_[self].loss(c, slice, sums[self], false);
        });
    });
    return total(sums);
}

void NativeSession::forward(std::span<const int32_t> rows) {
    if (!options_.keepTensors) throw inputError("The session was not made to keep tensors.");
    keptSequences_ = requireRows(program_, table_, rows, options_.batch);
    keptRows_.assign(rows.begin(), rows.end());
    const StepContext c = ablatedContext(keptRows_);
    team_.run([&](int member) {
        forEachPass(keptSequences_, member,
                    [&](const Slice& slice) { executors_[member].forward(c, slice); });
    });
}

void NativeSession::backward(std::span<const float> logitsGradient) {
    const int64_t sequences = keptSequences_;
    if (!options_.train || !options_.keepTensors || sequences == 0)
        throw inputError("backward() needs a forward() in a session with gradients.");
    const std::vector<int32_t> labels =
        logitsGradient.empty() ? requireLabels(program_, *table_, keptRows_) : std::vector<int32_t>();
    requireLogitsGradient(program_, logitsGradient, sequences);
    keepGradients();
    StepContext c = ablatedContext(keptRows_);
    c.labels = labels.data();
    c.lossScale = lossScale(labels);
    std::ranges::copy(logitsGradient, keptGradients_.data() + layouts_.gradients.offset(program_.logits, 0));
    const bool ofParameters = options_.parameterGradients;
    if (ofParameters) makeGradients();
    team_.run([&](int member) {
        float* const gradient = ofParameters ? memberGradient(member) : nullptr;
        if (ofParameters) std::fill_n(gradient, count_, 0.0f);
        LossSums ignored;
        forEachPass(sequences, member, [&](const Slice& slice) {
            Executor& executor = executors_[member];
            executor.gather(c, slice);
            if (logitsGradient.empty()) executor.loss(c, slice, ignored, true);
            executor.backward(c, slice, gradient);
        });
        team_.meet();
        if (ofParameters) (void)reduceGradients(partOf(count_, member, team_.size(), 16));
    });
}

std::vector<float> NativeSession::readFrom(const AlignedBuffer& buffer, const WorkspaceLayout& layout,
                                           TensorId tensor) const {
    if (!buffer.data()) throw inputError("The session was not made to keep this.");
    requireKept(
        program_, tensor,
        layout.holds(tensor) &&
            (!readsFew(options_) || std::ranges::find(options_.readable, tensor) != options_.readable.end()));
    const float* begin = buffer.data() + layout.offset(tensor, 0);
    return {begin, begin + keptSequences_ * program_.tensors[tensor].size()};
}

}  // namespace

std::unique_ptr<Session> NativeBackend::compile(Program program, const SessionOptions& options) const {
    const int64_t bytes = memoryBytes(program, options);
    const char* advice = "Choose a smaller batch, width or length.";
    requireMemory(bytes, "The network", advice);
    try {
        return std::make_unique<NativeSession>(std::move(program), options);
    } catch (const std::bad_alloc&) {
        throw inputError("The network needs " + memoryText(bytes) +
                         " of memory, which this machine does not give. " + advice);
    }
}

int64_t NativeBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    const int members = threadCount(options);
    const FusedOps ops = fuse(program, options.keep);
    const Layouts layouts = layoutsOf(
        program, ops, options, options.keepTensors ? options.batch : sequencesPerPass(program, ops, options));
    const int64_t workspace = (options.keepTensors ? 1 : members) *
                                  (layouts.values.total() + (options.train ? layouts.gradients.total() : 0)) +
                              members * Executor::scratchFloats(program, ops);
    const int64_t parameters =
        program.parameterCount() * (options.train && !options.keepTensors ? 4 + (members > 1 ? members : 0)
                                    : options.train && options.parameterGradients
                                        ? 2 + (members > 1 ? members : 0)
                                        : 1);
    return (workspace + parameters) * int64_t{sizeof(float)};
}

}  // namespace attx
