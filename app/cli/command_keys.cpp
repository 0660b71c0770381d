// keys: every key of the configuration, for --set and for files.
#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/config/keys.h"
#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/files/json.h"

namespace attx {
namespace {

/// A value as it stands in the JSON of a configuration.
Json valueOf(const KeyInfo& key, RunConfig& config) {
    return std::visit(
        [&]<class Place>(const Place& place) -> Json {
            if constexpr (std::is_same_v<Place, ChoicePlace>)
                return key.choices[place.get()];
            else
                return *place;
        },
        key.place(config));
}

const char* typeOf(const KeyInfo& key, RunConfig& config) {
    const KeyPlace place = key.place(config);
    if (std::holds_alternative<ChoicePlace>(place)) return "choice";
    if (std::holds_alternative<bool*>(place)) return "true or false";
    if (std::holds_alternative<std::string*>(place)) return "text";
    return std::holds_alternative<double*>(place) ? "number" : "whole number";
}

/// What the value may be, for people.
std::string rangeText(const KeyInfo& key, const std::string& type) {
    std::string choices;
    for (const std::string& choice : key.choices) choices += (choices.empty() ? "" : ", ") + choice;
    if (!choices.empty()) return choices;
    if (key.minimum == 0 && key.maximum == 0) return type;
    return type + " from " + numberText(key.minimum) + " to " + numberText(key.maximum);
}

int runKeys(const Arguments& arguments, CommandContext& context) {
    const auto preset = arguments.text("--preset");
    RunConfig config = preset ? presetByName(*preset) : RunConfig();
    const std::string wanted = arguments.positional();
    Json list = Json::array();
    for (const KeyInfo& key : runConfigKeys()) {
        if (key.path.find(wanted) == std::string::npos) continue;
        const Json value = valueOf(key, config);
        const std::string type = typeOf(key, config);
        context.output.line(key.path + " = " + jsonText(value) + "   (" + rangeText(key, type) + ")\n    " +
                            key.help);
        Json row{{"key", key.path}, {"type", type}, {"default", value}, {"help", key.help}};
        if (!key.choices.empty()) row["choices"] = key.choices;
        if (key.minimum != 0 || key.maximum != 0) {
            row["minimum"] = key.minimum;
            row["maximum"] = key.maximum;
        }
        list.push_back(std::move(row));
    }
    if (list.empty())
        throw inputError("No key of the configuration has \"" + wanted +
                         "\" in its name. Try: attention-explorer keys");
    context.output.object({{"keys", list}});
    return 0;
}

}  // namespace

Command keysCommand() {
    return {{"keys",
             "PART",
             "Lists the keys of the configuration, with range, default and what each does.",
             {{"--preset", "NAME", "The values of this preset in place of the usual ones."}, jsonOption},
             true,
             false,
             "A PART of a name leaves only the keys that have it: attention-explorer keys training.\n"
             "Keys are given as --set KEY=VALUE, or as JSON in the file of --config.\n"},
            runKeys};
}

}  // namespace attx
