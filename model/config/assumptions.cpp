#include "model/config/assumptions.h"

#include <nlohmann/json.hpp>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest = 2;  // a flat object

Json valueOf(const std::string& text) { return Json::accept(text) ? Json::parse(text) : Json(text); }

}  // namespace

std::string assumedJson(const std::vector<UncertainKey>& keys) {
    Json object = Json::object();
    for (const UncertainKey& key : keys) object[key.path] = valueOf(key.value);
    return object.dump();
}

std::vector<UncertainKey> assumedFrom(const std::string& json, const std::string& source) {
    const auto refuse = [&](const std::string& problem) {
        return inputError(source + ": metadata \"assumed\": " + problem);
    };
    Json object;
    try {
        object = Json::parse(json, [&](int depth, Json::parse_event_t, const Json&) {
            if (depth > deepest) throw refuse("nested deeper than keys with values.");
            return true;
        });
    } catch (const Json::exception& problem) {
        throw refuse("not valid JSON: " + jsonProblem(problem.what()));
    }
    if (!object.is_object()) throw refuse("expected an object of keys with values.");
    std::vector<UncertainKey> keys;
    RunConfig scratch;
    for (const auto& [path, value] : object.items()) {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        try {
            setByPath(scratch, path + "=" + text);
        } catch (const Error& problem) {
            throw refuse(problem.what());
        }
        keys.push_back({path, text, "It was assumed when the file was written; it has not been confirmed."});
    }
    return keys;
}

void shareAmongHeads(const NetworkConfig& stored, NetworkConfig& changed) {
    if (stored.keyDim == 0 || changed.keyDim != stored.keyDim || changed.numHeads == stored.numHeads) return;
    const int width = stored.numHeads * stored.keyDim;
    if (width % changed.numHeads != 0)
        throw inputError(std::string(headsKey) + ": " + std::to_string(changed.numHeads) +
                         " heads do not divide the " + std::to_string(width) +
                         " numbers of the queries evenly; use " + headCounts(width) + " heads");
    changed.keyDim = width / changed.numHeads;
}

}  // namespace attx
