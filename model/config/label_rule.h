// The rules by which sequences are labelled, a row each: all that the program knows of a rule.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/files/error.h"
#include "model/files/translatable.h"

namespace attx {

using Tokens = std::span<const int32_t>;
using Labels = std::span<int32_t>;

struct LabelRuleInfo {
    LabelRule rule;
    const char* name;   ///< Spelling in JSON.
    const char* label;  ///< Name in the form; English, as the next.
    const char* asks;   ///< What the network has to do. %1: the tokens ("16 digits"), or the file of pairs.
    /// Fills the labels [T] of a row of tokens [T], for any T.
    void (*fill)(const DataConfig& data, Tokens tokens, Labels labels);
    /// The input position that each label is taken from, [T]; empty where the rule names none.
    std::vector<int> (*positions)(const DataConfig& data, Tokens tokens);
    /// The same labels in PyTorch, of `tokens` [N, T].
    std::string (*python)(const DataConfig& data);
};

/// The positions of a rule that moves tokens: from(t) for each of `length` labels.
template <class From>
[[nodiscard]] std::vector<int> movedFrom(size_t length, From from) {
    std::vector<int> positions(length);
    for (size_t t = 0; t < length; ++t) positions[t] = static_cast<int>(from(t));
    return positions;
}

inline constexpr std::array labelRuleTable{
    LabelRuleInfo{LabelRule::Reverse, "reverse", ATTX_TR("model", "reverse"),
                  ATTX_TR("model", "Task: reverse %1."),
                  [](const DataConfig&, Tokens tokens, Labels labels) {
                      std::reverse_copy(tokens.begin(), tokens.end(), labels.begin());
                  },
                  [](const DataConfig&, Tokens tokens) {
                      return movedFrom(tokens.size(), [T = tokens.size()](size_t t) { return T - 1 - t; });
                  },
                  [](const DataConfig&) -> std::string { return "tokens.flip(1)"; }},
    LabelRuleInfo{
        LabelRule::Copy, "copy", ATTX_TR("model", "copy"), ATTX_TR("model", "Task: copy %1."),
        [](const DataConfig&, Tokens tokens, Labels labels) {
            std::copy(tokens.begin(), tokens.end(), labels.begin());
        },
        [](const DataConfig&, Tokens tokens) { return movedFrom(tokens.size(), [](size_t t) { return t; }); },
        [](const DataConfig&) -> std::string { return "tokens.clone()"; }},
    LabelRuleInfo{LabelRule::Sort, "sort", ATTX_TR("model", "sort"), ATTX_TR("model", "Task: sort %1."),
                  [](const DataConfig&, Tokens tokens, Labels labels) {
                      std::copy(tokens.begin(), tokens.end(), labels.begin());
                      std::sort(labels.begin(), labels.end());
                  },
                  [](const DataConfig&, Tokens) -> std::vector<int> {
                      return {};  // all tokens decide each label
                  },
                  [](const DataConfig&) -> std::string { return "tokens.sort(1)[0]"; }},
    LabelRuleInfo{
        LabelRule::Rotate, "rotate", ATTX_TR("model", "rotate"), ATTX_TR("model", "Task: rotate %1."),
        [](const DataConfig& data, Tokens tokens, Labels labels) {
            const size_t T = tokens.size(), by = static_cast<size_t>(data.rotateBy);
            for (size_t t = 0; t < T; ++t) labels[t] = tokens[(t + by) % T];
        },
        [](const DataConfig& data, Tokens tokens) {
            return movedFrom(tokens.size(), [T = tokens.size(), by = static_cast<size_t>(data.rotateBy)](
                                                size_t t) { return (t + by) % T; });
        },
        [](const DataConfig& data) { return "tokens.roll(-" + std::to_string(data.rotateBy) + ", 1)"; }},
    LabelRuleInfo{LabelRule::Csv, "csv", ATTX_TR("model", "pairs of a CSV file"),
                  ATTX_TR("model", "Task: learn the pairs in %1."),
                  [](const DataConfig&, Tokens, Labels) {
                      throw inputError("data.rule: csv has no rule for the labels; they stand in the file");
                  },
                  [](const DataConfig&, Tokens) -> std::vector<int> {
                      return {};  // the file does not say
                  },
                  [](const DataConfig&) -> std::string { return {}; }},
};

constexpr bool everyRuleHasItsRow() {
    for (size_t i = 0; i < labelRuleTable.size(); ++i) {
        const LabelRuleInfo& info = labelRuleTable[i];
        if (info.rule != static_cast<LabelRule>(i) || !info.name || !info.label || !info.asks || !info.fill ||
            !info.positions || !info.python)
            return false;
    }
    return labelRuleTable.size() == static_cast<size_t>(LabelRule::Count);
}
static_assert(everyRuleHasItsRow(), "a row for each LabelRule, in their order, with nothing left out");

[[nodiscard]] inline const LabelRuleInfo& infoOf(LabelRule rule) {
    return labelRuleTable[static_cast<size_t>(rule)];
}

}  // namespace attx
