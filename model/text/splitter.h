// How a normalised text is cut into the words that a vocabulary's pieces make up.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/text/unicode.h"

namespace attx {

struct Splitter {
    enum class Kind {
        Bert,       ///< Split at white space, which is dropped, and around each punctuation mark
        Gpt2,       ///< Split by GPT-2's regular expression; bytes become printable characters
        Bytes,      ///< The whole text as one word of bytes
        Metaspace,  ///< Blanks become `blank`, before each of which a word begins where `cuts` is true
    };
    enum class Prefix { Never, First, Always };  ///< Texts that get a blank in front: none, a first part, all

    Kind kind;
    Prefix prefix = Prefix::Never;
    std::string blank = {};
    bool cuts = true;
};

/// Several splitters, one after the other; without any, the text is one word.
[[nodiscard]] std::vector<Characters> wordsOf(const Characters& text, const std::vector<Splitter>& splitters);

/// The printable character that stands for a byte in byte-level vocabularies (Radford et al. 2019,
/// encoder.py): those of Latin-1 that can be seen stand for themselves, the others begin at U+0100.
[[nodiscard]] char32_t printableByte(unsigned char byte);
/// The byte that a character stands for; nothing for one that stands for none.
[[nodiscard]] std::optional<unsigned char> byteOfPrintable(char32_t code);

}  // namespace attx
