// Networks that others publish, a row for each family: how it is told, what its networks have in common, and
// its table of names.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/exchange/names.h"

namespace attx {

/// The names that a kind of model has for its sizes in config.json.
struct SizeKeys {
    const char *width = "hidden_size", *heads = "num_attention_heads", *layers = "num_hidden_layers",
               *inner = "intermediate_size", *activation = "hidden_act", *epsilon = "layer_norm_eps";
};
/// The head of a kind of model that names masked words.
struct WordHead {
    NameFamily names = {};               ///< Names of files with this head; no rows: the kind has none
    const char* mark = "";               ///< Ending of a tensor's name that shows that there is this head
    std::vector<std::string> left = {};  ///< ModelKind::left where there is this head
    bool isGelu = false;                 ///< Computes GELU (erf), whatever the layers compute
};

/// A kind of model: one row says all that this program knows of it.
struct ModelKind {
    const char* type;  ///< "model_type" in config.json
    NameFamily names;
    const char* base;  ///< Stands in front of the names where there is an answer
    SizeKeys keys = {};
    double epsilon = 1e-12;           ///< Epsilon of the norms where config.json has none
    bool isDecoder = false;           ///< Answers with the next token
    bool isTied = false;              ///< Logits by the table of tokens, unless config.json says otherwise
    bool isVision = false;            ///< Reads patches of pictures, a class token in front of them
    bool normFirst = false;           ///< Norms stand before attention and feed-forward
    NormKind norm = NormKind::Layer;  ///< Kind of the norms in the layers
    Positions positions = Positions::Learned;
    /// Number of the padding token where config.json has none: positions are counted behind it. -1: from 0.
    int padding = -1;
    bool isGated = false;  ///< The feed-forward has a gate
    /// "num_key_value_heads", "head_dim", "attention_bias" and "mlp_bias" of config.json are read.
    bool hasHeadKeys = false;
    Pooler pooler = Pooler::None;        ///< Activation of the pooler in front of a classifier
    std::vector<std::string> left = {};  ///< Beginnings of names of answers that are not computed
    WordHead words = {};
};

/// What opens as a folder of Hugging Face, with its config.json.
[[nodiscard]] std::span<const ModelKind> modelKinds();
/// "BERT, RoBERTa, …": what people call them.
[[nodiscard]] std::string kindNames();

/// A family of weights alone, without a config.json.
struct BareFamily {
    const char *first, *second;  ///< Endings of names that together only it has
    NameFamily names;
    NameFamily turned = {};  ///< The same for files whose fused weights are [C, 3 C], not [3 C, C]
    const char* base = "";   ///< May stand in front of its names
    Activation activation;
    double epsilon;              ///< Epsilon of the norms
    bool isVision = false;       ///< Reads patches of pictures
    bool normFirst = true;       ///< Norms stand before attention and feed-forward
    bool isPooledFirst = false;  ///< Vision: answers from the first position, the class token
};
[[nodiscard]] std::span<const BareFamily> bareFamilies();

}  // namespace attx
