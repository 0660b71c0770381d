// What was measured of a network's explanations, as JSON: for `evaluate --json`, and kept with the run.
#pragma once
#include <optional>
#include <string>

#include "model/evaluate/faithfulness.h"

namespace attx {

/// {"faithfulness": {METHOD: {"comprehensiveness", "comprehensiveness_band", …, "deletion": […], …}},
/// "faithfulness_of": {"split", "samples", "cases", "accuracy", "accuracy_band", "chance", "conclusive",
/// "band", "inputs", "inputs_removed": […], "inputs_kept", "deletion_chance", "insertion_chance"}}.
[[nodiscard]] std::string toJson(const Faithfulness& faithfulness);

/// Writes it into the run's folder (faithfulnessFileName) with what it is about: a hash of parameters,
/// ablated heads and validation data. Throws Error::Kind::Work if it cannot be written.
void keepFaithfulness(const std::string& runFolder, const Subject& subject, const Faithfulness& found);
/// What was kept, if it is about this network and these data; a damaged file holds nothing. Never throws.
[[nodiscard]] std::optional<Faithfulness> keptFaithfulness(const std::string& runFolder,
                                                           const Subject& subject);

}  // namespace attx
