// Which runs figures and statistics count: of those that are there more than once (a backup, a run that was
// unpacked from a file, a seed that was trained again) one.
#pragma once
#include <map>

#include "model/sweeps/run_table.h"

namespace attx {

enum class SameRun {
    Copy,       ///< The same run in another folder: also begun in that second, with the same result.
    Repetition  ///< The same settings, seeds and data, trained again: nothing that a statistic could count.
};
/// [rows]: the row that stands for it, itself or another one: of the same runs the finished one, and of
/// several the first. Settings that mean nothing for what is learned may differ, and where data with the same
/// fingerprint are. A row that waits or is damaged stands for itself.
[[nodiscard]] std::vector<size_t> representatives(const RunTable& table, SameRun same);

/// What a statistic counts of some rows.
struct CountedRuns {
    std::vector<size_t> rows;  ///< Finished, with a validation accuracy, no two of them the same run.
    size_t repeated = 0;       ///< Further rows like these, which repeat one of them.
    size_t unvalidated = 0;    ///< Finished without an epoch, and so without a validation accuracy.
    std::map<RunStatus, size_t> unfinished;
};
[[nodiscard]] CountedRuns countedRuns(const RunTable& table, const std::vector<size_t>& rows);
[[nodiscard]] CountedRuns countedRuns(const RunTable& table);

struct DistinctTable {
    RunTable table;
    /// The paths of a copy, which the table has not, and of the run in the table that it is a copy of.
    std::vector<std::pair<std::string, std::string>> copies;
};
[[nodiscard]] DistinctTable distinctTableOf(std::vector<RunRow> rows);
/// "PATH is left out: it is a copy of PATH."
[[nodiscard]] std::string copyText(const std::pair<std::string, std::string>& copy);

}  // namespace attx
