// Runs that differ in their seeds alone, taken together.
#pragma once
#include "model/sweeps/run_table.h"

namespace attx {

struct RunGroup {
    std::string name;  ///< what tells it from the others: "learning_rate=0.001, num_heads=2"; may be empty
    std::vector<size_t> rows;                                      ///< Indices of the table's rows
    std::vector<std::pair<std::string, std::string>> values = {};  ///< keys and values that the name has
};
/// Of the weights or of the data: what differs between repetitions of one run.
[[nodiscard]] bool isSeed(const std::string& key);
/// Rows with a configuration, by their values of `key`, one of the table's, or, without one, of all its keys
/// but the seeds; in the order of the table.
[[nodiscard]] std::vector<RunGroup> groupsOf(const RunTable& table, const std::string& key = {});

/// Several curves as one, at every x that any of them has. spread: the standard deviation (n - 1);
/// not-a-number where a single one has that x.
struct MeanCurve {
    std::vector<double> x, mean, spread;
};
/// `curves`: x and y of the same length each; values that are not finite are left out.
[[nodiscard]] MeanCurve meanCurve(
    const std::vector<std::pair<std::vector<double>, std::vector<double>>>& curves);

}  // namespace attx
