#include "model/text/text_json.h"

#include <cstdint>

#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/text/pieces.h"

namespace attx {

using nlohmann::json;

json textJson(std::string_view text, const std::string& source, const std::string& kind) {
    constexpr int deepest = 16;
    constexpr size_t mostKeys = 10'000'000;  // a vocabulary is one object
    try {
        json object = parseJson<json>(text, JsonGuard{source, kind, deepest, mostKeys});
        if (!object.is_object())
            throw inputError(source + ": expected one object of JSON, as of a " + kind + ".");
        return object;
    } catch (const json::exception& problem) {
        throw inputError(source + ": is no " + kind + " in JSON: " + jsonProblem(problem.what()));
    }
}

const json& valueOf(const json& object, const char* key) {
    static const json none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::string textOf(const json& object, const char* key, const std::string& source,
                   const std::string& otherwise) {
    const json& value = valueOf(object, key);
    if (value.is_null()) return otherwise;
    if (!value.is_string()) throw inputError(source + ": \"" + key + "\" must be a text.");
    return value.get<std::string>();
}

bool switchOf(const json& object, const char* key, const std::string& source, bool otherwise) {
    const json& value = valueOf(object, key);
    if (value.is_null()) return otherwise;
    if (!value.is_boolean()) throw inputError(source + ": \"" + key + "\" must be true or false.");
    return value.get<bool>();
}

PieceTable piecesOf(const json& object, const std::string& source) {
    PieceTable table;
    for (const auto& [piece, id] : object.items()) {
        if (!id.is_number_integer() || (id.is_number_unsigned() && id.get<uint64_t>() > INT32_MAX))
            throw inputError(source + ": the piece \"" + shortened(onOneLine(piece)) +
                             "\" must have a whole number as its id.");
        table.add(piece, id.get<int64_t>(), source);
    }
    if (table.size() == 0) throw inputError(source + ": holds no piece.");
    return table;
}

}  // namespace attx
