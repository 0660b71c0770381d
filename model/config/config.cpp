// The keys of the configuration with their limits and help, what must fit together, the presets.
#include "model/config/config.h"

#include <algorithm>
#include <array>

#include "model/config/config_keys.h"
#include "model/config/data_size.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

// Upper limits keep a slip of the finger from asking for more than any desktop holds; they are far
// above what the tasks of this program need.
constexpr double maxRows = 10'000'000;
constexpr double maxShare = 0.9;
constexpr double maxDropout = 0.95;   // at 1 nothing passes, and the kept values would be divided by 0
constexpr double minEpsilon = 1e-12;  // smaller ones vanish beside 1 in single precision
constexpr double maxBeta = 0.999999;  // at 1 the moving average never moves

std::string number(int64_t value) { return std::to_string(value); }

template <class S>
void checkRanges(const S& config, const std::string& prefix, std::vector<ConfigProblem>& problems) {
    for (const auto& key : keysOf<S>())
        if (auto problem = rangeProblem(key, config)) problems.push_back({prefix + key.name, *problem});
}

void checkNetwork(const NetworkConfig& network, const std::string& prefix,
                  std::vector<ConfigProblem>& problems) {
    checkRanges(network, prefix, problems);
    if (network.output == OutputKind::Set && network.numClasses != 1)
        problems.push_back({prefix + "num_classes", "each member of a set has one logit; expected 1, found " +
                                                        number(network.numClasses)});
    if (network.numHeads > 0 && network.modelDim > 0 && network.keyDim == 0 &&
        network.modelDim % network.numHeads != 0)
        problems.push_back({prefix + "num_heads",
                            number(network.numHeads) + " heads do not divide the width of " +
                                number(network.modelDim) + " (model_dim) evenly; use " +
                                headCounts(network.modelDim) + " heads, or a width that is a multiple of " +
                                number(network.numHeads)});
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
            [](const DataConfig& d) { return infoOf(d.task).files != nullptr; }, "the tasks sets and text"},
    FileKey{"data.extractor", &DataConfig::extractor, isSets, "the task sets"},
};

/// "the rule reverse": what is learned from.
std::string sourceOf(const DataConfig& data) {
    return isSequences(data) ? std::string("the rule ") + toString(data.rule)
                             : std::string("the task ") + toString(data.task);
}

void checkData(const DataConfig& data, std::vector<ConfigProblem>& problems) {
    const size_t before = problems.size();
    checkRanges(data, "data.", problems);
    if (problems.size() != before) return;
    for (const FileKey& file : fileKeys)
        if (!(data.*file.member).empty() && !file.isRead(data))
            problems.push_back({file.key, shortened(data.*file.member) + " is read by " + file.reader +
                                              " alone, found " + sourceOf(data) +
                                              "; choose what reads it, or leave it out"});
    if (readsRows(data) && !data.earlierSplit && data.validationShare + data.testShare >= 1)
        problems.push_back(
            {"data.test_share", "validation and test take all of the rows; leave some to train on"});
    if (isPairs(data)) {
        if (data.csvPath.empty())
            problems.push_back(
                {"data.csv_path", "the rule csv needs a file of pairs; choose one, or another rule"});
    } else if (const int64_t bytes = dataSetBytes(data); bytes > maxDataBytes) {
        problems.push_back({"data.train_size", "the three tables would take " + number(bytes >> 30) +
                                                   " GiB of memory, and " + number(maxDataBytes >> 30) +
                                                   " GiB are the limit; use fewer" +
                                                   infoOf(data.task).fewer});
    }
}

void checkNetworkFitsData(const RunConfig& config, std::vector<ConfigProblem>& problems) {
    const NetworkConfig& network = config.network;
    const DataConfig& data = config.data;
    const TaskInfo& task = infoOf(data.task);
    const auto compareKind = [&](const char* key, auto found, auto expected) {
        if (found != expected)
            problems.push_back({key, std::string("the task ") + toString(data.task) + " needs " +
                                         toString(expected) + ", found " + toString(found)});
    };
    compareKind("network.input", network.input, task.input);
    compareKind("network.output", network.output, task.output);
    const auto compare = [&](const char* key, int found, int expected, const char* from, const char* what) {
        if (found != expected)
            problems.push_back({key, std::string(what) + "; expected " + number(expected) + " (" + from +
                                         "), found " + number(found)});
    };
    if (isSequences(data)) {
        const char* categories = "data.num_categories";
        compare("network.input_dim", network.inputDim, data.numCategories, categories,
                "each category of the data is one input");
        compare("network.num_classes", network.numClasses, data.numCategories, categories,
                "each category of the data is one class");
    } else if (isText(data)) {
        compare("network.input_dim", network.inputDim, data.vocabulary, "data.vocabulary",
                "each token of the vocabulary is one input");
    }
}

void checkTraining(const RunConfig& config, std::vector<ConfigProblem>& problems) {
    const size_t before = problems.size();
    const TrainingConfig& training = config.training;
    checkRanges(training, "training.", problems);
    if (problems.size() != before || !isSequences(config.data) || isPairs(config.data))
        return;  // files have their own size
    if (training.batchSize > config.data.trainSize) {
        problems.push_back({"training.batch_size",
                            "a batch of " + number(training.batchSize) +
                                " is larger than the training set of " + number(config.data.trainSize) +
                                " (data.train_size); use a smaller batch or more data"});
        return;
    }
    const int64_t steps = int64_t{config.data.trainSize} / training.batchSize * training.epochs;
    if (training.schedule == Schedule::WarmupCosineDecay && training.warmup >= steps)
        problems.push_back({"training.warmup", "a warm-up of " + number(training.warmup) +
                                                   " steps leaves none for the decay: the run has " +
                                                   number(steps) +
                                                   " steps; use a shorter warm-up or more epochs"});
}

void throwAll(const std::vector<ConfigProblem>& problems) {
    if (problems.empty()) return;
    std::string text;
    for (const auto& problem : problems)
        text += (text.empty() ? "" : "\n") + problem.key + ": " + problem.message;
    throw inputError(text);
}

template <class S>
void appendKeys(const std::string& prefix, std::vector<KeyInfo>& infos) {
    for (const auto& key : keysOf<S>()) {
        KeyInfo info{prefix + key.name, key.help, key.minimum, key.maximum, {}};
        std::visit(
            [&]<class T>(T S::*) {
                if constexpr (std::is_enum_v<T>)
                    info.choices.assign(spellings<T>.begin(), spellings<T>.end());
            },
            key.member);
        infos.push_back(std::move(info));
    }
}

}  // namespace

template <>
const std::vector<Key<NetworkConfig>>& keysOf() {
    using C = NetworkConfig;
    static const std::vector<Key<C>> keys{
        {"input", &C::input, 0, 0,
         "What the network reads: tokens, each a category, or features, each a vector of numbers."},
        {"output", &C::output, 0, 0,
         "What the network answers: a class for each position, the odd one of a set, or a class for the "
         "whole "
         "(pooled)."},
        {"input_dim", &C::inputDim, 1, 1'000'000,
         "How many categories a token can have, or how many numbers a feature vector has."},
        {"model_dim", &C::modelDim, 1, 4096,
         "The width of the network: how many numbers describe one position between the layers."},
        {"num_classes", &C::numClasses, 1, 1'000'000,
         "How many answers the network chooses from; a single one, pooled, is a yes or no."},
        {"num_heads", &C::numHeads, 1, 64,
         "How many attention maps a layer computes side by side, each on its own share of the width."},
        {"key_dim", &C::keyDim, 0, 4096,
         "The width of a head's queries, keys and values; 0 shares the width of the network among the "
         "heads."},
        {"num_layers", &C::numLayers, 1, 64,
         "How many encoder layers follow each other; each looks at what the one before has gathered."},
        {"dim_feedforward", &C::dimFeedforward, 1, 65536,
         "The inner width of the two-layer network that works on every position after attention."},
        {"dropout", &C::dropout, 0, maxDropout,
         "The share of values set to zero at random while training, so that no value is relied on alone."},
        {"input_dropout", &C::inputDropout, 0, maxDropout,
         "The same on the input, before the first layer; it asks the network to cope with missing parts."},
        {"pool_dropout", &C::poolDropout, 0, maxDropout,
         "The same on what was pooled from all positions, before the last layer."},
        {"positional_encoding", &C::positionalEncoding, 0, 0,
         "Adds a pattern of sines and cosines that tells positions apart; without it order is invisible."},
        {"embedding_table", &C::embeddingTable, 0, 0,
         "Looks a token's vector up in a table, one row a token, in place of a linear layer with a bias."},
        {"mask_padding", &C::maskPadding, 0, 0,
         "Hides the filled-up end of short sequences from the attention and from pooling."},
        {"initialisation", &C::initialisation, 0, 0,
         "How the weights begin: as PyTorch's layers do, or as Keras's (Glorot uniform, biases zero)."},
        {"layer_norm_eps", &C::layerNormEps, minEpsilon, 1,
         "Keeps layer normalisation from dividing by zero; PyTorch uses 1e-5, Flax 1e-6, Keras 1e-3."},
    };
    return keys;
}

template <>
const std::vector<Key<DataConfig>>& keysOf() {
    using C = DataConfig;
    static const std::vector<Key<C>> keys{
        {"task", &C::task, 0, 0,
         "What is learned from: sequences of tokens, sets of images with an odd one, or texts."},
        {"rule", &C::rule, 0, 0,
         "What the network has to learn: to reverse, copy, sort or rotate a sequence, or the pairs of a CSV "
         "file."},
        {"num_categories", &C::numCategories, 2, 100'000,
         "How many different tokens there are; they are numbered from 0."},
        {"length", &C::length, 1, 4096,
         "How many tokens a sequence has; the attention maps grow with its square."},
        {"rotate_by", &C::rotateBy, 0, 4096,
         "For the rule rotate: how many places to the left the sequence moves, its start returning at the "
         "end."},
        {"train_size", &C::trainSize, 1, maxRows,
         "How many sequences the network learns from; of own files it is what validation and test leave."},
        {"validation_size", &C::validationSize, 1, maxRows,
         "How many sequences measure progress after each epoch and choose the best weights."},
        {"test_size", &C::testSize, 1, maxRows,
         "How many sequences, never seen before, give the final accuracy."},
        {"validation_share", &C::validationShare, 0, maxShare,
         "Own rows and images: the share that measures progress, where the files set none apart; 0 "
         "takes "
         "data.validation_size rows."},
        {"test_share", &C::testShare, 0, maxShare,
         "Own rows and images: the share that gives the final accuracy, where the files set none "
         "apart; 0 "
         "takes "
         "data.test_size rows."},
        {"earlier_split", &C::earlierSplit, 0, 0,
         "Deals own pairs, texts and images in the fixed parts that earlier versions took: their runs keep "
         "it."},
        {"seed", &C::seed, 0, 0,
         "The number from which the data are drawn: the same number, the same data on every machine."},
        {"csv_path", &C::csvPath, 0, 0,
         "For the rule csv: a file with one pair a line, input and output parted by a semicolon."},
        {"path", &C::path, 0, 0,
         "Where the images or texts are: a folder, an archive or a file; empty takes those that the program "
         "makes itself."},
        {"extractor", &C::extractor, 0, 0,
         "What turns images into features: an ONNX network, pixels (a plain descriptor), or empty: those "
         "beside the images."},
        {"set_size", &C::setSize, 3, 64, "How many images a set has; one of them does not belong."},
        {"shuffle_place", &C::shufflePlace, 0, 0,
         "Puts the odd image anywhere in its set; otherwise it comes last, which the network cannot see."},
        {"test_draws", &C::testDraws, 1, 20,
         "In how many sets of the test each image is the odd one: the accuracy of one draw is a matter of "
         "luck, that of several less so."},
        {"vocabulary", &C::vocabulary, 3, 1'000'000,
         "How many tokens the texts' words become: padding, unknown, and then the most frequent words."},
    };
    return keys;
}

template <>
const std::vector<Key<TrainingConfig>>& keysOf() {
    using C = TrainingConfig;
    static const std::vector<Key<C>> keys{
        {"optimiser", &C::optimiser, 0, 0,
         "How gradients become steps; AdamW also shrinks weights; RMSprop divides by √v + epsilon, in Keras "
         "3 by "
         "√(v + epsilon)."},
        {"learning_rate", &C::learningRate, 0, 10,
         "The size of a step: too small learns slowly, too large never settles."},
        {"beta1", &C::beta1, 0, maxBeta,
         "How long Adam remembers the direction of past gradients; near 1 is long."},
        {"beta2", &C::beta2, 0, maxBeta,
         "How long Adam remembers the size of past gradients; near 1 is long."},
        {"rho", &C::rho, 0, maxBeta,
         "How long RMSprop remembers the size of past gradients; near 1 is long."},
        {"epsilon", &C::epsilon, minEpsilon, 1,
         "Keeps Adam and RMSprop from dividing by zero where gradients have been tiny."},
        {"weight_decay", &C::weightDecay, 0, 10,
         "For AdamW: the share by which weights shrink, times the learning rate, at each step."},
        {"schedule", &C::schedule, 0, 0,
         "How the learning rate changes over the run: constant, or rising first and then falling like half a "
         "cosine."},
        {"warmup", &C::warmup, 0, 1'000'000,
         "How many steps the learning rate takes to rise from zero, so that early, wild gradients do no "
         "harm."},
        {"clip_norm", &C::clipNorm, 0, 1'000'000,
         "Shrinks a gradient that is longer than this, so that one odd batch cannot spoil the weights; 0 "
         "never does."},
        {"batch_size", &C::batchSize, 1, 65536,
         "How many sequences each step averages over: more are steadier, fewer are faster."},
        {"epochs", &C::epochs, 1, 100'000, "How many times the network sees the whole training set."},
        {"max_steps", &C::maxSteps, 0, 1'000'000'000,
         "Ends training after this many steps, whatever the epochs; 0 sets no such end."},
        {"target_accuracy", &C::targetAccuracy, 0, 1,
         "Ends training once validation accuracy (0 to 1) reaches this; 0 never does."},
        {"patience", &C::patience, 0, 100'000,
         "Ends training after this many epochs without a better validation accuracy; 0 never does."},
        {"snapshot_every", &C::snapshotEvery, 0, 1'000'000'000,
         "Keeps the weights every so many steps, to look back at; 0 keeps them after each epoch only."},
        {"snapshot_megabytes", &C::snapshotMegabytes, 0, 1'000'000,
         "Room on disk for what is kept to look back at: beyond it snapshots are thinned out evenly; 0 keeps "
         "none."},
        {"checkpoint_seconds", &C::checkpointSeconds, 0, 86'400,
         "How many seconds of work a crash may cost; more where saving would take over 5 % of them. 0: an "
         "epoch's "
         "work."},
    };
    return keys;
}

template <>
const std::vector<Key<RunConfig>>& keysOf() {
    using C = RunConfig;
    static const std::vector<Key<C>> keys{
        {"preset", &C::preset, 0, 0, "The name of the preset that this configuration started from."},
        {"seed", &C::seed, 0, 0,
         "The number behind first weights, shuffling and dropout: the same number, the same run."},
        {"device", &C::device, 0, 0,
         "Where the network is computed: the processor (cpu) or a graphics card (vulkan); auto takes the "
         "fastest.",
         isDeviceName, "auto, cpu, vulkan or vulkan:N"},
        {"threads", &C::threads, 0, 256, "How many processor cores work at once; 0 takes all of them."},
    };
    return keys;
}

bool isDeviceName(const std::string& text) {
    const std::string numbered = "vulkan:";
    if (text == "auto" || text == "cpu" || text == "vulkan") return true;
    return text.starts_with(numbered) && text.size() > numbered.size() &&
           text.size() <= numbered.size() + 3 &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(numbered.size()), text.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
}

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

std::string headCounts(int width) {
    std::vector<int> counts;
    for (int heads = 1; heads <= std::min(width, 64); ++heads)
        if (width % heads == 0) counts.push_back(heads);
    std::string text;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (i > 0) text += i + 1 == counts.size() ? " or " : ", ";
        text += number(counts[i]);
    }
    return text;
}

bool sameTables(DataConfig a, const DataConfig& b) {
    a.testDraws = b.testDraws;
    return a == b;
}

void dropUnreadFiles(DataConfig& data) {
    for (const FileKey& file : fileKeys)
        if (!file.isRead(data)) (data.*file.member).clear();
}

const TaskInfo& infoOf(TaskKind task) {
    for (const TaskInfo& info : taskTable)
        if (info.task == task) return info;
    throw inputError("data.task: there is no task " + number(static_cast<int>(task)));
}

void requireValid(const RunConfig& config) { throwAll(check(config)); }

void requireValid(const NetworkConfig& config) { throwAll(check(config)); }

void tieNetworkToData(RunConfig& config) {
    NetworkConfig& network = config.network;
    network.input = infoOf(config.data.task).input;
    network.output = infoOf(config.data.task).output;
    switch (config.data.task) {
        case TaskKind::Sequences:
            network.inputDim = network.numClasses = config.data.numCategories;
            break;
        case TaskKind::Sets:
            network.numClasses = 1;
            break;
        case TaskKind::Text:
            network.inputDim = config.data.vocabulary;
            break;
    }
}

const std::vector<KeyInfo>& runConfigKeys() {
    static const std::vector<KeyInfo> infos = [] {
        std::vector<KeyInfo> result;
        const RunConfig sections;
        forEachSection(
            sections, [&]<class S>(const std::string& name, const S&) { appendKeys<S>(name + ".", result); });
        appendKeys<RunConfig>("", result);
        return result;
    }();
    return infos;
}

const std::map<std::string, RunConfig>& presets() {
    static const std::map<std::string, RunConfig> configs = [] {
        struct Preset {
            const char *name, *json;
        };
        const Preset table[] = {
#include "preset_table.inc"
        };
        std::map<std::string, RunConfig> result;
        for (const auto& preset : table) {
            RunConfig config = runConfigFromJson(preset.json, std::string("preset ") + preset.name);
            config.preset = preset.name;
            result.emplace(preset.name, std::move(config));
        }
        return result;
    }();
    return configs;
}

RunConfig presetByName(const std::string& name) {
    if (const auto found = presets().find(name); found != presets().end()) return found->second;
    std::string names;
    for (const auto& entry : presets()) names += (names.empty() ? "" : ", ") + entry.first;
    throw inputError("preset: expected one of " + names + ", found \"" + name + "\"");
}

const char* toString(Optimiser value) { return spellings<Optimiser>[static_cast<size_t>(value)]; }
const char* toString(Schedule value) { return spellings<Schedule>[static_cast<size_t>(value)]; }
const char* toString(LabelRule value) { return spellings<LabelRule>[static_cast<size_t>(value)]; }
const char* toString(OutputKind value) { return spellings<OutputKind>[static_cast<size_t>(value)]; }
const char* toString(TaskKind value) { return spellings<TaskKind>[static_cast<size_t>(value)]; }
const char* toString(InputKind value) { return spellings<InputKind>[static_cast<size_t>(value)]; }

}  // namespace attx
