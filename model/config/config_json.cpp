// Configuration as JSON and as "key=value": every value that comes from outside passes mismatch().
#include <cmath>

#include "model/config/config_keys.h"
#include "model/config/split.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxProblems = 20;  // a file of another kind must not fill the screen

/// Shortest decimal form; whole numbers without exponent.
std::string number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::abs(value) < 1e15 && value == std::floor(value)) return std::to_string(int64_t(value));
    return shortest(value);
}

std::string quoted(const Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_number_float()) {
        const auto real = value.get<double>();
        // 3.0 stays "3.0": that it is not written as a whole number may be the point
        return std::isfinite(real) ? jsonText(value) : number(real);
    }
    return shortened(jsonText(value, -1, NotUtf8::Replaced));
}

template <class S>
std::string expectation(const Key<S>& key) {
    const std::string range = " from " + number(key.minimum) + " to " + number(key.maximum);
    return std::visit(
        [&]<class T>(T S::*) -> std::string {
            if constexpr (std::is_same_v<T, int>) return "a whole number" + range;
            if constexpr (std::is_same_v<T, uint64_t>)
                return "a whole number from 0 to " + std::to_string(UINT64_MAX);
            if constexpr (std::is_same_v<T, double>) return "a number" + range;
            if constexpr (std::is_same_v<T, bool>) return "true or false";
            if constexpr (std::is_same_v<T, std::string>) return key.expects ? key.expects : "a text";
            if constexpr (std::is_enum_v<T>) {
                std::string names;
                for (const char* name : spellings<T>)
                    names += (names.empty() ? "one of " : ", ") + std::string(name);
                return names;
            }
        },
        key.member);
}

template <class S>
Json valueOf(const Key<S>& key, const S& config) {
    return std::visit(
        [&]<class T>(T S::*member) -> Json {
            if constexpr (std::is_enum_v<T>) {
                const auto index = size_t(config.*member);
                return index < spellings<T>.size() ? Json(spellings<T>[index]) : Json(index);
            } else {
                return config.*member;
            }
        },
        key.member);
}

/// Stores `value` in `config` under `key`; false, leaving `config` as it is, if it is not allowed there.
template <class S>
bool assign(const Key<S>& key, const Json& value, S& config) {
    const auto inRange = [&] {
        const auto real = value.get<double>();  // false for NaN
        return real >= key.minimum && real <= key.maximum;
    };
    return std::visit(
        [&]<class T>(T S::*member) {
            if constexpr (std::is_enum_v<T>) {
                for (size_t i = 0; i < spellings<T>.size(); ++i) {
                    if (value != spellings<T>[i] &&
                        !(value.is_boolean() && jsonText(value) == spellings<T>[i]))
                        continue;  // true and false may be choices beside others
                    config.*member = static_cast<T>(i);
                    return true;
                }
                return false;
            } else {
                if constexpr (std::is_same_v<T, int>)
                    if (!value.is_number_integer() || !inRange()) return false;
                if constexpr (std::is_same_v<T, uint64_t>)
                    if (!value.is_number_integer() ||
                        (!value.is_number_unsigned() && value.get<int64_t>() < 0))
                        return false;
                if constexpr (std::is_same_v<T, double>)
                    if (!value.is_number() || !inRange()) return false;
                if constexpr (std::is_same_v<T, bool>)
                    if (!value.is_boolean()) return false;
                if constexpr (std::is_same_v<T, std::string>)
                    if (!value.is_string() || (key.accepts && !key.accepts(value.get<std::string>())))
                        return false;
                config.*member = value.get<T>();
                return true;
            }
        },
        key.member);
}

/// "expected ..., found ..." if `value` may not stand under `key`; else it is stored in `config`.
template <class S>
std::optional<std::string> mismatch(const Key<S>& key, const Json& value, S& config) {
    if (assign(key, value, config)) return std::nullopt;
    return "expected " + expectation(key) + ", found " + quoted(value);
}

/// "; did you mean training.optimiser?", or nothing if no key is near. A path that names the wrong
/// section, or none, is compared by its last part too.
std::string suggestion(const std::string& path, const std::vector<std::string>& known) {
    const auto leaf = [](const std::string& p) { return p.substr(p.rfind('.') + 1); };
    const std::string name = leaf(path);
    size_t best = unlikelyDistance(name);
    if (best == 0) return {};
    std::string nearest;
    for (const std::string& candidate : known) {
        const bool sameSection = candidate.size() - leaf(candidate).size() == path.size() - name.size() &&
                                 candidate.starts_with(path.substr(0, path.size() - name.size()));
        const size_t distance = editDistance(name, leaf(candidate)) + (sameSection ? 0 : 1);
        if (distance < best) best = distance, nearest = candidate;
    }
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

template <class S>
std::vector<std::string> pathsOf(const std::string& prefix) {
    std::vector<std::string> paths;
    for (const auto& key : keysOf<S>()) paths.push_back(prefix + key.name);
    return paths;
}

std::vector<std::string> allPaths() {
    std::vector<std::string> paths;
    for (const auto& info : runConfigKeys()) paths.push_back(info.path);
    return paths;
}

/// One file being read: problems gather here, and are thrown together.
class Reader {
public:
    Reader(std::string source, std::vector<std::string> known)
        : source_(std::move(source)), known_(std::move(known)) {}

    [[nodiscard]] Json parse(const std::string& text) const {
        if (text.find('\0') != std::string::npos)  // the parser would take it for the end
            throw inputError(source_ + ": not valid JSON: it holds a zero byte");
        try {
            return parseJson<Json>(text, JsonGuard{source_, "configuration"});
        } catch (const Json::exception& e) {
            throw inputError(source_ + ": not valid JSON: " + jsonProblem(e.what()));
        }
    }

    template <class S>
    void read(const Json& object, const std::string& prefix, S& config) {
        if (!object.is_object()) {
            const std::string where = prefix.empty() ? "" : prefix.substr(0, prefix.size() - 1) + ": ";
            problems_.push_back(where + "expected an object, found " + quoted(object));
            return;
        }
        for (const auto& [name, value] : object.items()) {
            if constexpr (std::is_same_v<S, RunConfig>) {
                bool isSection = false;
                forEachSection(config,
                               [&, &text = name, &part = value](const std::string& section, auto& inner) {
                                   if (text != section) return;
                                   isSection = true;
                                   read(part, section + ".", inner);
                               });
                if (isSection) continue;
            }
            readKey(name, value, prefix, config);
        }
    }

    /// Throws all that was wrong with single keys; if nothing was, what does not fit together.
    template <class S>
    void finish(const S& config) {
        if (problems_.empty())
            for (const auto& problem : check(config))
                problems_.push_back(problem.key + ": " + problem.message);
        if (problems_.empty()) return;
        std::string text;
        for (size_t i = 0; i < std::min(problems_.size(), maxProblems); ++i)
            text += (i > 0 ? "\n" : "") + source_ + ": " + problems_[i];
        if (problems_.size() > maxProblems)
            text += "\n" + source_ + ": ... and " + std::to_string(problems_.size() - maxProblems) +
                    " more problems";
        throw inputError(text);
    }

private:
    template <class S>
    void readKey(const std::string& name, const Json& value, const std::string& prefix, S& config) {
        const FormerKey* former = std::is_same_v<S, NetworkConfig> ? formerKey("network." + name) : nullptr;
        if (former && !value.is_boolean()) {
            problems_.push_back(prefix + name + ": expected true or false, found " + quoted(value));
            return;
        }
        if (former) {
            const std::string now = former->now;
            readKey(now.substr(now.find('.') + 1), value.get<bool>() ? former->ifTrue : former->ifFalse,
                    prefix, config);
            return;
        }
        for (const auto& key : keysOf<S>()) {
            if (name != key.name) continue;
            if (auto problem = mismatch(key, value, config))
                problems_.push_back(prefix + key.name + ": " + *problem);
            return;
        }
        problems_.push_back(shortened(prefix + name) + ": not a key of this version" +
                            suggestion(prefix + name, known_));
    }

    std::string source_;
    std::vector<std::string> known_;
    std::vector<std::string> problems_;
};

template <class S>
Json jsonOf(const S& config) {
    Json object = Json::object();
    for (const auto& key : keysOf<S>()) object[key.name] = valueOf(key, config);
    return object;
}

/// The value that `text` spells for `key`: a number or truth value where one belongs and the text is
/// one, else the text itself, which mismatch() then refuses with the right words.
template <class S>
Json spelledValue(const Key<S>& key, const std::string& text) {
    const auto parsed = [&text](const auto& number) { return number ? Json(*number) : Json(text); };
    return std::visit(
        [&]<class T>(T S::*) -> Json {
            if constexpr (std::is_same_v<T, bool>) {
                if (text == "true") return true;
                if (text == "false") return false;
            }
            if constexpr (std::is_same_v<T, int>) return parsed(numberIn<int64_t>(text));
            if constexpr (std::is_same_v<T, uint64_t>) return parsed(numberIn<uint64_t>(text));
            if constexpr (std::is_same_v<T, double>) return parsed(numberIn<double>(text));
            return text;
        },
        key.member);
}

std::string trimmed(const std::string& text) {
    const char* blanks = " \t\r\n";
    const size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

template <class S>
std::optional<std::string> rangeProblem(const Key<S>& key, const S& config) {
    S scratch = config;
    return mismatch(key, valueOf(key, config), scratch);
}
template std::optional<std::string> rangeProblem(const Key<NetworkConfig>&, const NetworkConfig&);
template std::optional<std::string> rangeProblem(const Key<DataConfig>&, const DataConfig&);
template std::optional<std::string> rangeProblem(const Key<TrainingConfig>&, const TrainingConfig&);
template std::optional<std::string> rangeProblem(const Key<RunConfig>&, const RunConfig&);

std::string toJson(const RunConfig& config) {
    Json object = Json::object();
    object["preset"] = config.preset;  // first, then the sections, then the rest
    forEachSection(config, [&](const char* name, const auto& section) { object[name] = jsonOf(section); });
    object.update(jsonOf(config));
    return jsonText(object, 2, NotUtf8::Replaced) + "\n";
}

std::string toJson(const NetworkConfig& config) { return jsonText(jsonOf(config), 2) + "\n"; }

namespace {

/// Sizes that are named without a share stand for themselves. What earlier versions stored names no shares at
/// all.
void takeSplit(const Json& named, bool stored, DataConfig& data) {
    if (named.contains("earlier_split")) return;
    if (stored && !named.contains("validation_share")) {
        data.earlierSplit = readsRows(data);
        return;
    }
    if (named.contains("validation_size") && !named.contains("validation_share")) data.validationShare = 0;
    if (named.contains("test_size") && !named.contains("test_share")) data.testShare = 0;
}

/// `stored`: by the program itself, in this version or an earlier one.
RunConfig readRunConfig(const std::string& json, const std::string& source, const RunConfig& base,
                        bool stored) {
    RunConfig config = base;
    Reader reader(source, allPaths());
    const Json object = reader.parse(json);
    reader.read(object, "", config);
    const Json data = object.is_object() ? object.value("data", Json::object()) : Json();
    if (stored) dropUnreadFiles(config.data);
    if (data.is_object()) takeSplit(data, stored, config.data);
    // What the data say need not be repeated for the network.
    const Json network = object.is_object() ? object.value("network", Json::object()) : Json();
    if (network.is_object()) {
        RunConfig tied = config;
        tieNetworkToData(tied);
        const auto take = [&](const char* key, auto member) {
            if (!network.contains(key)) config.network.*member = tied.network.*member;
        };
        take("input", &NetworkConfig::input);
        take("output", &NetworkConfig::output);
        take("input_dim", &NetworkConfig::inputDim);
        take("num_classes", &NetworkConfig::numClasses);
        take("max_positions", &NetworkConfig::maxPositions);
    }
    reader.finish(config);
    return config;
}

}  // namespace

RunConfig runConfigFromJson(const std::string& json, const std::string& source, const RunConfig& base) {
    return readRunConfig(json, source, base, false);
}

RunConfig storedRunConfig(const std::string& json, const std::string& source) {
    return readRunConfig(json, source, {}, true);
}

NetworkConfig networkConfigFromJson(const std::string& json, const std::string& source) {
    NetworkConfig config;
    Reader reader(source, pathsOf<NetworkConfig>(""));
    reader.read(reader.parse(json), "", config);
    reader.finish(config);
    return config;
}

void setByPath(RunConfig& config, const std::string& assignment) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos)
        throw inputError("\"" + shortened(assignment) +
                         "\": expected KEY=VALUE, as in network.num_heads=4, found no \"=\"");
    std::string path = trimmed(assignment.substr(0, equals)), text = trimmed(assignment.substr(equals + 1));
    if (const FormerKey* former = formerKey(path)) {
        if (text != "true" && text != "false")
            throw inputError(path + ": expected true or false, found \"" + shortened(text) + "\"");
        text = text == "true" ? former->ifTrue : former->ifFalse;
        path = former->now;
    }
    if (path == "preset")
        throw inputError(
            "preset: only names where a configuration came from; setting it would change nothing else. "
            "Choose the preset itself instead");
    if (const FixedKey* fixed = fixedKey(path)) {
        if (text == fixed->value) return;
        throw inputError(path + ": only " + fixed->value + " (" + fixed->what +
                         ") can be computed here, found \"" + shortened(text) +
                         "\". A network that has it otherwise can be neither trained nor opened");
    }
    bool found = false;
    const auto set = [&]<class S>(const std::string& prefix, S& section) {
        for (const auto& key : keysOf<S>()) {
            if (path != prefix + key.name) continue;
            found = true;
            if (auto problem = mismatch(key, spelledValue(key, text), section))
                throw inputError(path + ": " + *problem);
        }
    };
    set("", config);
    forEachSection(config, [&](const std::string& name, auto& section) { set(name + ".", section); });
    if (path == "data.validation_size") config.data.validationShare = 0;  // the last word counts
    if (path == "data.test_size") config.data.testShare = 0;
    if (!found) {
        const std::string near = suggestion(path, allPaths());
        throw inputError(shortened(path) + ": not a key" +
                         (near.empty()
                              ? "; keys are seed, device, threads, and those of network, data and training, "
                                "as in network.num_heads"
                              : near));
    }
}

}  // namespace attx
