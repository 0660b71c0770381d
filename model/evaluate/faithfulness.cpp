#include "model/evaluate/faithfulness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "model/attribute/explain.h"
#include "model/attribute/removal.h"
#include "model/config/task.h"
#include "model/data/philox.h"
#include "model/data/tasks.h"
#include "model/files/error.h"
#include "model/files/translatable.h"
#include "model/inspect/answers.h"
#include "model/network/chance.h"
#include "model/network/example_rows.h"

namespace attx {
namespace {

constexpr double bandOfNormal = 1.96;  // 95 % of a normal distribution

/// What a method or an order says of the cases of a sample.
struct Ranking {
    std::string name;
    std::vector<RankedCase> cases = {};  ///< One for each asked; random orders have those of each in turn
    std::vector<double> ruleShare = {},
                        ruleRate = {};       ///< One value for each case for which the rule names a position
    std::vector<RemovalCurves> curves = {};  ///< [cases], once they are measured
};

/// What is measured about one sample.
struct SampleResult {
    std::vector<Ranking> rankings;
    std::vector<int32_t> labels;  ///< The right answers that are known.
    int32_t stratum = 0;          ///< See divideIntoStrata().
    int64_t cases = 0, correct = 0;
};

/// One row of scores [T] of a method's map: the mean over layers and heads of the row of output `position`;
/// of a pooled answer the mean over the rows that are no padding.
std::vector<float> scoresOf(const NamedArray& map, int length, int valid, int position, OutputKind output) {
    const auto T = size_t(length);
    std::vector<float> scores(T, 0.0f);
    if (map.shape.size() < 2) return map.values;
    const auto rows = size_t(map.shape[map.shape.size() - 2]);
    const size_t maps = map.values.size() / rows / T;
    const bool pooled = output == OutputKind::Pooled;
    const size_t first = pooled ? 0 : std::min(size_t(position), rows - 1),
                 last = pooled ? size_t(valid) : first + 1;
    for (size_t m = 0; m < maps; ++m)
        for (size_t row = first; row < last; ++row)
            for (size_t t = 0; t < T; ++t)
                scores[t] += map.values[(m * rows + row) * T + t] / float(maps * (last - first));
    return scores;
}

class SampleMeasure {
public:
    SampleMeasure(const Subject& subject, const FaithfulnessOptions& options,
                  const std::atomic<bool>& interrupt)
        : subject_(subject),
          options_(options),
          interrupt_(interrupt),
          inspector_(subject.config.network),
          remover_(subject.config.network, Inspector::Gradients::No) {
        for (Inspector* inspector : {&inspector_, &remover_}) {
            inspector->interruptBy(interrupt);
            inspector->setParameters(subject.parameters);
            inspector->setAblation({subject.ablation.headGates, {}});
        }
        // Sets of every size follow each other for each sample, and texts of every number of words.
        constexpr size_t lengthsOfTexts = 12;
        const SampleKind kind = sampleKind(subject.config.data);
        if (kind == SampleKind::Set) remover_.keepSessions(size_t(subject.config.data.setSize) + 1);
        if (kind == SampleKind::Text) remover_.keepSessions(lengthsOfTexts);
    }

    SampleResult measure(int64_t number) {
        const RunConfig& config = subject_.config;
        sample_ = sampleOf(config, *subject_.data, {SampleSource::Validation, number});
        output_ = config.network.output;
        length_ = sample_.length();
        valid_ = std::clamp(sample_.valid.value_or(length_), 1, length_);
        const Inspection whole = inspector_.inspect(sample_);
        if (const std::string why = whyNoNumbers(whole.logits); !why.empty()) throw workError(why);
        const int rows = output_ == OutputKind::Positions ? valid_ : 1;
        own_ = output_ == OutputKind::Set ? whole.prediction.front() : -1;
        rule_ =
            functionsOf(config.data.task)
                .positions(config.data,
                           std::span(sample_.tokens).first(std::min(sample_.tokens.size(), size_t(valid_))));

        SampleResult result;
        std::vector<int> asked;
        for (int p = 0; p < rows && p < std::ssize(sample_.expected); ++p) {
            const int32_t expected = sample_.expected[p];
            if (expected < 0) continue;
            asked.push_back(p);
            result.labels.push_back(expected);
            result.correct += whole.prediction[p] == expected ? 1 : 0;
        }
        if (asked.empty()) asked = firstRows(rows);  // No label is known.
        result.cases = std::ssize(asked);
        result.rankings = rankingsOfMethods(asked);
        if (interrupt_) return {};
        result.rankings.push_back(randomRanking(number, asked));
        if (!rule_.empty()) result.rankings.push_back(ruleRanking(asked));
        std::vector<RankedCase> all;
        for (const Ranking& ranking : result.rankings)
            all.insert(all.end(), ranking.cases.begin(), ranking.cases.end());
        const std::vector<RemovalCurves> curves = removalCurves(remover_, sample_, all);
        auto at = curves.begin();
        for (Ranking& ranking : result.rankings) {
            ranking.curves.assign(at, at + std::ssize(ranking.cases));
            at += std::ssize(ranking.cases);
            ranking.cases = {};  // orders of many positions, which nothing needs any more
        }
        return result;
    }

private:
    /// Each position's own explanation where the method depends on what is explained, else one for all.
    std::vector<Ranking> rankingsOfMethods(const std::vector<int>& asked) {
        ExplainOptions shared, targeted;
        for (const ExplainMethod method : options_.methods) {
            const ExplainMethodInfo& info = infoOf(method);
            (info.targeted && info.shape != ExplainShape::Scores ? targeted : shared)
                .methods.push_back(method);
        }
        const Explanation once = explain(inspector_, sample_, {}, shared);
        std::vector<Explanation> each;
        for (size_t i = 0; i < asked.size() && !targeted.methods.empty(); ++i)
            each.push_back(explain(inspector_, sample_, {.position = asked[i]}, targeted));
        std::vector<Ranking> rankings;
        for (const ExplainMethod method : options_.methods) {
            const std::string name = infoOf(method).name;
            Ranking& ranking = rankings.emplace_back(Ranking{name});
            for (size_t i = 0; i < asked.size(); ++i) {
                const int p = asked[i];
                const auto of = [&](const Explanation& explanation) {
                    return std::ranges::find_if(explanation.maps,
                                                [&](const NamedArray& map) { return map.name == name; });
                };
                auto map = of(once);
                if (map == once.maps.end()) map = of(each[i]);
                const NetworkConfig& network = subject_.config.network;
                std::vector<float> scores =
                    scoresOf(*map, network.positionsFor(length_), network.positionsFor(valid_),
                             output_ == OutputKind::Set ? own_ : p, output_);
                if (network.classToken) scores.erase(scores.begin());  // The class token is no input
                ranking.cases.push_back({p, orderOf(scores, valid_, own_)});
                if (namedBy(p) >= 0) compareWithRule(ranking, scores, size_t(namedBy(p)));
            }
        }
        return rankings;
    }

    /// The position that the rule names for output p; -1: none.
    [[nodiscard]] int namedBy(int p) const { return rule_.empty() ? -1 : rule_[p]; }

    void compareWithRule(Ranking& ranking, const std::vector<float>& scores, size_t named) const {
        double sum = 0;
        size_t largest = 0;
        for (size_t t = 0; t < size_t(valid_); ++t) {
            sum += std::abs(double(scores[t]));
            if (scores[t] > scores[largest]) largest = t;
        }
        ranking.ruleShare.push_back(sum > 0 ? std::abs(double(scores[named])) / sum : 0.0);
        ranking.ruleRate.push_back(sum > 0 && largest == named ? 1.0 : 0.0);  // zeros point nowhere
    }

    /// Ten orders a sample, the same ones for each of its positions.
    [[nodiscard]] Ranking randomRanking(int64_t number, const std::vector<int>& asked) const {
        constexpr uint32_t ordersOfRemoval = 1;  // 0: epochs
        PhiloxSequence random(subject_.config.seed, RandomStream::Shuffle, uint32_t(number), ordersOfRemoval);
        Ranking ranking{"random"};
        const std::vector<float> equal(static_cast<size_t>(length_), 0.0f);
        for (int i = 0; i < randomOrders; ++i) {
            std::vector<int> order = orderOf(equal, valid_, own_);
            for (size_t k = order.size(); k > 1; --k)
                std::swap(order[k - 1], order[random.below(uint32_t(k))]);
            for (const int p : asked) ranking.cases.push_back({p, order});
        }
        return ranking;
    }

    /// The position that the rule names first, the others in the order of the sequence.
    [[nodiscard]] Ranking ruleRanking(const std::vector<int>& asked) const {
        Ranking ranking{"rule"};
        for (const int p : asked) {
            std::vector<float> scores(static_cast<size_t>(length_), 0.0f);
            if (namedBy(p) >= 0) scores[namedBy(p)] = 1;
            ranking.cases.push_back({p, orderOf(scores, valid_)});
        }
        return ranking;
    }

    const Subject& subject_;
    const FaithfulnessOptions& options_;
    const std::atomic<bool>& interrupt_;
    Inspector inspector_, remover_;
    Sample sample_;
    OutputKind output_ = OutputKind::Positions;
    int length_ = 0, valid_ = 0, own_ = -1;
    std::vector<int> rule_;
};

double meanOf(const std::vector<double>& values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return values.empty() ? 0 : sum / double(values.size());
}

/// Of one value for each sample, in the order of `samples`. Strata add up: the variance of the sum of a
/// stratum of n values is n s², s over the values of that stratum.
BandedMean bandedMeanOf(const std::vector<double>& values, const std::vector<SampleResult>& samples) {
    if (values.empty()) return {};
    std::map<int32_t, std::vector<double>> strata;
    for (size_t i = 0; i < values.size(); ++i) strata[samples[i].stratum].push_back(values[i]);
    double variance = 0;
    for (const auto& [stratum, own] : strata) {
        const double mean = meanOf(own), n = double(own.size());
        double squares = 0;
        for (const double value : own) squares += (value - mean) * (value - mean);
        if (n > 1) variance += n * squares / (n - 1);
    }
    return {meanOf(values), bandOfNormal * std::sqrt(variance) / double(values.size())};
}

/// Texts and pictures are dealt to the parts of the data class by class, and samples lie spread over their
/// rows: how many are of a class is no matter of chance. Each class is a stratum then, where none has fewer
/// than two samples, whose spread could not be told.
void divideIntoStrata(std::vector<SampleResult>& samples, SampleKind kind) {
    if (kind != SampleKind::Text && kind != SampleKind::Picture) return;
    std::map<int32_t, int> sizes;
    for (const SampleResult& sample : samples) {
        if (sample.labels.size() != 1) return;
        ++sizes[sample.labels.front()];
    }
    if (std::ranges::any_of(sizes, [](const auto& size) { return size.second < 2; })) return;
    for (SampleResult& sample : samples) sample.stratum = sample.labels.front();
}

/// Method number m over all samples.
MethodFaithfulness summaryOf(const std::vector<SampleResult>& samples, size_t m) {
    MethodFaithfulness result;
    result.name = samples.front().rankings[m].name;
    const auto gathered = [&](auto value) {
        std::vector<double> values;
        for (const SampleResult& sample : samples) {
            double sum = 0;
            for (const RemovalCurves& curves : sample.rankings[m].curves) sum += value(curves);
            values.push_back(sum / double(sample.rankings[m].curves.size()));
        }
        return bandedMeanOf(values, samples);
    };
    for (size_t i = 0; i <= curveSteps; ++i) {
        result.deletion.push_back(gathered([&](const RemovalCurves& c) { return double(c.deletion[i]); }));
        result.insertion.push_back(gathered([&](const RemovalCurves& c) { return double(c.insertion[i]); }));
    }
    result.comprehensiveness =
        gathered([](const RemovalCurves& c) { return meanOverPercents(c.comprehensiveness); });
    result.sufficiency = gathered([](const RemovalCurves& c) { return meanOverPercents(c.sufficiency); });
    std::vector<double> share, rate;
    for (const SampleResult& sample : samples) {
        if (sample.rankings[m].ruleShare.empty()) continue;
        share.push_back(meanOf(sample.rankings[m].ruleShare));
        rate.push_back(meanOf(sample.rankings[m].ruleRate));
    }
    if (!share.empty()) result.ruleShare = meanOf(share), result.ruleRate = meanOf(rate);
    return result;
}

/// The means over samples of what one number of each says.
template <class Value>
double meanOver(const std::vector<SampleResult>& samples, const Value& value) {
    std::vector<double> values;
    for (const SampleResult& sample : samples)
        values.push_back(value(sample.rankings.front().curves.front()));
    return meanOf(values);
}

/// Of the curve whose points have so many inputs `removed` or kept.
CurvePlaces placesOf(const std::vector<SampleResult>& samples, bool removed, bool sets, double chance) {
    CurvePlaces places;
    for (size_t i = 0; i <= curveSteps; ++i) {
        const auto inputs = [&](const RemovalCurves& curves) {
            return double((removed ? curves.removed : curves.kept)[i]);
        };
        places.inputs.push_back(meanOver(samples, inputs));
        places.chance.push_back(sets ? meanOver(samples,
                                                [&](const RemovalCurves& curves) {
                                                    return 1 / (removed ? curves.kept.back() - inputs(curves)
                                                                        : inputs(curves));
                                                })
                                     : chance);
    }
    return places;
}

}  // namespace

bool Faithfulness::isConclusive() const {
    const double guess = bandOfNormal * std::sqrt(chance * (1 - chance) / double(cases));
    return samples > 1 && accuracy > chance + std::max(guess, accuracyBand);
}

const char* removedMeans(SampleKind kind) {
    switch (kind) {
        case SampleKind::Sequence:
            return ATTX_TR("model",
                           "masked as a key in every head; the residual stays, and one key is always kept");
        case SampleKind::Set:
            return ATTX_TR("model", "left out of the set; the answer's own member stays");
        case SampleKind::Text:
            return ATTX_TR("model", "replaced by [UNK]; padding never counts");
        case SampleKind::Picture:
            return ATTX_TR("model", "replaced by the mean of the picture's patches");
    }
    return "";
}

void requireMeasurable(const std::vector<ExplainMethod>& methods, const RunConfig& config) {
    for (const ExplainMethod method : methods) {
        if (infoOf(method).shape == ExplainShape::Terms)
            throw inputError(std::string(infoOf(method).name) +
                             " does not rank inputs, so that it cannot be measured by removing them.");
        if (const char* why = infoOf(method).whyNot(config.network, sampleKind(config.data)))
            throw inputError(std::string(infoOf(method).name) + ": " + why);
    }
}

std::optional<Faithfulness> measureFaithfulness(
    const Subject& subject, const FaithfulnessOptions& options,
    const std::function<void(int64_t done, int64_t all)>& progress, const std::atomic<bool>& interrupt) {
    requireMeasurable(options.methods, subject.config);
    const int64_t all = subject.data->validation.samples(), samples = std::min<int64_t>(options.samples, all);
    if (samples < 1) throw inputError("There are no validation data to measure explanations on.");
    // Files lie class by class, so that the first samples may be of one class. Steps of the golden ratio,
    // without a common divisor, reach every row once, and any number of them lies spread over all.
    int64_t step = std::max<int64_t>(1, std::llround(0.618 * double(all)));
    while (std::gcd(step, all) != 1) --step;

    std::vector<SampleResult> results(static_cast<size_t>(samples));
    std::atomic<int64_t> next = 0, done = 0;
    std::mutex mutex;  // Guards `progress` and `problem`
    std::exception_ptr problem;
    const auto work = [&] {
        try {
            SampleMeasure measure(subject, options, interrupt);
            for (int64_t i = next++; i < samples && !interrupt; i = next++) {
                results[i] = measure.measure(i * step % all);
                const std::lock_guard lock(mutex);
                if (progress) progress(++done, samples);
            }
        } catch (...) {
            next = samples;
            const std::lock_guard lock(mutex);
            if (!problem) problem = std::current_exception();
        }
    };
    const int64_t cores = options.threads > 0 ? int64_t{options.threads}
                                              : std::max<int64_t>(1, std::thread::hardware_concurrency());
    std::vector<std::thread> others;
    for (int64_t i = 1; i < std::min(cores, samples); ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (interrupt) return std::nullopt;  // what went wrong since then is no problem
    if (problem) std::rethrow_exception(problem);

    divideIntoStrata(results, sampleKind(subject.config.data));
    Faithfulness found;
    found.isOfAll = subject.data->isOnePart;
    found.samples = samples;
    int64_t correct = 0;
    std::vector<double> right;
    std::vector<int32_t> labels;
    for (const SampleResult& result : results) {
        found.cases += result.cases;
        correct += result.correct;
        labels.insert(labels.end(), result.labels.begin(), result.labels.end());
        if (!result.labels.empty()) right.push_back(double(result.correct) / double(result.labels.size()));
    }
    found.accuracyBand = bandedMeanOf(right, results).band;
    if (!labels.empty()) found.accuracy = double(correct) / double(labels.size());
    found.chance = chanceOf(subject.config, labels).accuracy;
    found.inputs = meanOver(results, [](const RemovalCurves& curves) { return curves.kept.back(); });
    const bool sets = subject.config.network.output == OutputKind::Set;
    found.deletion = placesOf(results, true, sets, found.chance);
    found.insertion = placesOf(results, false, sets, found.chance);
    for (size_t m = 0; m < results.front().rankings.size(); ++m)
        found.methods.push_back(summaryOf(results, m));
    std::ranges::stable_sort(found.methods, [](const auto& a, const auto& b) {
        return a.comprehensiveness.mean > b.comprehensiveness.mean;
    });
    return found;
}

std::string toCsv(const Faithfulness& faithfulness, const std::string& ablated) {
    std::string text =
        "method,comprehensiveness,comprehensiveness_band,sufficiency,sufficiency_band,rule_share,"
        "rule_rate";
    for (const char* curve : {"deletion_", "insertion_"})
        for (int step = 0; step <= curveSteps; ++step)
            text.append(",").append(curve).append(std::to_string(step * 100 / curveSteps));
    text += ",split,n,chance";
    if (!ablated.empty()) text += ",ablated";
    text += '\n';
    const auto put = [&](std::optional<double> value) {
        char number[32] = "";
        if (value) std::snprintf(number, sizeof number, "%.6g", *value);
        text.append(",").append(number);
    };
    const auto end = [&] {
        text.append(faithfulness.isOfAll ? ",all," : ",validation,")
            .append(std::to_string(faithfulness.samples));
        put(faithfulness.chance);
        if (!ablated.empty()) text.append(",").append(ablated);
        text += '\n';
    };
    for (const MethodFaithfulness& method : faithfulness.methods) {
        text += method.name;
        for (const BandedMean& value : {method.comprehensiveness, method.sufficiency})
            put(value.mean), put(value.band);
        put(method.ruleShare), put(method.ruleRate);
        for (const auto& curve : {method.deletion, method.insertion})
            for (const BandedMean& value : curve) put(value.mean);
        end();
    }
    for (const auto& [name, values] :
         {std::pair("chance", &CurvePlaces::chance), {"inputs", &CurvePlaces::inputs}}) {
        text.append(name).append(",,,,,,");
        for (const CurvePlaces& places : {faithfulness.deletion, faithfulness.insertion})
            for (const double value : places.*values) put(value);
        end();
    }
    return text;
}

}  // namespace attx
