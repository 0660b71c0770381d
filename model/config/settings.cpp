#include "model/config/settings.h"

#include <algorithm>
#include <array>

#include "model/config/position_rows.h"
#include "model/config/task.h"
#include "model/files/json.h"

namespace attx {

void applySetting(RunConfig& config, const std::string& assignment) {
    const LabelRule rule = config.data.rule;
    setByPath(config, assignment);
    const auto begins = [&](const char* key) { return assignment.starts_with(key); };
    if (begins("data.num_categories") || begins("data.vocabulary") || config.data.rule != rule ||
        begins("data.mask_share") || (begins("data.length") && isSequences(config.data)) ||
        begins("data.picture_size") || begins("data.patch_size") || begins("data.channels"))
        tieNetworkToData(config);
    if (begins("data.length") || begins("data.set_size") || begins("network.positions") ||
        begins("network.class_token") || begins("network.pooling"))
        tiePositionsToData(config);
}

std::string numberText(double value) {
    std::string text = jsonText(nlohmann::json(value));
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string valueText(const KeyInfo& key, RunConfig& config) {
    struct Text {
        const KeyInfo& key;
        std::string operator()(const int* value) const { return std::to_string(*value); }
        std::string operator()(const uint64_t* value) const { return std::to_string(*value); }
        std::string operator()(const double* value) const { return numberText(*value); }
        std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
        std::string operator()(const std::string* value) const { return *value; }
        std::string operator()(const ChoicePlace& place) const { return key.choices.at(place.get()); }
    };
    return std::visit(Text{key}, key.place(config));
}

std::string valueText(const std::string& key, RunConfig& config) {
    std::string text = valueText(keyInfo(key), config);
    if (const FormerKey* former = formerKey(key))
        return text == former->ifTrue ? "true" : text == former->ifFalse ? "false" : text;
    return text;
}

bool hasEffect(const KeyInfo& key, const RunConfig& config) {
    // The form has these for texts alone, but every network follows them.
    constexpr std::array followed{"network.num_classes", "network.key_dim", "network.mask_padding"};
    return !key.form.isRelevant || key.form.isRelevant(config) ||
           std::ranges::find(followed, key.path) != followed.end();
}

bool changesLearning(const KeyInfo& key, const RunConfig& config) {
    constexpr std::array kept{"training.snapshots",
                              "training.snapshot_every",
                              "training.snapshot_megabytes",
                              "training.checkpoint_seconds",
                              "device",
                              "threads"};
    return hasEffect(key, config) && std::ranges::find(kept, key.path) == kept.end();
}

bool isPlaceOfData(const KeyInfo& key) {
    return key.path == "data.path" || key.path == "data.csv_path" || key.path == "data.extractor";
}

bool isNumber(const KeyInfo& key) {
    RunConfig scratch;
    const KeyPlace place = key.place(scratch);
    return std::holds_alternative<int*>(place) || std::holds_alternative<uint64_t*>(place) ||
           std::holds_alternative<double*>(place);
}

}  // namespace attx
