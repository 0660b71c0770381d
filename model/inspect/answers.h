// What a network answers to every example of a table, one row of its loss after the other.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset.h"
#include "model/network/backend.h"

namespace attx {

struct AnsweredRow {
    int64_t example = 0;                 ///< Index of the example from 0, in the order of evaluationRows
    int position = 0;                    ///< Position in a sequence, from 0; else 0: one answer for all of it
    int32_t truth = -1, predicted = 0;   ///< classes, or places in a set; -1: not known
    std::vector<float> probabilities{};  ///< [K] of each class, or of each member of a set
};

/// Counts sequences that are right at every position whose label is known, from their answers in order.
class SequenceCount {
public:
    void add(int64_t example, bool isKnown, bool isRight);
    /// [0, 1]; nothing where no label is known.
    [[nodiscard]] std::optional<double> accuracy() const;

private:
    int64_t last_ = -1, known_ = 0, wrong_ = 0;
    bool isWrong_ = false;
};

/// The logits of B inputs, in the order in which they lie one behind the other.
struct LogitAxes {
    std::vector<int64_t> shape;  ///< [B, T, K], of a set [B, T], of one answer [B, K]
    const char* names;           ///< such as "batch,position,class"
};
[[nodiscard]] LogitAxes logitAxes(const Program& program, int64_t inputs);
/// What its accuracy counts: "tokens", or "sequences" where their rule has one answer for each.
[[nodiscard]] const char* countedOf(const DataConfig& data);
/// What the parts of an input are in the names of axes: "member" of a set, else "position".
[[nodiscard]] const char* partName(const NetworkConfig& network);

/// Says that the answers of a network are no numbers; empty where all of `logits` are finite.
[[nodiscard]] std::string whyNoNumbers(std::span<const float> logits);

/// Calls `take` for every row that is no padding of evaluationRows(table, config.data, draws). False once
/// `interrupt` is true. Throws Error::Kind::Input if the parameters or the table do not fit the network, and
/// Error::Kind::Work if an answer is no number.
bool answerEach(const Backend& backend, const RunConfig& config, std::span<const float> parameters,
                const Table& table, const Ablation& ablation, int draws,
                const std::function<void(const AnsweredRow&)>& take, const std::atomic<bool>& interrupt);

}  // namespace attx
