// What each parameter of a network is for, and the one table of their names. A part of the program that needs
// a parameter asks Program for its role; what others call it is in model/exchange.
#pragma once
#include <array>
#include <string>

namespace attx {

enum class Role {
    EmbeddingTable,  ///< [V, C], a row for each token
    InputWeight,     ///< [C, V] on one-hot tokens, [C, D] on features
    InputBias,
    ClassToken,     ///< [C]
    PositionTable,  ///< [max_positions, C], a row for each position
    TokenTypes,     ///< [token_types, C], a row for each type of tokens
    EmbeddingNormWeight,
    EmbeddingNormBias,
    QkvWeight,  ///< [NH 3 HS, C]: for each head its q, k and v
    QkvBias,
    QueryWeight,  ///< [NH HS, C]; this and the next five stand for the two above where keys are shared
    QueryBias,
    KeyWeight,  ///< [kv_heads HS, C]
    KeyBias,
    ValueWeight,  ///< [kv_heads HS, C]
    ValueBias,
    AttentionOutputWeight,  ///< W_O, [C, NH HS]
    AttentionOutputBias,
    Norm1Weight,
    Norm1Bias,
    FeedForwardInWeight,  ///< [F, C]
    FeedForwardInBias,
    GateWeight,  ///< [F, C], of gated activations
    GateBias,
    FeedForwardOutWeight,  ///< [C, F]
    FeedForwardOutBias,
    Norm2Weight,
    Norm2Bias,
    FinalNormWeight,
    FinalNormBias,
    OutputHiddenWeight,  ///< [C, C], first layer of the output net
    OutputHiddenBias,
    OutputNormWeight,
    OutputNormBias,
    OutputLogitsWeight,  ///< [K, C], last layer of the output net
    OutputLogitsBias,
    PoolerWeight,  ///< [C, C], of the layer between pooling and classifier
    PoolerBias,
    ClassifierWeight,  ///< [K, C], the linear layer that gives the logits where there is no output net
    ClassifierBias,
    None,  ///< The last one: a parameter of a program that was put together by hand
};

struct RoleInfo {
    Role role;
    const char* pattern;  ///< Name in our checkpoints; "{l}" is the encoder layer, from 0
    const char* words;    ///< Completes "the network has no ..."
    [[nodiscard]] bool inLayer() const;
};

/// In the order of Role, without None.
inline constexpr std::array roleTable{
    RoleInfo{Role::EmbeddingTable, "embedding.weight", "embedding table"},
    RoleInfo{Role::InputWeight, "input_net.1.weight", "weight of the input layer"},
    RoleInfo{Role::InputBias, "input_net.1.bias", "bias of the input layer"},
    RoleInfo{Role::ClassToken, "class_token", "class token"},
    RoleInfo{Role::PositionTable, "positions.weight", "table of positions"},
    RoleInfo{Role::TokenTypes, "token_types.weight", "table of token types"},
    RoleInfo{Role::EmbeddingNormWeight, "embedding_norm.weight", "weight of the embedding's normalisation"},
    RoleInfo{Role::EmbeddingNormBias, "embedding_norm.bias", "bias of the embedding's normalisation"},
    RoleInfo{Role::QkvWeight, "transformer.layers.{l}.self_attn.qkv_proj.weight",
             "weight of queries, keys and values"},
    RoleInfo{Role::QkvBias, "transformer.layers.{l}.self_attn.qkv_proj.bias",
             "bias of queries, keys and values"},
    RoleInfo{Role::QueryWeight, "transformer.layers.{l}.self_attn.q_proj.weight", "weight of queries"},
    RoleInfo{Role::QueryBias, "transformer.layers.{l}.self_attn.q_proj.bias", "bias of queries"},
    RoleInfo{Role::KeyWeight, "transformer.layers.{l}.self_attn.k_proj.weight", "weight of keys"},
    RoleInfo{Role::KeyBias, "transformer.layers.{l}.self_attn.k_proj.bias", "bias of keys"},
    RoleInfo{Role::ValueWeight, "transformer.layers.{l}.self_attn.v_proj.weight", "weight of values"},
    RoleInfo{Role::ValueBias, "transformer.layers.{l}.self_attn.v_proj.bias", "bias of values"},
    RoleInfo{Role::AttentionOutputWeight, "transformer.layers.{l}.self_attn.o_proj.weight",
             "weight of the attention's output projection"},
    RoleInfo{Role::AttentionOutputBias, "transformer.layers.{l}.self_attn.o_proj.bias",
             "bias of the attention's output projection"},
    RoleInfo{Role::Norm1Weight, "transformer.layers.{l}.norm1.weight",
             "weight of the attention's normalisation"},
    RoleInfo{Role::Norm1Bias, "transformer.layers.{l}.norm1.bias", "bias of the attention's normalisation"},
    RoleInfo{Role::FeedForwardInWeight, "transformer.layers.{l}.linear_net.0.weight",
             "weight of the feed-forward's first layer"},
    RoleInfo{Role::FeedForwardInBias, "transformer.layers.{l}.linear_net.0.bias",
             "bias of the feed-forward's first layer"},
    RoleInfo{Role::GateWeight, "transformer.layers.{l}.linear_net.gate.weight",
             "weight of the feed-forward's gate"},
    RoleInfo{Role::GateBias, "transformer.layers.{l}.linear_net.gate.bias",
             "bias of the feed-forward's gate"},
    RoleInfo{Role::FeedForwardOutWeight, "transformer.layers.{l}.linear_net.3.weight",
             "weight of the feed-forward's second layer"},
    RoleInfo{Role::FeedForwardOutBias, "transformer.layers.{l}.linear_net.3.bias",
             "bias of the feed-forward's second layer"},
    RoleInfo{Role::Norm2Weight, "transformer.layers.{l}.norm2.weight",
             "weight of the feed-forward's normalisation"},
    RoleInfo{Role::Norm2Bias, "transformer.layers.{l}.norm2.bias",
             "bias of the feed-forward's normalisation"},
    RoleInfo{Role::FinalNormWeight, "transformer.norm.weight",
             "weight of the normalisation behind the last layer"},
    RoleInfo{Role::FinalNormBias, "transformer.norm.bias", "bias of the normalisation behind the last layer"},
    RoleInfo{Role::OutputHiddenWeight, "output_net.0.weight", "weight of the output net's hidden layer"},
    RoleInfo{Role::OutputHiddenBias, "output_net.0.bias", "bias of the output net's hidden layer"},
    RoleInfo{Role::OutputNormWeight, "output_net.1.weight", "weight of the output net's normalisation"},
    RoleInfo{Role::OutputNormBias, "output_net.1.bias", "bias of the output net's normalisation"},
    RoleInfo{Role::OutputLogitsWeight, "output_net.4.weight", "weight of the output net's last layer"},
    RoleInfo{Role::OutputLogitsBias, "output_net.4.bias", "bias of the output net's last layer"},
    RoleInfo{Role::PoolerWeight, "pooler.weight", "weight of the pooler"},
    RoleInfo{Role::PoolerBias, "pooler.bias", "bias of the pooler"},
    RoleInfo{Role::ClassifierWeight, "classifier.weight", "weight of the classifier"},
    RoleInfo{Role::ClassifierBias, "classifier.bias", "bias of the classifier"},
};
static_assert(
    [] {
        for (size_t i = 0; i < roleTable.size(); ++i)
            if (roleTable[i].role != static_cast<Role>(i)) return false;
        return roleTable.size() == size_t(Role::None);
    }(),
    "each role has its row");

/// The row of a role; None has no row.
[[nodiscard]] constexpr const RoleInfo& roleInfo(Role role) { return roleTable.at(size_t(role)); }
/// A pattern with the layer's number where "{l}" is.
[[nodiscard]] std::string filledName(std::string pattern, int layer);
/// "transformer.layers.2.norm1.weight" of Norm1Weight and 2; a role outside the layers takes -1.
[[nodiscard]] std::string parameterName(Role role, int layer = -1);

}  // namespace attx
