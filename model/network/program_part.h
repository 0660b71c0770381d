// Parts of a network as programs of their own, which begin with given activations in place of tokens or
// features. Whoever changes an activation runs only what lies behind it, by any backend.
#pragma once
#include "model/network/program.h"

namespace attx {

enum class PartKind {
    FromLayer,    ///< from the input of an encoder layer to the logits; of layer numLayers: the output net
                  ///< alone
    FromSum,      ///< from the sum of a layer's input and what its attention writes, before the norm, to the
                  ///< logits
    RestOfLayer,  ///< from that sum to the layer's output, which stands in place of logits
    UpToSum,      ///< from the input of layer 0 to what a layer's attention writes, which stands in place of
                  ///< logits
};
struct ProgramPart {
    PartKind kind;
    int layer;  ///< from 0
};

/// The part as a program that reads features [T, C]. It keeps the whole network's parameters, unread ones
/// too, but only the tensors and the attention maps that it computes; their names stay. `masked`: keys behind
/// a sequence's length get no weight, whatever the network does. Dropout must be off.
[[nodiscard]] Program partOf(const Program& whole, const ProgramPart& part, bool masked = false);

}  // namespace attx
