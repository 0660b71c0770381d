// The bytes of an ONNX graph that is written: https://onnx.ai/onnx/repo-docs/IR.html, in Protobuf's encoding.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace attx::onnx {

/// Numbers of onnx.proto3.
enum class Type : uint64_t { Float = 1, Int64 = 7 };

[[nodiscard]] std::string attribute(const std::string& name, int64_t value);
[[nodiscard]] std::string attribute(const std::string& name, const std::vector<int64_t>& values);
/// A ValueInfoProto; -1: any number of sequences, "n".
[[nodiscard]] std::string valueInfo(const std::string& name, Type type, const std::vector<int64_t>& shape);

/// Every method that adds a node returns the name of its output.
class Graph {
public:
    std::string constant(const std::string& name, const std::vector<int64_t>& shape,
                         const std::vector<float>& values);
    std::string node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& output, const std::vector<std::string>& attributes = {});
    void input(const std::string& info);
    void output(const std::string& info);
    /// A ModelProto.
    [[nodiscard]] std::string file(const std::map<std::string, std::string>& metadata) const;

private:
    std::string bytes_;  ///< Fields of a GraphProto, serialised
};

}  // namespace attx::onnx
