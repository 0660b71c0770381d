// What the window says of the presets; their configurations are in config.h.
#pragma once
#include <string>

namespace attx {

/// As its JSON file in resources/presets calls it; `name` itself for one that is not shipped.
[[nodiscard]] std::string presetTitle(const std::string& name);

}  // namespace attx
