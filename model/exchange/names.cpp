#include "model/exchange/names.h"

#include <algorithm>
#include <array>

namespace attx {
namespace {

using enum Role;
using enum Transform;

constexpr std::array laboratoryRows{
    NameRow{FeedForwardInWeight, "transformer.layers.{l}.MLP.0.weight"},
    NameRow{FeedForwardInBias, "transformer.layers.{l}.MLP.0.bias"},
    NameRow{FeedForwardOutWeight, "transformer.layers.{l}.MLP.3.weight"},
    NameRow{FeedForwardOutBias, "transformer.layers.{l}.MLP.3.bias"},
};

constexpr auto notebookRows = [] {
    std::array<NameRow, roleTable.size() + laboratoryRows.size()> rows{};
    for (size_t i = 0; i < roleTable.size(); ++i) rows[i] = {roleTable[i].role, roleTable[i].pattern};
    std::ranges::copy(laboratoryRows, rows.begin() + roleTable.size());
    return rows;
}();

constexpr std::array flaxRows{
    NameRow{InputWeight, "input_layer.kernel", Transposed},
    NameRow{InputBias, "input_layer.bias"},
    NameRow{QkvWeight, "transformer.layers_{l}.self_attn.qkv_proj.kernel", Transposed},
    NameRow{QkvBias, "transformer.layers_{l}.self_attn.qkv_proj.bias"},
    NameRow{AttentionOutputWeight, "transformer.layers_{l}.self_attn.o_proj.kernel", Transposed},
    NameRow{AttentionOutputBias, "transformer.layers_{l}.self_attn.o_proj.bias"},
    NameRow{Norm1Weight, "transformer.layers_{l}.norm1.scale"},
    NameRow{Norm1Bias, "transformer.layers_{l}.norm1.bias"},
    NameRow{FeedForwardInWeight, "transformer.layers_{l}.linear_0.kernel", Transposed},
    NameRow{FeedForwardInBias, "transformer.layers_{l}.linear_0.bias"},
    NameRow{FeedForwardOutWeight, "transformer.layers_{l}.linear_3.kernel", Transposed},
    NameRow{FeedForwardOutBias, "transformer.layers_{l}.linear_3.bias"},
    NameRow{Norm2Weight, "transformer.layers_{l}.norm2.scale"},
    NameRow{Norm2Bias, "transformer.layers_{l}.norm2.bias"},
    NameRow{OutputHiddenWeight, "output_net_0.kernel", Transposed},
    NameRow{OutputHiddenBias, "output_net_0.bias"},
    NameRow{OutputNormWeight, "output_net_1.scale"},
    NameRow{OutputNormBias, "output_net_1.bias"},
    NameRow{OutputLogitsWeight, "output_net_4.kernel", Transposed},
    NameRow{OutputLogitsBias, "output_net_4.bias"},
    NameRow{ClassifierWeight, "classifier.kernel", Transposed},
    NameRow{ClassifierBias, "classifier.bias"},
};

constexpr std::string_view layerMark = "{l}";
constexpr int mostLayers = 100000;  // a number of more digits is no layer's

/// The layer in a name of this pattern, or -1 where the pattern has none; nothing: another name.
std::optional<int> layerIn(std::string_view pattern, std::string_view name) {
    const size_t at = pattern.find(layerMark);
    if (at == std::string_view::npos) return name == pattern ? std::optional(-1) : std::nullopt;
    const std::string_view behind = pattern.substr(at + layerMark.size());
    if (!name.starts_with(pattern.substr(0, at)) || !name.ends_with(behind) ||
        name.size() <= at + behind.size())
        return std::nullopt;
    const std::string_view number = name.substr(at, name.size() - at - behind.size());
    if (number.size() > 1 && number[0] == '0') return std::nullopt;
    int layer = 0;
    for (const char c : number) {
        if (c < '0' || c > '9' || layer >= mostLayers) return std::nullopt;
        layer = 10 * layer + (c - '0');
    }
    return layer;
}

}  // namespace

constexpr NameFamily notebookNames{"PyTorch", notebookRows};
constexpr NameFamily flaxNames{"Flax", flaxRows};

bool isBuffer(std::string_view name, size_t rank) {
    constexpr std::array endings{".attn.masked_bias", ".attn.mask", ".attn.IGNORE", "position_ids",
                                 "rotary_emb.inv_freq"};
    const auto ends = [&](const char* ending) { return name.ends_with(ending); };
    // GPT-2's causal mask is called a bias, [1, 1, T, T].
    return std::ranges::any_of(endings, ends) || (name.ends_with(".attn.bias") && rank == 4);
}

bool beginsLike(const NameFamily& family, std::string_view name) {
    const auto first = [](std::string_view path) { return path.substr(0, path.find('.')); };
    return std::ranges::any_of(family.rows,
                               [&](const NameRow& row) { return first(row.pattern) == first(name); });
}

std::optional<NamedParameter> parameterNamed(const NameFamily& family, std::string_view name) {
    for (const NameRow& row : family.rows)
        if (const std::optional<int> layer = layerIn(row.pattern, name))
            return NamedParameter{row.role, *layer, row.transform};
    return std::nullopt;
}

std::string nameIn(const NameFamily& family, Role role, int layer) {
    const auto row =
        std::ranges::find_if(family.rows, [&](const NameRow& candidate) { return candidate.role == role; });
    return row == family.rows.end() ? std::string() : filledName(row->pattern, layer);
}

std::string nameIn(const NameFamily& family, const std::string& ours) {
    const auto known = parameterNamed(notebookNames, ours);
    if (!known) return {};
    std::string whole = nameIn(family, known->role, known->layer);
    if (!whole.empty() || (known->role != Role::QkvWeight && known->role != Role::QkvBias)) return whole;
    const bool isWeight = known->role == Role::QkvWeight;
    std::string names;
    for (const Role role :
         {isWeight ? Role::QueryWeight : Role::QueryBias, isWeight ? Role::KeyWeight : Role::KeyBias,
          isWeight ? Role::ValueWeight : Role::ValueBias})
        names += (names.empty() ? "" : ", ") + nameIn(family, role, known->layer);
    return names;
}

}  // namespace attx
