// The keys of a configuration: names, limits, help, and what the form has of them.
#include "model/config/keys.h"

#include "model/config/config_keys.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

// Upper limits keep a slip of the finger from asking for more than any desktop holds; they are far
// above what the tasks of this program need.
constexpr double maxBeta = 0.999999;   // A beta of 1 would keep the moving average where it is
constexpr double maxSmoothing = 0.95;  // A smoothing of 1 would leave nothing of the labels

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
        return ChoicePlace{[&value] { return int(value); },
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
                    static_assert(choiceLabels<T>.empty() || choiceLabels<T>.size() == spellings<T>.size());
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
const std::vector<Key<TrainingConfig>>& keysOf() {
    using C = TrainingConfig;
    static const std::vector<Key<C>> keys{
        {"optimiser", &C::optimiser, 0, 0,
         ATTX_TR("model",
                 "How gradients become steps; AdamW and Adam with L2 shrink weights; RMSprop divides by √v + "
                 "epsilon, Keras 3 √(v + epsilon)."),
         ATTX_TR("model", "optimiser")},
        {"learning_rate", &C::learningRate, 0, 10,
         ATTX_TR("model", "The size of a step: too small learns slowly, too large never settles."),
         ATTX_TR("model", "learning rate")},
        {"beta1", &C::beta1, 0, maxBeta,
         ATTX_TR("model", "How long Adam remembers the direction of past gradients; near 1 is long."),
         ATTX_TR("model", "beta 1"), 0, [](const RunConfig& c) { return isAdam(c.training.optimiser); }},
        {"beta2", &C::beta2, 0, maxBeta,
         ATTX_TR("model", "How long Adam remembers the size of past gradients; near 1 is long."),
         ATTX_TR("model", "beta 2"), 0, [](const RunConfig& c) { return isAdam(c.training.optimiser); }},
        {"rho", &C::rho, 0, maxBeta,
         ATTX_TR("model", "How long RMSprop remembers the size of past gradients; near 1 is long."),
         ATTX_TR("model", "rho"), 0, [](const RunConfig& c) { return isRmsProp(c.training.optimiser); }},
        {"epsilon", &C::epsilon, minEpsilon, 1,
         ATTX_TR("model", "Keeps Adam and RMSprop from dividing by zero where gradients have been tiny."),
         ATTX_TR("model", "epsilon"), 0,
         [](const RunConfig& c) { return c.training.optimiser != Optimiser::Sgd; }},
        {"weight_decay", &C::weightDecay, 0, 10,
         ATTX_TR("model",
                 "AdamW: the share by which weights shrink, times the learning rate; Adam with L2: how much "
                 "of a weight its gradient gets."),
         ATTX_TR("model", "weight decay"), 0,
         [](const RunConfig& c) {
             return c.training.optimiser == Optimiser::AdamW || c.training.optimiser == Optimiser::AdamL2;
         }},
        {"label_smoothing", &C::labelSmoothing, 0, maxSmoothing,
         ATTX_TR("model",
                 "In training alone, the share of a label that is spread evenly over all classes (Szegedy et "
                 "al. 2016)."),
         ATTX_TR("model", "label smoothing"), 0.05},
        {"schedule", &C::schedule, 0, 0,
         ATTX_TR("model",
                 "How the learning rate changes: constant, or rising first, then constant or falling like "
                 "half a cosine."),
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
         ATTX_TR("model", "batch"), 16, [](const RunConfig& c) { return !c.training.fullBatch; }},
        {"full_batch", &C::fullBatch, 0, 0,
         ATTX_TR("model",
                 "Takes the whole training set at each step, whatever the batch size: a step is an epoch."),
         ATTX_TR("model", "full batch")},
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
         ATTX_TR("model", "snapshots"), 10,
         [](const RunConfig& c) {
             return c.training.snapshotEvery == 0 && c.training.snapshotMegabytes > 0;
         }},
        {"snapshot_every", &C::snapshotEvery, 0, 1'000'000'000,
         ATTX_TR("model",
                 "Keeps a snapshot every so many steps instead; 0 keeps training.snapshots of them."),
         ATTX_TR("model", "interval (steps)"), 10,
         [](const RunConfig& c) { return c.training.snapshotMegabytes > 0; }},
        {"snapshot_megabytes", &C::snapshotMegabytes, 0, 1'000'000,
         ATTX_TR("model",
                 "The disk budget of the snapshots: beyond it they are thinned out evenly; 0 keeps none."),
         ATTX_TR("model", "disk budget (MB)"), 64},
        {"checkpoint_seconds", &C::checkpointSeconds, 0, 86'400,
         ATTX_TR("model",
                 "How many seconds of work a crash may cost; more where saving would take over 5 % of them. "
                 "0: an epoch's work."),
         ATTX_TR("model", "save every (s)")},
        {"start_from", &C::startFrom, 0, 0,
         ATTX_TR("model",
                 "Begins with the weights of this run, checkpoint or folder of a published network, and a "
                 "new last layer where the classes differ."),
         ATTX_TR("model", "start from")},
        {"frozen_layers", &C::frozenLayers, 0, 64,
         ATTX_TR("model",
                 "Keeps the embeddings and so many encoder layers, counted from the first, as they begin; 0 "
                 "trains all."),
         ATTX_TR("model", "frozen layers")},
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
         ATTX_TR("model", "seed")},
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
    return text.starts_with(numbered) && text.size() <= numbered.size() + 3 &&
           numberIn<unsigned>(text.substr(numbered.size()));
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
    static constexpr FormerKey key{"network.positional_encoding", "network.positions", "sinusoidal", "none"};
    return path == key.path ? &key : nullptr;
}

const FixedKey* fixedKey(std::string_view path) {
    static constexpr FixedKey key{"network.embedding_scale", "1", "embeddings as their table has them"};
    return path == key.path ? &key : nullptr;
}

const char* toString(Optimiser value) { return spellings<Optimiser>[size_t(value)]; }
const char* toString(Schedule value) { return spellings<Schedule>[size_t(value)]; }
const char* toString(LabelRule value) { return spellings<LabelRule>[size_t(value)]; }
const char* toString(OutputKind value) { return spellings<OutputKind>[size_t(value)]; }
const char* toString(TaskKind value) { return spellings<TaskKind>[size_t(value)]; }
const char* toString(InputKind value) { return spellings<InputKind>[size_t(value)]; }

}  // namespace attx
