#include "model/config/presets.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "model/config/config.h"
#include "model/files/error.h"

namespace attx {
namespace {

struct Presets {
    std::map<std::string, RunConfig> configs;
    std::vector<PresetInfo> list;  ///< Sorted by their "place" in the JSON
};

const Presets& shipped() {
    static const Presets all = [] {
        struct File {
            const char *name, *json;
        };
        const File table[] = {
#include "model/files/json.h"
#include "preset_table.inc"
        };
        Presets result;
        std::map<int, PresetInfo> places;
        for (const File& file : table) {
            const auto json = parseJson<nlohmann::json>(file.json);
            const bool isFree =
                places
                    .emplace(json.at("place").get<int>(),
                             PresetInfo{file.name, json.at("title").get<std::string>(),
                                        json.at("shows").get<std::string>(), json.value("own_data", false),
                                        json.value("pictures_of_files", false)})
                    .second;
            if (!isFree)
                throw inputError(std::string("preset ") + file.name + ": another preset has its place");
            RunConfig config =
                runConfigFromJson(jsonText(json.at("config")), std::string("preset ") + file.name);
            config.preset = file.name;
            result.configs.emplace(file.name, std::move(config));
        }
        for (auto& [place, info] : places) result.list.push_back(std::move(info));
        return result;
    }();
    return all;
}

}  // namespace

const std::map<std::string, RunConfig>& presets() { return shipped().configs; }

const std::vector<PresetInfo>& presetList() { return shipped().list; }

std::string presetTitle(const std::string& name) {
    const auto found = std::ranges::find(presetList(), name, &PresetInfo::name);
    return found == presetList().end() ? name : found->title;
}

std::string drawnInsteadText(const std::string& preset, const std::string& path) {
    const auto found = std::ranges::find(presetList(), preset, &PresetInfo::name);
    if (found == presetList().end() || !found->ofFiles || !path.empty()) return {};
    return "The preset " + preset +
           " is for pictures of files, and none are named (data.path, on the command line --data): drawn "
           "ones "
           "are learned.";
}

std::string settingToFill(const RunConfig& config) {
    const auto found = std::ranges::find(presetList(), config.preset, &PresetInfo::name);
    if (found == presetList().end()) return {};
    const DataConfig& data = presetByName(found->name).data;
    const bool arePairs = isPairs(data);
    const std::string &usual = arePairs ? data.csvPath : data.path,
                      &given = arePairs ? config.data.csvPath : config.data.path;
    std::error_code ignored;
    if ((!found->ofFiles && usual.empty()) || given != usual || std::filesystem::exists(given, ignored))
        return {};
    return arePairs ? "data.csv_path" : "data.path";
}

RunConfig presetByName(const std::string& name) {
    if (const auto found = presets().find(name); found != presets().end()) return found->second;
    std::string names;
    for (const auto& entry : presets()) names += (names.empty() ? "" : ", ") + entry.first;
    throw inputError("preset: expected one of " + names + ", found \"" + name + "\"");
}

}  // namespace attx
