// The words of messages: shapes, numbers, what a user wrote and what was probably meant.
#pragma once
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

/// "[2, 3]"
[[nodiscard]] std::string shapeText(const std::vector<int64_t>& shape);

/// "1 head", "3 heads": `one` or, for all other numbers, `many`, which is `one` with an s if it is empty.
[[nodiscard]] std::string counted(std::integral auto count, const std::string& one,
                                  const std::string& many = {}) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many.empty() ? one + 's' : many);
}

/// At most `limit` bytes of UTF-8 and three dots: a message stays readable whatever stands in it.
[[nodiscard]] std::string shortened(const std::string& text, size_t limit = 60);

/// The first `most` names, shortened, with commas between them, and how many more there are.
[[nodiscard]] std::string listed(const std::vector<std::string>& names, size_t most);

/// Adds a sentence behind a blank, if there is one.
void addSentence(std::string& text, const std::string& sentence);

/// ASCII letters in lower case, everything else as it is.
[[nodiscard]] std::string lowered(std::string text);

/// Control characters become blanks: names are kept one a line.
[[nodiscard]] std::string onOneLine(std::string text);

/// What nlohmann's parser says, without its number in brackets.
[[nodiscard]] std::string jsonProblem(std::string what);

/// As one word of a POSIX shell, in quotes where it needs them.
[[nodiscard]] std::string shellWord(const std::string& text);

/// Levenshtein's distance: insertions, deletions and replacements of bytes that turn `a` into `b`.
[[nodiscard]] size_t editDistance(const std::string& a, const std::string& b);

/// How far off a word may be and still be meant: one that is not below is another word.
[[nodiscard]] size_t unlikelyDistance(const std::string& word);

/// The candidate that `word` was probably meant to be; empty if none is near.
[[nodiscard]] std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates);

/// The number that all of `text` is; nothing where it is none, or too large.
template <class Number>
[[nodiscard]] std::optional<Number> numberIn(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The shortest text that reads back as the same number.
template <class Number>
[[nodiscard]] std::string shortest(Number value) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace attx
