#include "model/network/parameter_table.h"

#include "model/files/text.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

struct Place {
    const char *group, *part;  ///< English, translated where they are shown
};
/// Where a parameter stands in the table. A bias continues the row of its weight.
Place placeOf(Role role, const NetworkConfig& config) {
    constexpr const char *embedding = ATTX_TR("model", "Embedding"), *input = ATTX_TR("model", "Input"),
                         *layer = ATTX_TR("model", "Encoder layer"), *output = ATTX_TR("model", "Output");
    constexpr const char *vectors = ATTX_TR("model", "A vector for each token"),
                         *logits = ATTX_TR("model", "Logits");
    switch (role) {
        case Role::EmbeddingTable:
            return {embedding, vectors};
        case Role::InputWeight:
        case Role::InputBias:
            return {input, config.input == InputKind::Tokens ? vectors
                                                             : ATTX_TR("model", "From features to d_model")};
        case Role::ClassToken:
            return {input, ATTX_TR("model", "Class token")};
        case Role::PositionTable:
            return {input, ATTX_TR("model", "A vector for each position")};
        case Role::TokenTypes:
            return {input, ATTX_TR("model", "A vector for each type of tokens")};
        case Role::EmbeddingNormWeight:
        case Role::EmbeddingNormBias:
            return {input, ATTX_TR("model", "Normalisation")};
        case Role::QkvWeight:
        case Role::QkvBias:
        case Role::QueryWeight:
        case Role::QueryBias:
        case Role::KeyWeight:
        case Role::KeyBias:
        case Role::ValueWeight:
        case Role::ValueBias:
            return {layer, ATTX_TR("model", "Queries, keys and values")};
        case Role::AttentionOutputWeight:
        case Role::AttentionOutputBias:
            return {layer, ATTX_TR("model", "Heads joined by W_O")};
        case Role::Norm1Weight:
        case Role::Norm1Bias:
            return {layer, config.normFirst ? ATTX_TR("model", "Normalisation before attention")
                                            : ATTX_TR("model", "Normalisation after attention")};
        case Role::FeedForwardInWeight:
        case Role::FeedForwardInBias:
            return {layer, ATTX_TR("model", "Feed-forward, in")};
        case Role::GateWeight:
        case Role::GateBias:
            return {layer, ATTX_TR("model", "Feed-forward, gate")};
        case Role::FeedForwardOutWeight:
        case Role::FeedForwardOutBias:
            return {layer, ATTX_TR("model", "Feed-forward, out")};
        case Role::Norm2Weight:
        case Role::Norm2Bias:
            return {layer, config.normFirst ? ATTX_TR("model", "Normalisation before feed-forward")
                                            : ATTX_TR("model", "Normalisation after feed-forward")};
        case Role::FinalNormWeight:
        case Role::FinalNormBias:
            return {output, ATTX_TR("model", "Normalisation behind the last layer")};
        case Role::OutputHiddenWeight:
        case Role::OutputHiddenBias:
            return {output, ATTX_TR("model", "Hidden layer")};
        case Role::OutputNormWeight:
        case Role::OutputNormBias:
            return {output, ATTX_TR("model", "Normalisation")};
        case Role::PoolerWeight:
        case Role::PoolerBias:
            return {output, ATTX_TR("model", "Pooler")};
        case Role::OutputLogitsWeight:
        case Role::OutputLogitsBias:
        case Role::ClassifierWeight:
        case Role::ClassifierBias:
            return {output, logits};
        case Role::None:
            break;
    }
    return {"", ""};
}

/// How the elements of one parameter come about.
std::string termOf(const ParameterInfo& parameter, const NetworkConfig& config) {
    const std::string heads = counted(config.numHeads, "head"), width = grouped(config.headDim());
    if (parameter.role == Role::QkvWeight)
        return "3 × " + heads + " × " + width + " × " + grouped(parameter.shape[1]);
    if (parameter.role == Role::QkvBias) return "3 × " + std::to_string(config.numHeads) + " × " + width;
    if (parameter.role == Role::AttentionOutputWeight)
        return heads + " × " + width + " × " + grouped(parameter.shape[0]);
    std::string term;
    for (auto size = parameter.shape.rbegin(); size != parameter.shape.rend(); ++size)  // [out, in] backwards
        term += (term.empty() ? "" : " × ") + grouped(*size);
    return term;
}

}  // namespace

std::string grouped(int64_t number) {
    std::string digits = std::to_string(number);
    for (auto at = std::ptrdiff_t(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
        digits.insert(size_t(at), 1, ',');
    return digits;
}

std::vector<ParameterRow> parameterTable(const Program& program) {
    std::vector<ParameterRow> rows;
    for (const ParameterInfo& parameter : program.parameters) {
        const auto [group, words] = placeOf(parameter.role, program.config);
        const std::string module = parameter.name.substr(0, parameter.name.rfind('.'));
        const bool known = parameter.role != Role::None;  // others are called by their names
        const std::string part = known ? words : module;
        const std::string layer = !known ? module
                                  : parameter.layer < 0
                                      ? group
                                      : std::string(group) + " " + std::to_string(parameter.layer + 1);
        const std::string term = termOf(parameter, program.config);
        if (rows.empty() || rows.back().layer != layer || rows.back().part != part)
            rows.push_back({layer, part, term, parameter.size()});
        else
            rows.back().formula += " + " + term, rows.back().count += parameter.size();
    }
    return rows;
}

}  // namespace attx
