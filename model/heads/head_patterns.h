// What kind of head it is: how much of its attention lies on a pattern (the diagonal, the previous token, the
// same token ...), which names it, and which other heads attend alike.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "model/attribute/explain.h"

namespace attx {

/// Keys that a query attends to, both positions counted among those that are no padding.
enum class HeadPattern {
    Diagonal,      ///< itself
    Previous,      ///< the position before
    Next,          ///< the position behind
    AntiDiagonal,  ///< The key as far from the end as the query is from the beginning
    First,         ///< the first position
    SameToken,     ///< other positions with the query's token
    SameClass,     ///< Members of a set that have the query's class, itself included
    Padding,       ///< positions behind the end
    Induction,     ///< Keys that followed the query's token before: prefix matching (Olsson et al. 2022)
};
inline constexpr size_t patternCount = 9;

struct HeadPatternInfo {
    HeadPattern pattern;
    const char* name;   ///< "anti_diagonal": in files
    const char* title;  ///< "anti-diagonal": for people
};
[[nodiscard]] std::span<const HeadPatternInfo> headPatterns();

/// What is known of the T positions that attention goes over.
struct PatternInput {
    int length = 0;                  ///< T
    int valid = 0;                   ///< the first so many are no padding
    std::vector<int32_t> tokens{};   ///< [T], or empty
    std::vector<int32_t> classes{};  ///< [T], of a set's members; -1: not known. Or empty
    bool causal = false;             ///< no query looks at a later position
};
[[nodiscard]] PatternInput patternInput(const Sample& sample, bool causal = false);
/// Of a sequence of T = `length` positions: the row of its tokens, or the rows of a set's T members.
/// `length` is without a class token of the network, which is put in front.
[[nodiscard]] PatternInput patternInput(const Table& table, std::span<const int32_t> rows, int length,
                                        const NetworkConfig& network = {});

/// Sums over sequences, from which the means follow.
struct HeadSums {
    double entropy = 0, distance = 0, largest = 0;  ///< Sums over queries of what HeadKind has as means
    int64_t queries = 0;
    /// Over the queries for which the pattern has a key: attention there, all attention, and the attention
    /// there of a head that attends everywhere alike.
    std::array<double, patternCount> on{}, all{}, even{};
};

/// What kind of head it is; means over queries.
struct HeadKind {
    float entropy = 0;   ///< -Σ_j p_j ln p_j, nats; 0 … ln T. Vig & Belinkov 2019, eq. 3
    float distance = 0;  ///< Σ_j p_j |i - j|, tokens. The same, eq. 2
    float largest = 0;   ///< max_j p_j: "confidence" of Voita et al. 2019, section 4
    /// Σ(A ⊙ P) / ΣA over the rows that the pattern P reaches, 0 to 1; not-a-number: it reaches none.
    std::array<float, patternCount> patterns{};
    /// The pattern with the most attention beyond what a head that attends everywhere alike has there, if it
    /// has at least half of all that is to be had beyond that; none: no pattern names the head. The same
    /// token names none where more than half of the keys hold it.
    std::optional<HeadPattern> name;

    [[nodiscard]] float of(HeadPattern pattern) const { return patterns[size_t(pattern)]; }
};

/// Adds the heads of one sequence to `sums` [L * NH], heads of a layer side by side, which is empty at first.
/// Only the queries that are no padding count. Throws Error::Kind::Input for another T or another number of
/// heads.
void addHeads(std::vector<HeadSums>& sums, const LayerMaps& attention, const PatternInput& input);
[[nodiscard]] HeadKind kindOf(const HeadSums& sums);
/// Of the heads for one sequence, [L * NH].
[[nodiscard]] std::vector<HeadKind> headKinds(const LayerMaps& attention, const PatternInput& input);

struct SimilarHead {
    int head = 0;      ///< counted over all layers
    float shared = 0;  ///< Σ_j min(p_j, q_j), mean over the first `valid` queries; 1: the same attention
};
/// The other heads, the most similar first.
[[nodiscard]] std::vector<SimilarHead> similarHeads(const LayerMaps& attention, int head, int valid);

}  // namespace attx
