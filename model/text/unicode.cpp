#include "model/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace attx {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// Calls visit(code, begin, end, isValid) for each character.
template <class Visit>
void eachCharacter(std::string_view text, Visit visit) {
    for (size_t at = 0; at < text.size();) {
        utf8proc_int32_t code = 0;
        const utf8proc_ssize_t size =
            utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                             static_cast<utf8proc_ssize_t>(text.size() - at), &code);
        const size_t end = at + size_t(std::max<utf8proc_ssize_t>(size, 1));
        visit(size > 0 ? static_cast<char32_t>(code) : replacement, at, end, size > 0);
        at = end;
    }
}

utf8proc_category_t categoryOf(char32_t code) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}
bool isBetween(utf8proc_category_t category, utf8proc_category_t first, utf8proc_category_t last) {
    return category >= first && category <= last;
}
int combiningClass(char32_t code) {
    return utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class;
}

}  // namespace

Characters charactersOf(std::string_view text) {
    Characters characters;
    characters.reserve(text.size());
    eachCharacter(text, [&](char32_t code, size_t begin, size_t end, bool) {
        characters.push_back({code, begin, end});
    });
    return characters;
}

size_t invalidBytes(std::string_view text) {
    size_t count = 0;
    eachCharacter(text, [&](char32_t, size_t, size_t, bool isValid) { count += isValid ? 0 : 1; });
    return count;
}

std::string utf8Of(char32_t code) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const utf8proc_ssize_t size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
    return {reinterpret_cast<const char*>(bytes.data()), size_t(size)};
}

bool isLetter(char32_t code) {
    return isBetween(categoryOf(code), UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO);
}
bool isNumber(char32_t code) {
    return isBetween(categoryOf(code), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}
bool isPunctuation(char32_t code) {
    return isBetween(categoryOf(code), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}
bool isNonspacing(char32_t code) { return categoryOf(code) == UTF8PROC_CATEGORY_MN; }
bool isOther(char32_t code) {
    return isBetween(categoryOf(code), UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CO);
}
bool isWhiteSpace(char32_t code) {
    return (code >= '\t' && code <= '\r') || code == 0x85 ||
           isBetween(categoryOf(code), UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}
bool isPartOfWord(char32_t code) {
    const utf8proc_category_t category = categoryOf(code);
    return isBetween(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
           category == UTF8PROC_CATEGORY_PC;
}

Characters lowered(const Characters& text) {
    constexpr char32_t capitalDottedI = 0x130, dotAbove = 0x307;
    Characters result;
    result.reserve(text.size());
    for (const Character& character : text) {
        Character lower = character;
        // The only character whose lower case is two, which utf8proc's table of single ones leaves out.
        const bool isDottedI = character.code == capitalDottedI;
        lower.code =
            isDottedI
                ? U'i'
                : static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(character.code)));
        result.push_back(lower);
        if (isDottedI) result.push_back({dotAbove, character.begin, character.end});
    }
    return result;
}

Characters decomposed(const Characters& text) {
    constexpr size_t mostOfOne = 32;  // Unicode's longest decomposition has 18 characters
    std::array<utf8proc_int32_t, mostOfOne> parts{};
    Characters result;
    result.reserve(text.size());
    for (const Character& character : text) {
        int boundary = 0;
        const utf8proc_ssize_t count =
            utf8proc_decompose_char(static_cast<utf8proc_int32_t>(character.code), parts.data(),
                                    static_cast<utf8proc_ssize_t>(mostOfOne), UTF8PROC_DECOMPOSE, &boundary);
        for (size_t i = 0; i < size_t(std::max<utf8proc_ssize_t>(count, 0)); ++i)
            result.push_back({static_cast<char32_t>(parts[i]), character.begin, character.end});
    }
    // Marks that follow each other stand in the order of their classes.
    const auto isStarter = [](const Character& character) { return combiningClass(character.code) == 0; };
    for (auto first = result.begin(); first != result.end();) {
        const auto marks = std::find_if_not(first, result.end(), isStarter);
        first = std::find_if(marks, result.end(), isStarter);
        std::stable_sort(marks, first, [](const Character& a, const Character& b) {
            return combiningClass(a.code) < combiningClass(b.code);
        });
    }
    return result;
}

}  // namespace attx
