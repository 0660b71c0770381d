#include "model/files/onnx_graph.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

// Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
enum ModelField : uint64_t { modelGraph = 7 };
enum GraphField : uint64_t { graphNode = 1, graphInitializer = 5, graphInput = 11, graphOutput = 12 };
enum NodeField : uint64_t { nodeInput = 1, nodeOutput = 2, nodeName = 3, nodeType = 4 };
enum TensorField : uint64_t { tensorName = 8, tensorRaw = 9, tensorExternal = 13, tensorLocation = 14 };
constexpr uint64_t entryKey = 1, entryValue = 2, valueName = 1, valueType = 2;
// Of a TypeProto and what is in it.
constexpr uint64_t typeTensor = 1, elementType = 1, tensorShape = 2, shapeAxis = 1, axisSize = 1;
/// A TypeProto: a tensor of floats with a shape, which OpenCV 4.10 wants to be there and does not look at.
constexpr std::string_view anyFloats("\x0a\x04\x08\x01\x12\x00", 6);

/// One field of a message. https://protobuf.dev/programming-guides/encoding
struct Field {
    uint64_t number = 0;
    uint64_t value = 0;        ///< The number of a varint
    std::string_view content;  ///< Content of a length-delimited field, else empty
    std::string_view whole;    ///< The field with its tag
};

class Message {
public:
    Message(std::string_view bytes, const std::string& what) : rest_(bytes), what_(what) {}

    [[nodiscard]] bool next(Field& field) {
        if (rest_.empty()) return false;
        const char* begin = rest_.data();
        const uint64_t tag = varint();
        field = {tag >> 3, 0, {}, {}};
        switch (tag & 7) {
            case 0:
                field.value = varint();
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
        field.whole = {begin, size_t(rest_.data() - begin)};
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
            const auto byte = uint8_t(take(1)[0]);
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
        return std::ranges::find(outputs, tensor) != outputs.end();
    }
};

/// The nodes stand in the order in which they are computed.
struct Graph {
    std::vector<Node> nodes;
    std::vector<Field> inputs;              ///< The initializers may be among them.
    std::vector<std::string_view> outputs;  ///< Names
    std::vector<Field> others;              ///< What is neither node nor output
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
            others.push_back(field);
        if (field.number == graphInput) inputs.push_back(field);
        if (field.number == graphInitializer) learned.insert(textAt(field.content, tensorName, what));
    }
    for (const Node& node : nodes)
        if (std::ranges::all_of(node.inputs, [&](auto name) { return learned.contains(name); }))
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
        const auto maker = std::any_of(nodes.begin(), nodes.begin() + i,
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
        for (; value > 127; value >>= 7) to += char(value | 128);
        to += char(value);
    };
    varint(number << 3 | 2);
    varint(content.size());
    to += content;
}

/// The fields `path` of messages in each other; empty where one is not there.
std::string_view inside(std::string_view message, std::initializer_list<uint64_t> path,
                        const std::string& what) {
    for (const uint64_t number : path) message = textAt(message, number, what);
    return message;
}

/// What the network is given, but for tensors that are learned.
OnnxInput inputOf(const Graph& graph, const std::string& what) {
    OnnxInput input;
    std::string names;
    for (const Field& given : graph.inputs) {
        const std::string_view name = textAt(given.content, valueName, what);
        if (graph.learned.contains(name)) continue;
        names += (names.empty() ? "" : ", ") + shortened(std::string(name));
        ++input.count;
        if (input.count > 1) continue;
        const std::string_view type = inside(given.content, {valueType, typeTensor}, what);
        Message fields(type, what);
        for (Field field; fields.next(field);) {
            if (field.number == elementType) input.isFloat = field.value == 1;
            if (field.number != tensorShape) continue;
            input.hasShape = true;
            Message axes(field.content, what);
            for (Field axis; axes.next(axis);) {
                if (axis.number != shapeAxis) continue;
                int64_t size = 0;
                Message sizes(axis.content, what);
                for (Field one; sizes.next(one);)
                    if (one.number == axisSize) size = int64_t(one.value);
                input.shape.push_back(std::max<int64_t>(size, 0));
            }
        }
    }
    input.names = names;
    return input;
}

/// Where the numbers of a tensor are that stand in another file.
struct ExternalData {
    std::string file;
    uint64_t offset = 0, length = 0;
    bool hasLength = false;
};

/// Nothing: the numbers stand in the tensor itself.
std::optional<ExternalData> externalDataOf(std::string_view tensor, const std::string& what) {
    ExternalData data;
    bool isExternal = false;
    Message fields(tensor, what);
    for (Field field; fields.next(field);) {
        if (field.number == tensorLocation) isExternal = field.value == 1;
        if (field.number != tensorExternal) continue;
        const std::string_view key = textAt(field.content, entryKey, what),
                               value = textAt(field.content, entryValue, what);
        if (key == "location") data.file = value;
        uint64_t number = 0;
        const bool isNumber =
            std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc();
        if (key == "offset" && isNumber) data.offset = number;
        if (key == "length" && isNumber) data.length = number, data.hasLength = true;
    }
    return isExternal ? std::optional(data) : std::nullopt;
}

/// The file next to the network that `data` names, which no name may lead away from.
std::string placeOf(const ExternalData& data, const std::string& what) {
    namespace fs = std::filesystem;
    const fs::path name = fs::path(data.file).lexically_normal();
    const bool isInside = !data.file.empty() && name.is_relative() && *name.begin() != "..";
    std::string place = (fs::path(what).parent_path() / name).string();
    std::error_code ignored;
    if (!isInside || !fs::is_regular_file(place, ignored))
        throw inputError(what + ": its weights are in a second file, \"" + shortened(data.file) +
                         "\", which is not " +
                         (isInside ? "there. Copy it next to the network." : "next to the network."));
    return place;
}

constexpr uint64_t mostBytes = uint64_t{1} << 31;  // a message of protobuf

/// The tensor with its numbers in it.
std::string withData(std::string_view tensor, const ExternalData& data, const std::string& what) {
    const std::string place = placeOf(data, what);
    const InputFile file(place);
    const uint64_t length = data.hasLength ? data.length : file.size() - std::min(file.size(), data.offset);
    if (data.offset > file.size() || length > file.size() - data.offset || length >= mostBytes)
        throw inputError(
            place + ": expected " + counted(length, "byte") + " from " + std::to_string(data.offset) +
            " on for the tensor " + shortened(std::string(textAt(tensor, tensorName, what))) + " of " + what +
            ", found a file of " + counted(file.size(), "byte") + ". Fetch or export both again.");
    std::string result, numbers(size_t(length), '\0');
    Message fields(tensor, what);
    for (Field field; fields.next(field);)
        if (field.number != tensorLocation && field.number != tensorExternal) result += field.whole;
    file.read(data.offset, numbers.data(), numbers.size());
    append(result, tensorRaw, numbers);
    return result;
}

std::string_view graphIn(std::string_view bytes, const std::string& what, std::string* others = nullptr) {
    std::string_view graph;
    Message model(bytes, what);
    for (Field field; model.next(field);) {
        if (field.number == modelGraph)
            graph = field.content;
        else if (others)
            *others += field.whole;
    }
    return graph;
}

}  // namespace

std::vector<std::string> externalFiles(std::string_view bytes, const std::string& what) {
    std::vector<ExternalData> found;
    try {
        Message graph(graphIn(bytes, what), what);
        for (Field field; graph.next(field);)
            if (field.number == graphInitializer)
                if (auto data = externalDataOf(field.content, what)) found.push_back(std::move(*data));
    } catch (const Error&) {
        return {};
    }
    std::set<std::string> files;
    for (const ExternalData& data : found) files.insert(placeOf(data, what));
    return {files.begin(), files.end()};
}

OnnxNetwork endedAt(std::string_view bytes, const std::string& name, const std::string& what) {
    OnnxNetwork result;
    const Graph graph(graphIn(bytes, what, &result.bytes), what);
    if (graph.nodes.empty() || graph.outputs.empty() || graph.outputs.front().empty())
        throw inputError(what +
                         ": expected an ONNX network, found none: it has no graph, or one without output.");
    const std::string_view tensor = name.empty() ? graph.feature() : graph.named(name);
    if (tensor.empty())
        throw inputError(what + ": the network has no output or node named \"" + name +
                         "\"; its output is \"" + std::string(graph.outputs.front()) + "\".");
    std::string ended, output;
    for (const Field& field : graph.others) {
        const auto data =
            field.number == graphInitializer ? externalDataOf(field.content, what) : std::nullopt;
        if (data)
            append(ended, graphInitializer, withData(field.content, *data, what));
        else
            ended += field.whole;
        if (ended.size() >= mostBytes)
            throw inputError(what + ": expected a network of at most 2 GB, found a larger one.");
    }
    for (const Node& node : graph.nodes) {
        ended += node.whole;
        if (node.makes(tensor)) break;
    }
    append(output, valueName, tensor);
    append(output, valueType, anyFloats);
    append(ended, graphOutput, output);
    append(result.bytes, modelGraph, ended);
    result.output = tensor;
    result.input = inputOf(graph, what);
    return result;
}

}  // namespace attx
