// JSON is parsed and written in json.cpp alone: nlohmann's parser and writer take seconds to compile, in
// every source that calls them.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace attx {

/// What JSON from outside must not have, whatever it is about: a key that stands twice in one object, since
/// the parser would silently keep the last value; an object of so many keys that looking for each among them
/// takes long; and more levels than `deepest`, since what is built of many thousands overruns the stack.
struct JsonGuard {
    std::string source, kind;  ///< Kind: what the text should be, for "nested deeper than any run.json"
    int deepest = 16;
    size_t mostKeys = 10'000;
};

enum class Malformed { Thrown, Discarded };

/// The value that `text` is; Json is nlohmann::json or nlohmann::ordered_json. What is no JSON throws
/// Json::parse_error or gives a discarded value. Throws Error::Kind::Input for what `guard` refuses.
template <class Json>
[[nodiscard]] Json parseJson(std::string_view text, const std::optional<JsonGuard>& guard = {},
                             Malformed malformed = Malformed::Thrown);

/// The value that `text` is, or `text` itself where it is no JSON.
template <class Json>
[[nodiscard]] Json jsonOrText(const std::string& text) {
    Json value = parseJson<Json>(text, {}, Malformed::Discarded);
    return value.is_discarded() ? Json(text) : value;
}

enum class NotUtf8 { Thrown, Replaced };

/// `json` in one line, or with so many blanks a level. Bytes that are not UTF-8 throw Json::type_error or are
/// written as U+FFFD.
template <class Json>
[[nodiscard]] std::string jsonText(const Json& json, int indent = -1, NotUtf8 bytes = NotUtf8::Thrown);

}  // namespace attx
