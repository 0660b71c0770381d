// What Keras calls the variables of its layers. Its networks name no part by what it is for: layers are told
// by their kind and their order.
#pragma once
#include <array>
#include <string>

namespace attx {

/// The layers of a MultiHeadAttention: of queries, keys and values, and what joins the heads.
inline constexpr std::array kerasAttentionParts{"query_dense", "key_dense", "value_dense", "output_dense"};

/// What stands in front of the last dot of a path; empty: there is none.
[[nodiscard]] std::string parentOf(const std::string& path);

/// A variable of Keras 2, "model_weights/dense/dense/kernel:0", as Keras 3 would call it, "dense.vars.0"; any
/// other name as it is. The first part is the layer of the model, the rest repeats it in front of what is in
/// it, but for layers of a Sequential.
/// https://github.com/keras-team/tf-keras/blob/master/tf_keras/saving/legacy/hdf5_format.py
[[nodiscard]] std::string keras3Name(const std::string& name);

}  // namespace attx
