// Texts as token ids, as the tokenizers of published networks make them: WordPiece, byte-level BPE and BPE
// with byte fallback. tokenizer_folder.h and tokenizer_json.h read them from files.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/text/added_tokens.h"
#include "model/text/normalizer.h"
#include "model/text/pieces.h"
#include "model/text/splitter.h"
#include "model/text/word_model.h"

namespace attx {

/// What a tokenizer writes for a text or a pair: one of the texts, or a token that it adds.
struct TemplatePart {
    enum class Kind { First, Second, Added };
    Kind kind;
    int32_t type = 0;
    int32_t id = -1;  ///< Id of an added token; -1 for a text
};
using Template = std::vector<TemplatePart>;

/// A tokenizer as data.
struct TokenizerParts {
    PieceTable pieces;
    std::vector<AddedToken> added;
    Normalizer normalizer;
    std::vector<Splitter> splitters;
    std::variant<WordPiece, BytePairs> model;
    Template single{{TemplatePart::Kind::First}},
        pair{{TemplatePart::Kind::First}, {TemplatePart::Kind::Second, 1}};
    bool trimsBlanks = false;  ///< Blanks that a piece begins or ends with are not among its bytes
    std::map<std::string, std::string> files{};  ///< What it was read from: contents by name
};

/// The first tokens of each text, so many that `most` are left in all: what the tokenizer adds stays, and of
/// a pair the longer text gives way.
[[nodiscard]] std::vector<Token> cutTo(const std::vector<Token>& tokens, size_t most);

class Tokenizer {
public:
    explicit Tokenizer(TokenizerParts parts);
    Tokenizer(const Tokenizer&) = delete;
    Tokenizer& operator=(const Tokenizer&) = delete;
    Tokenizer(Tokenizer&&) = default;
    Tokenizer& operator=(Tokenizer&&) = default;

    /// All tokens of `text`, or of the pair of `text` and `second`, with those that the tokenizer adds.
    /// Nothing is cut. Bytes that are no UTF-8 are read as U+FFFD.
    [[nodiscard]] std::vector<Token> encode(std::string_view text,
                                            std::optional<std::string_view> second = std::nullopt) const;
    /// A piece as the vocabulary writes it: "##ing", "Ġthe". Empty for an id that there is not.
    [[nodiscard]] const std::string& piece(int32_t id) const;
    /// What a piece stands for in a text: the bytes of "Ġthe" are " the", that of "<0xE2>" is one. Pieces of
    /// one text may hold parts of a character.
    [[nodiscard]] std::string bytesOf(int32_t id) const;
    /// Whether the first blank of a text's pieces is the tokenizer's own.
    [[nodiscard]] bool beginsWithBlank() const;
    /// What stands for a word that no piece is of; -1: every text is made of pieces.
    [[nodiscard]] int32_t unknown() const;
    /// The largest id and one.
    [[nodiscard]] int size() const;
    /// "WordPiece", "byte-level BPE" or "BPE with byte fallback".
    [[nodiscard]] std::string kind() const;
    /// Contents by name: tokenizerOfFiles() makes the same tokenizer of them.
    [[nodiscard]] const std::map<std::string, std::string>& files() const { return parts_.files; }

private:
    [[nodiscard]] std::vector<Token> tokensOf(std::string_view text, int32_t type) const;
    [[nodiscard]] bool isOfBytes() const;
    /// What pieces have for a blank; empty where they are of bytes, or have none.
    [[nodiscard]] std::string blank() const;

    TokenizerParts parts_;
    PieceTable addedPieces_;
    AddedTokenFinder inText_, inNormalized_;  ///< They point into parts_.added, whose memory moves with it.
};

}  // namespace attx
