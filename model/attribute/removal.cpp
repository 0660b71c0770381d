#include "model/attribute/removal.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "model/attribute/assumptions_of_methods.h"
#include "model/data/vectoriser.h"
#include "model/files/error.h"
#include "model/network/example_rows.h"
#include "model/network/program.h"

namespace attx {
namespace {

using Kept = std::string;  ///< a byte for each input, 1: it stays

/// Probabilities, for many choices of what stays, of the class that is predicted from the whole sample.
class Answers {
public:
    Answers(Inspector& inspector, const Sample& sample)
        : inspector_(inspector), network_(inspector.network()), sample_(sample) {
        predicted_ = inspector.inspect(sample).prediction;
    }
    virtual ~Answers() = default;

    /// The number of a question: the answer's row `row` for this choice. Equal ones are answered once.
    size_t ask(const Kept& kept, int row) {
        Choice& choice = choices_.try_emplace(kept).first->second;
        for (const Question& known : choice)
            if (known.row == row) return known.number;
        choice.push_back({row, questions_});
        return questions_++;
    }
    virtual void answer() = 0;
    [[nodiscard]] float probability(size_t question) const { return probabilities_[question]; }
    /// The member of a set that the answer names; -1: there is none.
    [[nodiscard]] int own() const { return network_.output == OutputKind::Set ? predicted_.front() : -1; }

protected:
    struct Question {
        int row;
        size_t number;
    };
    using Choice = std::vector<Question>;
    using Asked = std::pair<const Kept, Choice>;

    /// Of row i of `logits`, [n, ...], the probability of class `chosen`.
    [[nodiscard]] float probabilityOf(const std::vector<float>& logits, size_t n, size_t i,
                                      int chosen) const {
        const auto own = std::span(logits).subspan(i * (logits.size() / n), logits.size() / n);
        const bool set = network_.output == OutputKind::Set;  // one member alone is no yes or no
        return (set ? setProbabilities(own) : classProbabilities(own))[chosen];
    }

    Inspector& inspector_;
    const NetworkConfig& network_;
    const Sample& sample_;
    std::vector<int32_t> predicted_;  ///< [rows of the answer]
    std::unordered_map<Kept, Choice> choices_;
    size_t questions_ = 0;
    std::vector<float> probabilities_;  ///< [questions]
};

/// Where positions were added, a network without a causal mask does not know their order: those that stay as
/// keys come first, and the others behind the length. Where attention knows it, each choice is masked by
/// itself. Behind the last attention each row goes its own way, so that only those are gone on with that
/// is requested.
class MaskedKeys final : public Answers {
public:
    using Answers::Answers;
    void answer() override {
        inputs_ = inspector_.read(inspector_.program().layerInput(0));
        sums_.resize(questions_ * width());
        rows_.resize(questions_);
        const Program& program = inspector_.program();
        const bool ordered = whyNotAssumed(Assumes::OrderFreeKeys, program, sample_.kind()) != nullptr;
        PartSession part = inspector_.part(program.layerInput(0), program.blocks.back().attended,
                                           ordered ? 1 : std::min<int64_t>(mostAtOnce, std::ssize(choices_)),
                                           Inspector::Gradients::No, true);
        if (ordered) {
            for (const auto& choice : choices_) attendInOrder(part, choice);
            answerRows();
            return;
        }
        const auto most = size_t(part.batch());
        std::vector<const Asked*> together;
        for (const auto& choice : choices_) {
            together.push_back(&choice);
            if (together.size() == most) attend(part, together);
        }
        if (!together.empty()) attend(part, together);
        answerRows();
    }

private:
    static constexpr int64_t mostAtOnce = 32;  // Sequences at a time: their tensors fit a core's cache

    [[nodiscard]] size_t length() const { return size_t(sample_.length()); }
    [[nodiscard]] size_t width() const { return size_t(network_.modelDim); }

    /// Fills the rows of sums_ that some choices ask for, and forgets the choices.
    void attend(PartSession& part, std::vector<const Asked*>& choices) {
        const size_t T = length(), C = width(), n = choices.size();
        std::vector<float> activations(n * T * C);
        std::vector<int32_t> lengths;
        std::vector<size_t> order(T), places(n * T);
        for (size_t i = 0; i < n; ++i) {
            Kept kept = choices[i]->first;
            for (const int32_t t : inspector_.ablation().maskedTokens) kept[t] = 0;
            std::iota(order.begin(), order.end(), size_t{0});
            std::stable_partition(order.begin(), order.end(), [&](size_t t) { return kept[t] != 0; });
            for (size_t at = 0; at < T; ++at) {
                places[i * T + order[at]] = at;
                std::copy_n(inputs_.begin() + ptrdiff_t(order[at] * C), C,
                            activations.begin() + ptrdiff_t((i * T + at) * C));
            }
            lengths.push_back(int32_t(std::ranges::count(kept, char{1})));
        }
        const std::vector<float> attended = part.run(std::move(activations), lengths),
                                 residual = part.read(inspector_.program().blocks.back().input);
        for (size_t i = 0; i < n; ++i)
            for (const Question& question : choices[i]->second)
                keep(question, attended, residual, i * T + places[i * T + size_t(question.row)]);
        choices.clear();
    }
    /// Of one choice, each key at its own place.
    void attendInOrder(PartSession& part, const Asked& choice) {
        Kept kept = choice.first;
        for (const int32_t t : inspector_.ablation().maskedTokens) kept[t] = 0;
        std::vector<int32_t> hidden;
        for (size_t t = 0; t < kept.size(); ++t)
            if (kept[t] == 0) hidden.push_back(int32_t(t));
        int32_t keys =
            sample_.valid && network_.maskPadding ? std::max(*sample_.valid, 1) : int32_t(length());
        if (hidden.size() == length()) keys = 0, hidden.clear();
        part.mask(hidden);
        const std::vector<float> attended = part.run(inputs_, std::span(&keys, 1)),
                                 residual = part.read(inspector_.program().blocks.back().input);
        for (const Question& question : choice.second)
            keep(question, attended, residual, size_t(question.row));
    }
    /// What the last layer's attention adds to, at a row of what was run.
    void keep(const Question& question, const std::vector<float>& attended,
              const std::vector<float>& residual, size_t row) {
        const size_t C = width();
        for (size_t c = 0; c < C; ++c)
            sums_[question.number * C + c] = attended[row * C + c] + residual[row * C + c];
        rows_[question.number] = question.row;
    }

    /// From the sums to the probabilities, T rows of any choices at a time as if they were a sequence.
    void answerRows() {
        const size_t T = length(), C = width();
        const auto sequences = int64_t((questions_ + T - 1) / T);
        const Program& program = inspector_.program();
        PartSession rest = inspector_.part(program.blocks.back().attentionSum, program.logits,
                                           std::min(mostAtOnce, sequences));
        const std::vector<float> logits = rest.runEach(sequences, std::nullopt, [&](int64_t i, float* at) {
            const size_t first = size_t(i) * T * C, n = std::min(T * C, sums_.size() - first);
            std::copy_n(sums_.begin() + first, n, at);
        });
        const size_t rows = size_t(sequences) * T;
        for (size_t i = 0; i < questions_; ++i)
            probabilities_.push_back(probabilityOf(logits, rows, i, predicted_[rows_[i]]));
    }

    std::vector<float> inputs_;  ///< Input of the first layer, [T, C]
    std::vector<float> sums_;    ///< attentionSum of the last layer, [questions, C]
    std::vector<int> rows_;      ///< [questions]
};

/// A network without positional encoding takes a text for a bag of words: equal words have equal activations
/// at every layer, and as keys they count as often as they stand there. So each is computed once: of 600
/// places some 100, since padding and [UNK] are one word each.
class CountedWords final : public Answers {
public:
    using Answers::Answers;
    static bool suits(const Inspector& inspector, const Sample& sample) {
        const NetworkConfig& network = inspector.network();
        return sample.kind() == SampleKind::Text && network.positions == Positions::None && !network.causal &&
               network.pooling == PoolingKind::Max && sample.types.empty() &&  // The maximum ignores counts
               !network.classToken && inspector.ablation().maskedTokens.empty() && inspector.onProcessor();
    }
    void answer() override {
        probabilities_.resize(questions_);
        std::map<size_t, std::vector<Bag>> bags;  // Keyed by length: bags of one length are run together
        for (const auto& [kept, questions] : choices_) {
            Bag bag = bagOf(kept);
            bag.questions = &questions;
            bags[bag.words.size()].push_back(std::move(bag));
        }
        for (const auto& [length, together] : bags)
            for (size_t first = 0; first < together.size(); first += mostAtOnce)
                answerTogether(
                    std::span(together).subspan(first, std::min(mostAtOnce, together.size() - first)));
    }

private:
    static constexpr size_t mostAtOnce = 8;
    static constexpr size_t step = 32;  // Lengths are rounded up to multiples: few programs are compiled
    struct Bag {
        std::vector<int32_t> words;
        std::vector<float> counts;
        const Choice* questions = nullptr;
    };

    [[nodiscard]] Bag bagOf(const Kept& kept) const {
        const size_t T = kept.size();
        const size_t keys =
            network_.maskPadding && sample_.valid ? size_t(std::clamp(*sample_.valid, 1, int(T))) : T;
        std::map<int32_t, float> counted;
        for (size_t t = 0; t < keys; ++t) ++counted[kept[t] ? sample_.tokens[t] : network_.unknownToken];
        Bag bag;
        for (const auto& [word, count] : counted) {
            bag.words.push_back(word);
            bag.counts.push_back(count);
        }
        // What fills the rest is one of the words again, which changes nothing in the pool, and counts as no
        // key.
        const size_t length = std::min(T, (bag.words.size() + step - 1) / step * step);
        bag.words.resize(length, bag.words.front());
        bag.counts.resize(length, 0.0F);
        return bag;
    }
    void answerTogether(std::span<const Bag> together) {
        Table table;
        table.length = int(together.front().words.size());
        table.rows = std::ssize(together);
        for (const Bag& bag : together) {
            table.tokens.insert(table.tokens.end(), bag.words.begin(), bag.words.end());
            table.counts.insert(table.counts.end(), bag.counts.begin(), bag.counts.end());
        }
        const std::vector<float> logits =
            inspector_.logits(table, firstRows(table.rows), int(together.size()), int(mostAtOnce));
        for (size_t i = 0; i < together.size(); ++i)
            for (const Question& question : *together[i].questions)
                probabilities_[question.number] = probabilityOf(logits, together.size(), i, predicted_[0]);
    }
};

/// Words and patches are replaced, members left out: other inputs to the whole network.
class OtherInputs final : public Answers {
public:
    using Answers::Answers;
    void answer() override {
        probabilities_.resize(questions_);
        // Sets of one size go together.
        std::vector<const Asked*> order;
        for (const Asked& asked : choices_) order.push_back(&asked);
        const auto size = [&](const Asked* asked) {
            const Kept& kept = asked->first;
            return sample_.kind() == SampleKind::Set ? std::ranges::count(kept, char{1}) : std::ssize(kept);
        };
        std::ranges::stable_sort(order, [&](const Asked* a, const Asked* b) { return size(a) < size(b); });
        for (size_t first = 0; first < order.size();) {
            size_t past = first;
            while (past < order.size() && past - first < size_t{mostAtOnce} &&
                   size(order[past]) == size(order[first]))
                ++past;
            answerTogether(std::span(order).subspan(first, past - first), size(order[first]));
            first = past;
        }
    }

private:
    static constexpr int mostAtOnce = 8;

    /// [D]
    [[nodiscard]] std::vector<float> meanPatch() const {
        const auto D = size_t(network_.inputDim);
        std::vector<double> sums(D);
        for (size_t i = 0; i < sample_.features.size(); ++i) sums[i % D] += double(sample_.features[i]);
        std::vector<float> mean;
        const size_t patches = sample_.features.size() / D;
        for (const double sum : sums) mean.push_back(float(sum / double(patches)));
        return mean;
    }
    /// Choices of inputs of one length.
    void answerTogether(std::span<const Asked* const> together, ptrdiff_t length) {
        const bool set = sample_.kind() == SampleKind::Set, picture = sample_.kind() == SampleKind::Picture;
        const std::vector<float> mean = picture ? meanPatch() : std::vector<float>();
        const int member = own();
        Table table;
        table.length = int(length);
        std::vector<int> chosen;
        for (const Asked* asked : together) {
            const Kept& kept = asked->first;
            chosen.push_back(member >= 0 ? int(std::count(kept.begin(), kept.begin() + member, char{1}))
                                         : predicted_[0]);
            for (size_t t = 0; t < kept.size(); ++t) {
                if (picture && !kept[t]) {
                    table.features.insert(table.features.end(), mean.begin(), mean.end());
                } else if (!set && !picture) {
                    table.tokens.push_back(kept[t] ? sample_.tokens[t] : network_.unknownToken);
                    if (t < sample_.types.size()) table.types.push_back(sample_.types[t]);
                } else if (kept[t]) {  // A member or a patch that stays; members that go are left out
                    const auto D = ptrdiff_t(network_.inputDim);
                    const auto at = sample_.features.begin() + ptrdiff_t(t) * D;
                    table.features.insert(table.features.end(), at, at + D);
                }
            }
        }
        const auto n = int64_t(together.size());
        table.featureDim = set || picture ? network_.inputDim : 0;
        table.rows = set || picture ? n * length : n;
        if (picture) table.rowsPerSample = table.length;
        if (!set && sample_.valid && network_.maskPadding)
            table.lengths.assign(table.rows, std::max(*sample_.valid, 1));
        const std::vector<float> logits = inspector_.logits(table, firstRows(table.rows), int(n), mostAtOnce);
        for (size_t i = 0; i < together.size(); ++i)
            for (const Question& question : together[i]->second)
                probabilities_[question.number] = probabilityOf(logits, together.size(), i, chosen[i]);
    }
};

/// What stays without the first k of an order, or with only these of all in it.
Kept keptOf(size_t inputs, const std::vector<int>& order, int k, bool only) {
    Kept kept(inputs, char{1});
    for (int i = 0; i < int(order.size()); ++i)
        if ((i < k) != only) kept[order[i]] = 0;
    return kept;
}

}  // namespace

std::vector<int> orderOf(std::span<const float> scores, int inputs, int never) {
    std::vector<int> order;
    for (int t = 0; t < inputs; ++t)
        if (t != never) order.push_back(t);
    std::ranges::stable_sort(order, [&](int a, int b) { return scores[a] > scores[b]; });
    return order;
}

double meanOverPercents(const std::array<float, removalPercents.size()>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

std::vector<RemovalCurves> removalCurves(Inspector& inspector, const Sample& sample,
                                         std::span<const RankedCase> cases) {
    std::unique_ptr<Answers> answers;
    if (inspector.network().output == OutputKind::Positions)
        answers = std::make_unique<MaskedKeys>(inspector, sample);
    else if (CountedWords::suits(inspector, sample))
        answers = std::make_unique<CountedWords>(inspector, sample);
    else
        answers = std::make_unique<OtherInputs>(inspector, sample);
    const auto inputs = size_t(sample.length());
    /// Numbers of the questions of a case.
    struct Numbers {
        size_t whole;
        std::vector<size_t> without, only;  ///< [curveSteps + 1], then removalPercents
    };
    std::vector<Numbers> asked;
    std::vector<RemovalCurves> results(cases.size());
    for (const RankedCase& one : cases) {
        RemovalCurves& curves = results[asked.size()];
        Numbers& numbers =
            asked.emplace_back(Numbers{answers->ask(Kept(inputs, char{1}), one.position), {}, {}});
        const int own = answers->own();
        if (own >= 0 && std::ranges::find(one.order, own) != one.order.end())
            throw inputError("The answer's own member cannot be left out of a set.");
        // Something has to be read; what is replaced by something else still is.
        const bool keepsOne =
            own < 0 && sample.kind() != SampleKind::Text && sample.kind() != SampleKind::Picture;
        const int length = int(one.order.size()) + (own >= 0 ? 1 : 0);
        const auto most = int(one.order.size());
        const auto add = [&](int percent) {
            const int k = std::min(countOfPercent(percent, length), most);
            const int removed = keepsOne ? std::min(k, most - 1) : k, kept = keepsOne ? std::max(k, 1) : k;
            numbers.without.push_back(answers->ask(keptOf(inputs, one.order, removed, false), one.position));
            numbers.only.push_back(answers->ask(keptOf(inputs, one.order, kept, true), one.position));
            return std::pair(removed, kept);
        };
        for (int step = 0; step <= curveSteps; ++step) {
            const auto [removed, kept] = add(step * 100 / curveSteps);
            curves.removed.push_back(removed);
            curves.kept.push_back(kept + length - most);
        }
        for (const int percent : removalPercents) (void)add(percent);
    }
    answers->answer();
    for (size_t c = 0; c < cases.size(); ++c) {
        RemovalCurves& curves = results[c];
        const auto probability = [&](size_t number) { return answers->probability(number); };
        curves.whole = probability(asked[c].whole);
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
