// The presets that are shipped with the program.
#include "model/config/config.h"
#include "model/files/error.h"

namespace attx {

const std::map<std::string, RunConfig>& presets() {
    static const std::map<std::string, RunConfig> configs = [] {
        struct Preset {
            const char *name, *json;
        };
        const Preset table[] = {
#include "preset_table.inc"
        };
        std::map<std::string, RunConfig> result;
        for (const auto& preset : table) {
            RunConfig config = runConfigFromJson(preset.json, std::string("preset ") + preset.name);
            config.preset = preset.name;
            result.emplace(preset.name, std::move(config));
        }
        return result;
    }();
    return configs;
}

RunConfig presetByName(const std::string& name) {
    if (const auto found = presets().find(name); found != presets().end()) return found->second;
    std::string names;
    for (const auto& entry : presets()) names += (names.empty() ? "" : ", ") + entry.first;
    throw inputError("preset: expected one of " + names + ", found \"" + name + "\"");
}

}  // namespace attx
