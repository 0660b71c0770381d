// A whole network by the naive operations, in double: what the executions are compared with.
#pragma once
#include <map>

#include "model/data/dataset.h"
#include "model/native/reference_ops.h"
#include "model/network/positions.h"
#include "model/network/program.h"

namespace reference {

class Network {
public:
    Network(const attx::Program& program, const Array& parameters, const attx::Table& table, Index sequences)
        : program_(program), parameters_(parameters), table_(table), B_(sequences) {
        for (Index b = 0; b < B_; ++b)
            lengths_.push_back(table.lengths.empty() ? program.length : table.lengths[b]);
        for (const attx::Op& op : program.ops) std::visit(*this, op);
    }
    [[nodiscard]] const Array& of(attx::TensorId id) const { return values_.at(id); }

    void operator()(const attx::Embed& op) {
        const Array w = parameter(op.weight), bias = parameter(op.bias);
        const Index C = width(op.y), V = static_cast<Index>(program_.config.inputDim);
        Array& y = make(op.y);
        for (Index n = 0; n < y.size() / C; ++n)
            for (Index c = 0; c < C; ++c) {
                const auto token = static_cast<Index>(table_.tokens[n]);
                y[n * C + c] = bias.empty() ? w[token * C + c] : w[c * V + token] + bias[c];
            }
    }
    void operator()(const attx::LoadFeatures& op) {
        Array& y = make(op.y);
        for (Index i = 0; i < y.size(); ++i) y[i] = static_cast<double>(table_.features[i]);
    }
    void operator()(const attx::Linear& op) {
        const Index in = width(op.x), out = width(op.y);
        values_[op.y] = linearForward(of(op.x), parameter(op.weight), parameter(op.bias),
                                      of(op.x).size() / in, in, out, false);
    }
    void operator()(const attx::AddPositions& op) {
        const std::vector<float> sines =
            attx::positionalEncoding(program_.length, static_cast<int>(width(op.y)));
        const Array table = op.table ? parameter(op.table) : Array(sines.begin(), sines.end());
        Array& y = values_[op.y] = of(op.x);
        for (Index i = 0; i < y.size(); ++i) y[i] += table[i % sines.size()];
    }
    void operator()(const attx::Add& op) {
        Array& y = values_[op.y] = of(op.x);
        for (Index i = 0; i < y.size(); ++i) y[i] += of(op.residual)[i];
    }
    void operator()(const attx::Multiply& op) {
        Array& y = values_[op.y] = of(op.a);
        for (Index i = 0; i < y.size(); ++i) y[i] *= of(op.b)[i];
    }
    void operator()(const attx::Activate& op) {
        Array& y = values_[op.y] = of(op.x);
        for (double& value : y) value = activation(op.kind, value);
    }
    void operator()(const attx::Rotate& op) {
        const auto heads = static_cast<Index>(op.heads);
        values_[op.y] = rotate(of(op.x), B_, T(), heads, width(op.y) / heads / 3, op.base);
    }
    void operator()(const attx::Dropout& op) { values_[op.y] = Array(of(op.x)); }
    void operator()(const attx::Attention& op) {
        const auto heads = static_cast<Index>(op.heads);
        AttentionResult found = attentionForward(of(op.qkv), op.masked ? lengths_ : whole(), {}, B_, T(),
                                                 heads, width(op.y) / heads, {}, op.causal, op.alibi);
        values_[op.y] = found.y;
        values_[op.probabilities] = found.probabilities;
    }
    void operator()(const attx::Norm& op) {
        const Index C = width(op.y);
        values_[op.y] = normForward(of(op.x), parameter(op.weight), parameter(op.bias),
                                    static_cast<double>(op.eps), of(op.x).size() / C, C, false);
    }
    void operator()(const attx::MaxPool& op) {
        values_[op.y] = maxPool(of(op.x), op.masked ? lengths_ : whole(), B_, T(), width(op.y)).y;
    }
    void operator()(const attx::CrossEntropy&) {}

private:
    [[nodiscard]] Index T() const { return static_cast<Index>(program_.length); }
    [[nodiscard]] Index width(attx::TensorId id) const {
        return static_cast<Index>(program_.tensors[static_cast<size_t>(id)].shape.back());
    }
    [[nodiscard]] std::vector<int32_t> whole() const { return std::vector<int32_t>(B_, program_.length); }
    [[nodiscard]] Array parameter(std::optional<attx::ParameterId> id) const {
        if (!id) return {};
        const attx::ParameterInfo& p = program_.parameters[static_cast<size_t>(*id)];
        return {parameters_.begin() + p.offset, parameters_.begin() + p.offset + p.size()};
    }
    Array& make(attx::TensorId id) {
        return values_[id] = Array(B_ * static_cast<Index>(program_.tensors[static_cast<size_t>(id)].size()));
    }

    const attx::Program& program_;
    const Array& parameters_;
    const attx::Table& table_;
    const Index B_;
    std::vector<int32_t> lengths_;
    std::map<attx::TensorId, Array> values_;
};

}  // namespace reference
