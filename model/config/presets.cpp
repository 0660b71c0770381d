#include "model/config/presets.h"

#include <nlohmann/json.hpp>

#include "model/config/config.h"
#include "model/files/error.h"

namespace attx {
namespace {

struct Presets {
    std::map<std::string, RunConfig> configs;
    std::map<std::string, std::string> titles;
};

const Presets& shipped() {
    static const Presets all = [] {
        struct File {
            const char *name, *json;
        };
        const File table[] = {
#include "preset_table.inc"
        };
        Presets result;
        for (const File& file : table) {
            const auto json = nlohmann::json::parse(file.json);
            result.titles.emplace(file.name, json.at("title").get<std::string>());
            RunConfig config =
                runConfigFromJson(json.at("config").dump(), std::string("preset ") + file.name);
            config.preset = file.name;
            result.configs.emplace(file.name, std::move(config));
        }
        return result;
    }();
    return all;
}

}  // namespace

const std::map<std::string, RunConfig>& presets() { return shipped().configs; }

std::string presetTitle(const std::string& name) {
    const auto found = shipped().titles.find(name);
    return found == shipped().titles.end() ? name : found->second;
}

RunConfig presetByName(const std::string& name) {
    if (const auto found = presets().find(name); found != presets().end()) return found->second;
    std::string names;
    for (const auto& entry : presets()) names += (names.empty() ? "" : ", ") + entry.first;
    throw inputError("preset: expected one of " + names + ", found \"" + name + "\"");
}

}  // namespace attx
