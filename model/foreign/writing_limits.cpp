#include "model/foreign/writing_limits.h"

#include <nlohmann/json.hpp>

#include "model/files/files.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

constexpr uint64_t mostBytes = uint64_t{1} << 20;  // Limit of a config.json, as in published_model.cpp

}  // namespace

WritingLimits writingLimits(const std::string& folder) {
    const std::string source = folder + "/config.json";
    const json config = textJson(readFile(source, mostBytes), source, "configuration of a model");
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
