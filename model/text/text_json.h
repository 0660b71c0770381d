// JSON of tokenizers: read with limits, and asked for what it must hold.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace attx {

class PieceTable;

/// An object of JSON; `kind` is what it should be, "vocabulary". Throws Error::Kind::Input.
[[nodiscard]] nlohmann::json textJson(std::string_view text, const std::string& source,
                                      const std::string& kind);
/// The value of a key, or null where there is none.
[[nodiscard]] const nlohmann::json& valueOf(const nlohmann::json& object, const char* key);
/// A text or a switch that may be missing or null. Throws Error::Kind::Input for a value of another kind.
[[nodiscard]] std::string textOf(const nlohmann::json& object, const char* key, const std::string& source,
                                 const std::string& otherwise = {});
[[nodiscard]] bool switchOf(const nlohmann::json& object, const char* key, const std::string& source,
                            bool otherwise);
/// An object of ids by piece, such as vocab.json. Throws Error::Kind::Input for anything else.
[[nodiscard]] PieceTable piecesOf(const nlohmann::json& object, const std::string& source);

}  // namespace attx
