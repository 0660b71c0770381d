#include "model/foreign/taken_tensors.h"

#include <algorithm>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

std::string listed(const std::vector<std::string>& names) {
    constexpr size_t most = 4;
    std::string text;
    for (size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + shortened(names[i]);
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace

bool hasTensor(const SafeTensors& file, Role role, int layer) {
    return file.tensors.contains(parameterName(role, layer));
}

NormKind normOf(const SafeTensors& file) {
    if (!hasTensor(file, Role::Norm1Weight, 0)) return NormKind::None;
    return hasTensor(file, Role::Norm1Bias, 0) ? NormKind::Layer : NormKind::LayerNoBias;
}

int extentOf(const SafeTensors& file, Role role, size_t axis, int layer) {
    constexpr int64_t most = 1 << 24;  // far beyond every limit of the configuration
    const auto found = file.tensors.find(parameterName(role, layer));
    return found == file.tensors.end() || found->second.shape.size() <= axis
               ? 0
               : int(std::min(found->second.shape[axis], most));
}

void putZeros(SafeTensors& file, Role role, int size) {
    file.put(parameterName(role), {size}, std::vector<float>(size_t(size)));
}

void putIdentity(SafeTensors& file, int width) {
    std::vector<float> values(static_cast<size_t>(width) * size_t(width));
    for (size_t i = 0; i < size_t(width); ++i) values[i * size_t(width) + i] = 1;
    file.put(parameterName(Role::ClassifierWeight), {width, width}, std::move(values));
    putZeros(file, Role::ClassifierBias, width);
}

void addSentence(std::string& note, const std::string& sentence) {
    note += (note.empty() ? "" : " ") + sentence;
}

void sayWhatWasTaken(std::string& note, const NamedTensors& tensors) {
    if (!tensors.prefix.empty())
        addSentence(note, "The prefix \"" + shortened(tensors.prefix) + "\" was taken off all names.");
    if (!tensors.buffers.empty())
        addSentence(note, "No weights, and so ignored: " + listed(tensors.buffers) + ".");
    if (!tensors.left.empty())
        addSentence(note, "Not computed here: the layers of another answer, " + listed(tensors.left) + ".");
}

void sayUnread(std::string& note, const std::vector<std::string>& files) {
    if (!files.empty())
        addSentence(note, "Other weights of the folder, which were not read: " + listed(files) + ".");
}

void dropTied(PublishedModel& model) {
    const auto answers = model.file.tensors.find(parameterName(Role::ClassifierWeight));
    if (answers == model.file.tensors.end()) return;
    const std::string table = parameterName(Role::EmbeddingTable);
    if (answers->second.readFloats(answers->first) != model.file.at(table).readFloats(table))
        addSentence(model.note,
                    "The answer is the embedding table, since \"tie_word_embeddings\" is true; the weights "
                    "hold a layer of their own for it with other numbers, which was not used.");
    model.file.tensors.erase(answers);
}

void takeDecoder(PublishedModel& model, bool isTied) {
    model.network.output = OutputKind::Positions;
    model.network.numClasses = model.network.inputDim;
    if (isTied) {
        model.network.tiedOutput = true;
        model.network.linearOutput = false;
        dropTied(model);
    } else if (hasTensor(model.file, Role::ClassifierWeight)) {
        model.network.numClasses = extentOf(model.file, Role::ClassifierWeight, 0);
        putZeros(model.file, Role::ClassifierBias, model.network.numClasses);
    } else {
        throw inputError(
            "the weights have no lm_head, and \"tie_word_embeddings\" is not true, so that there is "
            "no answer.");
    }
}

}  // namespace attx
