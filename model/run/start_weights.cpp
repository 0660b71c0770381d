#include "model/run/start_weights.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "model/config/keys.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/named_array.h"
#include "model/files/text.h"
#include "model/foreign/answer_layer.h"
#include "model/network/parameter_table.h"
#include "model/network/program.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* startKey = "training.start_from: ";

/// What of a network may differ from the one that it starts from: no weight depends on it.
bool mayDiffer(std::string_view key, bool sameAnswer) {
    constexpr std::string_view always[] = {
        "network.dropout",     "network.input_dropout", "network.pool_dropout", "network.initialisation",
        "network.num_classes", "network.num_layers",    "network.pooling",      "network.pooler"};
    constexpr std::string_view ofAnswer[] = {"network.linear_output", "network.output_transform",
                                             "network.tied_output"};
    return std::ranges::find(always, key) != std::end(always) ||
           (!sameAnswer && std::ranges::find(ofAnswer, key) != std::end(ofAnswer));
}

/// What decides the answers, and so depends on the data.
void takeAnswer(const NetworkConfig& from, NetworkConfig& network) {
    network.pooling = from.pooling;
    network.pooler = from.pooler;
    network.linearOutput = from.linearOutput;
    network.outputTransform = from.outputTransform;
    network.tiedOutput = false;
    network.numClasses = from.numClasses;
}

/// What the data have to be for the source to read them.
void takeData(const Checkpoint& source, const std::function<bool(const char* key)>& isChosen,
              RunConfig& config) {
    DataConfig& data = config.data;
    const DataConfig& theirs = source.config.data;
    if (isPictures(data) && isPictures(theirs)) {
        const auto take = [&](const char* key, auto member) {
            if (!isChosen(key)) data.*member = theirs.*member;
        };
        take("data.picture_size", &DataConfig::pictureSize);
        take("data.patch_size", &DataConfig::patchSize);
        take("data.channels", &DataConfig::channels);
        take("data.pixel_mean", &DataConfig::pixelMean);
        take("data.pixel_deviation", &DataConfig::pixelDeviation);
    }
    const auto& names = namesToStart(source, config);
    if (int DataConfig::*const inputs = infoOf(data.task).inputs; inputs && !names.vocabulary.empty())
        data.*inputs = source.config.network.inputDim;
    if (isLanguage(data) && source.names.vocabulary.tokenizer()) data.tokens = PairTokens::Pieces;
    const NetworkConfig& network = source.config.network;
    if (network.limitsPositions() && infoOf(data.task).positions == &DataConfig::length &&
        !isChosen("data.length"))
        data.length = std::clamp(data.length, 1, std::max(network.maxPositions - network.positionsFor(0), 1));
}

/// As many tokens as 95 % of the texts do not exceed, and as the network reads.
void takeLength(const Checkpoint& source, RunConfig& config) {
    constexpr int longest = 512;
    const NetworkConfig& network = source.config.network;
    const int most = network.limitsPositions()
                         ? std::min(network.maxPositions - network.positionsFor(0), longest)
                         : longest;
    const DataSet made = makeData(config.data, namesToStart(source, config));
    if (made.textLengths) config.data.length = std::clamp(made.textLengths->suggested, 1, std::max(most, 1));
}

constexpr size_t mostListed = 4;

/// What may be changed where a tensor of this role has another shape.
const char* adviceFor(Role role) {
    switch (role) {
        case Role::EmbeddingTable:
        case Role::InputWeight:
        case Role::InputBias:
            return "Take data of as many tokens, or numbers, as it reads (data.num_categories, "
                   "data.vocabulary, data.patch_size).";
        case Role::PositionTable:
            return "Take data of at most as many positions (data.length, data.picture_size).";
        default:
            return "Leave the settings of the network as they are there.";
    }
}

bool isLastLayer(Role role) {
    return role == Role::ClassifierWeight || role == Role::ClassifierBias ||
           role == Role::OutputLogitsWeight || role == Role::OutputLogitsBias;
}

}  // namespace

std::string toJson(const StartReport& report) {
    return jsonText(Json{{"from", report.from},
                         {"taken", report.taken.size()},
                         {"new", report.drawn},
                         {"left", report.left}},
                    -1, NotUtf8::Replaced);
}

std::string startText(const StartReport& report) {
    std::string text = "Starts from " + report.from + ": " + std::to_string(report.taken.size()) + " of " +
                       std::to_string(report.taken.size() + report.drawn.size()) +
                       " tensors are taken from there";
    if (!report.drawn.empty()) text += ", and new are " + listed(report.drawn, mostListed);
    text += ".";
    if (!report.left.empty()) text += " Of it are not used: " + listed(report.left, mostListed) + ".";
    return text;
}

std::string frozenText(const RunConfig& config) {
    const int layers = config.training.frozenLayers;
    if (layers == 0) return {};
    Program program = buildProgram(config.network, 1);
    freeze(program, layers);
    return "Frozen are the embeddings and the first " +
           (layers == 1 ? std::string("layer") : std::to_string(layers) + " layers") + " of " +
           std::to_string(config.network.numLayers) + ": " + grouped(program.frozen) + " of " +
           grouped(program.parameterCount()) + " parameters.";
}

std::string frozenJson(const RunConfig& config) {
    if (config.training.frozenLayers == 0) return "null";
    Program program = buildProgram(config.network, 1);
    freeze(program, config.training.frozenLayers);
    return jsonText(Json{{"layers", config.training.frozenLayers}, {"parameters", program.frozen}});
}

Checkpoint followStart(RunConfig& config, const std::function<bool(const char* key)>& isChosen) {
    Checkpoint source = openCheckpoint(config.training.startFrom);
    followStart(source, config, isChosen);
    return source;
}

std::string stampOfStart(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code missing;
    const fs::path folder = fs::is_directory(path, missing) ? fs::path(path) : fs::path(path).parent_path();
    std::set<std::string> files;
    for (fs::directory_iterator entry(folder.empty() ? "." : folder, missing), end; !missing && entry != end;
         entry.increment(missing)) {
        std::error_code gone;
        const auto time = entry->last_write_time(gone).time_since_epoch().count();
        const auto size = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
        files.insert(entry->path().filename().string() + '\n' + std::to_string(time) + '\n' +
                     std::to_string(size));
    }
    std::string stamp = path;
    for (const std::string& file : files) stamp += '\n' + file;
    return stamp;
}

void followStart(const Checkpoint& source, RunConfig& config,
                 const std::function<bool(const char* key)>& isChosen) {
    const std::string& path = config.training.startFrom;
    const NetworkConfig& theirs = source.config.network;
    for (const UncertainKey& key : source.uncertain)
        if (key.path.starts_with("network."))
            throw inputError(startKey + path + " leaves " + key.path +
                             " open, on which its weights depend. " +
                             "Write it with what is known of it first: attention-explorer convert " + path +
                             " --set " + key.path + "=" + key.value + " --out FILE.safetensors.");
    if (infoOf(config.data.task).reads != theirs.input)
        throw inputError(startKey + path + " reads " + toString(theirs.input) + ", and the task " +
                         toString(config.data.task) + " has " + toString(infoOf(config.data.task).reads) +
                         ". Choose another network or other data.");
    if (source.names.vocabulary.tokenizer() && !isText(config.data) && !isLanguage(config.data))
        throw inputError(startKey + path +
                         " reads the pieces of its tokenizer, which only texts with classes (data.task=text) "
                         "and texts to continue (data.task=language) are cut into here: a sequence has an "
                         "answer for each of its own tokens. Found data.task=" +
                         toString(config.data.task) + ".");
    if (isLanguage(config.data) && !theirs.causal)
        throw inputError(startKey + path +
                         " reads a text in both directions, and the next token (data.task=language) would "
                         "stand in what it reads. Choose a network with a causal mask, such as GPT-2, or "
                         "texts with classes.");
    RunConfig asked = config;
    takeData(source, isChosen, config);
    NetworkConfig& network = config.network;
    network = theirs;
    const bool sameAnswer = theirs.output == answersOf(config.data);
    if (!sameAnswer) takeAnswer(asked.network, network);
    if (source.answers != AnswerLayer::Logits) network.numClasses = asked.network.numClasses;
    network.dropout = asked.network.dropout;
    network.inputDropout = asked.network.inputDropout;
    network.poolDropout = asked.network.poolDropout;
    network.initialisation = asked.network.initialisation == Initialisation::ByHand
                                 ? Initialisation::PyTorch
                                 : asked.network.initialisation;
    for (const KeyInfo& key : runConfigKeys())
        if (key.path.starts_with("network.") && isChosen(key.path.c_str()) && mayDiffer(key.path, sameAnswer))
            setByPath(config, key.path + "=" + valueText(key, asked));
    // How many tokens a text has depends on the tokenizer.
    if (source.names.vocabulary.tokenizer() && !isChosen("data.length")) takeLength(source, config);
    tieNetworkToData(config);
    for (const KeyInfo& key : runConfigKeys()) {
        if (!key.path.starts_with("network.") || !isChosen(key.path.c_str())) continue;
        const std::string wanted = valueText(key, asked), known = valueText(key, config);
        if (wanted != known)
            throw inputError("--set " + key.path + "=" + wanted + ": expected " + known + ", as " + path +
                             " has it, whose weights the run starts from (training.start_from). Leave one of "
                             "them out.");
    }
}

DataNames namesToStart(const Checkpoint& source, const RunConfig& config) {
    // The tokens of a rule, and numbers in a file, stand for themselves.
    const bool hasWords = isText(config.data) || isLanguage(config.data) || isPairs(config.data);
    DataNames names;
    if (hasWords) names.vocabulary = source.names.vocabulary;
    return names;
}

StartWeights startWeights(const Checkpoint& source, const RunConfig& config, const DataNames& names) {
    const std::string& path = config.training.startFrom;
    const Program ours = buildProgram(config.network, config.data.positions()),
                  theirs = buildProgram(source.config.network, 1);
    std::map<std::string_view, const ParameterInfo*> known;
    for (const ParameterInfo& p : theirs.parameters) known.emplace(p.name, &p);
    const bool sameClasses =
        source.answers == AnswerLayer::Logits &&
        (source.names.classes == names.classes ||
         (isLanguage(config.data) && source.config.network.numClasses == config.network.numClasses &&
          source.names.vocabulary.tokenizer() == names.vocabulary.tokenizer()));
    StartWeights start;
    start.report.from = path;
    start.parameters = initialParameters(ours, config.seed);
    std::set<std::string_view> used;
    for (const ParameterInfo& p : ours.parameters) {
        const auto found = known.find(p.name);
        const bool fits = found != known.end() && found->second->shape == p.shape;
        if (found == known.end() || (isLastLayer(p.role) && !(fits && sameClasses))) {
            start.report.drawn.push_back(p.name);
            continue;
        }
        if (!fits)
            throw inputError(startKey + path + ": its " + p.name + " is " + shapeText(found->second->shape) +
                             ", expected " + shapeText(p.shape) + " for these data. " + adviceFor(p.role));
        const auto begin = source.parameters.begin() + found->second->offset;
        std::copy(begin, begin + p.size(), start.parameters.begin() + p.offset);
        used.insert(found->first);
        start.report.taken.push_back(p.name);
    }
    if (start.report.taken.empty())
        throw inputError(startKey + path +
                         " has no part that the network of these data has, so that nothing would be taken.");
    for (const ParameterInfo& p : theirs.parameters)
        if (!used.contains(p.name) && (source.answers == AnswerLayer::Logits || !isLastLayer(p.role)))
            start.report.left.push_back(p.name);  // a network without an answer holds no last layer
    return start;
}

}  // namespace attx
