#include "model/network/fuse.h"

#include <algorithm>

namespace attx {
namespace {

class Fusion {
public:
    Fusion(const Program& program, std::span<const TensorId> keep)
        : program_(program),
          readers_(readersOfTensors(program, program.ops)),
          writers_(writersOfTensors(program, program.ops)),
          kept_(program.tensors.size(), false),
          taken_(program.ops.size(), false) {
        for (const TensorId id : keep) kept_[id] = true;
        for (const Block& block : program.blocks) kept_[block.output] = true;
        for (const TensorId id : {program.embedded, program.positioned})
            if (id >= 0) kept_[id] = true;
    }

    FusedOps run() {
        std::vector<std::optional<FusedOp>> fused(program_.ops.size());
        // Norms first: a branch's dropout is its norm's, not that of the linear layer in front of it.
        for (size_t i = 0; i < fused.size(); ++i)
            if (const auto* norm = std::get_if<Norm>(&program_.ops[i])) fused[i] = (*this)(*norm);
        for (size_t i = 0; i < fused.size(); ++i)
            if (!fused[i] && !taken_[i]) fused[i] = std::visit(*this, program_.ops[i]);
        FusedOps ops;
        for (const std::optional<FusedOp>& op : fused)
            if (op) ops.push_back(*op);
        return ops;
    }

    FusedOp operator()(const Norm& op) {
        FusedNorm norm{op};
        if (const auto* sum = before<Add>(norm.x)) {
            take(sum->y);
            norm.x = sum->x;
            norm.residual = sum->residual;
            if (const auto* branch = before<Dropout>(norm.x)) {
                take(branch->y);
                norm.x = branch->x;
                norm.branchDropout = branch->at;
            }
        }
        norm.relu = takeRelu(norm.y);
        norm.dropout = takeDropout(norm.y);
        return norm;
    }
    FusedOp operator()(const Linear& op) {
        FusedLinear linear{op};
        linear.relu = takeRelu(linear.y);
        linear.dropout = takeDropout(linear.y);
        return linear;
    }
    FusedOp operator()(const Activate& op) { return withDropout(op); }
    FusedOp operator()(const Multiply& op) { return withDropout(op); }
    FusedOp operator()(const LoadFeatures& op) { return withDropout(op); }
    FusedOp operator()(const Pool& op) { return withDropout(op); }
    template <class Alone>
    FusedOp operator()(const Alone& op) {
        return op;
    }

private:
    template <class Alone>
    FusedOp withDropout(const Alone& op) {
        WithDropout<Alone> fused{op};
        fused.dropout = takeDropout(fused.y);
        return fused;
    }
    /// Whether one operation alone reads a tensor, which need not be stored then.
    [[nodiscard]] bool isPassedOn(TensorId id) const { return !kept_[id] && readers_[id].size() == 1; }
    /// The operation that writes what is passed on, if it is of this kind. A norm overwrites the gradient of
    /// what that one reads, so it must be the only reader.
    template <class Kind>
    [[nodiscard]] const Kind* before(TensorId x) const {
        const auto* op = std::get_if<Kind>(&program_.ops[writers_[x]]);
        return op && isPassedOn(x) && readers_[op->x].size() == 1 ? op : nullptr;
    }
    /// The operation that reads what is passed on, if it is of this kind and not taken yet.
    template <class Kind>
    [[nodiscard]] const Kind* behind(TensorId y) const {
        if (!isPassedOn(y)) return nullptr;
        const size_t reader = readers_[y].front();
        return taken_[reader] ? nullptr : std::get_if<Kind>(&program_.ops[reader]);
    }
    /// The operation that writes `y` is done by another one's kernel.
    void take(TensorId y) { taken_[writers_[y]] = true; }

    bool takeRelu(TensorId& y) {
        const auto* op = behind<Activate>(y);
        if (!op || op->kind != Activation::Relu) return false;
        take(y = op->y);
        return true;
    }
    DropoutSite takeDropout(TensorId& y) {
        const auto* op = behind<Dropout>(y);
        if (!op) return {};
        take(y = op->y);
        return op->at;
    }

    const Program& program_;
    const std::vector<std::vector<size_t>> readers_;
    const std::vector<size_t> writers_;
    std::vector<bool> kept_;   ///< Tensors that have to be stored
    std::vector<bool> taken_;  ///< Operations that another one's kernel does
};

}  // namespace

FusedOps fuse(const Program& program, std::span<const TensorId> keep) { return Fusion(program, keep).run(); }

std::vector<std::vector<TensorId>> gradientsAddedTo(const Program& program, const FusedOps& ops) {
    std::vector<std::vector<TensorId>> added(ops.size());
    std::vector<bool> written(program.tensors.size(), false);
    for (size_t i = ops.size(); i-- > 0;)
        for (const TensorId target : opInfo(program, ops[i]).addsGradientTo) {
            if (written[target]) added[i].push_back(target);
            written[target] = true;
        }
    return added;
}

bool needsGradient(const Program& program, const FusedOps& ops, TensorId tensor) {
    return std::ranges::any_of(ops, [&](const FusedOp& op) {
        const OpInfo info = opInfo(program, op);
        return std::ranges::find(info.writes, tensor) != info.writes.end() &&
               !(info.reads.empty() && info.parameters.empty());
    });
}

std::vector<bool> storedTensors(const Program& program, const FusedOps& ops) {
    std::vector<bool> stored(program.tensors.size(), false);
    for (const FusedOp& op : ops) {
        const OpInfo info = opInfo(program, op);
        for (const std::vector<TensorId>* list : {&info.reads, &info.writes})
            for (const TensorId id : *list) stored[id] = true;
    }
    return stored;
}

}  // namespace attx
