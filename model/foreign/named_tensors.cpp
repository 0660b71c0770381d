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

namespace attx {
namespace {

using Values = std::vector<float>;

/// Masks and tables that modules keep next to their weights.
bool isBuffer(const std::string& name, const StoredTensor& tensor) {
    constexpr std::array endings{".attn.masked_bias", ".attn.mask", ".attn.IGNORE", "position_ids",
                                 "rotary_emb.inv_freq"};
    const auto ends = [&](const char* ending) { return name.ends_with(ending); };
    // GPT-2's causal mask is called a bias, [1, 1, T, T].
    return std::ranges::any_of(endings, ends) || (name.ends_with(".attn.bias") && tensor.shape.size() == 4);
}

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
    const auto require = [&](size_t axes) {
        if (tensor.shape.size() != axes)
            throw inputError(source + ": " + shortened(name) + " " + shapeText(tensor.shape) + ": expected " +
                             std::to_string(axes) + " axes.");
    };
    switch (transform) {
        case Transform::Same:
        case Transform::ByKind:
            return tensor;
        case Transform::Transposed:
        case Transform::TransposedByKind:
            if (isLate(tensor)) return lateTransformed(std::move(tensor), transform, name, source);
            return transposed(tensor);
        case Transform::Flat:
            return flattened(std::move(tensor));
        case Transform::ByHead: {
            require(3);
            if (isLate(tensor)) return lateTransformed(std::move(tensor), transform, name, source);
            const std::vector<int64_t> shape = tensor.shape;  // [NH, C, HS]
            const Values& from = tensor.floats(name);
            Values to(from.size());
            const auto C = size_t(shape[1]), HS = size_t(shape[2]);
            for (size_t i = 0; i < from.size(); ++i)
                to[(i / (C * HS) * HS + i % HS) * C + i / HS % C] = from[i];
            tensor.values = std::move(to);
            return reshaped(std::move(tensor), {shape[0] * shape[2], shape[1]});
        }
        case Transform::ByHeadTransposed: {
            require(3);
            if (isLate(tensor)) return lateTransformed(std::move(tensor), transform, name, source);
            const std::vector<int64_t> shape = tensor.shape;  // [NH, HS, C]
            return transposed(reshaped(std::move(tensor), {shape[0] * shape[1], shape[2]}));
        }
    }
    return tensor;
}

/// What stands in front of the name that ends with the family's first one; nothing where none does.
std::optional<std::string> prefixOf(const SafeTensors& file, const std::string& anchor) {
    std::optional<std::string> prefix;
    for (const auto& [name, tensor] : file.tensors)
        if (name.ends_with(anchor) && (!prefix || name.size() - anchor.size() < prefix->size()))
            prefix = name.substr(0, name.size() - anchor.size());
    return prefix;
}

/// Rows by kind, [3 NH HS, ...], as rows by head, [NH 3 HS, ...].
StoredTensor byHead(const StoredTensor& tensor, const NetworkConfig& network, const std::string& name) {
    const Values& from = tensor.floats(name);
    const auto NH = size_t(network.numHeads), HS = size_t(network.headDim()),
               row = from.size() / (3 * NH * HS);
    Values to;
    to.reserve(from.size());
    for (size_t head = 0; head < NH; ++head)
        for (size_t kind = 0; kind < 3; ++kind) {
            const auto begin = from.begin() + std::ptrdiff_t((kind * NH + head) * HS * row);
            to.insert(to.end(), begin, begin + std::ptrdiff_t(HS * row));
        }
    StoredTensor result;
    result.shape = tensor.shape;
    result.values = std::move(to);
    return result;
}

/// Tensors that a copy of what is computed of them does not copy.
std::shared_ptr<const std::vector<StoredTensor>> heldParts(std::vector<StoredTensor> parts) {
    return std::make_shared<const std::vector<StoredTensor>>(std::move(parts));
}

/// A tensor of fused rows, put head by head once it is copied.
void takeByHead(StoredTensor& tensor, const NetworkConfig& network, const std::string& name) {
    const std::vector<int64_t> shape = tensor.shape;
    std::vector<StoredTensor> parts;
    parts.push_back(std::move(tensor));
    tensor = lateTensor(shape, [held = heldParts(std::move(parts)), network, name] {
        return byHead(inMemory(held->front(), name), network, name);
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
        if (isBuffer(given, tensor)) {
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
            all[fused] = lateTensor(shape, [shape, parts = heldParts(std::move(parts)), network, fused] {
                StoredTensor joined{shape, Values()};
                auto& values = std::get<Values>(joined.values);
                for (const StoredTensor& one : *parts) {
                    const Values read = one.readFloats(fused);
                    values.insert(values.end(), read.begin(), read.end());
                }
                return byHead(joined, network, fused);
            });
        }
    tensors.fusedByKind = false;
}

}  // namespace attx
