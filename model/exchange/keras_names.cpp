#include "model/exchange/keras_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace attx {

std::string parentOf(const std::string& path) {
    const size_t dot = path.rfind('.');
    return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

std::string keras3Name(const std::string& name) {
    constexpr std::array<std::pair<const char*, const char*>, 5> variables{
        {{"kernel:0", "0"}, {"gamma:0", "0"}, {"embeddings:0", "0"}, {"bias:0", "1"}, {"beta:0", "1"}}};
    constexpr std::array parts{"query", "key", "value", "attention_output"};  // Order of kerasAttentionParts
    const auto* const variable = std::ranges::find_if(
        variables, [&](const auto& known) { return name.ends_with(std::string(".") + known.first); });
    if (variable == variables.end()) return name;
    constexpr std::string_view prefix = "model_weights.";
    std::string path = parentOf(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
    const std::string layer = path.substr(0, path.find('.')), twice = layer + "." + layer;
    if (path == twice || path.starts_with(twice + ".")) path.erase(0, layer.size() + 1);
    const std::string last = path.substr(path.rfind('.') + 1);
    for (size_t i = 0; i < parts.size(); ++i)
        if (last == parts[i]) path = parentOf(path) + "." + kerasAttentionParts[i];
    return path + ".vars." + variable->second;
}

}  // namespace attx
