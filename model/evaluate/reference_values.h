// Values that another program computed in double precision (the golden files and the fixtures of tests/data),
// against any execution. Every setting is read from the file.
#pragma once
#include <string>
#include <vector>

#include "model/files/json.h"
#include "model/files/safetensors.h"
#include "model/network/backend.h"

namespace attx {

/// An entry of the metadata, which is JSON or bare text; `missing` where there is none.
template <class T>
[[nodiscard]] T settingOf(const SafeTensors& file, const std::string& key, T missing) {
    const auto it = file.metadata.find(key);
    if (it == file.metadata.end()) return missing;
    if constexpr (std::is_same_v<T, std::string>) {
        const auto json = parseJson<nlohmann::json>(it->second, {}, Malformed::Discarded);
        return json.is_string() ? json.template get<std::string>() : it->second;
    } else {
        return parseJson<nlohmann::json>(it->second).get<T>();
    }
}

/// The network, and how it is trained, that a file's metadata describe.
[[nodiscard]] NetworkConfig networkOf(const SafeTensors& file);
/// Why the network that such a file describes cannot be computed, by the key that is missing; empty: it can.
[[nodiscard]] std::string whyNotTaken(const SafeTensors& file);
[[nodiscard]] TrainingConfig trainingOf(const SafeTensors& file);
/// Gives the tensors of the Keras-like text classifier our names too; q, k and v are grouped by head.
void addOurNames(SafeTensors& file, const std::string& prefix, int heads);
/// The file's tensors "PREFIX" + name of each parameter, in the program's order. Throws for a size that
/// differs.
[[nodiscard]] std::vector<float> parametersOf(const Program& program, const SafeTensors& file,
                                              const std::string& prefix = "param.");

/// The first number that is not within `absolute` + `relative` |expected| of the file's tensor
/// ("expect.logits[3]: 0.5, expected 0.25"); empty where all are.
[[nodiscard]] std::string differenceTo(const SafeTensors& file, const std::string& name,
                                       const std::vector<float>& found, float absolute, float relative);
/// Logits, loss, attention, all gradients and parameters after some steps: a sentence, as above, for each
/// tensor that differs.
[[nodiscard]] std::vector<std::string> compareNetwork(const Backend& backend, SafeTensors file);
/// The same for output, attention and gradients of one attention layer with lengths.
[[nodiscard]] std::vector<std::string> compareMaskedAttention(const Backend& backend,
                                                              const SafeTensors& file);

}  // namespace attx
