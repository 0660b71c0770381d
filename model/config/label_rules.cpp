// The labels of the rules that need circuits, and what their rows cannot be made of.
#include <algorithm>

#include "model/config/label_rule.h"
#include "model/files/error.h"

namespace attx::rule {
namespace {

std::string found(int value) { return ", found " + std::to_string(value); }

/// The only position of a token that occurs once, the first such; -1: there is none.
int firstUnique(Tokens tokens) {
    const auto unique =
        std::ranges::find_if(tokens, [&](int32_t token) { return std::ranges::count(tokens, token) == 1; });
    return unique == tokens.end() ? -1 : int(unique - tokens.begin());
}

/// Where the value of the last token, a key, stands in key value key value … key; -1: nowhere.
int valueOfLast(Tokens tokens) {
    for (size_t t = 0; t + 2 < tokens.size(); t += 2)
        if (tokens[t] == tokens.back()) return int(t) + 1;
    return -1;
}

}  // namespace

void fillOfFile(const DataConfig& /*data*/, Tokens /*tokens*/, Labels /*labels*/) {
    throw inputError("data.rule: csv has no rule for the labels; they stand in the file");
}

/// a b =
void fillAdditionMod(const DataConfig& data, Tokens tokens, Labels labels) {
    labels[0] = tokens.size() < 2 ? -1 : (tokens[0] + tokens[1]) % data.numCategories;
}

/// The next token, in the second half.
void fillInduction(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    std::ranges::fill(labels, -1);
    for (size_t t = tokens.size() / 2; t + 1 < tokens.size(); ++t) labels[t] = tokens[t + 1];
}

/// Behind the last occurrence of the same token: what an induction head attends to (Olsson et al. 2022).
std::vector<int> inductionPositions(const DataConfig& /*data*/, Tokens tokens) {
    std::vector<int> positions(tokens.size(), -1);
    for (size_t t = tokens.size() / 2; t + 1 < tokens.size(); ++t)
        for (size_t s = 0; s < t; ++s)
            if (tokens[s] == tokens[t]) positions[t] = int(s) + 1;
    return positions;
}

/// At the last position the value of its key.
void fillRecall(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    std::ranges::fill(labels, -1);
    if (const int at = valueOfLast(tokens); at >= 0) labels.back() = tokens[at];
}

std::vector<int> recallPositions(const DataConfig& /*data*/, Tokens tokens) {
    std::vector<int> positions(tokens.size(), -1);
    if (!tokens.empty()) positions.back() = valueOfLast(tokens);
    return positions;
}

/// 1: each bracket that closes (1) has one that opens (0) before it, and none stays open.
void fillBrackets(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    int depth = 0, lowest = 0;
    for (const int32_t token : tokens) {
        depth += token == 0 ? 1 : -1;
        lowest = std::min(lowest, depth);
    }
    labels[0] = depth == 0 && lowest == 0 ? 1 : 0;
}

/// 1: an odd number of ones came so far, this one included.
void fillParity(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    int32_t odd = 0;
    for (size_t t = 0; t < tokens.size(); ++t) labels[t] = odd ^= tokens[t] & 1;
}

void fillFirstUnique(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    const int at = firstUnique(tokens);
    labels[0] = at < 0 ? -1 : tokens[at];
}

std::vector<int> firstUniquePositions(const DataConfig& /*data*/, Tokens tokens) {
    return {firstUnique(tokens)};
}

/// How often the token occurs, 1 to T; where there are fewer classes, at most as often as they can say.
void fillHistogram(const DataConfig& data, Tokens tokens, Labels labels) {
    for (size_t t = 0; t < tokens.size(); ++t)
        labels[t] = int32_t(std::min<std::ptrdiff_t>(std::ranges::count(tokens, tokens[t]), data.length));
}

void fillPalindrome(const DataConfig& /*data*/, Tokens tokens, Labels labels) {
    labels[0] = std::equal(tokens.begin(), tokens.end(), tokens.rbegin()) ? 1 : 0;
}

/// a + b of n digits each, most significant first: the sum's first digit at the "+", each other one at the
/// digit of b that has its place.
void fillSum(const DataConfig& data, Tokens tokens, Labels labels) {
    std::ranges::fill(labels, -1);
    const size_t n = tokens.size() / 2;
    if (tokens.size() % 2 == 0) return;  // no "+" in the middle
    int32_t carry = 0;
    for (size_t i = n; i-- > 0;) {
        const int32_t sum = tokens[i] + tokens[n + 1 + i] + carry;
        labels[n + 1 + i] = sum % data.numCategories;
        carry = sum / data.numCategories;
    }
    labels[n] = std::min(carry, data.numCategories - 1);
}

/// The digit of a in the same place; for the first of the sum a's first.
std::vector<int> sumPositions(const DataConfig& /*data*/, Tokens tokens) {
    const size_t n = tokens.size() / 2;
    std::vector<int> positions(tokens.size(), -1);
    if (tokens.size() % 2 == 0 || n == 0) return positions;
    positions[n] = 0;
    for (size_t i = 0; i < n; ++i) positions[n + 1 + i] = int(i);
    return positions;
}

std::optional<ConfigProblem> additionModProblem(const DataConfig& data) {
    if (data.length != 3)
        return ConfigProblem{"data.length", "a sum is three tokens, a b =; expected 3" + found(data.length)};
    constexpr int most = 3000;  // nine million pairs
    if (data.numCategories > most)
        return ConfigProblem{"data.num_categories", "every pair of the numbers is a row; expected at most " +
                                                        std::to_string(most) + found(data.numCategories)};
    const int64_t p = data.numCategories,
                  rows = int64_t{data.trainSize} + data.validationSize + data.testSize;
    if (rows > p * p)
        return ConfigProblem{"data.train_size",
                             "there are " + std::to_string(p * p) + " pairs of " + std::to_string(p) +
                                 " numbers (data.num_categories), and training, validation and test take " +
                                 std::to_string(rows) + " of them; use fewer, or more categories"};
    return std::nullopt;
}

std::optional<ConfigProblem> inductionProblem(const DataConfig& data) {
    constexpr int shortest = 4;
    if (data.length < shortest)
        return ConfigProblem{"data.length",
                             "what repeats and goes on needs at least 4 tokens" + found(data.length)};
    if (data.length / 2 > data.numCategories)
        return ConfigProblem{"data.num_categories",
                             "half of " + std::to_string(data.length) +
                                 " tokens (data.length) are all different; expected at least " +
                                 std::to_string(data.length / 2) + found(data.numCategories)};
    return std::nullopt;
}

std::optional<ConfigProblem> recallProblem(const DataConfig& data) {
    constexpr int shortest = 3;
    if (data.length < shortest || data.length % 2 == 0)
        return ConfigProblem{
            "data.length",
            "keys with a value each and a key are an odd number of tokens from 3 on" + found(data.length)};
    if (data.length / 2 > data.numCategories)
        return ConfigProblem{"data.num_categories",
                             std::to_string(data.length / 2) +
                                 " pairs have different keys; expected at least so many" +
                                 found(data.numCategories)};
    return std::nullopt;
}

std::optional<ConfigProblem> twoTokensProblem(const DataConfig& data) {
    if (data.length >= 2) return std::nullopt;
    return ConfigProblem{"data.length",
                         "with fewer than 2 tokens there is nothing to tell apart" + found(data.length)};
}

std::optional<ConfigProblem> sumProblem(const DataConfig& data) {
    constexpr int shortest = 3;
    if (data.length >= shortest && data.length % 2 == 1) return std::nullopt;
    return ConfigProblem{"data.length",
                         "two numbers of as many digits and a plus sign between them are an odd "
                         "number of tokens from 3 on" +
                             found(data.length)};
}

}  // namespace attx::rule
