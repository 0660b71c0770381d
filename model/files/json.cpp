#include "model/files/json.h"

#include <set>
#include <utility>
#include <vector>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

/// A callback for nlohmann's parser.
template <class Json>
class Guarding {
public:
    explicit Guarding(const JsonGuard& guard) : guard_(guard) {}

    bool operator()(int depth, typename Json::parse_event_t event, Json& value) {
        using Event = typename Json::parse_event_t;
        if (depth > guard_.deepest)
            throw inputError(guard_.source + ": nested deeper than any " + guard_.kind);
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event != Event::key) return true;
        if (keys_.back().size() == guard_.mostKeys)
            throw inputError(guard_.source + ": an object has more keys than any " + guard_.kind);
        if (const auto key = value.template get<std::string>(); !keys_.back().insert(key).second)
            throw inputError(guard_.source + ": the key \"" + shortened(onOneLine(key)) +
                             "\" stands twice in one object. Leave one of the two out.");
        return true;
    }

private:
    const JsonGuard& guard_;
    std::vector<std::set<std::string>> keys_;  ///< Keys so far of each open object, outermost first
};

}  // namespace

template <class Json>
Json parseJson(std::string_view text, const std::optional<JsonGuard>& guard, Malformed malformed) {
    typename Json::parser_callback_t callback;
    if (guard) callback = Guarding<Json>(*guard);
    return Json::parse(text, callback, malformed == Malformed::Thrown);
}

template <class Json>
std::string jsonText(const Json& json, int indent, NotUtf8 bytes) {
    using Handler = typename Json::error_handler_t;
    return json.dump(indent, ' ', false, bytes == NotUtf8::Thrown ? Handler::strict : Handler::replace);
}

template nlohmann::json parseJson(std::string_view, const std::optional<JsonGuard>&, Malformed);
template nlohmann::ordered_json parseJson(std::string_view, const std::optional<JsonGuard>&, Malformed);
template std::string jsonText(const nlohmann::json&, int, NotUtf8);
template std::string jsonText(const nlohmann::ordered_json&, int, NotUtf8);

}  // namespace attx
