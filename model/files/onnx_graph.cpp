#include "model/files/onnx_graph.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "model/files/error.h"

namespace attx {
namespace {

// Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
enum ModelField : uint64_t { modelGraph = 7 };
enum GraphField : uint64_t { graphNode = 1, graphInitializer = 5, graphOutput = 12 };
enum NodeField : uint64_t { nodeInput = 1, nodeOutput = 2, nodeName = 3, nodeType = 4 };
constexpr uint64_t tensorName = 8, valueName = 1, valueType = 2;
/// A TypeProto: a tensor of floats with a shape, which OpenCV 4.10 wants to be there and does not look at.
constexpr std::string_view anyFloats("\x0a\x04\x08\x01\x12\x00", 6);

/// One field of a message. https://protobuf.dev/programming-guides/encoding
struct Field {
    uint64_t number = 0;
    std::string_view content;  ///< of a length-delimited one, else empty
    std::string_view whole;    ///< with its tag
};

class Message {
public:
    Message(std::string_view bytes, const std::string& what) : rest_(bytes), what_(what) {}

    [[nodiscard]] bool next(Field& field) {
        if (rest_.empty()) return false;
        const char* begin = rest_.data();
        const uint64_t tag = varint();
        field = {tag >> 3, {}, {}};
        switch (tag & 7) {
            case 0:
                (void)varint();
                break;
            case 1:
                (void)take(8);
                break;
            case 2:
                field.content = take(varint());
                break;
            case 5:
                (void)take(4);
                break;
            default:
                throw broken();
        }
        field.whole = {begin, static_cast<size_t>(rest_.data() - begin)};
        return true;
    }

private:
    [[nodiscard]] Error broken() const {
        return inputError(
            what_ +
            ": expected an ONNX network, found something else, or one that breaks off. Export it "
            "or fetch it again.");
    }
    std::string_view take(uint64_t count) {
        if (count > rest_.size()) throw broken();
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    uint64_t varint() {
        uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<uint8_t>(take(1)[0]);
            value |= uint64_t{byte & 127U} << shift;
            if (byte < 128) return value;
        }
        throw broken();
    }

    std::string_view rest_;
    const std::string& what_;
};

struct Node {
    std::string_view name, type, whole;
    std::vector<std::string_view> inputs, outputs;
    [[nodiscard]] bool makes(std::string_view tensor) const {
        return std::find(outputs.begin(), outputs.end(), tensor) != outputs.end();
    }
};

/// The nodes stand in the order in which they are computed.
struct Graph {
    std::vector<Node> nodes;
    std::vector<std::string_view> outputs, others;  ///< names; the fields that are neither node nor output
    /// Tensors that do not depend on what the network is given. A node's input that is left out has no name.
    std::unordered_set<std::string_view> learned{""};

    Graph(std::string_view bytes, const std::string& what);
    [[nodiscard]] std::string_view feature() const;
    [[nodiscard]] std::string_view named(const std::string& name) const;
};

std::string_view textAt(std::string_view message, uint64_t number, const std::string& what) {
    std::string_view text;
    Message fields(message, what);
    for (Field field; fields.next(field);)
        if (field.number == number) text = field.content;
    return text;
}

Node nodeOf(const Field& of, const std::string& what) {
    Node node;
    node.whole = of.whole;
    Message fields(of.content, what);
    for (Field field; fields.next(field);) {
        if (field.number == nodeInput) node.inputs.push_back(field.content);
        if (field.number == nodeOutput) node.outputs.push_back(field.content);
        if (field.number == nodeName) node.name = field.content;
        if (field.number == nodeType) node.type = field.content;
    }
    return node;
}

Graph::Graph(std::string_view bytes, const std::string& what) {
    Message fields(bytes, what);
    for (Field field; fields.next(field);) {
        if (field.number == graphNode)
            nodes.push_back(nodeOf(field, what));
        else if (field.number == graphOutput)
            outputs.push_back(textAt(field.content, valueName, what));
        else
            others.push_back(field.whole);
        if (field.number == graphInitializer) learned.insert(textAt(field.content, tensorName, what));
    }
    for (const Node& node : nodes)
        if (std::all_of(node.inputs.begin(), node.inputs.end(),
                        [&](auto name) { return learned.contains(name); }))
            learned.insert(node.outputs.begin(), node.outputs.end());
}

std::string_view Graph::feature() const {
    std::string_view tensor = outputs.front();
    for (size_t i = nodes.size(); i-- > 0;) {
        const Node& node = nodes[i];
        if (!node.makes(tensor)) continue;
        const bool layer = node.type == "Gemm" || node.type == "MatMul";
        const bool passes = node.type == "Identity" || node.type == "Softmax" || node.type == "LogSoftmax";
        // A layer and a bias have one input that depends on the image.
        std::string_view from;
        size_t given = 0;
        for (const std::string_view input : node.inputs)
            if (!learned.contains(input)) from = input, ++given;
        if (given != 1 || (!layer && !passes && node.type != "Add")) break;
        tensor = from;
        if (!layer) continue;
        const auto maker = std::any_of(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(i),
                                       [&](const Node& other) { return other.makes(tensor); });
        return maker ? tensor : outputs.front();
    }
    return outputs.front();
}

std::string_view Graph::named(const std::string& name) const {
    for (const Node& node : nodes)
        if (node.makes(name)) return name;
    for (const Node& node : nodes)
        if (node.name == name && !node.outputs.empty()) return node.outputs.front();
    return {};
}

void append(std::string& to, uint64_t number, std::string_view content) {
    const auto varint = [&](uint64_t value) {
        for (; value > 127; value >>= 7) to += static_cast<char>(value | 128);
        to += static_cast<char>(value);
    };
    varint(number << 3 | 2);
    varint(content.size());
    to += content;
}

}  // namespace

OnnxNetwork endedAt(std::string_view bytes, const std::string& name, const std::string& what) {
    std::string_view graphBytes;
    OnnxNetwork result;
    Message model(bytes, what);
    for (Field field; model.next(field);) {
        if (field.number == modelGraph)
            graphBytes = field.content;
        else
            result.bytes += field.whole;
    }
    const Graph graph(graphBytes, what);
    if (graph.nodes.empty() || graph.outputs.empty() || graph.outputs.front().empty())
        throw inputError(what +
                         ": expected an ONNX network, found none: it has no graph, or one without output.");
    const std::string_view tensor = name.empty() ? graph.feature() : graph.named(name);
    if (tensor.empty())
        throw inputError(what + ": the network has no output or node named \"" + name +
                         "\"; its output is \"" + std::string(graph.outputs.front()) + "\".");
    std::string ended, output;
    for (const std::string_view field : graph.others) ended += field;
    for (const Node& node : graph.nodes) {
        ended += node.whole;
        if (node.makes(tensor)) break;
    }
    append(output, valueName, tensor);
    append(output, valueType, anyFloats);
    append(ended, graphOutput, output);
    append(result.bytes, modelGraph, ended);
    result.output = tensor;
    return result;
}

}  // namespace attx
