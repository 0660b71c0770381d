#include "model/data/language_tokens.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "model/files/encoding.h"
#include "model/text/splitter.h"
#include "model/text/tokenizer.h"
#include "model/text/unicode.h"

namespace attx {
namespace {

struct ShownAs {
    std::string_view bytes, shown;
};
constexpr std::array shownAs{ShownAs{" ", "␣"}, ShownAs{"\n", "⏎"}, ShownAs{"\t", "⇥"},
                             ShownAs{"\\", "\\\\"}};

std::string escaped(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        std::array<char, 8> digits{};
        (void)std::snprintf(digits.data(), digits.size(), "\\x%02X",
                            unsigned(static_cast<unsigned char>(byte)));
        text += digits.data();
    }
    return text;
}

std::string shownCharacter(std::string_view bytes) {
    for (const ShownAs& one : shownAs) {
        if (bytes == one.bytes) return std::string(one.shown);
        if (bytes == one.shown) return escaped(bytes);
    }
    constexpr unsigned char deleted = 0x7F;
    const auto first = static_cast<unsigned char>(bytes.front());
    return first < ' ' || first == deleted ? escaped(bytes) : std::string(bytes);
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// How often each unit stands in a text, by their bytes.
std::map<std::string, int64_t> countsOf(const std::vector<std::string_view>& units) {
    std::unordered_map<std::string_view, int64_t> counts;
    for (const std::string_view unit : units) ++counts[unit];
    return {counts.begin(), counts.end()};
}

/// Byte pair encoding: a word begins as its bytes, and the pair that stands most often becomes one piece.
class PairLearner {
public:
    explicit PairLearner(const std::map<std::string, int64_t>& words) {
        for (int byte = 0; byte < 256; ++byte) addPiece({static_cast<char>(byte)});
        for (const auto& [word, count] : words) {
            Word& added = words_.emplace_back();
            added.count = count;
            for (const char byte : word) added.pieces.push_back(static_cast<unsigned char>(byte));
            countPairs(words_.size() - 1, 1);
        }
    }
    std::vector<std::string> learn(size_t most) {
        while (pieces_.size() < most && joinMostFrequent()) {
        }
        return std::move(pieces_);
    }

private:
    using Pair = std::pair<int, int>;
    struct Word {
        std::vector<int> pieces;
        int64_t count = 0;
    };
    struct Places {
        int64_t count = 0;
        std::set<size_t> words;  ///< Indices of the words with the pair; some may not have it any more
    };

    /// The number of a piece; two pairs may make the same one.
    int addPiece(std::string piece) {
        const auto [place, isNew] = numbers_.try_emplace(piece, int(pieces_.size()));
        if (isNew) pieces_.push_back(std::move(piece));
        return place->second;
    }
    void countPairs(size_t word, int64_t sign) {
        const Word& in = words_[word];
        for (size_t i = 0; i + 1 < in.pieces.size(); ++i) {
            Places& places = pairs_[{in.pieces[i], in.pieces[i + 1]}];
            places.count += sign * in.count;
            if (sign > 0) places.words.insert(word);
        }
    }
    bool joinMostFrequent() {
        const auto best = std::ranges::max_element(pairs_, [](const auto& a, const auto& b) {
            return a.second.count < b.second.count;  // The first of equal pairs is taken
        });
        if (best == pairs_.end() || best->second.count < 2) return false;
        const Pair pair = best->first;
        const std::set<size_t> words = std::move(best->second.words);
        const int joined = addPiece(pieces_[pair.first] + pieces_[pair.second]);
        for (const size_t word : words) {
            countPairs(word, -1);
            std::vector<int>& in = words_[word].pieces;
            size_t to = 0;
            for (size_t from = 0; from < in.size(); ++to) {
                const bool isPair =
                    from + 1 < in.size() && in[from] == pair.first && in[from + 1] == pair.second;
                in[to] = isPair ? joined : in[from];
                from += isPair ? 2 : 1;
            }
            in.resize(to);
            countPairs(word, 1);
        }
        pairs_.erase(pair);
        return true;
    }

    std::vector<std::string> pieces_;
    std::unordered_map<std::string, int> numbers_;
    std::vector<Word> words_;
    std::map<Pair, Places> pairs_;
};

/// unitsOf(), of pieces with long words cut: where nothing parts words, one would be as long as the text, and
/// each of its pairs would be looked at for each that is joined.
std::vector<std::string_view> joinedUnits(PairTokens kind, std::string_view text) {
    constexpr size_t longest = 64;  // bytes
    std::vector<std::string_view> units = unitsOf(kind, text), cut;
    if (kind != PairTokens::Pieces) return units;
    for (std::string_view unit : units) {
        while (unit.size() > longest) {
            size_t size = 0;
            while (size < longest) size += std::max<size_t>(characterSize(unit.substr(size)), 1);
            cut.push_back(unit.substr(0, size));
            unit.remove_prefix(size);
        }
        if (!unit.empty()) cut.push_back(unit);
    }
    return cut;
}

}  // namespace

std::string shownToken(std::string_view bytes) {
    std::string shown;
    while (!bytes.empty()) {
        const size_t size = characterSize(bytes);
        shown += size == 0 ? escaped(bytes.substr(0, 1)) : shownCharacter(bytes.substr(0, size));
        bytes.remove_prefix(std::max<size_t>(size, 1));
    }
    return shown;
}

std::string bytesOfShown(std::string_view shown) {
    std::string bytes;
    while (!shown.empty()) {
        constexpr size_t escape = 4;
        const auto* const found = std::find_if(
            shownAs.begin(), shownAs.end(), [&](const ShownAs& one) { return shown.starts_with(one.shown); });
        size_t read = 1;
        if (found != shownAs.end()) {
            bytes += found->bytes;
            read = found->shown.size();
        } else if (shown.size() >= escape && shown.starts_with("\\x") && hexDigit(shown[2]) >= 0 &&
                   hexDigit(shown[3]) >= 0) {
            bytes += char(16 * hexDigit(shown[2]) + hexDigit(shown[3]));
            read = escape;
        } else {
            bytes += shown.front();
        }
        shown.remove_prefix(read);
    }
    return bytes;
}

std::vector<std::string_view> unitsOf(PairTokens kind, std::string_view text) {
    std::vector<std::string_view> units;
    if (kind == PairTokens::Characters) {
        for (size_t at = 0; at < text.size(); at += units.back().size())
            units.push_back(text.substr(at, std::max<size_t>(characterSize(text.substr(at)), 1)));
        return units;
    }
    for (const Characters& word : wordsOf(charactersOf(text), {{Splitter::Kind::Gpt2}}))
        units.push_back(text.substr(word.front().begin, word.back().end - word.front().begin));
    return units;
}

Vocabulary learnTokens(PairTokens kind, std::string_view text, int mostTokens) {
    const auto most = size_t(mostTokens - Vocabulary::reserved);
    const std::map<std::string, int64_t> counts = countsOf(joinedUnits(kind, text));
    std::vector<std::string> tokens;
    if (kind == PairTokens::Pieces) {
        tokens = PairLearner(counts).learn(most);
    } else {
        std::vector<std::pair<std::string, int64_t>> sorted(counts.begin(), counts.end());
        std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
        for (size_t i = 0; i < std::min(most, sorted.size()); ++i) tokens.push_back(sorted[i].first);
    }
    for (std::string& token : tokens) token = shownToken(token);
    return {std::move(tokens), "The tokens of the text"};
}

std::vector<LanguageToken> LanguageReader::piecesOf(std::string_view word) const {
    const auto idOf = [&](size_t begin, size_t end) {
        return vocabulary_.id(shownToken(word.substr(begin, end - begin)));
    };
    std::vector<LanguageToken> pieces;
    for (size_t i = 0; i < word.size(); ++i) pieces.push_back({idOf(i, i + 1), i, i + 1});
    while (pieces.size() > 1) {
        size_t best = pieces.size();
        int32_t bestId = INT32_MAX;
        for (size_t i = 0; i + 1 < pieces.size(); ++i)
            if (const int32_t id = idOf(pieces[i].begin, pieces[i + 1].end);
                id != Vocabulary::unknown && id < bestId)
                best = i, bestId = id;
        if (best == pieces.size()) break;
        pieces[best] = {bestId, pieces[best].begin, pieces[best + 1].end};
        pieces.erase(pieces.begin() + std::ptrdiff_t(best) + 1);
    }
    return pieces;
}

std::vector<LanguageToken> LanguageReader::read(std::string_view text) {
    std::vector<LanguageToken> tokens;
    if (const Tokenizer* const tokenizer = vocabulary_.tokenizer()) {
        std::vector<Token> all = tokenizer->encode(text);
        while (!all.empty() && all.back().isAdded) all.pop_back();  // a text goes on behind what it is cut to
        for (const Token& token : all) tokens.push_back({token.id, token.begin, token.end});
        return tokens;
    }
    for (const std::string_view unit : joinedUnits(kind_, text)) {
        const auto begin = size_t(unit.data() - text.data());
        const auto [place, isNew] = known_.try_emplace(std::string(unit));
        if (isNew && kind_ == PairTokens::Pieces)
            place->second = piecesOf(unit);
        else if (isNew)
            place->second = {{vocabulary_.id(shownToken(unit)), 0, unit.size()}};
        for (const LanguageToken& token : place->second)
            tokens.push_back({token.id, begin + token.begin, begin + token.end});
    }
    return tokens;
}

int32_t LanguageReader::unknown() const {
    const Tokenizer* const tokenizer = vocabulary_.tokenizer();
    return tokenizer ? tokenizer->unknown() : Vocabulary::unknown;
}

std::string bytesOfToken(const Vocabulary& vocabulary, int32_t id) {
    if (const Tokenizer* const tokenizer = vocabulary.tokenizer()) return tokenizer->bytesOf(id);
    if (id == Vocabulary::unknown) return "\xEF\xBF\xBD";
    return bytesOfShown(vocabulary.word(id));
}

}  // namespace attx
