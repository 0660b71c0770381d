#include "model/data/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "numbers are hashed as they lie in memory");

template <class Number>
void add(Fingerprint& to, const std::vector<Number>& numbers) {
    to.add(std::span(reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(Number)));
}

DataFingerprint::Split splitOf(const Table& table) {
    Fingerprint hash;
    add(hash, std::vector<int64_t>{table.rows, table.length, table.featureDim});
    add(hash, table.tokens);
    if (!table.types.empty()) add(hash, table.types);  // files of data without them keep their hashes
    add(hash, table.labels);
    add(hash, table.lengths);
    add(hash, table.features);
    add(hash, table.classes);
    return {table.samples(), hash.text()};
}

std::string hashOf(const std::vector<std::string>& names) {
    if (names.empty()) return {};
    Fingerprint hash;
    for (const std::string& name : names) hash.add(name);
    return hash.text();
}

Json jsonOf(const DataFingerprint::Split& split) { return {{"rows", split.rows}, {"hash", split.hash}}; }

DataFingerprint::Split splitFrom(const Json& json) {
    return {json.at("rows").get<int64_t>(), json.at("hash").get<std::string>()};
}

}  // namespace

void Fingerprint::add(std::span<const uint8_t> bytes) {
    for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
        hash_ = (hash_ ^ word) * 0x100000001b3;
        hash_ ^= hash_ >> 32;  // a word's upper bits reach the lower ones too
    }
    const uint64_t size = bytes.size();
    hash_ = (hash_ ^ size) * 0x100000001b3;
}

void Fingerprint::add(const std::string& text) {
    add(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

std::string Fingerprint::text() const {
    char buffer[17];
    std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(hash_));
    return buffer;
}

DataFingerprint fingerprintOf(const DataSet& data) {
    return {splitOf(data.train),
            splitOf(data.validation),
            splitOf(data.test),
            hashOf(data.names.classes),
            hashOf(data.names.vocabulary.words()),
            data.dealing};
}

std::string differenceBetween(const DataFingerprint& before, const DataFingerprint& now) {
    std::string text;
    const auto say = [&text](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
    const auto compare = [&](const char* part, const DataFingerprint::Split& was,
                             const DataFingerprint::Split& is) {
        if (was.rows != is.rows)
            say(std::string("the ") + part + " part has " + counted(is.rows, "row") + ", it had " +
                std::to_string(was.rows));
        else if (was.hash != is.hash)
            say(std::string("the ") + part + " part has other content in its " + counted(is.rows, "row"));
    };
    compare("training", before.train, now.train);
    compare("validation", before.validation, now.validation);
    compare("test", before.test, now.test);
    if (before.classes != now.classes) say("the classes have other names");
    if (before.vocabulary != now.vocabulary) say("the vocabulary has other words");
    return text;
}

std::string toJson(const DataFingerprint& fingerprint) {
    return jsonText(Json{{"train", jsonOf(fingerprint.train)},
                         {"validation", jsonOf(fingerprint.validation)},
                         {"test", jsonOf(fingerprint.test)},
                         {"classes", fingerprint.classes},
                         {"vocabulary", fingerprint.vocabulary},
                         {"dealing", fingerprint.dealing}});
}

DataFingerprint fingerprintFromJson(const std::string& json, const std::string& source) {
    try {
        const Json object = parseJson<Json>(json);
        return {splitFrom(object.at("train")),
                splitFrom(object.at("validation")),
                splitFrom(object.at("test")),
                object.at("classes").get<std::string>(),
                object.at("vocabulary").get<std::string>(),
                object.at("dealing").get<std::string>()};
    } catch (const Json::exception& problem) {
        throw inputError(source + ": what it says of its data is damaged (" + problem.what() + ").");
    }
}

}  // namespace attx
