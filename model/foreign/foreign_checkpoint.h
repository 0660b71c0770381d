// Checkpoints that other programs wrote: PyTorch's (with or without Lightning around it), Flax's, and
// safetensors without our configuration. Their tensors get our names; the network is read off their shapes.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/assumptions.h"
#include "model/config/config.h"
#include "model/files/safetensors.h"
#include "model/foreign/hyper_parameters.h"

namespace attx {

struct ForeignCheckpoint {
    SafeTensors file;            ///< tensors under our names
    bool positionTable = false;  ///< there was one; see takePositionTable
    /// What a file of Keras says beside them, as text; see keras_layers.h.
    std::map<std::string, std::string> kerasFacts;
    HyperParameters hyperParameters;
    std::string note;  ///< What of the file was not taken; empty: nothing that a person should know.
    bool flax = false, keras = false;
    /// The rows of the queries', keys' and values' weights come by kind; dealAmongHeads turns them into ours.
    bool rowsByKind = false;
};

/// Why network.positional_encoding is open where the file has the table: to leave it out contradicts the
/// file.
inline constexpr const char* tableIsHeld =
    "The file holds their table, but does not show whether it was added.";

/// Do these first bytes (16 or more, if there are as many) begin one of the known containers?
[[nodiscard]] bool isForeign(std::string_view bytes);
/// Throws Error::Kind::Input for bytes that are damaged, or hold no tensors. `bytes` has passed isForeign.
[[nodiscard]] ForeignCheckpoint readForeign(std::string_view bytes, const std::string& source);

struct InferredNetwork {
    NetworkConfig network;
    std::vector<UncertainKey> uncertain;
};
/// The network that tensors of these names and shapes belong to. Throws Error::Kind::Input that says what
/// it looked for and what there is.
[[nodiscard]] InferredNetwork inferNetwork(const ForeignCheckpoint& checkpoint, const std::string& source);

/// Tensors under the names that the notebooks have in PyTorch or Flax get ours (exchange/names.h); prefixes
/// of wrappers go.
void renameTensors(ForeignCheckpoint& checkpoint);

/// A matrix of floats turned round; any other tensor as it is.
[[nodiscard]] StoredTensor transposed(const StoredTensor& tensor);

/// Takes the table of positions, a buffer that is no parameter, out of the tensors if there is one: it is
/// computed here. Of Keras and around an nn.TransformerEncoder one that is not that of positions.h is
/// learned, and becomes a parameter; else that throws Error::Kind::Input.
void takePositionTable(ForeignCheckpoint& checkpoint, const std::string& source);
/// A head of two layers behind what is pooled, out a(hidden x + hiddenBias) + outBias with an activation a:
/// hidden [H, C] and out [K, H] become the pooler and the classifier. Throws Error::Kind::Input for tensors
/// of other shapes.
void putTwoLayerHead(ForeignCheckpoint& checkpoint, StoredTensor hidden, StoredTensor hiddenBias,
                     StoredTensor out, StoredTensor outBias, const std::string& source);
/// Leaves out the rows of a learned table behind the positions that the answer joins, and says so in `note`:
/// no sequence has so many.
void cutPositionTable(ForeignCheckpoint& checkpoint, const NetworkConfig& network, const std::string& source);

}  // namespace attx
