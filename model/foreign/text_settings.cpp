#include "model/foreign/text_settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/foreign/model_config.h"
#include "model/text/text_json.h"

namespace attx {

using nlohmann::json;

std::optional<SentencePooling> sentencePooling(const std::string& folder) {
    const std::string path = folder + "/modules.json";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    json modules;
    try {
        modules = parseJson<json>(readFile(path, mostConfigBytes), JsonGuard{path, "list of modules"});
    } catch (const json::exception& problem) {
        throw inputError(path + ": " + jsonProblem(problem.what()));
    }
    std::optional<SentencePooling> found;
    if (!modules.is_array()) throw inputError(path + ": expected a list of modules, found something else.");
    for (const json& module : modules) {
        const std::string type = module.is_object() ? textOf(module, "type", path) : std::string();
        if (type.ends_with(".Normalize") && found) found->isNormalized = true;
        if (type.ends_with(".Dense"))
            throw inputError(path +
                             ": a layer behind the pooling (Dense), which this program does not compute.");
        if (!type.ends_with(".Pooling")) continue;
        const std::string place = textOf(module, "path", path);
        if (place.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos || place.starts_with('.'))
            throw inputError(path + ": \"path\" must name a folder next to it.");
        const std::string inner = std::filesystem::path(folder) / place / "config.json";
        const json pooling = textJson(readFile(inner, mostConfigBytes), inner, "pooling");
        const std::array<std::pair<const char*, PoolingKind>, 3> modes{
            {{"pooling_mode_cls_token", PoolingKind::First},
             {"pooling_mode_mean_tokens", PoolingKind::Mean},
             {"pooling_mode_max_tokens", PoolingKind::Max}}};
        int chosen = 0;
        for (const auto& [key, kind] : modes)
            if (switchOf(pooling, key, inner, false)) found = {kind, false}, ++chosen;
        for (const auto& entry : pooling.items())
            if (entry.key().starts_with("pooling_mode") && entry.value() == true &&
                std::ranges::none_of(modes, [&](const auto& mode) { return entry.key() == mode.first; }))
                chosen = 0;
        if (chosen != 1)
            throw inputError(inner +
                             ": expected one way of pooling: the first token, the mean or the largest.");
    }
    return found;
}

WritingLimits writingLimits(const std::string& folder) {
    const std::string source = folder + "/config.json";
    const json config = textJson(readFile(source, mostConfigBytes), source, "configuration of a model");
    WritingLimits limits;
    const auto tokensAt = [&](const char* key) {
        const json& value = valueOf(config, key);
        std::vector<int32_t> tokens;
        for (const json& token : value.is_array() ? value : json::array({value}))
            if (token.is_number_unsigned() && token.get<uint64_t>() <= INT32_MAX)
                tokens.push_back(int32_t(token.get<uint64_t>()));
        return tokens;
    };
    for (const char* key : {"max_position_embeddings", "n_positions"})
        if (const std::vector<int32_t> most = tokensAt(key); !most.empty() && limits.context == 0)
            limits.context = most.front();
    limits.begin = tokensAt("bos_token_id");
    limits.ends = tokensAt("eos_token_id");
    return limits;
}

}  // namespace attx
