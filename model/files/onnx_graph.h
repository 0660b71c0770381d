// The graph of an ONNX network (https://onnx.ai/onnx/repo-docs/IR.html), read from its protobuf as far as it
// takes to find the tensor that is the feature and to end the network there. What runs the network then has
// nothing to choose.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// What a network declares that it is given.
struct OnnxInput {
    int count = 0;        ///< Inputs that are not learned; the rest is of the first one.
    std::string names;    ///< Names of these inputs: "image" or "tokens, mask"
    bool isFloat = true;  ///< 32 bits
    bool hasShape = false;
    std::vector<int64_t> shape;  ///< 0: free
};

struct OnnxNetwork {
    std::string bytes;   ///< The network as an ONNX file
    std::string output;  ///< the name of its only output
    OnnxInput input;
};

/// The network in `bytes` (of an ONNX file, called `what` in messages), ended at a tensor: that of the name
/// `name`, or the first output of the node of that name. An empty name stands for the input of the last fully
/// connected layer: a Gemm, or a MatMul with learned weights, from which only a bias (Add of a learned
/// tensor), Identity, Softmax and LogSoftmax lead to the first output; that output itself, where the network
/// does not end so. Numbers of tensors that stand in files next to `what` (external data) come into the
/// bytes. Throws Error::Kind::Input for bytes that are no ONNX network, for a name that no tensor or node
/// has, and for a file that is not there.
[[nodiscard]] OnnxNetwork endedAt(std::string_view bytes, const std::string& name, const std::string& what);

/// The files next to `what` that hold numbers of its tensors, by their paths; none of bytes that are no
/// network. Throws Error::Kind::Input where one is not there.
[[nodiscard]] std::vector<std::string> externalFiles(std::string_view bytes, const std::string& what);

}  // namespace attx
