// The keys of a configuration: names, limits, help, and what the form has of them.
#include "model/config/keys.h"

#include <algorithm>

#include "model/config/config_keys.h"
#include "model/config/split.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

// Upper limits keep a slip of the finger from asking for more than any desktop holds; they are far
// above what the tasks of this program need.
constexpr double maxRows = 10'000'000;
constexpr double maxShare = 0.9;
constexpr double maxBeta = 0.999999;  // at 1 the moving average never moves

bool ofSequences(const RunConfig& c) { return isSequences(c.data); }
bool ofCategories(const RunConfig& c) { return infoOf(c.data.task).inputs == &DataConfig::numCategories; }
bool ofVocabulary(const RunConfig& c) { return infoOf(c.data.task).inputs == &DataConfig::vocabulary; }
bool ofSets(const RunConfig& c) { return isSets(c.data); }
bool ofLength(const RunConfig& c) { return infoOf(c.data.task).positions == &DataConfig::length; }

/// Rows are made as many as asked for.
bool drawsRows(const DataConfig& data) { return isSequences(data) || data.path.empty(); }
bool dealsByRatio(const DataConfig& data) { return isPairs(data) && data.earlierSplit; }
bool dealsByShares(const RunConfig& c) { return readsRows(c.data) && !c.data.earlierSplit; }
/// A part that has the share `share`, or a size.
bool takesSize(const DataConfig& data, double share) {
    return readsRows(data) ? dealsByRatio(data) || (!data.earlierSplit && share == 0) : drawsRows(data);
}

template <class S>
S& sectionOf(RunConfig& config) {
    if constexpr (std::is_same_v<S, NetworkConfig>)
        return config.network;
    else if constexpr (std::is_same_v<S, DataConfig>)
        return config.data;
    else if constexpr (std::is_same_v<S, TrainingConfig>)
        return config.training;
    else
        return config;
}

template <class T>
KeyPlace placeOf(T& value) {
    if constexpr (std::is_enum_v<T>)
        return ChoicePlace{[&value] { return static_cast<int>(value); },
                           [&value](int index) { value = static_cast<T>(index); }};
    else
        return &value;
}

template <class S>
void appendKeys(const std::string& prefix, std::vector<KeyInfo>& infos) {
    for (const auto& key : keysOf<S>()) {
        KeyInfo info{prefix + key.name,
                     key.help,
                     key.minimum,
                     key.maximum,
                     {},
                     {key.label, key.step, key.isRelevant, {}},
                     {}};
        std::visit(
            [&]<class T>(T S::*member) {
                if constexpr (std::is_enum_v<T>) {
                    info.choices.assign(spellings<T>.begin(), spellings<T>.end());
                    info.form.choices.assign(choiceLabels<T>.begin(), choiceLabels<T>.end());
                }
                info.place = [member](RunConfig& config) { return placeOf(sectionOf<S>(config).*member); };
            },
            key.member);
        infos.push_back(std::move(info));
    }
}

}  // namespace

template <>
const std::vector<Key<DataConfig>>& keysOf() {
    using C = DataConfig;
    static const std::vector<Key<C>> keys{
        {"task", &C::task, 0, 0,
         ATTX_TR("model", "What is learned from; it decides what the network reads and answers."),
         ATTX_TR("model", "task")},
        {"rule", &C::rule, 0, 0,
         ATTX_TR("model",
                 "What the network has to learn: to reverse, copy, sort or rotate a sequence, or the pairs "
                 "of a CSV file."),
         ATTX_TR("model", "label rule"), 0, ofSequences},
        {"num_categories", &C::numCategories, 2, 100'000,
         ATTX_TR("model", "How many different tokens there are; they are numbered from 0."),
         ATTX_TR("model", "categories"), 1, ofCategories},
        {"length", &C::length, 1, 4096,
         ATTX_TR("model", "How many tokens a sequence has; the attention maps grow with its square."),
         ATTX_TR("model", "length"), 1, ofLength},
        {"rotate_by", &C::rotateBy, 0, 4096,
         ATTX_TR("model",
                 "For the rule rotate: how many places to the left the sequence moves, its start returning "
                 "at the end."),
         ATTX_TR("model", "rotate by"), 1,
         [](const RunConfig& c) { return isSequences(c.data) && c.data.rule == LabelRule::Rotate; }},
        {"train_size", &C::trainSize, 1, maxRows,
         ATTX_TR("model",
                 "How many sequences the network learns from; of own files it is what validation and test "
                 "leave."),
         ATTX_TR("model", "training set"), 1000,
         [](const RunConfig& c) { return readsRows(c.data) ? dealsByRatio(c.data) : drawsRows(c.data); }},
        {"validation_size", &C::validationSize, 1, maxRows,
         ATTX_TR("model",
                 "How many sequences measure progress after each epoch and choose the best weights."),
         ATTX_TR("model", "validation set"), 100,
         [](const RunConfig& c) {
             // A tenth of the drawn shapes to train with is taken away to validate.
             return takesSize(c.data, c.data.validationShare) && (readsRows(c.data) || !isSets(c.data));
         }},
        {"test_size", &C::testSize, 1, maxRows,
         ATTX_TR("model", "How many sequences, never seen before, give the final accuracy."),
         ATTX_TR("model", "test set"), 1000,
         [](const RunConfig& c) { return takesSize(c.data, c.data.testShare); }},
        {"validation_share", &C::validationShare, 0, maxShare,
         ATTX_TR("model",
                 "Own rows and images: the share that measures progress, where the files set none apart; 0 "
                 "takes data.validation_size rows."),
         ATTX_TR("model", "validation share"), 0.05, dealsByShares},
        {"test_share", &C::testShare, 0, maxShare,
         ATTX_TR("model",
                 "Own rows and images: the share that gives the final accuracy, where the files set none "
                 "apart; 0 takes data.test_size rows."),
         ATTX_TR("model", "test share"), 0.05, dealsByShares},
        {"earlier_split", &C::earlierSplit, 0, 0,
         ATTX_TR("model",
                 "Deals own pairs, texts and images in the fixed parts that earlier versions took: their "
                 "runs keep it."),
         ATTX_TR("model", "earlier split"), 0,
         [](const RunConfig& c) { return readsRows(c.data) && c.data.earlierSplit; }},
        {"seed", &C::seed, 0, 0,
         ATTX_TR(
             "model",
             "The number from which the data are drawn: the same number, the same data on every machine."),
         ATTX_TR("model", "data seed")},
        {"csv_path", &C::csvPath, 0, 0,
         ATTX_TR("model",
                 "For the rule csv: a file with one pair a line, input and output separated by a semicolon."),
         ATTX_TR("model", "CSV file"), 0, [](const RunConfig& c) { return isPairs(c.data); }},
        {"path", &C::path, 0, 0,
         ATTX_TR("model",
                 "Where the images or texts are: a folder, an archive or a file; empty takes those that the "
                 "program makes itself."),
         ATTX_TR("model", "files"), 0,
         [](const RunConfig& c) { return infoOf(c.data.task).files != nullptr; }},
        {"extractor", &C::extractor, 0, 0,
         ATTX_TR("model",
                 "What turns images into features: an ONNX network, pixels (a plain descriptor), or empty: "
                 "those beside the images."),
         ATTX_TR("model", "features by"), 0, ofSets},
        {"set_size", &C::setSize, 3, 64,
         ATTX_TR("model", "How many images a set has; one of them does not belong."),
         ATTX_TR("model", "set size"), 1, ofSets},
        {"shuffle_place", &C::shufflePlace, 0, 0,
         ATTX_TR("model",
                 "Puts the odd image anywhere in its set; otherwise it comes last, which the network cannot "
                 "see."),
         ATTX_TR("model", "shuffle places"), 0, ofSets},
        {"test_draws", &C::testDraws, 1, 20,
         ATTX_TR("model",
                 "In how many sets of the test each image is the odd one: the accuracy of one draw is a "
                 "matter of luck, that of several less so."),
         ATTX_TR("model", "test draws"), 1, ofSets},
        {"vocabulary", &C::vocabulary, 3, 1'000'000,
         ATTX_TR(
             "model",
             "How many tokens the texts' words become: padding, unknown, and then the most frequent words."),
         ATTX_TR("model", "vocabulary"), 100, ofVocabulary},
    };
    return keys;
}

template <>
const std::vector<Key<TrainingConfig>>& keysOf() {
    using C = TrainingConfig;
    static const std::vector<Key<C>> keys{
        {"optimiser", &C::optimiser, 0, 0,
         ATTX_TR("model",
                 "How gradients become steps; AdamW also shrinks weights; RMSprop divides by √v + epsilon, "
                 "in Keras 3 by √(v + epsilon)."),
         ATTX_TR("model", "optimiser")},
        {"learning_rate", &C::learningRate, 0, 10,
         ATTX_TR("model", "The size of a step: too small learns slowly, too large never settles."),
         ATTX_TR("model", "learning rate")},
        {"beta1", &C::beta1, 0, maxBeta,
         ATTX_TR("model", "How long Adam remembers the direction of past gradients; near 1 is long."),
         ATTX_TR("model", "beta 1"), 0, [](const RunConfig& c) { return !isRmsProp(c.training.optimiser); }},
        {"beta2", &C::beta2, 0, maxBeta,
         ATTX_TR("model", "How long Adam remembers the size of past gradients; near 1 is long."),
         ATTX_TR("model", "beta 2"), 0, [](const RunConfig& c) { return !isRmsProp(c.training.optimiser); }},
        {"rho", &C::rho, 0, maxBeta,
         ATTX_TR("model", "How long RMSprop remembers the size of past gradients; near 1 is long."),
         ATTX_TR("model", "rho"), 0, [](const RunConfig& c) { return isRmsProp(c.training.optimiser); }},
        {"epsilon", &C::epsilon, minEpsilon, 1,
         ATTX_TR("model", "Keeps Adam and RMSprop from dividing by zero where gradients have been tiny."),
         ATTX_TR("model", "epsilon")},
        {"weight_decay", &C::weightDecay, 0, 10,
         ATTX_TR("model",
                 "For AdamW: the share by which weights shrink, times the learning rate, at each step."),
         ATTX_TR("model", "weight decay"), 0,
         [](const RunConfig& c) { return c.training.optimiser == Optimiser::AdamW; }},
        {"schedule", &C::schedule, 0, 0,
         ATTX_TR("model",
                 "How the learning rate changes over the run: constant, or rising first and then falling "
                 "like half a cosine."),
         ATTX_TR("model", "schedule")},
        {"warmup", &C::warmup, 0, 1'000'000,
         ATTX_TR("model",
                 "How many steps the learning rate takes to rise from zero, so that early, wild gradients do "
                 "no harm."),
         ATTX_TR("model", "warm-up steps"), 10,
         [](const RunConfig& c) { return c.training.schedule != Schedule::Constant; }},
        {"clip_norm", &C::clipNorm, 0, 1'000'000,
         ATTX_TR("model",
                 "Shrinks a gradient that is longer than this, so that one odd batch cannot spoil the "
                 "weights; 0 never does."),
         ATTX_TR("model", "clip norm"), 0.5},
        {"batch_size", &C::batchSize, 1, 65536,
         ATTX_TR("model", "How many sequences each step averages over: more are steadier, fewer are faster."),
         ATTX_TR("model", "batch"), 16},
        {"epochs", &C::epochs, 0, 100'000,
         ATTX_TR(
             "model",
             "How many times the network sees the whole training set; 0 trains nothing, or max_steps steps."),
         ATTX_TR("model", "epochs")},
        {"max_steps", &C::maxSteps, 0, 1'000'000'000,
         ATTX_TR("model", "Ends training after this many steps, whatever the epochs; 0 sets no such end."),
         ATTX_TR("model", "maximum steps"), 100},
        {"target_accuracy", &C::targetAccuracy, 0, 1,
         ATTX_TR("model", "Ends training once validation accuracy (0 to 1) reaches this; 0 never does."),
         ATTX_TR("model", "target accuracy"), 0.01},
        {"patience", &C::patience, 0, 100'000,
         ATTX_TR("model",
                 "Ends training after this many epochs without a better validation accuracy; 0 never does."),
         ATTX_TR("model", "patience")},
        {"snapshots", &C::snapshots, 0, 400,
         ATTX_TR("model",
                 "How many snapshots of the parameters are kept besides those at the ends of epochs, most of "
                 "them early; 0: only those."),
         ATTX_TR("model", "snapshots"), 10, [](const RunConfig& c) { return c.training.snapshotEvery == 0; }},
        {"snapshot_every", &C::snapshotEvery, 0, 1'000'000'000,
         ATTX_TR("model",
                 "Keeps a snapshot every so many steps instead; 0 keeps training.snapshots of them."),
         ATTX_TR("model", "interval (steps)"), 10},
        {"snapshot_megabytes", &C::snapshotMegabytes, 0, 1'000'000,
         ATTX_TR("model",
                 "The disk budget of the snapshots: beyond it they are thinned out evenly; 0 keeps none."),
         ATTX_TR("model", "disk budget (MB)"), 64},
        {"checkpoint_seconds", &C::checkpointSeconds, 0, 86'400,
         ATTX_TR("model",
                 "How many seconds of work a crash may cost; more where saving would take over 5 % of them. "
                 "0: an epoch's work."),
         ATTX_TR("model", "save every (s)")},
    };
    return keys;
}

template <>
const std::vector<Key<RunConfig>>& keysOf() {
    using C = RunConfig;
    static const std::vector<Key<C>> keys{
        {"preset", &C::preset, 0, 0,
         ATTX_TR("model", "The name of the preset that this configuration started from.")},
        {"seed", &C::seed, 0, 0,
         ATTX_TR("model",
                 "The number behind initialisation, shuffling and dropout: the same number, the same run."),
         ATTX_TR("model", "run seed")},
        {"device", &C::device, 0, 0,
         ATTX_TR("model",
                 "Where the network is computed: the processor (cpu) or a graphics card (vulkan); auto takes "
                 "the fastest."),
         nullptr, 0, nullptr, isDeviceName, "auto, cpu, vulkan or vulkan:N"},
        {"threads", &C::threads, 0, 256,
         ATTX_TR("model", "How many processor cores work at once; 0 takes all of them."),
         ATTX_TR("model", "threads")},
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

const KeyInfo& keyInfo(std::string_view path) {
    if (const FormerKey* former = formerKey(path)) path = former->now;
    for (const KeyInfo& key : runConfigKeys())
        if (key.path == path) return key;
    throw inputError(std::string(path) + ": there is no such key.");
}

bool followsFromTask(const KeyInfo& key) { return !key.form.label && key.path.starts_with("network."); }

const FormerKey* formerKey(std::string_view path) {
    static constexpr FormerKey keys[] = {
        {"network.positional_encoding", "network.positions", "sinusoidal", "none"}};
    const auto* const found = std::find_if(std::begin(keys), std::end(keys),
                                           [&](const FormerKey& key) { return key.path == path; });
    return found == std::end(keys) ? nullptr : found;
}

const FixedKey* fixedKey(std::string_view path) {
    static constexpr FixedKey keys[] = {
        {"network.embedding_scale", "1", "embeddings as their table has them"}};
    const auto* const found =
        std::find_if(std::begin(keys), std::end(keys), [&](const FixedKey& key) { return key.path == path; });
    return found == std::end(keys) ? nullptr : found;
}

const char* toString(Optimiser value) { return spellings<Optimiser>[static_cast<size_t>(value)]; }
const char* toString(Schedule value) { return spellings<Schedule>[static_cast<size_t>(value)]; }
const char* toString(LabelRule value) { return spellings<LabelRule>[static_cast<size_t>(value)]; }
const char* toString(OutputKind value) { return spellings<OutputKind>[static_cast<size_t>(value)]; }
const char* toString(TaskKind value) { return spellings<TaskKind>[static_cast<size_t>(value)]; }
const char* toString(InputKind value) { return spellings<InputKind>[static_cast<size_t>(value)]; }

}  // namespace attx
