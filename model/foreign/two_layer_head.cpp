#include "model/foreign/two_layer_head.h"

#include <algorithm>
#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/roles.h"

namespace attx {

void putTwoLayerHead(ForeignCheckpoint& checkpoint, const StoredTensor& hidden,
                     const StoredTensor& hiddenBias, const StoredTensor& out, StoredTensor outBias,
                     const std::string& source) {
    const bool fits = hidden.shape.size() == 2 && out.shape.size() == 2 && out.shape[1] == hidden.shape[0] &&
                      hiddenBias.shape == std::vector<int64_t>{hidden.shape[0]};
    if (!fits || hidden.shape[0] > hidden.shape[1])
        throw inputError(
            source + ": its output has two layers, " + shapeText(hidden.shape) + " and " +
            shapeText(out.shape) +
            ": expected a first one that is no wider than the network, as the second reads it; a "
            "wider one cannot be computed here.");
    const auto H = static_cast<size_t>(hidden.shape[0]), C = static_cast<size_t>(hidden.shape[1]),
               K = static_cast<size_t>(out.shape[0]);
    std::vector<float> weight = hidden.floats("hidden"), bias = hiddenBias.floats("bias"), last(K * C);
    weight.resize(C * C);
    bias.resize(C);
    const std::vector<float>& given = out.floats("output");
    for (size_t k = 0; k < K; ++k)
        std::copy_n(given.begin() + static_cast<ptrdiff_t>(k * H), H,
                    last.begin() + static_cast<ptrdiff_t>(k * C));
    const auto put = [&](Role role, std::vector<int64_t> shape, std::vector<float> values) {
        StoredTensor& tensor = checkpoint.file.tensors[parameterName(role)];
        tensor.shape = std::move(shape);
        tensor.values = std::move(values);
    };
    const auto width = static_cast<int64_t>(C);
    put(Role::PoolerWeight, {width, width}, std::move(weight));
    put(Role::PoolerBias, {width}, std::move(bias));
    put(Role::ClassifierWeight, {static_cast<int64_t>(K), width}, std::move(last));
    checkpoint.file.tensors[parameterName(Role::ClassifierBias)] = std::move(outBias);
    if (H < C)
        checkpoint.note += (checkpoint.note.empty() ? source + ": " : " ") +
                           "the hidden layer of its output has " + std::to_string(H) +
                           " neurons; here it has " + std::to_string(C) + ", of which " +
                           std::to_string(C - H) + " are zero.";
}

}  // namespace attx
