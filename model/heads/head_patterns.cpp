#include "model/heads/head_patterns.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <map>

#include "model/files/error.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr std::array<HeadPatternInfo, patternCount> table{{
    {HeadPattern::Diagonal, "diagonal", ATTX_TR("model", "diagonal")},
    {HeadPattern::Previous, "previous", ATTX_TR("model", "previous")},
    {HeadPattern::Next, "next", ATTX_TR("model", "next")},
    {HeadPattern::AntiDiagonal, "anti_diagonal", ATTX_TR("model", "anti-diagonal")},
    {HeadPattern::First, "first", ATTX_TR("model", "first")},
    {HeadPattern::SameToken, "same_token", ATTX_TR("model", "same token")},
    {HeadPattern::SameClass, "same_class", ATTX_TR("model", "same class")},
    {HeadPattern::Padding, "padding", ATTX_TR("model", "padding")},
    {HeadPattern::Induction, "induction", ATTX_TR("model", "induction")},
}};

// A name must be earned: half of what there is beyond attending everywhere alike.
constexpr double leastLift = 0.5;
// Where most keys hold the query's token, attending to them says nothing of the head.
constexpr double mostSameTokens = 0.5;

bool reaches(HeadPattern pattern, const PatternInput& input, int query, int key) {
    const auto same = [&](const std::vector<int32_t>& values, int of) {
        const auto i = size_t(query), j = size_t(of);
        return !values.empty() && values[i] >= 0 && values[i] == values[j];
    };
    if (input.causal && key > query) return false;
    if (pattern == HeadPattern::Padding) return key >= input.valid;
    if (key >= input.valid) return false;
    switch (pattern) {
        case HeadPattern::Diagonal:
            return key == query;
        case HeadPattern::Previous:
            return key == query - 1;
        case HeadPattern::Next:
            return key == query + 1;
        case HeadPattern::AntiDiagonal:
            return key == input.valid - 1 - query;
        case HeadPattern::First:
            return key == 0;
        case HeadPattern::SameToken:
            return key != query && same(input.tokens, key);
        case HeadPattern::SameClass:
            return same(input.classes, key);
        case HeadPattern::Induction:
            return key > 0 && key < query && same(input.tokens, key - 1);
        case HeadPattern::Padding:
            break;
    }
    return false;
}

/// For each pattern and query the keys: the same for every head.
using Reached = std::array<std::vector<std::vector<int>>, patternCount>;

Reached reachedBy(const PatternInput& input) {
    Reached reached;
    for (const HeadPatternInfo& info : table) {
        auto& rows = reached[size_t(info.pattern)];
        rows.resize(input.valid);
        for (int i = 0; i < input.valid; ++i)
            for (int j = 0; j < input.length; ++j)
                if (reaches(info.pattern, input, i, j)) rows[i].push_back(j);
    }
    return reached;
}

void addHead(HeadSums& sums, std::span<const float> map, const PatternInput& input, const Reached& reached) {
    const auto T = size_t(input.length);
    const Eigen::ArrayXd positions = Eigen::ArrayXd::LinSpaced(input.length, 0, input.length - 1);
    for (int i = 0; i < input.valid; ++i) {
        const std::span<const float> row = map.subspan(size_t(i) * T, T);
        // Keys that are masked have no weight, and a head that attends everywhere alike none on them either.
        const bool padded =
            std::any_of(row.begin() + input.valid, row.end(), [](float weight) { return weight > 0; });
        const int unmasked = padded ? input.length : input.valid,
                  reachable = input.causal ? std::min(unmasked, i + 1) : unmasked;
        const Eigen::Map<const Eigen::ArrayXf> weights(row.data(), input.length);
        const Eigen::ArrayXd w = weights.cast<double>();
        const double all = w.sum();
        // Logarithms of floats: a page of 144 heads has 38 million. A weight of 0 adds nothing.
        const Eigen::ArrayXf terms = weights * weights.max(std::numeric_limits<float>::min()).log();
        sums.entropy -= terms.cast<double>().sum();
        sums.distance += (w * (positions - i).abs()).sum();
        sums.largest += w.maxCoeff();
        ++sums.queries;
        for (size_t p = 0; p < patternCount; ++p) {
            const std::vector<int>& keys = reached[p][i];
            if (keys.empty()) continue;
            for (const int j : keys) sums.on[p] += double(row[j]);
            sums.all[p] += all;
            sums.even[p] += all * double(keys.size()) / reachable;
        }
    }
}

std::span<const float> mapOf(const LayerMaps& attention, int head) {
    const auto cells = size_t(attention.length) * size_t(attention.length);
    const auto layer = size_t(head / attention.heads);
    return std::span(attention.layers[layer]).subspan(size_t(head % attention.heads) * cells, cells);
}

int headCount(const LayerMaps& attention) { return int(attention.layers.size()) * attention.heads; }

}  // namespace

std::span<const HeadPatternInfo> headPatterns() { return table; }

PatternInput patternInput(const Sample& sample, bool causal) {
    PatternInput input;
    input.causal = causal;
    input.length = sample.length();
    input.valid = std::clamp(sample.valid.value_or(input.length), 0, input.length);
    input.tokens = sample.tokens;
    if (sample.kind() == SampleKind::Set && int(sample.words.size()) == input.length) {
        std::map<std::string, int32_t> classes;  // Number of each word, which names a member's class
        for (const std::string& word : sample.words)
            input.classes.push_back(classes.try_emplace(word, int32_t(classes.size())).first->second);
    }
    return input;
}

PatternInput patternInput(const Table& table, std::span<const int32_t> rows, int length,
                          const NetworkConfig& network) {
    PatternInput input;
    input.causal = network.causal;
    input.length = input.valid = length;
    const auto first = size_t(rows.front());
    if (table.features.empty()) {
        const auto begin = table.tokens.begin() + ptrdiff_t(first) * table.length;
        input.tokens.assign(begin, begin + table.length);
        if (!table.lengths.empty()) input.valid = std::clamp(table.lengths[first], 0, length);
    } else if (!table.classes.empty()) {
        for (const int32_t row : rows) input.classes.push_back(table.classes[row]);
    }
    if (network.classToken) {  // a token and a class of its own
        ++input.length, ++input.valid;
        if (!input.tokens.empty()) input.tokens.insert(input.tokens.begin(), -1);
        if (!input.classes.empty()) input.classes.insert(input.classes.begin(), -1);
    }
    return input;
}

void addHeads(std::vector<HeadSums>& sums, const LayerMaps& attention, const PatternInput& input) {
    const auto heads = size_t(headCount(attention));
    if (sums.empty()) sums.resize(heads);
    if (attention.length != input.length || sums.size() != heads)
        throw inputError("Kinds of heads: expected attention of " + std::to_string(sums.size()) +
                         " heads over " + std::to_string(input.length) + " positions, found " +
                         std::to_string(heads) + " heads over " + std::to_string(attention.length) + ".");
    const Reached reached = reachedBy(input);
    for (size_t head = 0; head < heads; ++head)
        addHead(sums[head], mapOf(attention, int(head)), input, reached);
}

HeadKind kindOf(const HeadSums& sums) {
    HeadKind kind;
    const double queries = double(std::max<int64_t>(sums.queries, 1));
    kind.entropy = float(sums.entropy / queries);
    kind.distance = float(sums.distance / queries);
    kind.largest = float(sums.largest / queries);
    double most = leastLift;
    for (size_t p = 0; p < patternCount; ++p) {
        kind.patterns[p] = std::numeric_limits<float>::quiet_NaN();
        if (!(sums.all[p] > 0)) continue;
        const double score = sums.on[p] / sums.all[p], even = sums.even[p] / sums.all[p];
        kind.patterns[p] = float(score);
        if (even >= 1) continue;  // whatever the head does, it is on the pattern
        if (static_cast<HeadPattern>(p) == HeadPattern::SameToken && even > mostSameTokens) continue;
        const double lift = (score - even) / (1 - even);
        if (lift < most || (kind.name && lift == most)) continue;
        most = lift;
        kind.name = static_cast<HeadPattern>(p);
    }
    return kind;
}

std::vector<HeadKind> headKinds(const LayerMaps& attention, const PatternInput& input) {
    std::vector<HeadSums> sums;
    addHeads(sums, attention, input);
    std::vector<HeadKind> kinds;
    for (const HeadSums& head : sums) kinds.push_back(kindOf(head));
    return kinds;
}

std::vector<SimilarHead> similarHeads(const LayerMaps& attention, int head, int valid) {
    const int queries = valid > 0 ? std::min(valid, attention.length) : attention.length;
    const size_t cells = size_t(queries) * size_t(attention.length);
    const std::span<const float> chosen = mapOf(attention, head);
    std::vector<SimilarHead> similar;
    for (int other = 0; other < headCount(attention); ++other) {
        if (other == head) continue;
        const std::span<const float> map = mapOf(attention, other);
        double shared = 0;
        for (size_t i = 0; i < cells; ++i) shared += double(std::min(chosen[i], map[i]));
        similar.push_back({other, float(shared / queries)});
    }
    std::ranges::stable_sort(similar,
                             [](const SimilarHead& a, const SimilarHead& b) { return a.shared > b.shared; });
    return similar;
}

}  // namespace attx
