#include "model/foreign/two_layer_head.h"

#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/roles.h"

namespace attx {

void putTwoLayerHead(ForeignCheckpoint& checkpoint, StoredTensor hidden, StoredTensor hiddenBias,
                     StoredTensor out, StoredTensor outBias, const std::string& source) {
    const bool fits = hidden.shape.size() == 2 && out.shape.size() == 2 && out.shape[1] == hidden.shape[0] &&
                      hiddenBias.shape == std::vector<int64_t>{hidden.shape[0]};
    if (!fits)
        throw inputError(source + ": its output has two layers, " + shapeText(hidden.shape) + " and " +
                         shapeText(out.shape) + ": expected a second one that reads what the first gives.");
    const auto put = [&](Role role, StoredTensor& tensor) {
        checkpoint.file.tensors[parameterName(role)] = std::move(tensor);
    };
    put(Role::PoolerWeight, hidden);
    put(Role::PoolerBias, hiddenBias);
    put(Role::ClassifierWeight, out);
    put(Role::ClassifierBias, outBias);
}

}  // namespace attx
