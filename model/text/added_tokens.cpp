#include "model/text/added_tokens.h"

#include <algorithm>
#include <iterator>

namespace attx {
namespace {

bool isBlank(const Character& character) { return isWhiteSpace(character.code); }

}  // namespace

AddedTokenFinder::AddedTokenFinder(const std::vector<const AddedToken*>& tokens,
                                   const Normalizer& normalizer) {
    for (const AddedToken* token : tokens) {
        std::u32string written;
        for (const Character& character : normalized(charactersOf(token->content), normalizer))
            written += character.code;
        if (!written.empty()) entries_[written.front()].push_back({written, token});
    }
    for (auto& [first, entries] : entries_)
        std::ranges::stable_sort(
            entries, [](const Entry& a, const Entry& b) { return a.written.size() > b.written.size(); });
}

std::vector<TextPart> AddedTokenFinder::partsOf(const Characters& text) const {
    std::vector<TextPart> parts;
    auto done = text.begin();  // everything before it is in `parts`
    const auto addBetween = [&](auto end) {
        if (end != done) parts.push_back({{done, end}});
    };
    for (auto at = text.begin(); at != text.end();) {
        const auto found = entries_.find(at->code);
        const Entry* entry = nullptr;
        if (found != entries_.end())
            for (const Entry& candidate : found->second) {
                const auto size = std::ptrdiff_t(candidate.written.size());
                if (text.end() - at >= size &&
                    std::equal(candidate.written.begin(), candidate.written.end(), at,
                               [](char32_t code, const Character& c) { return code == c.code; })) {
                    entry = &candidate;
                    break;
                }
            }
        if (!entry) {
            ++at;
            continue;
        }
        auto begin = at, end = at + std::ptrdiff_t(entry->written.size());
        at = end;
        const bool isInWord = (begin != text.begin() && isPartOfWord(std::prev(begin)->code)) ||
                              (end != text.end() && isPartOfWord(end->code));
        if (entry->token->wholeWord && isInWord) continue;
        if (entry->token->takesLeft)
            while (begin != done && isBlank(*std::prev(begin))) --begin;
        if (entry->token->takesRight) end = std::find_if_not(end, text.end(), isBlank);
        addBetween(begin);
        parts.push_back({{begin, end}, entry->token});
        at = done = end;
    }
    addBetween(text.end());
    return parts;
}

}  // namespace attx
