#include "model/explain/removal.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "model/data/vectoriser.h"
#include "model/files/error.h"

namespace attx {
namespace {

using Kept = std::string;  ///< a byte for each input, 1: it stays

/// Answers for many choices of what stays.
class Answers {
public:
    Answers(Inspector& inspector, const Sample& sample)
        : inspector_(inspector), network_(inspector.network()), sample_(sample) {
        const Inspection whole = inspector.inspect(sample);
        predicted_ = whole.prediction;
        classes_ = inspector.program(sample.length()).loss().classes;
    }
    virtual ~Answers() = default;

    /// The number of this choice; equal choices are answered once.
    size_t ask(const Kept& kept) {
        const auto [found, isNew] = numbers_.try_emplace(kept, asked_.size());
        if (isNew) asked_.push_back(kept);
        return found->second;
    }
    virtual void answer() = 0;
    /// Of the class predicted at a row of the answer, of which the others may never be asked for.
    [[nodiscard]] virtual float probability(size_t number, int row) const = 0;
    /// The member of a set that the answer names; -1: there is none.
    [[nodiscard]] int own() const { return network_.output == OutputKind::Set ? predicted_.front() : -1; }

protected:
    /// exp(logit of `chosen`) over the sum of all; of a yes or no, which has a single logit, the sigmoid.
    [[nodiscard]] float softmaxOf(std::span<const float> logits, int chosen) const {
        if (classes_ == 1) return 1 / (1 + std::exp(chosen == 1 ? -logits[0] : logits[0]));
        const float largest = *std::max_element(logits.begin(), logits.end());
        float sum = 0;
        for (const float logit : logits) sum += std::exp(logit - largest);
        return std::exp(logits[static_cast<size_t>(chosen)] - largest) / sum;
    }

    Inspector& inspector_;
    const NetworkConfig& network_;
    const Sample& sample_;
    std::vector<int32_t> predicted_;  ///< [rows of the answer]
    int classes_ = 0;
    std::vector<Kept> asked_;

private:
    std::unordered_map<Kept, size_t> numbers_;
};

/// Behind the positional encoding the network does not know the order of positions: those that stay as keys
/// come first, and the others behind the length.
class MaskedKeys final : public Answers {
public:
    using Answers::Answers;
    void answer() override {
        const auto T = static_cast<size_t>(sample_.length()), C = static_cast<size_t>(network_.modelDim),
                   K = static_cast<size_t>(classes_);
        const std::vector<float> inputs = inspector_.read(layerInputName(network_, 0));
        PartSession part =
            inspector_.part({PartKind::FromLayer, 0}, std::min<int64_t>(mostAtOnce, std::ssize(asked_)),
                            Inspector::Gradients::No, true);
        const std::vector<int32_t>& hidden = inspector_.ablation().hiddenTokens;
        std::vector<size_t> order, place(T);
        for (size_t first = 0; first < asked_.size(); first += static_cast<size_t>(part.batch())) {
            const size_t n = std::min(asked_.size() - first, static_cast<size_t>(part.batch()));
            std::vector<float> activations(n * T * C);
            std::vector<int32_t> lengths;
            std::vector<size_t> places;  // [n, T]
            for (size_t i = 0; i < n; ++i) {
                Kept kept = asked_[first + i];
                for (const int32_t t : hidden) kept[static_cast<size_t>(t)] = 0;
                order.resize(T);
                std::iota(order.begin(), order.end(), size_t{0});
                std::stable_partition(order.begin(), order.end(), [&](size_t t) { return kept[t] != 0; });
                for (size_t at = 0; at < T; ++at) {
                    place[order[at]] = at;
                    std::copy_n(inputs.begin() + static_cast<ptrdiff_t>(order[at] * C), C,
                                activations.begin() + static_cast<ptrdiff_t>((i * T + at) * C));
                }
                lengths.push_back(static_cast<int32_t>(std::count(kept.begin(), kept.end(), char{1})));
                places.insert(places.end(), place.begin(), place.end());
            }
            const std::vector<float> logits = part.run(std::move(activations), lengths);
            for (size_t i = 0; i < n; ++i)
                for (size_t t = 0; t < T; ++t)
                    logits_.insert(
                        logits_.end(),
                        logits.begin() + static_cast<ptrdiff_t>((i * T + places[i * T + t]) * K),
                        logits.begin() + static_cast<ptrdiff_t>((i * T + places[i * T + t] + 1) * K));
        }
    }

    float probability(size_t number, int row) const override {
        const auto t = static_cast<size_t>(row), T = predicted_.size(), K = static_cast<size_t>(classes_);
        return softmaxOf(std::span(logits_).subspan((number * T + t) * K, K), predicted_[t]);
    }

private:
    static constexpr int64_t mostAtOnce = 32;  // whose tensors stay in a core's cache
    std::vector<float> logits_;                ///< [asked, T, K]
};

/// Words are replaced, members left out: other inputs to the whole network.
class OtherInputs final : public Answers {
public:
    using Answers::Answers;
    void answer() override {
        probabilities_.resize(asked_.size());
        // Sets of one size go together.
        std::vector<size_t> order(asked_.size());
        std::iota(order.begin(), order.end(), size_t{0});
        const auto size = [&](size_t i) {
            return network_.output == OutputKind::Set
                       ? std::count(asked_[i].begin(), asked_[i].end(), char{1})
                       : std::ssize(asked_[i]);
        };
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return size(a) < size(b); });
        for (size_t first = 0; first < order.size();) {
            size_t past = first;
            while (past < order.size() && past - first < size_t{mostAtOnce} &&
                   size(order[past]) == size(order[first]))
                ++past;
            answerTogether(std::span(order).subspan(first, past - first), size(order[first]));
            first = past;
        }
    }

    float probability(size_t number, int) const override { return probabilities_[number]; }

private:
    static constexpr int mostAtOnce = 8;
    std::vector<float> probabilities_;  ///< [asked]

    /// Choices of inputs of one length.
    void answerTogether(std::span<const size_t> numbers, ptrdiff_t length) {
        const bool set = network_.output == OutputKind::Set;
        Table table;
        table.length = static_cast<int>(length);
        std::vector<int> own;
        for (const size_t number : numbers) {
            const Kept& kept = asked_[number];
            own.push_back(
                set ? static_cast<int>(std::count(kept.begin(), kept.begin() + predicted_[0], char{1}))
                    : predicted_[0]);
            for (size_t t = 0; t < kept.size(); ++t) {
                if (!set) {
                    table.tokens.push_back(kept[t] ? sample_.tokens[t] : Vocabulary::unknown);
                } else if (kept[t]) {
                    const auto D = static_cast<ptrdiff_t>(network_.inputDim);
                    const auto at = sample_.features.begin() + static_cast<ptrdiff_t>(t) * D;
                    table.features.insert(table.features.end(), at, at + D);
                }
            }
        }
        const auto n = static_cast<int64_t>(numbers.size());
        table.featureDim = set ? network_.inputDim : 0;
        table.rows = set ? n * length : n;
        if (!set && sample_.valid && network_.maskPadding)
            table.lengths.assign(static_cast<size_t>(table.rows), std::max(*sample_.valid, 1));
        std::vector<int32_t> rows(static_cast<size_t>(table.rows));
        std::iota(rows.begin(), rows.end(), 0);
        const std::vector<float> logits = inspector_.logits(table, rows, static_cast<int>(n), mostAtOnce);
        const size_t each = logits.size() / numbers.size();
        for (size_t i = 0; i < numbers.size(); ++i)
            probabilities_[numbers[i]] = softmaxOf(std::span(logits).subspan(i * each, each), own[i]);
    }
};

/// What stays without the first k of an order, or with only these of all in it.
Kept keptOf(size_t inputs, const std::vector<int>& order, int k, bool only) {
    Kept kept(inputs, char{1});
    for (int i = 0; i < static_cast<int>(order.size()); ++i)
        if ((i < k) != only) kept[static_cast<size_t>(order[static_cast<size_t>(i)])] = 0;
    return kept;
}

}  // namespace

std::vector<int> orderOf(std::span<const float> scores, int inputs, int never) {
    std::vector<int> order;
    for (int t = 0; t < inputs; ++t)
        if (t != never) order.push_back(t);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return scores[static_cast<size_t>(a)] > scores[static_cast<size_t>(b)];
    });
    return order;
}

double RemovalCurves::comprehensivenessMean() const {
    return std::accumulate(comprehensiveness.begin(), comprehensiveness.end(), 0.0) /
           static_cast<double>(comprehensiveness.size());
}

double RemovalCurves::sufficiencyMean() const {
    return std::accumulate(sufficiency.begin(), sufficiency.end(), 0.0) /
           static_cast<double>(sufficiency.size());
}

std::vector<RemovalCurves> removalCurves(Inspector& inspector, const Sample& sample,
                                         std::span<const RankedCase> cases) {
    const bool sequence = inspector.network().output == OutputKind::Positions;
    std::unique_ptr<Answers> answers;
    if (sequence)
        answers = std::make_unique<MaskedKeys>(inspector, sample);
    else
        answers = std::make_unique<OtherInputs>(inspector, sample);
    const auto inputs = static_cast<size_t>(sample.length());
    const size_t whole = answers->ask(Kept(inputs, char{1}));

    /// Numbers of the choices that a case asks for.
    struct Asked {
        std::vector<size_t> without, only;  ///< [curveSteps + 1], then removalPercents
    };
    std::vector<Asked> asked;
    for (const RankedCase& one : cases) {
        Asked& numbers = asked.emplace_back();
        const int own = answers->own();
        if (own >= 0 && std::find(one.order.begin(), one.order.end(), own) != one.order.end())
            throw inputError("The answer's own member cannot be left out of a set.");
        const int length = static_cast<int>(one.order.size()) + (own >= 0 ? 1 : 0);
        const auto most = static_cast<int>(one.order.size());
        const auto add = [&](int percent) {
            const int k = std::min(countOfPercent(percent, length), most);
            // A sequence keeps one key of those that can be masked.
            numbers.without.push_back(
                answers->ask(keptOf(inputs, one.order, sequence ? std::min(k, most - 1) : k, false)));
            numbers.only.push_back(
                answers->ask(keptOf(inputs, one.order, sequence ? std::max(k, 1) : k, true)));
        };
        for (int step = 0; step <= curveSteps; ++step) add(step * 100 / curveSteps);
        for (const int percent : removalPercents) add(percent);
    }
    answers->answer();
    std::vector<RemovalCurves> results;
    for (size_t c = 0; c < cases.size(); ++c) {
        RemovalCurves& curves = results.emplace_back();
        const auto probability = [&](size_t number) {
            return answers->probability(number, cases[c].position);
        };
        curves.whole = probability(whole);
        for (size_t i = 0; i <= curveSteps; ++i) {
            curves.deletion.push_back(probability(asked[c].without[i]));
            curves.insertion.push_back(probability(asked[c].only[i]));
        }
        for (size_t i = 0; i < removalPercents.size(); ++i) {
            curves.comprehensiveness[i] = curves.whole - probability(asked[c].without[curveSteps + 1 + i]);
            curves.sufficiency[i] = curves.whole - probability(asked[c].only[curveSteps + 1 + i]);
        }
    }
    return results;
}

}  // namespace attx
