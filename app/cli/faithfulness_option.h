// `evaluate --faithfulness`: how true explanations are, as JSON, as a table for people and as CSV.
#pragma once
#include "app/cli/commands.h"
#include "app/runs/run_store.h"
#include "model/evaluate/faithfulness.h"

namespace attx {

inline constexpr OptionSpec faithfulnessOption{
    "--faithfulness", nullptr,
    "Measures how true explanations are: what becomes of the answer without the inputs that a method calls "
    "important, and with these alone, beside random orders."};
inline constexpr OptionSpec samplesOption{"--samples", "N",
                                          "Of --faithfulness: samples of the validation data; default 200."};
inline constexpr OptionSpec faithfulMethodOption{
    "--explain", "METHOD",
    "Of --faithfulness: a method to measure; may repeat; default: rollout, relevance, input_x_gradient, "
    "integrated_gradients and value_zeroing.",
    true};
inline constexpr OptionSpec faithfulTableOption{"--out", "FILE.csv", "Of --faithfulness: the table as CSV."};

/// What is to be measured; nothing without --faithfulness. Throws Error::Kind::Input for options of it
/// without it.
[[nodiscard]] std::optional<FaithfulnessOptions> faithfulnessWanted(const Arguments& arguments);
/// Measures, with progress on `output`, which gets the table unless it is JSON; adds "faithfulness" and
/// "faithfulness_of" to `object` and writes --out. Throws Error::Kind::Input as measureFaithfulness, and
/// Error::Kind::Work if a signal ended it.
void addFaithfulness(Json& object, const Arguments& arguments, FaithfulnessOptions options,
                     const OpenedRun& run, const DataSet& data, const Ablation& ablation, Output& output);

}  // namespace attx
