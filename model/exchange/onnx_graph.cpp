#include "model/exchange/onnx_graph.h"

#include <cstring>

namespace attx::onnx {
namespace {

enum AttributeType : uint64_t { AttributeInt = 2, AttributeInts = 7 };

// Protobuf: https://protobuf.dev/programming-guides/encoding
std::string varint(uint64_t value) {
    std::string bytes;
    for (; value > 127; value >>= 7) bytes += char((value & 127) | 128);
    return bytes + char(value);
}
std::string number(unsigned field, uint64_t value) { return varint(uint64_t{field} << 3) + varint(value); }
std::string text(unsigned field, const std::string& bytes) {
    return varint(uint64_t{field} << 3 | 2) + varint(bytes.size()) + bytes;
}

}  // namespace

std::string attribute(const std::string& name, int64_t value) {
    return text(1, name) + number(3, uint64_t(value)) + number(20, AttributeInt);
}
std::string attribute(const std::string& name, const std::vector<int64_t>& values) {
    std::string bytes = text(1, name);
    for (const int64_t value : values) bytes += number(8, uint64_t(value));
    return bytes + number(20, AttributeInts);
}

std::string valueInfo(const std::string& name, Type type, const std::vector<int64_t>& shape) {
    std::string dimensions;
    for (const int64_t d : shape) dimensions += text(1, d < 0 ? text(2, "n") : number(1, uint64_t(d)));
    return text(1, name) + text(2, text(1, number(1, uint64_t(type)) + text(2, dimensions)));
}

std::string Graph::constant(const std::string& name, const std::vector<int64_t>& shape,
                            const std::vector<float>& values) {
    std::string tensor;
    for (const int64_t d : shape) tensor += number(1, uint64_t(d));
    std::string raw(values.size() * sizeof(float), '\0');
    std::memcpy(raw.data(), values.data(), raw.size());
    bytes_ += text(5, tensor + number(2, uint64_t(Type::Float)) + text(8, name) + text(9, raw));
    return name;
}
std::string Graph::node(const std::string& type, const std::vector<std::string>& inputs,
                        const std::string& output, const std::vector<std::string>& attributes) {
    std::string bytes;
    for (const std::string& input : inputs) bytes += text(1, input);
    bytes += text(2, output) + text(3, output) + text(4, type);
    for (const std::string& a : attributes) bytes += text(5, a);
    bytes_ += text(1, bytes);
    return output;
}
void Graph::input(const std::string& info) { bytes_ += text(11, info); }
void Graph::output(const std::string& info) { bytes_ += text(12, info); }
std::string Graph::file(const std::map<std::string, std::string>& metadata) const {
    constexpr uint64_t irVersion = 7, operatorSet = 12;
    std::string bytes = number(1, irVersion) + text(2, "Attention Explorer") + text(3, ATTX_VERSION) +
                        text(7, bytes_ + text(2, "network")) + text(8, text(1, "") + number(2, operatorSet));
    for (const auto& [key, value] : metadata) bytes += text(14, text(1, key) + text(2, value));
    return bytes;
}

}  // namespace attx::onnx
