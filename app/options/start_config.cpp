#include "app/options/start_config.h"

#include <filesystem>
#include <utility>

#include "app/options/shared_options.h"
#include "model/config/task.h"
#include "model/data/own_data.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"

namespace attx {
namespace {

/// One of the configurations of a sweep.json: the one that `preset` names, or the only one.
RunConfig configOfSweep(const Json& configs, const std::string& file,
                        const std::optional<std::string>& preset) {
    std::string names;
    if (configs.is_object())
        for (const auto& [name, config] : configs.items()) {
            if (preset ? name == *preset : configs.size() == 1)
                return storedRunConfig(jsonText(config), file);
            names += (names.empty() ? "" : ", ") + name;
        }
    throw inputError(file + ": expected --preset with one of its configurations, " + names + ", found " +
                     preset.value_or("none") + ".");
}

/// Why a folder is neither of texts nor of pictures.
std::string whyNone(const std::string& path, OwnWish wish) {
    std::string why;
    for (const auto& [kind, as] :
         {std::pair{OwnData::Kind::Texts, "texts"}, {OwnData::Kind::Pictures, "pictures"}})
        try {
            wish.kind = kind;
            (void)ownDataAt(path, wish);
        } catch (const Error& problem) {
            why += std::string(why.empty() ? "As " : " As ") + as + ": " + problem.what();
        }
    return why;
}

/// The configuration for --data where nothing else says what is learned; nothing where something does.
std::optional<RunConfig> configOfData(const Arguments& arguments, const std::optional<std::string>& preset,
                                      Output& output) {
    const auto path = arguments.text("--data");
    const bool ownTexts = preset == "own-texts", ownPairs = preset == "own-pairs";
    if (!path || arguments.has("--config") || (preset && !ownTexts && !ownPairs) ||
        isSet(arguments, "data.rule") || isSet(arguments, "data.csv_path") || isSet(arguments, "data.path"))
        return std::nullopt;
    OwnWish wish;
    if (ownTexts || ownPairs) wish.kind = ownTexts ? OwnData::Kind::Texts : OwnData::Kind::Pairs;
    RunConfig asked;
    for (const std::string& assignment : arguments.all("--set"))
        if (assignment.starts_with("data.")) setByPath(asked, assignment);
    if (isSet(arguments, "data.task"))
        wish.kind = isText(asked.data)                             ? OwnData::Kind::Texts
                    : isSets(asked.data) || isPictures(asked.data) ? OwnData::Kind::Pictures
                                                                   : OwnData::Kind::Pairs;
    wish.data = asked.data;
    wish.tokensAsked = isSet(arguments, "data.tokens");
    wish.data.skipBadLines |= arguments.has("--skip-bad-lines");
    const std::optional<OwnData> found = ownDataAt(*path, wish);
    if (!found && wish.kind == OwnData::Kind::Pictures)
        throw inputError("--data " + *path +
                         ": expected a folder of pictures with a sub-folder for each class, CIFAR or MNIST, "
                         "which the task " +
                         infoOf(asked.data.task).name +
                         " learns from, found none. Name another one, or leave data.task out.");
    if (std::error_code ignored; !found && !wish.kind && std::filesystem::is_directory(*path, ignored))
        throw inputError(
            "--data " + *path +
            ": expected a folder of texts or pictures, each class in a folder of its own, found none. " +
            whyNone(*path, wish));
    if (!found)
        throw inputError("--data " + *path +
                         ": expected a table or a folder of texts, pairs or pictures, found none. Check the "
                         "path, or name a preset (--preset).");
    output.line("Preset " + found->config.preset + (preset ? "" : ", which fits the data") + ". " +
                found->recognised);
    return found->config;
}

}  // namespace

const std::string& presetNames() {
    static const std::string names = [] {
        std::string text = std::string("What to start from: ") + usualPreset + " (default)";
        for (const auto& [name, config] : presets())
            if (name != usualPreset) text += ", " + name;
        return text + ".";
    }();
    return names;
}

RunConfig startConfig(const Arguments& arguments, const std::optional<std::string>& preset, Output& output) {
    const auto file = arguments.text("--config");
    if (!file) {
        std::optional<RunConfig> own = configOfData(arguments, preset, output);
        return own ? *own : presetByName(preset.value_or(usualPreset));
    }
    const std::string text = readFile(*file);
    const Json json = parseJson<Json>(text, JsonGuard{*file, "configuration"}, Malformed::Discarded);
    if (json.is_object() && json.contains("configs")) return configOfSweep(json["configs"], *file, preset);
    const RunConfig base = preset ? presetByName(*preset) : RunConfig();
    if (!json.is_object() || !json.contains("config")) return runConfigFromJson(text, *file, base);
    const std::string config = jsonText(json["config"]);
    if (preset && json.contains("created"))
        throw inputError("--preset " + *preset + ": " + *file +
                         " is of a run, whose configuration leaves nothing open. Leave --preset out.");
    return json.contains("created") ? storedRunConfig(config, *file) : runConfigFromJson(config, *file, base);
}

void applyRunOptions(const Arguments& arguments, RunConfig& config) {
    constexpr int64_t most = 1'000'000'000;
    if (const auto device = arguments.text("--device")) config.device = *device;
    if (const auto epochs = arguments.integer("--epochs", 1, 100'000)) config.training.epochs = int(*epochs);
    if (const auto steps = arguments.integer("--steps", 0, most)) config.training.maxSteps = int(*steps);
    if (const auto seed = arguments.seed("--seed")) config.seed = *seed;
    applyDataFolder(arguments, config);
}

}  // namespace attx
