#include "model/native/decoder.h"

#include <algorithm>
#include <variant>

#include "model/files/error.h"
#include "model/native/instruction_set.h"
#include "model/network/program_analysis.h"
#include "model/network/session_input.h"

namespace attx {
namespace {

int64_t cacheFloats(const NetworkConfig& network, int context) {
    return int64_t{2} * network.numLayers * network.numHeads * network.headDim() * context;
}

int64_t probabilityFloats(const NetworkConfig& network, int context) {
    return int64_t{Decoder::mostAtOnce} * network.numLayers * network.numHeads * context;
}

}  // namespace

std::string whyNotDecoder(const NetworkConfig& network) {
    if (network.input != InputKind::Tokens)
        return "The network reads vectors, not tokens, so that it writes none. Take a causal network of "
               "tokens, such as GPT-2.";
    constexpr const char* remedy =
        ", so that it cannot write. Take a causal network that answers at each position "
        "(network.causal=true), such as GPT-2.";
    const std::string encoder = "The network is an encoder, ";
    if (!network.causal) return encoder + "which reads what is behind a token too" + remedy;
    if (network.output != OutputKind::Positions)
        return encoder + "whose answer is one for the whole text" + remedy;
    if (network.numClasses != network.inputDim)
        return "The network reads " + std::to_string(network.inputDim) + " tokens and answers with " +
               std::to_string(network.numClasses) +
               " classes, so that its answers are no tokens that it could go on from.";
    return {};
}

/// One pass over the program: `count` rows from position `position` on.
struct Decoder::Row {
    Decoder& d;
    std::span<const int32_t> tokens;
    int64_t position;

    [[nodiscard]] int64_t count() const { return int64_t(tokens.size()); }
    [[nodiscard]] float* value(TensorId id) const { return d.values_[id].data(); }
    [[nodiscard]] int width(TensorId id) const { return int(d.width(id)); }
    [[nodiscard]] int64_t elements(TensorId id) const { return count() * width(id); }
    [[nodiscard]] const float* parameter(ParameterId id) const {
        return d.parameters_->data() + d.program_.parameters[id].offset;
    }
    [[nodiscard]] const float* parameter(std::optional<ParameterId> id) const {
        return id ? parameter(*id) : nullptr;
    }
    void copy(TensorId x, TensorId y) const { std::copy_n(value(x), elements(x), value(y)); }

    void operator()(const Embed& op) const {
        const auto categories = d.program_.parameters[op.weight].size() / int64_t{width(op.y)};
        const std::vector<int32_t> types(op.types ? tokens.size() : 0);  // all of the first type
        d.kernels_.embedForward(value(op.y), op.types ? types.data() : tokens.data(), parameter(op.weight),
                                parameter(op.bias), count(), int(categories), width(op.y), {});
    }
    void operator()(const Linear& op) const {
        if (count() == 1)
            d.kernels_.linearRow(value(op.y), value(op.x), parameter(op.weight), parameter(op.bias),
                                 width(op.x), width(op.y));
        else
            d.kernels_.linearForward(value(op.y), value(op.x), parameter(op.weight), parameter(op.bias),
                                     d.scratch_.data(), count(), width(op.x), width(op.y), false);
    }
    void operator()(const AddPositions& op) const {
        const float* table = op.table ? parameter(*op.table) : d.sinusoids_.data();
        d.kernels_.addPeriodic(value(op.y), value(op.x), table + position * width(op.y), elements(op.y),
                               elements(op.y));
    }
    void operator()(const Rotate& op) const {
        const int HS = width(op.y) / op.heads / 3;
        const auto at = position * (HS / 2);
        d.kernels_.rotate(value(op.y), value(op.x), d.turns_.cosines.data() + at, d.turns_.sines.data() + at,
                          1, int(count()), op.heads, HS, false);
    }
    void operator()(const ShareKeys& op) const {
        const int NH = op.heads, HS = width(op.q) / NH;
        for (int64_t row = 0; row < count(); ++row)
            for (int head = 0; head < NH; ++head) {
                const int64_t shared = row * width(op.k) + int64_t{head * op.kvHeads / NH} * HS;
                float* to = value(op.y) + row * width(op.y) + int64_t{3} * head * HS;
                to = std::copy_n(value(op.q) + row * width(op.q) + int64_t{head} * HS, HS, to);
                to = std::copy_n(value(op.k) + shared, HS, to);
                std::copy_n(value(op.v) + shared, HS, to);
            }
    }
    void operator()(const Attention& op) const {
        const auto layer = size_t(layerOf(d.program_, op));
        const int64_t HS = width(op.y) / op.heads, context = d.context();
        for (int64_t row = 0; row < count(); ++row)
            for (int64_t head = 0; head < op.heads; ++head) {
                const float* qkv = value(op.qkv) + row * width(op.qkv) + 3 * head * HS;
                const int64_t own = head * HS * context;
                float *keys = d.keys_[layer].data() + own, *values = d.kept_[layer].data() + own;
                for (int64_t i = 0; i < HS; ++i) {
                    keys[i * context + position + row] = qkv[HS + i];
                    values[i * context + position + row] = qkv[2 * HS + i];
                }
                const double slope = op.alibi ? alibiSlope(int(head), op.heads) : 0;
                d.kernels_.attentionRow(
                    value(op.y) + row * width(op.y) + head * HS,
                    d.probabilities_.data() +
                        ((row * d.program_.config.numLayers + int64_t(layer)) * op.heads + head) * context,
                    qkv, keys, values, context, int(position + row) + 1, int(HS), float(slope));
            }
    }
    void operator()(const Norm& op) const {
        d.kernels_.normForward(value(op.y), value(op.stats), value(op.x), nullptr, parameter(op.weight),
                               parameter(op.bias), op.eps, op.centred, count(), width(op.y), false);
    }
    void operator()(const Add& op) const {
        d.kernels_.addPeriodic(value(op.y), value(op.residual), value(op.x), elements(op.y), elements(op.y));
    }
    void operator()(const Multiply& op) const {
        d.kernels_.multiply(value(op.y), value(op.a), value(op.b), elements(op.y));
    }
    void operator()(const Activate& op) const {
        d.kernels_.activateForward(value(op.y), value(op.x), elements(op.y), op.kind);
    }
    void operator()(const Dropout& op) const { copy(op.x, op.y); }
    void operator()(const CrossEntropy&) const {}
    // What a network that can write does not have.
    void operator()(const LoadFeatures&) const {}
    void operator()(const Prepend&) const {}
    void operator()(const Pool&) const {}
};

int64_t Decoder::memoryBytes(const NetworkConfig& network, int context) {
    const int64_t widest = int64_t{network.numClasses} + int64_t{network.dimFeedforward} * 4 +
                           int64_t{network.numHeads} * network.headDim() * 8 + int64_t{network.modelDim} * 8;
    return int64_t{sizeof(float)} * (cacheFloats(network, context) + probabilityFloats(network, context) +
                                     int64_t{mostAtOnce} * network.numLayers * widest);
}

Decoder::Decoder(const NetworkConfig& network, std::shared_ptr<const std::vector<float>> parameters,
                 int context)
    : program_([&] {
          if (const std::string why = whyNotDecoder(network); !why.empty()) throw inputError(why);
          return buildProgram(network, context);
      }()),
      parameters_(std::move(parameters)),
      kernels_(activeKernels()),
      turns_(rotaryTurns(program_)),
      probabilities_(size_t(probabilityFloats(network, context))) {
    requireParameters(program_, *parameters_);
    if (network.positions == Positions::Sinusoidal)
        sinusoids_ = positionalEncoding(context, network.modelDim);
    for (size_t id = 0; id < program_.tensors.size(); ++id) {
        const bool isMap =
            std::ranges::find(program_.attention, static_cast<TensorId>(id)) != program_.attention.end();
        values_.emplace_back(isMap ? 0 : size_t{mostAtOnce} * width(static_cast<TensorId>(id)));
    }
    const auto layers = size_t(network.numLayers);
    const auto each = size_t(cacheFloats(network, context)) / layers / 2;
    keys_.assign(layers, std::vector<float>(each));
    kept_.assign(layers, std::vector<float>(each));
    int64_t floats = 0;
    for (const Op& op : program_.ops)
        if (const auto* linear = std::get_if<Linear>(&op))
            floats = std::max(floats, linearScratch(int(width(linear->x)), int(width(linear->y))));
    scratch_.resize(floats);
}

size_t Decoder::width(TensorId id) const { return size_t(program_.tensors[id].shape.back()); }

void Decoder::read(std::span<const int32_t> tokens) {
    if (tokens.empty() || tokens.size() > size_t{mostAtOnce})
        throw inputError("Expected 1 to " + std::to_string(mostAtOnce) + " tokens to read at a time, found " +
                         std::to_string(tokens.size()) + ".");
    if (const int room = context() - length_; static_cast<int>(tokens.size()) > room)
        throw inputError("The network reads " + std::to_string(context()) + " tokens, has room for " +
                         std::to_string(room) + " more, and was given " + std::to_string(tokens.size()) +
                         ".");
    for (const int32_t token : tokens)
        if (token < 0 || token >= program_.config.inputDim)
            throw inputError("Expected tokens from 0 to " + std::to_string(program_.config.inputDim - 1) +
                             ", found " + std::to_string(token) + ".");
    const Row rows{*this, tokens, length_};
    for (const Op& op : program_.ops) std::visit(rows, op);
    first_ = length_;
    length_ += int(tokens.size());
}

std::span<const float> Decoder::logits(int i) const {
    const size_t V = width(program_.logits);
    return std::span(values_[program_.logits]).subspan(size_t(i) * V, V);
}

std::span<const float> Decoder::attention(int i, int layer, int head) const {
    const NetworkConfig& network = program_.config;
    const auto row = size_t((i * network.numLayers + layer) * network.numHeads + head);
    return std::span(probabilities_).subspan(row * size_t(context()), size_t(first_ + i) + 1);
}

}  // namespace attx
