// Runs beside each other: the keys in which they differ, and what came of them.
#pragma once
#include "model/sweeps/run_row.h"

namespace attx {

struct RunTable {
    /// In which two rows differ at least, in their usual order, what follows from the task last. Device and
    /// threads are left out: what trained a run is a column of its own.
    std::vector<std::string> keys;
    std::vector<RunRow> rows;
    std::vector<std::vector<std::string>>
        values;  ///< [rows][keys]; all empty where a row has no configuration
};

[[nodiscard]] RunTable tableOf(std::vector<RunRow> rows);
/// How many of the first keys a person has chosen: of unlike tasks the others follow from these.
[[nodiscard]] size_t chosenKeys(const RunTable& table);

/// A line of names, then one for each row; numbers that were not measured are empty.
[[nodiscard]] std::string toCsv(const RunTable& table);
/// A list of objects, one for each row, with null where toCsv() has nothing: what pandas.read_json takes.
[[nodiscard]] std::string toJson(const RunTable& table);

}  // namespace attx
