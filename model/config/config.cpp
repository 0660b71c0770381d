// What must fit together in a configuration.
#include "model/config/config.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "model/config/config_keys.h"
#include "model/config/data_size.h"
#include "model/config/position_rows.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"

namespace attx {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

// What weights by hand take of the width for positions and the ones vector (network/by_hand.h).
constexpr int widthBesideCategories = 11;

/// "1, 2, 4 or 8": what divides `whole`, up to `most`.
std::string dividersOf(int whole, int most) {
    std::string text, last;
    for (int divider = 1; divider <= most; ++divider) {
        if (whole % divider != 0) continue;
        if (!last.empty()) text += (text.empty() ? "" : ", ") + last;
        last = number(divider);
    }
    return text + (text.empty() ? "" : " or ") + last;
}

template <class S>
void checkRanges(const S& config, const std::string& prefix, std::vector<ConfigProblem>& problems) {
    for (const auto& key : keysOf<S>())
        if (auto problem = rangeProblem(key, config)) problems.push_back({prefix + key.name, *problem});
}

void checkNetwork(const NetworkConfig& network, const std::string& prefix,
                  std::vector<ConfigProblem>& problems) {
    checkRanges(network, prefix, problems);
    const auto wrong = [&](const char* key, const std::string& why) {
        problems.push_back({prefix + key, why});
    };
    if (network.output == OutputKind::Set && network.numClasses != 1)
        wrong("num_classes",
              "each member of a set has one logit; expected 1, found " + number(network.numClasses));
    if (network.numHeads > 0 && network.modelDim > 0 && network.keyDim == 0 &&
        network.modelDim % network.numHeads != 0)
        wrong("num_heads", number(network.numHeads) + " heads do not divide the width of " +
                               number(network.modelDim) + " (model_dim) evenly; use " +
                               headCounts(network.modelDim) + " heads, or a width that is a multiple of " +
                               number(network.numHeads));
    if (network.kvHeads > 0 && network.numHeads > 0 && network.numHeads % network.kvHeads != 0)
        wrong("kv_heads", counted(network.kvHeads, "head") +
                              " of keys and values cannot be shared evenly by " +
                              counted(network.numHeads, "head") + " of queries; use " +
                              headCounts(network.numHeads) + ", or 0 for one each");
    if (network.limitsPositions() && network.maxPositions < 1)
        wrong("max_positions",
              network.joinsPositions()
                  ? "positions are joined for the answer; say how many there are at most"
                  : "a learned table of positions needs a row for each; say how many there are");
    if (constexpr int64_t most = int64_t{1} << 24;
        network.joinsPositions() && int64_t{network.maxPositions} * network.modelDim > most)
        wrong("max_positions", counted(network.maxPositions, "position") + " of " +
                                   counted(network.modelDim, "number") +
                                   " are too many to be joined; use fewer");
    if (network.positions == Positions::Rotary && network.numHeads > 0 && network.headDim() % 2 != 0)
        wrong("positions", "rotary positions turn pairs of numbers, and heads have " +
                               number(network.headDim()) +
                               "; use heads of an even dimension, or other positions");
    if (network.causal && network.output == OutputKind::Set)
        wrong("causal",
              "members of a set have no order, so none comes before another; use false, or a "
              "network that reads sequences");
    if (network.causal && network.output == OutputKind::Pooled && network.pooling == PoolingKind::First)
        wrong("pooling",
              "under a causal mask the first position sees itself alone, and the answer would "
              "be the same whatever follows; use last, mean or max, or causal=false");
    if (network.classToken && network.output != OutputKind::Pooled)
        wrong("class_token", std::string("a class token stands for the whole, and the network answers ") +
                                 toString(network.output) + "; use false, or a pooled answer");
    if (network.finalNorm == FinalNorm::True && network.norm == NormKind::None)
        wrong("final_norm",
              "there is no norm to put behind the last layer (norm is none); use auto or "
              "false, or another norm");
    if (network.tokenTypes > 0 && network.input != InputKind::Tokens)
        wrong("token_types", "the network reads features, which are no tokens and have no types; use 0");
    if (network.tiedOutput && (network.input != InputKind::Tokens || !network.embeddingTable))
        wrong("tied_output",
              "there is no embedding table to take the logits from; use "
              "embedding_table=true with tokens, or false");
    else if (network.tiedOutput && network.numClasses != network.inputDim)
        wrong("tied_output", "the embedding table has a row for each of " +
                                 counted(network.inputDim, "token") + ", and the network has " +
                                 counted(network.numClasses, "class", "classes") + "; use as many, or false");
    if (const int width = network.pooledWidth();
        network.tiedOutput && network.output == OutputKind::Pooled && width != network.modelDim)
        wrong("tied_output", "the embedding table reads " + counted(network.modelDim, "number") +
                                 " (model_dim), and the answer is made of " + number(width) +
                                 "; use a pooler of that width, or false");
    if (network.outputTransform && network.output != OutputKind::Positions)
        wrong("output_transform",
              std::string("it is part of an answer at each position, and the network answers ") +
                  toString(network.output) + "; use false");
    else if (network.outputTransform && !network.linearOutput && !network.tiedOutput)
        wrong("output_transform",
              "the output net has a hidden layer and a norm already; use linear_output=true or "
              "tied_output=true, or false");
    if (network.initialisation != Initialisation::ByHand) return;
    const bool plain = network.input == InputKind::Tokens && network.output == OutputKind::Positions &&
                       network.numLayers == 1 && network.numHeads == 1 && !network.sharesKeys() &&
                       (network.keyDim == 0 || network.keyDim == network.modelDim) &&
                       network.positions == Positions::Sinusoidal && !network.embeddingTable &&
                       !network.linearOutput && network.tokenTypes == 0 && network.norm == NormKind::Layer &&
                       !network.normFirst && !network.hasFinalNorm() && !network.embeddingNorm &&
                       !network.causal && network.bias && network.dimFeedforward > 0 &&
                       network.inputDim == network.numClasses;
    const int width = 2 * network.inputDim + widthBesideCategories;
    if (!plain || network.modelDim < width || network.modelDim % 2 != 0)
        wrong("initialisation",
              "weights by hand are known for one layer with one head on sequences with positions, normalised "
              "and biased as in the notebooks, whose width is even and at least twice the categories + 11 (" +
                  number(width) + "); use such a network, or another initialisation");
}

/// The files that data are read from, and what reads them.
struct FileKey {
    const char* key;
    std::string DataConfig::*member;
    bool (*isRead)(const DataConfig&);
    const char* reader;
};
constexpr std::array fileKeys{
    FileKey{"data.csv_path", &DataConfig::csvPath, isPairs,
            "the rule csv (data.rule=csv) of the task sequences"},
    FileKey{"data.path", &DataConfig::path,
            [](const DataConfig& d) { return infoOf(d.task).files != nullptr; },
            "the tasks sets, text, language and pictures"},
    FileKey{"data.extractor", &DataConfig::extractor, isSets, "the task sets"},
};

/// What is wrong with a path of other bytes than UTF-8, which it shows with marks in their places; nothing:
/// all are UTF-8.
std::optional<std::string> problemOfBytes(const std::string& path) {
    const nlohmann::json json(path);
    try {
        (void)jsonText(json);
        return std::nullopt;
    } catch (const nlohmann::json::type_error&) {
        return jsonText(json, -1, NotUtf8::Replaced) +
               ": the path is not UTF-8, and run.json and checkpoints cannot hold it; rename the file or "
               "folder";
    }
}

/// What the labels come from, for a message: "the rule reverse".
std::string sourceOf(const DataConfig& data) {
    return isSequences(data) ? std::string("the rule ") + toString(data.rule)
                             : std::string("the task ") + toString(data.task);
}

void checkData(const DataConfig& data, std::vector<ConfigProblem>& problems) {
    const auto wrong = [&](const char* key, const std::string& why) { problems.push_back({key, why}); };
    const size_t before = problems.size();
    checkRanges(data, "data.", problems);
    if (problems.size() != before) return;
    for (const FileKey& file : fileKeys) {
        if (const auto problem = problemOfBytes(data.*file.member)) wrong(file.key, *problem);
        if (!(data.*file.member).empty() && !file.isRead(data))
            wrong(file.key, shortened(data.*file.member) + " is read by " + file.reader + " alone, found " +
                                sourceOf(data) + "; choose what reads it, or leave it out");
    }
    if (isPictures(data) && data.channels == 2)
        wrong("data.channels", "a picture has 3 (red, green, blue) or 1 (grey), found 2");
    if (isPictures(data) && data.pictureSize % data.patchSize != 0)
        wrong("data.patch_size",
              "patches of " + number(data.patchSize) + " pixels do not divide a picture of " +
                  number(data.pictureSize) + " (data.picture_size) evenly; use " +
                  dividersOf(data.pictureSize, data.pictureSize) + ", or another picture size");
    if (readsRows(data) && !data.earlierSplit && data.validationShare + data.testShare >= 1)
        wrong("data.test_share", "validation and test take all of the rows; leave some to train on");
    if (isLanguage(data) && data.tokens == PairTokens::Numbers)
        wrong("data.tokens", "a text has characters, words or pieces of words; choose one");
    if (isPairs(data) && data.tokens == PairTokens::Pieces)
        wrong("data.tokens",
              "pieces of words are learned from the text of a language model, and pairs have "
              "none; use words, characters or numbers");
    constexpr int bytesAndReserved = 258;
    if (isLanguage(data) && data.tokens == PairTokens::Pieces && data.vocabulary < bytesAndReserved)
        wrong("data.vocabulary",
              "pieces of words begin with the 256 bytes, padding and unknown; expected at "
              "least 258, found " +
                  number(data.vocabulary));
    if (data.maskShare > 0 && !(isSequences(data) && infoOf(data.rule).isMap))
        wrong("data.mask_share", "only sequences that a rule turns into others can be masked, found " +
                                     sourceOf(data) + "; use 0, or such a rule");
    else if (data.maskShare > 0 && data.length % 2 != 0)
        wrong("data.length",
              "rows that are masked have an input and an output of equal length; "
              "expected an even number, found " +
                  number(data.length));
    if (isSequences(data) && infoOf(data.rule).problem)
        if (auto problem = infoOf(data.rule).problem(data)) problems.push_back(std::move(*problem));
    if (isPairs(data)) {
        if (data.csvPath.empty())
            wrong("data.csv_path", "the rule csv needs a file of pairs; choose one, or another rule");
    } else if (const int64_t bytes = dataSetBytes(data); bytes > maxDataBytes) {
        wrong("data.train_size", "the three tables would take " + number(bytes >> 30) +
                                     " GiB of memory, and " + number(maxDataBytes >> 30) +
                                     " GiB are the limit; use fewer" + infoOf(data.task).fewer);
    }
}

void checkNetworkFitsData(const RunConfig& config, std::vector<ConfigProblem>& problems) {
    const auto wrong = [&](const char* key, const std::string& why) { problems.push_back({key, why}); };
    const NetworkConfig& network = config.network;
    const DataConfig& data = config.data;
    const TaskInfo& task = infoOf(data.task);
    const auto compareKind = [&](const char* key, auto found, auto expected) {
        if (found != expected)
            wrong(key, (answersOf(data) == task.answers ? std::string("the task ") + toString(data.task)
                                                        : sourceOf(data)) +
                           " needs " + toString(expected) + ", found " + toString(found));
    };
    compareKind("network.input", network.input, task.reads);
    compareKind("network.output", network.output, answersOf(data));
    const auto compare = [&](const char* key, int found, int expected, int DataConfig::*named,
                             const char* what) {
        if (expected == 0 || found == expected) return;
        const std::string source = named && expected == data.*named ? " (" + pathOf(named) + ")" : "";
        wrong(key, (source.empty() ? "each token or label of " + sourceOf(data) + " is one "
                                   : std::string("each category of the data is one ")) +
                       what + "; expected " + number(expected) + source + ", found " + number(found));
    };
    if (isPictures(data) && network.input == task.reads && network.inputDim != data.patchNumbers())
        wrong("network.input_dim",
              "a patch of " + number(data.patchSize) + " x " + counted(data.patchSize, "pixel") + " in " +
                  number(data.channels) + (data.channels == 1 ? " channel" : " channels") + " has " +
                  counted(data.patchNumbers(), "number") + ", found " + number(network.inputDim));
    const int needed = network.positionsFor(data.positions());
    if (network.limitsPositions() && network.maxPositions < needed)
        wrong("network.max_positions",
              (network.positions == Positions::Learned
                   ? "the learned table has " + counted(network.maxPositions, "row")
                   : "the network joins " + counted(network.maxPositions, "position")) +
                  ", and the data have " + number(needed) +
                  (network.classToken ? " positions with the class token" : " positions") +
                  (network.positions == Positions::Learned ? "; use shorter data or a larger table"
                                                           : "; use shorter data or join more"));
    if (asksNextToken(data) && !network.causal)
        wrong("network.causal",
              "each position would see the token behind it, which it has to predict; use true");
    compare("network.input_dim", network.inputDim, inputsOf(data), task.inputs, "input");
    compare("network.num_classes", network.numClasses, classesOf(data), task.classes, "class");
}

void checkTraining(const RunConfig& config, std::vector<ConfigProblem>& problems) {
    const auto wrong = [&](const char* key, const std::string& why) { problems.push_back({key, why}); };
    const size_t before = problems.size();
    const TrainingConfig& training = config.training;
    checkRanges(training, "training.", problems);
    if (const auto problem = problemOfBytes(training.startFrom)) wrong("training.start_from", *problem);
    const NetworkConfig& network = config.network;
    const int frozen = training.frozenLayers;
    if (frozen > network.numLayers)
        wrong("training.frozen_layers", "the network has " + counted(network.numLayers, "layer") +
                                            " (network.num_layers), found " + number(frozen) +
                                            " to freeze; use fewer");
    else if (frozen == network.numLayers && network.tiedOutput && !network.outputTransform &&
             network.pooler == Pooler::None && !network.hasFinalNorm())
        wrong("training.frozen_layers",
              "nothing would be left to train: the answer is made of the embedding table "
              "(network.tied_output), which is frozen with the layers; use fewer");
    if (problems.size() != before || !isSequences(config.data) || isPairs(config.data))
        return;  // files have their own size
    const int batch = batchOf(training, config.data.trainSize);
    if (batch > config.data.trainSize) {
        wrong("training.batch_size",
              "a batch of " + number(training.batchSize) + " is larger than the training set of " +
                  number(config.data.trainSize) + " (data.train_size); use a smaller batch or more data");
        return;
    }
    const int64_t steps = int64_t{config.data.trainSize} / batch * training.epochs;
    if (training.schedule == Schedule::WarmupCosineDecay && training.warmup >= steps)
        wrong("training.warmup", "a warm-up of " + counted(training.warmup, "step") +
                                     " leaves none for the decay: the run has " + counted(steps, "step") +
                                     "; use a shorter warm-up or more epochs");
}

void throwAll(const std::vector<ConfigProblem>& problems) {
    if (problems.empty()) return;
    std::string text;
    for (const auto& problem : problems)
        text += (text.empty() ? "" : "\n") + problem.key + ": " + problem.message;
    throw inputError(text);
}

}  // namespace

std::vector<ConfigProblem> check(const RunConfig& config) {
    std::vector<ConfigProblem> problems;
    checkData(config.data, problems);
    checkNetwork(config.network, "network.", problems);
    checkNetworkFitsData(config, problems);
    checkTraining(config, problems);
    checkRanges(config, "", problems);
    return problems;
}

std::vector<ConfigProblem> check(const NetworkConfig& config) {
    std::vector<ConfigProblem> problems;
    checkNetwork(config, "", problems);
    return problems;
}

std::string headCounts(int width) { return dividersOf(width, std::min(width, 64)); }

int batchOf(const TrainingConfig& training, int64_t trainRows) {
    const int64_t batch = training.fullBatch ? trainRows : training.batchSize;
    return int(std::clamp<int64_t>(batch, 1, std::numeric_limits<int>::max()));
}

bool sameTables(DataConfig a, const DataConfig& b) {
    a.testDraws = b.testDraws;
    return a == b;
}

void dropUnreadFiles(DataConfig& data) {
    for (const FileKey& file : fileKeys)
        if (!file.isRead(data)) (data.*file.member).clear();
}

std::string pathOf(int DataConfig::*member) {
    for (const Key<DataConfig>& key : keysOf<DataConfig>())
        if (const auto* own = std::get_if<int DataConfig::*>(&key.member); own && *own == member)
            return std::string("data.") + key.name;
    return {};
}

OutputKind answersOf(const DataConfig& data) {
    return isSequences(data) ? infoOf(data.rule).answers : infoOf(data.task).answers;
}

int inputsOf(const DataConfig& data) {
    if (!infoOf(data.task).inputs) return 0;
    if (isSequences(data) && data.maskShare > 0) return data.numCategories + 1;  // The mask is one more token
    if (isSequences(data) && infoOf(data.rule).inputs) return infoOf(data.rule).inputs(data);
    return data.*infoOf(data.task).inputs;
}

int classesOf(const DataConfig& data) {
    if (!infoOf(data.task).classes) return 0;
    if (isSequences(data) && infoOf(data.rule).classes) return infoOf(data.rule).classes(data);
    return data.*infoOf(data.task).classes;
}

int DataConfig::positions() const {
    return task == TaskKind::Pictures ? patchesAcross() * patchesAcross() : this->*infoOf(task).positions;
}

const TaskInfo& infoOf(TaskKind task) {
    for (const TaskInfo& info : taskTable)
        if (info.task == task) return info;
    throw inputError("data.task: there is no task " + number(int(task)));
}

void requireValid(const RunConfig& config) { throwAll(check(config)); }

void requireValid(const NetworkConfig& config) { throwAll(check(config)); }

void tiePositionsToData(RunConfig& config) {
    NetworkConfig& network = config.network;
    const int needed = network.positionsFor(config.data.positions());
    network.maxPositions = network.limitsPositions() ? std::max(network.maxPositions, needed) : 0;
}

void tieNetworkToData(RunConfig& config) {
    NetworkConfig& network = config.network;
    const TaskInfo& task = infoOf(config.data.task);
    network.input = task.reads;
    network.output = answersOf(config.data);
    if (const int inputs = inputsOf(config.data); inputs > 0) network.inputDim = inputs;
    if (const int classes = classesOf(config.data); classes > 0) network.numClasses = classes;
    if (isPictures(config.data)) network.inputDim = config.data.patchNumbers();
    if (network.output == OutputKind::Set) network.numClasses = 1;
    if (network.output != OutputKind::Pooled) network.classToken = false;
    if (network.output != OutputKind::Positions) network.outputTransform = false;
    if (task.reads != InputKind::Tokens) network.tiedOutput = false, network.tokenTypes = 0;
    tiePositionsToData(config);
}

}  // namespace attx
