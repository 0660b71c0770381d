// What the tasks do, a row of functions each; what they are called and need stands in model/config/task.h.
#pragma once
#include <span>

#include "model/data/philox.h"
#include "model/data/sample.h"

namespace attx {

struct TaskFunctions {
    TaskKind task;
    /// Makes or reads the three splits: makeData.
    DataSet (*make)(const DataConfig& data, const DataNames& known);
    /// Turns rows of a table into the rows of sequences that begin with them; see evaluationRows for `draws`.
    std::vector<int32_t> (*sequences)(const Table& table, const DataConfig& data, std::vector<int32_t> rows,
                                      int draws, PhiloxSequence random);
    /// Number `row` of a split as a sample. Throws Error::Kind::Input if there is none.
    Sample (*sample)(const RunConfig& config, const DataSet& data, const SampleRow& row);
    /// Something to look at before there are data.
    Sample (*placeholder)(const RunConfig& config, const DataNames& names);
    /// Names the words of a sample whose tokens and text are known, and what is padding.
    void (*nameWords)(Sample& sample, const Vocabulary& vocabulary);
    /// The labels that follow from tokens alone; empty where none do.
    std::vector<int32_t> (*labels)(const DataConfig& data, const std::vector<int32_t>& tokens);
    /// The input position that a rule names for each output, [T]; empty where no rule does.
    std::vector<int> (*positions)(const DataConfig& data, std::span<const int32_t> tokens);
};

/// Throws Error::Kind::Input for a number that is no task.
[[nodiscard]] const TaskFunctions& functionsOf(TaskKind task);

}  // namespace attx
