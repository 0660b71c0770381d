// The records of a zip that are stored as they are, as PyTorch and Keras write them.
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace attx {

inline constexpr const char* kerasWeights = "model.weights.h5";  ///< the record of a .keras that holds them

[[nodiscard]] bool isZip(std::string_view bytes);
/// By name, parts of `bytes`. Throws Error::Kind::Input for a zip that is damaged, and for records that are
/// compressed.
[[nodiscard]] std::map<std::string, std::string_view> zipRecords(std::string_view bytes,
                                                                 const std::string& source);

}  // namespace attx
