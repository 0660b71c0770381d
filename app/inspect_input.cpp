#include "app/inspect_input.h"

#include <algorithm>

#include "model/error.h"
#include "model/inspector.h"
#include "model/safetensors.h"
#include "model/text.h"

namespace attx {
namespace {

/// `values` as whole numbers that fit a token or a length.
std::vector<int32_t> narrowed(const std::vector<int64_t>& values, const std::string& name,
                              const std::string& source, int64_t minimum, int64_t maximum) {
    std::vector<int32_t> result;
    result.reserve(values.size());
    for (const int64_t value : values) {
        if (value < minimum || value > maximum)
            throw inputError(std::string(source).append(": ").append(name).append(
                ": expected numbers from " + std::to_string(minimum) + " to " + std::to_string(maximum) +
                ", found " + std::to_string(value) + " as number " + std::to_string(result.size() + 1) +
                "."));
        result.push_back(static_cast<int32_t>(value));
    }
    return result;
}

}  // namespace

Table readSequences(const std::string& path, const NetworkConfig& network) {
    const SafeTensors file = readSafeTensors(path);
    const bool tokens = network.input == InputKind::Tokens;
    const std::string name = tokens ? "tokens" : "features";
    const std::string expected = tokens ? "[B, T]" : "[B, T, " + std::to_string(network.inputDim) + "]";
    if (!file.tensors.contains(name))
        throw inputError(path + ": expected a tensor \"" + name + "\" " + expected + " of type " +
                         (tokens ? "I64" : "F32") + ", found none of that name.");
    const StoredTensor& stored = file.at(name);
    const std::vector<int64_t>& shape = stored.shape;
    if (shape.size() != (tokens ? 2 : 3) || shape[0] < 1 || shape[1] < 1 ||
        (!tokens && shape[2] != network.inputDim))
        throw inputError(path + ": " + name + ": expected the shape " + expected +
                         ", B and T at least 1, found " + shapeText(shape) + ".");
    if (shape[1] > Inspector::longestSequence)
        throw inputError(path + ": " + name + ": expected at most " +
                         std::to_string(Inspector::longestSequence) + " positions in a sequence, found " +
                         std::to_string(shape[1]) + ".");
    const int64_t B = shape[0], T = shape[1];
    Table table;
    table.length = static_cast<int>(T);
    table.rows = tokens ? B : B * T;
    if (tokens) {
        table.tokens = narrowed(stored.integers(name), name, path, 0, network.inputDim - 1);
    } else {
        table.featureDim = network.inputDim;
        table.features = stored.floats(name);
    }
    if (!file.tensors.contains("lengths")) return table;
    const StoredTensor& lengths = file.at("lengths");
    if (lengths.shape != std::vector<int64_t>{B})
        throw inputError(path + ": lengths: expected the shape " + shapeText({B}) +
                         ", one for each sequence, found " + shapeText(lengths.shape) + ".");
    table.lengths.reserve(static_cast<size_t>(table.rows));  // a sequence begins with any row
    for (const int32_t length : narrowed(lengths.integers("lengths"), "lengths", path, 1, table.length))
        table.lengths.insert(table.lengths.end(), static_cast<size_t>(table.rows / B), length);
    return table;
}

}  // namespace attx
