// The weights of Keras 3 under our names: groups "layers/NAME/vars/0" …, as keras/src/saving/saving_lib.py
// (_save_state, _save_container_state) writes them. Layers are told by what they hold, as the names of
// attributes are free.
#pragma once
#include <string>
#include <string_view>

#include "model/foreign/foreign_checkpoint.h"

namespace attx {

// What such a file says beside its tensors stands in ForeignCheckpoint::kerasFacts, with "num_heads".
inline constexpr const char *kerasEpsilon = "epsilon", *kerasPooling = "pooling",
                            *kerasActivation = "activation", *kerasMask = "mask_zero",
                            *kerasHead = "activation_of_the_last_but_one_dense";
/// Keeps how a layer pools that is called `layer` (GlobalMaxPooling1D, global_average_pooling1d_2); of other
/// layers nothing. Throws Error::Kind::Input for pooling that cannot be computed here, and for two kinds of
/// it.
void keepKerasPooling(ForeignCheckpoint& checkpoint, const std::string& layer, const std::string& source);

/// The weights of an Embedding, encoder layers of MultiHeadAttention, two LayerNormalization and two Dense,
/// and a last Dense get our names and shapes; the number of heads is seen in them. Throws Error::Kind::Input
/// that names what is no part of that.
void renameKerasLayers(ForeignCheckpoint& checkpoint, const std::string& source);

/// What config.json of a .keras file says of the layers that Keras itself knows. Throws Error::Kind::Input
/// for a layer or an activation that cannot be computed here.
void readKerasConfig(std::string_view json, ForeignCheckpoint& checkpoint, const std::string& source);

}  // namespace attx
