#include "model/foreign/foreign_checkpoint.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "model/config/config_keys.h"
#include "model/config/norm.h"
#include "model/exchange/names.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/hdf5_file.h"
#include "model/foreign/keras_layers.h"
#include "model/foreign/known_networks.h"
#include "model/foreign/msgpack.h"
#include "model/foreign/named_tensors.h"
#include "model/foreign/torch_encoder.h"
#include "model/foreign/torch_file.h"
#include "model/foreign/zip_records.h"
#include "model/network/positions.h"

namespace attx {
namespace {

using Kind = TreeValue::Kind;

constexpr int deepestMap = 32;              // maps in maps
constexpr size_t mostListed = 12;           // names in a message
constexpr float positionTolerance = 0.01F;  // Rounding of 16-bit floats, and of angles of some thousands
// Of all names together, joined: one part may stand in many of them, so that a short file could ask for much.
constexpr size_t nameBytesAlways = size_t{1} << 20, nameBytesPerByte = 8;

/// Collects the tensors below a map; names are joined by dots.
class Gatherer {
public:
    Gatherer(Tree& tree, const std::vector<std::string_view>& storages, size_t fileBytes)
        : tree_(tree),
          storages_(storages),
          spare_(int64_t(fileBytes)),
          spareNameBytes_(nameBytesAlways + nameBytesPerByte * fileBytes) {}

    void gatherBelow(const TreeValue& value, const std::string& name, int depth, SafeTensors& into) {
        if (depth > deepestMap) return;
        tree_.spend();  // maps may hold each other
        if (value.kind == Kind::Tensor) {
            const TensorView& view = tree_.tensorOf(value);
            into.tensors[name] = gather(view, storages_[view.storage], spare_, name, tree_.source());
        } else if (value.kind == Kind::Map) {
            const std::vector<TreeValue>& entries = tree_.items(value);
            for (size_t i = 0; i + 1 < entries.size(); i += 2)
                if (entries[i].kind == Kind::Text) {
                    const std::string& key = tree_.textOf(entries[i]);
                    spendName(name.size() + 1 + key.size(), key);
                    gatherBelow(entries[i + 1], name.empty() ? key : name + "." + key, depth + 1, into);
                }
        }
    }

private:
    void spendName(size_t bytes, const std::string& key) {
        if (bytes > longestName)
            throw inputError(tree_.source() + ": \"" + shortened(key) + "\" ends a name of " +
                             counted(bytes, "byte") + ", and no tensor has one of more than " +
                             std::to_string(longestName) + ".");
        if (bytes > spareNameBytes_)
            throw inputError(tree_.source() +
                             ": the file holds more names than a checkpoint of its size would.");
        spareNameBytes_ -= bytes;
    }

    Tree& tree_;
    const std::vector<std::string_view>& storages_;
    int64_t spare_;          ///< Elements that may still be gathered
    size_t spareNameBytes_;  ///< Bytes of names that may still be gathered
};

/// The names under which `map` holds tensors, or modules, that are called as those of `taken`, one of its
/// values.
std::string otherWeights(const Tree& tree, const TreeValue& map, const TreeValue& taken) {
    const auto isPart = [](const TreeValue& value) {
        return value.kind == Kind::Tensor || value.kind == Kind::Map;
    };
    std::set<std::string> tensors;
    const std::vector<TreeValue>& own = tree.items(taken);
    for (size_t i = 0; i + 1 < own.size(); i += 2)
        if (own[i].kind == Kind::Text && isPart(own[i + 1])) tensors.insert(tree.textOf(own[i]));
    std::string names;
    std::set<uint32_t> seen{taken.index};  // one map may stand under many names
    const std::vector<TreeValue>& all = tree.items(map);
    for (size_t i = 0; i + 1 < all.size(); i += 2) {
        const TreeValue& other = all[i + 1];
        if (all[i].kind != Kind::Text || other.kind != Kind::Map || !seen.insert(other.index).second)
            continue;
        const std::vector<TreeValue>& entries = tree.items(other);
        for (size_t j = 0; j + 1 < entries.size(); j += 2)
            if (entries[j].kind == Kind::Text && isPart(entries[j + 1]) &&
                tensors.contains(tree.textOf(entries[j]))) {
                if (names.size() < longestName)
                    names += (names.empty() ? "\"" : ", \"") + shortened(tree.textOf(all[i])) + "\"";
                break;
            }
    }
    return names;
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// A count of heads that people choose: 1 for narrow networks, else 4 where it divides the width.
int likelyHeads(int width) { return width > 32 && width % 4 == 0 ? 4 : 1; }

/// A layer of Keras that tells how many positions become one answer, by the name that Keras gives its group.
/// Groups without variables stand in the file too.
void readPooling(Tree& tree, const TreeValue& map, ForeignCheckpoint& checkpoint, int depth = 0) {
    if (map.kind != Kind::Map || depth > deepestMap) return;
    const std::vector<TreeValue>& entries = tree.items(map);
    tree.spend(1 + std::ssize(entries) / 2);  // maps may hold each other
    for (size_t i = 0; i + 1 < entries.size(); i += 2) {
        if (entries[i].kind != Kind::Text) continue;
        const std::string& name = tree.textOf(entries[i]);
        keepKerasPooling(checkpoint, name, tree.source());
        readPooling(tree, entries[i + 1], checkpoint, depth + 1);
    }
}

// What cannot be computed here is refused. Nothing: the file does not say it, and it is assumed.

std::optional<Activation> activationOf(const HyperParameters& hyper, const std::string& source) {
    const std::optional<std::string> name = hyper.valueOf(Fact::Activation, source);
    if (!name) return std::nullopt;
    const std::optional<Activation> known = activationNamed(lowered(*name));
    if (!known)
        throw inputError(source + ": its hyper-parameters say that the activation is " + shortened(*name) +
                         "; ReLU, GELU and SiLU can be computed here.");
    return known;
}

}  // namespace

StoredTensor transposed(const StoredTensor& tensor) {
    const auto* values = std::get_if<std::vector<float>>(&tensor.values);
    if (!values || values->empty() || tensor.shape.size() != 2) return tensor;
    const auto rows = size_t(tensor.shape[0]), columns = size_t(tensor.shape[1]);
    std::vector<float> turned(values->size());
    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < columns; ++c) turned[c * rows + r] = (*values)[r * columns + c];
    return {{tensor.shape[1], tensor.shape[0]}, std::move(turned)};
}

bool isForeign(std::string_view bytes) {
    // A safetensors file begins with the length of its header, which the "{" behind it gives away.
    constexpr size_t lengthBytes = 8;
    if (bytes.size() > lengthBytes && bytes[lengthBytes] == '{') return false;
    return isZip(bytes) || isTorchStream(bytes) || isHdf5(bytes) || isMsgpackMap(bytes);
}

ForeignCheckpoint readForeign(std::string_view bytes, const std::string& source) {
    Tree tree(source, treeBudget(bytes.size()));
    ForeignCheckpoint checkpoint;
    std::vector<std::string_view> storages;
    if (isZip(bytes)) {
        const std::map<std::string, std::string_view> records = zipRecords(bytes, source);
        if (const auto weights = records.find(kerasWeights); weights != records.end()) {
            checkpoint.keras = true;
            if (const auto config = records.find("config.json"); config != records.end())
                readKerasConfig(config->second, checkpoint, source);
            storages = readHdf5(weights->second, tree);
        } else {
            storages = readTorchZip(records, tree);
        }
    } else if (isHdf5(bytes)) {
        checkpoint.keras = true;
        storages = readHdf5(bytes, tree);
    } else if (isTorchStream(bytes)) {
        storages = readTorchStream(bytes, tree);
    } else {
        storages = readMsgpack(bytes, tree);
        checkpoint.flax = true;
    }
    TreeValue root = tree.root;
    if (checkpoint.keras)
        readPooling(tree, root, checkpoint);
    else
        checkpoint.hyperParameters.gather(tree, root);
    // Twice "params": a TrainState of Flax holds its variables under that name, and these their parameters.
    for (const char* key : {"state_dict", "model_state_dict", "model", "params", "params"})
        if (const TreeValue* inner = tree.find(root, key); inner && inner->kind == Kind::Map) {
            if (const std::string others = otherWeights(tree, root, *inner); !others.empty())
                checkpoint.note = source + ": the file holds several sets of weights; \"" + key +
                                  "\" is opened, " + others + " not. To open it, save it alone.";
            root = *inner;
        }
    Gatherer(tree, storages, bytes.size()).gatherBelow(root, "", 0, checkpoint.file);
    const std::string objects = listed(tree.objects, 3);
    if (checkpoint.file.tensors.empty() || checkpoint.file.tensors.contains(""))
        throw inputError(
            source +
            (checkpoint.file.tensors.empty() ? ": the file holds no tensors under names"
                                             : ": the file is one tensor without a name") +
            (objects.empty() ? "" : " but in objects of Python, which are not made: " + objects) +
            ". Save the network's weights alone: torch.save(model.state_dict(), \"weights.pt\").");
    if (!objects.empty())
        checkpoint.note += (checkpoint.note.empty() ? source + ": " : " ") +
                           "objects of Python next to the weights were left out: " + objects + ".";
    if (checkpoint.keras) {
        renameKerasLayers(checkpoint, source);
        return checkpoint;
    }
    renameTensors(checkpoint);
    renameTorchEncoder(checkpoint, source);
    return checkpoint;
}

void renameTensors(ForeignCheckpoint& checkpoint) {
    const NameFamily& family = checkpoint.flax ? flaxNames : notebookNames;
    const std::string anchor = nameIn(family, Role::InputWeight);
    std::map<std::string, StoredTensor> theirs, ours;
    std::string prefix;  // "model." of a module inside another one
    for (auto& [given, tensor] : checkpoint.file.tensors) {
        std::string name = given;
        replaceAll(name, "_orig_mod.", "");
        if (prefix.empty() && name.ends_with(anchor)) prefix = name.substr(0, name.size() - anchor.size());
        theirs[name] = std::move(tensor);
    }
    for (auto& [name, tensor] : theirs) {
        const std::string inside = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        const std::optional<NamedParameter> known = parameterNamed(family, inside);
        ours[known ? known->ours() : inside] =
            known && known->transform == Transform::Transposed ? transposed(tensor) : std::move(tensor);
    }
    checkpoint.file.tensors = std::move(ours);
}

void takePositionTable(ForeignCheckpoint& checkpoint, const std::string& source) {
    const char* name = sineTableName;
    const auto found = checkpoint.file.tensors.find(name);
    if (found == checkpoint.file.tensors.end()) return;
    const std::vector<int64_t>& shape = found->second.shape;
    const auto* values = std::get_if<std::vector<float>>(&found->second.values);
    bool same = values && shape.size() == 3 && shape[0] == 1 && !values->empty();
    if (same) {  // both extents are below the number of values that the file holds
        const std::vector<float> table = positionalEncoding(int(shape[1]), int(shape[2]));
        for (size_t i = 0; same && i < table.size(); ++i)
            same = std::abs(table[i] - (*values)[i]) < positionTolerance;
    }
    if (!same && (checkpoint.keras || checkpoint.rowsByKind) && values && shape.size() == 3 &&
        shape[0] == 1 && !values->empty()) {  // a learned one
        StoredTensor table = std::move(found->second);
        checkpoint.file.tensors.erase(found);
        table.shape.erase(table.shape.begin());
        checkpoint.file.tensors[parameterName(Role::PositionTable)] = std::move(table);
        return;
    }
    if (!same)
        throw inputError(source + ": " + name + " " + shapeText(shape) +
                         " is not the table of sines and cosines [1, positions, width], and no other one can "
                         "be added here.");
    checkpoint.positionTable = true;
    checkpoint.file.tensors.erase(found);
}

void putTwoLayerHead(ForeignCheckpoint& checkpoint, StoredTensor hidden, StoredTensor hiddenBias,
                     StoredTensor out, StoredTensor outBias, const std::string& source) {
    const bool fits = hidden.shape.size() == 2 && out.shape.size() == 2 && out.shape[1] == hidden.shape[0] &&
                      hiddenBias.shape == std::vector<int64_t>{hidden.shape[0]};
    if (!fits)
        throw inputError(source + ": its output has two layers, " + shapeText(hidden.shape) + " and " +
                         shapeText(out.shape) + ": expected a second one that reads what the first gives.");
    auto& tensors = checkpoint.file.tensors;
    tensors[parameterName(Role::PoolerWeight)] = std::move(hidden);
    tensors[parameterName(Role::PoolerBias)] = std::move(hiddenBias);
    tensors[parameterName(Role::ClassifierWeight)] = std::move(out);
    tensors[parameterName(Role::ClassifierBias)] = std::move(outBias);
}

void cutPositionTable(ForeignCheckpoint& checkpoint, const NetworkConfig& network,
                      const std::string& source) {
    const auto found = checkpoint.file.tensors.find(parameterName(Role::PositionTable));
    if (!network.joinsPositions() || found == checkpoint.file.tensors.end()) return;
    StoredTensor& table = found->second;
    auto* values = std::get_if<std::vector<float>>(&table.values);
    if (!values || table.shape.size() != 2 || table.shape[0] <= network.maxPositions) return;
    const std::string left = counted(table.shape[0] - network.maxPositions, "row");
    table.shape[0] = network.maxPositions;
    values->resize(size_t(table.shape[0] * table.shape[1]));
    checkpoint.note += (checkpoint.note.empty() ? source + ": " : " ") + left +
                       " of the table of positions, behind those that are joined, can never be read and are "
                       "left out.";
}

InferredNetwork inferNetwork(const ForeignCheckpoint& checkpoint, const std::string& source) {
    const auto& tensors = checkpoint.file.tensors;
    const auto extent = [&](Role role, size_t axis, int layer = -1) -> int {
        const std::string name = parameterName(role, layer);
        const auto found = tensors.find(name);
        if (found == tensors.end() || found->second.shape.size() <= axis) {
            std::vector<std::string> names;
            for (const auto& tensor : tensors) names.push_back(tensor.first);
            if (const std::string known = knownNetwork(checkpoint.file); !known.empty())
                throw inputError(source + ": " + known);
            throw inputError(source + ": the checkpoint is of another architecture: it has no tensor " +
                             name + " of the shape expected. It has " + listed(names, mostListed) + ".");
        }
        return int(std::min<int64_t>(found->second.shape[axis], 1 << 24));
    };
    InferredNetwork result;
    NetworkConfig& network = result.network;
    const bool keras = checkpoint.keras;
    const auto fact = [&](const char* name) {
        const auto found = checkpoint.kerasFacts.find(name);
        return found == checkpoint.kerasFacts.end() ? std::string() : found->second;
    };
    const bool torch = checkpoint.rowsByKind;
    const bool alone = lacksInput(checkpoint), noOutput = lacksOutput(checkpoint);
    const auto has = [&](Role role, int layer = -1) { return tensors.contains(parameterName(role, layer)); };
    // A classifier of whole sequences: an embedding table, and a linear layer behind what is pooled.
    const bool table = has(Role::EmbeddingTable) && !has(Role::InputWeight);
    const bool pooled = noOutput || (has(Role::ClassifierWeight) && !has(Role::OutputLogitsWeight));
    const Role input = table ? Role::EmbeddingTable : Role::InputWeight;
    network.embeddingTable = table;
    network.modelDim = alone ? extent(Role::QkvWeight, 1, 0) : extent(input, table ? 1 : 0);
    network.inputDim = alone ? network.modelDim : extent(input, table ? 0 : 1);
    network.numClasses =
        noOutput ? network.modelDim : extent(pooled ? Role::ClassifierWeight : Role::OutputLogitsWeight, 0);
    network.dimFeedforward = extent(Role::FeedForwardInWeight, 0, 0);
    network.numLayers = 0;
    while (has(Role::QkvWeight, network.numLayers)) ++network.numLayers;
    if (pooled) network.output = OutputKind::Pooled;
    network.linearOutput = torch && pooled && !noOutput;  // should it answer at each position
    const bool set = !pooled && network.numClasses == 1;  // one logit for each member
    if (set) network.output = OutputKind::Set;
    const bool vectors = set || (pooled && !table);
    if (vectors) network.input = InputKind::Features;
    if ((vectors || keras) && (set || !checkpoint.positionTable)) network.positions = Positions::None;
    if (has(Role::PositionTable)) {
        network.positions = Positions::Learned;
        network.maxPositions = extent(Role::PositionTable, 0);
    }
    if (fact(kerasPooling) == "mean") network.pooling = PoolingKind::Mean;
    const Role behindPooling = has(Role::PoolerWeight) ? Role::PoolerWeight : Role::ClassifierWeight;
    const bool joins = torch && pooled && !noOutput && extent(behindPooling, 1) > network.modelDim;
    if (joins) {
        network.pooling = PoolingKind::Flatten;
        network.maxPositions = extent(behindPooling, 1) / network.modelDim;
    }
    if (keras) network.maskPadding = fact(kerasMask) == "true";
    const HyperParameters& hyper = checkpoint.hyperParameters;
    const std::string epsilon =
        keras ? fact(kerasEpsilon) : hyper.valueOf(Fact::Epsilon, source).value_or("");
    const std::optional<bool> normFirst = hyper.isTrue(Fact::NormFirst, source),
                              causal = hyper.isTrue(Fact::Causal, source);
    network.normFirst = normFirst.value_or(false);
    network.causal = causal.value_or(false);
    if (const bool last = has(Role::FinalNormWeight); last != network.hasFinalNorm())
        network.finalNorm = last ? FinalNorm::True : FinalNorm::False;
    if (normOf(checkpoint.file) == NormKind::LayerNoBias) network.norm = NormKind::LayerNoBias;
    network.bias =
        has(Role::QkvBias, 0) || has(Role::AttentionOutputBias, 0) || has(Role::FeedForwardInBias, 0);
    network.layerNormEps = !epsilon.empty()  ? std::strtod(epsilon.c_str(), nullptr)
                           : checkpoint.flax ? 1e-6
                           : keras           ? 1e-3
                                             : 1e-5;

    const std::optional<Activation> activation =
        keras ? activationNamed(fact(kerasActivation)) : activationOf(hyper, source);
    network.activation = activation.value_or(Activation::Relu);
    // Of the two layers of an output; where the file does not say it, likely that of the feed-forward part.
    std::optional<Pooler> pooler;
    if (has(Role::PoolerWeight)) {
        const std::string name =
            keras ? fact(kerasHead) : hyper.valueOf(Fact::HeadActivation, source).value_or("");
        pooler = poolerNamed(lowered(name));
        if (!name.empty() && !pooler)
            throw inputError(source + ": the activation between the two layers of its output is " +
                             shortened(name) + "; ReLU, GELU, SiLU and tanh can be computed there.");
        const std::optional<Pooler> likely = poolerNamed(spellings<Activation>[size_t(network.activation)]);
        network.pooler = pooler ? *pooler : likely.value_or(Pooler::Relu);
        const int width = extent(Role::PoolerWeight, 0);
        network.poolerDim = width == network.modelDim ? 0 : width;
    }

    const auto unsure = [&](const char* key, const std::string& value, const std::string& why) {
        result.uncertain.push_back({std::string("network.") + key, value, why});
    };
    if (torch || keras) {
        if (!normFirst)
            unsure(
                "norm_first", "false",
                "The file does not show whether layers normalise behind the sum (post-norm) or in front of "
                "what they compute (pre-norm).");
        if (!causal)
            unsure("causal", "false",
                   "The file does not show whether queries attended to later positions, or to earlier ones "
                   "only (a causal mask).");
        if (table)
            unsure("embedding_scale", "1",
                   "The file does not show whether embeddings were multiplied, as by the root of the model "
                   "dimension in PyTorch's tutorial; here they are not.");
        if (network.norm == NormKind::LayerNoBias)
            unsure("norm", infoOf(network.norm).name, normsWithoutBias);
        if (!activation)
            unsure("activation", "relu", "The file does not show the activation of the feed-forward part.");
        if (pooled && vectors && !alone)
            unsure("input", "features",
                   "A linear layer reads vectors of numbers or one-hot categories; the file does not show "
                   "which. Only one-hot categories can have an answer at each position here.");
        const bool poolingOpen = pooled && !joins && fact(kerasPooling).empty();
        if (noOutput)
            unsure(
                "output", "pooled",
                "The file holds an encoder without an output layer, which answers with features. Here they "
                "are pooled over the positions.");
        else if (poolingOpen)
            unsure("output", "pooled",
                   network.linearOutput
                       ? "The file does not show whether the network answers at each position (positions) or "
                         "once (pooled)."
                       : "The file does not show how the network answers.");
        if (poolingOpen)
            unsure(
                "pooling", "max",
                "The file does not show how many positions become one answer: by the largest of each "
                "feature, their mean, or that of the first or last position. The logits are right only with "
                "what it was trained with.");
        if (has(Role::PoolerWeight) && !pooler)
            unsure("pooler", spellings<Pooler>[size_t(network.pooler)],
                   "The file does not show the activation between the two layers of the output.");
    }
    const int projected = extent(Role::QkvWeight, 0, 0) / 3;
    const std::string headsOfKeras = fact("num_heads");
    if (const auto heads = keras && !headsOfKeras.empty() ? std::optional(std::stoi(headsOfKeras))
                                                          : hyper.wholeNumber(Fact::Heads, source)) {
        network.numHeads = *heads;
    } else {
        network.numHeads = likelyHeads(projected);
        unsure("num_heads", std::to_string(network.numHeads),
               "The shapes are the same for " + headCounts(projected) + " heads.");
    }
    if (projected != network.modelDim && network.numHeads > 0) network.keyDim = projected / network.numHeads;
    if (network.positions != Positions::Learned)
        unsure("positional_encoding", network.positions == Positions::None ? "false" : "true",
               set ? "Members of a set have no order, so there should be none."
               : checkpoint.positionTable
                   ? tableIsHeld
                   : "It has no parameters, so the file does not show whether it was added.");
    if (!set && fact(kerasMask).empty())
        unsure("mask_padding", network.maskPadding ? "true" : "false",
               "It has no parameters, so the file does not show whether the padding of short sequences was "
               "masked.");
    if (epsilon.empty()) {
        const char* value = checkpoint.flax ? "1e-6" : keras ? "1e-3" : "1e-5";
        const char* whose = checkpoint.flax ? "Flax" : keras ? "Keras" : "PyTorch";
        unsure("layer_norm_eps", value, std::string(whose) + "'s own value; the file does not hold it.");
    }
    return result;
}

}  // namespace attx
