#include "model/foreign/published_model.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "model/exchange/names.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/foreign/folder_weights.h"
#include "model/foreign/hyper_parameters.h"
#include "model/foreign/named_tensors.h"
#include "model/foreign/sentence_pooling.h"
#include "model/foreign/taken_tensors.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

constexpr uint64_t mostConfigBytes = uint64_t{1} << 20;

/// The names that a kind of model has for its sizes in config.json.
struct SizeKeys {
    const char *width, *heads, *layers, *inner, *activation, *epsilon;
};
constexpr SizeKeys usualKeys{"hidden_size",       "num_attention_heads", "num_hidden_layers",
                             "intermediate_size", "hidden_act",          "layer_norm_eps"};

/// The head of a kind of model that names masked words.
struct WordHead {
    const NameFamily& (*names)() =
        nullptr;            ///< Names with this head instead of a classifier; null: the kind has no such head
    const char* mark = "";  ///< Ending of a tensor's name that shows that there is this head
    std::vector<std::string> left = {};  ///< ModelKind::left where there is this head
};

/// A kind of model: one row says all that this program knows of it.
struct ModelKind {
    const char *type, *name;  ///< "model_type" in config.json, and what people call it
    const NameFamily& (*names)();
    const char* base;  ///< Stands in front of the names where there is an answer
    SizeKeys keys;
    double epsilon;                 ///< Epsilon of the norms where config.json has none
    bool isDecoder;                 ///< Answers with the next token
    Pooler pooler;                  ///< Activation of the pooler in front of a classifier
    std::vector<std::string> left;  ///< Beginnings of names of answers that are not computed
    WordHead words = {};
};

const std::array<ModelKind, 6>& modelKinds() {
    static const std::array<ModelKind, 6> kinds{
        {{"bert",
          "BERT",
          &bertNames,
          "bert.",
          usualKeys,
          1e-12,
          false,
          Pooler::Tanh,
          {"cls."},
          {&bertWordNames, "cls.predictions.transform.dense.weight", {"cls.seq_relationship."}}},
         {"roberta",
          "RoBERTa",
          &robertaNames,
          "roberta.",
          usualKeys,
          1e-12,
          false,
          Pooler::Tanh,
          {"lm_head.", "pooler.dense."},
          {&robertaWordNames, "lm_head.dense.weight"}},
         {"distilbert",
          "DistilBERT",
          &distilbertNames,
          "distilbert.",
          {"dim", "n_heads", "n_layers", "hidden_dim", "activation", ""},
          1e-12,
          false,
          Pooler::Relu,
          {"vocab_"},
          {&distilbertWordNames, "vocab_transform.weight"}},
         {"gpt2",
          "GPT-2",
          &gpt2Names,
          "transformer.",
          {"n_embd", "n_head", "n_layer", "n_inner", "activation_function", "layer_norm_epsilon"},
          1e-5,
          true,
          Pooler::None,
          {}},
         {"llama",
          "Llama",
          &llamaNames,
          "model.",
          {"hidden_size", "num_attention_heads", "num_hidden_layers", "intermediate_size", "hidden_act",
           "rms_norm_eps"},
          1e-6,
          true,
          Pooler::None,
          {}},
         {"vit", "ViT", &vitNames, "vit.", usualKeys, 1e-12, false, Pooler::None, {"pooler.dense."}}}};
    return kinds;
}

std::string kindNames() {
    std::string names;
    for (const ModelKind& kind : modelKinds()) names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

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

/// config.json, asked by key.
class ModelConfig {
public:
    ModelConfig(std::string_view text, std::string source)
        : source_(std::move(source)), config_(textJson(text, source_, "configuration of a model")) {
        const std::string type = textOf(config_, "model_type", source_);
        for (const ModelKind& known : modelKinds())
            if (type == known.type) kind_ = &known;
        if (!kind_)
            throw inputError(source_ + ": its \"model_type\" is \"" + shortened(onOneLine(type)) +
                             "\", which this program does not compute. What opens: " + kindNames() + ".");
        for (const Demand& demand : demands()) {
            const json& value = valueOf(config_, demand.key);
            if (value.is_null() ||
                std::find(demand.known.begin(), demand.known.end(), value) != demand.known.end())
                continue;
            throw inputError(
                source_ + ": \"" + demand.key + "\" is " +
                shortened(onOneLine(value.dump(-1, ' ', false, json::error_handler_t::replace))) + ": " +
                demand.what + ", which this program does not compute.");
        }
    }

    [[nodiscard]] const ModelKind& kind() const { return *kind_; }
    [[nodiscard]] const json& value(const char* key) const { return valueOf(config_, key); }
    [[nodiscard]] bool isTrue(const char* key, bool otherwise) const {
        return switchOf(config_, key, source_, otherwise);
    }
    /// A whole number from 1 on; `otherwise` where it is missing, and an error where that is 0.
    [[nodiscard]] int count(const char* key, int otherwise = 0) const {
        const json& number = value(key);
        if (number.is_null() && otherwise > 0) return otherwise;
        constexpr uint64_t most = 1 << 24;
        if (!number.is_number_unsigned() || number.get<uint64_t>() < 1 || number.get<uint64_t>() > most)
            throw inputError(source_ + ": \"" + key + "\" must be a whole number from 1 on.");
        return static_cast<int>(number.get<uint64_t>());
    }
    /// Numbers of a patch, those of all its channels.
    [[nodiscard]] int patchNumbers() const {
        constexpr int most = 1 << 9;  // Limit of an edge and of the channels, far above those of pictures
        const int edge = std::min(count("patch_size"), most);
        return std::min(count("num_channels", 3), most) * edge * edge;
    }
    [[nodiscard]] double real(const char* key, double otherwise) const {
        const json& number = value(key);
        if (number.is_null()) return otherwise;
        if (!number.is_number()) throw inputError(source_ + ": \"" + key + "\" must be a number.");
        return number.get<double>();
    }
    [[nodiscard]] Activation activation() const {
        const std::string name = textOf(config_, kind_->keys.activation, source_);
        const std::optional<Activation> known = activationNamed(lowered(name));
        if (!known)
            throw inputError(source_ + ": \"" + kind_->keys.activation + "\" is \"" +
                             shortened(onOneLine(name)) +
                             "\", an activation that this program does not compute.");
        return *known;
    }
    /// "BertForTokenClassification"; empty where none is named.
    [[nodiscard]] std::string architecture() const {
        const json& names = value("architectures");
        return names.is_array() && !names.empty() && names[0].is_string() ? names[0].get<std::string>() : "";
    }
    /// The names of so many classes, by their numbers. Where there are none, or others: as Hugging Face's
    /// library names classes without names, and `note` says why.
    [[nodiscard]] std::vector<std::string> classes(int count, std::string& note) const {
        std::vector<std::string> names;
        const json& labels = value("id2label");
        for (int i = 0; i < count && (labels.is_object() || labels.is_array()); ++i) {
            const auto number = static_cast<size_t>(i);
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
                              (labels.is_null() ? "is missing" : "does not name each of them once") +
                              ": the " + std::to_string(count) + " classes are called by their numbers.");
        return names;
    }
    /// What config.json leaves to the library that wrote it.
    void sayDefaults(std::string& note) const {
        const auto say = [&](const std::string& what) {
            addSentence(note, "Not in config.json, and taken as transformers takes it: " + what + ".");
        };
        const auto isMissing = [&](const char* key) { return *key && value(key).is_null(); };
        if (isMissing(kind_->keys.epsilon))
            say(std::string("\"") + kind_->keys.epsilon + "\" is " + json(kind_->epsilon).dump());
        const std::string type = kind_->type;
        const json& rope = valueOf(config_, "rope_parameters");
        if (type == "llama" && isMissing("rope_theta") &&
            (!rope.is_object() || valueOf(rope, "rope_theta").is_null()))
            say("\"rope_theta\" is 10000");
        if (type == "roberta" && isMissing("pad_token_id")) say("\"pad_token_id\" is 1");
    }
    /// What it says otherwise than a table of the weights, which has so many rows (0: there is none).
    void sayContradiction(std::string& note, const char* key, int rows, const char* table) const {
        const json& said = value(key);
        if (rows > 0 && said.is_number_integer() && said != rows)
            addSentence(note, std::string("config.json says \"") + key + "\": " + said.dump() + ", and the " +
                                  table + " has " + counted(static_cast<size_t>(rows), "row") +
                                  ", which counts.");
    }

    /// A picture of another size than the table of positions has rows for.
    void sayPictures(std::string& note, int rows) const {
        const json &size = value("image_size"), &patch = value("patch_size");
        if (!size.is_number_unsigned() || !patch.is_number_unsigned() || patch.get<uint64_t>() == 0) return;
        const uint64_t across = size.get<uint64_t>() / patch.get<uint64_t>();
        if (across < uint64_t{1} << 16 && across * across + 1 != static_cast<uint64_t>(rows))
            addSentence(note, "config.json says \"image_size\": " + size.dump() +
                                  ", and the table of positions has " +
                                  counted(static_cast<size_t>(rows), "row") + ", which counts.");
    }

    [[nodiscard]] NetworkConfig network() const {
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
        network.positions = Positions::Learned;
        network.causal = kind.isDecoder || isTrue("is_decoder", false);
        const std::string type = kind.type;
        network.normFirst = kind.isDecoder || type == "vit";
        network.embeddingNorm = !network.normFirst;
        if (!kind.isDecoder) network.output = OutputKind::Pooled;
        if (type == "vit") {
            network.input = InputKind::Features;
            network.embeddingTable = false;
            network.classToken = true;
            network.maskPadding = false;
        }
        if (type == "llama") takeLlama(network);
        return network;
    }

private:
    void takeLlama(NetworkConfig& network) const {
        network.norm = NormKind::Rms;
        network.positions = Positions::Rotary;
        network.rotaryBase = real("rope_theta", 10000);
        if (const json& rope = valueOf(config_, "rope_parameters"); rope.is_object()) {  // transformers 5
            const std::string type = textOf(rope, "rope_type", source_, "default");
            if (type != "default")
                throw inputError(source_ + ": \"rope_type\" is \"" + shortened(onOneLine(type)) +
                                 "\": rotary positions are scaled, which this program does not compute.");
            if (const json& base = valueOf(rope, "rope_theta"); base.is_number())
                network.rotaryBase = base.get<double>();
        }
        network.activation = network.activation == Activation::Silu   ? Activation::Swiglu
                             : network.activation == Activation::Gelu ? Activation::Geglu
                                                                      : network.activation;
        if (!isGated(network.activation))
            throw inputError(source_ +
                             ": \"hidden_act\": gates with SiLU or GELU (erf) can be computed here.");
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

    std::string source_;
    json config_;
    const ModelKind* kind_ = nullptr;
};

void leavePooler(PublishedModel& model) {
    model.file.tensors.erase(parameterName(Role::PoolerWeight));
    model.file.tensors.erase(parameterName(Role::PoolerBias));
    addSentence(model.note, "Its pooler is not used.");
}

/// Throws Error::Kind::Input for a classifier whose numbers are no logits of classes that exclude each other.
void requireOneClass(const ModelConfig& config, int classes) {
    const json& type = config.value("problem_type");
    const bool isRegression = type == "regression" || (type.is_null() && classes == 1);
    if (isRegression || type == "multi_label_classification")
        throw inputError(std::string("its classifier ") +
                         (isRegression ? "gives numbers, not classes (regression)"
                                       : "may name several classes at once (multi-label classification)") +
                         ", of which this program computes no probabilities.");
    if (!type.is_null() && type != "single_label_classification")
        throw inputError("\"problem_type\" of config.json is none that this program knows.");
    if (classes == 1) throw inputError("its classifier has one class, so that every answer is the same.");
}

/// Whether the weights name masked words: they have the head for it, and no classifier.
bool namesWords(const SafeTensors& file, const ModelKind& kind) {
    const auto has = [&](const std::string& ending) {
        return std::any_of(file.tensors.begin(), file.tensors.end(),
                           [&](const auto& tensor) { return tensor.first.ends_with(ending); });
    };
    return kind.words.names && has(kind.words.mark) && !has(nameIn(kind.names(), Role::ClassifierWeight));
}

/// The head that names masked words: its layer, activation and norm, then the embedding table or a layer of
/// its own.
void takeWordHead(PublishedModel& model, const ModelKind& kind, const ModelConfig& config) {
    NetworkConfig& network = model.network;
    if (std::string_view(kind.type) == "roberta" && network.activation != Activation::Gelu)
        throw inputError(
            "the head that names masked words computes GELU (erf), and \"hidden_act\" is another; both have "
            "to be "
            "the same here.");
    if (hasTensor(model.file, Role::PoolerWeight)) leavePooler(model);
    network.output = OutputKind::Positions;
    network.outputTransform = true;
    network.numClasses = network.inputDim;
    network.tiedOutput = config.isTrue("tie_word_embeddings", true);
    network.linearOutput = !network.tiedOutput;
    if (network.tiedOutput) dropTied(model);
    if (!hasTensor(model.file, Role::ClassifierBias))
        putZeros(model.file, Role::ClassifierBias, network.numClasses);
}

void takeEncoder(PublishedModel& model, const ModelKind& kind, const ModelConfig& config,
                 const std::string& folder) {
    NetworkConfig& network = model.network;
    const bool hasClassifier = hasTensor(model.file, Role::ClassifierWeight);
    const bool ofTokens = hasClassifier && config.architecture().ends_with("ForTokenClassification");
    network.output = ofTokens ? OutputKind::Positions : OutputKind::Pooled;
    network.pooling = PoolingKind::First;
    const auto sentence = hasClassifier ? std::nullopt : sentencePooling(folder);
    const bool isPooled = !ofTokens && !sentence && hasTensor(model.file, Role::PoolerWeight);
    if (hasClassifier && !ofTokens && !isPooled && kind.pooler != Pooler::None)
        throw inputError("the weights have a classifier, and no layer in front of it (" +
                         parameterName(Role::PoolerWeight) + "). The file is not complete.");
    if (isPooled) network.pooler = kind.pooler;
    if (!isPooled && hasTensor(model.file, Role::PoolerWeight)) leavePooler(model);
    if (sentence) network.pooling = sentence->kind;
    network.numClasses = hasClassifier ? extentOf(model.file, Role::ClassifierWeight, 0) : network.modelDim;
    if (hasClassifier) {
        model.classes = config.classes(network.numClasses, model.note);
        requireOneClass(config, network.numClasses);
        return;
    }
    putIdentity(model.file, network.modelDim);
    model.answers = !sentence                ? AnswerLayer::None
                    : sentence->isNormalized ? AnswerLayer::NormalizedSentence
                                             : AnswerLayer::Sentence;
    addSentence(model.note,
                "The network has no layer that answers; what is shown as its answer is the vector that it " +
                    std::string(sentence ? "gives a sentence." : "pools."));
}

/// RoBERTa's positions count from pad + 1, so that the first rows of its table are of no token.
void cutPositions(SafeTensors& file, int rows) {
    StoredTensor& table = file.tensors.at(parameterName(Role::PositionTable));
    if (table.shape.size() != 2 || table.shape[0] <= rows) return;
    std::vector<float> values = table.readFloats(parameterName(Role::PositionTable));
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rows) * table.shape[1]);
    table.shape[0] -= rows;
    table.values = std::move(values);
}

/// image_mean and image_std of the folder's preprocessor_config.json, where it is there and says them.
void takePixelScale(PublishedModel& model, const std::string& folder) {
    const std::string file = folder + "/preprocessor_config.json";
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return;
    const json config = textJson(readFile(file, mostConfigBytes), file, "configuration of a preprocessor");
    for (const auto& [key, text] :
         {std::pair{"image_mean", &model.pixelMean}, std::pair{"image_std", &model.pixelDeviation}}) {
        const json& numbers = valueOf(config, key);
        if (!numbers.is_array()) continue;
        for (const json& number : numbers)
            *text += (text->empty() ? "" : " ") + (number.is_number() ? number.dump() : std::string("?"));
        const std::vector<float> known = numbersOfChannels(*text);
        if (known.empty() || (text == &model.pixelDeviation && *std::ranges::min_element(known) <= 0))
            throw inputError(file + ": \"" + key + "\" must be one number or three" +
                             (text == &model.pixelDeviation ? " above 0." : "."));
    }
    if (model.pixelMean.empty() || model.pixelDeviation.empty()) model.pixelMean = model.pixelDeviation = {};
}

}  // namespace

NetworkConfig networkOfModelConfig(std::string_view config, const std::string& source) {
    return ModelConfig(config, source).network();
}

bool isModelFolder(const std::string& path) {
    std::error_code ignored;
    const std::string config = path + "/config.json";
    if (!std::filesystem::is_regular_file(config, ignored)) return false;
    if (hasFolderWeights(path)) return true;
    try {
        return textJson(readFile(config, mostConfigBytes), config, "configuration of a model")
            .contains("model_type");
    } catch (const Error&) {  // a configuration of something else
        return false;
    }
}

PublishedModel openModelFolder(const std::string& path) {
    const std::string source = path + "/config.json";
    const ModelConfig config(readFile(source, mostConfigBytes), source);
    const ModelKind& kind = config.kind();
    PublishedModel model;
    model.network = config.network();
    SafeTensors weights = folderWeights(path);
    const bool words = namesWords(weights, kind);
    NamedTensors tensors = namedTensors(std::move(weights), words ? kind.words.names() : kind.names(),
                                        kind.base, words ? kind.words.left : kind.left, path);
    sayWhatWasTaken(model.note, tensors);
    NetworkConfig& network = model.network;
    config.sayDefaults(model.note);
    for (const char* key : {"max_position_embeddings", "n_positions"})
        config.sayContradiction(model.note, key, extentOf(tensors.file, Role::PositionTable, 0),
                                "table of positions");
    if (std::string_view(kind.type) == "roberta" && hasTensor(tensors.file, Role::PositionTable))
        cutPositions(tensors.file, config.count("pad_token_id", 1) + 1);
    if (network.positions == Positions::Learned)
        network.maxPositions = extentOf(tensors.file, Role::PositionTable, 0);
    network.tokenTypes = extentOf(tensors.file, Role::TokenTypes, 0);
    network.inputDim = extentOf(tensors.file, Role::EmbeddingTable, 0);
    config.sayContradiction(model.note, "type_vocab_size", network.tokenTypes, "table of token types");
    config.sayContradiction(model.note, "vocab_size", network.inputDim, "table of tokens");
    if (network.input == InputKind::Features) {
        network.inputDim = config.patchNumbers();
        config.sayPictures(model.note, network.maxPositions);
        takePixelScale(model, path);
    }
    naming(path, [&] { requireValid(network); });
    dealHeads(tensors, network);
    model.file = std::move(tensors.file);
    try {
        if (kind.isDecoder)
            takeDecoder(model, config.isTrue("tie_word_embeddings", std::string_view(kind.type) == "gpt2"));
        else if (words)
            takeWordHead(model, kind, config);
        else
            takeEncoder(model, kind, config, path);
    } catch (const Error& problem) {
        throw Error(problem.kind(), path + ": " + problem.what());
    }
    return model;
}

}  // namespace attx
