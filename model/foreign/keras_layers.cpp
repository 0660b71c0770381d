#include "model/foreign/keras_layers.h"

#include <algorithm>
#include <array>

#include "model/exchange/keras_names.h"
#include "model/exchange/names.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/foreign/hyper_parameters.h"
#include "model/network/roles.h"

namespace attx {
namespace {

using Json = nlohmann::json;

/// "layers.transformer_encoder_1" as ("layers", 0), ("transformer_encoder", 1): the order in which Keras
/// numbers.
using NumberedPath = std::vector<std::pair<std::string, int64_t>>;
NumberedPath numbered(const std::string& path) {
    NumberedPath parts;
    for (size_t at = 0; at <= path.size();) {
        const size_t end = std::min(path.find('.', at), path.size());
        std::string name = path.substr(at, end - at);
        constexpr size_t mostDigits = 9;
        size_t digits = 0;
        while (digits < std::min(mostDigits, name.size()) &&
               std::isdigit(static_cast<unsigned char>(name[name.size() - 1 - digits])))
            ++digits;
        const int64_t number = digits > 0 ? std::stoll(name.substr(name.size() - digits)) : 0;
        name.erase(name.size() - digits);
        if (name.ends_with('_')) name.pop_back();
        parts.emplace_back(std::move(name), number);
        at = end + 1;
    }
    return parts;
}

/// Whether both names differ in their numbers only, which then tell which of them comes first.
bool sameButNumber(const std::string& a, const std::string& b) {
    return numbered(a.substr(parentOf(a).size())).back().first ==
           numbered(b.substr(parentOf(b).size())).back().first;
}

/// A layer of Keras: its variables in their order.
struct Layer {
    std::string path;
    std::vector<StoredTensor> variables;

    [[nodiscard]] size_t rank(size_t variable) const {
        return variable < variables.size() ? variables[variable].shape.size() : 0;
    }
    [[nodiscard]] int64_t extent(size_t axis) const { return variables[0].shape[axis]; }
};

struct KerasAttention {
    std::string path;
    std::array<Layer, 4> parts;  ///< One layer for each of kerasAttentionParts, in their order
};

/// Throws for a kernel that does not hold floats, which would go in as it lies.
StoredTensor turned(const StoredTensor& kernel) {
    static_cast<void>(kernel.floats("kernel"));
    return transposed(kernel);
}

class KerasNetwork {
public:
    KerasNetwork(ForeignCheckpoint& checkpoint, const std::string& source)
        : checkpoint_(checkpoint), ours_(checkpoint.file.tensors), source_(source) {}

    void rename() {
        sortLayers();
        if (attentions_.empty())
            throw fail(
                "it has no MultiHeadAttention with query_dense, key_dense, value_dense and output_dense, so "
                "that it is no Transformer encoder that could be opened.");
        const std::vector<std::pair<std::vector<Layer>, std::vector<Layer>>> blocks = dealLayers();
        for (size_t i = 0; i < blocks.size(); ++i)
            putBlock(int(i), attentions_[i], blocks[i].first, blocks[i].second);
        putEmbedding();
        if (dense_.empty() || dense_.size() > 2)
            throw fail(dense_.empty() ? "it lacks the last Dense, which says the classes."
                                      : "Dense \"" + shortened(dense_.front().path) +
                                            "\" has no place in our network: behind the encoder stand one or "
                                            "two Dense, found " +
                                            std::to_string(dense_.size()) + ".");
        if (dense_.size() == 2) {
            putTwoDense();
            return;
        }
        ours_[parameterName(Role::ClassifierWeight)] = turned(dense_[0].variables[0]);
        ours_[parameterName(Role::ClassifierBias)] = std::move(dense_[0].variables[1]);
    }

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(source_ + ": a network of Keras: " + what);
    }

    /// Layers by what they hold; the file's tensors are used up.
    void sortLayers() {
        std::map<NumberedPath, Layer> layers;
        std::map<std::string, StoredTensor> tensors;
        tensors.swap(ours_);
        for (auto& [name, tensor] : tensors) {
            const std::string known = keras3Name(name), vars = parentOf(known), path = parentOf(vars);
            if (path.starts_with("optimizer") || name.starts_with("optimizer_weights") ||
                !std::holds_alternative<std::vector<float>>(tensor.values))
                continue;
            if (!vars.ends_with("vars") || path.empty())
                throw fail("tensor \"" + shortened(name) +
                           "\" belongs to no layer of Keras (LAYER/vars/0 or LAYER/kernel:0).");
            if (std::get<std::vector<float>>(tensor.values).empty())
                throw fail("tensor \"" + shortened(name) + "\" " + shapeText(tensor.shape) + " is empty.");
            Layer& layer = layers[numbered(path)];
            layer.path = path;
            // vars.0, vars.1: in the order of their names; of Keras 2 a bias comes before its kernel
            const bool isFirst = known.ends_with(".0");
            layer.variables.insert(isFirst ? layer.variables.begin() : layer.variables.end(),
                                   std::move(tensor));
        }
        std::map<NumberedPath, KerasAttention> attentions;
        for (auto& [key, layer] : layers) {
            std::string last = layer.path.substr(layer.path.rfind('.') + 1);
            if (last.starts_with('_')) last.erase(0, 1);  // Keras before 3.4 puts an underscore in front
            const auto part = std::ranges::find(kerasAttentionParts, last);
            if (part != kerasAttentionParts.end()) {
                KerasAttention& attention = attentions[numbered(parentOf(layer.path))];
                attention.path = parentOf(layer.path);
                attention.parts[part - kerasAttentionParts.begin()] = std::move(layer);
            } else if (layer.variables.size() == 1 && layer.rank(0) == 2) {
                embeddings_.push_back(std::move(layer));
            } else if (layer.variables.size() == 2 && layer.rank(0) == 2 && layer.rank(1) == 1) {
                dense_.push_back(std::move(layer));
            } else if (layer.variables.size() == 2 && layer.rank(0) == 1 && layer.rank(1) == 1) {
                norms_.push_back(std::move(layer));
            } else {
                throw fail(
                    "layer \"" + shortened(layer.path) + "\" with " + std::to_string(layer.variables.size()) +
                    " variables, the first of shape " + shapeText(layer.variables[0].shape) +
                    ", is none of Embedding, MultiHeadAttention, LayerNormalization and Dense with bias.");
            }
        }
        for (auto& [key, attention] : attentions) attentions_.push_back(std::move(attention));
    }

    /// The norms and the Dense of each encoder layer; what is left of dense_ stands behind them. Either each
    /// MultiHeadAttention lies in a layer of its own with them, or all lie side by side and are numbered.
    std::vector<std::pair<std::vector<Layer>, std::vector<Layer>>> dealLayers() {
        std::vector<std::pair<std::vector<Layer>, std::vector<Layer>>> blocks(attentions_.size());
        const std::string shared = parentOf(attentions_[0].path);
        const auto below = [](const Layer& layer, const std::string& path) {
            return layer.path.starts_with(path + ".");
        };
        const bool sideBySide = shared.empty() || std::ranges::any_of(embeddings_, [&](const Layer& layer) {
                                    return below(layer, shared);
                                });
        const auto take = [&](std::vector<Layer>& from, const std::string& block) {
            std::vector<Layer> taken;
            for (size_t i = 0; i < from.size() && (!sideBySide || taken.size() < 2);)
                if (sideBySide || below(from[i], block)) {
                    taken.push_back(std::move(from[i]));
                    from.erase(from.begin() + i);
                } else {
                    ++i;
                }
            return taken;
        };
        for (size_t i = 0; i < blocks.size(); ++i) {
            const std::string block = parentOf(attentions_[i].path);
            blocks[i] = {take(norms_, block), take(dense_, block)};
            if (blocks[i].first.size() != 2 || blocks[i].second.size() != 2)
                throw fail("beside \"" + shortened(attentions_[i].path) +
                           "\" expected two LayerNormalization and two Dense, found " +
                           std::to_string(blocks[i].first.size()) + " and " +
                           std::to_string(blocks[i].second.size()) + ".");
        }
        if (!norms_.empty())
            throw fail(
                "LayerNormalization \"" + shortened(norms_[0].path) +
                "\" has no place in our network: each encoder layer has two, and there is none besides.");
        return blocks;
    }

    void putBlock(int block, const KerasAttention& attention, std::vector<Layer> norms,
                  std::vector<Layer> dense) {
        const int64_t width = putAttention(block, attention);
        if (!sameButNumber(norms[0].path, norms[1].path)) {
            const auto ofAttention = [](const Layer& norm) {
                return lowered(norm.path.substr(norm.path.rfind('.') + 1)).find("att") != std::string::npos;
            };
            if (ofAttention(norms[0]) == ofAttention(norms[1])) throw unordered("LayerNormalization", norms);
            if (ofAttention(norms[1])) std::swap(norms[0], norms[1]);
        }
        if (dense[0].extent(0) == dense[0].extent(1) && !sameButNumber(dense[0].path, dense[1].path))
            throw unordered("Dense", dense);
        if (dense[0].extent(0) != dense[0].extent(1) && dense[0].extent(0) != width)
            std::swap(dense[0], dense[1]);
        const auto put = [&](Role weight, Role bias, Layer& layer) {
            StoredTensor& first = layer.variables[0];
            ours_[parameterName(weight, block)] = first.shape.size() == 2 ? turned(first) : std::move(first);
            ours_[parameterName(bias, block)] = std::move(layer.variables[1]);
        };
        put(Role::Norm1Weight, Role::Norm1Bias, norms[0]);
        put(Role::Norm2Weight, Role::Norm2Bias, norms[1]);
        put(Role::FeedForwardInWeight, Role::FeedForwardInBias, dense[0]);
        put(Role::FeedForwardOutWeight, Role::FeedForwardOutBias, dense[1]);
    }

    [[nodiscard]] Error unordered(const char* kind, const std::vector<Layer>& layers) const {
        return fail(std::string("neither shapes nor names tell which ") + kind + " comes first, \"" +
                    shortened(layers[0].path) + "\" or \"" + shortened(layers[1].path) +
                    "\". Number them in their order, as in norm_1 and norm_2.");
    }

    /// Kernels [C, NH, HS] of queries, keys and values, and [NH, HS, C] of the output, with biases [NH, HS]
    /// and [C]. Gives C.
    int64_t putAttention(int block, const KerasAttention& attention) {
        for (size_t i = 0; i < kerasAttentionParts.size(); ++i)
            if (attention.parts[i].variables.empty() || attention.parts[i].rank(0) != 3)
                throw fail("MultiHeadAttention \"" + shortened(attention.path) +
                           "\": expected a kernel of three axes in " + kerasAttentionParts[i] + ".");
        const std::vector<int64_t>& kernel = attention.parts[0].variables[0].shape;
        const int64_t C = kernel[0], NH = kernel[1], HS = kernel[2];
        const std::vector<int64_t> outputKernel{NH, HS, C};
        for (size_t i = 0; i < kerasAttentionParts.size(); ++i) {
            const Layer& part = attention.parts[i];
            const std::vector<int64_t>& expected = i < 3 ? kernel : outputKernel;
            const std::vector<int64_t> bias = i < 3 ? std::vector<int64_t>{NH, HS} : std::vector<int64_t>{C};
            if (part.variables[0].shape != expected ||
                (part.variables.size() > 1 && part.variables[1].shape != bias) || part.variables.size() > 2)
                throw fail(
                    "MultiHeadAttention \"" + shortened(attention.path) + "\": " + kerasAttentionParts[i] +
                    " is " + shapeText(part.variables[0].shape) + ", expected " + shapeText(expected) +
                    (part.variables.size() > 1 ? " with a bias of " + shapeText(bias) : std::string()) +
                    "; values as wide as the keys, and an output as wide as the input.");
        }
        std::string& heads = checkpoint_.kerasFacts["num_heads"];
        if (!heads.empty() && heads != std::to_string(NH))
            throw fail("its layers have different numbers of heads, which ours cannot have.");
        heads = std::to_string(NH);
        const auto rows = size_t(NH * HS), width = size_t(C), size = size_t(HS);
        std::vector<float> weight(3 * rows * width), bias(3 * rows);
        for (size_t kind = 0; kind < 3; ++kind) {
            const Layer& part = attention.parts[kind];
            const std::vector<float>& values = part.variables[0].floats("kernel");
            for (size_t row = 0; row < rows; ++row) {
                const size_t ours = (3 * (row / size) + kind) * size + row % size;
                for (size_t c = 0; c < width; ++c) weight[ours * width + c] = values[c * rows + row];
                if (part.variables.size() > 1) bias[ours] = part.variables[1].floats("bias")[row];
            }
        }
        const Layer& out = attention.parts[3];
        const std::vector<float>& values = out.variables[0].floats("kernel");
        const auto put = [&](Role role, StoredTensor tensor) {
            ours_[parameterName(role, block)] = std::move(tensor);
        };
        put(Role::QkvWeight, {{3 * NH * HS, C}, std::move(weight)});
        put(Role::QkvBias, {{3 * NH * HS}, std::move(bias)});
        put(Role::AttentionOutputWeight, turned({{NH * HS, C}, values}));
        put(Role::AttentionOutputBias,
            out.variables.size() > 1 ? out.variables[1] : StoredTensor{{C}, std::vector<float>(width)});
        return C;
    }

    void putTwoDense() {
        const auto follows = [](const Layer& first, const Layer& last) {
            return first.extent(1) == last.extent(0);
        };
        if (follows(dense_[0], dense_[1]) && follows(dense_[1], dense_[0]) &&
            !sameButNumber(dense_[0].path, dense_[1].path))
            throw unordered("Dense", dense_);
        if (!follows(dense_[0], dense_[1])) std::swap(dense_[0], dense_[1]);
        putTwoLayerHead(checkpoint_, turned(dense_[0].variables[0]), std::move(dense_[0].variables[1]),
                        turned(dense_[1].variables[0]), std::move(dense_[1].variables[1]),
                        source_ + ": a network of Keras");
    }

    /// That of tokens, and a table of positions if there is one.
    void putEmbedding() {
        if (embeddings_.empty() || embeddings_.size() > 2)
            throw fail("expected one Embedding of tokens, and at most one of positions, found " +
                       std::to_string(embeddings_.size()) + " (a Dense without bias looks like one).");
        if (embeddings_.size() == 2) {
            const auto ofPositions = [](const Layer& layer) {
                return lowered(layer.path.substr(layer.path.rfind('.') + 1)).find("pos") != std::string::npos;
            };
            const bool named = ofPositions(embeddings_[0]) != ofPositions(embeddings_[1]);
            const bool first =
                named ? ofPositions(embeddings_[0]) : embeddings_[0].extent(0) < embeddings_[1].extent(0);
            StoredTensor table = std::move(embeddings_[first ? 0 : 1].variables[0]);
            table.shape.insert(table.shape.begin(), 1);
            ours_[sineTableName] = std::move(table);
            if (first) std::swap(embeddings_[0], embeddings_[1]);
        }
        ours_[parameterName(Role::EmbeddingTable)] = std::move(embeddings_[0].variables[0]);
    }

    ForeignCheckpoint& checkpoint_;
    std::map<std::string, StoredTensor>& ours_;
    const std::string& source_;
    std::vector<KerasAttention> attentions_;
    std::vector<Layer> embeddings_, dense_, norms_;
};

/// What the layers of a model say, and of models in it.
class ConfigReader {
public:
    ConfigReader(ForeignCheckpoint& checkpoint, const std::string& source)
        : checkpoint_(checkpoint), source_(source) {}

    /// Of the model and what is in it. The last Dense answers, with an activation that shows elsewhere. That
    /// of the feed-forward part is known where each MultiHeadAttention has one Dense with it; one more is
    /// that of an output of two layers.
    void read(const Json& model) {
        readModel(model);
        if (dense_.empty()) return;
        dense_.pop_back();
        if (!dense_.empty()) fact(kerasHead) = dense_.back().empty() ? "linear" : dense_.back();
        std::vector<std::string> active;
        for (const std::string& name : dense_) {
            if (name == "softmax" || name == "sigmoid")
                throw fail("a Dense in front of its last one has the activation " + name +
                           "; ReLU, GELU, SiLU and tanh can be computed here.");
            if (!name.empty() && name != "linear") active.push_back(name);
        }
        if (attentions_ == 0) return;  // they are in layers of their owner's, with their Dense
        // Behind two for each attention one more stands in front of the last.
        if (std::ssize(dense_) == 2 * attentions_ + 1 && !active.empty() && active.back() == dense_.back())
            active.pop_back();
        for (const std::string& name : active) {
            if (name == "tanh")
                throw fail(
                    "a Dense of its encoder has the activation tanh; ReLU, GELU and SiLU can be computed "
                    "there.");
            if (name != active.front())
                throw fail("the Dense layers of its encoder have the activations " + active.front() +
                           " and " + name + "; ours have one.");
        }
        if (!active.empty() && std::ssize(active) == attentions_) fact(kerasActivation) = active.front();
    }

private:
    void readModel(const Json& model) {
        const Json* layers = find(find(&model, "config"), "layers");
        if (!layers || !layers->is_array()) return;
        for (const Json& layer : *layers) readLayer(layer);
    }
    static const Json* find(const Json* object, const char* key) {
        if (!object || !object->is_object()) return nullptr;
        const auto found = object->find(key);
        return found == object->end() ? nullptr : &*found;
    }
    static std::string textOf(const Json* value) {
        return value && value->is_string() ? value->get<std::string>() : "";
    }

    std::string& fact(const char* name) { return checkpoint_.kerasFacts[name]; }

    void readLayer(const Json& layer) {
        const std::string name = textOf(find(&layer, "class_name"));
        const Json* config = find(&layer, "config");
        keepKerasPooling(checkpoint_, name, source_);
        if (name == "Flatten" || name.starts_with("Conv") || name == "LSTM" || name == "GRU" ||
            name == "Bidirectional" || name == "BatchNormalization")
            throw fail("its layer " + name + " cannot be computed here.");
        if (name == "MultiHeadAttention") ++attentions_;
        if (name == "Embedding")
            if (const Json* mask = find(config, "mask_zero"); mask && mask->is_boolean())
                if (fact(kerasMask) != "true")  // One true is enough: an embedding of positions has none
                    fact(kerasMask) = mask->get<bool>() ? "true" : "false";
        if (name == "LayerNormalization")
            if (const Json* epsilon = find(config, "epsilon"); epsilon && epsilon->is_number()) {
                std::string& known = fact(kerasEpsilon);
                if (!known.empty() && known != epsilon->dump())
                    throw fail("its LayerNormalizations have different epsilons, " + known + " and " +
                               epsilon->dump() + "; ours have one.");
                known = epsilon->dump();
            }
        if (name == "Dense") readActivation(find(config, "activation"));
        readModel(layer);
    }
    void readActivation(const Json* activation) {
        const Json* inner =
            find(activation, "config");  // newer files wrap it: {"class_name": "function", "config": "relu"}
        const std::string name = textOf(inner ? inner : activation);
        const bool isKnown = name.empty() || name == "linear" || name == "softmax" || name == "sigmoid" ||
                             poolerNamed(name).has_value();
        if (!isKnown)
            throw fail("a Dense of it has the activation " + shortened(name) +
                       "; ReLU, GELU, SiLU and tanh can be computed here.");
        dense_.push_back(name);
    }
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(source_ + ": a network of Keras: " + what);
    }

    ForeignCheckpoint& checkpoint_;
    const std::string& source_;
    int attentions_ = 0;
    std::vector<std::string>
        dense_;  ///< The activations of its Dense so far; those of its owner's layers lack.
};

}  // namespace

void keepKerasPooling(ForeignCheckpoint& checkpoint, const std::string& layer, const std::string& source) {
    std::string name = lowered(layer);
    std::erase(name, '_');
    if (!name.starts_with("globalaveragepooling") && !name.starts_with("globalmaxpooling")) return;
    const std::string kind = name.starts_with("globalmax") ? "max" : "mean";
    std::string& known = checkpoint.kerasFacts[kerasPooling];
    if (name.find("pooling1d") == std::string::npos || (!known.empty() && known != kind))
        throw inputError(source + ": a network of Keras: its layer " + shortened(layer) +
                         " cannot be computed here; pooling has to be one of GlobalMaxPooling1D and "
                         "GlobalAveragePooling1D.");
    known = kind;
}

void renameKerasLayers(ForeignCheckpoint& checkpoint, const std::string& source) {
    KerasNetwork(checkpoint, source).rename();
}

void readKerasConfig(std::string_view json, ForeignCheckpoint& checkpoint, const std::string& source) {
    constexpr int deepest = 64;
    constexpr size_t longest = size_t{1} << 20;  // parsed, it takes a multiple of that
    if (json.size() > longest)
        throw inputError(source + ": its config.json is longer than a network's would be.");
    Json config;
    try {
        config = parseJson<Json>(json, JsonGuard{source + ": its config.json", "network", deepest});
    } catch (const Json::exception& problem) {
        throw inputError(source + ": its config.json is not valid JSON: " + jsonProblem(problem.what()));
    }
    ConfigReader(checkpoint, source).read(config);
}

}  // namespace attx
