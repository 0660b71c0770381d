#include "model/config/assumptions.h"

#include <algorithm>
#include <cmath>

#include "model/config/config_keys.h"
#include "model/config/task.h"
#include "model/config/vector_network.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest = 2;  // a flat object

/// Takes the sizes of the pictures that a network reads from those of its table of positions, a row for each
/// patch of a square, and its input, the numbers of a patch; false: it may read something else.
bool takePictures(const NetworkConfig& network, DataConfig& data) {
    if (network.input != InputKind::Features || network.output != OutputKind::Pooled ||
        network.positions != Positions::Learned)
        return false;
    const auto rootOf = [](int square) {
        const int root = int(std::lround(std::sqrt(double(std::max(square, 0)))));
        return root * root == square ? root : 0;
    };
    const int across = rootOf(network.maxPositions - (network.classToken ? 1 : 0));
    constexpr int rgb = 3;
    const int colour = network.inputDim % rgb == 0 ? rootOf(network.inputDim / rgb) : 0;
    const int patch = colour > 0 ? colour : rootOf(network.inputDim);
    if (across < 2 || patch < 1) return false;
    data.channels = colour > 0 ? rgb : 1;
    data.patchSize = patch;
    data.pictureSize = across * patch;
    return true;
}

/// The task that has such networks, or else the first one with such inputs.
const TaskInfo& taskOf(const NetworkConfig& network) {
    const TaskInfo* likely = &taskTable.front();
    for (const TaskInfo& task : taskTable) {
        DataConfig ignored;
        if (task.reads != network.input ||
            (task.task == TaskKind::Pictures && !takePictures(network, ignored)))
            continue;
        if (task.answers == network.output) return task;
        if (likely->reads != network.input) likely = &task;
    }
    return *likely;
}

Json valueOf(const std::string& text) { return jsonOrText<Json>(text); }

void shareAmongHeads(const NetworkConfig& stored, NetworkConfig& changed) {
    if (stored.keyDim == 0 || changed.keyDim != stored.keyDim || changed.numHeads == stored.numHeads) return;
    const int width = stored.numHeads * stored.keyDim;
    if (width % changed.numHeads != 0)
        throw inputError(std::string(headsKey) + ": " + std::to_string(changed.numHeads) +
                         " heads do not divide the " + counted(width, "number") +
                         " of the queries evenly; use " + headCounts(width) + " heads");
    changed.keyDim = width / changed.numHeads;
}

}  // namespace

std::string assumedJson(const std::vector<UncertainKey>& keys) {
    Json object = Json::object();
    for (const UncertainKey& key : keys) object[key.path] = valueOf(key.value);
    return jsonText(object);
}

std::vector<UncertainKey> assumedFrom(const std::string& json, const std::string& source) {
    const auto refuse = [&](const std::string& problem) {
        return inputError(source + ": metadata \"assumed\": " + problem);
    };
    Json object;
    try {
        object =
            parseJson<Json>(json, JsonGuard{source + ": metadata \"assumed\"", "list of settings", deepest});
    } catch (const Json::exception& problem) {
        throw refuse("not valid JSON: " + jsonProblem(problem.what()));
    }
    if (!object.is_object()) throw refuse("expected an object of keys with values.");
    std::vector<UncertainKey> keys;
    RunConfig scratch;
    for (const auto& [path, value] : object.items()) {
        const std::string text = value.is_string() ? value.get<std::string>() : jsonText(value);
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
    const TaskInfo& task = taskOf(config.network);
    DataConfig& data = config.data;
    data.task = task.task;
    if (isPictures(data)) {
        (void)takePictures(config.network, data);
        // Drawn pictures to look at; as many as a training has take seconds to draw.
        data.trainSize = 2000, data.testSize = 400;
    }
    if (task.inputs) data.*task.inputs = config.network.inputDim;
    if (task.likelyPositions > 0) data.*task.positions = task.likelyPositions;
    if (isPictures(data) || !config.network.limitsPositions()) return;
    int& positions = data.*task.positions;
    positions =
        std::max(std::min(positions, config.network.maxPositions - config.network.positionsFor(0)), 1);
}

std::vector<UncertainKey> uncertainData(const RunConfig& config) {
    const DataConfig& data = config.data;
    std::vector<UncertainKey> keys;
    if (isOutsideTasks(config)) return keys;  // there are none
    const auto unsure = [&](const char* key, const std::string& value) {
        keys.push_back(
            {key, value, "The file does not hold what the network was trained on; samples are made so."});
    };
    if (isSequences(data)) {
        if (!check(config).empty()) return keys;  // no rule fits it
        unsure("data.rule", toString(data.rule));
    }
    if (isPictures(data)) {
        unsure("data.pixel_mean", data.pixelMean);
        unsure("data.pixel_deviation", data.pixelDeviation);
        return keys;
    }
    unsure(pathOf(infoOf(data.task).positions).c_str(), std::to_string(data.positions()));
    return keys;
}

const char* whyOneInput(const NetworkConfig& network) {
    switch (network.output) {
        case OutputKind::Positions:
            return "a network that answers at each position reads one-hot categories here";
        case OutputKind::Set:
            return "a network that names a member of a set reads vectors here";
        case OutputKind::Pooled:
            break;
    }
    return nullptr;
}

void followAnswers(const RunConfig& stored, RunConfig& changed) {
    NetworkConfig& network = changed.network;
    shareAmongHeads(stored.network, network);
    if (network.finalNorm == FinalNorm::Auto && network.hasFinalNorm() != stored.network.hasFinalNorm())
        network.finalNorm = stored.network.hasFinalNorm() ? FinalNorm::True : FinalNorm::False;
    if (network.input == stored.network.input && network.output == stored.network.output) return;
    if (whyOneInput(network)) {
        const auto* const task = std::ranges::find_if(
            taskTable, [&](const TaskInfo& info) { return info.answers == network.output; });
        if (task != taskTable.end()) network.input = task->reads;
    }
    const DataConfig asked = changed.data;
    takeTask(changed);
    int DataConfig::*const positions = infoOf(changed.data.task).positions;
    if (asked.*positions != stored.data.*positions) changed.data.*positions = asked.*positions;
}

}  // namespace attx
