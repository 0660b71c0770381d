// nn.TransformerEncoder of PyTorch, alone or between an input and an output layer, under our names, with or
// without norm_first and a norm behind its last layer.
#pragma once
#include <string>

#include "model/foreign/foreign_checkpoint.h"

namespace attx {

/// Where there is an nn.TransformerEncoder, its tensors and those of the layers around it get our names; but
/// the rows of in_proj [3 C, C] come by kind (queries, keys, values) until dealAmongHeads.
/// Throws Error::Kind::Input that names what our network cannot compute.
void renameTorchEncoder(ForeignCheckpoint& checkpoint, const std::string& source);

/// An encoder without a layer before or behind it: dealAmongHeads puts the identity there.
[[nodiscard]] bool lacksInput(const ForeignCheckpoint& checkpoint);
[[nodiscard]] bool lacksOutput(const ForeignCheckpoint& checkpoint);

/// Our rows of queries, keys and values come head by head, so that they follow from the number of heads of
/// `network`, which is that of the checkpoint.
void dealAmongHeads(ForeignCheckpoint& checkpoint, const NetworkConfig& network);

}  // namespace attx
