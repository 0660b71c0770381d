// sweep.json: method, parameters and seeds in the words of W&B's sweep files, the configurations to begin
// with, and the runs one by one, so that every process, also of a later version, means the same by run 017.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/process.h"
#include "model/files/text.h"
#include "model/sweeps/sweep.h"

namespace attx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int fileVersion = 1;

/// Numbers and truth values as such, everything else as a text.
Json jsonOf(const std::string& key, const std::string& value) {
    const auto& keys = runConfigKeys();
    const auto info = std::ranges::find_if(keys, [&](const KeyInfo& k) { return k.path == key; });
    RunConfig scratch;
    const bool plain =
        info == keys.end() || (!isNumber(*info) && !std::holds_alternative<bool*>(info->place(scratch)));
    return plain ? Json(value) : parseJson<Json>(value);
}

std::string valueFrom(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number_float()) return numberText(json.get<double>());
    return jsonText(json);
}

Json jsonOf(const Parameter& parameter) {
    if (parameter.range)
        return {{"min", parameter.range->minimum},
                {"max", parameter.range->maximum},
                {"distribution", toString(parameter.range->distribution)}};
    Json values = Json::array();
    for (const std::string& value : parameter.values) values.push_back(jsonOf(parameter.key, value));
    return {{"values", values}};
}

/// Throws Error::Kind::Input for a key that nothing reads, since a word of a person may be lost with it.
void requireKeys(const Json& object, std::initializer_list<std::string_view> known,
                 const std::string& place) {
    for (const auto& [key, value] : object.items()) {
        if (std::ranges::find(known, key) != known.end()) continue;
        std::string names;
        for (const std::string_view name : known) names += (names.empty() ? "" : ", ") + std::string(name);
        throw inputError(place + ": expected " + names + ", found the key \"" + onOneLine(shortened(key)) +
                         "\".");
    }
}

Parameter parameterFrom(const std::string& key, const Json& json, const std::string& source) {
    Parameter parameter{key, {}, {}};
    if (json.contains("values")) {
        requireKeys(json, {"values"}, source + ": " + key);
        for (const Json& value : json.at("values")) parameter.values.push_back(valueFrom(value));
        return parameter;
    }
    requireKeys(json, {"min", "max", "distribution"}, source + ": " + key);
    parameter.range = {json.at("min").get<double>(), json.at("max").get<double>(), {}};
    const auto name = json.at("distribution").get<std::string>();
    for (const Distribution one : {Distribution::Uniform, Distribution::LogUniform, Distribution::Int}) {
        if (name != toString(one)) continue;
        parameter.range->distribution = one;
        return parameter;
    }
    throw inputError(source + ": " + key + ": distribution: expected uniform, log_uniform or int, found \"" +
                     shortened(name) + "\".");
}

/// Names become folders: they must not lead out of the sweep's.
bool isRunName(const std::string& name) {
    return !name.empty() && name.size() <= 32 && name != sweepLogFolder &&
           std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

Sweep sweepFrom(const Json& json, const std::string& source) {
    const auto damaged = [&](const std::string& what) { return inputError(source + ": " + what + "."); };
    if (const int version = json.at("version").get<int>(); version != fileVersion)
        throw damaged("the sweep is of version " + std::to_string(version) +
                      ", and this program reads version " + std::to_string(fileVersion) +
                      "; go on with the program that planned it (" +
                      shortened(json.value("program", "unknown")) + "), or plan it again");
    requireKeys(json, {"version", "program", "created", "method", "parameters", "seeds", "configs", "runs"},
                source);
    Sweep sweep;
    sweep.created = json.at("created").get<std::string>();
    const auto method = json.at("method").get<std::string>();
    sweep.method = method == toString(SweepMethod::Random) ? SweepMethod::Random : SweepMethod::Grid;
    if (method != toString(sweep.method))
        throw damaged("method: expected grid or random, found \"" + shortened(method) + "\"");
    for (const auto& [key, parameter] : json.at("parameters").items())
        sweep.parameters.push_back(parameterFrom(key, parameter, source));
    json.at("seeds").get_to(sweep.seeds);
    for (const auto& [name, config] : json.at("configs").items())
        sweep.bases.emplace(name, storedRunConfig(jsonText(config), source));
    std::set<std::string> names;
    for (const Json& entry : json.at("runs")) {
        SweepRun run{entry.at("run").get<std::string>(), entry.at("config").get<std::string>(), {}};
        if (!isRunName(run.name))
            throw damaged("\"" + onOneLine(shortened(run.name)) + "\" is no name for a run's folder");
        if (!names.insert(run.name).second) throw damaged("the run " + run.name + " stands twice");
        if (!sweep.bases.contains(run.base))
            throw damaged("run " + run.name + ": there is no configuration \"" + shortened(run.base) + "\"");
        requireKeys(entry, {"run", "config", "set"}, source + ": run " + run.name);
        for (const auto& [key, value] : entry.at("set").items())
            run.settings.emplace_back(key, valueFrom(value));
        sweep.runs.push_back(std::move(run));
    }
    if (sweep.runs.empty()) throw damaged("the sweep has no runs");
    return sweep;
}

}  // namespace

bool isSweepFolder(const std::string& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder + "/" + sweepFileName, ignored);
}

void writeSweep(const std::string& folder, const Sweep& sweep) {
    std::error_code error;
    if (isSweepFolder(folder))
        throw inputError(folder +
                         ": there is a sweep already. Choose another folder, or train it: sweep run.");
    if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error)))
        throw inputError(folder + ": expected a new or empty folder for the sweep, found " +
                         (fs::is_directory(folder, error) ? "one that holds files" : "a file") +
                         ". Choose another place.");
    Json json{{"version", fileVersion},       {"program", "Attention Explorer " ATTX_VERSION},
              {"created", utcNow()},          {"method", toString(sweep.method)},
              {"parameters", Json::object()}, {"seeds", sweep.seeds},
              {"configs", Json::object()},    {"runs", Json::array()}};
    for (const Parameter& parameter : sweep.parameters) json["parameters"][parameter.key] = jsonOf(parameter);
    for (const auto& [name, config] : sweep.bases) json["configs"][name] = parseJson<Json>(toJson(config));
    for (const SweepRun& run : sweep.runs) {
        Json set = Json::object();
        for (const auto& [key, value] : run.settings) set[key] = jsonOf(key, value);
        json["runs"].push_back({{"run", run.name}, {"config", run.base}, {"set", set}});
    }
    // The file has its name once it is whole; folders that were made for nothing go again.
    std::vector<fs::path> made;
    for (fs::path place = fs::absolute(folder, error); !fs::exists(place, error) && place.has_relative_path();
         place = place.parent_path())
        made.push_back(place);
    try {
        fs::create_directories(folder, error);
        if (error)
            throw workError(folder + ": the sweep's folder cannot be made (" + error.message() +
                            "). Choose a place where you may write.");
        writeFileAtomically(folder + "/" + sweepFileName, jsonText(json, 1, NotUtf8::Replaced) + "\n");
    } catch (const Error&) {
        for (const fs::path& place : made) fs::remove(place, error);
        throw;
    }
}

Sweep readSweep(const std::string& folder) {
    if (!isSweepFolder(folder))
        throw inputError(folder +
                         ": expected the folder of a sweep, found none (no sweep.json in it). Make one: " +
                         "attention-explorer sweep plan.");
    const std::string source = folder + "/" + sweepFileName;
    try {
        return sweepFrom(parseJson<Json>(readFile(source), JsonGuard{source, "sweep"}), source);
    } catch (const Json::exception& problem) {
        throw inputError(source + ": the file is damaged (" + jsonProblem(problem.what()) + ").");
    }
}

}  // namespace attx
