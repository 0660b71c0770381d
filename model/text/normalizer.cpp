#include "model/text/normalizer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attx {
namespace {

/// The blocks that BERT's tokenization.py calls Chinese: CJK ideographs, their extensions and compatibility
/// forms, but no Hangul, Hiragana or Katakana, which are written with blanks or in words of a few characters.
bool isChinese(char32_t code) {
    static constexpr std::array<std::pair<char32_t, char32_t>, 8> blocks{{{0x4E00, 0x9FFF},
                                                                          {0x3400, 0x4DBF},
                                                                          {0x20000, 0x2A6DF},
                                                                          {0x2A700, 0x2B73F},
                                                                          {0x2B740, 0x2B81F},
                                                                          {0x2B820, 0x2CEAF},
                                                                          {0xF900, 0xFAFF},
                                                                          {0x2F800, 0x2FA1F}}};
    return std::ranges::any_of(
        blocks, [&](const auto& block) { return code >= block.first && code <= block.second; });
}

Characters cleaned(const Characters& text) {
    constexpr char32_t replacement = 0xFFFD;
    Characters result;
    for (Character character : text) {
        const char32_t code = character.code;
        const bool isBlank = code == '\t' || code == '\n' || code == '\r';
        if (!isBlank && (code == replacement || isOther(code))) continue;
        if (isWhiteSpace(code)) character.code = ' ';
        result.push_back(character);
    }
    return result;
}

Characters spacedChinese(const Characters& text) {
    Characters result;
    for (const Character& character : text) {
        const Character blank{' ', character.begin, character.end};
        if (!isChinese(character.code)) {
            result.push_back(character);
            continue;
        }
        result.insert(result.end(), {blank, character, blank});
    }
    return result;
}

}  // namespace

Normalizer bertNormalizer(bool cleanText, bool spaceChinese, bool stripAccents, bool lowercase) {
    using Kind = NormalizerStep::Kind;
    Normalizer steps;
    if (cleanText) steps.push_back({Kind::CleanText, {}, {}});
    if (spaceChinese) steps.push_back({Kind::SpaceChinese, {}, {}});
    if (stripAccents) {
        steps.push_back({Kind::Decompose, {}, {}});
        steps.push_back({Kind::DropNonspacing, {}, {}});
    }
    if (lowercase) steps.push_back({Kind::Lowercase, {}, {}});
    return steps;
}

Characters replacedIn(const Characters& text, const std::string& pattern, const std::string& content) {
    const Characters from = charactersOf(pattern), to = charactersOf(content);
    if (from.empty()) return text;
    const auto same = [](const Character& a, const Character& b) { return a.code == b.code; };
    Characters result;
    for (auto at = text.begin(); at != text.end();) {
        const auto found = std::search(at, text.end(), from.begin(), from.end(), same);
        result.insert(result.end(), at, found);
        if (found == text.end()) break;
        at = found + std::ptrdiff_t(from.size());
        for (const Character& character : to)
            result.push_back({character.code, found->begin, std::prev(at)->end});
    }
    return result;
}

Characters prependedTo(const Characters& text, const std::string& content) {
    if (text.empty()) return text;
    Characters result = charactersOf(content);
    for (Character& character : result)
        character.begin = text.front().begin, character.end = text.front().end;
    result.insert(result.end(), text.begin(), text.end());
    return result;
}

Characters normalized(Characters text, const Normalizer& steps) {
    using enum NormalizerStep::Kind;
    for (const NormalizerStep& step : steps) switch (step.kind) {
            case CleanText:
                text = cleaned(text);
                break;
            case SpaceChinese:
                text = spacedChinese(text);
                break;
            case Decompose:
                text = decomposed(text);
                break;
            case DropNonspacing:
                std::erase_if(text, [](const Character& character) { return isNonspacing(character.code); });
                break;
            case Lowercase:
                text = lowered(text);
                break;
            case Prepend:
                text = prependedTo(text, step.content);
                break;
            case Replace:
                text = replacedIn(text, step.pattern, step.content);
                break;
        }
    return text;
}

}  // namespace attx
