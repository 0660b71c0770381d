// The keys of the network: names, limits, help, and what the form has of them.
#include "model/config/config_keys.h"
#include "model/config/vector_network.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr double maxDropout = 0.95;  // A rate of 1 would let nothing pass, and scale by 1 / 0

bool ofTexts(const RunConfig& c) { return isText(c.data); }
bool ofTokens(const RunConfig& c) { return infoOf(c.data.task).reads == InputKind::Tokens; }
bool ofPooled(const RunConfig& c) {
    return (isOutsideTasks(c) ? c.network.output : answersOf(c.data)) == OutputKind::Pooled;
}
bool ofPositions(const RunConfig& c) { return answersOf(c.data) == OutputKind::Positions; }
bool ofOwnClasses(const RunConfig& c) { return ofPooled(c) && classesOf(c.data) == 0; }
bool ofUnpooled(const RunConfig& c) { return !ofPooled(c); }
bool ofOrder(const RunConfig& c) { return !isSets(c.data); }
bool ofFeedForward(const RunConfig& c) { return c.network.dimFeedforward > 0; }
bool normalises(const RunConfig& c) { return c.network.norm != NormKind::None; }

}  // namespace

template <>
const std::vector<Key<NetworkConfig>>& keysOf() {
    using C = NetworkConfig;
    static const std::vector<Key<C>> keys{
        {"input", &C::input, 0, 0,
         ATTX_TR("model",
                 "What the network reads: tokens, each a category, or features, each a vector of numbers.")},
        {"output", &C::output, 0, 0,
         ATTX_TR("model",
                 "What the network answers: a class for each position, the odd one of a set, or a class for "
                 "the whole (pooled).")},
        {"input_dim", &C::inputDim, 1, 1'000'000,
         ATTX_TR("model", "How many categories a token can have, or how many numbers a feature vector has.")},
        {"model_dim", &C::modelDim, 1, 4096,
         ATTX_TR("model",
                 "The model dimension (d_model): how many numbers describe one position between the layers."),
         ATTX_TR("model", "model dimension"), 8},
        {"num_classes", &C::numClasses, 1, 1'000'000,
         ATTX_TR("model",
                 "How many answers the network chooses from; a single one, pooled, is a binary output "
                 "(sigmoid)."),
         ATTX_TR("model", "classes"), 1, ofOwnClasses},
        {"num_heads", &C::numHeads, 1, 64,
         ATTX_TR("model",
                 "How many attention maps a layer computes side by side, each on its own share of the model "
                 "dimension."),
         ATTX_TR("model", "heads")},
        {"kv_heads", &C::kvHeads, 0, 64,
         ATTX_TR("model",
                 "How many heads of keys and values there are, each shared by as many heads of queries "
                 "(Ainslie et al. 2023); 0: one for each."),
         ATTX_TR("model", "key/value heads")},
        {"key_dim", &C::keyDim, 0, 4096,
         ATTX_TR("model",
                 "The dimension of a head's queries, keys and values; 0 shares the model dimension among the "
                 "heads."),
         ATTX_TR("model", "head dimension"), 1, ofTexts},
        {"num_layers", &C::numLayers, 1, 64,
         ATTX_TR(
             "model",
             "How many encoder layers follow each other; each attends to what the one before has gathered."),
         ATTX_TR("model", "layers")},
        {"dim_feedforward", &C::dimFeedforward, 0, 65536,
         ATTX_TR("model",
                 "The inner dimension of the two-layer network that works on every position after attention; "
                 "0: none."),
         ATTX_TR("model", "feed-forward"), 16},
        {"activation", &C::activation, 0, 0,
         ATTX_TR("model",
                 "What the feed-forward part does to inner values: ReLU cuts below zero, GELU and SiLU bend, "
                 "SwiGLU and GEGLU have a gate."),
         ATTX_TR("model", "activation"), 0, ofFeedForward},
        {"norm", &C::norm, 0, 0,
         ATTX_TR("model",
                 "What keeps states at one size: LayerNorm with or without bias (Ba et al. 2016), RMSNorm "
                 "(Zhang & Sennrich 2019), or nothing."),
         ATTX_TR("model", "norm")},
        {"norm_first", &C::normFirst, 0, 0,
         ATTX_TR("model",
                 "Normalises first, x + f(norm(x)), not behind the sum, norm(x + f(x)): needs less warm-up "
                 "(Xiong et al. 2020)."),
         ATTX_TR("model", "norm first"), 0, normalises},
        {"final_norm", &C::finalNorm, 0, 0,
         ATTX_TR("model", "Whether a norm stands behind the last layer; auto: where norms come first."),
         ATTX_TR("model", "final norm"), 0, normalises},
        {"embedding_norm", &C::embeddingNorm, 0, 0,
         ATTX_TR("model",
                 "Puts a LayerNorm on embedding and position, in front of the first layer, as BERT does "
                 "(Devlin et al. 2018)."),
         ATTX_TR("model", "embedding norm")},
        {"causal", &C::causal, 0, 0,
         ATTX_TR("model",
                 "Lets a query look at its own position and earlier ones only, as GPT does (Radford et al. "
                 "2018)."),
         ATTX_TR("model", "causal mask"), 0, ofOrder},
        {"bias", &C::bias, 0, 0,
         ATTX_TR("model",
                 "Adds a bias in the layers' linear maps: queries, keys, values, the heads' output and the "
                 "feed-forward."),
         ATTX_TR("model", "biases")},
        {"dropout", &C::dropout, 0, maxDropout,
         ATTX_TR("model",
                 "The share of values set to zero at random while training, so that no value is relied on "
                 "alone."),
         ATTX_TR("model", "dropout"), 0.05},
        {"input_dropout", &C::inputDropout, 0, maxDropout,
         ATTX_TR("model",
                 "The same on the input, before the first layer; it asks the network to cope with missing "
                 "parts."),
         ATTX_TR("model", "input dropout"), 0.05},
        {"pool_dropout", &C::poolDropout, 0, maxDropout,
         ATTX_TR("model", "The same on what was pooled from all positions, before the last layer."),
         ATTX_TR("model", "pool dropout"), 0.05, ofPooled},
        {"pooling", &C::pooling, 0, 0,
         ATTX_TR(
             "model",
             "What makes one vector of all positions: of each number the largest or the mean, the first or "
             "last one, or all joined."),
         ATTX_TR("model", "pooling"), 0, ofPooled},
        {"pooler", &C::pooler, 0, 0,
         ATTX_TR("model",
                 "A layer between pooling and classifier, with tanh (Devlin et al. 2018), ReLU (Sanh et "
                 "al. 2019) or another activation, or none."),
         ATTX_TR("model", "pooler"), 0, ofPooled},
        {"pooler_dim", &C::poolerDim, 0, 65536,
         ATTX_TR("model", "How many numbers the pooler's layer makes; 0: as many as the model dimension."),
         ATTX_TR("model", "pooler dimension"), 16,
         [](const RunConfig& c) { return ofPooled(c) && c.network.pooler != Pooler::None; }},
        {"class_token", &C::classToken, 0, 0,
         ATTX_TR("model",
                 "Puts a learned vector in front of the input, at position 0, for an answer about the whole "
                 "(Dosovitskiy et al. 2021)."),
         ATTX_TR("model", "class token"), 0, ofPooled},
        {"positions", &C::positions, 0, 0,
         ATTX_TR("model",
                 "What tells positions apart: sines and cosines or a learned table added, rotary queries and "
                 "keys, ALiBi's distances, or nothing."),
         ATTX_TR("model", "positions")},
        {"rotary_base", &C::rotaryBase, 1, 1e9,
         ATTX_TR("model",
                 "Rotary positions: the larger, the slower the slowest pair of numbers turns (Su et al. "
                 "2021)."),
         ATTX_TR("model", "rotary base"), 0,
         [](const RunConfig& c) { return c.network.positions == Positions::Rotary; }},
        {"max_positions", &C::maxPositions, 0, 65536,
         ATTX_TR(
             "model",
             "How many rows a learned table of positions has, and how many positions can be joined: at least "
             "as many as the data have."),
         ATTX_TR("model", "positions at most"), 1,
         [](const RunConfig& c) { return c.network.limitsPositions(); }},
        {"embedding_table", &C::embeddingTable, 0, 0,
         ATTX_TR("model",
                 "Looks a token's vector up in a table, one row a token, in place of a linear layer with a "
                 "bias."),
         ATTX_TR("model", "embedding table"), 0, ofTokens},
        {"token_types", &C::tokenTypes, 0, 256,
         ATTX_TR("model",
                 "How many types of tokens have a vector of their own that is added (Devlin et al. 2018); "
                 "the data here have type 0 alone. 0: none."),
         ATTX_TR("model", "token types"), 1, ofTokens},
        {"unknown_token", &C::unknownToken, 0, 1'000'000,
         ATTX_TR("model",
                 "The token that stands for unknown words, and for words that explanations take out: 1 in "
                 "texts of "
                 "one's own."),
         ATTX_TR("model", "unknown token"), 1, ofTexts},
        {"linear_output", &C::linearOutput, 0, 0,
         ATTX_TR(
             "model",
             "Takes the logits from one linear layer, without the hidden layer, norm and ReLU before it; a "
             "pooled answer always is."),
         ATTX_TR("model", "linear output"), 0, ofUnpooled},
        {"tied_output", &C::tiedOutput, 0, 0,
         ATTX_TR("model",
                 "Takes the logits from the embedding table, each from the vector of its token (Press & Wolf "
                 "2017), before any linear output."),
         ATTX_TR("model", "tied output"), 0, ofTokens},
        {"output_transform", &C::outputTransform, 0, 0,
         ATTX_TR("model",
                 "Puts a layer, the activation and a LayerNorm before a linear or tied output, as BERT for "
                 "masked "
                 "words (Devlin et al. 2018)."),
         ATTX_TR("model", "output transform"), 0, ofPositions},
        {"mask_padding", &C::maskPadding, 0, 0,
         ATTX_TR("model", "Masks the filled-up end of short sequences in the attention and in pooling."),
         ATTX_TR("model", "mask padding"), 0, ofTexts},
        {"initialisation", &C::initialisation, 0, 0,
         ATTX_TR("model",
                 "How the weights begin: as PyTorch's or Keras's layers do, or by hand, set so that they "
                 "reverse a sequence."),
         ATTX_TR("model", "initialisation")},
        {"layer_norm_eps", &C::layerNormEps, minEpsilon, 1,
         ATTX_TR(
             "model",
             "Keeps layer normalisation from dividing by zero; PyTorch uses 1e-5, Flax 1e-6, Keras 1e-3."),
         ATTX_TR("model", "norm epsilon")},
    };
    return keys;
}

}  // namespace attx
