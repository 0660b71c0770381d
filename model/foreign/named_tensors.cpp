#include "model/foreign/named_tensors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "model/files/error.h"
#include "model/files/named_array.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/foreign/published_model.h"

namespace attx {
namespace {

using Values = std::vector<float>;

constexpr size_t namesSaid = 4;  // names in a message

StoredTensor reshaped(StoredTensor tensor, std::vector<int64_t> shape) {
    tensor.shape = std::move(shape);
    return tensor;
}

/// [1, T, C] as [T, C]; [1, 1, C] as [C]; [C, 3, P, P] as [C, 3 P P]; [NH, HS] as [NH HS].
StoredTensor flattened(StoredTensor tensor) {
    std::vector<int64_t> shape = tensor.shape;
    while (shape.size() > 1 && shape.front() == 1) shape.erase(shape.begin());
    if (shape.size() > 2) shape = {shape.front(), elementCount(shape) / std::max<int64_t>(shape.front(), 1)};
    const bool isOfHeads = tensor.shape.size() == 2;
    if (isOfHeads) shape = {elementCount(tensor.shape)};
    return reshaped(std::move(tensor), std::move(shape));
}

/// A tensor that is computed when it is copied.
StoredTensor lateTensor(std::vector<int64_t> shape, std::function<StoredTensor()> make) {
    return {std::move(shape), LateFloats{[make = std::move(make)](std::span<float> to) {
                const StoredTensor made = make();
                std::ranges::copy(made.floats("made"), to.begin());
            }}};
}

/// The same with its numbers in memory.
StoredTensor inMemory(const StoredTensor& tensor, const std::string& name) {
    return {tensor.shape, tensor.readFloats(name)};
}

bool isLate(const StoredTensor& tensor) { return std::holds_alternative<LateFloats>(tensor.values); }

StoredTensor transformed(StoredTensor tensor, Transform transform, const std::string& name,
                         const std::string& source);

/// What transformed() makes of a tensor whose numbers are still in its file.
StoredTensor lateTransformed(StoredTensor tensor, Transform transform, const std::string& name,
                             const std::string& source) {
    std::vector<int64_t> shape = tensor.shape;
    if (transform == Transform::ByHead && shape.size() == 3)
        shape = {shape[0] * shape[2], shape[1]};
    else if (transform == Transform::ByHeadTransposed && shape.size() == 3)
        shape = {shape[2], shape[0] * shape[1]};
    else if (shape.size() == 2)
        std::swap(shape[0], shape[1]);
    return lateTensor(std::move(shape), [tensor = std::move(tensor), transform, name, source] {
        return transformed(inMemory(tensor, name), transform, name, source);
    });
}

StoredTensor transformed(StoredTensor tensor, Transform transform, const std::string& name,
                         const std::string& source) {
    if (transform == Transform::Same || transform == Transform::ByKind) return tensor;
    if (transform == Transform::Flat) return flattened(std::move(tensor));
    const bool isTransposed = transform == Transform::Transposed || transform == Transform::TransposedByKind;
    if (!isTransposed && tensor.shape.size() != 3)
        throw inputError(source + ": " + shortened(name) + " " + shapeText(tensor.shape) +
                         ": expected 3 axes.");
    if (isLate(tensor)) return lateTransformed(std::move(tensor), transform, name, source);
    if (isTransposed) return transposed(tensor);
    const std::vector<int64_t> shape = tensor.shape;
    if (transform == Transform::ByHeadTransposed)  // [NH, HS, C]
        return transposed(reshaped(std::move(tensor), {shape[0] * shape[1], shape[2]}));
    const Values& from = tensor.floats(name);  // ByHead: [NH, C, HS]
    Values to(from.size());
    const auto C = size_t(shape[1]), HS = size_t(shape[2]);
    for (size_t i = 0; i < from.size(); ++i) to[(i / (C * HS) * HS + i % HS) * C + i / HS % C] = from[i];
    return {{shape[0] * shape[2], shape[1]}, std::move(to)};
}

/// What stands in front of the name that ends with the family's first one; nothing where none does.
std::optional<std::string> prefixOf(const SafeTensors& file, const std::string& anchor) {
    std::optional<std::string> prefix;
    for (const auto& [name, tensor] : file.tensors)
        if (name.ends_with(anchor) && (!prefix || name.size() - anchor.size() < prefix->size()))
            prefix = name.substr(0, name.size() - anchor.size());
    return prefix;
}

/// A tensor of fused rows, put head by head once it is copied; a copy of what is computed of it does not copy
/// it.
void takeByHead(StoredTensor& tensor, const NetworkConfig& network, const std::string& name) {
    const std::vector<int64_t> shape = tensor.shape;
    const auto held = std::make_shared<const StoredTensor>(std::move(tensor));
    tensor = lateTensor(shape, [held, network, name] {
        return StoredTensor{held->shape, byHead(held->readFloats(name), network)};
    });
}

}  // namespace

NamedTensors namedTensors(SafeTensors file, const NameFamily& family, const std::string& base,
                          const std::vector<std::string>& left, const std::string& source) {
    const std::string anchor = family.rows.front().pattern;
    const std::optional<std::string> found = prefixOf(file, anchor);
    if (!found)
        throw inputError(source + ": has no tensor " + anchor + ", which every network of the kind " +
                         family.program + " has.");
    NamedTensors result;
    const std::string& inside = *found;
    result.prefix = inside.ends_with(base) ? inside.substr(0, inside.size() - base.size()) : inside;
    for (auto& entry : file.tensors) {
        const std::string& given = entry.first;
        StoredTensor& tensor = entry.second;
        const bool isInside = given.starts_with(inside);
        const std::string name = isInside                           ? given.substr(inside.size())
                                 : given.starts_with(result.prefix) ? given.substr(result.prefix.size())
                                                                    : given;
        if (isBuffer(given, tensor.shape.size())) {
            result.buffers.push_back(given);
            continue;
        }
        const std::optional<NamedParameter> known = parameterNamed(family, name);
        if (!known) {
            if (std::ranges::none_of(left, [&](const std::string& begin) { return name.starts_with(begin); }))
                throw inputError(source + ": the tensor " + shortened(given) + " " + shapeText(tensor.shape) +
                                 " is of no part of " + family.program +
                                 " that this program knows, so the network would not be computed as it was "
                                 "trained.");
            result.left.push_back(given);
            continue;
        }
        const bool isFused =
            known->transform == Transform::ByKind || known->transform == Transform::TransposedByKind;
        result.fusedByKind |= isFused;
        if (!isLate(tensor)) naming(source, [&] { (void)tensor.floats(given); });
        StoredTensor ours = transformed(std::move(tensor), known->transform, given, source);
        const auto [held, isFirst] = result.file.tensors.try_emplace(known->ours(), std::move(ours));
        // A tensor that two modules share may be there twice.
        if (!isFirst &&
            (held->second.shape != ours.shape || held->second.readFloats(given) != ours.readFloats(given)))
            throw inputError(source + ": two tensors stand for " + nameIn(family, known->role, known->layer) +
                             "; one of them is " + shortened(given) + ".");
    }
    return result;
}

void dealHeads(NamedTensors& tensors, const NetworkConfig& network) {
    auto& all = tensors.file.tensors;
    const int64_t rows = int64_t{network.numHeads} * network.headDim();
    if (rows == 0) return;
    struct Parts {
        Role fused, query, key, value;
    };
    for (int layer = 0; layer < network.numLayers; ++layer)
        for (const Parts& part :
             {Parts{Role::QkvWeight, Role::QueryWeight, Role::KeyWeight, Role::ValueWeight},
              Parts{Role::QkvBias, Role::QueryBias, Role::KeyBias, Role::ValueBias}}) {
            const std::string fused = parameterName(part.fused, layer);
            if (const auto whole = all.find(fused); whole != all.end()) {
                if (tensors.fusedByKind && !whole->second.shape.empty() && whole->second.shape[0] == 3 * rows)
                    takeByHead(whole->second, network, fused);
                continue;
            }
            if (network.sharesKeys()) continue;
            std::vector<StoredTensor> parts;
            std::vector<int64_t> shape;
            bool isWhole = true;
            for (const Role role : {part.query, part.key, part.value}) {
                const auto found = all.find(parameterName(role, layer));
                isWhole = isWhole && found != all.end() && !found->second.shape.empty() &&
                          found->second.shape[0] == rows && (shape.empty() || found->second.shape == shape);
                if (!isWhole) break;
                shape = found->second.shape;
            }
            if (!isWhole) continue;
            for (const Role role : {part.query, part.key, part.value})
                parts.push_back(std::move(all.extract(parameterName(role, layer)).mapped()));
            shape[0] = 3 * rows;
            const auto held = std::make_shared<const std::vector<StoredTensor>>(std::move(parts));
            all[fused] = lateTensor(shape, [shape, held, network, fused] {
                Values joined;
                for (const StoredTensor& one : *held) {
                    const Values read = one.readFloats(fused);
                    joined.insert(joined.end(), read.begin(), read.end());
                }
                return StoredTensor{shape, byHead(joined, network)};
            });
        }
    tensors.fusedByKind = false;
}

std::vector<float> byHead(const std::vector<float>& byKind, const NetworkConfig& network) {
    const auto NH = size_t(network.numHeads), HS = size_t(network.headDim()),
               row = byKind.size() / (3 * NH * HS);
    Values to;
    to.reserve(byKind.size());
    for (size_t head = 0; head < NH; ++head)
        for (size_t kind = 0; kind < 3; ++kind) {
            const auto begin = byKind.begin() + std::ptrdiff_t((kind * NH + head) * HS * row);
            to.insert(to.end(), begin, begin + std::ptrdiff_t(HS * row));
        }
    return to;
}

bool hasTensor(const SafeTensors& file, Role role, int layer) {
    return file.tensors.contains(parameterName(role, layer));
}

bool hasEnding(const SafeTensors& file, std::string_view ending) {
    return std::ranges::any_of(file.tensors,
                               [&](const auto& tensor) { return tensor.first.ends_with(ending); });
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

void putIdentity(SafeTensors& file, Role weight, Role bias, int width) {
    std::vector<float> values(static_cast<size_t>(width) * size_t(width));
    for (size_t i = 0; i < size_t(width); ++i) values[i * size_t(width) + i] = 1;
    file.put(parameterName(weight), {width, width}, std::move(values));
    putZeros(file, bias, width);
}

void sayWhatWasTaken(std::string& note, const NamedTensors& tensors) {
    if (!tensors.prefix.empty())
        addSentence(note, "The prefix \"" + shortened(tensors.prefix) + "\" was taken off all names.");
    if (!tensors.buffers.empty())
        addSentence(note, "No weights, and so ignored: " + listed(tensors.buffers, namesSaid) + ".");
    if (!tensors.left.empty())
        addSentence(note, "Not computed here: the layers of another answer, " +
                              listed(tensors.left, namesSaid) + ".");
}

void sayUnread(std::string& note, const std::vector<std::string>& files) {
    if (!files.empty())
        addSentence(note,
                    "Other weights of the folder, which were not read: " + listed(files, namesSaid) + ".");
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
