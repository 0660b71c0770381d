// The rules by which sequences are labelled, a row each: all that the program knows of a rule. How their rows
// are drawn stands in model/data/rule_rows.h.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/files/translatable.h"

namespace attx {

using Tokens = std::span<const int32_t>;
using Labels = std::span<int32_t>;

struct LabelRuleInfo {
    LabelRule rule;
    const char* name;   ///< Spelling in JSON.
    const char* label;  ///< Name in the form; English, as the next.
    /// What the network has to do. %1: the tokens ("16 digits"), or the file of pairs; %2:
    /// data.num_categories.
    const char* asks;
    /// Fills the labels of a row of tokens [T], for any T: [T], or [1] where the rule answers once; -1: none.
    void (*fill)(const DataConfig& data, Tokens tokens, Labels labels);
    /// The input position that each label is taken from, of as many as there are labels; -1: the rule names
    /// none there. Empty where it names none at all.
    std::vector<int> (*positions)(const DataConfig& data, Tokens tokens);
    /// The same labels in PyTorch, of `tokens` [N, T] that are drawn evenly; empty: the rows are exported.
    std::string (*python)(const DataConfig& data);
    OutputKind answers = OutputKind::Positions;  ///< A label for each token, or (Pooled) one for all.
    /// How many different tokens its rows have, and how many classes its labels; null: data.num_categories.
    int (*inputs)(const DataConfig& data) = nullptr;
    int (*classes)(const DataConfig& data) = nullptr;
    /// Why no rows can be made of the data's sizes; null: of any.
    std::optional<ConfigProblem> (*problem)(const DataConfig& data) = nullptr;
    bool isDrawnEvenly = true;  ///< All tokens are drawn evenly and independently.
    bool hasLengths = false;    ///< Rows may be shorter than data.length.
    bool isMap = false;         ///< Its output is a sequence of the input's tokens, as long as the input.
};

/// The positions of a rule that moves tokens: from(t) for each of `length` labels.
template <class From>
[[nodiscard]] std::vector<int> movedFrom(size_t length, From from) {
    std::vector<int> positions(length);
    for (size_t t = 0; t < length; ++t) positions[t] = int(from(t));
    return positions;
}

/// Of a rule whose labels follow from many tokens each, or from the whole.
[[nodiscard]] inline std::vector<int> noPositionNamed(const DataConfig& /*data*/, Tokens /*tokens*/) {
    return {};
}
[[nodiscard]] inline std::string rowsInFile(const DataConfig& /*data*/) { return {}; }

/// The rules with circuits of their own, see label_rules.cpp.
namespace rule {

void fillOfFile(const DataConfig& data, Tokens tokens, Labels labels);  ///< Throws Error::Kind::Input
void fillAdditionMod(const DataConfig& data, Tokens tokens, Labels labels);
void fillInduction(const DataConfig& data, Tokens tokens, Labels labels);
void fillRecall(const DataConfig& data, Tokens tokens, Labels labels);
void fillBrackets(const DataConfig& data, Tokens tokens, Labels labels);
void fillParity(const DataConfig& data, Tokens tokens, Labels labels);
void fillFirstUnique(const DataConfig& data, Tokens tokens, Labels labels);
void fillHistogram(const DataConfig& data, Tokens tokens, Labels labels);
void fillPalindrome(const DataConfig& data, Tokens tokens, Labels labels);
void fillSum(const DataConfig& data, Tokens tokens, Labels labels);
[[nodiscard]] std::vector<int> inductionPositions(const DataConfig& data, Tokens tokens);
[[nodiscard]] std::vector<int> recallPositions(const DataConfig& data, Tokens tokens);
[[nodiscard]] std::vector<int> firstUniquePositions(const DataConfig& data, Tokens tokens);
[[nodiscard]] std::vector<int> sumPositions(const DataConfig& data, Tokens tokens);
[[nodiscard]] std::optional<ConfigProblem> additionModProblem(const DataConfig& data);
[[nodiscard]] std::optional<ConfigProblem> inductionProblem(const DataConfig& data);
[[nodiscard]] std::optional<ConfigProblem> recallProblem(const DataConfig& data);
[[nodiscard]] std::optional<ConfigProblem> twoTokensProblem(const DataConfig& data);
[[nodiscard]] std::optional<ConfigProblem> sumProblem(const DataConfig& data);
[[nodiscard]] inline int withOneMore(const DataConfig& data) { return data.numCategories + 1; }
[[nodiscard]] inline int twiceAsMany(const DataConfig& data) { return 2 * data.numCategories; }
[[nodiscard]] inline int two(const DataConfig& /*data*/) { return 2; }
[[nodiscard]] inline int counts(const DataConfig& data) { return data.length + 1; }

}  // namespace rule

inline constexpr std::array labelRuleTable{
    LabelRuleInfo{
        .rule = LabelRule::Reverse,
        .name = "reverse",
        .label = ATTX_TR("model", "reverse"),
        .asks = ATTX_TR("model", "Task: reverse %1."),
        .fill = [](const DataConfig&, Tokens tokens,
                   Labels labels) { std::reverse_copy(tokens.begin(), tokens.end(), labels.begin()); },
        .positions =
            [](const DataConfig&, Tokens tokens) {
                return movedFrom(tokens.size(), [T = tokens.size()](size_t t) { return T - 1 - t; });
            },
        .python = [](const DataConfig&) -> std::string { return "tokens.flip(1)"; },
        .isMap = true},
    LabelRuleInfo{
        .rule = LabelRule::Copy,
        .name = "copy",
        .label = ATTX_TR("model", "copy"),
        .asks = ATTX_TR("model", "Task: copy %1."),
        .fill = [](const DataConfig&, Tokens tokens,
                   Labels labels) { std::copy(tokens.begin(), tokens.end(), labels.begin()); },
        .positions = [](const DataConfig&,
                        Tokens tokens) { return movedFrom(tokens.size(), [](size_t t) { return t; }); },
        .python = [](const DataConfig&) -> std::string { return "tokens.clone()"; },
        .isMap = true},
    LabelRuleInfo{.rule = LabelRule::Sort,
                  .name = "sort",
                  .label = ATTX_TR("model", "sort"),
                  .asks = ATTX_TR("model", "Task: sort %1."),
                  .fill =
                      [](const DataConfig&, Tokens tokens, Labels labels) {
                          std::copy(tokens.begin(), tokens.end(), labels.begin());
                          std::sort(labels.begin(), labels.end());
                      },
                  .positions = noPositionNamed,
                  .python = [](const DataConfig&) -> std::string { return "tokens.sort(1)[0]"; },
                  .isMap = true},
    LabelRuleInfo{
        .rule = LabelRule::Rotate,
        .name = "rotate",
        .label = ATTX_TR("model", "rotate"),
        .asks = ATTX_TR("model", "Task: rotate %1."),
        .fill =
            [](const DataConfig& data, Tokens tokens, Labels labels) {
                const size_t T = tokens.size(), by = size_t(data.rotateBy);
                for (size_t t = 0; t < T; ++t) labels[t] = tokens[(t + by) % T];
            },
        .positions =
            [](const DataConfig& data, Tokens tokens) {
                return movedFrom(tokens.size(), [T = tokens.size(), by = size_t(data.rotateBy)](size_t t) {
                    return (t + by) % T;
                });
            },
        .python =
            [](const DataConfig& data) { return "tokens.roll(-" + std::to_string(data.rotateBy) + ", 1)"; },
        .isMap = true},
    LabelRuleInfo{.rule = LabelRule::Csv,
                  .name = "csv",
                  .label = ATTX_TR("model", "pairs of a CSV file"),
                  .asks = ATTX_TR("model", "Task: learn the pairs in %1."),
                  .fill = rule::fillOfFile,
                  .positions = noPositionNamed,
                  .python = rowsInFile,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::AdditionMod,
                  .name = "addition_mod",
                  .label = ATTX_TR("model", "addition modulo p"),
                  .asks = ATTX_TR("model", "Task: add two numbers modulo %2."),
                  .fill = rule::fillAdditionMod,
                  .positions = noPositionNamed,
                  .python = rowsInFile,
                  .answers = OutputKind::Pooled,
                  .inputs = rule::withOneMore,
                  .problem = rule::additionModProblem,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::Induction,
                  .name = "induction",
                  .label = ATTX_TR("model", "induction"),
                  .asks = ATTX_TR("model", "Task: continue %1 that repeat."),
                  .fill = rule::fillInduction,
                  .positions = rule::inductionPositions,
                  .python = rowsInFile,
                  .problem = rule::inductionProblem,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::Recall,
                  .name = "recall",
                  .label = ATTX_TR("model", "recall"),
                  .asks = ATTX_TR("model", "Task: recall the value of the last key among %1."),
                  .fill = rule::fillRecall,
                  .positions = rule::recallPositions,
                  .python = rowsInFile,
                  .inputs = rule::twiceAsMany,
                  .classes = rule::twiceAsMany,
                  .problem = rule::recallProblem,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::Brackets,
                  .name = "brackets",
                  .label = ATTX_TR("model", "brackets"),
                  .asks = ATTX_TR("model", "Task: tell whether brackets are balanced; 0 opens, 1 closes."),
                  .fill = rule::fillBrackets,
                  .positions = noPositionNamed,
                  .python = rowsInFile,
                  .answers = OutputKind::Pooled,
                  .inputs = rule::two,
                  .classes = rule::two,
                  .problem = rule::twoTokensProblem,
                  .isDrawnEvenly = false,
                  .hasLengths = true},
    LabelRuleInfo{
        .rule = LabelRule::Parity,
        .name = "parity",
        .label = ATTX_TR("model", "parity"),
        .asks = ATTX_TR("model", "Task: tell at each of %1 whether an odd number of ones came so far."),
        .fill = rule::fillParity,
        .positions = noPositionNamed,
        .python = [](const DataConfig&) -> std::string { return "tokens.cumsum(1) % 2"; },
        .inputs = rule::two,
        .classes = rule::two},
    LabelRuleInfo{.rule = LabelRule::FirstUnique,
                  .name = "first_unique",
                  .label = ATTX_TR("model", "first unique token"),
                  .asks = ATTX_TR("model", "Task: find the first of %1 that occurs once."),
                  .fill = rule::fillFirstUnique,
                  .positions = rule::firstUniquePositions,
                  .python = rowsInFile,
                  .answers = OutputKind::Pooled,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::Histogram,
                  .name = "histogram",
                  .label = ATTX_TR("model", "histogram"),
                  .asks = ATTX_TR("model", "Task: count how often each of %1 occurs."),
                  .fill = rule::fillHistogram,
                  .positions = noPositionNamed,
                  .python = [](const DataConfig&) -> std::string {
                      return "(tokens[:, :, None] == tokens[:, None, :]).sum(2)";
                  },
                  .classes = rule::counts},
    LabelRuleInfo{.rule = LabelRule::Palindrome,
                  .name = "palindrome",
                  .label = ATTX_TR("model", "palindrome"),
                  .asks = ATTX_TR("model", "Task: tell whether %1 read the same backwards."),
                  .fill = rule::fillPalindrome,
                  .positions = noPositionNamed,
                  .python = rowsInFile,
                  .answers = OutputKind::Pooled,
                  .classes = rule::two,
                  .problem = rule::twoTokensProblem,
                  .isDrawnEvenly = false},
    LabelRuleInfo{.rule = LabelRule::Sum,
                  .name = "sum",
                  .label = ATTX_TR("model", "sum with carries"),
                  .asks = ATTX_TR("model", "Task: add the two numbers that %1 write."),
                  .fill = rule::fillSum,
                  .positions = rule::sumPositions,
                  .python = rowsInFile,
                  .inputs = rule::withOneMore,
                  .problem = rule::sumProblem,
                  .isDrawnEvenly = false},
};

constexpr bool everyRuleHasItsRow() {
    for (size_t i = 0; i < labelRuleTable.size(); ++i) {
        const LabelRuleInfo& info = labelRuleTable[i];
        if (info.rule != static_cast<LabelRule>(i) || !info.name || !info.label || !info.asks || !info.fill ||
            !info.positions || !info.python)
            return false;
    }
    return labelRuleTable.size() == size_t(LabelRule::Count);
}
#ifndef __SANITIZE_ADDRESS__  // GCC 12 takes no address of a lambda for a constant with a sanitizer
static_assert(everyRuleHasItsRow(), "a row for each LabelRule, in their order, with nothing left out");
#endif

[[nodiscard]] inline const LabelRuleInfo& infoOf(LabelRule rule) { return labelRuleTable[size_t(rule)]; }

}  // namespace attx
