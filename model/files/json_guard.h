// What JSON from outside must not have, whatever it is about.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {

/// A callback for nlohmann's parser: Json::parse(text, JsonGuard(source, "run.json")). Throws
/// Error::Kind::Input for a key that stands twice in one object, since the parser would silently keep the
/// last value; for an object of so many keys that looking for each among them takes long; and for more levels
/// than `deepest`, since what is built of many thousands overruns the stack.
class JsonGuard {
public:
    /// `kind` is what the text should be, for "nested deeper than any run.json".
    JsonGuard(std::string source, std::string kind, int deepest = 16, size_t mostKeys = 10'000)
        : source_(std::move(source)), kind_(std::move(kind)), deepest_(deepest), mostKeys_(mostKeys) {}

    template <class Json>
    bool operator()(int depth, typename Json::parse_event_t event, Json& value) {
        using Event = typename Json::parse_event_t;
        if (depth > deepest_) throw inputError(source_ + ": nested deeper than any " + kind_);
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event != Event::key) return true;
        if (keys_.back().size() == mostKeys_)
            throw inputError(source_ + ": an object has more keys than any " + kind_);
        if (const auto key = value.template get<std::string>(); !keys_.back().insert(key).second)
            throw inputError(source_ + ": the key \"" + shortened(onOneLine(key)) +
                             "\" stands twice in one object. Leave one of the two out.");
        return true;
    }

private:
    std::string source_, kind_;
    int deepest_;
    size_t mostKeys_;
    std::vector<std::set<std::string>> keys_;  ///< Keys so far of each open object, outermost first
};

}  // namespace attx
