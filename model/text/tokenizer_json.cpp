#include "model/text/tokenizer_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

/// Reads one file; `source` names it.
class TokenizerReader {
public:
    TokenizerReader(const json& file, const std::string& source) : file_(file), source_(source) {}

    TokenizerParts read() {
        readModel(objectIn(file_, "model"));
        for (const json& token : listIn(file_, "added_tokens")) addToken(token);
        normalize(valueOf(file_, "normalizer"));
        split(valueOf(file_, "pre_tokenizer"));
        process(valueOf(file_, "post_processor"));
        return std::move(parts_);
    }

private:
    [[noreturn]] void refuse(const char* part, const std::string& what) const {
        throw inputError(source_ + ": its " + part + " is \"" + shortened(onOneLine(what)) +
                         "\", which this program does not know. Tokenizers of BERT, GPT-2, RoBERTa and Llama "
                         "open.");
    }
    [[noreturn]] void wrong(const std::string& what) const { throw inputError(source_ + ": " + what); }

    const json& objectIn(const json& in, const char* key) const {
        const json& value = valueOf(in, key);
        if (!value.is_object()) wrong(std::string("\"") + key + "\" must be an object.");
        return value;
    }
    /// An array; empty where there is none.
    const json& listIn(const json& in, const char* key) const {
        static const json none = json::array();
        const json& value = valueOf(in, key);
        if (value.is_null()) return none;
        if (!value.is_array()) wrong(std::string("\"") + key + "\" must be a list.");
        return value;
    }
    /// Calls visit(part, type) for `value`, or for each part of a sequence; nothing for null.
    template <class Visit>
    void eachPart(const json& value, const char* parts, Visit visit) const {
        if (value.is_null()) return;
        if (!value.is_object()) wrong("each part of the tokenizer must be an object or null.");
        const std::string type = textOf(value, "type", source_);
        if (type != "Sequence") return visit(value, type);
        for (const json& part : listIn(value, parts)) {
            if (!part.is_object()) wrong(std::string("\"") + parts + "\" must hold objects.");
            visit(part, textOf(part, "type", source_));
        }
    }
    int32_t idOf(const json& value) const {
        if (!value.is_number_unsigned() || value.get<uint64_t>() > INT32_MAX)
            wrong("the id of a token must be a whole number from 0 on.");
        return int32_t(value.get<uint64_t>());
    }

    void readModel(const json& model) {
        parts_.pieces = piecesOf(objectIn(model, "vocab"), source_);
        const std::string unknown = textOf(model, "unk_token", source_);
        const std::optional<int32_t> unknownId = parts_.pieces.find(unknown);
        // Files of early versions leave the type of the model out.
        const std::string type =
            textOf(model, "type", source_, model.contains("merges") ? "BPE" : "WordPiece");
        if (type == "WordPiece") {
            WordPiece pieces;
            pieces.continuing = textOf(model, "continuing_subword_prefix", source_, pieces.continuing);
            if (const json& most = valueOf(model, "max_input_chars_per_word"); most.is_number_unsigned())
                pieces.mostCharacters = most.get<size_t>();
            if (!unknownId) wrong("the vocabulary has no piece for what is unknown (\"unk_token\").");
            pieces.unknown = *unknownId;
            parts_.model = pieces;
            return;
        }
        if (type != "BPE") refuse("model", type.empty() ? "without a type" : type);
        BytePairs pairs;
        pairs.unknown = unknownId.value_or(-1);
        pairs.byteFallback = switchOf(model, "byte_fallback", source_, false);
        pairs.fuseUnknown = switchOf(model, "fuse_unk", source_, false);
        pairs.wholeFirst = switchOf(model, "ignore_merges", source_, false);
        for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"})
            if (!textOf(model, key, source_).empty()) refuse("model", std::string("BPE with ") + key);
        if (!valueOf(model, "dropout").is_null()) refuse("model", "BPE with dropout");
        pairs.learn(mergesIn(model), parts_.pieces, source_);
        parts_.model = std::move(pairs);
    }
    Merges mergesIn(const json& model) const {
        std::string lines;
        Merges merges;
        for (const json& merge : listIn(model, "merges")) {
            if (merge.is_string()) {
                const Merges one = mergesFromLines(merge.get<std::string>(), source_);
                merges.insert(merges.end(), one.begin(), one.end());
            } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() &&
                       merge[1].is_string()) {
                merges.emplace_back(merge[0].get<std::string>(), merge[1].get<std::string>());
            } else {
                wrong("\"merges\" must hold pairs of pieces.");
            }
        }
        return merges;
    }

    void addToken(const json& token) {
        if (!token.is_object()) wrong("\"added_tokens\" must hold objects.");
        const bool isSpecial = switchOf(token, "special", source_, false);
        parts_.added.push_back({textOf(token, "content", source_), idOf(valueOf(token, "id")),
                                switchOf(token, "lstrip", source_, false),
                                switchOf(token, "rstrip", source_, false),
                                switchOf(token, "single_word", source_, false),
                                switchOf(token, "normalized", source_, !isSpecial)});
    }

    /// A rule makes up to `factor` times as many characters. Throws for rules that together would fill the
    /// memory with any text.
    void grow(size_t factor) {
        constexpr size_t most = 64;
        growth_ *= std::max(std::min(factor, most + 1), size_t{1});
        if (growth_ > most)
            wrong("its rules \"Prepend\" and \"Replace\" make a text more than " + std::to_string(most) +
                  " times as long.");
    }

    void normalize(const json& value) {
        using Kind = NormalizerStep::Kind;
        Normalizer& steps = parts_.normalizer;
        eachPart(value, "normalizers", [&](const json& part, const std::string& type) {
            if (type == "BertNormalizer") {
                const bool lowercase = switchOf(part, "lowercase", source_, true);
                const Normalizer bert =
                    bertNormalizer(switchOf(part, "clean_text", source_, true),
                                   switchOf(part, "handle_chinese_chars", source_, true),
                                   switchOf(part, "strip_accents", source_, lowercase), lowercase);
                steps.insert(steps.end(), bert.begin(), bert.end());
            } else if (type == "Prepend") {
                const std::string content = textOf(part, "prepend", source_);
                grow(charactersOf(content).size());
                steps.push_back({Kind::Prepend, {}, content});
            } else if (type == "Replace") {
                const json& pattern = objectIn(part, "pattern");
                if (!pattern.contains("String")) refuse("normalizer", "Replace with a regular expression");
                const std::string from = textOf(pattern, "String", source_),
                                  to = textOf(part, "content", source_);
                grow(charactersOf(to).size() / std::max(charactersOf(from).size(), size_t{1}));
                steps.push_back({Kind::Replace, from, to});
            } else if (type == "Lowercase") {
                steps.push_back({Kind::Lowercase, {}, {}});
            } else if (type == "NFD") {
                steps.push_back({Kind::Decompose, {}, {}});
            } else {
                refuse("normalizer", type);
            }
        });
    }

    void split(const json& value) {
        using Kind = Splitter::Kind;
        eachPart(value, "pretokenizers", [&](const json& part, const std::string& type) {
            if (type == "BertPreTokenizer") {
                parts_.splitters.push_back({Kind::Bert});
            } else if (type == "ByteLevel") {
                const bool isPrefixed = switchOf(part, "add_prefix_space", source_, true);
                parts_.splitters.push_back(
                    {switchOf(part, "use_regex", source_, true) ? Kind::Gpt2 : Kind::Bytes,
                     isPrefixed ? Splitter::Prefix::Always : Splitter::Prefix::Never});
            } else if (type == "Metaspace") {
                parts_.splitters.push_back(metaspace(part));
            } else {
                refuse("pre_tokenizer", type);
            }
        });
    }
    Splitter metaspace(const json& part) const {
        using Prefix = Splitter::Prefix;
        const bool isPrefixed = switchOf(part, "add_prefix_space", source_, true);
        const std::string scheme = textOf(part, "prepend_scheme", source_, isPrefixed ? "always" : "never");
        if (scheme != "always" && scheme != "first" && scheme != "never") refuse("prepend_scheme", scheme);
        const std::string blank = textOf(part, "replacement", source_, "▁");
        if (charactersOf(blank).size() != 1) wrong("\"replacement\" of Metaspace must be one character.");
        return {Splitter::Kind::Metaspace,
                scheme == "always"  ? Prefix::Always
                : scheme == "first" ? Prefix::First
                                    : Prefix::Never,
                blank, switchOf(part, "split", source_, true)};
    }

    void process(const json& value) {
        eachPart(value, "processors", [&](const json& part, const std::string& type) {
            if (type == "TemplateProcessing") {
                parts_.single = templateOf(part, "single");
                parts_.pair = templateOf(part, "pair");
            } else if (type == "ByteLevel") {
                parts_.trimsBlanks = switchOf(part, "trim_offsets", source_, true);
            } else if (type == "BertProcessing" || type == "RobertaProcessing") {
                const bool isBert = type == "BertProcessing";
                parts_.trimsBlanks = !isBert && switchOf(part, "trim_offsets", source_, true);
                const int32_t begin = namedToken(part, "cls"), end = namedToken(part, "sep");
                takeClassTemplates(parts_, begin, end, isBert);
            } else {
                refuse("post_processor", type);
            }
        });
    }
    /// The id in ["[CLS]", 101].
    int32_t namedToken(const json& part, const char* key) const {
        const json& pair = listIn(part, key);
        if (pair.size() != 2) wrong(std::string("\"") + key + "\" must be a token and its id.");
        return idOf(pair[1]);
    }
    Template templateOf(const json& processor, const char* key) const {
        Template result;
        for (const json& part : listIn(processor, key)) {
            if (!part.is_object() || part.size() != 1 || !part.front().is_object())
                wrong("each part of a template must be a sequence or a special token.");
            const json& named = part.front();
            const std::string name = textOf(named, "id", source_);
            const json& type = valueOf(named, "type_id");
            const int32_t typeId = type.is_null() ? 0 : idOf(type);
            if (part.contains("Sequence")) {
                result.push_back(
                    {name == "A" ? TemplatePart::Kind::First : TemplatePart::Kind::Second, typeId});
                continue;
            }
            const json& special = objectIn(objectIn(processor, "special_tokens"), name.c_str());
            for (const json& id : listIn(special, "ids"))
                result.push_back({TemplatePart::Kind::Added, typeId, idOf(id)});
        }
        return result;
    }

    const json& file_;
    const std::string& source_;
    TokenizerParts parts_;
    size_t growth_ = 1;  ///< The most by which the normalizer's rules lengthen a text
};

}  // namespace

void takeTextTemplates(TokenizerParts& parts, std::optional<int32_t> begin, std::optional<int32_t> end) {
    using Kind = TemplatePart::Kind;
    parts.pair.clear();
    for (int32_t type = 0; type < 2; ++type) {
        if (begin) parts.pair.push_back({Kind::Added, type, *begin});
        parts.pair.push_back({type == 0 ? Kind::First : Kind::Second, type});
        if (end) parts.pair.push_back({Kind::Added, type, *end});
        if (type == 0) parts.single = parts.pair;
    }
}

void takeClassTemplates(TokenizerParts& parts, int32_t begin, int32_t end, bool isBert) {
    using Kind = TemplatePart::Kind;
    parts.single = parts.pair = {{Kind::Added, 0, begin}, {Kind::First}, {Kind::Added, 0, end}};
    const int32_t second = isBert ? 1 : 0;  // RoBERTa knows one type, and ends the first text twice
    if (!isBert) parts.pair.push_back({Kind::Added, 0, end});
    parts.pair.insert(parts.pair.end(), {{Kind::Second, second}, {Kind::Added, second, end}});
}

TokenizerParts tokenizerPartsFromJson(std::string_view text, const std::string& source) {
    const json file = textJson(text, source, "tokenizer");
    return TokenizerReader(file, source).read();
}

}  // namespace attx
