// The tasks, a row each: what follows from the kind of data. New ones begin here and in config.h.
#pragma once
#include <array>

#include "model/config/config.h"
#include "model/files/translatable.h"

namespace attx {

struct TaskInfo {
    TaskKind task;
    InputKind input;    ///< what its network reads
    OutputKind output;  ///< and answers
    /// The keys that say how many inputs and classes it has; null: the data say it, or a set, whose members
    /// have a logit each.
    int DataConfig::*inputs;
    int DataConfig::*classes;
    const char* files;   ///< what data.path names; null: it is not read
    const char* fewer;   ///< continues "use fewer", where memory is short
    const char* preset;  ///< a first network for it, on data that need no files
    const char* name;    ///< as in JSON
    const char* label;   ///< in the form; English, as the next
    const char* asks;    ///< "sort tokens", where nobody knows more; %1: how many positions there are
};

inline constexpr std::array taskTable{
    TaskInfo{TaskKind::Sequences, InputKind::Tokens, OutputKind::Positions, &DataConfig::numCategories,
             &DataConfig::numCategories, nullptr, " or shorter sequences", "reverse", "sequences",
             ATTX_TR("model", "sequences"), ATTX_TR("model", "answer %1 tokens")},
    TaskInfo{TaskKind::Sets, InputKind::Features, OutputKind::Set, nullptr, nullptr, "images", " images",
             "anomaly-shapes", "sets", ATTX_TR("model", "sets of images"),
             ATTX_TR("model", "find the odd one out among %1 images")},
    TaskInfo{TaskKind::Text, InputKind::Tokens, OutputKind::Pooled, &DataConfig::vocabulary, nullptr, "texts",
             " or shorter sequences", "text-demo", "text", ATTX_TR("model", "texts"),
             ATTX_TR("model", "tell which class a text is of")},
};

/// Throws Error::Kind::Input for a number that is no task.
[[nodiscard]] const TaskInfo& infoOf(TaskKind task);

[[nodiscard]] inline bool isSequences(const DataConfig& data) { return data.task == TaskKind::Sequences; }
[[nodiscard]] inline bool isSets(const DataConfig& data) { return data.task == TaskKind::Sets; }
[[nodiscard]] inline bool isText(const DataConfig& data) { return data.task == TaskKind::Text; }
/// Sequences from a file of pairs, not drawn.
[[nodiscard]] inline bool isPairs(const DataConfig& data) {
    return isSequences(data) && data.rule == LabelRule::Csv;
}

}  // namespace attx
