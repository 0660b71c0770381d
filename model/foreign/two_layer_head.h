// A head of two layers behind what is pooled, which our networks have as pooler and classifier.
#pragma once
#include <string>

#include "model/foreign/foreign_checkpoint.h"

namespace attx {

/// out a(hidden x + hiddenBias) + outBias of a network of width C, with an activation a that is 0 at 0:
/// hidden [H, C] and out [K, H] become the pooler [C, C] and the classifier [K, C]; where H < C their other
/// neurons are zero, which changes no logit, and the checkpoint's note says so. Throws Error::Kind::Input for
/// H > C and for tensors of other shapes.
void putTwoLayerHead(ForeignCheckpoint& checkpoint, const StoredTensor& hidden,
                     const StoredTensor& hiddenBias, const StoredTensor& out, StoredTensor outBias,
                     const std::string& source);

}  // namespace attx
