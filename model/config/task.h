// The tasks, a row each: what follows from the kind of data. What they do is in model/data/tasks.h. New ones
// begin here.
#pragma once
#include <array>

#include "model/config/config.h"
#include "model/files/translatable.h"

namespace attx {

enum class TaskKind {
    Sequences,  ///< random tokens labelled by a rule, or pairs from a file
    Sets,       ///< images, one of which does not belong
    Text,       ///< texts with a class each
    Language,   ///< one text, of which each next token is predicted
    Pictures,   ///< images with a class each, cut into patches
    Count,      ///< How many there are; each has its row in taskTable.
};

struct TaskInfo {
    TaskKind task;
    SampleKind sample;
    InputKind reads;     ///< What its network reads ...
    OutputKind answers;  ///< ... and answers; see answersOf.
    /// The keys that say how many inputs and classes it has; null: the data say it, or a set, whose members
    /// have a logit each.
    int DataConfig::*inputs;
    int DataConfig::*classes;
    int DataConfig::*positions;  ///< The key that its length follows from.
    int likelyPositions;         ///< Value of `positions` where a file does not tell it; 0: it stays the same
    const char* files;           ///< Words for what data.path names; null: it is not read.
    const char* fewer;           ///< continues "use fewer", where memory is short
    const char* preset;          ///< a first network for it, on data that need no files
    const char* name;            ///< Spelling in JSON.
    const char* label;           ///< Words in the form, in English.
    const char* asks;            ///< "sort tokens", where no more is known; %1: how many positions there are
    const char* accuracy;        ///< Name of the share of right answers.
    const char* counted;         ///< What has an answer each, on the command line: "12 of 20 tokens".
};

inline constexpr std::array taskTable{
    TaskInfo{.task = TaskKind::Sequences,
             .sample = SampleKind::Sequence,
             .reads = InputKind::Tokens,
             .answers = OutputKind::Positions,
             .inputs = &DataConfig::numCategories,
             .classes = &DataConfig::numCategories,
             .positions = &DataConfig::length,
             .likelyPositions = DataConfig::usualLength,
             .files = nullptr,
             .fewer = " or shorter sequences",
             .preset = "reverse",
             .name = "sequences",
             .label = ATTX_TR("model", "sequences"),
             .asks = ATTX_TR("model", "answer %1 tokens"),
             .accuracy = ATTX_TR("model", "token accuracy"),
             .counted = "tokens"},
    TaskInfo{.task = TaskKind::Sets,
             .sample = SampleKind::Set,
             .reads = InputKind::Features,
             .answers = OutputKind::Set,
             .inputs = nullptr,
             .classes = nullptr,
             .positions = &DataConfig::setSize,
             .likelyPositions = 0,
             .files = "images",
             .fewer = " images",
             .preset = "anomaly-shapes",
             .name = "sets",
             .label = ATTX_TR("model", "sets of images"),
             .asks = ATTX_TR("model", "find the odd one out among %1 images"),
             .accuracy = ATTX_TR("model", "set accuracy"),
             .counted = "sets"},
    TaskInfo{.task = TaskKind::Text,
             .sample = SampleKind::Text,
             .reads = InputKind::Tokens,
             .answers = OutputKind::Pooled,
             .inputs = &DataConfig::vocabulary,
             .classes = nullptr,
             .positions = &DataConfig::length,
             .likelyPositions = 200,
             .files = "texts",
             .fewer = " or shorter sequences",
             .preset = "text-demo",
             .name = "text",
             .label = ATTX_TR("model", "texts"),
             .asks = ATTX_TR("model", "tell which class a text is of"),
             .accuracy = ATTX_TR("model", "text accuracy"),
             .counted = "texts"},
    TaskInfo{.task = TaskKind::Language,
             .sample = SampleKind::Sequence,
             .reads = InputKind::Tokens,
             .answers = OutputKind::Positions,
             .inputs = &DataConfig::vocabulary,
             .classes = &DataConfig::vocabulary,
             .positions = &DataConfig::length,
             .likelyPositions = 128,
             .files = "texts",
             .fewer = " or shorter sequences",
             .preset = "characters",
             .name = "language",
             .label = ATTX_TR("model", "language"),
             .asks = ATTX_TR("model", "predict the next of %1 tokens"),
             .accuracy = ATTX_TR("model", "token accuracy"),
             .counted = "tokens"},
    TaskInfo{.task = TaskKind::Pictures,
             .sample = SampleKind::Picture,
             .reads = InputKind::Features,
             .answers = OutputKind::Pooled,
             .inputs = nullptr,
             .classes = nullptr,
             .positions = &DataConfig::pictureSize,
             .likelyPositions = 0,
             .files = "pictures",
             .fewer = " or smaller pictures",
             .preset = "patches",
             .name = "pictures",
             .label = ATTX_TR("model", "pictures"),
             .asks = ATTX_TR("model", "tell what a picture shows, read as %1 patches"),
             .accuracy = ATTX_TR("model", "picture accuracy"),
             .counted = "pictures"},
};

constexpr bool everyTaskHasItsRow() {
    for (size_t i = 0; i < taskTable.size(); ++i)
        if (taskTable[i].task != static_cast<TaskKind>(i)) return false;
    return taskTable.size() == size_t(TaskKind::Count);
}
static_assert(everyTaskHasItsRow(), "a row for each TaskKind, in their order");

/// What the task asks for, which for sequences their rule decides.
[[nodiscard]] OutputKind answersOf(const DataConfig& data);
/// How many different tokens the rows have, and how many classes their labels; 0: the data say it, or a set.
[[nodiscard]] int inputsOf(const DataConfig& data);
[[nodiscard]] int classesOf(const DataConfig& data);

/// Throws Error::Kind::Input for a number that is no task.
[[nodiscard]] const TaskInfo& infoOf(TaskKind task);

[[nodiscard]] inline SampleKind sampleKind(const DataConfig& data) { return infoOf(data.task).sample; }
/// Whether the network answers what the task asks; one of another program may not.
[[nodiscard]] inline bool answersTask(const RunConfig& config) {
    return config.network.output == answersOf(config.data);
}
[[nodiscard]] inline bool isSequences(const DataConfig& data) { return data.task == TaskKind::Sequences; }
[[nodiscard]] inline bool isSets(const DataConfig& data) { return data.task == TaskKind::Sets; }
[[nodiscard]] inline bool isText(const DataConfig& data) { return data.task == TaskKind::Text; }
[[nodiscard]] inline bool isLanguage(const DataConfig& data) { return data.task == TaskKind::Language; }
[[nodiscard]] inline bool isPictures(const DataConfig& data) { return data.task == TaskKind::Pictures; }
/// Whether each answer is the token behind it, which a network without a causal mask would see.
[[nodiscard]] inline bool asksNextToken(const DataConfig& data) {
    return isLanguage(data) || (isSequences(data) && data.rule == LabelRule::Induction);
}
/// Sequences from a file of pairs, not drawn.
[[nodiscard]] inline bool isPairs(const DataConfig& data) {
    return isSequences(data) && data.rule == LabelRule::Csv;
}

}  // namespace attx
