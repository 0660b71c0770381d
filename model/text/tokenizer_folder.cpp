#include "model/text/tokenizer_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/text/text_json.h"
#include "model/text/tokenizer_json.h"

namespace attx {
namespace {

using nlohmann::json;

constexpr uint64_t mostBytes = uint64_t{256} << 20;  // the largest tokenizers that are published have 35 MB

constexpr std::array tokenizerFiles{"vocab.txt", "vocab.json", "merges.txt", "tokenizer.json",
                                    "tokenizer.model"};

/// What a class of Hugging Face's library does when its settings say nothing else.
struct TokenizerClass {
    const char* name;       ///< Class name without "Fast" at its end
    const char* modelType;  ///< model_type in config.json, where the folder does not name the class
    enum class Files { Lines, Pairs, Json } files;
    const char *unknown, *begin, *end, *padding, *mask;
    bool takesLeft = false;    ///< The mask takes the white space in front of it
    bool framesTexts = false;  ///< Class token in front, separator behind
};
using Files = TokenizerClass::Files;

constexpr std::array tokenizerClasses{
    TokenizerClass{"BertTokenizer", "bert", Files::Lines, "[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"},
    TokenizerClass{"DistilBertTokenizer", "distilbert", Files::Lines, "[UNK]", "[CLS]", "[SEP]", "[PAD]",
                   "[MASK]"},
    TokenizerClass{"RobertaTokenizer", "roberta", Files::Pairs, "<unk>", "<s>", "</s>", "<pad>", "<mask>",
                   true, true},
    TokenizerClass{"GPT2Tokenizer", "gpt2", Files::Pairs, "<|endoftext|>", "<|endoftext|>", "<|endoftext|>",
                   "", ""},
    TokenizerClass{"LlamaTokenizer", "llama", Files::Json, "<unk>", "<s>", "</s>", "", ""},
};

/// A folder's files, and the settings in them.
class TokenizerFolder {
public:
    /// Of a folder; or of `given` files, which `folder` names in messages.
    explicit TokenizerFolder(const std::string& folder,
                             std::optional<std::map<std::string, std::string>> given = std::nullopt)
        : folder_(folder),
          given_(std::move(given)),
          settings_(jsonFile("tokenizer_config.json")),
          specials_(jsonFile("special_tokens_map.json")),
          ids_(jsonFile("added_tokens.json")) {}

    Tokenizer open() const {
        const std::string name = className();
        const TokenizerClass* const known = classOf(name);
        const bool ofLines = has("vocab.txt"), ofPairs = has("vocab.json") && has("merges.txt");
        if (known && known->files == Files::Lines && ofLines) return wordPiece(*known);
        if (known && known->files == Files::Pairs && ofPairs) return bytePairs(*known);
        if (has("tokenizer.json")) return fromJson(known);
        if (!known && (ofLines || ofPairs))
            throw inputError(folder_ + ": its tokenizer is of the class \"" + shortened(onOneLine(name)) +
                             "\", which this program does not know, and there is no tokenizer.json that says "
                             "how it works.");
        throw inputError(folder_ + ": holds no tokenizer that this program reads: " + missing() +
                         ". Expected vocab.txt, vocab.json with merges.txt, or tokenizer.json.");
    }

private:
    [[nodiscard]] std::string path(const char* name) const { return folder_ + "/" + name; }
    [[nodiscard]] bool has(const char* name) const {
        std::error_code ignored;
        return given_ ? given_->contains(name) : std::filesystem::exists(path(name), ignored);
    }
    [[nodiscard]] const std::string& textFile(const char* name) const {
        const auto found = read_.find(name);
        if (found != read_.end()) return found->second;
        return read_[name] = given_ ? given_->at(name) : readFile(path(name), mostBytes);
    }
    [[nodiscard]] Tokenizer made(TokenizerParts parts) const {
        parts.files = read_;
        return Tokenizer(std::move(parts));
    }
    /// An empty object where there is no such file.
    [[nodiscard]] json jsonFile(const char* name) const {
        return has(name) ? textJson(textFile(name), path(name), "file of settings") : json::object();
    }
    [[nodiscard]] std::string missing() const {
        if (has("vocab.json")) return "there is no merges.txt next to vocab.json";
        if (has("merges.txt")) return "there is no vocab.json next to merges.txt";
        if (has("tokenizer.model"))
            return "tokenizer.model is a file of sentencepiece, which Hugging Face's library can save as "
                   "tokenizer.json";
        return "none of its files is there";
    }

    /// "BertTokenizer"; what the kind of the model or the files suggest where no file names the class.
    [[nodiscard]] std::string className() const {
        std::string name = textOf(settings_, "tokenizer_class", path("tokenizer_config.json"));
        if (name.ends_with("Fast")) name.resize(name.size() - 4);
        if (!name.empty()) return name;
        const std::string model = textOf(jsonFile("config.json"), "model_type", path("config.json"));
        for (const TokenizerClass& known : tokenizerClasses)
            if (model == known.modelType) return known.name;
        return has("vocab.txt") ? "BertTokenizer" : has("vocab.json") ? "GPT2Tokenizer" : "";
    }
    static const TokenizerClass* classOf(const std::string& name) {
        const auto* const found = std::ranges::find_if(
            tokenizerClasses, [&](const TokenizerClass& known) { return name == known.name; });
        return found == tokenizerClasses.end() ? nullptr : found;
    }

    /// The token that plays a role ("mask_token"), written as a text or as an object; null where none does.
    [[nodiscard]] json roleOf(const char* role) const {
        for (const json* file : {&settings_, &specials_})
            if (const json& value = valueOf(*file, role); value.is_string() || value.is_object())
                return value;
        return {};
    }
    [[nodiscard]] std::string contentOf(const char* role, const char* otherwise) const {
        const json value = roleOf(role);
        if (value.is_object()) return textOf(value, "content", path("special_tokens_map.json"), otherwise);
        return value.is_string() ? value.get<std::string>() : otherwise;
    }
    [[nodiscard]] std::optional<int32_t> idOf(const std::string& content, const PieceTable& pieces) const {
        if (const std::optional<int32_t> id = pieces.find(content)) return id;
        const json& id = valueOf(ids_, content.c_str());
        if (!id.is_number_unsigned() || id.get<uint64_t>() > INT32_MAX) return std::nullopt;
        return int32_t(id.get<uint64_t>());
    }
    [[nodiscard]] int32_t neededId(const std::string& content, const PieceTable& pieces) const {
        if (const std::optional<int32_t> id = idOf(content, pieces)) return *id;
        throw inputError(folder_ + ": the vocabulary has no piece \"" + shortened(onOneLine(content)) +
                         "\", which its tokenizer needs. Are its files of the same tokenizer?");
    }

    [[nodiscard]] static AddedToken addedToken(const json& flags, const std::string& content, int32_t id,
                                               const std::string& source, bool takesLeft, bool isNormalized) {
        return {content,
                id,
                switchOf(flags, "lstrip", source, takesLeft),
                switchOf(flags, "rstrip", source, false),
                switchOf(flags, "single_word", source, false),
                switchOf(flags, "normalized", source, isNormalized)};
    }
    /// Tokens that are found in a text: those that added_tokens_decoder lists, else those with a role.
    [[nodiscard]] std::vector<AddedToken> addedTokens(const TokenizerClass& known,
                                                      const PieceTable& pieces) const {
        std::vector<AddedToken> added;
        const auto isThere = [&](const std::string& content) {
            return std::ranges::any_of(added,
                                       [&](const AddedToken& token) { return token.content == content; });
        };
        const std::string source = path("tokenizer_config.json");
        if (const json& listed = valueOf(settings_, "added_tokens_decoder"); listed.is_object())
            for (const auto& [id, token] : listed.items()) {
                const auto number = id.size() < 10 ? numberIn<uint32_t>(id) : std::nullopt;
                if (!number || !token.is_object())
                    throw inputError(source + ": \"added_tokens_decoder\" must hold a token for each id.");
                added.push_back(addedToken(token, textOf(token, "content", source), int32_t(*number), source,
                                           false, !switchOf(token, "special", source, false)));
            }
        const std::array<std::pair<const char*, const char*>, 7> roles{{{"unk_token", known.unknown},
                                                                        {"cls_token", known.begin},
                                                                        {"sep_token", known.end},
                                                                        {"bos_token", known.begin},
                                                                        {"eos_token", known.end},
                                                                        {"pad_token", known.padding},
                                                                        {"mask_token", known.mask}}};
        const auto addIfKnown = [&](const json& flags, const std::string& content, bool takesLeft) {
            const std::optional<int32_t> id = idOf(content, pieces);
            if (!content.empty() && id && !isThere(content))
                added.push_back(addedToken(flags, content, *id, source, takesLeft, false));
        };
        for (const auto& [role, otherwise] : roles) {
            const json value = roleOf(role);
            addIfKnown(value.is_object() ? value : json::object(), contentOf(role, otherwise),
                       known.takesLeft && role == std::string_view("mask_token"));
        }
        for (const json* file : {&settings_, &specials_})
            if (const json& more = valueOf(*file, "additional_special_tokens"); more.is_array())
                for (const json& token : more)
                    addIfKnown(token.is_object() ? token : json::object(),
                               token.is_string()   ? token.get<std::string>()
                               : token.is_object() ? textOf(token, "content", source)
                                                   : std::string(),
                               false);
        for (const auto& [content, id] : ids_.items())
            if (const auto known_ = idOf(content, pieces); known_ && !isThere(content))
                added.push_back({content, *known_, false, false, false, true});
        return added;
    }

    [[nodiscard]] Tokenizer wordPiece(const TokenizerClass& known) const {
        const std::string source = path("tokenizer_config.json");
        if (!switchOf(settings_, "do_basic_tokenize", source, true))
            throw inputError(source +
                             ": \"do_basic_tokenize\" is false; this program knows WordPiece behind "
                             "the basic tokenizer only.");
        TokenizerParts parts;
        parts.pieces = piecesFromLines(textFile("vocab.txt"), path("vocab.txt"));
        parts.added = addedTokens(known, parts.pieces);
        const bool lowercase = switchOf(settings_, "do_lower_case", source, true);
        parts.normalizer = bertNormalizer(true, switchOf(settings_, "tokenize_chinese_chars", source, true),
                                          switchOf(settings_, "strip_accents", source, lowercase), lowercase);
        parts.splitters = {{Splitter::Kind::Bert}};
        WordPiece model;
        model.unknown = neededId(contentOf("unk_token", known.unknown), parts.pieces);
        parts.model = model;
        const int32_t begin = neededId(contentOf("cls_token", known.begin), parts.pieces),
                      end = neededId(contentOf("sep_token", known.end), parts.pieces);
        takeClassTemplates(parts, begin, end, true);
        return made(std::move(parts));
    }

    [[nodiscard]] Tokenizer bytePairs(const TokenizerClass& known) const {
        const std::string source = path("tokenizer_config.json");
        TokenizerParts parts;
        const std::string vocabulary = path("vocab.json");
        parts.pieces = piecesOf(textJson(textFile("vocab.json"), vocabulary, "vocabulary"), vocabulary);
        parts.added = addedTokens(known, parts.pieces);
        const bool isPrefixed = switchOf(settings_, "add_prefix_space", source, false);
        parts.splitters = {
            {Splitter::Kind::Gpt2, isPrefixed ? Splitter::Prefix::Always : Splitter::Prefix::Never}};
        BytePairs model;
        model.unknown = idOf(contentOf("unk_token", known.unknown), parts.pieces).value_or(-1);
        model.learn(mergesFromLines(textFile("merges.txt"), path("merges.txt")), parts.pieces,
                    path("merges.txt"));
        parts.model = std::move(model);
        if (known.framesTexts) {
            const int32_t begin = neededId(contentOf("cls_token", known.begin), parts.pieces),
                          end = neededId(contentOf("sep_token", known.end), parts.pieces);
            takeClassTemplates(parts, begin, end, false);
            parts.trimsBlanks = switchOf(settings_, "trim_offsets", source, true);
        } else if (switchOf(settings_, "add_bos_token", source, false)) {
            const int32_t begin = neededId(contentOf("bos_token", known.begin), parts.pieces);
            takeTextTemplates(parts, begin, {});
        }
        return made(std::move(parts));
    }

    [[nodiscard]] Tokenizer fromJson(const TokenizerClass* known) const {
        const std::string source = path("tokenizer_config.json");
        TokenizerParts parts = tokenizerPartsFromJson(textFile("tokenizer.json"), path("tokenizer.json"));
        const bool isLlama = known && known->files == Files::Json;
        if (isLlama && (settings_.contains("add_bos_token") || settings_.contains("add_eos_token"))) {
            std::optional<int32_t> begin, end;
            if (switchOf(settings_, "add_bos_token", source, true))
                begin = neededId(contentOf("bos_token", known->begin), parts.pieces);
            if (switchOf(settings_, "add_eos_token", source, false))
                end = neededId(contentOf("eos_token", known->end), parts.pieces);
            takeTextTemplates(parts, begin, end);
        }
        return made(std::move(parts));
    }

    std::string folder_;
    std::optional<std::map<std::string, std::string>> given_;
    mutable std::map<std::string, std::string> read_;  ///< Those that the tokenizer depends on
    json settings_, specials_, ids_;
};

}  // namespace

Tokenizer openTokenizer(const std::string& folder) {
    return naming(folder, [&] { return TokenizerFolder(folder).open(); });
}

Tokenizer tokenizerOfFiles(std::map<std::string, std::string> files, const std::string& source) {
    return naming(source, [&] { return TokenizerFolder(source, std::move(files)).open(); });
}

bool hasTokenizer(const std::string& folder) {
    std::error_code ignored;
    return std::ranges::any_of(tokenizerFiles, [&](const char* name) {
        return std::filesystem::exists(folder + "/" + name, ignored);
    });
}

}  // namespace attx
