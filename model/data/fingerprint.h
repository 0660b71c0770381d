// What tells data from other data: of bytes, and of the data of a run.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "model/data/dataset.h"

namespace attx {

/// A 64-bit hash (FNV-1a over words of 8 bytes) that grows with every add(); for telling files apart, not for
/// safety.
class Fingerprint {
public:
    void add(std::span<const uint8_t> bytes);
    void add(const std::string& text);
    [[nodiscard]] std::string text() const;  ///< 16 hexadecimal digits

private:
    uint64_t hash_ = 0xcbf29ce484222325;
};

/// What tells the data of a run from others, wherever they lie: run.json keeps it. A hash is that of the
/// numbers a network sees: tokens or features, labels, lengths, classes.
struct DataFingerprint {
    struct Split {
        int64_t rows = 0;  ///< sequences or texts; of sets their images
        std::string hash;
        bool operator==(const Split&) const = default;
    };
    Split train, validation, test;
    std::string classes, vocabulary;  ///< hashes of the names; empty where there are none
    std::string dealing;              ///< DataSet::dealing
    bool operator==(const DataFingerprint&) const = default;
};
[[nodiscard]] DataFingerprint fingerprintOf(const DataSet& data);
/// What is different in `now`, in words for the middle of a sentence, the parts separated by commas; empty if
/// nothing is.
[[nodiscard]] std::string differenceBetween(const DataFingerprint& before, const DataFingerprint& now);

/// {"train": {"rows": 50000, "hash": "…"}, …, "classes": "…", "vocabulary": "…", "dealing": "…"}, as JSON.
[[nodiscard]] std::string toJson(const DataFingerprint& fingerprint);
/// Throws Error::Kind::Input that names `source`.
[[nodiscard]] DataFingerprint fingerprintFromJson(const std::string& json, const std::string& source);

}  // namespace attx
