#include "model/sweeps/run_table.h"

#include <algorithm>
#include <cmath>

#include "model/config/settings.h"
#include "model/files/csv.h"
#include "model/files/json.h"
#include "model/run/records.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

/// The result's columns, by the names that run.json has for them.
std::vector<std::pair<const char*, Json>> resultOf(const RunRow& row) {
    const RunResult none, &r = row.result ? *row.result : none;
    const auto number = [](bool known, double value) {
        return known && std::isfinite(value) ? Json(value) : Json();
    };
    const bool some = row.result.has_value(), epochs = r.epochs > 0;
    const bool ended = row.state == RunStatus::Finished || row.state == RunStatus::Diverged;
    return {{"best_epoch", epochs ? Json(r.bestEpoch) : Json()},
            {"val_acc", number(epochs, r.validationAccuracy)},
            {"test_acc", number(r.testAccuracy.has_value(), r.testAccuracy.value_or(0))},
            {"test_loss", number(r.testLoss.has_value(), r.testLoss.value_or(0))},
            {"train_acc", number(epochs, r.trainAccuracy)},
            {"train_loss", number(epochs, r.trainLoss)},
            {"epochs", some ? Json(r.epochs) : Json()},
            {"steps", some ? Json(r.steps) : Json()},
            {"seconds", number(ended, r.seconds)},
            {"ms_per_step", number(ended, r.msPerStep)},
            {"parameters", ended ? Json(r.parameters) : Json()},
            {"device", some && !r.device.empty() ? Json(r.device) : Json()},
            {"data", row.data ? Json(row.data->train.hash) : Json()},
            {"problem", row.problem.empty() ? Json() : Json(row.problem)},
            {"name", row.notes.name.empty() ? Json() : Json(row.notes.name)},
            {"star", row.notes.star ? Json(true) : Json()},
            {"note", row.notes.note.empty() ? Json() : Json(row.notes.note)}};
}

Json valueOf(const std::string& key, const std::string& value) {
    const KeyInfo& info = keyInfo(key);
    RunConfig scratch;
    const bool plain = !isNumber(info) && !std::holds_alternative<bool*>(info.place(scratch));
    return plain ? Json(value) : parseJson<Json>(value);
}

Json objectOf(const RunTable& table, size_t row) {
    const RunRow& run = table.rows[row];
    Json object{{"run", run.path},
                {"state", toString(run.state)},
                {"created", run.created.empty() ? Json() : Json(run.created)}};
    for (size_t k = 0; k < table.keys.size(); ++k)
        object[table.keys[k]] = run.config ? valueOf(table.keys[k], table.values[row][k]) : Json();
    for (auto& [name, value] : resultOf(run)) object[name] = std::move(value);
    return object;
}

bool differs(const KeyInfo& key, std::vector<RunRow>& rows) {
    std::optional<std::string> first;
    for (RunRow& row : rows) {
        if (!row.config) continue;
        std::string value = valueText(key, *row.config);
        if (first && *first != value) return true;
        first = std::move(value);
    }
    return false;
}

}  // namespace

RunTable tableOf(std::vector<RunRow> rows) {
    RunTable table{{}, std::move(rows), {}};
    for (const KeyInfo& key : runConfigKeys())
        if (key.path != "device" && key.path != "threads" && differs(key, table.rows))
            table.keys.push_back(key.path);
    std::stable_partition(table.keys.begin(), table.keys.end(),
                          [](const std::string& key) { return !followsFromTask(keyInfo(key)); });
    for (RunRow& row : table.rows) {
        std::vector<std::string>& values = table.values.emplace_back();
        for (const std::string& key : table.keys)
            values.push_back(row.config ? valueText(key, *row.config) : std::string());
    }
    return table;
}

size_t chosenKeys(const RunTable& table) {
    const std::vector<std::string>& keys = table.keys;
    if (std::ranges::find(keys, "data.task") == keys.end()) return keys.size();
    return size_t(
        std::ranges::count_if(keys, [](const std::string& key) { return !followsFromTask(keyInfo(key)); }));
}

std::string toCsv(const RunTable& table) {
    std::string text;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const Json object = objectOf(table, row);
        std::string names, values;
        for (const auto& [name, value] : object.items()) {
            const char* comma = values.empty() && names.empty() ? "" : ",";
            if (row == 0) names += comma + csvField(name);
            values += comma + (value.is_null() ? std::string()
                                               : csvField(value.is_string() ? value.get<std::string>()
                                                                            : jsonText(value)));
        }
        if (row == 0) text += names + "\n";
        text += values + "\n";
    }
    return text;
}

std::string toJson(const RunTable& table) {
    Json list = Json::array();
    for (size_t row = 0; row < table.rows.size(); ++row) list.push_back(objectOf(table, row));
    return jsonText(list, 1, NotUtf8::Replaced) + "\n";
}

}  // namespace attx
