#include "model/data/rule_rows.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <vector>

#include "model/config/label_rule.h"

namespace attx {
namespace {

constexpr uint32_t sumOrder = 4;  // Its draws of RandomStream::Data are others than those of dataset.cpp.

int32_t below(PhiloxSequence& random, int64_t bound) { return int32_t(random.below(uint32_t(bound))); }

/// `count` different tokens below `bound`, in a random order.
std::vector<int32_t> differentTokens(PhiloxSequence& random, size_t count, int bound) {
    std::vector<int32_t> tokens;
    for (std::unordered_set<int32_t> seen; tokens.size() < count;)
        if (const int32_t token = below(random, bound); seen.insert(token).second) tokens.push_back(token);
    return tokens;
}

/// A block of different tokens, over and over. Blocks are of unequal length, from more than a quarter of the
/// row to its half: with one length for all, a head could count positions and need not look at tokens.
void drawInduction(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row) {
    const size_t quarter = row.size() / 4, half = row.size() / 2;
    const size_t block = quarter + 1 + random.below(uint32_t(half - quarter));
    const std::vector<int32_t> tokens = differentTokens(random, block, data.numCategories);
    for (size_t t = 0; t < row.size(); ++t) row[t] = tokens[t % block];
}

/// Keys are the tokens below data.num_categories, values those from there on.
void drawRecall(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row) {
    const size_t pairs = row.size() / 2;
    const std::vector<int32_t> keys = differentTokens(random, pairs, data.numCategories);
    for (size_t i = 0; i < pairs; ++i) {
        row[2 * i] = keys[i];
        row[2 * i + 1] = data.numCategories + below(random, data.numCategories);
    }
    row.back() = keys[random.below(uint32_t(pairs))];
}

bool isBalanced(Tokens brackets) {
    int32_t label = 0;
    rule::fillBrackets({}, brackets, {&label, 1});
    return label == 1;
}

/// Balanced strings of a length are equally likely: Arnold & Sleep 1980, "Uniform random generation of
/// balanced parenthesis strings".
void drawBalanced(PhiloxSequence& random, std::span<int32_t> row) {
    int64_t depth = 0, left = std::ssize(row);
    for (int32_t& bracket : row) {
        const bool closes = below(random, 2 * left * (depth + 1)) < depth * (left + depth + 2);
        bracket = closes ? 1 : 0;
        depth += closes ? -1 : 1;
        --left;
    }
}

/// Exchanges a bracket that opens and one that closes.
void exchangeTwo(PhiloxSequence& random, std::span<int32_t> row) {
    size_t a = 0, b = 0;
    do {
        a = random.below(uint32_t(row.size()));
        b = random.below(uint32_t(row.size()));
    } while (row[a] == row[b]);
    std::swap(row[a], row[b]);
}

/// Of an even length up to that of the row; half of them not balanced, by one or two exchanges.
int drawBrackets(PhiloxSequence& random, std::span<int32_t> row) {
    const auto length = size_t(2 + 2 * below(random, std::ssize(row) / 2));
    std::ranges::fill(row, 0);
    const std::span<int32_t> own = row.first(length);
    drawBalanced(random, own);
    if (random.below(2) == 0) {
        const std::vector<int32_t> balanced(own.begin(), own.end());
        do {
            std::ranges::copy(balanced, own.begin());
            for (uint32_t exchanges = 1 + random.below(2); exchanges > 0; --exchanges)
                exchangeTwo(random, own);
        } while (isBalanced(own));
    }
    return int(length);
}

/// Half of them palindromes; in the others one pair differs.
void drawPalindrome(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row) {
    const size_t T = row.size();
    for (size_t t = 0; t < (T + 1) / 2; ++t) row[t] = row[T - 1 - t] = below(random, data.numCategories);
    if (random.below(2) == 1) return;
    int32_t& changed = row[T - 1 - random.below(uint32_t(T / 2))];
    changed = (changed + 1 + below(random, data.numCategories - 1)) % data.numCategories;
}

void drawEvenly(int tokens, PhiloxSequence& random, std::span<int32_t> row) {
    for (int32_t& token : row) token = below(random, tokens);
}

/// Some token occurs once.
void drawFirstUnique(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row) {
    constexpr int tries = 100;
    const auto hasUnique = [&] { return rule::firstUniquePositions(data, row).front() >= 0; };
    for (int i = 0; i < tries; ++i) {
        drawEvenly(data.numCategories, random, row);
        if (hasUnique()) return;
    }
    // Among so few tokens there hardly ever is one: it is put there.
    const int32_t unique = below(random, data.numCategories);
    for (int32_t& token : row)
        token = (unique + 1 + below(random, data.numCategories - 1)) % data.numCategories;
    row[random.below(uint32_t(row.size()))] = unique;
}

}  // namespace

int drawRow(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row) {
    switch (data.rule) {
        case LabelRule::Induction:
            drawInduction(data, random, row);
            break;
        case LabelRule::Recall:
            drawRecall(data, random, row);
            break;
        case LabelRule::Brackets:
            return drawBrackets(random, row);
        case LabelRule::FirstUnique:
            drawFirstUnique(data, random, row);
            break;
        case LabelRule::Palindrome:
            drawPalindrome(data, random, row);
            break;
        case LabelRule::Sum:
            drawEvenly(data.numCategories, random, row);
            row[row.size() / 2] = data.numCategories;  // the plus sign
            break;
        default:
            if (!infoOf(data.rule).isDrawnEvenly) throw std::logic_error("no rows are drawn for this rule");
            drawEvenly(infoOf(data.rule).inputs ? infoOf(data.rule).inputs(data) : data.numCategories, random,
                       row);
    }
    return int(row.size());
}

DataSet allSums(const DataConfig& data) {
    const int64_t p = data.numCategories;
    const std::vector<int32_t> order =
        shuffledRows(p * p, PhiloxSequence(data.seed, RandomStream::Data, sumOrder));
    const auto part = [&](size_t first, int rows) {
        Table table;
        table.rows = rows;
        table.length = data.length;
        for (size_t i = first; i < first + size_t(rows); ++i) {
            const auto a = int32_t(order[i] / p), b = int32_t(order[i] % p);
            table.tokens.insert(table.tokens.end(), {a, b, data.numCategories});
            table.labels.push_back((a + b) % data.numCategories);
        }
        return table;
    };
    DataSet sums;
    // Validation from the beginning and test from the end on, whatever the size of the others: who looks at
    // one of them alone makes the others small.
    sums.validation = part(0, data.validationSize);
    sums.train = part(size_t(data.validationSize), data.trainSize);
    sums.test = part(order.size() - size_t(data.testSize), data.testSize);
    return sums;
}

void maskRow(const DataConfig& data, PhiloxSequence& random, std::span<int32_t> row,
             std::span<int32_t> labels) {
    const size_t half = row.size() / 2;
    infoOf(data.rule).fill(data, row.first(half), row.subspan(half));
    std::ranges::fill(labels, -1);
    const auto hide = [&](size_t t) {
        labels[t] = row[t];
        row[t] = data.numCategories;
    };
    bool any = false;
    for (size_t t = 0; t < row.size(); ++t)
        if (double(random.uniform(0, 1)) < data.maskShare) hide(t), any = true;
    if (!any) hide(random.below(uint32_t(row.size())));
}

}  // namespace attx
