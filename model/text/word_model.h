// How a word becomes pieces of a vocabulary.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/text/pieces.h"
#include "model/text/unicode.h"

namespace attx {

/// A piece in a text: its id and the bytes [begin, end) that it stands for, whole characters always: where a
/// character is several pieces, each has all of its bytes. What a tokenizer adds has none, [0, 0).
struct Token {
    int32_t id;
    size_t begin = 0, end = 0;
    int32_t type = 0;      ///< Segment of a pair: 0 in the first text, 1 in the second, as the tokenizer says
    bool isAdded = false;  ///< Stands in no text
    bool operator==(const Token&) const = default;
};

/// The longest piece that a word begins with, then the longest "##" piece, and so on (Wu et al. 2016). A word
/// of which some part is no piece, or that is too long, is unknown as a whole.
struct WordPiece {
    std::string continuing = "##";
    size_t mostCharacters = 100;
    int32_t unknown = 0;

    [[nodiscard]] std::vector<Token> tokensOf(const Characters& word, const PieceTable& pieces) const;
};

/// Byte pair encoding (Sennrich et al. 2016): a word begins as characters; of all neighbours that may be
/// merged the pair that was learnt first is, until there is none.
struct BytePairs {
    struct Merged {
        int32_t rank, id;
    };
    std::unordered_map<uint64_t, Merged> merges;  ///< Merges by pair of ids, the left one in the upper half
    int32_t unknown = -1;                         ///< -1: what is no piece is left out
    bool byteFallback = false;  ///< A character that is no piece becomes "<0xE2>" … of its bytes
    bool fuseUnknown = false;   ///< Unknown characters that follow each other are one token
    bool wholeFirst = false;    ///< A word that is a piece is taken as it is

    /// Throws Error::Kind::Input, naming `source`, for merges of what are no pieces.
    void learn(const Merges& pairs, const PieceTable& pieces, const std::string& source);
    [[nodiscard]] std::vector<Token> tokensOf(const Characters& word, const PieceTable& pieces) const;
};

}  // namespace attx
