#include "model/config/architecture.h"

#include <algorithm>
#include <array>

#include "model/config/task.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr auto architectureTable = std::to_array<KnownArchitecture>({
    {.label = ATTX_TR("model", "as in the notebooks")},
    {.label = ATTX_TR("model", "pre-norm"), .normFirst = true},
    {.label = ATTX_TR("model", "like GPT-2"),
     .normFirst = true,
     .activation = Activation::GeluTanh,
     .positions = Positions::Learned,
     .causal = true,
     .tiedOutput = true,
     .pooling = PoolingKind::Last},
    {.label = ATTX_TR("model", "like BERT"),
     .embeddingNorm = true,
     .activation = Activation::Gelu,
     .positions = Positions::Learned,
     .classToken = true,
     .pooling = PoolingKind::First,
     .pooler = Pooler::Tanh},
    {.label = ATTX_TR("model", "like Llama"),
     .norm = NormKind::Rms,
     .normFirst = true,
     .activation = Activation::Swiglu,
     .positions = Positions::Rotary,
     .causal = true,
     .bias = false,
     .pooling = PoolingKind::Last},
    {.label = ATTX_TR("model", "attention only"),
     .norm = NormKind::None,
     .positions = Positions::Learned,
     .causal = true,
     .feedForward = false},
});

}  // namespace

std::span<const KnownArchitecture> knownArchitectures() { return architectureTable; }

void choose(const KnownArchitecture& known, RunConfig& config) {
    NetworkConfig& network = config.network;
    const bool ordered = !isSets(config.data);
    network.norm = known.norm;
    network.normFirst = known.normFirst;
    network.finalNorm = FinalNorm::Auto;
    network.embeddingNorm = known.embeddingNorm;
    network.activation = known.activation;
    const Positions usual = presetByName(infoOf(config.data.task).preset).network.positions;
    network.positions = ordered ? known.positions.value_or(usual) : Positions::None;
    // A language model that looked ahead would see the token that it has to predict.
    network.causal = ordered && (known.causal || asksNextToken(config.data));
    network.bias = known.bias;
    network.kvHeads = network.tokenTypes = 0;
    const bool pooled = answersOf(config.data) == OutputKind::Pooled;
    network.classToken = pooled && known.classToken;
    network.pooling = pooled ? known.pooling : PoolingKind::Max;
    network.pooler = pooled ? known.pooler : Pooler::None;
    network.poolerDim = 0;
    if (!known.feedForward)
        network.dimFeedforward = 0;
    else if (network.dimFeedforward == 0)
        network.dimFeedforward = 2 * network.modelDim;
    tieNetworkToData(config);
    network.tiedOutput = known.tiedOutput && network.embeddingTable && network.input == InputKind::Tokens &&
                         network.numClasses == network.inputDim;
}

const KnownArchitecture* architectureOf(const RunConfig& config) {
    const auto found = std::ranges::find_if(architectureTable, [&](const KnownArchitecture& known) {
        RunConfig chosen = config;
        choose(known, chosen);
        return chosen.network == config.network;
    });
    return found == architectureTable.end() ? nullptr : found;
}

}  // namespace attx
