// The kinds of norm, a row each. New ones begin here and in config.h.
#pragma once
#include <array>

#include "model/config/config.h"
#include "model/files/translatable.h"

namespace attx {

/// A kind of norm: (x - mean) / sqrt(mean of (x - mean)² + eps) weight + bias.
struct NormInfo {
    NormKind kind;
    bool centred = false;  ///< Whether the mean is subtracted; else it counts as 0.
    bool hasBias = false;  ///< Whether a bias is added.
    const char* name;      ///< Spelling in JSON.
    const char* label;     ///< Words in the form, in English.
};

inline constexpr std::array normTable{
    NormInfo{.kind = NormKind::Layer,
             .centred = true,
             .hasBias = true,
             .name = "layer",
             .label = ATTX_TR("model", "LayerNorm")},
    NormInfo{.kind = NormKind::LayerNoBias,
             .centred = true,
             .name = "layer_no_bias",
             .label = ATTX_TR("model", "LayerNorm without bias")},
    NormInfo{.kind = NormKind::Rms, .name = "rms", .label = ATTX_TR("model", "RMSNorm")},
    NormInfo{.kind = NormKind::None, .name = "none", .label = ATTX_TR("model", "none")},
};

constexpr bool everyNormHasItsRow() {
    for (size_t i = 0; i < normTable.size(); ++i)
        if (normTable[i].kind != static_cast<NormKind>(i)) return false;
    return normTable.back().kind == NormKind::None;
}
static_assert(everyNormHasItsRow(), "a row for each NormKind, in their order");

[[nodiscard]] constexpr const NormInfo& infoOf(NormKind kind) { return normTable[size_t(kind)]; }

}  // namespace attx
