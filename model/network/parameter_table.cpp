#include "model/network/parameter_table.h"

#include <algorithm>

#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr const char* encoderPrefix = "transformer.layers.";

/// The module of a parameter: its name without ".weight" or ".bias".
std::string moduleOf(const ParameterInfo& parameter) {
    return parameter.name.substr(0, parameter.name.rfind('.'));
}

bool isOutput(const std::string& module) {
    return module.starts_with("output_net") || module.starts_with("classifier");
}

std::string layerOf(const std::string& module) {
    if (module.starts_with("embedding")) return ATTX_TR("model", "Embedding");
    if (module.starts_with("input_net")) return ATTX_TR("model", "Input");
    if (isOutput(module)) return ATTX_TR("model", "Output");
    if (!module.starts_with(encoderPrefix)) return module;
    return std::string(ATTX_TR("model", "Encoder layer")) + " " +
           std::to_string(std::stoi(module.substr(std::string(encoderPrefix).size())) + 1);
}

std::string partOf(const std::string& module, const NetworkConfig& config) {
    const auto is = [&](const char* suffix) { return module.ends_with(suffix); };
    if (module.starts_with("embedding")) return ATTX_TR("model", "A vector for each token");
    if (module.starts_with("input_net"))
        return config.input == InputKind::Tokens ? ATTX_TR("model", "A vector for each token")
                                                 : ATTX_TR("model", "From features to d_model");
    if (is("qkv_proj")) return ATTX_TR("model", "Queries, keys and values");
    if (is("o_proj")) return ATTX_TR("model", "Heads joined by W_O");
    if (is("norm1")) return ATTX_TR("model", "Normalisation after attention");
    if (is("norm2")) return ATTX_TR("model", "Normalisation after feed-forward");
    if (is("linear_net.0")) return ATTX_TR("model", "Feed-forward, in");
    if (is("linear_net.3")) return ATTX_TR("model", "Feed-forward, out");
    if (is("output_net.0")) return ATTX_TR("model", "Hidden layer");
    if (is("output_net.1")) return ATTX_TR("model", "Normalisation");
    if (isOutput(module)) return ATTX_TR("model", "Logits");
    return module;  // one that has no words here yet is called by its name
}

/// How the elements of one parameter come about.
std::string termOf(const ParameterInfo& parameter, const NetworkConfig& config) {
    const std::string heads = std::to_string(config.numHeads) + (config.numHeads == 1 ? " head" : " heads"),
                      width = grouped(config.headDim());
    const bool qkv = parameter.name.find("qkv_proj") != std::string::npos;
    if (qkv && parameter.shape.size() == 2)
        return "3 × " + heads + " × " + width + " × " + grouped(parameter.shape[1]);
    if (qkv) return "3 × " + std::to_string(config.numHeads) + " × " + width;
    if (parameter.name.ends_with("o_proj.weight"))
        return heads + " × " + width + " × " + grouped(parameter.shape[0]);
    std::string term;
    for (auto size = parameter.shape.rbegin(); size != parameter.shape.rend(); ++size)  // in, then out
        term += (term.empty() ? "" : " × ") + grouped(*size);
    return term;
}

}  // namespace

std::string grouped(int64_t number) {
    std::string digits = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
        digits.insert(static_cast<size_t>(at), ",");
    return digits;
}

std::vector<ParameterRow> parameterTable(const Program& program) {
    std::vector<ParameterRow> rows;
    std::string last;
    for (const ParameterInfo& parameter : program.parameters) {
        const std::string module = moduleOf(parameter);
        const std::string term = termOf(parameter, program.config);
        if (module != last)
            rows.push_back({layerOf(module), partOf(module, program.config), term, parameter.size()});
        else
            rows.back().formula += " + " + term, rows.back().count += parameter.size();
        last = module;
    }
    return rows;
}

}  // namespace attx
