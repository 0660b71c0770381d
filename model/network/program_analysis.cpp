#include "model/network/program_analysis.h"

#include <algorithm>

#include "model/network/fuse.h"

namespace attx {
namespace {

/// Of operations, and of the plan's by the operation that they are named after.
struct Describe {
    const Program& program;

    [[nodiscard]] const TensorInfo& tensor(TensorId id) const { return program.tensors[id]; }

    OpInfo operator()(const Embed& op) const {
        OpInfo info{.writes = {op.y}, .parameters = {op.weight}};
        if (op.bias) info.parameters.push_back(*op.bias);
        return info;
    }
    OpInfo operator()(const LoadFeatures& op) const { return {.writes = {op.y}}; }
    OpInfo operator()(const Linear& op) const {
        const TensorInfo& x = tensor(op.x);
        const int64_t rows = x.size() / x.shape.back(), weights = program.parameters[op.weight].size();
        OpInfo info{.reads = {op.x},
                    .writes = {op.y},
                    .parameters = {op.weight},
                    .addsGradientTo = {op.x},
                    .flops = 2.0 * double(rows * weights)};
        if (op.bias) info.parameters.push_back(*op.bias);
        return info;
    }
    OpInfo operator()(const Prepend& op) const {
        return {.reads = {op.x}, .writes = {op.y}, .parameters = {op.token}};
    }
    OpInfo operator()(const AddPositions& op) const {
        OpInfo info{.reads = {op.x}, .writes = {op.y}, .addsGradientTo = {op.x}};
        if (op.table) info.parameters.push_back(*op.table);
        return info;
    }
    OpInfo operator()(const ShareKeys& op) const { return {.reads = {op.q, op.k, op.v}, .writes = {op.y}}; }
    OpInfo operator()(const Rotate& op) const { return {.reads = {op.x}, .writes = {op.y}}; }
    OpInfo operator()(const Add& op) const {
        return {.reads = {op.residual, op.x}, .writes = {op.y}, .addsGradientTo = {op.residual, op.x}};
    }
    OpInfo operator()(const Multiply& op) const { return {.reads = {op.a, op.b}, .writes = {op.y}}; }
    OpInfo operator()(const Activate& op) const { return {.reads = {op.x}, .writes = {op.y}}; }
    OpInfo operator()(const Dropout& op) const { return {.reads = {op.x}, .writes = {op.y}}; }
    OpInfo operator()(const Attention& op) const {  // logits and values: T T HS multiply-adds a head each
        const auto T = double(program.length), keys = op.causal ? (T + 1) / 2 : T;
        return {.reads = {op.qkv},
                .writes = {op.y, op.probabilities},
                .flops = 4.0 * keys * double(tensor(op.y).size())};
    }
    OpInfo operator()(const Norm& op) const {
        OpInfo info{
            .reads = {op.x}, .writes = {op.y, op.stats}, .parameters = {op.weight}, .addsGradientTo = {op.x}};
        if (op.bias) info.parameters.push_back(*op.bias);
        return info;
    }
    /// Dropout of the branch needs a gradient of its own, so that of x is overwritten beside a residual.
    OpInfo operator()(const FusedNorm& op) const {
        OpInfo info = (*this)(static_cast<const Norm&>(op));
        if (op.residual) {
            info.reads.push_back(*op.residual);
            info.addsGradientTo = {*op.residual};
        }
        return info;
    }
    OpInfo operator()(const Pool& op) const { return {.reads = {op.x}, .writes = {op.y, op.argmax}}; }
    OpInfo operator()(const CrossEntropy& op) const { return {.reads = {op.logits}}; }
};

}  // namespace

OpInfo opInfo(const Program& program, const Op& op) { return std::visit(Describe{program}, op); }
OpInfo opInfo(const Program& program, const FusedOp& op) { return std::visit(Describe{program}, op); }

int layerOf(const Program& program, const Attention& attention) {
    const std::vector<TensorId>& layers = program.attention;
    return int(std::ranges::find(layers, attention.probabilities) - layers.begin());
}

double flopsPerSequence(const Program& program) {
    double flops = 0;
    for (const Op& op : program.ops) flops += opInfo(program, op).flops;
    return flops;
}

}  // namespace attx
