#include "model/evaluate/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/inspect/answers.h"
#include "model/inspect/subject.h"
#include "model/native/native_session.h"
#include "model/network/chance.h"

namespace attx {
namespace {

constexpr int64_t reportEvery = 1000;  // examples

/// [T], the right answers at each position; none where the network cannot prefer an answer.
std::vector<std::vector<int32_t>> preferable(const Evaluation& evaluation) {
    std::vector<std::vector<int32_t>> labels(size_t(evaluation.positions));
    if (evaluation.canPrefer)
        for (const GivenAnswer& answer : evaluation.answers) labels[answer.position].push_back(answer.truth);
    return labels;
}

}  // namespace

int64_t Evaluation::correct() const {
    return std::ranges::count_if(answers, [](const GivenAnswer& a) { return a.isRight(); });
}

double Evaluation::accuracy() const {
    return answers.empty() ? 0 : double(correct()) / double(answers.size());
}

std::optional<double> Evaluation::sequenceAccuracy() const {
    if (output != OutputKind::Positions) return std::nullopt;
    SequenceCount sequences;
    for (const GivenAnswer& answer : answers) sequences.add(answer.example, true, answer.isRight());
    return sequences.accuracy();
}

std::optional<Evaluation> evaluateSplit(const Subject& subject, bool test,
                                        const std::function<void(const Evaluation&)>& progress,
                                        const std::atomic<bool>& interrupt) {
    if (!subject.data || !subject.parameters)
        throw inputError("There are no data to evaluate the network on.");
    const Table& table = test ? subject.data->test : subject.data->validation;
    if (!hasLabels(table, subject.config.network.output))
        throw inputError("Nobody knows the right answers of these data, so that nothing can be evaluated.");
    RunConfig config = subject.config;
    config.threads = 1;
    Evaluation evaluation;
    evaluation.output = config.network.output;
    evaluation.test = test;
    evaluation.isOfAll = subject.data->isOnePart;
    evaluation.canPrefer = canPreferAnswer(config.network);
    evaluation.isLanguage = isLanguage(config.data);
    const NativeBackend backend;
    const auto take = [&](const AnsweredRow& row) {
        if (row.example > evaluation.examples && row.example % reportEvery == 0 && progress) {
            evaluation.examples = row.example;
            progress(evaluation);
        }
        evaluation.examples = row.example + 1;
        evaluation.classes = int(row.probabilities.size());
        evaluation.positions = std::max(evaluation.positions, row.position + 1);
        if (row.truth < 0) return;
        const float ofTruth = row.probabilities[row.truth];
        evaluation.answers.push_back({static_cast<int32_t>(row.example), row.position, row.truth,
                                      row.predicted, row.probabilities[row.predicted], row.probabilities[1],
                                      ofTruth});
        constexpr auto mostBefore = 5;
        if (evaluation.isLanguage && std::ranges::count_if(row.probabilities, [&](float other) {
                                         return other > ofTruth;
                                     }) < mostBefore)
            ++evaluation.amongFive;
    };
    if (!answerEach(backend, config, *subject.parameters, table, subject.ablation,
                    test ? config.data.testDraws : 1, take, interrupt))
        return std::nullopt;
    evaluation.characters = table.characters;
    return evaluation;
}

std::optional<LanguageMeasures> Evaluation::language() const {
    if (!isLanguage || answers.empty()) return std::nullopt;
    const auto count = double(answers.size());
    double nats = 0;
    for (const GivenAnswer& answer : answers)
        nats -= std::log(std::max(double(answer.ofTruth), std::numeric_limits<double>::min()));
    LanguageMeasures measures;
    measures.loss = nats / count;
    measures.perplexity = std::exp(measures.loss);
    measures.amongFive = double(amongFive) / count;
    if (characters > 0) measures.bitsPerCharacter = nats / std::numbers::ln2 / double(characters);
    return measures;
}

std::vector<GivenAnswer> mostSurprising(const Evaluation& evaluation, size_t count) {
    std::vector<GivenAnswer> places(std::min(count, evaluation.answers.size()));
    std::partial_sort_copy(evaluation.answers.begin(), evaluation.answers.end(), places.begin(), places.end(),
                           [](const GivenAnswer& a, const GivenAnswer& b) {
                               return std::tie(a.ofTruth, a.example, a.position) <
                                      std::tie(b.ofTruth, b.example, b.position);
                           });
    return places;
}

double Evaluation::chance() const {
    if (classes < 1) return 0;
    std::vector<int32_t> all;
    for (const std::vector<int32_t>& labels : preferable(*this))
        all.insert(all.end(), labels.begin(), labels.end());
    return chanceOf(classes, all).accuracy;
}

std::vector<int64_t> confusionOf(const Evaluation& evaluation) {
    const auto classes = size_t(evaluation.classes);
    std::vector<int64_t> counts(classes * classes);
    for (const GivenAnswer& answer : evaluation.answers)
        ++counts[size_t(answer.truth) * classes + size_t(answer.predicted)];
    return counts;
}

std::vector<ConfusedPair> worstPairs(const Evaluation& evaluation) {
    std::map<std::pair<int32_t, int32_t>, int64_t> counts;  // few of the K² of many classes
    for (const GivenAnswer& answer : evaluation.answers)
        if (!answer.isRight()) ++counts[{answer.truth, answer.predicted}];
    std::vector<ConfusedPair> pairs;
    for (const auto& [pair, count] : counts) pairs.push_back({pair.first, pair.second, count});
    std::ranges::stable_sort(pairs,
                             [](const ConfusedPair& a, const ConfusedPair& b) { return a.count > b.count; });
    return pairs;
}

size_t confidenceBin(float probability) {
    const double place = std::ceil(double(probability) * double(confidenceBins)) - 1;
    return size_t(std::clamp(place, 0.0, double(confidenceBins - 1)));
}

Reliability reliabilityOf(const Evaluation& evaluation) {
    Reliability result;
    for (const GivenAnswer& answer : evaluation.answers) {
        ConfidenceBin& bin = result.bins[confidenceBin(answer.probability)];
        ++bin.count;
        bin.confidence += double(answer.probability);
        bin.accuracy += answer.isRight() ? 1 : 0;
    }
    for (ConfidenceBin& bin : result.bins) {
        if (bin.count == 0) continue;
        const auto count = double(bin.count);
        bin.confidence /= count;
        bin.accuracy /= count;
        result.expectedError +=
            count / double(evaluation.answers.size()) * std::abs(bin.accuracy - bin.confidence);
    }
    return result;
}

std::vector<double> accuracyByPosition(const Evaluation& evaluation) {
    const auto positions = size_t(evaluation.positions);
    std::vector<double> right(positions);
    std::vector<int64_t> all(positions);
    for (const GivenAnswer& answer : evaluation.answers) {
        const auto at = size_t(answer.position);
        right[at] += answer.isRight() ? 1 : 0;
        ++all[at];
    }
    for (size_t i = 0; i < positions; ++i)
        right[i] = all[i] > 0 ? right[i] / double(all[i]) : std::numeric_limits<double>::quiet_NaN();
    return right;
}

std::vector<double> chanceByPosition(const Evaluation& evaluation) {
    std::vector<double> chances;
    for (const std::vector<int32_t>& labels : preferable(evaluation))
        chances.push_back(chanceOf(evaluation.classes, labels).accuracy);
    return chances;
}

std::optional<ThresholdCurves> thresholdCurves(const Evaluation& evaluation) {
    if (evaluation.classes != 2 || evaluation.output == OutputKind::Set) return std::nullopt;
    std::vector<const GivenAnswer*> sorted;
    for (const GivenAnswer& answer : evaluation.answers) sorted.push_back(&answer);
    std::ranges::sort(sorted,
                      [](const GivenAnswer* a, const GivenAnswer* b) { return a->second > b->second; });
    const auto yes =
        double(std::ranges::count_if(sorted, [](const GivenAnswer* a) { return a->truth == 1; }));
    const double no = double(sorted.size()) - yes;
    if (yes == 0 || no == 0) return std::nullopt;
    ThresholdCurves curves;
    curves.falsePositiveRate = curves.truePositiveRate = {0};
    double hits = 0, misses = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        (sorted[i]->truth == 1 ? hits : misses) += 1;
        if (i + 1 < sorted.size() && sorted[i + 1]->second == sorted[i]->second) continue;
        const double fpr = misses / no, tpr = hits / yes;
        const double grown = tpr - curves.truePositiveRate.back();
        curves.areaUnderRoc +=
            (fpr - curves.falsePositiveRate.back()) * (tpr + curves.truePositiveRate.back()) / 2;
        curves.falsePositiveRate.push_back(fpr);
        curves.truePositiveRate.push_back(tpr);
        const double precision = hits / (hits + misses);
        if (curves.recall.empty()) {  // what the average precision counts from recall 0 on
            curves.recall.push_back(0);
            curves.precision.push_back(precision);
        }
        curves.recall.push_back(tpr);
        curves.precision.push_back(precision);
        curves.averagePrecision += curves.precision.back() * grown;
    }
    return curves;
}

}  // namespace attx
