// A network as an ONNX file (https://onnx.ai/onnx/repo-docs/IR.html), of plain operators with axes counted
// from the front, which OpenCV's DNN reads, too.
#pragma once
#include <map>
#include <span>
#include <string>

#include "model/config/config.h"

namespace attx {

/// The bytes of an ONNX file, operator set 12, for `config.data.positions()` = T positions. Inputs: of texts
/// "tokens" [n, T] (I64); of other tokens "one_hot" [n, T, categories]; of vectors "features" [n, T, D]
/// (F32). Where the network masks padding that its data may have, also "mask" [n, T] (F32), 1 for what is no
/// padding. Outputs: "logits" [n, T, K], of sets [n, T, 1], of texts [n, K]; and "attention.L.H" [n, T, T] of
/// head H of layer L, from 0. `metadata` goes into the file's metadata_props.
[[nodiscard]] std::string toOnnx(const RunConfig& config, std::span<const float> parameters,
                                 const std::map<std::string, std::string>& metadata = {});

}  // namespace attx
