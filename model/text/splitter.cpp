#include "model/text/splitter.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "model/text/normalizer.h"

namespace attx {
namespace {

using Words = std::vector<Characters>;
using At = Characters::const_iterator;

bool isBertPunctuation(char32_t code) {
    const bool isAscii = (code >= '!' && code <= '/') || (code >= ':' && code <= '@') ||
                         (code >= '[' && code <= '`') || (code >= '{' && code <= '~');
    return isAscii || isPunctuation(code);
}

Words bertWords(const Characters& text) {
    Words words;
    bool isOpen = false;
    for (const Character& character : text) {
        const bool isBlank = isWhiteSpace(character.code), isAlone = isBertPunctuation(character.code);
        if (!isBlank && (isAlone || !isOpen)) words.emplace_back();
        if (!isBlank) words.back().push_back(character);
        isOpen = !isBlank && !isAlone;
    }
    return words;
}

/// The end of the contraction that begins at an apostrophe: 's, 't, 're, 've, 'm, 'll or 'd; `at` where none
/// does.
At contractionEnd(At at, At end) {
    static constexpr std::array<std::u32string_view, 7> suffixes{U"s", U"t", U"re", U"ve", U"m", U"ll", U"d"};
    if (at->code != '\'') return at;
    for (const std::u32string_view suffix : suffixes)
        if (size_t(end - at) > suffix.size() &&
            std::equal(suffix.begin(), suffix.end(), at + 1,
                       [](char32_t code, const Character& character) { return code == character.code; }))
            return at + 1 + std::ptrdiff_t(suffix.size());
    return at;
}

/// GPT-2's regular expression by hand:
/// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
Words gpt2Words(const Characters& text) {
    const auto ofKind = [](auto is) { return [is](const Character& c) { return is(c.code); }; };
    const auto isMark = [](char32_t code) {
        return !isWhiteSpace(code) && !isLetter(code) && !isNumber(code);
    };
    Words words;
    for (At at = text.begin(); at != text.end();) {
        At end = contractionEnd(at, text.end());
        if (end == at) {
            const At first = at->code == ' ' && at + 1 != text.end() ? at + 1 : at;
            const char32_t code = first->code;
            if (isLetter(code)) {
                end = std::find_if_not(first, text.end(), ofKind(isLetter));
            } else if (isNumber(code)) {
                end = std::find_if_not(first, text.end(), ofKind(isNumber));
            } else if (isMark(code)) {
                end = std::find_if_not(first, text.end(), ofKind(isMark));
            } else {
                // The last white space before other characters goes with them, unless it is the only one.
                end = std::find_if_not(at, text.end(), ofKind(isWhiteSpace));
                if (end != text.end() && end - at > 1) --end;
            }
        }
        words.emplace_back(at, end);
        at = end;
    }
    return words;
}

Characters printableBytes(const Characters& word) {
    Characters bytes;
    for (const Character& character : word)
        for (const char byte : utf8Of(character.code))
            bytes.push_back(
                {printableByte(static_cast<unsigned char>(byte)), character.begin, character.end});
    return bytes;
}

Words metaspaceWords(const Characters& text, const Splitter& splitter) {
    const char32_t blank = charactersOf(splitter.blank).front().code;
    Words words;
    for (const Character& character : text) {
        if (words.empty() || (splitter.cuts && character.code == blank)) words.emplace_back();
        words.back().push_back(character);
    }
    return words;
}

/// `text` with a blank in front where the splitter wants one.
Characters prefixed(const Characters& text, const Splitter& splitter, const std::string& blank) {
    using Prefix = Splitter::Prefix;
    const bool isWanted = splitter.prefix == Prefix::Always ||
                          (splitter.prefix == Prefix::First && !text.empty() && text.front().begin == 0);
    const bool isThere = !text.empty() && text.front().code == charactersOf(blank).front().code;
    return isWanted && !isThere ? prependedTo(text, blank) : text;
}

Words wordsOf(const Characters& text, const Splitter& splitter) {
    switch (splitter.kind) {
        case Splitter::Kind::Bert:
            return bertWords(text);
        case Splitter::Kind::Metaspace:
            return metaspaceWords(prefixed(replacedIn(text, " ", splitter.blank), splitter, splitter.blank),
                                  splitter);
        case Splitter::Kind::Gpt2:
        case Splitter::Kind::Bytes:
            break;
    }
    const Characters whole = prefixed(text, splitter, " ");
    Words words = splitter.kind == Splitter::Kind::Gpt2 ? gpt2Words(whole) : Words{whole};
    std::transform(words.begin(), words.end(), words.begin(), printableBytes);
    return words;
}

}  // namespace

std::vector<Characters> wordsOf(const Characters& text, const std::vector<Splitter>& splitters) {
    Words words{text};
    for (const Splitter& splitter : splitters) {
        Words cut;
        for (const Characters& word : words) {
            Words parts = wordsOf(word, splitter);
            std::move(parts.begin(), parts.end(), std::back_inserter(cut));
        }
        words = std::move(cut);
    }
    std::erase_if(words, [](const Characters& word) { return word.empty(); });
    return words;
}

char32_t printableByte(unsigned char byte) {
    static const std::array<char32_t, 256> table = [] {
        std::array<char32_t, 256> codes{};
        char32_t other = 0x100;
        for (char32_t value = 0; value < codes.size(); ++value) {
            const bool isSeen =
                (value >= '!' && value <= '~') || (value >= 0xA1 && value <= 0xAC) || value >= 0xAE;
            codes[value] = isSeen ? value : other++;
        }
        return codes;
    }();
    return table[byte];
}

std::optional<unsigned char> byteOfPrintable(char32_t code) {
    for (int byte = 0; byte < 256; ++byte)
        if (printableByte(static_cast<unsigned char>(byte)) == code) return static_cast<unsigned char>(byte);
    return std::nullopt;
}

}  // namespace attx
