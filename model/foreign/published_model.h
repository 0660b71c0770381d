// Networks that others have trained and published: folders as Hugging Face's save_pretrained writes them, and
// the weights alone of minGPT, nanoGPT and TransformerLens.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/config/assumptions.h"
#include "model/config/config.h"
#include "model/files/safetensors.h"
#include "model/foreign/answer_layer.h"

namespace attx {

struct PublishedModel {
    NetworkConfig network;
    SafeTensors file;  ///< Tensors under the names of this program
    std::vector<std::string> classes;
    std::vector<UncertainKey> uncertain;
    AnswerLayer answers = AnswerLayer::Logits;
    /// What its preprocessor takes from pixels from 0 to 1 and divides them by, as DataConfig has them;
    /// empty: it says nothing.
    std::string pixelMean = {}, pixelDeviation = {};
    /// The name that the file gives to a parameter of ours, without a prefix; empty function: ours.
    std::function<std::string(const std::string& ours)> nameInFile = {};
    std::string note;  ///< What was taken off, ignored or left; empty: nothing that a person should know
};

/// Whether `path` is a folder whose config.json names the kind of a model.
[[nodiscard]] bool isModelFolder(const std::string& path);
/// Throws Error::Kind::Input, by name, for what cannot be computed here.
[[nodiscard]] PublishedModel openModelFolder(const std::string& path);

/// The network of bare weights with names of minGPT or TransformerLens; nothing: they are of another program.
/// `heads`: so many, where the file does not show it.
[[nodiscard]] std::optional<PublishedModel> publishedWeights(const SafeTensors& file,
                                                             std::optional<int> heads,
                                                             const std::string& source);

}  // namespace attx
