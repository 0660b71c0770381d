#include "model/network/program_analysis.h"

#include <algorithm>

namespace attx {
namespace {

struct Describe {
    const Program& program;

    [[nodiscard]] const TensorInfo& tensor(TensorId id) const {
        return program.tensors[static_cast<size_t>(id)];
    }

    OpInfo operator()(const Embed& op) const {
        OpInfo info{.writes = {op.y}, .parameters = {op.weight}};
        if (op.bias) info.parameters.push_back(*op.bias);
        return info;
    }
    OpInfo operator()(const Linear& op) const {
        const TensorInfo& x = tensor(op.x);
        const int64_t rows = x.size() / x.shape.back(),
                      weights = program.parameters[static_cast<size_t>(op.weight)].size();
        return {.reads = {op.x},
                .writes = {op.y},
                .parameters = {op.weight, op.bias},
                .addsGradientTo = op.x,
                .flops = 2.0 * static_cast<double>(rows * weights)};
    }
    OpInfo operator()(const LoadFeatures& op) const { return {.writes = {op.y}}; }
    OpInfo operator()(const AddPositions& op) const {
        return {.reads = {op.x}, .writes = {op.y}, .addsGradientTo = op.x};
    }
    OpInfo operator()(const Attention& op) const {  // logits and values: T T HS multiply-adds a head each
        const TensorInfo& y = tensor(op.y);
        return {.reads = {op.qkv},
                .writes = {op.y, op.probabilities},
                .flops = 4.0 * static_cast<double>(program.length * y.size())};
    }
    /// Dropout of the branch needs a gradient of its own, so that of x is always overwritten.
    OpInfo operator()(const Norm& op) const {
        OpInfo info{.reads = {op.x},
                    .writes = {op.y, op.stats},
                    .parameters = {op.weight, op.bias},
                    .addsGradientTo = op.residual};
        if (op.residual) info.reads.push_back(*op.residual);
        return info;
    }
    OpInfo operator()(const MaxPool& op) const {
        return {.reads = {op.x}, .writes = {op.y, op.argmax}, .pooling = Pooling{op.y, op.argmax}};
    }
    OpInfo operator()(const CrossEntropy& op) const { return {.reads = {op.logits}}; }
};

struct EachTensor {
    const std::function<void(TensorId&)>& visit;

    void operator()(Embed& op) const { visit(op.y); }
    void operator()(Linear& op) const { visit(op.x), visit(op.y); }
    void operator()(LoadFeatures& op) const { visit(op.y); }
    void operator()(AddPositions& op) const { visit(op.x), visit(op.y); }
    void operator()(Attention& op) const { visit(op.qkv), visit(op.probabilities), visit(op.y); }
    void operator()(Norm& op) const {
        visit(op.x), visit(op.y), visit(op.stats);
        if (op.residual) visit(*op.residual);
    }
    void operator()(MaxPool& op) const { visit(op.x), visit(op.y), visit(op.argmax); }
    void operator()(CrossEntropy& op) const { visit(op.logits); }
};

}  // namespace

OpInfo opInfo(const Program& program, const Op& op) { return std::visit(Describe{program}, op); }

void visitTensors(Op& op, const std::function<void(TensorId&)>& visit) { std::visit(EachTensor{visit}, op); }

std::vector<bool> accumulatingOps(const Program& program) {
    std::vector<bool> accumulating(program.ops.size(), false), written(program.tensors.size(), false);
    for (size_t i = program.ops.size(); i-- > 0;)
        if (const std::optional<TensorId> target = opInfo(program, program.ops[i]).addsGradientTo) {
            accumulating[i] = written[static_cast<size_t>(*target)];
            written[static_cast<size_t>(*target)] = true;
        }
    return accumulating;
}

std::vector<std::vector<size_t>> readersOfTensors(const Program& program) {
    std::vector<std::vector<size_t>> readers(program.tensors.size());
    for (size_t i = 0; i < program.ops.size(); ++i)
        for (const TensorId id : opInfo(program, program.ops[i]).reads)
            readers[static_cast<size_t>(id)].push_back(i);
    return readers;
}

bool needsGradient(const Program& program, TensorId tensor) {
    return std::any_of(program.ops.begin(), program.ops.end(), [&](const Op& op) {
        const OpInfo info = opInfo(program, op);
        return std::find(info.writes.begin(), info.writes.end(), tensor) != info.writes.end() &&
               !(info.reads.empty() && info.parameters.empty());
    });
}

int layerOf(const Program& program, const Attention& attention) {
    const std::vector<TensorId>& layers = program.attention;
    return static_cast<int>(std::find(layers.begin(), layers.end(), attention.probabilities) -
                            layers.begin());
}

std::optional<Pooling> poolingOf(const Program& program) {
    for (const Op& op : program.ops)
        if (const std::optional<Pooling> pooling = opInfo(program, op).pooling) return pooling;
    return std::nullopt;
}

double flopsPerSequence(const Program& program) {
    double flops = 0;
    for (const Op& op : program.ops) flops += opInfo(program, op).flops;
    return flops;
}

}  // namespace attx
