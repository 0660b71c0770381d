// Pairs of sequences as a data set: read from a table, and numbered by a vocabulary where their tokens are no
// numbers.
#pragma once
#include "model/data/dataset.h"

namespace attx {

/// The data of LabelRule::Csv, from config.csvPath, packed or not.
/// - Tokens that are numbers stand for themselves: one pair a line, "input;output", as makeSequenceData says,
///   or the columns of any other table.
/// - Words and characters get the numbers of a vocabulary that is learned from the training part, or is
///   `known`, and the data have as many categories as it has tokens (recognised). Input and output may be of
///   different lengths: both are filled with padding up to config.length, which the network has to answer
///   behind an output that has ended.
/// Throws Error::Kind::Input as makeSequenceData does, all lines at once where the table has columns.
[[nodiscard]] DataSet makePairData(const DataConfig& config, const DataNames& known = {});

/// The tokens in one side of a pair. Numbers and words stand between blanks; of characters each blank is "␣".
[[nodiscard]] std::vector<std::string> pairTokens(PairTokens kind, std::string_view text);

/// What is wrong with `text` as the numbers of one `side` (input, output) of a pair; empty: nothing. They are
/// appended to `into`.
[[nodiscard]] std::string numbersProblem(const DataConfig& config, std::string_view text, const char* side,
                                         std::vector<int32_t>& into);

/// A configuration for pairs of one's own, for their preset: what their tokens are unless `asked`, how long
/// they are, how many kinds there are; `path` and what `wish` says of the table. The data come with it.
struct OwnPairs {
    RunConfig config;
    DataSet data;
    std::vector<std::string> firstRows;  ///< First rows as the table has them, three at most
    std::string recognised;              ///< how the table is written, as a sentence
};
[[nodiscard]] OwnPairs ownPairs(const std::string& path, const DataConfig& wish, bool asked);

}  // namespace attx
