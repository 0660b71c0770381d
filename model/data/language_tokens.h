// A text as the tokens of a language model: characters, words with the blank in front of them, or pieces of
// words that are learned from the bytes of a text. Put together again the tokens are the text.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/config/config.h"
#include "model/data/vectoriser.h"

namespace attx {

/// A token for people to read, without white space: a blank is "␣", the end of a line "⏎", a tab "⇥"; bytes
/// that could not be told from these, that cannot be seen or that are no UTF-8 are "\xE2", and "\" is "\\".
[[nodiscard]] std::string shownToken(std::string_view bytes);
/// The bytes that shownToken was given.
[[nodiscard]] std::string bytesOfShown(std::string_view shown);

/// What a vocabulary of characters or words counts, in their order: the characters of a text, or its words as
/// GPT-2 splits them (Radford et al. 2019), " the" with its blank. They point into `text`.
[[nodiscard]] std::vector<std::string_view> unitsOf(PairTokens kind, std::string_view text);

/// The most frequent characters or words of `text`, `mostTokens` - 2 at most, of equally frequent ones the
/// first by bytes; or all bytes and the pieces that byte pair encoding makes of its words (Sennrich et al.
/// 2016), the most frequent pair first. Words of the vocabulary are shownTokens.
[[nodiscard]] Vocabulary learnTokens(PairTokens kind, std::string_view text, int mostTokens);

/// A token in its text, the bytes [begin, end).
struct LanguageToken {
    int32_t id;
    size_t begin, end;
    bool operator==(const LanguageToken&) const = default;
};

/// Reads texts by a vocabulary of learnTokens, which outlives it.
class LanguageReader {
public:
    LanguageReader(PairTokens kind, const Vocabulary& vocabulary) : kind_(kind), vocabulary_(vocabulary) {}

    /// All tokens of `text`; what the vocabulary does not have is Vocabulary::unknown. Of a tokenizer they
    /// are its own, with what it puts in front.
    [[nodiscard]] std::vector<LanguageToken> read(std::string_view text);
    /// What stands for what the vocabulary does not have; -1: it has all.
    [[nodiscard]] int32_t unknown() const;

private:
    /// Of a word: pieces whose neighbours are joined where both make a piece, the first learned piece first.
    [[nodiscard]] std::vector<LanguageToken> piecesOf(std::string_view word) const;

    PairTokens kind_;
    const Vocabulary& vocabulary_;
    std::unordered_map<std::string, std::vector<LanguageToken>> known_;  ///< Tokens by unit: a cache
};

/// What a token stands for in a text; U+FFFD for the unknown one, nothing for padding.
[[nodiscard]] std::string bytesOfToken(const Vocabulary& vocabulary, int32_t id);

}  // namespace attx
