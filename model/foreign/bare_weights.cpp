// Weights alone: state_dicts of minGPT, nanoGPT, TransformerLens and vision transformers, which say less of
// the network than a folder.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/config/norm.h"
#include "model/exchange/published_names.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/foreign/named_tensors.h"
#include "model/foreign/published_model.h"

namespace attx {
namespace {

/// GPT-2's own fused weights are [C, 3 C], those of minGPT [3 C, C].
bool isTurned(const SafeTensors& file, const BareFamily& family) {
    return !family.turned.rows.empty() && std::ranges::any_of(file.tensors, [&](const auto& tensor) {
        const std::vector<int64_t>& shape = tensor.second.shape;
        return tensor.first.ends_with(family.second) && shape.size() == 2 && shape[1] == 3 * shape[0];
    });
}

/// Number of heads where each has its own matrix [NH, C, HS]; 0: the file does not show it.
int headsShown(const SafeTensors& file, const BareFamily& family) {
    const std::string query = nameIn(family.names, Role::QueryWeight, 0);
    for (const auto& [name, tensor] : file.tensors)
        if (!query.empty() && name.ends_with(query) && tensor.shape.size() == 3)
            return int(std::min<int64_t>(tensor.shape[0], 1 << 24));
    return 0;
}

/// What the shapes say of the network.
NetworkConfig networkOfShapes(const SafeTensors& file, const BareFamily& family) {
    NetworkConfig network;
    const Role input = family.isVision ? Role::InputWeight : Role::EmbeddingTable;
    network.inputDim = extentOf(file, input, family.isVision ? 1 : 0);
    network.modelDim = extentOf(file, input, family.isVision ? 0 : 1);
    network.embeddingTable = network.linearOutput = network.causal = !family.isVision;
    network.normFirst = family.normFirst;
    network.numLayers = 0;
    while (hasTensor(file, Role::AttentionOutputWeight, network.numLayers)) ++network.numLayers;
    network.dimFeedforward = extentOf(file, Role::FeedForwardInWeight, 0, 0);
    network.positions = hasTensor(file, Role::PositionTable) ? Positions::Learned : Positions::None;
    network.maxPositions = extentOf(file, Role::PositionTable, 0);
    network.norm = normOf(file);
    if (const bool last = hasTensor(file, Role::FinalNormWeight);
        network.norm != NormKind::None && last != network.hasFinalNorm())
        network.finalNorm = last ? FinalNorm::True : FinalNorm::False;
    network.bias = hasTensor(file, Role::AttentionOutputBias, 0);
    network.activation = family.activation;
    network.layerNormEps = family.epsilon;
    network.numClasses = hasTensor(file, Role::ClassifierWeight) ? extentOf(file, Role::ClassifierWeight, 0)
                                                                 : network.inputDim;
    if (family.isVision) {
        network.input = InputKind::Features;
        network.output = OutputKind::Pooled;
        network.pooling = family.isPooledFirst ? PoolingKind::First : PoolingKind::Mean;
        network.classToken = hasTensor(file, Role::ClassToken);
        network.maskPadding = false;
    }
    return network;
}

/// "1e-5", not "1e-05".
std::string epsilonText(double epsilon) {
    std::string text = shortest(epsilon);
    if (const size_t at = text.find("e-0"); at != std::string::npos) text.erase(at + 2, 1);
    return text;
}

/// What the file leaves open, with the values that the family usually has.
std::vector<UncertainKey> openKeys(const NetworkConfig& network, const BareFamily& family,
                                   bool areHeadsShown) {
    std::vector<UncertainKey> keys;
    const auto unsure = [&](const std::string& key, const std::string& value, const std::string& why) {
        keys.push_back({"network." + key, value, why});
    };
    if (areHeadsShown) {
        unsure("output", "positions",
               "The file does not show whether the network answers at each position (positions) or once "
               "(pooled).");
        unsure("pooling", "max", "The file does not show how many positions become one answer, if they do.");
        unsure("causal", "true",
               "The file does not show whether queries attended to later positions; a causal mask in it does "
               "not say that it was used.");
    }
    if (family.isVision && !family.isPooledFirst)
        unsure("pooling", "mean", "The file does not show how many positions become one answer.");
    if (network.dimFeedforward > 0)
        unsure("activation", activationTable[size_t(family.activation)].name,
               "The file does not show the activation of the feed-forward part.");
    if (network.norm == NormKind::LayerNoBias) unsure("norm", infoOf(network.norm).name, normsWithoutBias);
    if (network.norm != NormKind::None)
        unsure("layer_norm_eps", epsilonText(family.epsilon), "The file does not hold it.");
    return keys;
}

}  // namespace

std::optional<PublishedModel> publishedWeights(const SafeTensors& file, std::optional<int> heads,
                                               const std::string& source) {
    const std::span<const BareFamily> families = bareFamilies();
    const auto family = std::ranges::find_if(families, [&](const BareFamily& known) {
        return hasEnding(file, known.first) && hasEnding(file, known.second);
    });
    if (family == families.end()) return std::nullopt;
    PublishedModel model;
    NamedTensors tensors = namedTensors(file, isTurned(file, *family) ? family->turned : family->names,
                                        family->base, {}, source);
    sayWhatWasTaken(model.note, tensors);
    NetworkConfig& network = model.network = networkOfShapes(tensors.file, *family);
    const int shown = headsShown(file, *family);
    model.uncertain = openKeys(network, *family, shown > 0);
    constexpr int usualHead = 64;  // Head dimension of GPT-2 and ViT, whatever their model dimension
    network.numHeads = shown > 0 ? shown
                                 : heads.value_or(network.modelDim % usualHead == 0
                                                      ? std::max(network.modelDim / usualHead, 1)
                                                      : 1);
    if (shown == 0 && !heads)
        model.uncertain.push_back(
            {headsKey, std::to_string(network.numHeads),
             "The shapes are the same for " + headCounts(network.modelDim) + " heads."});
    if (const int queries = extentOf(tensors.file, Role::QueryWeight, 0, 0);
        shown > 0 && queries != network.modelDim)
        network.keyDim = queries / shown;
    naming(source, [&] { requireValid(network); });
    dealHeads(tensors, network);
    model.file = std::move(tensors.file);
    if (shown == 0 && !family->isVision)
        takeDecoder(model, !hasTensor(model.file, Role::ClassifierWeight));
    else if (!hasTensor(model.file, Role::ClassifierBias))
        putZeros(model.file, Role::ClassifierBias, network.numClasses);
    return model;
}

}  // namespace attx
