#include "model/text/word_model.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <queue>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

uint64_t pairKey(int32_t left, int32_t right) {
    return (uint64_t{static_cast<uint32_t>(left)} << 32) | uint32_t(right);
}

/// A place between two neighbours that may be merged.
struct Candidate {
    int32_t rank, id;
    size_t left;
    bool operator>(const Candidate& other) const {
        return rank != other.rank ? rank > other.rank : left > other.left;
    }
};

/// Ids "<0xE2>" … of the bytes of a character; nothing where one of them is no piece.
std::optional<std::vector<int32_t>> fallbackIds(const std::string& bytes, const PieceTable& pieces) {
    std::vector<int32_t> ids;
    for (const char byte : bytes) {
        std::array<char, 8> name{};
        std::snprintf(name.data(), name.size(), "<0x%02X>", unsigned(static_cast<unsigned char>(byte)));
        const std::optional<int32_t> id = pieces.find(name.data());
        if (!id) return std::nullopt;
        ids.push_back(*id);
    }
    return ids;
}

std::string writtenOf(Characters::const_iterator begin, Characters::const_iterator end) {
    std::string text;
    for (; begin != end; ++begin) text += utf8Of(begin->code);
    return text;
}

/// Merges neighbours in place, those of the lowest rank first and of equal ones the leftmost.
void mergeAll(std::vector<Token>& tokens, const std::unordered_map<uint64_t, BytePairs::Merged>& merges) {
    constexpr size_t none = SIZE_MAX;
    std::vector<size_t> previous(tokens.size()), next(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) {
        previous[i] = i == 0 ? none : i - 1;
        next[i] = i + 1 == tokens.size() ? none : i + 1;
    }
    std::vector<bool> isGone(tokens.size());
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    const auto mergeAt = [&](size_t left) {
        return left == none || next[left] == none
                   ? merges.end()
                   : merges.find(pairKey(tokens[left].id, tokens[next[left]].id));
    };
    const auto consider = [&](size_t left) {
        if (const auto found = mergeAt(left); found != merges.end())
            candidates.push({found->second.rank, found->second.id, left});
    };
    for (size_t i = 0; i < tokens.size(); ++i) consider(i);
    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        const size_t left = best.left;
        if (isGone[left]) continue;
        const auto found = mergeAt(left);  // the neighbours may have been merged since
        if (found == merges.end() || found->second.id != best.id) continue;
        const size_t right = next[left];
        tokens[left].id = best.id;
        tokens[left].end = std::max(tokens[left].end, tokens[right].end);
        isGone[right] = true;
        next[left] = next[right];
        if (next[left] != none) previous[next[left]] = left;
        consider(previous[left]);
        consider(left);
    }
    size_t kept = 0;
    for (size_t i = 0; i < tokens.size(); ++i)
        if (!isGone[i]) tokens[kept++] = tokens[i];
    tokens.resize(kept);
}

}  // namespace

std::vector<Token> WordPiece::tokensOf(const Characters& word, const PieceTable& pieces) const {
    std::vector<Token> tokens;
    std::vector<Token> whole{{unknown, word.front().begin, word.back().end}};
    if (word.size() > mostCharacters) return whole;
    for (auto begin = word.begin(); begin != word.end();) {
        std::string written = writtenOf(begin, word.end());
        if (begin != word.begin()) written.insert(0, continuing);
        auto end = word.end();
        std::optional<int32_t> id;
        for (; end != begin; --end) {
            if ((id = pieces.find(written))) break;
            written.resize(written.size() - utf8Of(std::prev(end)->code).size());
        }
        if (!id) return whole;
        tokens.push_back({*id, begin->begin, std::prev(end)->end});
        begin = end;
    }
    return tokens;
}

void BytePairs::learn(const Merges& pairs, const PieceTable& pieces, const std::string& source) {
    merges.reserve(pairs.size());
    int32_t rank = 0;
    for (const auto& pair : pairs) {
        const std::string &left = pair.first, &right = pair.second;
        const auto idOf = [&](const std::string& piece) {
            if (const std::optional<int32_t> id = pieces.find(piece)) return *id;
            throw inputError(source + ": merge " + std::to_string(rank + 1) + ", \"" +
                             shortened(onOneLine(left)) + "\" with \"" + shortened(onOneLine(right)) +
                             "\", needs the piece \"" + shortened(onOneLine(piece)) +
                             "\", which the vocabulary does not have. Are both of the same tokenizer?");
        };
        const int32_t leftId = idOf(left);  // one by one: the first that is missing is named
        const int32_t rightId = idOf(right);
        merges[pairKey(leftId, rightId)] = {rank, idOf(left + right)};
        ++rank;
    }
}

std::vector<Token> BytePairs::tokensOf(const Characters& word, const PieceTable& pieces) const {
    if (wholeFirst)
        if (const std::optional<int32_t> id = pieces.find(writtenOf(word.begin(), word.end())))
            return {{*id, word.front().begin, word.back().end}};
    std::vector<Token> tokens;
    bool wasUnknown = false;
    for (const Character& character : word) {
        const std::string written = utf8Of(character.code);
        const std::optional<int32_t> id = pieces.find(written);
        const auto bytes = !id && byteFallback ? fallbackIds(written, pieces) : std::nullopt;
        const bool isUnknown = !id && !bytes;
        if (id) tokens.push_back({*id, character.begin, character.end});
        if (bytes)
            for (const int32_t byte : *bytes) tokens.push_back({byte, character.begin, character.end});
        if (isUnknown && unknown >= 0) {
            if (wasUnknown && fuseUnknown)
                tokens.back().end = character.end;
            else
                tokens.push_back({unknown, character.begin, character.end});
        }
        wasUnknown = isUnknown;
    }
    mergeAll(tokens, merges);
    return tokens;
}

}  // namespace attx
