#include "model/foreign/model_config.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/foreign/hyper_parameters.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

/// A setting of config.json that changes what a network computes, with the values that this program computes.
struct Demand {
    const char *key, *what;
    std::vector<json> known;  ///< Besides null and a missing key
};
const std::vector<Demand>& demands() {
    static const std::vector<Demand> all{
        {"position_embedding_type", "positions are relative", {"absolute"}},
        {"add_cross_attention", "layers attend to another network (cross attention)", {false}},
        {"is_encoder_decoder", "it is an encoder with a decoder", {false}},
        {"rope_scaling",
         "rotary positions are scaled",
         {json::object(), {{"type", "default"}}, {{"rope_type", "default"}}}},
        {"sliding_window", "queries attend to a window of keys", {}},
        {"partial_rotary_factor", "only a part of each head is turned", {1.0}},
        {"scale_attn_weights", "scores are not divided by the root of the head's dimension", {true}},
        {"scale_attn_by_inverse_layer_idx", "scores are divided by the layer's number", {false}},
        {"qkv_bias", "queries, keys and values alone have no bias", {true}},
        {"pruned_heads", "heads were taken out", {json::object()}},
        {"quantization_config", "weights are quantised", {}},
    };
    return all;
}

}  // namespace

ModelConfig::ModelConfig(std::string_view text, std::string source)
    : source_(std::move(source)), config_(textJson(text, source_, "configuration of a model")) {
    const std::string type = textOf(config_, "model_type", source_);
    for (const ModelKind& known : modelKinds())
        if (type == known.type) kind_ = &known;
    if (!kind_)
        throw inputError(source_ + ": its \"model_type\" is \"" + shortened(onOneLine(type)) +
                         "\", which this program does not compute. What opens: " + kindNames() + ".");
    for (const Demand& demand : demands()) {
        const json& value = valueOf(config_, demand.key);
        if (value.is_null() || std::ranges::find(demand.known, value) != demand.known.end()) continue;
        throw inputError(source_ + ": \"" + demand.key + "\" is " +
                         shortened(onOneLine(jsonText(value, -1, NotUtf8::Replaced))) + ": " + demand.what +
                         ", which this program does not compute.");
    }
}

const json& ModelConfig::value(const char* key) const { return valueOf(config_, key); }

bool ModelConfig::isTrue(const char* key, bool otherwise) const {
    return switchOf(config_, key, source_, otherwise);
}

int ModelConfig::count(const char* key, int otherwise) const {
    const json& number = value(key);
    if (number.is_null() && otherwise > 0) return otherwise;
    constexpr uint64_t most = 1 << 24;
    if (!number.is_number_unsigned() || number.get<uint64_t>() < 1 || number.get<uint64_t>() > most)
        throw inputError(source_ + ": \"" + key + "\" must be a whole number from 1 on.");
    return int(number.get<uint64_t>());
}

int ModelConfig::patchNumbers() const {
    constexpr int most = 1 << 9;  // Limit of an edge and of the channels, far above those of pictures
    const int edge = std::min(count("patch_size"), most);
    return std::min(count("num_channels", 3), most) * edge * edge;
}

double ModelConfig::real(const char* key, double otherwise) const {
    const json& number = value(key);
    if (number.is_null()) return otherwise;
    if (!number.is_number()) throw inputError(source_ + ": \"" + key + "\" must be a number.");
    return number.get<double>();
}

Activation ModelConfig::activation() const {
    const std::string name = textOf(config_, kind_->keys.activation, source_);
    const std::optional<Activation> known = activationNamed(lowered(name));
    if (!known)
        throw inputError(source_ + ": \"" + kind_->keys.activation + "\" is \"" + shortened(onOneLine(name)) +
                         "\", an activation that this program does not compute.");
    return *known;
}

std::string ModelConfig::architecture() const {
    const json& names = value("architectures");
    return names.is_array() && !names.empty() && names[0].is_string() ? names[0].get<std::string>() : "";
}

std::vector<std::string> ModelConfig::classes(int count, std::string& note) const {
    std::vector<std::string> names;
    const json& labels = value("id2label");
    for (int i = 0; i < count && (labels.is_object() || labels.is_array()); ++i) {
        const auto number = size_t(i);
        const json& name = labels.is_object()       ? valueOf(labels, std::to_string(i).c_str())
                           : number < labels.size() ? labels[number]
                                                    : json();
        if (name.is_string()) names.push_back(onOneLine(name.get<std::string>()));
    }
    const std::set<std::string> different(names.begin(), names.end());
    if (std::ssize(different) == count && std::ssize(labels) == count) return names;
    names.clear();
    for (int i = 0; i < count; ++i) names.push_back("LABEL_" + std::to_string(i));
    addSentence(note, std::string("\"id2label\" of config.json ") +
                          (labels.is_null() ? "is missing" : "does not name each of them once") + ": the " +
                          std::to_string(count) + " classes are called by their numbers.");
    return names;
}

void ModelConfig::sayDefaults(std::string& note) const {
    const auto say = [&](const std::string& what) {
        addSentence(note, "Not in config.json, and taken as transformers takes it: " + what + ".");
    };
    const auto isMissing = [&](const char* key) { return *key && value(key).is_null(); };
    if (isMissing(kind_->keys.epsilon))
        say(std::string("\"") + kind_->keys.epsilon + "\" is " + jsonText(json(kind_->epsilon)));
    const json& rope = valueOf(config_, "rope_parameters");
    if (kind_->positions == Positions::Rotary && isMissing("rope_theta") &&
        (!rope.is_object() || valueOf(rope, "rope_theta").is_null()))
        say("\"rope_theta\" is 10000");
    if (kind_->padding >= 0 && isMissing("pad_token_id"))
        say("\"pad_token_id\" is " + std::to_string(kind_->padding));
}

void ModelConfig::sayContradiction(std::string& note, const char* key, int rows, const char* table) const {
    const json& said = value(key);
    if (rows > 0 && said.is_number_integer() && said != rows)
        addSentence(note, std::string("config.json says \"") + key + "\": " + jsonText(said) + ", and the " +
                              table + " has " + counted(size_t(rows), "row") + ", which counts.");
}

void ModelConfig::sayOtherAnswer(std::string& note, bool hasClassifier, bool namesWords) const {
    const std::string named = architecture();
    const auto says = [&](std::string_view part) { return named.find(part) != std::string::npos; };
    const char* found = nullptr;
    if (says("Classification") && !hasClassifier) found = "no classifier";
    if ((says("MaskedLM") || says("PreTraining")) && !namesWords) found = "no head that names masked words";
    if (named.ends_with("Model") && !says("LMHead") && (hasClassifier || namesWords))
        found = hasClassifier ? "a classifier" : "a head that names masked words";
    if (found)
        addSentence(note, "config.json names the architecture " + shortened(onOneLine(named)) +
                              ", and the weights have " + found + ", which counts.");
}

void ModelConfig::sayPictures(std::string& note, int rows) const {
    const json &size = value("image_size"), &patch = value("patch_size");
    if (!size.is_number_unsigned() || !patch.is_number_unsigned() || patch.get<uint64_t>() == 0) return;
    const uint64_t across = size.get<uint64_t>() / patch.get<uint64_t>();
    if (across < uint64_t{1} << 16 && across * across + 1 != uint64_t(rows))
        addSentence(note, "config.json says \"image_size\": " + jsonText(size) +
                              ", and the table of positions has " + counted(size_t(rows), "row") +
                              ", which counts.");
}

NetworkConfig ModelConfig::network() const {
    const ModelKind& kind = *kind_;
    const SizeKeys& keys = kind.keys;
    NetworkConfig network;
    network.modelDim = count(keys.width);
    network.numHeads = count(keys.heads);
    network.numLayers = count(keys.layers);
    network.dimFeedforward = count(keys.inner, kind.isDecoder ? 4 * network.modelDim : 0);
    network.activation = activation();
    network.layerNormEps = *keys.epsilon ? real(keys.epsilon, kind.epsilon) : kind.epsilon;
    network.embeddingTable = true;
    network.linearOutput = true;
    network.positions = kind.positions;
    network.norm = kind.norm;
    network.causal = kind.isDecoder || isTrue("is_decoder", false);
    network.normFirst = kind.normFirst;
    network.embeddingNorm = !network.normFirst;
    if (!kind.isDecoder) network.output = OutputKind::Pooled;
    if (kind.isVision) {
        network.input = InputKind::Features;
        network.embeddingTable = false;
        network.classToken = true;
        network.maskPadding = false;
    }
    if (kind.positions == Positions::Rotary) takeRotary(network);
    if (kind.isGated) takeGate(network);
    if (kind.hasHeadKeys) takeHeadKeys(network);
    return network;
}

void ModelConfig::takeRotary(NetworkConfig& network) const {
    network.rotaryBase = real("rope_theta", 10000);
    if (const json& rope = valueOf(config_, "rope_parameters"); rope.is_object()) {  // transformers 5
        const std::string type = textOf(rope, "rope_type", source_, "default");
        if (type != "default")
            throw inputError(source_ + ": \"rope_type\" is \"" + shortened(onOneLine(type)) +
                             "\": rotary positions are scaled, which this program does not compute.");
        if (const json& base = valueOf(rope, "rope_theta"); base.is_number())
            network.rotaryBase = base.get<double>();
    }
}

void ModelConfig::takeGate(NetworkConfig& network) const {
    network.activation = network.activation == Activation::Silu   ? Activation::Swiglu
                         : network.activation == Activation::Gelu ? Activation::Geglu
                                                                  : network.activation;
    if (!isGated(network.activation))
        throw inputError(source_ + ": \"hidden_act\": gates with SiLU or GELU (erf) can be computed here.");
}

void ModelConfig::takeHeadKeys(NetworkConfig& network) const {
    network.kvHeads = count("num_key_value_heads", network.numHeads);
    if (network.kvHeads == network.numHeads) network.kvHeads = 0;
    if (const int head = count("head_dim", std::max(network.modelDim / network.numHeads, 1));
        int64_t{head} * network.numHeads != network.modelDim)
        network.keyDim = head;
    network.bias = isTrue("attention_bias", false);
    if (network.bias != isTrue("mlp_bias", false))
        throw inputError(source_ +
                         ": \"attention_bias\" and \"mlp_bias\" differ; layers have biases "
                         "everywhere or nowhere here.");
}

}  // namespace attx
