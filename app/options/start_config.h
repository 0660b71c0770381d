// The configuration that `train` and `sweep plan` begin with, and the options for it that both have.
#pragma once
#include <optional>
#include <string>

#include "app/options/arguments.h"
#include "app/options/output.h"
#include "model/config/config.h"

namespace attx {

inline constexpr const char* usualPreset = "reverse";
/// For help: "What to start from: reverse (default), reverse-deep, ..."
[[nodiscard]] const std::string& presetNames();

inline constexpr OptionSpec configOption{
    "--config", "FILE",
    "A configuration as JSON, a preset's file, the run.json of a run or a sweep.json (--preset chooses one "
    "of several in it); keys that it leaves out keep their usual values."};
inline constexpr OptionSpec epochsOption{"--epochs", "N",
                                         "How many times the network sees the training set."};
inline constexpr OptionSpec stepsOption{"--steps", "N", "Ends training after N steps; 0: no such end."};

/// --config, over `preset` if one is named; without it the preset, or the usual one. Where --data alone is
/// given, or with a preset for own data, the one that fits these data, with what was recognised in them,
/// which `output` says. Throws Error::Kind::Input.
[[nodiscard]] RunConfig startConfig(const Arguments& arguments, const std::optional<std::string>& preset,
                                    Output& output);
/// --device, --epochs, --steps, --seed and --data. Throws Error::Kind::Input.
void applyRunOptions(const Arguments& arguments, RunConfig& config);

}  // namespace attx
