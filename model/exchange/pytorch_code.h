// A run as one file of Python for people to read and go on with: network, data, training, in PyTorch.
#pragma once
#include <string>

#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/files/safetensors.h"

namespace attx {

/// The files beside the code, without folders.
struct PytorchNames {
    std::string code, weights;
    std::string data;  ///< that rowsOf() made; used unless the data are drawn by a rule
};

/// Python that reads `names.weights`, a checkpoint of `config`, and draws initial weights, data and their
/// order as the program does (model/data/philox.h): losses agree to rounding. What dropout drops is PyTorch's
/// choice.
[[nodiscard]] std::string pytorchCode(const RunConfig& config, const PytorchNames& names);

/// The three splits as the code reads them: "train.tokens" [N, T], "train.labels", "train.lengths" [N]; of
/// images "train.features" [N, D] and "train.classes" [N].
[[nodiscard]] SafeTensors rowsOf(const DataSet& data);

}  // namespace attx
