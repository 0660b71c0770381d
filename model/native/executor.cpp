#include "model/native/executor.h"

#include <algorithm>
#include <cmath>

namespace attx {
namespace {

/// Backward need not go further than this operation, where parameters are frozen; else 0.
size_t firstTrained(const Program& program, const FusedOps& ops) {
    if (program.frozen == 0) return 0;
    const auto isTrained = [&](ParameterId id) { return program.parameters[id].offset >= program.frozen; };
    const auto found = std::ranges::find_if(ops, [&](const FusedOp& op) {
        return std::ranges::any_of(opInfo(program, op).parameters, isTrained);
    });
    return size_t(found - ops.begin());
}

}  // namespace

/// Addresses of one operation's tensors and parameters within a slice.
struct Executor::Pass {
    const Executor& e;
    const StepContext& context;
    const Slice& slice;

    [[nodiscard]] float* value(TensorId id) const {
        return e.values_ + e.layouts_.values.offset(id, slice.workspaceFirst);
    }
    /// Null: there is none.
    [[nodiscard]] float* gradient(TensorId id) const {
        const WorkspaceLayout& layout = e.layouts_.gradients;
        return layout.holds(id) ? e.gradients_ + layout.offset(id, slice.workspaceFirst) : nullptr;
    }
    [[nodiscard]] const ParameterInfo& info(ParameterId id) const { return e.program_.parameters[id]; }
    [[nodiscard]] const float* parameter(ParameterId id) const {
        return context.parameters + info(id).offset;
    }
    /// Null: there is none.
    [[nodiscard]] const float* parameter(std::optional<ParameterId> id) const {
        return id ? parameter(*id) : nullptr;
    }
    [[nodiscard]] int width(TensorId id) const { return int(e.program_.tensors[id].shape.back()); }
    /// N: rows of a tensor whose last axis is its width.
    [[nodiscard]] int64_t rows(TensorId id) const { return elements(id) / width(id); }
    [[nodiscard]] int64_t elements(TensorId id) const { return slice.count * e.program_.tensors[id].size(); }
    /// `perSequence`: elements of the masked tensor in one sequence.
    [[nodiscard]] DropoutMask mask(const DropoutSite& dropout, int64_t perSequence) const {
        return {context.dropout ? dropout.p : 0.0f, dropout.site, context.step, context.seed,
                slice.first * perSequence};
    }
    /// What dropout does to a surviving element.
    [[nodiscard]] float keptScale(const DropoutSite& dropout) const {
        return context.dropout && dropout.p > 0 ? 1.0f / (1.0f - dropout.p) : 1.0f;
    }
    void applyDropout(float* x, TensorId id, const DropoutSite& dropout) const {
        const int64_t perSequence = e.program_.tensors[id].size();
        e.kernels_.dropout(x, slice.count * perSequence, mask(dropout, perSequence));
    }

    /// The values of each head, or their gradient, times its gate.
    void gateHeads(float* y, const Attention& op) const {
        if (!context.headGates) return;
        const float* gates = context.headGates + int64_t{layerOf(e.program_, op)} * op.heads;
        const int64_t n = elements(op.y);
        const int C = width(op.y), HS = C / op.heads;
        for (int64_t i = 0; i < n; i += HS)
            for (int c = 0; c < HS; ++c) y[i + c] *= gates[i % C / HS];
    }

    [[nodiscard]] const int32_t* lengths(bool masked) const {
        return masked && !e.lengths_.empty() ? e.lengths_.data() : nullptr;
    }

    [[nodiscard]] const int32_t* tokens(const Embed& op) const {
        return op.types ? e.types_.data() : e.tokens_.data();
    }
    /// V
    [[nodiscard]] int categories(const Embed& op) const { return int(info(op.weight).size() / width(op.y)); }

    // ---- forward -------------------------------------------------------------------------------
    void operator()(const Embed& op) const {
        e.kernels_.embedForward(value(op.y), tokens(op), parameter(op.weight), parameter(op.bias), rows(op.y),
                                categories(op), width(op.y), mask(op.inputDropout, e.program_.given()));
    }
    void operator()(const FusedLoad& op) const {
        const int64_t D = width(op.y);
        const int32_t* row = context.rows + slice.first * e.program_.given();
        for (int64_t n = 0; n < rows(op.y); ++n)
            std::copy_n(context.table->features.data() + row[n] * D, D, value(op.y) + n * D);
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const FusedLinear& op) const {
        e.kernels_.linearForward(value(op.y), value(op.x), parameter(op.weight), parameter(op.bias),
                                 e.scratch_.data(), rows(op.x), width(op.x), width(op.y), op.relu);
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const Prepend& op) const {
        const int64_t behind = e.program_.tensors[op.x].size(), C = width(op.y);
        for (int64_t s = 0; s < slice.count; ++s) {
            float* row = std::copy_n(parameter(op.token), C, value(op.y) + s * (C + behind));
            std::copy_n(value(op.x) + s * behind, behind, row);
        }
    }
    void operator()(const AddPositions& op) const {
        e.kernels_.addPeriodic(value(op.y), value(op.x),
                               op.table ? parameter(*op.table) : e.positions_.data(), elements(op.y),
                               int64_t(e.positions_.size()));
    }
    void operator()(const ShareKeys& op) const {
        eachHead(op, [&](TensorId from, int64_t at, int64_t to, int64_t HS) {
            std::copy_n(value(from) + at, HS, value(op.y) + to);
        });
    }
    /// Calls f(q, k or v, where a head's are in it, where they are in y, HS) for all of them.
    template <class F>
    void eachHead(const ShareKeys& op, F&& f) const {
        const int64_t NH = op.heads, n = op.kvHeads, HS = width(op.q) / NH;
        for (int64_t row = 0; row < rows(op.y); ++row)
            for (int64_t head = 0; head < NH; ++head) {
                const int64_t to = (row * NH + head) * 3 * HS, shared = (row * n + head * n / NH) * HS;
                f(op.q, (row * NH + head) * HS, to, HS);
                f(op.k, shared, to + HS, HS);
                f(op.v, shared, to + 2 * HS, HS);
            }
    }
    void operator()(const Rotate& op) const { rotate(op, value(op.y), value(op.x), false); }
    void rotate(const Rotate& op, float* to, const float* from, bool back) const {
        const Turns& turns = e.turns_;
        e.kernels_.rotate(to, from, turns.cosines.data(), turns.sines.data(), slice.count, e.program_.length,
                          op.heads, width(op.y) / op.heads / 3, back);
    }
    void operator()(const Add& op) const {
        e.kernels_.addPeriodic(value(op.y), value(op.residual), value(op.x), elements(op.y), elements(op.y));
    }
    void operator()(const FusedMultiply& op) const {
        e.kernels_.multiply(value(op.y), value(op.a), value(op.b), elements(op.y));
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const FusedActivate& op) const {
        e.kernels_.activateForward(value(op.y), value(op.x), elements(op.y), op.kind);
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const Dropout& op) const {
        std::copy_n(value(op.x), elements(op.x), value(op.y));
        applyDropout(value(op.y), op.y, op.at);
    }
    void operator()(const Attention& op) const {
        e.kernels_.attentionForward(
            value(op.y), value(op.probabilities), value(op.qkv), lengths(op.masked), context.maskedTokens,
            e.logCounts_.empty() ? nullptr : e.logCounts_.data(), e.scratch_.data(), slice.count,
            e.program_.length, op.heads, width(op.y) / op.heads, op.causal, op.alibi);
        gateHeads(value(op.y), op);
    }
    void operator()(const FusedNorm& op) const {
        applyDropout(value(op.x), op.x, op.branchDropout);  // Changes x itself: only the sum is read later
        e.kernels_.normForward(value(op.y), value(op.stats), value(op.x),
                               op.residual ? value(*op.residual) : nullptr, parameter(op.weight),
                               parameter(op.bias), op.eps, op.centred, rows(op.y), width(op.y), op.relu);
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const FusedPool& op) const {
        e.kernels_.poolForward(value(op.y), value(op.argmax), value(op.x), lengths(op.masked), slice.count,
                               e.program_.length, width(op.x), width(op.y) / width(op.x), op.kind);
        applyDropout(value(op.y), op.y, op.dropout);
    }
    void operator()(const CrossEntropy&) const {}  // Executor::loss

    // ---- backward: dParameters is added to, other gradients where adds() says so ---------------------
    struct Backward;
};

struct Executor::Pass::Backward {
    const Pass& p;
    float* parameterGradient;
    const std::vector<TensorId>& addsTo;

    /// Null: none is requested.
    [[nodiscard]] float* dParameter(ParameterId id) const {
        return parameterGradient ? parameterGradient + p.info(id).offset : nullptr;
    }
    /// Null: there is none.
    [[nodiscard]] float* dParameter(std::optional<ParameterId> id) const {
        return id ? dParameter(*id) : nullptr;
    }
    [[nodiscard]] bool adds(TensorId id) const { return std::ranges::find(addsTo, id) != addsTo.end(); }
    /// dx of an operation that passes dy on as it is.
    void passOn(TensorId x, TensorId y) const {
        if (float* dx = p.gradient(x)) p.e.kernels_.copyGradient(dx, p.gradient(y), p.elements(x), adds(x));
    }

    void operator()(const Embed& op) const {
        if (!parameterGradient) return;
        p.e.kernels_.embedBackward(dParameter(op.weight), dParameter(op.bias), p.gradient(op.y), p.tokens(op),
                                   p.rows(op.y), p.categories(op), p.width(op.y),
                                   p.mask(op.inputDropout, p.e.program_.given()));
    }
    void operator()(const FusedLoad& op) const {
        if (float* gradient = p.gradient(op.y)) p.applyDropout(gradient, op.y, op.dropout);
    }
    void operator()(const FusedLinear& op) const {
        if (!op.relu) p.applyDropout(p.gradient(op.y), op.y, op.dropout);
        p.e.kernels_.linearBackward(
            p.gradient(op.x), dParameter(op.weight), dParameter(op.bias), p.gradient(op.y),
            op.relu ? p.value(op.y) : nullptr, p.keptScale(op.dropout), p.value(op.x), p.parameter(op.weight),
            p.e.scratch_.data(), p.rows(op.x), p.width(op.x), p.width(op.y), adds(op.x));
    }
    void operator()(const Prepend& op) const {
        const int64_t behind = p.e.program_.tensors[op.x].size(), C = p.width(op.y);
        for (int64_t s = 0; s < p.slice.count; ++s) {
            const float* dy = p.gradient(op.y) + s * (C + behind);
            if (parameterGradient) p.e.kernels_.copyGradient(dParameter(op.token), dy, C, true);
            if (float* dx = p.gradient(op.x)) std::copy_n(dy + C, behind, dx + s * behind);
        }
    }
    void operator()(const AddPositions& op) const {
        passOn(op.x, op.y);
        const int64_t each = p.e.program_.tensors[op.y].size();
        for (int64_t s = 0; op.table && parameterGradient && s < p.slice.count; ++s)
            p.e.kernels_.copyGradient(dParameter(*op.table), p.gradient(op.y) + s * each, each, true);
    }
    void operator()(const ShareKeys& op) const {
        for (const TensorId id : {op.q, op.k, op.v}) std::fill_n(p.gradient(id), p.elements(id), 0.0f);
        p.eachHead(op, [&](TensorId from, int64_t at, int64_t to, int64_t HS) {
            p.e.kernels_.copyGradient(p.gradient(from) + at, p.gradient(op.y) + to, HS, true);
        });
    }
    void operator()(const Rotate& op) const { p.rotate(op, p.gradient(op.x), p.gradient(op.y), true); }
    void operator()(const Add& op) const { passOn(op.residual, op.y), passOn(op.x, op.y); }
    void operator()(const FusedMultiply& op) const {
        p.applyDropout(p.gradient(op.y), op.y, op.dropout);
        p.e.kernels_.multiply(p.gradient(op.a), p.gradient(op.y), p.value(op.b), p.elements(op.y));
        p.e.kernels_.multiply(p.gradient(op.b), p.gradient(op.y), p.value(op.a), p.elements(op.y));
    }
    void operator()(const FusedActivate& op) const {
        passOn(op.x, op.y);
        p.applyDropout(p.gradient(op.x), op.x, op.dropout);
        p.e.kernels_.activateBackward(p.gradient(op.x), p.value(op.x), p.elements(op.x), op.kind);
    }
    void operator()(const Dropout& op) const {
        passOn(op.x, op.y);
        if (float* dx = p.gradient(op.x)) p.applyDropout(dx, op.x, op.at);
    }
    void operator()(const Attention& op) const {
        p.gateHeads(p.gradient(op.y), op);
        p.e.kernels_.attentionBackward(p.gradient(op.qkv), p.gradient(op.probabilities), p.gradient(op.y),
                                       p.value(op.probabilities), p.value(op.qkv), p.lengths(op.masked),
                                       p.e.scratch_.data(), p.slice.count, p.e.program_.length, op.heads,
                                       p.width(op.y) / op.heads, op.causal);
    }
    void operator()(const FusedNorm& op) const {
        if (op.relu) {
            p.e.kernels_.reluBackward(p.gradient(op.y), p.value(op.y), p.elements(op.y),
                                      p.keptScale(op.dropout));
        } else {
            p.applyDropout(p.gradient(op.y), op.y, op.dropout);
        }
        p.e.kernels_.normBackward(p.gradient(op.x), op.residual ? p.gradient(*op.residual) : nullptr,
                                  parameterGradient ? dParameter(op.weight) : p.e.unused_.data(),
                                  parameterGradient ? dParameter(op.bias) : nullptr, p.gradient(op.y),
                                  p.value(op.x), op.residual ? p.value(*op.residual) : nullptr,
                                  p.value(op.stats), p.parameter(op.weight), op.centred, p.rows(op.y),
                                  p.width(op.y), adds(op.residual.value_or(op.x)));
        p.applyDropout(p.gradient(op.x), op.x, op.branchDropout);
    }
    void operator()(const FusedPool& op) const {
        p.applyDropout(p.gradient(op.y), op.y, op.dropout);
        p.e.kernels_.poolBackward(p.gradient(op.x), p.gradient(op.y), p.value(op.argmax), p.slice.count,
                                  p.e.program_.length, p.width(op.x), p.width(op.y) / p.width(op.x), op.kind);
    }
    void operator()(const CrossEntropy&) const {}
};

int64_t Executor::scratchFloats(const Program& program, const FusedOps& ops) {
    const auto width = [&](TensorId id) { return int(program.tensors[id].shape.back()); };
    int64_t floats = 0;
    for (const FusedOp& op : ops)
        if (const auto* attention = std::get_if<Attention>(&op)) {
            floats =
                std::max(floats, attentionScratch(program.length, width(attention->y) / attention->heads));
        } else if (const auto* linear = std::get_if<FusedLinear>(&op)) {
            floats = std::max(floats, linearScratch(width(linear->x), width(linear->y)));
        }
    return floats;
}

Executor::Executor(const Program& program, const FusedOps& ops, const Kernels& kernels,
                   const Layouts& layouts, float* values, float* gradients)
    : program_(program),
      ops_(ops),
      kernels_(kernels),
      layouts_(layouts),
      values_(values),
      gradients_(gradients),
      scratch_(scratchFloats(program, ops)),
      unused_(program.config.modelDim),
      positions_(positionalEncoding(program.length, program.config.modelDim)),
      turns_(rotaryTurns(program)),
      addsTo_(gradientsAddedTo(program, ops)),
      firstTrained_(firstTrained(program, ops)) {}

void Executor::gather(const StepContext& context, const Slice& slice) {
    const Table& table = *context.table;
    const int64_t T = program_.given(), ahead = program_.length - T;
    tokens_.resize(table.tokens.empty() ? 0 : size_t(slice.count * T));
    types_.assign(tokens_.size(), 0);
    lengths_.resize(table.lengths.empty() ? 0 : size_t(slice.count));
    logCounts_.resize(table.counts.empty() ? 0 : size_t(slice.count * (ahead + T)));
    constexpr float lowest = -1e30f;  // the logarithm of none: finite, so that no difference is NaN
    for (int64_t s = 0; s < slice.count; ++s) {
        const int64_t row = context.rows[(slice.first + s) * program_.rowsPerSequence()];
        if (!logCounts_.empty())  // the class token counts once, as a logarithm 0
            std::transform(table.counts.begin() + row * T, table.counts.begin() + (row + 1) * T,
                           logCounts_.begin() + s * (ahead + T) + ahead,
                           [](float count) { return count > 0 ? std::log(count) : lowest; });
        if (!tokens_.empty()) std::copy_n(table.tokens.data() + row * T, T, tokens_.data() + s * T);
        if (!table.types.empty()) std::copy_n(table.types.data() + row * T, T, types_.data() + s * T);
        if (!lengths_.empty()) lengths_[s] = table.lengths[row] + int32_t(ahead);
    }
}

void Executor::forward(const StepContext& context, const Slice& slice) {
    gather(context, slice);
    const Pass pass{*this, context, slice};
    for (const FusedOp& op : ops_) {
        if (context.interrupted()) return;
        std::visit(pass, op);
    }
}

void Executor::loss(const StepContext& context, const Slice& slice, LossSums& sums, bool gradient) {
    const Pass pass{*this, context, slice};
    const auto [logits, rows, classes] = program_.loss();
    float* gradients = gradient ? pass.gradient(logits) : nullptr;
    const int64_t N = slice.count * rows;
    const int32_t* labels = context.labels + slice.first * rows;
    if (classes == 1) {
        kernels_.binaryCrossEntropy(sums, gradients, pass.value(logits), labels, N, context.lossScale,
                                    context.smoothing);
    } else {
        kernels_.crossEntropy(sums, gradients, pass.value(logits), labels, N, classes, context.lossScale,
                              context.smoothing);
    }
}

void Executor::backward(const StepContext& context, const Slice& slice, float* parameterGradient) {
    const Pass pass{*this, context, slice};
    for (size_t i = ops_.size(); i-- > firstTrained_ && !context.interrupted();)
        std::visit(Pass::Backward{pass, parameterGradient, addsTo_[i]}, ops_[i]);
}

}  // namespace attx
