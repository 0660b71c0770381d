#include "model/evaluate/set_answers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/data/set_task.h"
#include "model/inspect/inspector.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

/// The classes of a set's odd member and of the others; -1: unknown.
std::pair<int32_t, int32_t> classesOf(const SetAnswers& answers, std::span<const int32_t> classes,
                                      int64_t set) {
    const int32_t odd = answers.odd[set];
    if (odd < 0) return {-1, -1};
    const int32_t* rows = answers.rows.data() + set * answers.size;
    return {classes[rows[odd]], classes[rows[odd == 0 ? 1 : 0]]};
}

}  // namespace

int32_t SetAnswers::predicted(int64_t set) const {
    const auto from = probabilities.begin() + set * size;
    return int32_t(std::max_element(from, from + size) - from);
}

float SetAnswers::loss(int64_t set) const {
    const int32_t place = odd[set];
    if (place < 0) return 0;
    constexpr float least = 1e-30F;  // far below what a float's softmax gives: the logarithm stays finite
    return -std::log(std::max(least, probabilities[set * size + place]));
}

SetAnswers setsWithoutAnswers(const Table& table, std::vector<int32_t> rows, int size) {
    SetAnswers answers;
    answers.size = size;
    answers.rows = std::move(rows);
    answers.odd = oddPlaces(table.classes, answers.rows, size_t(size));
    return answers;
}

bool answerSets(Session& session, const Table& table, int batch, SetAnswers& answers,
                const std::function<bool(const SetAnswers&)>& progress) {
    session.bind(table);
    const auto size = size_t(answers.size);
    while (answers.answered() < answers.count()) {
        const auto first = size_t(answers.answered());
        const size_t count = std::min(size_t(batch), size_t(answers.count()) - first);
        session.forward(std::span(answers.rows).subspan(first * size, count * size));
        const std::vector<float> logits = session.read(session.program().logits);
        for (size_t set = 0; set < count; ++set) {
            const std::vector<float> part = setProbabilities(std::span(logits).subspan(set * size, size));
            answers.probabilities.insert(answers.probabilities.end(), part.begin(), part.end());
        }
        if (progress && !progress(answers)) return false;
    }
    return true;
}

float equivarianceError(std::span<const float> logits, std::span<const float> permutedLogits,
                        std::span<const int32_t> order) {
    const std::vector<float> a = setProbabilities(logits), b = setProbabilities(permutedLogits);
    float worst = 0;
    for (size_t i = 0; i < order.size(); ++i) worst = std::max(worst, std::abs(b[i] - a[order[i]]));
    return worst;
}

std::vector<int32_t> filteredSets(const SetAnswers& answers, std::span<const int32_t> classes,
                                  const SetFilter& filter) {
    const bool needsAnswer = filter.mistakesOnly || filter.leastSure > 0 || filter.mostSure < 1 ||
                             filter.order != SetFilter::Order::AsDrawn;
    std::vector<int32_t> sets;
    const auto sureness = [&](int64_t set) {
        return answers.probabilities[set * answers.size + answers.predicted(set)];
    };
    for (int64_t set = 0; set < (needsAnswer ? answers.answered() : answers.count()); ++set) {
        if (filter.cls >= 0) {
            const auto [odd, main] = classesOf(answers, classes, set);
            if (odd != filter.cls && main != filter.cls) continue;
        }
        if (filter.mistakesOnly && answers.predicted(set) == answers.odd[set]) continue;
        if (needsAnswer && (sureness(set) < filter.leastSure || sureness(set) > filter.mostSure)) continue;
        sets.push_back(int32_t(set));
    }
    if (filter.order == SetFilter::Order::ByLoss)
        std::ranges::stable_sort(sets,
                                 [&](int32_t a, int32_t b) { return answers.loss(a) > answers.loss(b); });
    if (filter.order == SetFilter::Order::ByConfidence)
        std::ranges::stable_sort(sets, [&](int32_t a, int32_t b) { return sureness(a) < sureness(b); });
    return sets;
}

std::vector<float> setConfusion(const SetAnswers& answers, std::span<const int32_t> classes, int classCount) {
    const auto cells = size_t(classCount) * size_t(classCount);
    std::vector<float> wrong(cells);
    std::vector<int> seen(cells);
    for (int64_t set = 0; set < answers.answered(); ++set) {
        const auto [odd, main] = classesOf(answers, classes, set);
        if (odd < 0 || main < 0) continue;
        const auto cell = size_t(odd) * size_t(classCount) + size_t(main);
        ++seen[cell];
        wrong[cell] += answers.predicted(set) != answers.odd[set];
    }
    for (size_t i = 0; i < cells; ++i)
        wrong[i] = seen[i] == 0 ? std::numeric_limits<float>::quiet_NaN() : wrong[i] / float(seen[i]);
    return wrong;
}

std::optional<SetAnswers> answerSplit(const Subject& subject, bool test,
                                      const std::function<bool(const SetAnswers&)>& progress) {
    const Table& table = test ? subject.data->test : subject.data->validation;
    const DataConfig& data = subject.config.data;
    SetAnswers answers =
        setsWithoutAnswers(table, evaluationRows(table, data, test ? data.testDraws : 1), data.setSize);
    if (!progress(answers)) return std::nullopt;
    const SessionOptions options{.batch = subject.config.training.batchSize,
                                 .threads = subject.config.threads,
                                 .keepTensors = true,
                                 .train = false};
    const auto session = NativeBackend().compile(buildProgram(subject.config.network, answers.size), options);
    session->writeParameters(*subject.parameters);
    session->setAblation(subject.ablation);
    if (!answerSets(*session, table, options.batch, answers, progress)) return std::nullopt;
    return answers;
}

Equivariance checkEquivariance(const Subject& subject, const std::vector<float>& features,
                               const std::vector<int32_t>& order) {
    Inspector inspector(subject.config.network);
    inspector.setParameters(subject.parameters);
    inspector.setAblation(subject.ablation);
    const auto members = int(order.size());
    const int64_t dim = setOf(features, members).table().featureDim;
    std::vector<float> permuted;
    for (const int32_t from : order) {
        const auto begin = features.begin() + from * dim;
        permuted.insert(permuted.end(), begin, begin + dim);
    }
    const std::vector<float> before = inspector.inspect(setOf(features, members)).logits;
    const std::vector<float> after = inspector.inspect(setOf(permuted, members)).logits;
    return {order, setProbabilities(before), setProbabilities(after),
            equivarianceError(before, after, order)};
}

}  // namespace attx
