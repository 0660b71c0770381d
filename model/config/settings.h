// Keys of a configuration as texts: what --set gives, and what a table of runs shows.
#pragma once
#include <string>

#include "model/config/keys.h"

namespace attx {

/// setByPath, after which the network follows a changed number of categories or words. Throws
/// Error::Kind::Input.
void applySetting(RunConfig& config, const std::string& assignment);

/// The value of `key`, as setByPath takes it. `config` stays as it is.
[[nodiscard]] std::string valueText(const KeyInfo& key, RunConfig& config);
[[nodiscard]] std::string valueText(const std::string& key, RunConfig& config);
/// 0.0005, 1e-05, 3: as JSON writes it, whole numbers without a point.
[[nodiscard]] std::string numberText(double value);

/// Whether anything in a run of `config` depends on the value of `key`.
[[nodiscard]] bool hasEffect(const KeyInfo& key, const RunConfig& config);

/// Whether what a run of `config` learns depends on the value of `key`: not on what computes it, nor on which
/// snapshots and checkpoints are kept.
[[nodiscard]] bool changesLearning(const KeyInfo& key, const RunConfig& config);

/// Whether the value of `key` says where data are.
[[nodiscard]] bool isPlaceOfData(const KeyInfo& key);

/// Whether the value of `key` is a number.
[[nodiscard]] bool isNumber(const KeyInfo& key);

}  // namespace attx
