#include "model/foreign/published_model.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/foreign/folder_weights.h"
#include "model/foreign/model_config.h"
#include "model/foreign/named_tensors.h"
#include "model/foreign/text_settings.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

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
    return !kind.words.names.rows.empty() && hasEnding(file, kind.words.mark) &&
           !hasEnding(file, nameIn(kind.names, Role::ClassifierWeight));
}

/// The head that names masked words: its layer, activation and norm, then the embedding table or a layer of
/// its own.
void takeWordHead(PublishedModel& model, const ModelKind& kind, const ModelConfig& config) {
    NetworkConfig& network = model.network;
    if (kind.words.isGelu && network.activation != Activation::Gelu)
        throw inputError(
            "the head that names masked words computes GELU (erf), and \"hidden_act\" is another; both have "
            "to be the same here.");
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
                         nameIn(kind.names, Role::PoolerWeight) + "). The file is not complete.");
    if (isPooled) network.pooler = kind.pooler;
    if (!isPooled && hasTensor(model.file, Role::PoolerWeight)) leavePooler(model);
    if (sentence) network.pooling = sentence->kind;
    network.numClasses = hasClassifier ? extentOf(model.file, Role::ClassifierWeight, 0) : network.modelDim;
    if (hasClassifier) {
        model.classes = config.classes(network.numClasses, model.note);
        requireOneClass(config, network.numClasses);
        return;
    }
    putIdentity(model.file, Role::ClassifierWeight, Role::ClassifierBias, network.modelDim);
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
    values.erase(values.begin(), values.begin() + std::ptrdiff_t(rows) * table.shape[1]);
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
            *text += (text->empty() ? "" : " ") + (number.is_number() ? jsonText(number) : std::string("?"));
        const std::vector<float> known = numbersOfChannels(*text);
        if (known.empty() || (text == &model.pixelDeviation && *std::ranges::min_element(known) <= 0))
            throw inputError(file + ": \"" + key + "\" must be one number or three" +
                             (text == &model.pixelDeviation ? " above 0." : "."));
    }
    if (model.pixelMean.empty() || model.pixelDeviation.empty()) model.pixelMean = model.pixelDeviation = {};
}

}  // namespace

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
    const NameFamily& names = words ? kind.words.names : kind.names;
    NamedTensors tensors =
        namedTensors(std::move(weights), names, kind.base, words ? kind.words.left : kind.left, path);
    model.nameInFile = [&names](const std::string& ours) { return nameIn(names, ours); };
    sayWhatWasTaken(model.note, tensors);
    sayUnread(model.note, unreadWeights(path));
    if (!kind.isDecoder)
        config.sayOtherAnswer(model.note, hasTensor(tensors.file, Role::ClassifierWeight) && !words, words);
    NetworkConfig& network = model.network;
    config.sayDefaults(model.note);
    for (const char* key : {"max_position_embeddings", "n_positions"})
        config.sayContradiction(model.note, key, extentOf(tensors.file, Role::PositionTable, 0),
                                "table of positions");
    if (kind.padding >= 0 && hasTensor(tensors.file, Role::PositionTable))
        cutPositions(tensors.file, config.count("pad_token_id", kind.padding) + 1);
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
            takeDecoder(model, config.isTrue("tie_word_embeddings", kind.isTied));
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
