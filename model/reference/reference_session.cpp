#include "model/reference/reference_session.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/network/ablation.h"
#include "model/network/positions.h"
#include "model/network/program_analysis.h"
#include "model/network/session_input.h"
#include "model/reference/operations.h"

namespace attx {
namespace {

using reference::Array;

std::vector<float> narrow(const Array& values) { return {values.begin(), values.end()}; }

/// What an element is multiplied by: 0 where it is dropped.
double keptBy(const DropoutSite& at, uint64_t seed, int64_t step, size_t element) {
    if (at.p == 0) return 1;
    const PhiloxBlock words = philox(
        {static_cast<uint32_t>(element / 4), uint32_t(step), at.site, uint32_t(RandomStream::Dropout)}, seed);
    const bool kept = words[element % 4] >= uint32_t(double(at.p) * 0x1p32);
    return kept ? 1 / (1 - double(at.p)) : 0;
}

/// The sequences that a pass goes over, gathered from the table.
struct Batch {
    size_t sequences = 0;
    std::vector<int32_t> rows, tokens, types, lengths, labels;
    std::vector<float> counts;
    bool dropout = false;
};

class ReferenceSession final : public Session {
public:
    ReferenceSession(Program program, const SessionOptions& options)
        : program_(std::move(program)),
          options_(options),
          parameters_(count()),
          first_(count()),
          second_(count()) {}

    const Program& program() const override { return program_; }
    std::string device() const override { return "reference"; }

    void writeParameters(std::span<const float> values) override {
        requireParameters(program_, values);
        parameters_.assign(values.begin(), values.end());
    }
    void setParameters(Array values) { parameters_ = std::move(values); }
    std::vector<float> readParameters() override { return narrow(parameters_); }
    void writeOptimiser(const OptimiserState& state) override {
        requireOptimiser(program_, state);
        step_ = state.step;
        first_.assign(state.first.begin(), state.first.end());
        second_.assign(state.second.begin(), state.second.end());
    }
    OptimiserState readOptimiser() override { return {step_, narrow(first_), narrow(second_)}; }
    void bind(const Table& table) override {
        requireTable(program_, table);
        table_ = &table;
    }
    void setAblation(const Ablation& ablation) override {
        requireAblation(program_, ablation);
        ablation_ = ablation;
    }

    size_t train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                 std::span<StepMetrics> results) override;
    EvaluationSums evaluate(std::span<const int32_t> rows) override;
    void forward(std::span<const int32_t> rows) override {
        batch_ = gathered(rows, options_.batch);
        forwardPass(ablation_);
    }
    void backward(std::span<const float> logitsGradient) override {
        if (batch_.sequences == 0) throw inputError("backward() needs a forward().");
        requireLogitsGradient(program_, logitsGradient, int64_t(batch_.sequences));
        Array gradient(logitsGradient.begin(), logitsGradient.end());
        if (gradient.empty()) {
            batch_.labels = requireLabels(program_, *table_, batch_.rows);
            gradient = loss().dLogits;
        }
        backwardPass(std::move(gradient), ablation_);
    }
    std::vector<float> read(TensorId tensor) override { return narrow(value(tensor)); }
    std::vector<float> readGradient(TensorId tensor) override { return narrow(gradient(tensor)); }
    std::vector<float> readParameterGradient() override { return narrow(parameterGradient_); }

private:
    struct Forward;
    struct Backward;

    [[nodiscard]] size_t count() const { return size_t(program_.parameterCount()); }
    [[nodiscard]] Batch gathered(std::span<const int32_t> rows, int64_t limit) const;
    void forwardPass(const Ablation& ablation);
    void backwardPass(Array logitsGradient, const Ablation& ablation);
    /// Summed over the labelled rows; its gradient is that of their mean.
    [[nodiscard]] reference::CrossEntropy loss(double smoothing = 0);
    void stepParameters(const StepScalars& scalars, double norm);

    Array& value(TensorId id) { return values_[id]; }
    Array& gradient(TensorId id) { return gradients_[id]; }
    [[nodiscard]] const ParameterInfo& info(ParameterId id) const { return program_.parameters[id]; }
    [[nodiscard]] Array parameter(std::optional<ParameterId> id) const {
        if (!id) return {};
        const auto first = parameters_.begin() + info(*id).offset;
        return {first, first + info(*id).size()};
    }
    void addParameterGradient(std::optional<ParameterId> id, const Array& values) {
        for (size_t i = 0; id && i < values.size(); ++i)
            parameterGradient_[size_t(info(*id).offset) + i] += values[i];
    }
    [[nodiscard]] size_t width(TensorId id) const { return size_t(program_.tensors[id].shape.back()); }
    [[nodiscard]] size_t elements(TensorId id) const {
        return batch_.sequences * size_t(program_.tensors[id].size());
    }
    [[nodiscard]] size_t rowsOf(TensorId id) const { return elements(id) / width(id); }
    [[nodiscard]] size_t length() const { return size_t(program_.length); }
    [[nodiscard]] double kept(const DropoutSite& at, size_t element) const {
        return batch_.dropout ? keptBy(at, options_.seed, step_, element) : 1;
    }
    /// Of each sequence, how many positions count.
    [[nodiscard]] std::vector<int32_t> lengthsIf(bool masked) const {
        return masked && !batch_.lengths.empty() ? batch_.lengths
                                                 : std::vector<int32_t>(batch_.sequences, program_.length);
    }
    /// Calls f(q, k or v, a number of it, its place in y) for every number of y.
    template <class F>
    void eachOfHeads(const ShareKeys& op, F&& f) const {
        const auto NH = size_t(op.heads), n = size_t(op.kvHeads), HS = width(op.q) / NH;
        for (size_t row = 0; row < rowsOf(op.y); ++row)
            for (size_t head = 0; head < NH; ++head)
                for (size_t d = 0; d < HS; ++d) {
                    const size_t to = (row * NH + head) * 3 * HS + d, group = head * n / NH;
                    f(op.q, (row * NH + head) * HS + d, to);
                    f(op.k, (row * n + group) * HS + d, to + HS);
                    f(op.v, (row * n + group) * HS + d, to + 2 * HS);
                }
    }
    void gateHeads(Array& y, const Attention& op, const Ablation& ablation) const {
        if (ablation.headGates.empty()) return;
        const auto heads = size_t(op.heads), C = width(op.y), first = size_t(layerOf(program_, op)) * heads;
        for (size_t i = 0; i < y.size(); ++i) y[i] *= double(ablation.headGates[first + i % C / (C / heads)]);
    }

    const Program program_;
    const SessionOptions options_;
    Array parameters_, first_, second_, parameterGradient_;
    std::vector<Array> values_, gradients_;  ///< Indexed by TensorId, for batch_
    Batch batch_;
    const Table* table_ = nullptr;
    Ablation ablation_;
    int64_t step_ = 0;
};

Batch ReferenceSession::gathered(std::span<const int32_t> rows, int64_t limit) const {
    Batch batch;
    batch.sequences = size_t(requireRows(program_, table_, rows, limit));
    batch.rows.assign(rows.begin(), rows.end());
    for (size_t s = 0; s < batch.sequences; ++s) {
        const auto row = size_t(rows[s * size_t(program_.rowsPerSequence())]);
        const auto T = size_t(program_.given());
        const auto positionsOf = [&](const auto& from, auto& to) {
            if (!from.empty())
                to.insert(to.end(), from.begin() + std::ptrdiff_t(row * T),
                          from.begin() + std::ptrdiff_t((row + 1) * T));
        };
        if (!table_->counts.empty()) batch.counts.resize(batch.counts.size() + length() - T, 1);
        positionsOf(table_->tokens, batch.tokens);
        positionsOf(table_->types, batch.types);
        positionsOf(table_->counts, batch.counts);
        if (!table_->lengths.empty())
            batch.lengths.push_back(program_.config.positionsFor(table_->lengths[row]));
    }
    if (batch.types.empty()) batch.types.resize(batch.tokens.size());
    return batch;
}

struct ReferenceSession::Forward {
    ReferenceSession& s;
    const Ablation& ablation;

    void operator()(const Embed& op) const {
        Array& y = s.value(op.y);
        const Array weight = s.parameter(op.weight);
        const size_t C = s.width(op.y), V = weight.size() / C;
        for (size_t n = 0; n < s.rowsOf(op.y); ++n) {
            const auto token = size_t(op.types ? s.batch_.types[n] : s.batch_.tokens[n]);
            for (size_t c = 0; c < C; ++c)
                y[n * C + c] = s.kept(op.inputDropout, n) * weight[op.bias ? c * V + token : token * C + c] +
                               (op.bias ? s.parameter(*op.bias)[c] : 0);
        }
    }
    void operator()(const LoadFeatures& op) const {
        const size_t D = s.width(op.y);
        for (size_t i = 0; i < s.elements(op.y); ++i)
            s.value(op.y)[i] = double(s.table_->features[size_t(s.batch_.rows[i / D]) * D + i % D]);
    }
    void operator()(const Linear& op) const {
        s.value(op.y) = reference::linearForward(s.value(op.x), s.parameter(op.weight), s.parameter(op.bias),
                                                 s.rowsOf(op.x), s.width(op.x), s.width(op.y), false);
    }
    void operator()(const Prepend& op) const {
        const Array token = s.parameter(op.token);
        const size_t C = token.size(), T = s.length();
        for (size_t i = 0; i < s.elements(op.y); ++i) {
            const size_t b = i / C / T, t = i / C % T;
            s.value(op.y)[i] = t == 0 ? token[i % C] : s.value(op.x)[(b * (T - 1) + t - 1) * C + i % C];
        }
    }
    void operator()(const AddPositions& op) const {
        const std::vector<float> sines = positionalEncoding(s.program_.length, int(s.width(op.y)));
        const Array table = op.table ? s.parameter(op.table) : Array(sines.begin(), sines.end());
        for (size_t i = 0; i < s.elements(op.y); ++i)
            s.value(op.y)[i] = s.value(op.x)[i] + table[i % sines.size()];
    }
    void operator()(const Add& op) const {
        for (size_t i = 0; i < s.elements(op.y); ++i)
            s.value(op.y)[i] = s.value(op.residual)[i] + s.value(op.x)[i];
    }
    void operator()(const Multiply& op) const {
        for (size_t i = 0; i < s.elements(op.y); ++i) s.value(op.y)[i] = s.value(op.a)[i] * s.value(op.b)[i];
    }
    void operator()(const ShareKeys& op) const {
        s.eachOfHeads(op,
                      [&](TensorId from, size_t at, size_t to) { s.value(op.y)[to] = s.value(from)[at]; });
    }
    void operator()(const Rotate& op) const {
        const auto heads = size_t(op.heads);
        s.value(op.y) = reference::rotate(s.value(op.x), s.batch_.sequences, s.length(), heads,
                                          s.width(op.y) / heads / 3, op.base);
    }
    void operator()(const Activate& op) const {
        for (size_t i = 0; i < s.elements(op.y); ++i)
            s.value(op.y)[i] = reference::activation(op.kind, s.value(op.x)[i]);
    }
    void operator()(const Dropout& op) const {
        for (size_t i = 0; i < s.elements(op.y); ++i) s.value(op.y)[i] = s.value(op.x)[i] * s.kept(op.at, i);
    }
    void operator()(const Attention& op) const {
        const auto heads = size_t(op.heads);
        std::vector<uint8_t> hidden(ablation.maskedTokens.empty() ? 0 : s.length());
        for (const int32_t position : ablation.maskedTokens) hidden[position] = 1;
        auto [y, probabilities] = reference::attentionForward(
            s.value(op.qkv), s.lengthsIf(op.masked), hidden, s.batch_.sequences, s.length(), heads,
            s.width(op.y) / heads, s.batch_.counts, op.causal, op.alibi);
        s.gateHeads(y, op, ablation);
        s.value(op.y) = std::move(y);
        s.value(op.probabilities) = std::move(probabilities);
    }
    void operator()(const Norm& op) const {
        const Array& x = s.value(op.x);
        const size_t N = s.rowsOf(op.x), C = s.width(op.x);
        const auto eps = double(op.eps);
        s.value(op.y) = reference::normForward(x, s.parameter(op.weight), s.parameter(op.bias), eps,
                                               op.centred, N, C, false);
        for (size_t n = 0; n < N; ++n) {
            const auto [mean, deviation] = reference::statsOf(&x[n * C], C, eps, op.centred);
            s.value(op.stats)[2 * n] = mean;
            s.value(op.stats)[2 * n + 1] = 1 / deviation;
        }
    }
    void operator()(const Pool& op) const {
        auto [y, argmax] = reference::pool(s.value(op.x), s.lengthsIf(op.masked), s.batch_.sequences,
                                           s.length(), s.width(op.x), s.width(op.y) / s.width(op.x), op.kind);
        s.value(op.y) = std::move(y);
        s.value(op.argmax) = std::move(argmax);
    }
    void operator()(const CrossEntropy&) const {}  // ReferenceSession::loss
};

struct ReferenceSession::Backward {
    ReferenceSession& s;
    const Ablation& ablation;

    void add(TensorId to, const Array& values) const {
        for (size_t i = 0; i < values.size(); ++i) s.gradient(to)[i] += values[i];
    }

    void operator()(const Embed& op) const {
        const Array& dy = s.gradient(op.y);
        const size_t C = s.width(op.y);
        Array dWeight(size_t(s.info(op.weight).size())), dBias(op.bias ? C : 0);
        for (size_t i = 0; i < dy.size(); ++i) {
            const size_t n = i / C, c = i % C;
            const auto token = size_t(op.types ? s.batch_.types[n] : s.batch_.tokens[n]);
            dWeight[op.bias ? c * (dWeight.size() / C) + token : token * C + c] +=
                s.kept(op.inputDropout, n) * dy[i];
            if (op.bias) dBias[c] += dy[i];
        }
        s.addParameterGradient(op.weight, dWeight);
        if (op.bias) s.addParameterGradient(*op.bias, dBias);
    }
    void operator()(const LoadFeatures&) const {}
    void operator()(const Linear& op) const {
        const auto [dx, dWeight, dBias] =
            reference::linearBackward(s.gradient(op.y), s.value(op.x), s.parameter(op.weight), s.rowsOf(op.x),
                                      s.width(op.x), s.width(op.y));
        add(op.x, dx);
        s.addParameterGradient(op.weight, dWeight);
        s.addParameterGradient(op.bias, dBias);
    }
    void operator()(const Prepend& op) const {
        const size_t C = s.width(op.y), T = s.length();
        Array dToken(C);
        for (size_t i = 0; i < s.elements(op.y); ++i) {
            const size_t b = i / C / T, t = i / C % T;
            (t == 0 ? dToken[i % C] : s.gradient(op.x)[(b * (T - 1) + t - 1) * C + i % C]) +=
                s.gradient(op.y)[i];
        }
        s.addParameterGradient(op.token, dToken);
    }
    void operator()(const AddPositions& op) const {
        const Array& dy = s.gradient(op.y);
        add(op.x, dy);
        Array dTable(s.length() * s.width(op.y));
        for (size_t i = 0; i < dy.size(); ++i) dTable[i % dTable.size()] += dy[i];
        s.addParameterGradient(op.table, dTable);
    }
    void operator()(const Multiply& op) const {
        for (size_t i = 0; i < s.elements(op.y); ++i) {
            s.gradient(op.a)[i] += s.gradient(op.y)[i] * s.value(op.b)[i];
            s.gradient(op.b)[i] += s.gradient(op.y)[i] * s.value(op.a)[i];
        }
    }
    void operator()(const ShareKeys& op) const {
        s.eachOfHeads(
            op, [&](TensorId from, size_t at, size_t to) { s.gradient(from)[at] += s.gradient(op.y)[to]; });
    }
    void operator()(const Rotate& op) const {
        const auto heads = size_t(op.heads);
        add(op.x, reference::rotate(s.gradient(op.y), s.batch_.sequences, s.length(), heads,
                                    s.width(op.y) / heads / 3, op.base, -1));
    }
    void operator()(const Add& op) const { add(op.residual, s.gradient(op.y)), add(op.x, s.gradient(op.y)); }
    void operator()(const Activate& op) const {
        for (size_t i = 0; i < s.elements(op.x); ++i)
            s.gradient(op.x)[i] +=
                s.gradient(op.y)[i] * reference::activationSlope(op.kind, s.value(op.x)[i]);
    }
    void operator()(const Dropout& op) const {
        for (size_t i = 0; i < s.elements(op.x); ++i)
            s.gradient(op.x)[i] += s.gradient(op.y)[i] * s.kept(op.at, i);
    }
    void operator()(const Attention& op) const {
        const auto heads = size_t(op.heads);
        s.gateHeads(s.gradient(op.y), op, ablation);
        auto [dqkv, dProbabilities] = reference::attentionBackward(
            s.gradient(op.y), s.value(op.qkv), s.value(op.probabilities), s.lengthsIf(op.masked),
            s.batch_.sequences, s.length(), heads, s.width(op.y) / heads, op.causal);
        add(op.qkv, dqkv);
        add(op.probabilities, dProbabilities);
    }
    void operator()(const Norm& op) const {
        const auto [dx, dWeight, dBias] =
            reference::normBackward(s.gradient(op.y), s.value(op.x), s.parameter(op.weight), double(op.eps),
                                    op.centred, s.rowsOf(op.x), s.width(op.x));
        add(op.x, dx);
        s.addParameterGradient(op.weight, dWeight);
        s.addParameterGradient(op.bias, dBias);
    }
    void operator()(const Pool& op) const {
        add(op.x, reference::poolBackward(s.gradient(op.y), s.value(op.argmax), s.batch_.sequences,
                                          s.length(), s.width(op.x), s.width(op.y) / s.width(op.x), op.kind));
    }
    void operator()(const CrossEntropy&) const {}
};

void ReferenceSession::forwardPass(const Ablation& ablation) {
    values_.assign(program_.tensors.size(), {});
    for (size_t id = 0; id < values_.size(); ++id) values_[id].resize(elements(static_cast<TensorId>(id)));
    for (const Op& op : program_.ops) std::visit(Forward{*this, ablation}, op);
}

void ReferenceSession::backwardPass(Array logitsGradient, const Ablation& ablation) {
    gradients_.clear();
    for (const Array& values : values_) gradients_.emplace_back(values.size());
    parameterGradient_.assign(count(), 0);
    gradient(program_.logits) = std::move(logitsGradient);
    for (size_t i = program_.ops.size(); i-- > 0;) std::visit(Backward{*this, ablation}, program_.ops[i]);
    const auto at = [&](int64_t i) -> double& { return parameterGradient_[i]; };
    for (const auto& [first, last] : program_.withoutGradient)
        for (int64_t i = first; i < last; ++i) at(i) = 0;
    for (const auto& [first, last] : program_.cancelling) {
        double largest = 0;
        for (int64_t i = first; i < last; ++i) largest = std::max(largest, std::abs(at(i)));
        for (int64_t i = first; i < last; ++i)
            if (std::abs(at(i)) < double(Program::cancelled) * largest) at(i) = 0;
    }
}

reference::CrossEntropy ReferenceSession::loss(double smoothing) {
    const auto [logits, rows, classes] = program_.loss();
    const auto labelled = std::ranges::count_if(batch_.labels, [](int32_t label) { return label >= 0; });
    const double scale = labelled ? 1 / double(labelled) : 0;
    return classes == 1
               ? reference::binaryCrossEntropy(value(logits), batch_.labels, scale, smoothing)
               : reference::crossEntropy(value(logits), batch_.labels, batch_.sequences * size_t(rows),
                                         size_t(classes), scale, smoothing);
}

size_t ReferenceSession::train(std::span<const int32_t> rows, std::span<const StepScalars> scalars,
                               std::span<StepMetrics> results) {
    const auto B = size_t(options_.batch) * size_t(program_.rowsPerSequence());
    if (rows.size() != scalars.size() * B || results.size() != scalars.size())
        throw inputError("train: rows, scalars and results do not fit each other.");
    for (size_t i = 0; i < scalars.size(); ++i, ++step_) {
        batch_ = gathered(rows.subspan(i * B, B), options_.batch);
        batch_.labels = requireLabels(program_, *table_, batch_.rows);
        batch_.dropout = true;
        forwardPass({});
        const reference::CrossEntropy sums = loss(options_.training.labelSmoothing);
        backwardPass(sums.dLogits, {});
        double squares = 0;
        for (const double g : parameterGradient_) squares += g * g;
        const double norm = std::sqrt(squares), counted = double(std::max<int64_t>(sums.counted, 1));
        stepParameters(scalars[i], norm);
        results[i] = {static_cast<float>(sums.loss / counted), float(double(sums.correct) / counted),
                      float(norm)};
    }
    batch_ = {};  // its tensors are those before the last step
    return scalars.size();
}

/// Kingma & Ba 2015; decoupled decay by Loshchilov & Hutter 2019; RMSprop as Kernels::rmsProp says.
void ReferenceSession::stepParameters(const StepScalars& scalars, double norm) {
    const TrainingConfig& t = options_.training;
    const double clip = t.clipNorm > 0 ? std::min(1.0, t.clipNorm / (norm + 1e-6)) : 1.0,
                 rate = double(scalars.learningRate),
                 decay = t.optimiser == Optimiser::AdamW ? rate * t.weightDecay : 0,
                 added = t.optimiser == Optimiser::AdamL2 ? t.weightDecay : 0;
    for (auto i = size_t(program_.frozen); i < parameters_.size(); ++i) {
        const double g = parameterGradient_[i] * clip + added * parameters_[i];
        if (t.optimiser == Optimiser::Sgd) parameters_[i] -= rate * g;
        if (t.optimiser == Optimiser::Sgd) continue;
        const double share = isRmsProp(t.optimiser) ? t.rho : t.beta2;
        second_[i] = share * second_[i] + (1 - share) * g * g;
        if (isRmsProp(t.optimiser)) {
            parameters_[i] -= rate * g /
                              (t.optimiser == Optimiser::RmsPropKeras3 ? std::sqrt(second_[i] + t.epsilon)
                                                                       : std::sqrt(second_[i]) + t.epsilon);
            continue;
        }
        first_[i] = t.beta1 * first_[i] + (1 - t.beta1) * g;
        parameters_[i] -=
            decay * parameters_[i] + rate * double(scalars.correction1) * first_[i] /
                                         (std::sqrt(second_[i] * double(scalars.correction2)) + t.epsilon);
    }
}

EvaluationSums ReferenceSession::evaluate(std::span<const int32_t> rows) {
    batch_ = gathered(rows, std::ssize(rows));
    batch_.labels = requireLabels(program_, *table_, batch_.rows);
    forwardPass(ablation_);
    const reference::CrossEntropy sums = loss();
    return {sums.loss, sums.correct, sums.counted};
}

}  // namespace

double referenceLoss(const Program& program, const std::vector<double>& parameters, const Table& table,
                     std::span<const int32_t> rows) {
    ReferenceSession session(program, {});
    session.setParameters(parameters);
    session.bind(table);
    return session.evaluate(rows).meanLoss();
}

std::unique_ptr<Session> ReferenceBackend::compile(Program program, const SessionOptions& options) const {
    return std::make_unique<ReferenceSession>(std::move(program), options);
}

int64_t ReferenceBackend::memoryBytes(const Program& program, const SessionOptions& options) const {
    int64_t numbers = 4 * program.parameterCount();
    for (const TensorInfo& tensor : program.tensors) numbers += 2 * options.batch * tensor.size();
    return numbers * int64_t{sizeof(double)};
}

}  // namespace attx
