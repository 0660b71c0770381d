#include "model/attribute/assumptions_of_methods.h"

#include <algorithm>
#include <array>

#include "model/data/vectoriser.h"
#include "model/files/translatable.h"
#include "model/network/program.h"
#include "model/network/program_analysis.h"

namespace attx {
namespace {

/// Is the tensor made of embeddings or features by linear layers and sums alone?
bool isLinear(const Program& program, TensorId tensor) {
    const std::vector<size_t> writers = writersOfTensors(program, program.ops);
    struct Reach {
        const Program& program;
        const std::vector<size_t>& writers;
        bool from(TensorId id) const { return std::visit(*this, program.ops[writers[id]]); }
        bool operator()(const Embed&) const { return true; }
        bool operator()(const LoadFeatures&) const { return true; }
        bool operator()(const Linear& op) const { return from(op.x); }
        bool operator()(const Prepend& op) const { return from(op.x); }
        bool operator()(const AddPositions& op) const { return from(op.x); }
        bool operator()(const Add& op) const { return from(op.residual) && from(op.x); }
        bool operator()(const Dropout& op) const { return from(op.x); }
        bool operator()(const Activate&) const { return false; }
        bool operator()(const Multiply&) const { return false; }
        bool operator()(const ShareKeys& op) const { return from(op.q); }
        bool operator()(const Rotate& op) const { return from(op.x); }
        bool operator()(const Attention&) const { return false; }
        bool operator()(const Norm&) const { return false; }
        bool operator()(const Pool&) const { return false; }
        bool operator()(const CrossEntropy&) const { return false; }
    };
    return Reach{program, writers}.from(tensor);
}

/// Does the operation treat keys by their places?
bool knowsOrder(const Op& op) {
    struct Knows {
        bool operator()(const Embed&) const { return false; }
        bool operator()(const LoadFeatures&) const { return false; }
        bool operator()(const Linear&) const { return false; }
        bool operator()(const Prepend&) const { return false; }
        bool operator()(const AddPositions&) const { return false; }
        bool operator()(const Add&) const { return false; }
        bool operator()(const Dropout&) const { return false; }
        bool operator()(const Activate&) const { return false; }
        bool operator()(const Multiply&) const { return false; }
        bool operator()(const ShareKeys&) const { return false; }
        bool operator()(const Rotate&) const { return true; }
        bool operator()(const Attention& attention) const { return attention.causal || attention.alibi; }
        bool operator()(const Norm&) const { return false; }
        bool operator()(const Pool&) const { return false; }
        bool operator()(const CrossEntropy&) const { return false; }
    };
    return std::visit(Knows(), op);
}

struct Row {
    Assumes assumed;
    bool (*holds)(const Program& program, SampleKind samples);
    const char* otherwise;
};
constexpr std::array assumptionRows{
    Row{Assumes::LinearFirstLayer,
        [](const Program& program, SampleKind) { return isLinear(program, program.blocks.front().qkv); },
        ATTX_TR("model",
                "Something that is not linear stands between the embedding and the first layer's queries "
                "and keys, so that a score is no sum of terms.")},
    Row{Assumes::UnknownToken,
        [](const Program& program, SampleKind samples) {
            return samples != SampleKind::Text || program.config.inputDim > program.config.unknownToken;
        },
        ATTX_TR("model",
                "The baseline of a text is its unknown token, [UNK], which this network does not have.")},
    Row{Assumes::OrderFreeKeys,
        [](const Program& program, SampleKind) { return !std::ranges::any_of(program.ops, knowsOrder); },
        ATTX_TR("model", "Attention knows the order of the positions.")},
};

}  // namespace

const char* whyNotAssumed(Assumes assumed, const Program& program, SampleKind samples) {
    for (const Row& row : assumptionRows)
        if ((unsigned(assumed) & unsigned(row.assumed)) != 0 && !row.holds(program, samples))
            return row.otherwise;
    return nullptr;
}

const char* whyNotAssumed(Assumes assumed, const NetworkConfig& network, SampleKind samples) {
    return assumed == Assumes::Nothing ? nullptr : whyNotAssumed(assumed, buildProgram(network, 1), samples);
}

}  // namespace attx
