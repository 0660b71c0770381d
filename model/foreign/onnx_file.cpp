#include "model/foreign/onnx_file.h"

#include <cmath>
#include <cstring>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/network/positions.h"
#include "model/network/program.h"

namespace attx {
namespace {

// Numbers of onnx.proto3.
enum OnnxType : uint64_t { Float = 1, Int64 = 7 };
enum AttributeType : uint64_t { AttributeInt = 2, AttributeInts = 7 };

constexpr float farBelow = -1e9F;  ///< what the softmax and the largest value make nothing of

// --- Protobuf: https://protobuf.dev/programming-guides/encoding ---

std::string varint(uint64_t value) {
    std::string bytes;
    for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
    return bytes + static_cast<char>(value);
}
std::string number(unsigned field, uint64_t value) { return varint(uint64_t{field} << 3) + varint(value); }
std::string text(unsigned field, const std::string& bytes) {
    return varint(uint64_t{field} << 3 | 2) + varint(bytes.size()) + bytes;
}

std::string attribute(const std::string& name, int64_t value) {
    return text(1, name) + number(3, static_cast<uint64_t>(value)) + number(20, AttributeInt);
}
std::string attribute(const std::string& name, const std::vector<int64_t>& values) {
    std::string bytes = text(1, name);
    for (const int64_t value : values) bytes += number(8, static_cast<uint64_t>(value));
    return bytes + number(20, AttributeInts);
}

/// A ValueInfoProto; -1: any number of sequences, "n".
std::string valueInfo(const std::string& name, OnnxType type, const std::vector<int64_t>& shape) {
    std::string dimensions;
    for (const int64_t d : shape)
        dimensions += text(1, d < 0 ? text(2, "n") : number(1, static_cast<uint64_t>(d)));
    return text(1, name) + text(2, text(1, number(1, type) + text(2, dimensions)));
}

// --- The graph ---

/// Every method that adds a node returns the name of its output.
class Graph {
public:
    std::string constant(const std::string& name, const std::vector<int64_t>& shape,
                         const std::vector<float>& values) {
        std::string tensor;
        for (const int64_t d : shape) tensor += number(1, static_cast<uint64_t>(d));
        std::string raw(values.size() * sizeof(float), '\0');
        std::memcpy(raw.data(), values.data(), raw.size());
        bytes_ += text(5, tensor + number(2, Float) + text(8, name) + text(9, raw));
        return name;
    }
    std::string node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& output, const std::vector<std::string>& attributes = {}) {
        std::string bytes;
        for (const std::string& input : inputs) bytes += text(1, input);
        bytes += text(2, output) + text(3, output) + text(4, type);
        for (const std::string& a : attributes) bytes += text(5, a);
        bytes_ += text(1, bytes);
        return output;
    }
    void input(const std::string& info) { bytes_ += text(11, info); }
    void output(const std::string& info) { bytes_ += text(12, info); }
    /// A ModelProto.
    [[nodiscard]] std::string file() const {
        constexpr uint64_t irVersion = 7, operatorSet = 12;
        return number(1, irVersion) + text(2, "Attention Explorer") + text(3, ATTX_VERSION) +
               text(7, bytes_ + text(2, "network")) + text(8, text(1, "") + number(2, operatorSet));
    }

private:
    std::string bytes_;  ///< of a GraphProto
};

class Writer {
public:
    Writer(const RunConfig& config, std::span<const float> parameters)
        : config_(config.network),
          length_(config.data.positions()),
          text_(isText(config.data)),
          masked_(config_.maskPadding && (text_ || isPairs(config.data))),
          program_(buildProgram(config_, config.data.positions())),
          parameters_(parameters) {
        if (static_cast<int64_t>(parameters.size()) != program_.parameterCount())
            throw inputError("Expected " + std::to_string(program_.parameterCount()) +
                             " parameters for this network, found " + std::to_string(parameters.size()) +
                             ".");
    }

    std::string write() {
        std::string x = readInput();
        for (int layer = 0; layer < config_.numLayers; ++layer) x = encoderLayer(layer, x);
        const bool pooled = config_.output == OutputKind::Pooled;
        if (pooled) {
            if (masked_) x = graph_.node("Add", {x, unsqueezed("mask.column", 2)}, "output.masked");
            x = graph_.node("ReduceMax", {x}, "output.pooled",
                            {attribute("axes", std::vector<int64_t>{1}), attribute("keepdims", 0)});
            linear("classifier", x, "logits");
            graph_.output(valueInfo("logits", Float, {-1, config_.numClasses}));
        } else {
            if (config_.linearOutput) {
                linear("classifier", x, "logits");
            } else {
                x = norm("output_net.1", linear("output_net.0", x, "output.hidden"), "output.normed");
                linear("output_net.4", graph_.node("Relu", {x}, "output.relu"), "logits");
            }
            graph_.output(valueInfo("logits", Float, {-1, length_, config_.numClasses}));
        }
        for (const std::string& map : maps_) graph_.output(valueInfo(map, Float, {-1, length_, length_}));
        return graph_.file();
    }

private:
    [[nodiscard]] const ParameterInfo& info(const std::string& name) const {
        for (const ParameterInfo& p : program_.parameters)
            if (p.name == name) return p;
        throw inputError("The network has no parameter " + name + ".");
    }
    [[nodiscard]] std::span<const float> values(const std::string& name) const {
        const ParameterInfo& p = info(name);
        return parameters_.subspan(static_cast<size_t>(p.offset), static_cast<size_t>(p.size()));
    }
    std::string constant(const std::string& name) {
        const auto found = values(name);
        return graph_.constant(name, info(name).shape, {found.begin(), found.end()});
    }
    /// x [n, T, C] with each of its C columns times a number. OpenCV 4.6 multiplies by a constant along the
    /// first axis behind n and no other, hence [n, C, T].
    std::string scaled(const std::string& name, const std::string& x, const std::string& y) {
        const std::vector<std::string> turn{attribute("perm", std::vector<int64_t>{0, 2, 1})};
        const auto found = values(name);
        const std::string columns =
            graph_.constant(name, {1, std::ssize(found), 1}, {found.begin(), found.end()});
        const std::string turned = graph_.node("Transpose", {x}, y + ".columns", turn);
        const std::string product = graph_.node("Mul", {turned, columns}, y + ".product");
        return graph_.node("Transpose", {product}, y, turn);
    }
    /// Rows [first, first + rows) and all columns of a weight [out, in], or a piece of its columns, as [in,
    /// out] and times `factor`.
    std::string transposed(const std::string& weight, const std::string& name, size_t firstRow, size_t rows,
                           size_t firstColumn, size_t columns, float factor = 1) {
        const auto from = values(weight);
        const auto in = static_cast<size_t>(info(weight).shape[1]);
        std::vector<float> to(rows * columns);
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < columns; ++c)
                to[c * rows + r] = factor * from[(firstRow + r) * in + firstColumn + c];
        return graph_.constant(name, {static_cast<int64_t>(columns), static_cast<int64_t>(rows)}, to);
    }
    std::string linear(const std::string& module, const std::string& x, const std::string& y) {
        const std::vector<int64_t>& shape = info(module + ".weight").shape;
        const std::string weight =
            transposed(module + ".weight", module + ".weight", 0, static_cast<size_t>(shape[0]), 0,
                       static_cast<size_t>(shape[1]));
        const std::string product = graph_.node("MatMul", {x, weight}, y + ".product");
        return graph_.node("Add", {product, constant(module + ".bias")}, y);
    }
    /// Ba et al. 2016, over the last axis of [n, T, C].
    std::string norm(const std::string& module, const std::string& x, const std::string& y) {
        const std::vector<std::string> over{attribute("axes", std::vector<int64_t>{2}),
                                            attribute("keepdims", 1)};
        const std::string mean = graph_.node("ReduceMean", {x}, y + ".mean", over);
        const std::string centred = graph_.node("Sub", {x, mean}, y + ".centred");
        const std::string squared = graph_.node("Mul", {centred, centred}, y + ".squared");
        const std::string variance = graph_.node("ReduceMean", {squared}, y + ".variance", over);
        const std::string epsilon =
            graph_.constant(y + ".epsilon", {1}, {static_cast<float>(config_.layerNormEps)});
        const std::string sum = graph_.node("Add", {variance, epsilon}, y + ".sum");
        const std::string deviation = graph_.node("Sqrt", {sum}, y + ".deviation");
        const std::string unit = graph_.node("Div", {centred, deviation}, y + ".unit");
        return graph_.node("Add",
                           {scaled(module + ".weight", unit, y + ".scaled"), constant(module + ".bias")}, y);
    }
    /// What is added to scores and features at padding: [n, T] with an axis of length 1 put in at `axis`.
    std::string unsqueezed(const std::string& name, int64_t axis) {
        return graph_.node("Unsqueeze", {"mask.sum"}, name, {attribute("axes", std::vector<int64_t>{axis})});
    }
    std::string readInput() {
        std::string x;
        const bool table = config_.input == InputKind::Tokens && config_.embeddingTable;
        if (text_) {
            graph_.input(valueInfo("tokens", Int64, {-1, length_}));
        } else {
            x = config_.input == InputKind::Tokens ? "one_hot" : "features";
            graph_.input(valueInfo(x, Float, {-1, length_, config_.inputDim}));
        }
        if (text_ && table) {
            x = graph_.node("Gather", {constant("embedding.weight"), "tokens"}, "input",
                            {attribute("axis", 0)});
        } else if (text_) {
            const std::string weight =
                transposed("input_net.1.weight", "input_net.1.weight", 0,
                           static_cast<size_t>(config_.modelDim), 0, static_cast<size_t>(config_.inputDim));
            x = graph_.node("Gather", {weight, "tokens"}, "input.row", {attribute("axis", 0)});
            x = graph_.node("Add", {x, constant("input_net.1.bias")}, "input");
        } else if (table) {
            x = graph_.node("MatMul", {x, constant("embedding.weight")}, "input");
        } else {
            x = linear("input_net.1", x, "input");
        }
        if (masked_) {  // (mask - 1) 1e9: nothing where there is no padding
            graph_.input(valueInfo("mask", Float, {-1, length_}));
            const std::string finite =
                graph_.node("Mul", {"mask", graph_.constant("mask.scale", {1}, {-farBelow})}, "mask.scaled");
            graph_.node("Add", {finite, graph_.constant("mask.offset", {1}, {farBelow})}, "mask.sum");
            unsqueezed("mask.row", 1);
        }
        if (!config_.positionalEncoding) return x;
        const std::string positions =
            graph_.constant("positions", {1, length_, config_.modelDim},
                            positionalEncoding(static_cast<int>(length_), config_.modelDim));
        return graph_.node("Add", {x, positions}, "positioned");
    }
    /// q, k or v (`part` 0, 1, 2) of a head: [n, T, HS].
    std::string projected(const std::string& module, const std::string& x, const std::string& name,
                          size_t head, size_t part, float factor) {
        const auto width = static_cast<size_t>(config_.headDim()), first = (3 * head + part) * width;
        const std::string weight = transposed(module + "qkv_proj.weight", name + ".weight", first, width, 0,
                                              static_cast<size_t>(config_.modelDim), factor);
        std::vector<float> bias;
        for (const float value : values(module + "qkv_proj.bias").subspan(first, width))
            bias.push_back(factor * value);
        const std::string product = graph_.node("MatMul", {x, weight}, name + ".product");
        return graph_.node(
            "Add", {product, graph_.constant(name + ".bias", {static_cast<int64_t>(width)}, bias)}, name);
    }
    /// Head by head, so that no axis has to be split: the output layer is the sum of its pieces for each
    /// head.
    std::string attention(const std::string& module, int layer, const std::string& x) {
        const auto width = static_cast<size_t>(config_.headDim());
        const std::string name = "layers." + std::to_string(layer) + ".";
        std::string sum;
        for (size_t head = 0; head < static_cast<size_t>(config_.numHeads); ++head) {
            const std::string h = name + "head." + std::to_string(head) + ".";
            const std::string q =
                projected(module, x, h + "q", head, 0, 1 / std::sqrt(static_cast<float>(width)));
            const std::string k = projected(module, x, h + "k", head, 1, 1),
                              v = projected(module, x, h + "v", head, 2, 1);
            const std::string turned = graph_.node("Transpose", {k}, h + "k.transposed",
                                                   {attribute("perm", std::vector<int64_t>{0, 2, 1})});
            std::string scores = graph_.node("MatMul", {q, turned}, h + "scores");
            if (masked_) scores = graph_.node("Add", {scores, "mask.row"}, h + "masked");
            maps_.push_back("attention." + std::to_string(layer) + "." + std::to_string(head));
            const std::string map = graph_.node("Softmax", {scores}, maps_.back(), {attribute("axis", 2)});
            const std::string y = graph_.node("MatMul", {map, v}, h + "values");
            const std::string weight = transposed(module + "o_proj.weight", h + "output.weight", 0,
                                                  static_cast<size_t>(config_.modelDim), head * width, width);
            const std::string out = graph_.node("MatMul", {y, weight}, h + "output");
            sum = head == 0 ? out : graph_.node("Add", {sum, out}, h + "sum");
        }
        return graph_.node("Add", {sum, constant(module + "o_proj.bias")}, name + "attended");
    }
    std::string encoderLayer(int layer, const std::string& x) {
        const std::string module = "transformer.layers." + std::to_string(layer) + ".",
                          name = "layers." + std::to_string(layer) + ".";
        const std::string attended = attention(module + "self_attn.", layer, x);
        const std::string first =
            norm(module + "norm1", graph_.node("Add", {x, attended}, name + "residual1"), name + "norm1");
        const std::string hidden = graph_.node(
            "Relu", {linear(module + "linear_net.0", first, name + "hidden")}, name + "hidden.relu");
        const std::string fed = linear(module + "linear_net.3", hidden, name + "fed");
        return norm(module + "norm2", graph_.node("Add", {first, fed}, name + "residual2"), name + "norm2");
    }

    const NetworkConfig config_;
    const int64_t length_;  ///< T
    const bool text_, masked_;
    const Program program_;
    const std::span<const float> parameters_;
    Graph graph_;
    std::vector<std::string> maps_;  ///< names of the attention maps
};

}  // namespace

std::string toOnnx(const RunConfig& config, std::span<const float> parameters) {
    return Writer(config, parameters).write();
}

}  // namespace attx
