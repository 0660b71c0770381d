// What a network answers to every example of a table, as lines of CSV.
#pragma once
#include <atomic>
#include <optional>
#include <span>
#include <string>

#include "model/data/dataset.h"
#include "model/network/backend.h"

namespace attx {

struct Predictions {
    std::string csv;
    int64_t examples = 0;
    int64_t answers = 0;                     ///< lines: of sequences one for each position that is no padding
    int64_t correct = 0, known = 0;          ///< answers that are right, of those whose label is known
    std::optional<double> sequenceAccuracy;  ///< Share of sequences right everywhere; nothing: one answer
};

/// Every sequence of evaluationRows(table, config.data, draws): example, of sequences the position, both from
/// 0, true, prediction, and a probability for each class, or of a set for each member. Classes go by their
/// names where they have some; an unknown label is empty. `files`: the file that each example is, which then
/// stands behind its number. Ablated heads are a last column. Nothing once `interrupt` is true. Throws
/// Error::Kind::Input if the parameters or the table do not fit the network.
[[nodiscard]] std::optional<Predictions> predictEach(const Backend& backend, const RunConfig& config,
                                                     std::span<const float> parameters, const Table& table,
                                                     const DataNames& names, const Ablation& ablation,
                                                     int draws, const std::atomic<bool>& interrupt,
                                                     std::span<const std::string> files = {});

}  // namespace attx
