// What a training step on a graphics device saves rounds by, since there a kernel that waits for the one
// before costs more than what small kernels compute:
// - A norm of a linear layer's result (and a residual). That layer's product stores the sum; the product that
//   reads the norm's result normalises it on the way, and keeps result and statistics. On the way back the
//   first product, that of the input's gradient, does the norm's backward on the way too, and keeps the
//   gradients of branch and residual.
// - The end: logits, loss and its gradient are one kernel (head.comp), with a norm in front of them.
// Sessions that keep tensors do without, since a sum stands where the layer's result would; so do processors,
// where a round costs nothing and the work done twice does.
#include <algorithm>

#include "gpu/plan/plan_builder.h"

namespace attx::gpu {
namespace {

// Above this many classes an invocation has too much to do with a row of the loss.
constexpr int mostHeadClasses = 64;

const FusedLinear* plainLinear(const FusedOp& op) {
    const auto* linear = std::get_if<FusedLinear>(&op);
    return linear && linear->bias && !linear->relu && linear->dropout.p <= 0 ? linear : nullptr;
}

}  // namespace

uint32_t PlanBuilder::headRows() const {
    const auto out = uint32_t(tensor(program_.logits).shape.back());
    const auto each = uint32_t(program_.loss().classes) / out;  // rows of x to a row of the loss
    const uint32_t floats = width(folds_.head->x) + out;        // Floats that a row of x takes
    uint32_t most = std::max(each, HEAD_ROWS / each * each);
    while (most > each && most * floats > HEAD_FLOATS) most -= each;
    return most * floats <= HEAD_FLOATS ? most : 0;
}

void PlanBuilder::findFolds() {
    if (!options_.train || options_.keepTensors || traits_.processor || traits_.sequence) return;
    const std::vector<size_t> writers = writersOfTensors(program_, ops_);
    const std::vector<std::vector<size_t>> readers = readersOfTensors(program_, ops_);
    const FusedLinear* last = plainLinear(ops_[writers[program_.logits]]);
    if (last && program_.loss().classes <= mostHeadClasses &&
        program_.loss().classes % tensor(last->y).shape.back() == 0 && readers[last->x].size() == 1 &&
        needsGradient(program_, ops_, last->x) && !fusedMask_[last->x]) {
        folds_.head = last;
        if (headRows() == 0) folds_.head = nullptr;
    }
    std::vector<size_t> there = writers;  // Index of the operation after which each tensor is complete
    for (size_t i = 0; i < ops_.size(); ++i) {
        const auto* norm = std::get_if<FusedNorm>(&ops_[i]);
        if (!norm || !norm->isLayerNorm() || width(norm->y) % 4 != 0 || readers[norm->y].empty()) continue;
        const size_t before = writers[norm->x], behind = readers[norm->y].front();
        const FusedLinear *from = plainLinear(ops_[before]), *to = std::get_if<FusedLinear>(&ops_[behind]);
        const bool atTheEnd = to && to == folds_.head;
        if (!from || !to || before + 1 != i || readers[norm->x].size() != 1 ||
            !needsGradient(program_, ops_, from->x) || (norm->residual && there[*norm->residual] >= before) ||
            (!atTheEnd && (norm->relu || norm->dropout.p > 0)) || (!norm->relu && norm->dropout.p > 0))
            continue;
        folds_.from[from] = folds_.to[to] = norm;
        there[norm->y] = behind;
    }
}

const FusedNorm* PlanBuilder::Folds::find(const std::map<const FusedLinear*, const FusedNorm*>& norms,
                                          const FusedLinear& op, bool on) {
    const auto it = norms.find(&op);
    return on && it != norms.end() ? it->second : nullptr;
}

bool PlanBuilder::Folds::has(const FusedNorm& norm, bool on) const {
    return on && std::ranges::any_of(to, [&](const auto& entry) { return entry.second == &norm; });
}

void PlanBuilder::head() {
    const FusedLinear& op = *folds_.head;
    const FusedNorm* norm = Folds::find(folds_.to, op, true);
    const uint32_t N = rows(op.x), group = headRows();
    const uint32_t flags = norm ? HEAD_NORM | when(norm->relu, HEAD_RELU) : 0;
    trainLossIn(ceilDiv(N, group));
    const Use unused = all(unused_, Access::Write);
    add({"head"},
        {reads(norm ? norm->x : op.x), parameter(op.weight), parameter(op.bias), writesGradient(op.x),
         writesGradient(op.y), all(plan_.lossParts, Access::Write),
         norm ? parameter(norm->weight) : nothing(), norm ? parameter(norm->bias) : nothing(),
         norm ? writes(norm->y) : unused, norm ? writes(norm->stats) : unused},
        tensor(op.y).name,
        HeadBlock{0, N, width(op.x), width(op.y), uint32_t(program_.loss().classes), group,
                  norm ? norm->eps : 0, dropout(norm ? norm->dropout : DropoutSite{}, true)},
        {plan_.trainLossGroups}, {flags});
}

}  // namespace attx::gpu
