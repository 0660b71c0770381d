#include "model/files/text.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace attx {

std::string shapeText(const std::vector<int64_t>& shape) {
    std::string text = "[";
    for (const int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

std::string shortened(const std::string& text, size_t limit) {
    if (text.size() <= limit) return text;
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80)
        --limit;  // not inside a character
    return text.substr(0, limit) + "...";
}

std::string listed(const std::vector<std::string>& names, size_t most) {
    std::string text;
    for (size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + shortened(names[i]);
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

void addSentence(std::string& text, const std::string& sentence) {
    if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
}

std::string lowered(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

std::string onOneLine(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    return text;
}

std::string jsonProblem(std::string what) {
    if (const size_t end = what.find("] "); end != std::string::npos) what.erase(0, end + 2);
    return shortened(what, 200);
}

size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

size_t unlikelyDistance(const std::string& word) {
    constexpr size_t longestWord = 60;  // bytes; a user who types more means no name of ours
    if (word.size() > longestWord) return 0;
    return std::min(word.size(), std::max<size_t>(2, word.size() / 3) + 1);
}

std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates) {
    size_t best = unlikelyDistance(word);
    std::string nearest;
    for (const std::string& candidate : candidates) {
        if (best == 0) break;
        const size_t distance = editDistance(word, candidate);
        if (distance < best) best = distance, nearest = candidate;
    }
    return nearest;
}

std::string shellWord(const std::string& text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) || std::string_view("-_./=:,+@%").find(char(c)) != std::string_view::npos;
    });
    if (plain) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

}  // namespace attx
