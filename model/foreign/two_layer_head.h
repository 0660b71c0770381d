// A head of two layers behind what is pooled, which our networks have as pooler and classifier.
#pragma once
#include <string>

#include "model/foreign/foreign_checkpoint.h"

namespace attx {

/// out a(hidden x + hiddenBias) + outBias with an activation a: hidden [H, C] and out [K, H] become the
/// pooler and the classifier. Throws Error::Kind::Input for tensors of other shapes.
void putTwoLayerHead(ForeignCheckpoint& checkpoint, StoredTensor hidden, StoredTensor hiddenBias,
                     StoredTensor out, StoredTensor outBias, const std::string& source);

}  // namespace attx
