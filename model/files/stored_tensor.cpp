// What a tensor of a file holds, in memory or not.
#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "model/files/error.h"
#include "model/files/named_array.h"
#include "model/files/safetensors.h"

namespace attx {

void StoredTensor::copyFloats(std::span<float> to, const std::string& name) const {
    if (const auto* late = std::get_if<LateFloats>(&values))
        late->fill(to);
    else
        std::ranges::copy(floats(name), to.begin());
}

std::vector<float> StoredTensor::readFloats(const std::string& name) const {
    if (!std::holds_alternative<LateFloats>(values)) return floats(name);
    std::vector<float> read(size_t(elementCount(shape)));
    copyFloats(read, name);
    return read;
}

const std::vector<float>& StoredTensor::floats(const std::string& name) const {
    if (const auto* found = std::get_if<std::vector<float>>(&values)) return *found;
    if (std::holds_alternative<LateFloats>(values))
        throw workError("tensor \"" + name + "\": its numbers are not in memory");
    throw inputError("tensor \"" + name + "\": expected real numbers (F32), found whole numbers (I64)");
}

const std::vector<int64_t>& StoredTensor::integers(const std::string& name) const {
    if (const auto* found = std::get_if<std::vector<int64_t>>(&values)) return *found;
    throw inputError("tensor \"" + name + "\": expected whole numbers (I64), found real numbers (F32)");
}

}  // namespace attx
