// The kernels of each operation, forward and backward side by side.
#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu/plan/plan_builder.h"

namespace attx::gpu {
namespace {

// Above this many categories a sum over all rows for each of them costs more than three kernels.
constexpr int64_t fewCategories = 256;
// A group adds up so many sorted rows at least, and there are so many groups at most, so that neither a group
// nor the sum of a run over all of them takes long.
constexpr uint32_t fewestSortedRows = 32, mostSortedChunks = 1024;

}  // namespace

int64_t sortedRowsOf(const Program& program, const SessionOptions& options) {
    const bool many =
        std::ranges::any_of(program.ops, [](const Op& op) { return std::holds_alternative<Embed>(op); }) &&
        program.config.inputDim > fewCategories;
    return options.train && many ? int64_t{options.batch} * program.given() : 0;
}

AttentionBlock PlanBuilder::attentionBlock(const Attention& op) const {
    const uint32_t NH = uint32_t(op.heads), HS = width(op.y) / NH;
    return {0,
            batch(),
            length(),
            NH,
            HS,
            when(op.masked, ATTENTION_LENGTHS) | when(op.causal, ATTENTION_CAUSAL) |
                when(op.alibi, ATTENTION_ALIBI),
            rowsPerSequence(),
            1.0f / std::sqrt(float(HS))};
}

ShareBlock PlanBuilder::shareBlock(const ShareKeys& op) const {
    const auto heads = uint32_t(op.heads);
    return {0, rows(op.y), heads, uint32_t(op.kvHeads), width(op.q) / heads};
}

bool PlanBuilder::attentionFitsOnChip(const Attention& op) const {
    const uint32_t T = length(), HS = width(op.y) / uint32_t(op.heads);
    if (traits_.sequence) return true;
    return T <= 64 && 3 * T * HS + T + 2 * T * T <= ATTENTION_FLOATS;
}

void PlanBuilder::hideKeys() {
    list_.back().kernel += "_hiding";
    list_.back().sequence = SEQUENCE_NONE;
    list_.back().uses.push_back(all(plan_.hidden, Access::Read));
}

void PlanBuilder::gateHeads(const Attention& op, int values) {
    const int64_t first = layerOf(program_, op) * aligned(op.heads);
    addEach({"gate_heads"}, {all(values, Access::ReadWrite), {plan_.gates, Access::Read, first, op.heads}},
            op.y, attentionBlock(op));
}

PoolBlock PlanBuilder::poolBlock(const FusedPool& op, bool on) const {
    return {0,
            batch(),
            length(),
            width(op.x),
            width(op.y) / width(op.x),
            op.masked ? 1U : 0U,
            rowsPerSequence(),
            dropout(op.dropout, on)};
}

Flags PlanBuilder::normFlags(uint32_t flags, const NormBlock& block) const {
    const uint32_t shift = laneShift(block.channels);
    return {flags | when(block.channels % 4 == 0, NORM_FOURS) |
                when(block.branch.threshold > 0, NORM_BRANCH_DROPOUT) |
                when(block.result.threshold > 0, NORM_RESULT_DROPOUT),
            shift | when(block.channels <= 4U << shift, LANES_HELD)};
}

uint32_t PlanBuilder::laneShift(uint32_t channels) const {
    if (traits_.processor) return 0;
    return std::clamp<uint32_t>(std::bit_width((channels - 1) / 4), 3, 6);  // four channels to an invocation
}

namespace {
uint32_t activationFlag(Activation kind) {
    return kind == Activation::Tanh ? ACTIVATE_TANH : ACTIVATE_FIRST + uint32_t(kind);
}
}  // namespace

struct PlanBuilder::Forward {
    PlanBuilder& b;
    bool on;  ///< dropout

    void operator()(const Embed& op) const {
        b.addEach({"embed_forward", op.types ? SEQUENCE_NONE : SEQUENCE_EMBED_FORWARD},
                  {b.writes(op.y), b.parameter(op.weight), b.parameter(op.bias)}, op.y,
                  b.embedBlock(op, {}, on), {when(!op.bias, EMBED_TABLE)});
    }
    void operator()(const FusedLoad& op) const {
        b.add({"load_features"}, {b.writes(op.y)}, b.tensor(op.y).name,
              FeaturesBlock{0, b.rows(op.y), b.width(op.y), b.dropout(op.dropout, on)},
              {b.elementGroups(ceilDiv(b.elements(op.y), 4), SMALL_GROUP)},
              {when(b.width(op.y) % 4 == 0, FEATURES_FOURS)});
    }
    void operator()(const Prepend& op) const {
        b.addEach({"prepend"}, {b.reads(op.x), b.parameter(op.token), b.writes(op.y)}, op.y,
                  PrependBlock{0, b.batch(), b.length(), b.width(op.y)});
    }
    void operator()(const AddPositions& op) const {
        b.addEach({"add_positions", op.table ? SEQUENCE_NONE : SEQUENCE_ADD_POSITIONS},
                  {b.reads(op.x), op.table ? b.parameter(*op.table) : b.all(b.plan_.positions, Access::Read),
                   b.writes(op.y)},
                  op.y, ElementBlock{0, b.elements(op.y), b.length() * b.width(op.y), {}});
    }
    void operator()(const ShareKeys& op) const {
        b.addEach({"share_keys"}, {b.reads(op.q), b.reads(op.k), b.reads(op.v), b.writes(op.y)}, op.y,
                  b.shareBlock(op));
    }
    void operator()(const Rotate& op) const { b.rotate(op, b.reads(op.x), b.writes(op.y), 0); }
    void operator()(const Add& op) const {
        b.addEach({"add_positions"}, {b.reads(op.residual), b.reads(op.x), b.writes(op.y)}, op.y,
                  ElementBlock{0, b.elements(op.y), b.elements(op.y), {}});
    }
    void operator()(const FusedMultiply& op) const {
        b.addEach({"multiply"}, {b.reads(op.a), b.reads(op.b), b.writes(op.y)}, op.y,
                  ElementBlock{0, b.elements(op.y), 1, b.dropout(op.dropout, on)});
    }
    void operator()(const FusedActivate& op) const { activate(op, op.dropout, activationFlag(op.kind)); }
    void operator()(const Dropout& op) const { activate(op, op.at, ACTIVATE_NONE); }
    void operator()(const FusedLinear& op) const { b.linearForward(op, on); }
    void operator()(const Attention& op) const {
        if (b.attentionFitsOnChip(op)) {
            const AttentionBlock block = b.attentionBlock(op);
            b.add({"attention_forward", op.causal || op.alibi ? SEQUENCE_NONE : SEQUENCE_ATTENTION_FORWARD},
                  {b.reads(op.qkv), b.writes(op.probabilities), b.writes(op.y)}, b.tensor(op.y).name, block,
                  {block.heads, b.batch()});
            if (!on) b.hideKeys();
        } else {
            b.longAttentionForward(op, on);
        }
        if (!on) b.gateHeads(op, b.value(op.y));
    }
    void operator()(const FusedNorm& op) const {
        if (b.folds_.has(op, on)) return;
        const uint32_t N = b.rows(op.y), C = b.width(op.y);
        const NormBlock block{
            0, N, C, op.eps, 0, 0, b.dropout(op.branchDropout, on), b.dropout(op.dropout, on)};
        b.add({"norm_forward", op.isLayerNorm() ? SEQUENCE_NORM_FORWARD : SEQUENCE_NONE},
              {b.reads(op.x), b.reads(op.residual.value_or(op.x)), b.parameter(op.weight),
               b.parameter(op.bias), b.writes(op.y), b.writes(op.stats)},
              b.tensor(op.y).name, block, {ceilDiv(N, SMALL_GROUP >> b.laneShift(C))},
              b.normFlags(when(op.residual.has_value(), NORM_RESIDUAL) | when(op.relu, NORM_RELU) |
                              when(op.centred, NORM_CENTRED) | when(op.bias.has_value(), NORM_BIAS),
                          block));
    }
    void operator()(const FusedPool& op) const {
        b.add({"pool_forward"}, {b.reads(op.x), b.writes(op.y), b.writes(op.argmax)}, b.tensor(op.y).name,
              b.poolBlock(op, on), {ceilDiv(b.elements(op.y), SMALL_GROUP)},
              {static_cast<uint32_t>(op.kind)});
    }
    void operator()(const CrossEntropy&) const {}  // PlanBuilder::loss

private:
    template <class Elementwise>
    void activate(const Elementwise& op, const DropoutSite& dropout, uint32_t flags) const {
        b.addEach({"activate"}, {b.reads(op.x), b.writes(op.y)}, op.y,
                  ElementBlock{0, b.elements(op.y), 1, b.dropout(dropout, on)}, {flags});
    }
};

uint32_t PlanBuilder::tokenStride() const {
    return uint32_t(program_.given()) * (program_.config.tokenTypes > 0 ? 2 : 1);
}

EmbedBlock PlanBuilder::embedBlock(const Embed& op, const EmbedSums& sums, bool on) const {
    const uint32_t C = width(op.y), T = rows(op.y) / batch();
    return {0,
            batch(),
            T,
            uint32_t(info(op.weight).size()) / C,
            C,
            sums.chunk,
            sums.weightStride,
            sums.biasStride,
            tokenStride(),
            op.types ? T : 0,
            dropout(op.inputDropout, on)};
}

uint32_t PlanBuilder::embedPartials(ParameterId weight) const {
    for (const FusedOp& op : ops_)
        if (const auto* embed = std::get_if<Embed>(&op); embed && embed->weight == weight)
            return isSorted(*embed) ? 1 : ceilDiv(rows(embed->y), chunkOf(rows(embed->y)));
    return 0;
}

void PlanBuilder::embedBackward(const Embed& op, bool on) {
    const uint32_t C = width(op.y), V = uint32_t(info(op.weight).size()) / C, N = rows(op.y);
    const uint32_t chunk = chunkOf(N), chunks = ceilDiv(N, chunk), table = when(!op.bias, EMBED_TABLE);
    const bool sorted = isSorted(op);
    const uint32_t own = embedPartials(op.weight);
    const Partial weight = partial(op.weight, own);
    const Partial bias = op.bias ? partial(*op.bias, chunks) : Partial{};
    const Use biasSums = partialSums(op.bias), dy = readsGradient(op.y);
    Use sums = partialSums(op.weight);  // Those of a layer tied to the table come first
    sums.first += weight.stride * (weight.count - own);
    sums.floats = weight.stride * own;
    const DropoutBlock factors = dropout(op.inputDropout, on);
    const std::string& label = tensor(op.y).name;
    if (!sorted) {
        add({"embed_backward", op.types ? SEQUENCE_NONE : SEQUENCE_EMBED_BACKWARD}, {dy, sums, biasSums},
            label, embedBlock(op, {chunk, uint32_t(weight.stride), uint32_t(bias.stride)}, on),
            {ceilDiv((V + 1) * C, SMALL_GROUP), chunks}, {table});
        return;
    }
    const uint32_t each = std::max(fewestSortedRows, ceilDiv(N, mostSortedChunks)), groups = ceilDiv(N, each);
    const SortedRowsBlock block{
        0, batch(), N / batch(), V, C, each, slots_ * batch() * rowsPerSequence(), tokenStride(), factors};
    const int parts = addBuffer("the parts of the gradient of " + label, int64_t{2} * groups * C, false);
    zero(sums, V * C, label);
    add({"embed_rows"}, {dy, sums, all(parts, Access::Write)}, label, block, {groups}, {table});
    add({"embed_runs"}, {all(parts, Access::Read), sums}, label, block, {groups}, {table});
    if (op.bias) addColumnSums(dy, *op.bias, N, C, label);
}

void PlanBuilder::addColumnSums(const Use& from, ParameterId to, uint32_t rows, uint32_t columns,
                                const std::string& label) {
    const uint32_t chunk = chunkOf(rows), chunks = ceilDiv(rows, chunk);
    const auto stride = uint32_t(partial(to, chunks).stride);
    add({"column_sum"}, {from, partialSums(to)}, label, NormBlock{0, rows, columns, 0, chunk, stride, {}, {}},
        {ceilDiv(columns, SMALL_GROUP), chunks});
}

void PlanBuilder::zero(const Use& all, uint32_t floats, const std::string& label) {
    add({"zero"}, {all}, label, ElementBlock{0, floats, 1, {}}, {elementGroups(floats, LARGE_GROUP)});
}

void PlanBuilder::prependBackward(const Prepend& op) {
    const uint32_t C = width(op.y);
    const int first = addBuffer("the gradients of " + info(op.token).name, int64_t{batch()} * C, false);
    addEach({"prepend_gradient"}, {readsGradient(op.y), writesGradient(op.x), all(first, Access::Write)},
            op.y, PrependBlock{0, batch(), length(), C});
    addColumnSums(all(first, Access::Read), op.token, batch(), C, tensor(op.y).name);
}

void PlanBuilder::positionTableBackward(const AddPositions& op) {  // the sum over sequences
    const uint32_t C = length() * width(op.y);
    const std::string& label = tensor(op.y).name;
    partial(*op.table, ceilDiv(batch(), chunkOf(batch())));
    const Use sums = partialSums(*op.table);
    if (info(*op.table).size() > C) zero(sums, uint32_t(sums.floats), label);  // rows that are not there
    addColumnSums(readsGradient(op.y), *op.table, batch(), C, label);
}

void PlanBuilder::rotate(const Rotate& op, const Use& from, const Use& to, uint32_t flags) {
    const uint32_t NH = uint32_t(op.heads);
    if (plan_.turns < 0)
        plan_.turns = addBuffer("the turns", int64_t{length()} * program_.config.headDim(), true);
    addEach({"rotate"}, {from, all(plan_.turns, Access::Read), to}, op.y,
            AttentionBlock{0, batch(), length(), NH, width(op.y) / NH / 3, 0, rowsPerSequence(), 1.0F},
            {flags});
}

struct PlanBuilder::Backward {
    PlanBuilder& b;
    bool on;
    const std::vector<TensorId>& addsTo;

    [[nodiscard]] bool adds(TensorId id) const { return std::ranges::find(addsTo, id) != addsTo.end(); }

    void operator()(const Embed& op) const { b.embedBackward(op, on); }
    void operator()(const FusedLoad&) const {}  // it is not read while dropout is on
    void operator()(const Prepend& op) const { b.prependBackward(op); }
    void operator()(const AddPositions& op) const {
        if (adds(op.x) || !b.shareGradient(op.x, op.y)) b.passOn(op.x, op.y, adds(op.x));
        if (op.table) b.positionTableBackward(op);
    }
    void operator()(const ShareKeys& op) const {
        b.add({"share_keys_gradient"},
              {b.readsGradient(op.y), b.writesGradient(op.q), b.writesGradient(op.k), b.writesGradient(op.v)},
              b.tensor(op.y).name, b.shareBlock(op), {b.elementGroups(b.elements(op.q), SMALL_GROUP)});
    }
    void operator()(const Rotate& op) const {
        b.rotate(op, b.readsGradient(op.y), b.writesGradient(op.x), ROTATE_BACK);
    }
    void operator()(const Add& op) const {
        for (const TensorId x : {op.residual, op.x}) b.passOn(x, op.y, adds(x));
    }
    void operator()(const FusedMultiply& op) const {
        b.addEach({"multiply_gradient"},
                  {b.readsGradient(op.y), b.reads(op.a), b.reads(op.b), b.writesGradient(op.a),
                   b.writesGradient(op.b)},
                  op.y, ElementBlock{0, b.elements(op.y), 1, b.dropout(op.dropout, on)});
    }
    void operator()(const FusedActivate& op) const {
        b.addEach({"activate_gradient"}, {b.readsGradient(op.y), b.reads(op.x), b.writesGradient(op.x)}, op.x,
                  ElementBlock{0, b.elements(op.x), 1, b.dropout(op.dropout, on)}, {activationFlag(op.kind)});
    }
    void operator()(const Dropout& op) const {
        b.passOn(op.x, op.y, false);
        b.addEach({"mask_gradient"}, {b.all(b.gradient(op.x), Access::ReadWrite), b.reads(op.y)}, op.x,
                  ElementBlock{0, b.elements(op.x), 1, b.dropout(op.at, on)}, {0});
    }
    void operator()(const FusedLinear& op) const {
        const TensorId y = op.y;
        const bool masks = op.relu || (on && op.dropout.p > 0);
        if (masks && !b.fusedMask_[y])
            b.addEach({"mask_gradient", SEQUENCE_MASK_GRADIENT},
                      {b.all(b.gradient(y), Access::ReadWrite), b.reads(y)}, y,
                      ElementBlock{0, b.elements(y), 1, b.dropout(op.dropout, on)},
                      {when(op.relu, MASK_RELU)});
        b.linearBackward(op, on, adds(op.x));
    }
    void operator()(const Attention& op) const {
        if (!on) b.gateHeads(op, b.gradient(op.y));
        if (!b.attentionFitsOnChip(op)) return b.longAttentionBackward(op);
        const AttentionBlock block = b.attentionBlock(op);
        b.add({"attention_backward", SEQUENCE_ATTENTION_BACKWARD},
              {b.reads(op.qkv), b.reads(op.probabilities), b.readsGradient(op.y), b.writesGradient(op.qkv),
               b.writesGradient(op.probabilities)},
              b.tensor(op.y).name, block, {block.heads, b.batch()});
    }
    void operator()(const FusedNorm& op) const {
        const uint32_t N = b.rows(op.y), C = b.width(op.y), chunk = b.chunkOf(N), chunks = ceilDiv(N, chunk);
        const bool accumulate = adds(op.residual.value_or(op.x));
        const Partial weight = b.partial(op.weight, chunks);
        if (op.bias) b.partial(*op.bias, chunks);  // Its stride is the same
        const bool folded = b.folds_.has(op, on);  // then x is the sum, and dy what head.comp has masked
        const bool drops = on && !folded;
        const NormBlock block{0,
                              N,
                              C,
                              op.eps,
                              chunk,
                              uint32_t(weight.stride),
                              b.dropout(op.branchDropout, drops),
                              b.dropout(op.dropout, drops)};
        const uint32_t flags =
            when(op.centred, NORM_CENTRED) | when(op.bias.has_value(), NORM_BIAS) |
            (folded ? 0 : when(op.residual.has_value(), NORM_RESIDUAL) | when(op.relu, NORM_RELU));
        const bool adding = accumulate && !op.residual;
        const bool inPlace = b.traits_.sequence && !adding && b.shareGradient(op.x, op.y);
        std::vector<Use> uses{b.readsGradient(op.y),
                              b.reads(op.y),
                              b.reads(op.x),
                              b.reads(folded ? op.x : op.residual.value_or(op.x)),
                              b.parameter(op.weight),
                              b.reads(op.stats),
                              b.all(b.gradient(op.x), adding ? Access::ReadWrite : Access::Write)};
        if (op.residual) uses.push_back(b.all(b.gradient(*op.residual), Access::ReadWrite));
        const std::string& label = b.tensor(op.y).name;
        if (folded)
            b.passesAdd_[&op] = accumulate;
        else
            b.add(op.residual ? Kernel("norm_backward_residual", SEQUENCE_NORM_BACKWARD_RESIDUAL)
                  : adding    ? Kernel("norm_backward_adding")
                              : Kernel("norm_backward", SEQUENCE_NORM_BACKWARD),
                  uses, label, block, {ceilDiv(N, SMALL_GROUP >> b.laneShift(C))},
                  b.normFlags(flags | when(accumulate, NORM_ADDS), block));
        b.add({"norm_parameters", SEQUENCE_NORM_PARAMETERS},
              {uses[0], uses[1], uses[2], uses[3], uses[5], b.partialSums(op.weight), b.partialSums(op.bias)},
              label, block, {ceilDiv(C, 4 * SMALL_GROUP), chunks}, b.normFlags(flags, block));
        if (inPlace)
            std::swap(b.list_[b.list_.size() - 1], b.list_[b.list_.size() - 2]);  // it still reads dy
    }
    void operator()(const FusedPool& op) const {
        b.add({"pool_backward"}, {b.readsGradient(op.y), b.reads(op.argmax), b.writesGradient(op.x)},
              b.tensor(op.y).name, b.poolBlock(op, on), {b.elementGroups(b.elements(op.x), SMALL_GROUP)},
              {static_cast<uint32_t>(op.kind)});
    }
    void operator()(const CrossEntropy&) const {}
};

void PlanBuilder::passOn(TensorId x, TensorId y, bool accumulate) {
    addEach({"copy_gradient", SEQUENCE_COPY_GRADIENT},
            {readsGradient(y), all(gradient(x), accumulate ? Access::ReadWrite : Access::Write)}, y,
            ElementBlock{0, elements(y), 1, {}}, {when(accumulate, COPY_ADDS)});
}

void PlanBuilder::forward(bool dropout) {
    for (const FusedOp& op : ops_) std::visit(Forward{*this, dropout}, op);
}

void PlanBuilder::backward(bool dropout) {
    for (size_t i = ops_.size(); i-- > 0;) std::visit(Backward{*this, dropout, addsTo_[i]}, ops_[i]);
}

}  // namespace attx::gpu
