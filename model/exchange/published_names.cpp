// The names of published networks and of PyTorch's own encoder, a table for each family; checked in real
// files and in the sources of transformers, minGPT and TransformerLens.
#include "model/exchange/published_names.h"

#include <array>

namespace attx {
namespace {

using enum Role;
using enum Transform;

/// Weight and bias, one row each.
#define ATTX_BOTH(ROLE, PATTERN) \
    NameRow{ROLE##Weight, PATTERN ".weight"}, NameRow { ROLE##Bias, PATTERN ".bias" }
/// The same of a LayerNorm, with the names of files from before 2019.
#define ATTX_NORM(ROLE, PATTERN) \
    ATTX_BOTH(ROLE, PATTERN), NameRow{ROLE##Weight, PATTERN ".gamma"}, NameRow { ROLE##Bias, PATTERN ".beta" }
/// What BERT and RoBERTa have in common.
#define ATTX_BERT_ENCODER                                                       \
    NameRow{EmbeddingTable, "embeddings.word_embeddings.weight"},               \
        NameRow{PositionTable, "embeddings.position_embeddings.weight"},        \
        NameRow{TokenTypes, "embeddings.token_type_embeddings.weight"},         \
        ATTX_NORM(EmbeddingNorm, "embeddings.LayerNorm"),                       \
        ATTX_BOTH(Query, "encoder.layer.{l}.attention.self.query"),             \
        ATTX_BOTH(Key, "encoder.layer.{l}.attention.self.key"),                 \
        ATTX_BOTH(Value, "encoder.layer.{l}.attention.self.value"),             \
        ATTX_BOTH(AttentionOutput, "encoder.layer.{l}.attention.output.dense"), \
        ATTX_NORM(Norm1, "encoder.layer.{l}.attention.output.LayerNorm"),       \
        ATTX_BOTH(FeedForwardIn, "encoder.layer.{l}.intermediate.dense"),       \
        ATTX_BOTH(FeedForwardOut, "encoder.layer.{l}.output.dense"),            \
        ATTX_NORM(Norm2, "encoder.layer.{l}.output.LayerNorm")

/// What networks of DistilBERT have in common.
#define ATTX_DISTILBERT_ENCODER                                                \
    NameRow{EmbeddingTable, "embeddings.word_embeddings.weight"},              \
        NameRow{PositionTable, "embeddings.position_embeddings.weight"},       \
        ATTX_BOTH(EmbeddingNorm, "embeddings.LayerNorm"),                      \
        ATTX_BOTH(Query, "transformer.layer.{l}.attention.q_lin"),             \
        ATTX_BOTH(Key, "transformer.layer.{l}.attention.k_lin"),               \
        ATTX_BOTH(Value, "transformer.layer.{l}.attention.v_lin"),             \
        ATTX_BOTH(AttentionOutput, "transformer.layer.{l}.attention.out_lin"), \
        ATTX_BOTH(Norm1, "transformer.layer.{l}.sa_layer_norm"),               \
        ATTX_BOTH(FeedForwardIn, "transformer.layer.{l}.ffn.lin1"),            \
        ATTX_BOTH(FeedForwardOut, "transformer.layer.{l}.ffn.lin2"),           \
        ATTX_BOTH(Norm2, "transformer.layer.{l}.output_layer_norm")

constexpr std::array bertRows{
    ATTX_BERT_ENCODER,
    ATTX_BOTH(Pooler, "pooler.dense"),
    ATTX_BOTH(Classifier, "classifier"),
};
constexpr std::array bertWordRows{
    ATTX_BERT_ENCODER,
    ATTX_BOTH(Pooler, "pooler.dense"),
    ATTX_BOTH(OutputHidden, "cls.predictions.transform.dense"),
    ATTX_NORM(OutputNorm, "cls.predictions.transform.LayerNorm"),
    NameRow{ClassifierBias, "cls.predictions.bias"},
    ATTX_BOTH(Classifier, "cls.predictions.decoder"),
};
constexpr std::array robertaWordRows{
    ATTX_BERT_ENCODER,
    ATTX_BOTH(Pooler, "pooler.dense"),
    ATTX_BOTH(OutputHidden, "lm_head.dense"),
    ATTX_BOTH(OutputNorm, "lm_head.layer_norm"),
    NameRow{ClassifierBias, "lm_head.bias"},
    ATTX_BOTH(Classifier, "lm_head.decoder"),
};
constexpr std::array robertaRows{
    ATTX_BERT_ENCODER,
    ATTX_BOTH(Pooler, "classifier.dense"),
    ATTX_BOTH(Classifier, "classifier.out_proj"),
};
constexpr std::array distilbertRows{
    ATTX_DISTILBERT_ENCODER,
    ATTX_BOTH(Pooler, "pre_classifier"),
    ATTX_BOTH(Classifier, "classifier"),
};
constexpr std::array distilbertWordRows{
    ATTX_DISTILBERT_ENCODER,
    ATTX_BOTH(OutputHidden, "vocab_transform"),
    ATTX_BOTH(OutputNorm, "vocab_layer_norm"),
    ATTX_BOTH(Classifier, "vocab_projector"),
};

/// The names of GPT-2 with weights turned round or not.
constexpr auto gptRows(Transform fused, Transform linear) {
    return std::array{
        NameRow{EmbeddingTable, "wte.weight"},
        NameRow{PositionTable, "wpe.weight"},
        ATTX_BOTH(Norm1, "h.{l}.ln_1"),
        NameRow{QkvWeight, "h.{l}.attn.c_attn.weight", fused},
        NameRow{QkvBias, "h.{l}.attn.c_attn.bias", ByKind},
        NameRow{AttentionOutputWeight, "h.{l}.attn.c_proj.weight", linear},
        NameRow{AttentionOutputBias, "h.{l}.attn.c_proj.bias"},
        ATTX_BOTH(Norm2, "h.{l}.ln_2"),
        NameRow{FeedForwardInWeight, "h.{l}.mlp.c_fc.weight", linear},
        NameRow{FeedForwardInBias, "h.{l}.mlp.c_fc.bias"},
        NameRow{FeedForwardOutWeight, "h.{l}.mlp.c_proj.weight", linear},
        NameRow{FeedForwardOutBias, "h.{l}.mlp.c_proj.bias"},
        ATTX_BOTH(FinalNorm, "ln_f"),
        NameRow{ClassifierWeight, "lm_head.weight"},
    };
}
constexpr auto gpt2Rows = gptRows(TransposedByKind, Transposed);
constexpr auto minGptRows = gptRows(ByKind, Same);

constexpr std::array llamaRows{
    NameRow{EmbeddingTable, "embed_tokens.weight"},
    NameRow{Norm1Weight, "layers.{l}.input_layernorm.weight"},
    ATTX_BOTH(Query, "layers.{l}.self_attn.q_proj"),
    ATTX_BOTH(Key, "layers.{l}.self_attn.k_proj"),
    ATTX_BOTH(Value, "layers.{l}.self_attn.v_proj"),
    ATTX_BOTH(AttentionOutput, "layers.{l}.self_attn.o_proj"),
    NameRow{Norm2Weight, "layers.{l}.post_attention_layernorm.weight"},
    ATTX_BOTH(Gate, "layers.{l}.mlp.gate_proj"),
    ATTX_BOTH(FeedForwardIn, "layers.{l}.mlp.up_proj"),
    ATTX_BOTH(FeedForwardOut, "layers.{l}.mlp.down_proj"),
    NameRow{FinalNormWeight, "norm.weight"},
    NameRow{ClassifierWeight, "lm_head.weight"},
};
constexpr std::array vitRows{
    NameRow{ClassToken, "embeddings.cls_token", Flat},
    NameRow{PositionTable, "embeddings.position_embeddings", Flat},
    NameRow{InputWeight, "embeddings.patch_embeddings.projection.weight", Flat},
    NameRow{InputBias, "embeddings.patch_embeddings.projection.bias"},
    ATTX_BOTH(Norm1, "encoder.layer.{l}.layernorm_before"),
    ATTX_BOTH(Query, "encoder.layer.{l}.attention.attention.query"),
    ATTX_BOTH(Key, "encoder.layer.{l}.attention.attention.key"),
    ATTX_BOTH(Value, "encoder.layer.{l}.attention.attention.value"),
    ATTX_BOTH(AttentionOutput, "encoder.layer.{l}.attention.output.dense"),
    ATTX_BOTH(Norm2, "encoder.layer.{l}.layernorm_after"),
    ATTX_BOTH(FeedForwardIn, "encoder.layer.{l}.intermediate.dense"),
    ATTX_BOTH(FeedForwardOut, "encoder.layer.{l}.output.dense"),
    ATTX_BOTH(FinalNorm, "layernorm"),
    ATTX_BOTH(Classifier, "classifier"),
};
constexpr std::array transformerLensRows{
    NameRow{EmbeddingTable, "embed.W_E"},
    NameRow{PositionTable, "pos_embed.W_pos"},
    NameRow{Norm1Weight, "blocks.{l}.ln1.w"},
    NameRow{Norm1Bias, "blocks.{l}.ln1.b"},
    NameRow{QueryWeight, "blocks.{l}.attn.W_Q", ByHead},
    NameRow{QueryBias, "blocks.{l}.attn.b_Q", Flat},
    NameRow{KeyWeight, "blocks.{l}.attn.W_K", ByHead},
    NameRow{KeyBias, "blocks.{l}.attn.b_K", Flat},
    NameRow{ValueWeight, "blocks.{l}.attn.W_V", ByHead},
    NameRow{ValueBias, "blocks.{l}.attn.b_V", Flat},
    NameRow{AttentionOutputWeight, "blocks.{l}.attn.W_O", ByHeadTransposed},
    NameRow{AttentionOutputBias, "blocks.{l}.attn.b_O"},
    NameRow{Norm2Weight, "blocks.{l}.ln2.w"},
    NameRow{Norm2Bias, "blocks.{l}.ln2.b"},
    NameRow{FeedForwardInWeight, "blocks.{l}.mlp.W_in", Transposed},
    NameRow{FeedForwardInBias, "blocks.{l}.mlp.b_in"},
    NameRow{FeedForwardOutWeight, "blocks.{l}.mlp.W_out", Transposed},
    NameRow{FeedForwardOutBias, "blocks.{l}.mlp.b_out"},
    NameRow{FinalNormWeight, "ln_final.w"},
    NameRow{FinalNormBias, "ln_final.b"},
    NameRow{ClassifierWeight, "unembed.W_U", Transposed},
    NameRow{ClassifierBias, "unembed.b_U"},
};

constexpr std::array timmRows{
    NameRow{ClassToken, "cls_token", Flat},
    NameRow{PositionTable, "pos_embed", Flat},
    NameRow{InputWeight, "patch_embed.proj.weight", Flat},
    NameRow{InputBias, "patch_embed.proj.bias"},
    ATTX_BOTH(Norm1, "blocks.{l}.norm1"),
    NameRow{QkvWeight, "blocks.{l}.attn.qkv.weight", ByKind},
    NameRow{QkvBias, "blocks.{l}.attn.qkv.bias", ByKind},
    ATTX_BOTH(AttentionOutput, "blocks.{l}.attn.proj"),
    ATTX_BOTH(Norm2, "blocks.{l}.norm2"),
    ATTX_BOTH(FeedForwardIn, "blocks.{l}.mlp.fc1"),
    ATTX_BOTH(FeedForwardOut, "blocks.{l}.mlp.fc2"),
    ATTX_BOTH(FinalNorm, "norm"),
    ATTX_BOTH(Classifier, "head"),
};
constexpr std::array torchvisionRows{
    NameRow{ClassToken, "class_token", Flat},
    NameRow{PositionTable, "encoder.pos_embedding", Flat},
    NameRow{InputWeight, "conv_proj.weight", Flat},
    NameRow{InputBias, "conv_proj.bias"},
    ATTX_BOTH(Norm1, "encoder.layers.encoder_layer_{l}.ln_1"),
    NameRow{QkvWeight, "encoder.layers.encoder_layer_{l}.self_attention.in_proj_weight", ByKind},
    NameRow{QkvBias, "encoder.layers.encoder_layer_{l}.self_attention.in_proj_bias", ByKind},
    ATTX_BOTH(AttentionOutput, "encoder.layers.encoder_layer_{l}.self_attention.out_proj"),
    ATTX_BOTH(Norm2, "encoder.layers.encoder_layer_{l}.ln_2"),
    ATTX_BOTH(FeedForwardIn, "encoder.layers.encoder_layer_{l}.mlp.0"),
    ATTX_BOTH(FeedForwardOut, "encoder.layers.encoder_layer_{l}.mlp.3"),
    ATTX_BOTH(FeedForwardIn, "encoder.layers.encoder_layer_{l}.mlp.linear_1"),  // torchvision before 0.14
    ATTX_BOTH(FeedForwardOut, "encoder.layers.encoder_layer_{l}.mlp.linear_2"),
    ATTX_BOTH(FinalNorm, "encoder.ln"),
    ATTX_BOTH(Classifier, "heads.head"),
};
constexpr std::array plainVitRows{
    NameRow{PositionTable, "pos_embed", Flat},
    ATTX_BOTH(Input, "patch_embed.proj"),
    NameRow{QkvWeight, "encoder.{l}.attn.in_proj_weight", ByKind},
    NameRow{QkvBias, "encoder.{l}.attn.in_proj_bias", ByKind},
    ATTX_BOTH(AttentionOutput, "encoder.{l}.attn.out_proj"),
    ATTX_BOTH(Norm1, "encoder.{l}.norm1"),
    ATTX_BOTH(FeedForwardIn, "encoder.{l}.ffn.fc1"),
    ATTX_BOTH(FeedForwardOut, "encoder.{l}.ffn.fc2"),
    ATTX_BOTH(Norm2, "encoder.{l}.norm2"),
    ATTX_BOTH(FinalNorm, "norm"),
    ATTX_BOTH(Classifier, "classifier"),
};

constexpr std::array torchEncoderRows{
    NameRow{QkvWeight, "layers.{l}.self_attn.in_proj_weight", ByKind},
    NameRow{QkvBias, "layers.{l}.self_attn.in_proj_bias", ByKind},
    ATTX_BOTH(AttentionOutput, "layers.{l}.self_attn.out_proj"),
    ATTX_BOTH(FeedForwardIn, "layers.{l}.linear1"),
    ATTX_BOTH(FeedForwardOut, "layers.{l}.linear2"),
    ATTX_BOTH(Norm1, "layers.{l}.norm1"),
    ATTX_BOTH(Norm2, "layers.{l}.norm2"),
    ATTX_BOTH(FinalNorm, "norm"),
};

#undef ATTX_DISTILBERT_ENCODER
#undef ATTX_BERT_ENCODER
#undef ATTX_NORM
#undef ATTX_BOTH

}  // namespace

constexpr NameFamily torchEncoderNames{"nn.TransformerEncoder", torchEncoderRows};

std::span<const ModelKind> modelKinds() {
    static const std::array kinds{
        ModelKind{.type = "bert",
                  .names = {"BERT", bertRows},
                  .base = "bert.",
                  .pooler = Pooler::Tanh,
                  .left = {"cls."},
                  .words = {{"BERT", bertWordRows},
                            "cls.predictions.transform.dense.weight",
                            {"cls.seq_relationship."}}},
        ModelKind{
            .type = "roberta",
            .names = {"RoBERTa", robertaRows},
            .base = "roberta.",
            .padding = 1,
            .pooler = Pooler::Tanh,
            .left = {"lm_head.", "pooler.dense."},
            .words = {.names = {"RoBERTa", robertaWordRows}, .mark = "lm_head.dense.weight", .isGelu = true}},
        ModelKind{.type = "distilbert",
                  .names = {"DistilBERT", distilbertRows},
                  .base = "distilbert.",
                  .keys = {"dim", "n_heads", "n_layers", "hidden_dim", "activation", ""},
                  .pooler = Pooler::Relu,
                  .left = {"vocab_"},
                  .words = {{"DistilBERT", distilbertWordRows}, "vocab_transform.weight"}},
        ModelKind{
            .type = "gpt2",
            .names = {"GPT-2", gpt2Rows},
            .base = "transformer.",
            .keys = {"n_embd", "n_head", "n_layer", "n_inner", "activation_function", "layer_norm_epsilon"},
            .epsilon = 1e-5,
            .isDecoder = true,
            .isTied = true,
            .normFirst = true},
        ModelKind{.type = "llama",
                  .names = {"Llama", llamaRows},
                  .base = "model.",
                  .keys = {.epsilon = "rms_norm_eps"},
                  .epsilon = 1e-6,
                  .isDecoder = true,
                  .normFirst = true,
                  .norm = NormKind::Rms,
                  .positions = Positions::Rotary,
                  .isGated = true,
                  .hasHeadKeys = true},
        ModelKind{.type = "vit",
                  .names = {"ViT", vitRows},
                  .base = "vit.",
                  .isVision = true,
                  .normFirst = true,
                  .left = {"pooler.dense."}},
    };
    return kinds;
}

std::string kindNames() {
    std::string names;
    for (const ModelKind& kind : modelKinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.names.program);
    return names;
}

std::span<const BareFamily> bareFamilies() {
    static constexpr std::array families{
        BareFamily{.first = "embed.W_E",
                   .second = "attn.W_Q",
                   .names = {"TransformerLens", transformerLensRows},
                   .activation = Activation::Relu,
                   .epsilon = 1e-5},
        BareFamily{.first = "wte.weight",
                   .second = "attn.c_attn.weight",
                   .names = {"minGPT", minGptRows},
                   .turned = {"GPT-2", gpt2Rows},
                   .base = "transformer.",
                   .activation = Activation::GeluTanh,
                   .epsilon = 1e-5},
        BareFamily{.first = "cls_token",
                   .second = "attn.qkv.weight",
                   .names = {"timm", timmRows},
                   .activation = Activation::Gelu,
                   .epsilon = 1e-6,
                   .isVision = true,
                   .isPooledFirst = true},
        BareFamily{.first = "class_token",
                   .second = "self_attention.in_proj_weight",
                   .names = {"torchvision", torchvisionRows},
                   .activation = Activation::Gelu,
                   .epsilon = 1e-6,
                   .isVision = true,
                   .isPooledFirst = true},
        BareFamily{.first = "pos_embed",
                   .second = "attn.in_proj_weight",
                   .names = {"ViT", plainVitRows},
                   .activation = Activation::Gelu,
                   .epsilon = 1e-5,
                   .isVision = true,
                   .normFirst = false},
    };
    return families;
}

}  // namespace attx
