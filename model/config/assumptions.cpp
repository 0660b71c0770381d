#include "model/config/assumptions.h"

#include <nlohmann/json.hpp>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/json_guard.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest = 2;             // a flat object
constexpr int likelyTextLength = 200;  // words of a text, where a file says nothing of them

Json valueOf(const std::string& text) { return Json::accept(text) ? Json::parse(text) : Json(text); }

void shareAmongHeads(const NetworkConfig& stored, NetworkConfig& changed) {
    if (stored.keyDim == 0 || changed.keyDim != stored.keyDim || changed.numHeads == stored.numHeads) return;
    const int width = stored.numHeads * stored.keyDim;
    if (width % changed.numHeads != 0)
        throw inputError(std::string(headsKey) + ": " + std::to_string(changed.numHeads) +
                         " heads do not divide the " + std::to_string(width) +
                         " numbers of the queries evenly; use " + headCounts(width) + " heads");
    changed.keyDim = width / changed.numHeads;
}

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
        object = Json::parse(json, JsonGuard(source + ": metadata \"assumed\"", "list of settings", deepest));
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

void takeTask(RunConfig& config) {
    const NetworkConfig& network = config.network;
    DataConfig& data = config.data;
    if (network.input == InputKind::Features) {
        data.task = TaskKind::Sets;
    } else if (network.output == OutputKind::Pooled) {
        data.task = TaskKind::Text;
        data.vocabulary = network.inputDim;
        data.length = likelyTextLength;
    } else {
        data.task = TaskKind::Sequences;
        data.numCategories = network.inputDim;
        data.length = DataConfig().length;
    }
}

std::vector<UncertainKey> uncertainData(const RunConfig& config) {
    const DataConfig& data = config.data;
    std::vector<UncertainKey> keys;
    const auto unsure = [&](const char* key, const std::string& value) {
        keys.push_back(
            {key, value, "The file does not hold what the network was trained on; samples are made so."});
    };
    if (isSets(data)) unsure("data.set_size", std::to_string(data.setSize));
    if (isText(data)) unsure("data.length", std::to_string(data.length));
    if (isSequences(data) && check(config).empty()) {  // else no rule fits it
        unsure("data.rule", toString(data.rule));
        unsure("data.length", std::to_string(data.length));
    }
    return keys;
}

void followAnswers(const RunConfig& stored, RunConfig& changed) {
    NetworkConfig& network = changed.network;
    shareAmongHeads(stored.network, network);
    if (network.input == stored.network.input && network.output == stored.network.output) return;
    // No task asks for a class of each vector, or for the odd one of tokens.
    if (network.output == OutputKind::Positions) network.input = InputKind::Tokens;
    if (network.output == OutputKind::Set) network.input = InputKind::Features;
    const int length = changed.data.length;
    takeTask(changed);
    if (length != stored.data.length) changed.data.length = length;
}

}  // namespace attx
