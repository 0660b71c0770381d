// Networks that one knows by name: each stands for several choices at once.
#pragma once
#include <optional>
#include <span>

#include "model/config/config.h"

namespace attx {

/// As in the reference notebooks, unless it says otherwise.
struct KnownArchitecture {
    const char* label;  ///< Words in the form, in English.
    NormKind norm = NormKind::Layer;
    bool normFirst = false, embeddingNorm = false;
    Activation activation = Activation::Relu;
    std::optional<Positions> positions = {};  ///< Nothing: those of the task's preset are taken.
    bool causal = false, bias = true;
    bool feedForward = true;  ///< false: layers of attention only
    bool tiedOutput = false;  ///< It is chosen where the table has as many tokens as there are classes.
    bool classToken = false;  ///< This and the next two are chosen for pooled answers.
    PoolingKind pooling = PoolingKind::Max;
    Pooler pooler = Pooler::None;
};
[[nodiscard]] std::span<const KnownArchitecture> knownArchitectures();

/// Makes the choices. Sets keep no positions and no causal mask, since they have no order; a feed-forward
/// part that was not there becomes twice as wide as the model.
void choose(const KnownArchitecture& known, RunConfig& config);
/// Null: choices of one's own.
[[nodiscard]] const KnownArchitecture* architectureOf(const RunConfig& config);

}  // namespace attx
