#include "model/network/program.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "model/config/norm.h"
#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/files/named_array.h"
#include "model/network/by_hand.h"

namespace attx {
namespace {

/// Weight and bias of a layer.
struct Roles {
    Role weight, bias;
};

/// Collects tensors, parameters and operations while the network is written down.
class Builder {
public:
    explicit Builder(const NetworkConfig& config, int length) {
        program_.config = config, program_.length = config.positionsFor(length);
    }

    /// A tensor [T, width].
    TensorId rows(std::string name, int width) { return tensor(std::move(name), {program_.length, width}); }
    /// The same without a class token.
    TensorId givenRows(std::string name, int width) {
        return tensor(std::move(name), {program_.given(), width});
    }
    TensorId tensor(std::string name, std::vector<int64_t> shape) {
        program_.tensors.push_back({std::move(name), std::move(shape)});
        return static_cast<TensorId>(program_.tensors.size()) - 1;
    }
    ParameterId parameter(Role role, std::vector<int64_t> shape, Init init, int64_t fanIn = 0,
                          int64_t fanOut = 0) {
        const auto id = static_cast<ParameterId>(program_.parameters.size());
        int layer = -1;
        if (roleInfo(role).inLayer()) {
            Block& block = program_.blocks.back();
            layer = block.layer;
            block.parameters[size_t(role)] = id;
        }
        program_.parameters.push_back({parameterName(role, layer), std::move(shape),
                                       program_.parameterCount(), init, fanIn, fanOut, role, layer});
        return id;
    }
    /// Weight and bias of a linear layer; those inside of encoder layers may have none.
    std::pair<ParameterId, std::optional<ParameterId>> linearParameters(Roles roles, int in, int out,
                                                                        bool xavier) {
        xavier |= program_.config.initialisation == Initialisation::Keras;
        const ParameterId weight =
            parameter(roles.weight, {out, in}, xavier ? Init::XavierUniform : Init::LinearDefault, in, out);
        if (roleInfo(roles.bias).inLayer() && !program_.config.bias) return {weight, std::nullopt};
        return {weight, parameter(roles.bias, {out}, xavier ? Init::Zero : Init::LinearDefault, in, out)};
    }
    /// Adds an operation; returns what it makes.
    template <class Kind>
    TensorId put(const Kind& op) {
        program_.ops.emplace_back(op);
        return op.y;
    }
    /// A tensor of the shape of x.
    TensorId like(TensorId x, std::string name) { return tensor(std::move(name), program_.tensors[x].shape); }
    /// nn.Linear of x [..., in] -> a new tensor `name` [..., out].
    TensorId linear(Roles roles, const std::string& name, TensorId x, int in, int out, bool xavier) {
        const auto [weight, bias] = linearParameters(roles, in, out, xavier);
        const TensorId y = like(x, name);
        program_.tensors[y].shape.back() = out;
        return put(Linear{x, y, weight, bias});
    }
    /// x [..., C] times the embedding table, with a bias or without: a new tensor `name` [..., V].
    TensorId tied(const std::string& name, TensorId x) {
        const ParameterId table = program_.of(Role::EmbeddingTable);
        std::optional<ParameterId> bias;
        if (program_.config.outputTransform)
            bias = parameter(Role::ClassifierBias, {program_.config.inputDim}, Init::Zero);
        const TensorId y = like(x, name);
        program_.tensors[y].shape.back() = program_.config.inputDim;
        return put(Linear{x, y, table, bias});
    }
    TensorId add(const std::string& name, TensorId residual, TensorId x) {
        return put(Add{residual, x, like(x, name)});
    }
    TensorId multiply(const std::string& name, TensorId a, TensorId b) {
        return put(Multiply{a, b, like(a, name)});
    }
    TensorId activate(const std::string& name, TensorId x, Activation kind) {
        return put(Activate{x, like(x, name), kind});
    }
    DropoutSite site(double p) { return {static_cast<float>(p), nextSite_++}; }
    TensorId dropout(const std::string& name, TensorId x, double p) {
        return put(Dropout{x, like(x, name), site(p)});
    }
    /// The norm of x: a new tensor [T, C] of this name and suffix.
    TensorId norm(Roles roles, const std::string& name, TensorId x, NormKind kind = NormKind::Layer,
                  const char* suffix = "") {
        const int width = program_.config.modelDim;
        const auto eps = float(program_.config.layerNormEps);
        const ParameterId weight = parameter(roles.weight, {width}, Init::One);
        std::optional<ParameterId> bias;
        if (infoOf(kind).hasBias) bias = parameter(roles.bias, {width}, Init::Zero);
        const TensorId stats = rows(name + ".stats", 2), y = like(x, name + suffix);
        return put(Norm{x, y, stats, weight, bias, eps, infoOf(kind).centred});
    }
    /// The next encoder layer; the parameters that follow belong to it, if their roles are a layer's.
    Block& beginLayer() {
        Block& block = program_.blocks.emplace_back();
        block.layer = int(program_.blocks.size()) - 1;
        block.parameters.fill(-1);
        return block;
    }
    Program& program() { return program_; }

private:
    Program program_;
    uint32_t nextSite_ = 0;
};

TensorId buildInput(Builder& b, const NetworkConfig& c) {
    TensorId x;
    if (c.input == InputKind::Tokens && c.embeddingTable) {
        const ParameterId weight =
            b.parameter(Role::EmbeddingTable, {c.inputDim, c.modelDim}, Init::Embedding);
        x = b.put(Embed{b.givenRows("input", c.modelDim), weight, std::nullopt, b.site(c.inputDropout)});
    } else if (c.input == InputKind::Tokens) {
        const auto [weight, bias] =
            b.linearParameters({Role::InputWeight, Role::InputBias}, c.inputDim, c.modelDim, false);
        x = b.put(Embed{b.givenRows("input", c.modelDim), weight, bias, b.site(c.inputDropout)});
    } else {
        const TensorId loaded = b.put(LoadFeatures{b.givenRows("features.loaded", c.inputDim)});
        const TensorId features = b.program().features = b.dropout("features", loaded, c.inputDropout);
        x = b.linear({Role::InputWeight, Role::InputBias}, "input", features, c.inputDim, c.modelDim, false);
    }
    if (c.input == InputKind::Tokens && c.tokenTypes > 0) {
        const ParameterId table = b.parameter(Role::TokenTypes, {c.tokenTypes, c.modelDim}, Init::Normal);
        b.program().types = b.put(Embed{b.givenRows("types", c.modelDim), table, std::nullopt, {}, true});
        x = b.add("typed", x, b.program().types);
    }
    if (c.classToken)
        x = b.put(Prepend{x, b.rows("with.class_token", c.modelDim),
                          b.parameter(Role::ClassToken, {c.modelDim}, Init::Normal)});
    b.program().embedded = x;
    if (c.positions == Positions::Sinusoidal || c.positions == Positions::Learned) {
        AddPositions op{x, b.rows("positioned", c.modelDim)};
        if (c.positions == Positions::Learned)
            op.table = b.parameter(Role::PositionTable, {c.maxPositions, c.modelDim}, Init::Normal);
        x = b.put(op);
    }
    b.program().positioned = x;
    if (c.embeddingNorm)
        x = b.norm({Role::EmbeddingNormWeight, Role::EmbeddingNormBias}, "embedding.normed", x);
    return x;
}

struct Fans {
    int64_t in, out;
};
/// Keras's MultiHeadAttention holds queries, keys and values as three EinsumDense of kernels [C, NH, HS], and
/// its output as one of [NH, HS, C]. GlorotUniform takes kernels of three axes for those of convolutions
/// (keras/src/initializers/random_initializers.py, compute_fans): all but the last two axes are the receptive
/// field R, and the fans are R times the last two. For q, k, v: C NH and C HS; for the output: NH HS and NH
/// C.
void asKerasAttention(Program& program, const Block& block, Role role, Fans fans) {
    if (program.config.initialisation != Initialisation::Keras) return;
    ParameterInfo& weight = program.parameters[block.of(role)];
    weight.fanIn = fans.in;
    weight.fanOut = fans.out;
}

ParameterRange rangeOf(const ParameterInfo& p) { return {p.offset, p.offset + p.size()}; }

/// The biases of keys (`part` 1) or values (2), those of each head once.
std::vector<ParameterRange> biasesOfHeads(const Program& program, const Block& block, int part) {
    const NetworkConfig& c = program.config;
    std::vector<ParameterRange> ranges;
    for (int head = 0; head < c.numHeads; head += c.sharesKeys() ? c.numHeads / c.kvHeads : 1) {
        const HeadRows rows = headRows(c, head, part);
        const int64_t first = program.parameters[block.of(rows.bias)].offset + rows.first;
        ranges.push_back({first, first + c.headDim()});
    }
    return ranges;
}

/// What attention writes, from what queries, keys and values are made of.
TensorId buildAttention(Builder& b, const NetworkConfig& c, Block& block, const std::string& name) {
    const int T = b.program().length, C = c.modelDim, heads = c.numHeads * c.headDim();
    const auto projected = [&](Roles roles, const char* what, int width) {
        return b.linear(roles, name + what, block.attentionInput, C, width, true);
    };
    if (c.sharesKeys()) {
        const int shared = c.kvHeads * c.headDim();
        const TensorId q = projected({Role::QueryWeight, Role::QueryBias}, "q", heads),
                       k = projected({Role::KeyWeight, Role::KeyBias}, "k", shared),
                       v = projected({Role::ValueWeight, Role::ValueBias}, "v", shared);
        asKerasAttention(b.program(), block, Role::QueryWeight, {c.numHeads * C, c.headDim() * C});
        for (const Role role : {Role::KeyWeight, Role::ValueWeight})
            asKerasAttention(b.program(), block, role, {c.kvHeads * C, c.headDim() * C});
        block.qkv = b.put(ShareKeys{q, k, v, b.rows(name + "qkv", 3 * heads), c.numHeads, c.kvHeads});
    } else {
        block.qkv = projected({Role::QkvWeight, Role::QkvBias}, "qkv", 3 * heads);
        asKerasAttention(b.program(), block, Role::QkvWeight, {c.numHeads * C, c.headDim() * C});
    }
    if (c.positions == Positions::Rotary)
        block.qkv = b.put(Rotate{block.qkv, b.like(block.qkv, name + "turned"), c.numHeads, c.rotaryBase});
    block.probabilities = b.tensor("attention." + std::to_string(block.layer), {c.numHeads, T, T});
    block.mixed = b.put(Attention{block.qkv, block.probabilities, b.rows(name + "values", heads), c.numHeads,
                                  c.maskPadding, c.causal, c.positions == Positions::Alibi});
    b.program().attention.push_back(block.probabilities);
    if (c.bias && c.positions != Positions::Rotary)  // turned, keys are not shifted alike
        std::ranges::copy(biasesOfHeads(b.program(), block, 1),
                          std::back_inserter(b.program().withoutGradient));
    const TensorId attended = b.linear({Role::AttentionOutputWeight, Role::AttentionOutputBias},
                                       name + "attended", block.mixed, heads, C, true);
    asKerasAttention(b.program(), block, Role::AttentionOutputWeight, {heads, c.numHeads * C});
    return attended;
}

TensorId buildEncoderLayer(Builder& b, const NetworkConfig& c, TensorId x) {
    Block& block = b.beginLayer();
    const std::string name = "layers." + std::to_string(block.layer) + ".";
    const bool any = c.norm != NormKind::None, before = any && c.normFirst, behind = any && !c.normFirst;
    const auto normed = [&](bool wanted, Roles roles, const char* number, TensorId from) {
        return wanted ? b.norm(roles, name + "norm" + number, from, c.norm) : from;
    };
    const Roles norm1{Role::Norm1Weight, Role::Norm1Bias}, norm2{Role::Norm2Weight, Role::Norm2Bias};

    block.input = x;
    block.attentionInput = normed(before, norm1, "1", x);
    block.attended = buildAttention(b, c, block, name);
    // Parameters in PyTorch's order of modules (linear_net before the norms) would need the norms
    // declared late; the order of names in the flat buffer is free, so it follows the data instead.
    // A linear layer keeps its result behind dropout, unless a norm behind the sum does the dropout.
    const TensorId attended = b.dropout(name + "attended.dropped", block.attended, c.dropout);
    if (!behind) block.attended = attended;
    block.attentionSum = b.add(name + "sum1", x, attended);
    block.mid = normed(behind, norm1, "1", block.attentionSum);
    if (c.dimFeedforward == 0) return block.output = block.mid;

    const TensorId read = normed(before, norm2, "2", block.mid);
    const auto inner = [&](Roles roles, const char* what) {
        return b.linear(roles, name + what, read, c.modelDim, c.dimFeedforward, false);
    };
    const TensorId linear = inner({Role::FeedForwardInWeight, Role::FeedForwardInBias}, "hidden.linear");
    const TensorId gate =
        isGated(c.activation) ? inner({Role::GateWeight, Role::GateBias}, "hidden.gate") : linear;
    TensorId active = b.activate(name + "hidden.active", gate, elementwise(c.activation));
    if (isGated(c.activation)) active = b.multiply(name + "hidden.gated", active, linear);
    block.hidden = b.dropout(name + "hidden", active, c.dropout);
    block.fed = b.linear({Role::FeedForwardOutWeight, Role::FeedForwardOutBias}, name + "fed", block.hidden,
                         c.dimFeedforward, c.modelDim, false);
    const TensorId fed = b.dropout(name + "fed.dropped", block.fed, c.dropout);
    if (!behind) block.fed = fed;
    block.fedSum = b.add(name + "sum2", block.mid, fed);
    return block.output = normed(behind, norm2, "2", block.fedSum);
}

/// What is added to every member's state alike in front of a linear layer that has a logit for each: the bias
/// of a norm, or of the last layer's linear maps where nothing else stands between.
std::vector<ParameterRange> sharedShifts(const Program& program) {
    const NetworkConfig& c = program.config;
    const Block& last = program.blocks.back();
    const auto all = [&](ParameterId id) { return rangeOf(program.parameters[id]); };
    if (c.hasFinalNorm() || (c.norm != NormKind::None && !c.normFirst)) {
        if (!infoOf(c.norm).hasBias) return {};
        const Role role = c.hasFinalNorm()       ? Role::FinalNormBias
                          : c.dimFeedforward > 0 ? Role::Norm2Bias
                                                 : Role::Norm1Bias;
        return {all(program.of(role, c.hasFinalNorm() ? -1 : last.layer))};
    }
    if (!c.bias || c.dropout > 0) return {};  // dropout shifts members differently
    if (c.dimFeedforward > 0) return {all(last.of(Role::FeedForwardOutBias))};
    std::vector<ParameterRange> ranges{all(last.of(Role::AttentionOutputBias))};
    std::ranges::copy(biasesOfHeads(program, last, 2),  // the weights of a query add up to 1
                      std::back_inserter(ranges));
    return ranges;
}

/// In the order of Pooler; None has none.
constexpr Activation activationsOfPoolers[] = {
    {}, Activation::Tanh, Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu};

/// Logits [..., num_classes] by one linear layer of x [..., width]; tied, by the embedding table.
TensorId buildClassifier(Builder& b, const NetworkConfig& c, TensorId x) {
    if (c.tiedOutput) return b.tied("logits", x);
    const auto width = int(b.program().tensors[x].shape.back());
    return b.linear({Role::ClassifierWeight, Role::ClassifierBias}, "logits", x, width, c.numClasses, false);
}

/// Logits [num_classes] of what is pooled from x [T, C].
TensorId buildPooledOutput(Builder& b, const NetworkConfig& c, TensorId x) {
    const int C = c.joinsPositions() ? c.maxPositions * c.modelDim : c.modelDim;
    Program& program = b.program();
    const TensorId argmax = b.tensor("output.argmax", {C});
    const TensorId pooled =
        b.put(Pool{x, b.tensor("output.pooled.all", {C}), argmax, c.maskPadding, c.pooling});
    TensorId answer = pooled;
    if (c.pooler != Pooler::None)
        answer = b.activate("output.pooler.active",
                            b.linear({Role::PoolerWeight, Role::PoolerBias}, "output.pooler", pooled, C,
                                     c.poolerDim > 0 ? c.poolerDim : c.modelDim, false),
                            activationsOfPoolers[size_t(c.pooler)]);
    answer = b.dropout("output.pooled", answer, c.poolDropout);
    program.pooling = {x, c.pooler == Pooler::None ? answer : pooled, argmax};
    return buildClassifier(b, c, answer);
}

/// Logits [T, num_classes] from x [T, C]: the reference notebooks' output net, a linear layer alone, or one
/// behind a transform.
TensorId buildPositionsOutput(Builder& b, const NetworkConfig& c, TensorId x) {
    const int C = c.modelDim;
    const bool isLinear = c.linearOutput || c.tiedOutput;
    if (isLinear && !c.outputTransform) return buildClassifier(b, c, x);
    const TensorId hidden =
        b.linear({Role::OutputHiddenWeight, Role::OutputHiddenBias}, "output.hidden", x, C, C, false);
    const auto normed = [&](TensorId from, const char* suffix) {
        return b.norm({Role::OutputNormWeight, Role::OutputNormBias}, "output.normed", from, NormKind::Layer,
                      suffix);
    };
    if (isLinear)
        return buildClassifier(
            b, c, normed(b.activate("output.hidden.active", hidden, elementwise(c.activation)), ""));
    const TensorId active =
        b.dropout("output.normed",
                  b.activate("output.normed.active", normed(hidden, ".norm"), Activation::Relu), c.dropout);
    return b.linear({Role::OutputLogitsWeight, Role::OutputLogitsBias}, "logits", active, C, c.numClasses,
                    false);
}

Error missing(Role role, const std::string& where) {
    return inputError(std::string("The network has no ") + roleInfo(role).words + where + ".");
}

}  // namespace

HeadRows headRows(const NetworkConfig& network, int head, int part) {
    const int HS = network.headDim();
    if (!network.sharesKeys()) return {Role::QkvWeight, Role::QkvBias, (3 * head + part) * HS};
    if (part == 0) return {Role::QueryWeight, Role::QueryBias, head * HS};
    const int shared = head * network.kvHeads / network.numHeads;
    return part == 1 ? HeadRows{Role::KeyWeight, Role::KeyBias, shared * HS}
                     : HeadRows{Role::ValueWeight, Role::ValueBias, shared * HS};
}

int64_t TensorInfo::size() const { return elementCount(shape); }
int64_t ParameterInfo::size() const { return elementCount(shape); }

int64_t Program::parameterCount() const {
    return parameters.empty() ? 0 : parameters.back().offset + parameters.back().size();
}

TensorId Program::tensor(const std::string& name) const {
    const auto it = std::ranges::find_if(tensors, [&](const TensorInfo& t) { return t.name == name; });
    if (it == tensors.end()) {
        std::string names;
        for (const TensorInfo& t : tensors) names += (names.empty() ? "" : ", ") + t.name;
        throw inputError("The network has no tensor \"" + name + "\". It has: " + names + ".");
    }
    return static_cast<TensorId>(it - tensors.begin());
}

TensorId Program::layerInput(int layer) const {
    return layer == config.numLayers ? blocks.back().output : blocks.at(layer).input;
}

std::optional<ParameterId> Program::find(Role role, int layer) const {
    const auto it = std::ranges::find_if(
        parameters, [&](const ParameterInfo& p) { return p.role == role && p.layer == layer; });
    if (it == parameters.end()) return std::nullopt;
    return static_cast<ParameterId>(it - parameters.begin());
}

ParameterId Program::of(Role role, int layer) const {
    if (const std::optional<ParameterId> found = find(role, layer)) return *found;
    throw missing(role, layer < 0 ? ""
                                  : " in encoder layer " + std::to_string(layer) + "; it has layers 0 to " +
                                        std::to_string(config.numLayers - 1));
}

const ParameterInfo& Program::parameter(Role role, int layer) const { return parameters[of(role, layer)]; }

ParameterId Block::of(Role role) const {
    const ParameterId id = parameters.at(size_t(role));
    if (id < 0) throw missing(role, " in encoder layer " + std::to_string(layer));
    return id;
}

Program buildProgram(const NetworkConfig& config, int length) {
    if (config.limitsPositions() && config.positionsFor(length) > config.maxPositions)
        throw inputError((config.positions == Positions::Learned ? "The network has a learned table of "
                                                                 : "The answer of the network joins ") +
                         std::to_string(config.maxPositions) + " positions, and a sequence of " +
                         std::to_string(length) +
                         (config.classToken ? " with the class token has more;" : " has more;") +
                         " expected at most " + std::to_string(config.maxPositions) + ".");
    Builder b(config, length);
    TensorId x = buildInput(b, config);
    for (int layer = 0; layer < config.numLayers; ++layer) x = buildEncoderLayer(b, config, x);
    Program& program = b.program();
    if (config.hasFinalNorm())
        x = b.norm({Role::FinalNormWeight, Role::FinalNormBias}, "normed", x, config.norm);
    if (config.output == OutputKind::Pooled) {
        program.logits = buildPooledOutput(b, config, x);
        program.ops.emplace_back(CrossEntropy{program.logits, 1, config.numClasses});
    } else {
        program.logits = buildPositionsOutput(b, config, x);
        const bool set = config.output == OutputKind::Set;
        if (set) {
            if (config.linearOutput)
                std::ranges::copy(sharedShifts(program), std::back_inserter(program.withoutGradient));
            else
                program.cancelling.push_back(rangeOf(program.parameter(Role::OutputNormBias)));
            program.withoutGradient.push_back(rangeOf(
                program.parameter(config.linearOutput ? Role::ClassifierBias : Role::OutputLogitsBias)));
        }
        program.ops.emplace_back(
            CrossEntropy{program.logits, set ? 1 : length, set ? length : config.numClasses});
    }
    return std::move(program);
}

void freeze(Program& program, int layers) {
    if (layers <= 0) return;
    for (const ParameterInfo& p : program.parameters)  // the input's first, then the layers' in order
        if (p.layer >= 0 && p.layer < layers) program.frozen = p.offset + p.size();
    program.withoutGradient.push_back({0, program.frozen});
    std::erase_if(program.cancelling,
                  [&](const ParameterRange& range) { return range.last <= program.frozen; });
}

std::vector<float> initialParameters(const Program& program, uint64_t seed) {
    if (program.config.initialisation == Initialisation::ByHand) return reverseByHand(program);
    std::vector<float> values(size_t(program.parameterCount()));
    uint32_t number = 0;
    for (const ParameterInfo& p : program.parameters) {
        PhiloxSequence random(seed, RandomStream::Parameters, number++);
        float bound = 0;
        if (p.init == Init::XavierUniform) bound = float(std::sqrt(6.0 / double(p.fanIn + p.fanOut)));
        if (p.init == Init::LinearDefault) bound = float(1.0 / std::sqrt(double(p.fanIn)));
        if (p.init == Init::Embedding) bound = 0.05f;
        for (int64_t i = 0; i < p.size(); ++i) {
            float& value = values[p.offset + i];
            value = p.init == Init::One      ? 1.0f
                    : p.init == Init::Normal ? 0.02f * random.normal()
                    : bound == 0             ? 0.0f
                                             : random.uniform(-bound, bound);
        }
    }
    return values;
}

}  // namespace attx
