// Text as Unicode characters that remember their bytes, and what the tables of Unicode say of a character.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// A character, and the bytes [begin, end) of the text that it was made of. What is inserted has the bytes of
/// the character that it goes with, so that every piece of a text has a place in it.
struct Character {
    char32_t code;
    size_t begin, end;
    bool operator==(const Character&) const = default;
};
using Characters = std::vector<Character>;

/// The characters of a text in UTF-8. Each byte that is part of no valid character is U+FFFD.
[[nodiscard]] Characters charactersOf(std::string_view text);
/// How many characters of `text` stand for bytes that are no UTF-8.
[[nodiscard]] size_t invalidBytes(std::string_view text);
/// `code` in UTF-8.
[[nodiscard]] std::string utf8Of(char32_t code);

[[nodiscard]] bool isLetter(char32_t code);       ///< Categories L*
[[nodiscard]] bool isNumber(char32_t code);       ///< Categories N*
[[nodiscard]] bool isPunctuation(char32_t code);  ///< Categories P*
[[nodiscard]] bool isNonspacing(char32_t code);   ///< Category Mn: accents and other marks on a character
[[nodiscard]] bool isOther(char32_t code);  ///< Categories Cc, Cf, Co and Cs, but no unassigned character
[[nodiscard]] bool isWhiteSpace(char32_t code);  ///< The property White_Space
[[nodiscard]] bool isPartOfWord(char32_t code);  ///< \w of regular expressions (UTS 18, annex C)

/// Every character in lower case, by itself: a capital sigma is always σ.
[[nodiscard]] Characters lowered(const Characters& text);
/// Normalization form D (UAX 15): what has an accent becomes a letter and marks, in canonical order.
[[nodiscard]] Characters decomposed(const Characters& text);

}  // namespace attx
