// config.json of a folder that Hugging Face's save_pretrained wrote.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"
#include "model/exchange/published_names.h"

namespace attx {

constexpr uint64_t mostConfigBytes = uint64_t{1} << 20;

/// config.json, asked by key. All throw Error::Kind::Input for a value that is none of the key's.
class ModelConfig {
public:
    /// Throws Error::Kind::Input, by name, for a kind of model and for settings that this program does not
    /// compute.
    ModelConfig(std::string_view text, std::string source);

    [[nodiscard]] const ModelKind& kind() const { return *kind_; }
    [[nodiscard]] const nlohmann::json& value(const char* key) const;
    [[nodiscard]] bool isTrue(const char* key, bool otherwise) const;
    /// A whole number from 1 on; `otherwise` where it is missing, and an error where that is 0.
    [[nodiscard]] int count(const char* key, int otherwise = 0) const;
    /// Numbers of a patch, those of all its channels.
    [[nodiscard]] int patchNumbers() const;
    /// "BertForTokenClassification"; empty where none is named.
    [[nodiscard]] std::string architecture() const;
    /// The names of so many classes, by their numbers. Where there are none, or others: as Hugging Face's
    /// library names classes without names, and `note` says why.
    [[nodiscard]] std::vector<std::string> classes(int count, std::string& note) const;
    /// The network, as far as it does not follow from the weights.
    [[nodiscard]] NetworkConfig network() const;

    /// Adds to `note` what config.json leaves to the library that wrote it.
    void sayDefaults(std::string& note) const;
    /// The same where config.json says another number than a table of the weights has rows (0: there is
    /// none).
    void sayContradiction(std::string& note, const char* key, int rows, const char* table) const;
    /// The same for an architecture that answers otherwise than the weights do.
    void sayOtherAnswer(std::string& note, bool hasClassifier, bool namesWords) const;
    /// The same for pictures of another size than the table of positions has rows for.
    void sayPictures(std::string& note, int rows) const;

private:
    [[nodiscard]] double real(const char* key, double otherwise) const;
    [[nodiscard]] Activation activation() const;
    void takeRotary(NetworkConfig& network) const;
    void takeGate(NetworkConfig& network) const;
    void takeHeadKeys(NetworkConfig& network) const;

    std::string source_;
    nlohmann::json config_;
    const ModelKind* kind_ = nullptr;
};

}  // namespace attx
