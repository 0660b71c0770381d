// A run as one file of Python for people to read and go on with: network, data, training, in PyTorch.
#pragma once
#include <string>

#include "model/config/config.h"

namespace attx {

struct DataSet;
struct Program;
struct SafeTensors;

/// The files beside the code, without folders, and what of the run its configuration does not say.
struct PytorchNames {
    std::string code, weights;
    std::string data;            ///< File with what rowsOf() made; used unless isDrawnInCode()
    std::string first;           ///< The weights that the run began with; used where they are made by hand.
    std::string assumed;         ///< Text of assumedJson(); empty: nothing was assumed
    bool hasVocabulary = false;  ///< `weights` holds the words that a text can be asked in.
};

/// Whether the code draws the rows by itself; otherwise it reads what rowsOf() made.
[[nodiscard]] bool isDrawnInCode(const DataConfig& data);

/// Python that reads `names.weights`, a checkpoint of `config`, and draws initial weights, data and their
/// order as the program does (model/data/philox.h): losses agree to rounding. What dropout drops is PyTorch's
/// choice. Training ends as the program's does, and keeps the best parameters by validation.
[[nodiscard]] std::string pytorchCode(const RunConfig& config, const PytorchNames& names);

/// Its network: the classes EncoderLayer and Network and what they call, a module for each parameter and a
/// line for each operation of `program`. Tensors have their names in the program, without the layer; sizes
/// are the constants of resources/export/pytorch/start.py.
[[nodiscard]] std::string pytorchNetwork(const Program& program);

/// The three splits as the code reads them: "train.tokens" [N, T], "train.labels", "train.lengths" [N]; of
/// images "train.features" [N, D] and "train.classes" [N].
[[nodiscard]] SafeTensors rowsOf(const DataSet& data);

}  // namespace attx
