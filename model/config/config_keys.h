// The tables behind config.h: for every struct one list of its keys. Private to config*.cpp.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/config/keys.h"
#include "model/config/label_rule.h"
#include "model/config/norm.h"
#include "model/config/task.h"
#include "model/files/encoding.h"
#include "model/files/translatable.h"

namespace attx {

constexpr double minEpsilon = 1e-12;  ///< Smaller ones vanish next to 1 in single precision.

/// One key of a configuration struct S.
template <class S>
struct Key {
    const char* name;  ///< Spelling in JSON.
    std::variant<int S::*, uint64_t S::*, double S::*, bool S::*, std::string S::*, InputKind S::*,
                 OutputKind S::*, Activation S::*, NormKind S::*, FinalNorm S::*, Positions S::*,
                 PoolingKind S::*, Pooler S::*, Initialisation S::*, TaskKind S::*, LabelRule S::*,
                 Optimiser S::*, Schedule S::*, HeaderLine S::*, Encoding S::*, PairTokens S::*>
        member;
    double minimum, maximum;  ///< both allowed; 0, 0 for what is not a number (and for 64-bit seeds: all)
    const char* help;
    const char* label = nullptr;  ///< these three: see KeyForm
    double step = 0;
    bool (*isRelevant)(const RunConfig& config) = nullptr;
    bool (*accepts)(const std::string& text) = nullptr;  ///< a text that is more than any text ...
    const char* expects = nullptr;                       ///< ... and how to name what it accepts
};

/// S: NetworkConfig, DataConfig, TrainingConfig, or RunConfig (its own keys; not those of its sections).
template <class S>
[[nodiscard]] const std::vector<Key<S>>& keysOf();
template <>
const std::vector<Key<NetworkConfig>>& keysOf();
template <>
const std::vector<Key<DataConfig>>& keysOf();
template <>
const std::vector<Key<TrainingConfig>>& keysOf();
template <>
const std::vector<Key<RunConfig>>& keysOf();

/// "data.length": the path of a number of the data.
[[nodiscard]] std::string pathOf(int DataConfig::*member);

/// Calls f(name, section) for each section of a run configuration. Config: RunConfig, const or not.
template <class Config, class F>
void forEachSection(Config& config, F&& f) {
    f("network", config.network);
    f("data", config.data);
    f("training", config.training);
}

/// A word of each row of a table.
template <class Info, size_t N>
[[nodiscard]] constexpr std::array<const char*, N> wordsOf(const std::array<Info, N>& table,
                                                           const char* Info::*word) {
    std::array<const char*, N> words{};
    for (size_t row = 0; row < N; ++row) words[row] = table[row].*word;
    return words;
}

/// The spellings of an enumeration, indexed by its values.
template <class E>
inline constexpr std::array<const char*, 0> spellings{};
template <>
inline constexpr std::array spellings<InputKind>{"tokens", "features"};
template <>
inline constexpr std::array spellings<OutputKind>{"positions", "set", "pooled"};
template <>
inline constexpr std::array spellings<Activation> = wordsOf(std::to_array(activationTable),
                                                            &ActivationInfo::name);
template <>
inline constexpr std::array spellings<NormKind> = wordsOf(normTable, &NormInfo::name);
template <>
inline constexpr std::array spellings<Positions>{"sinusoidal", "none", "learned", "rotary", "alibi"};
template <>
inline constexpr std::array spellings<PoolingKind>{"max", "mean", "first", "last", "flatten"};
template <>
inline constexpr std::array spellings<Pooler>{"none", "tanh", "relu", "gelu", "gelu_tanh", "silu"};
template <>
inline constexpr std::array spellings<FinalNorm>{"auto", "true", "false"};
template <>
inline constexpr std::array spellings<Initialisation>{"pytorch", "keras", "by_hand"};
template <>
inline constexpr std::array spellings<TaskKind> = wordsOf(taskTable, &TaskInfo::name);
template <>
inline constexpr std::array spellings<LabelRule> = wordsOf(labelRuleTable, &LabelRuleInfo::name);
template <>
inline constexpr std::array spellings<Optimiser>{"adam",           "adamw",   "rmsprop",
                                                 "rmsprop_keras3", "adam_l2", "sgd"};
template <>
inline constexpr std::array spellings<HeaderLine>{"auto", "true", "false"};
template <>
inline constexpr std::array spellings<Encoding>{"auto", "utf-8", "utf-16", "windows-1252"};
template <>
inline constexpr std::array spellings<PairTokens>{"numbers", "words", "characters", "pieces"};
template <>
inline constexpr std::array spellings<Schedule>{"constant", "cosine_warmup", "warmup_cosine_decay",
                                                "linear_warmup"};

/// What the form calls the choices of an enumeration that it has a field for.
template <class E>
inline constexpr std::array<const char*, 0> choiceLabels{};
template <>
inline constexpr std::array choiceLabels<Activation> = wordsOf(std::to_array(activationTable),
                                                               &ActivationInfo::label);
template <>
inline constexpr std::array choiceLabels<NormKind> = wordsOf(normTable, &NormInfo::label);
template <>
inline constexpr std::array choiceLabels<Positions>{ATTX_TR("model", "sine and cosine"),
                                                    ATTX_TR("model", "none"), ATTX_TR("model", "learned"),
                                                    ATTX_TR("model", "rotary"), ATTX_TR("model", "ALiBi")};
template <>
inline constexpr std::array choiceLabels<PoolingKind>{
    ATTX_TR("model", "maximum"), ATTX_TR("model", "mean"), ATTX_TR("model", "first position"),
    ATTX_TR("model", "last position"), ATTX_TR("model", "all positions, joined")};
template <>
inline constexpr std::array choiceLabels<Pooler>{ATTX_TR("model", "none"),       ATTX_TR("model", "tanh"),
                                                 ATTX_TR("model", "ReLU"),       ATTX_TR("model", "GELU"),
                                                 ATTX_TR("model", "GELU, tanh"), ATTX_TR("model", "SiLU")};
template <>
inline constexpr std::array choiceLabels<FinalNorm>{ATTX_TR("model", "as norm first"),
                                                    ATTX_TR("model", "yes"), ATTX_TR("model", "no")};
template <>
inline constexpr std::array choiceLabels<Initialisation>{
    ATTX_TR("model", "as PyTorch"), ATTX_TR("model", "as Keras"), ATTX_TR("model", "by hand")};
template <>
inline constexpr std::array choiceLabels<TaskKind> = wordsOf(taskTable, &TaskInfo::label);
template <>
inline constexpr std::array choiceLabels<LabelRule> = wordsOf(labelRuleTable, &LabelRuleInfo::label);
template <>
inline constexpr std::array choiceLabels<Optimiser>{
    ATTX_TR("model", "Adam"),         ATTX_TR("model", "AdamW"),
    ATTX_TR("model", "RMSprop"),      ATTX_TR("model", "RMSprop, Keras 3"),
    ATTX_TR("model", "Adam with L2"), ATTX_TR("model", "SGD")};
template <>
inline constexpr std::array choiceLabels<HeaderLine>{ATTX_TR("model", "found"), ATTX_TR("model", "yes"),
                                                     ATTX_TR("model", "no")};
template <>
inline constexpr std::array choiceLabels<Encoding>{ATTX_TR("model", "found"), ATTX_TR("model", "UTF-8"),
                                                   ATTX_TR("model", "UTF-16"),
                                                   ATTX_TR("model", "Windows-1252")};
template <>
inline constexpr std::array choiceLabels<PairTokens>{ATTX_TR("model", "numbers"), ATTX_TR("model", "words"),
                                                     ATTX_TR("model", "characters"),
                                                     ATTX_TR("model", "pieces of words")};
template <>
inline constexpr std::array choiceLabels<Schedule>{
    ATTX_TR("model", "constant"), ATTX_TR("model", "cosine × warm-up"),
    ATTX_TR("model", "warm-up, then cosine"), ATTX_TR("model", "warm-up, then constant")};

/// "expected ..., found ..." if the value that `config` has under `key` is not allowed.
template <class S>
[[nodiscard]] std::optional<std::string> rangeProblem(const Key<S>& key, const S& config);

/// Reads "vulkan:0" and the like.
[[nodiscard]] bool isDeviceName(const std::string& text);
/// Reads what data.separator may be.
[[nodiscard]] bool isSeparatorName(const std::string& text);

}  // namespace attx
