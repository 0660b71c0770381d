// What the window says of the presets; their configurations are in config.h.
#pragma once
#include <string>
#include <vector>

namespace attx {

/// A JSON file of resources/presets. Texts are English; the window translates them.
struct PresetInfo {
    std::string name;
    std::string title;
    std::string shows;  ///< a sentence: what one sees with it
    bool ownData;       ///< it is for a file of one's own
    bool ofFiles;       ///< it is for pictures of files, and learns drawn ones where none are named
};
/// In the order in which they are best tried: each needs what those before it taught.
[[nodiscard]] const std::vector<PresetInfo>& presetList();

/// As its JSON file in resources/presets calls it; `name` itself for one that is not shipped.
[[nodiscard]] std::string presetTitle(const std::string& name);

/// A sentence where `preset` is for pictures of files and no path of them is given; empty: all is as it says.
[[nodiscard]] std::string drawnInsteadText(const std::string& preset, const std::string& path);

struct RunConfig;
/// Setting that names the files which the preset of `config` is for, where it names none that are there; else
/// empty.
[[nodiscard]] std::string settingToFill(const RunConfig& config);

}  // namespace attx
