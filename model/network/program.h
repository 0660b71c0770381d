// The network, written once: a list of small operations over named tensors. A backend runs it forward in
// order and backward in reverse order, several operations by one kernel where it can (fuse.h). What each
// operation reads and writes, and what follows from it, says program_analysis.h.
//
// Letters: B sequences in a batch, T tokens (or set members) in a sequence, with a class token one more, C =
// d_model, NH heads, HS width of a head (C / NH, or key_dim), K classes, N rows: B T, or B behind the
// pooling. Every tensor is [B, ...], row-major.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/config/config.h"
#include "model/network/roles.h"

namespace attx {

using TensorId = int;
using ParameterId = int;

/// A tensor that operations write and read. `shape` is that of ONE sequence; B stands in front of it.
struct TensorInfo {
    std::string name;  ///< "logits", "attention.0" [NH, T, T], "layers.0.norm1" [T, C] ...
    std::vector<int64_t> shape;
    [[nodiscard]] int64_t size() const;  ///< elements of one sequence
};

/// How a parameter starts: as PyTorch's modules do, or Keras's (Initialisation).
enum class Init {
    Zero,
    One,
    XavierUniform,  ///< ±sqrt(6 / (fanIn + fanOut)); Glorot & Bengio 2010. The attention's weights; all of
                    ///< Keras's
    LinearDefault,  ///< ±1 / sqrt(fanIn): nn.Linear of PyTorch, weight and bias
    Embedding,      ///< ±0.05: Keras's Embedding
    Normal,         ///< normal, of deviation 0.02 (Devlin et al. 2018; Radford et al. 2018)
};

struct ParameterInfo {
    std::string name;            ///< PyTorch's: "transformer.layers.0.self_attn.qkv_proj.weight"
    std::vector<int64_t> shape;  ///< weights [out, in]
    int64_t offset = 0;          ///< first element in the flat parameter buffer
    Init init = Init::Zero;
    int64_t fanIn = 0, fanOut = 0;  ///< Inputs and outputs as the initialisation counts them
    Role role = Role::None;
    int layer = -1;  ///< Encoder layer, from 0; -1 outside the layers
    [[nodiscard]] int64_t size() const;
};

/// Where and how much dropout: an element survives with probability 1 - p and is scaled by 1/(1-p).
/// Its bit is that of element `index` of the tensor in the whole batch: Philox counter
/// {index / 4, step, site, stream Dropout}, key = seed of the run; kept if word >= p 2^32.
struct DropoutSite {
    float p = 0;
    uint32_t site = 0;  ///< tells the places of dropout in a program apart
};

/// y[N, C] = weight[:, token] + bias: one-hot input through a linear layer, as a row look-up; or
/// y = weight[token, :] of an embedding table, without bias.
/// Input dropout drops the single one of the one-hot vector, which is no tensor: bit of element n (the
/// token's row).
struct Embed {
    TensorId y;
    ParameterId weight;               ///< [C, categories]; of a table [categories, C]
    std::optional<ParameterId> bias;  ///< [C]; absent: `weight` is a table
    DropoutSite inputDropout;
    bool types = false;  ///< Looks up the tokens' types, Table::types, instead of the tokens
};

/// y[N, D] = features: the first operation of a network that reads vectors.
struct LoadFeatures {
    TensorId y;
};

/// y[N, out] = x[N, in] weightᵀ + bias.
struct Linear {
    TensorId x, y;
    ParameterId weight;               ///< [out, in]
    std::optional<ParameterId> bias;  ///< [out]
};

/// y = x behind a row of its own, the class token, which is position 0.
struct Prepend {
    TensorId x, y;      ///< [T - 1, C], [T, C]
    ParameterId token;  ///< [C]
};

/// y = x + positions, where positions [T, C] is the sine/cosine table, see positions.h, or the first rows of
/// a table of parameters.
struct AddPositions {
    TensorId x, y;
    std::optional<ParameterId> table = {};  ///< [T or more, C]
};

/// y = x, but that queries and keys are turned by their positions t, from 0, Su et al. 2021: of each head the
/// numbers d and d + HS/2, d < HS/2, as a plane by the angle t base^(-2d/HS). Tensors as Attention::qkv.
struct Rotate {
    TensorId x, y;
    int heads;
    double base;
};

/// y = queries, keys and values as Attention::qkv: those of head h, and the keys and values of head
/// ⌊h n / NH⌋ of n (Ainslie et al. 2023).
struct ShareKeys {
    TensorId q, k, v, y;  ///< [T, NH HS], [T, n HS], [T, n HS], [T, NH 3 HS]
    int heads, kvHeads;
};

/// y = residual + x, of one shape.
struct Add {
    TensorId residual, x, y;
};

/// y = a b, element by element; of one shape.
struct Multiply {
    TensorId a, b, y;
};

/// y = kind(x), element by element; none of the gated kinds, whose gate it is.
struct Activate {
    TensorId x, y;
    Activation kind;
};

/// y = x where an element survives, scaled; else 0. Outside of training y = x.
struct Dropout {
    TensorId x, y;
    DropoutSite at;
};

/// Scaled dot-product attention of every head (Vaswani et al. 2017, eq. 1):
/// probabilities[b, h] = softmax(q kᵀ / sqrt(HS)) over the keys (if masked, those < length; if causal, none
/// behind the query, where the gradient of probabilities is 0), y = probabilities v. qkv is [N,
/// NH 3 HS]: for each head its q, k and v side by side, as the reference notebooks stack them.
struct Attention {
    TensorId qkv, probabilities, y;  ///< [T, NH 3 HS], [NH, T, T], [T, NH HS]
    int heads;
    bool masked;
    bool causal = false;
    bool alibi = false;  ///< 2^(-8 (h + 1) / NH) |i - j| is subtracted from each score, Press et al. 2022
};

/// y = (x - mean) / sqrt(mean of (x - mean)² + eps) weight + bias, over the last axis, in two passes; see
/// NormInfo.
struct Norm {
    TensorId x, y;
    TensorId stats;                   ///< [T, 2]: mean and 1/sqrt(...) of each row
    ParameterId weight;               ///< [C]
    std::optional<ParameterId> bias;  ///< [C]
    float eps;
    bool centred;  ///< Otherwise the mean counts as 0.

    [[nodiscard]] bool isLayerNorm() const { return centred && bias; }
};

/// y[c] of the positions t (if masked, those < length): the largest x[t, c], their mean, or the first or last
/// of them; or, of Flatten, all of them: y[t C + c] = x[t, c] for t < maxPositions, and 0 where there is no
/// t. `argmax` is the t that gradients go to: the first of equals, where a lead of less than 2^-20 is
/// rounding; of the mean, how many positions there are; of Flatten 0 where there is no t.
struct Pool {
    TensorId x, y,
        argmax;  ///< [T, C], [C], [C] (whole numbers); of Flatten [T, C] and twice [maxPositions C]
    bool masked;
    PoolingKind kind = PoolingKind::Max;
};

/// loss = mean over labelled rows of -log softmax(logits)[label]; label -1: not counted. A sequence has
/// `rows` rows of `classes` logits: T of K for Positions, 1 of T for Set, 1 of K for Pooled. A single
/// class is a binary output: -log sigmoid(logit) for label 1, -log sigmoid(-logit) for label 0.
struct CrossEntropy {
    TensorId logits;
    int rows, classes;
};

using Op = std::variant<Embed, LoadFeatures, Linear, Prepend, AddPositions, Add, Multiply, Activate, Dropout,
                        ShareKeys, Rotate, Attention, Norm, Pool, CrossEntropy>;

/// Where the queries (`part` 0), keys (1) or values (2) of a head come from: rows [first, first + HS) of a
/// weight, and of its bias.
struct HeadRows {
    Role weight, bias;
    int first;
};
[[nodiscard]] HeadRows headRows(const NetworkConfig& network, int head, int part);

/// The tensors of an encoder layer and its parameters. Post-norm: mid = norm(attentionSum), output =
/// norm(fedSum). Pre-norm, or without norms: mid is attentionSum, output is fedSum, and attended and fed
/// are behind dropout. Without a feed-forward part output is mid.
struct Block {
    int layer = 0;                 ///< Number of the encoder layer, from 0
    TensorId input = -1;           ///< [T, C]
    TensorId attentionInput = -1;  ///< [T, C], what q, k and v are made of: input, or pre-norm its norm
    TensorId qkv = -1;  ///< [T, NH 3 HS]: for each head its q, k and v, turned where positions are rotary
    TensorId probabilities = -1;  ///< [NH, T, T]
    TensorId mixed = -1;          ///< [T, NH HS]: for each head its values, weighted
    TensorId attended = -1;       ///< [T, C], what attention writes
    TensorId attentionSum = -1;   ///< [T, C], input + attended
    TensorId mid = -1;            ///< [T, C], between attention and feed-forward
    TensorId hidden = -1;         ///< [T, F]; -1: there is no feed-forward part
    TensorId fed = -1;            ///< [T, C], what the feed-forward writes; or -1
    TensorId fedSum = -1;         ///< [T, C], mid + fed; or -1
    TensorId output = -1;         ///< [T, C]

    /// The parameter of a role; throws Error::Kind::Input that says in words what the layer does not have.
    [[nodiscard]] ParameterId of(Role role) const;

    std::array<ParameterId, roleTable.size()> parameters{};  ///< Indexed by Role; -1 where the layer has none
};

/// A pooling over positions: x, y, and the position that each feature of y was taken from, as in Pool.
struct Pooling {
    TensorId x, y, argmax;
};

/// Elements [first, last) of the flat parameter buffer.
struct ParameterRange {
    int64_t first, last;
};

struct Program {
    NetworkConfig config;
    int length = 0;  ///< T, with a class token
    std::vector<TensorInfo> tensors;
    std::vector<ParameterInfo> parameters;
    std::vector<Op> ops;
    std::vector<Block> blocks;        ///< The encoder layers
    TensorId embedded = -1;           ///< [T, C], what the input layer makes, before positions are added
    TensorId positioned = -1;         ///< [T, C], embedded with what is added to it, before any norm
    TensorId features = -1;           ///< [T, D], what the input layer reads; -1: tokens
    TensorId types = -1;              ///< [T, C], what the types of tokens add; -1: the network knows none
    TensorId logits = -1;             ///< [T, K], [T, 1] or [K]: see OutputKind
    std::vector<TensorId> attention;  ///< the probabilities of each layer
    std::optional<Pooling> pooling;   ///< Present where the answer is pooled
    /// Parameters whose gradient is zero by construction, and which backends set to zero: the biases
    /// of the keys, and where the softmax goes over a set the last one, and if no ReLU follows it what is
    /// added to all members alike in front of the last layer. They shift all logits alike, which the softmax
    /// does not see; what rounding leaves of their gradient (1e-9) Adam would blow up into steps of its full
    /// size.
    std::vector<ParameterRange> withoutGradient;
    /// Parameters whose gradient can cancel to zero: the biases in front of the last ReLU where the softmax
    /// goes over a set, each of which shifts all logits alike once it is on in every member. In each
    /// range, backends set to zero what is below 1e-6 of its largest: that is rounding, as above.
    std::vector<ParameterRange> cancelling;
    static constexpr float cancelled = 1e-6f;
    /// So many elements at the front of the flat parameter buffer are not trained, see freeze().
    int64_t frozen = 0;

    [[nodiscard]] int64_t parameterCount() const;
    /// Positions of the input: T, without a class token.
    [[nodiscard]] int given() const { return length - config.positionsFor(0); }
    /// Rows of the table that make a sequence: 1 for tokens, given() for features.
    [[nodiscard]] int rowsPerSequence() const { return config.input == InputKind::Tokens ? 1 : given(); }
    [[nodiscard]] const CrossEntropy& loss() const { return std::get<CrossEntropy>(ops.back()); }
    /// Throws Error::Kind::Input that lists the names there are.
    [[nodiscard]] TensorId tensor(const std::string& name) const;
    /// What an encoder layer reads, or, of layer numLayers, what comes behind all of them.
    [[nodiscard]] TensorId layerInput(int layer) const;
    /// The parameter of a role; `layer` is that of an encoder layer, from 0, or -1.
    [[nodiscard]] std::optional<ParameterId> find(Role role, int layer = -1) const;
    /// The same; throws Error::Kind::Input that says in words what the network does not have.
    [[nodiscard]] ParameterId of(Role role, int layer = -1) const;
    [[nodiscard]] const ParameterInfo& parameter(Role role, int layer = -1) const;
};

/// The program of `config` for sequences of `length` tokens, a class token not among them. `config` has
/// passed requireValid.
[[nodiscard]] Program buildProgram(const NetworkConfig& config, int length);

/// Takes the parameters in front of encoder layer `layers` out of training: what makes the embeddings, and
/// the layers before it. Their gradient is zero, and no weight decay reaches them. 0: all are trained.
void freeze(Program& program, int layers);

/// A fresh flat parameter buffer [parameterCount]; each parameter draws from its own Philox stream.
[[nodiscard]] std::vector<float> initialParameters(const Program& program, uint64_t seed);

}  // namespace attx
