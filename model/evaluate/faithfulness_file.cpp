#include "model/evaluate/faithfulness_file.h"

#include <algorithm>

#include "model/attribute/explain_methods.h"
#include "model/data/fingerprint.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/run/run_folder.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* aboutKey = "about";
constexpr const char* methodsKey = "faithfulness";
constexpr const char* ofKey = "faithfulness_of";
constexpr const char* bandMeans =
    "half width of 95 %: 1.96 s / sqrt(samples), s over the means of the samples; of texts and pictures s is "
    "within their classes";

void put(Json& json, const std::string& key, const BandedMean& value) {
    json[key] = value.mean;
    json[key + "_band"] = value.band;
}
void put(Json& json, const std::string& key, const std::vector<BandedMean>& curve) {
    Json means = Json::array(), bands = Json::array();
    for (const BandedMean& value : curve) {
        means.push_back(value.mean);
        bands.push_back(value.band);
    }
    json[key] = means;
    json[key + "_band"] = bands;
}

void take(const Json& json, const std::string& key, BandedMean& value) {
    value = {json.at(key).get<double>(), json.at(key + "_band").get<double>()};
}
void take(const Json& json, const std::string& key, std::vector<BandedMean>& curve) {
    const auto means = json.at(key).get<std::vector<double>>();
    const auto bands = json.at(key + "_band").get<std::vector<double>>();
    if (means.size() != bands.size()) throw inputError(key + ": as many bands as means were expected");
    for (size_t i = 0; i < means.size(); ++i) curve.push_back({means[i], bands[i]});
}

/// What a method's numbers are called, once for both ways.
template <class Method, class Visit>
void visitNumbers(Method& method, const Visit& visit) {
    visit("comprehensiveness", method.comprehensiveness);
    visit("sufficiency", method.sufficiency);
    visit("deletion", method.deletion);
    visit("insertion", method.insertion);
}

/// What the places of the curves are called, once for both ways.
template <class Found, class Visit>
void visitPlaces(Found& found, const Visit& visit) {
    visit("inputs", found.inputs);
    visit("inputs_removed", found.deletion.inputs);
    visit("inputs_kept", found.insertion.inputs);
    visit("deletion_chance", found.deletion.chance);
    visit("insertion_chance", found.insertion.chance);
}

Json jsonOf(const Faithfulness& faithfulness) {
    Json methods = Json::object();
    for (const MethodFaithfulness& method : faithfulness.methods) {
        Json& json = methods[method.name];
        visitNumbers(method, [&json](const char* key, const auto& value) { put(json, key, value); });
        if (method.ruleShare) json["rule_share"] = *method.ruleShare;
        if (method.ruleRate) json["rule_rate"] = *method.ruleRate;
    }
    Json of{{"split", faithfulness.isOfAll ? "all" : "validation"},
            {"samples", faithfulness.samples},
            {"cases", faithfulness.cases},
            {"accuracy", faithfulness.accuracy},
            {"accuracy_band", faithfulness.accuracyBand},
            {"chance", faithfulness.chance},
            {"conclusive", faithfulness.isConclusive()},
            {"band", bandMeans}};
    visitPlaces(faithfulness, [&of](const char* key, const auto& value) { of[key] = value; });
    return {{methodsKey, methods}, {ofKey, of}};
}

/// Whether this version has a method of explanation of that name, or an order to compare methods with.
bool isKnown(const std::string& name) {
    const auto methods = explainMethods();
    return name == "random" || name == "rule" ||
           std::ranges::any_of(methods, [&](const ExplainMethodInfo& info) { return name == info.name; });
}

Faithfulness fromJson(const Json& json) {
    Faithfulness faithfulness;
    const Json& of = json.at(ofKey);
    faithfulness.isOfAll = of.at("split") == "all";
    faithfulness.samples = of.at("samples").get<int64_t>();
    faithfulness.cases = of.at("cases").get<int64_t>();
    faithfulness.accuracy = of.at("accuracy").get<double>();
    faithfulness.accuracyBand = of.at("accuracy_band").get<double>();
    faithfulness.chance = of.at("chance").get<double>();
    visitPlaces(faithfulness, [&of](const char* key, auto& value) { of.at(key).get_to(value); });
    for (const auto& [name, numbers] : json.at(methodsKey).items()) {
        MethodFaithfulness method;
        method.name = name;
        if (!isKnown(name)) continue;  // a later version may have measured it
        visitNumbers(method, [&from = numbers](const char* key, auto& value) { take(from, key, value); });
        if (numbers.contains("rule_share")) method.ruleShare = numbers.at("rule_share").get<double>();
        if (numbers.contains("rule_rate")) method.ruleRate = numbers.at("rule_rate").get<double>();
        faithfulness.methods.push_back(std::move(method));
    }
    return faithfulness;
}

std::string hashOf(const Subject& subject) {
    const auto bytes = [](const std::vector<float>& numbers) {
        return std::span(reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float));
    };
    Fingerprint hash;
    hash.add(bytes(*subject.parameters));
    hash.add(bytes(subject.ablation.headGates));
    hash.add(toJson(fingerprintOf(*subject.data)));
    hash.add(std::to_string(subject.config.data.setSize) + " " + std::to_string(subject.config.data.seed));
    return hash.text();
}

std::string pathIn(const std::string& runFolder) { return runFolder + "/" + faithfulnessFileName; }

}  // namespace

std::string toJson(const Faithfulness& faithfulness) { return jsonText(jsonOf(faithfulness)); }

void keepFaithfulness(const std::string& runFolder, const Subject& subject, const Faithfulness& found) {
    requireNoLink(pathIn(runFolder));
    Json json{{aboutKey, hashOf(subject)}};
    json.update(jsonOf(found));
    writeFileAtomically(pathIn(runFolder), jsonText(json, 2) + "\n");
}

std::optional<Faithfulness> keptFaithfulness(const std::string& runFolder, const Subject& subject) {
    try {
        const Json json = parseJson<Json>(readFile(pathIn(runFolder)));
        if (json.at(aboutKey).get<std::string>() != hashOf(subject)) return std::nullopt;
        return fromJson(json);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace attx
