#include "model/foreign/known_networks.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "model/exchange/published_names.h"
#include "model/files/text.h"
#include "model/foreign/folder_weights.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

/// Pieces of names that only this network has, all of them, unless one above has them too: a network may be
/// built of others.
struct KnownNetwork {
    const char *piece, *other, *what;
};
constexpr const char
    *neox = "the tensors of GPT-NeoX or one of its kind (Pythia), a decoder with causal attention.",
    *clip = "the tensors of CLIP or one of its kind, an encoder of texts, of images, or of both.",
    *vit = "the tensors of a vision transformer (ViT), which cuts images into patches.";
constexpr KnownNetwork networks[] = {
    {"self_attn.q_proj.weight", "mlp.gate_proj.weight",
     "the tensors of Llama or one of its kind, a decoder."},
    {"text_model.encoder.layers.", "", clip},
    {"vision_model.pre_layrnorm.weight", "", clip},  // spelt so
    {"logit_scale", "transformer.resblocks.", clip},
    {"word_embeddings_layernorm.weight", "self_attention.query_key_value.weight",
     "the tensors of BLOOM, a decoder with causal attention."},
    {"gpt_neox.layers.", "attention.query_key_value.weight", neox},
    {"embed_in.weight", "attention.query_key_value.weight", neox},
    {"encoder_attn.k_proj.weight", "encoder.conv1.weight",
     "the tensors of Whisper, an encoder of sound with a decoder."},
    {"encoder_attn.k_proj.weight", "", "the tensors of BART or one of its kind, an encoder with a decoder."},
    {"patch_to_embedding", "cls_token", vit},
    {"patch_embed", "", vit},
    {"conv_proj.weight", "encoder_layer_0", vit},
    {"word_embeddings.weight", "position_embeddings.weight", "the tensors of BERT or one of its kind."},
    {"wte.weight", "attn.c_attn.weight", "the tensors of GPT-2, a decoder with causal attention."},
    {"SelfAttention.q.weight", "", "the tensors of T5, an encoder with a decoder."},
};

/// Where a format has its mark.
struct KnownFile {
    size_t at;
    std::string_view mark;
    const char* what;
};
constexpr KnownFile files[] = {
    {0, "GGUF", "a language model in GGUF (llama.cpp), with a decoder that cannot be computed here."},
    {4, "TFL3", "a network of TensorFlow Lite. Save its weights from Keras: model.save(\"NAME.keras\")."},
    {0, "\x93NUMPY", "an array of NumPy, not a network."},
};

bool isPickle(std::string_view first) {
    return first.size() > 2 && first[0] == '\x80' && first[1] >= 2 && first[1] <= 5;
}

/// ModelProto begins with ir_version, field 1, a small number.
bool isOnnx(std::string_view first, const std::string& path) {
    return path.ends_with(".onnx") ||
           (first.size() > 2 && first[0] == '\x08' && first[1] > 0 && first[1] < 16 && first[2] == '\x12');
}

constexpr const char* adapter =
    " a LoRA adapter, which changes the weights of another network and is none itself. Merge it with that "
    "one "
    "(PEFT: model.merge_and_unload()), save the result and open that.";

/// Names of files in a folder that look like networks.
std::set<std::string> networkFiles(const std::string& path) {
    constexpr std::string_view kinds[] = {".pt", ".pth", ".ckpt", ".safetensors", ".keras", ".h5"};
    std::set<std::string> names;
    std::error_code ignored;
    for (fs::directory_iterator entry(path, ignored), end; !ignored && entry != end; entry.increment(ignored))
        if (std::ranges::find(kinds, lowered(entry->path().extension().string())) != std::end(kinds))
            names.insert(entry->path().filename().string());
    return names;
}

}  // namespace

std::string knownNetwork(const SafeTensors& file) {
    const auto has = [&](const char* piece) {
        return std::ranges::any_of(
            file.tensors, [&](const auto& tensor) { return tensor.first.find(piece) != std::string::npos; });
    };
    if (has("lora_A.") || has("lora_B.")) return std::string("these are the tensors of") + adapter;
    for (const auto& [piece, other, what] : networks)
        if (has(piece) && has(other))
            return std::string("these are ") + what +
                   " What opens as a folder of Hugging Face, with its config.json: " + kindNames() + ".";
    if (has("layer1.0.conv1.weight"))
        return "these are the tensors of a ResNet, which has no attention. As an ONNX file it turns images "
               "into features: data.extractor, in the form under \"features by\".";
    return {};
}

std::string knownFile(std::string_view first, const std::string& path) {
    for (const auto& [at, mark, what] : files)
        if (first.size() >= at && first.substr(at).starts_with(mark)) return std::string("this is ") + what;
    if (isOnnx(first, path))
        return "this is an ONNX network. It turns images into features: name it as data.extractor, in the "
               "form under \"features by\". To look into a network, open the checkpoint that it was exported "
               "from.";
    if (isPickle(first))
        return "this is a pickle of Python's, which is not opened. Save the weights alone: "
               "torch.save(module.state_dict(), \"weights.pt\").";
    return {};
}

std::string knownFolder(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::is_regular_file(fs::path(path) / name, ignored); };
    if (has("saved_model.pb"))
        return "this is a SavedModel of TensorFlow. Load it in Keras and save it with "
               "model.save(\"NAME.keras\").";
    if (has("adapter_config.json")) return std::string("this is the folder of") + adapter;
    if (hasFolderWeights(path))
        return "the folder has weights, but neither a run.json nor a config.json, which says how a published "
               "network computes (heads, activation, epsilon). Copy its config.json into it.";
    const std::set<std::string> files = networkFiles(path);
    if (!files.empty())
        return "this is a folder without run.json or config.json. Name the file in it instead: " +
               shortened(*files.begin()) + (files.size() > 1 ? ", or another one." : ".");
    return {};
}

std::string onlyNetworkIn(const std::string& path) {
    const std::set<std::string> files = networkFiles(path);
    return files.size() == 1 && !hasFolderWeights(path) ? path + "/" + *files.begin() : std::string();
}

}  // namespace attx
