#include "model/evaluate/mistakes.h"

#include <algorithm>
#include <cmath>

#include "model/native/native_session.h"
#include "model/run/measure.h"

namespace attx {

std::optional<std::vector<Mistake>> findMistakes(Session& session, std::span<const int32_t> rows,
                                                 const std::function<void(int64_t)>& progress,
                                                 const std::atomic<bool>* interrupt) {
    const auto width = size_t(session.program().rowsPerSequence());
    std::vector<Mistake> mistakes;
    for (size_t at = 0; at + width <= rows.size(); at += width) {
        const EvaluationSums one = session.evaluate(rows.subspan(at, width));
        if (interrupt && *interrupt) return std::nullopt;
        const auto sequence = int64_t(at / width);
        // The loss of one answer is -log of the probability of the right one.
        if (one.correct < one.counted) mistakes.push_back({sequence, float(std::exp(-one.meanLoss()))});
        if (progress) progress(sequence + 1);
    }
    std::ranges::stable_sort(mistakes, [](const Mistake& a, const Mistake& b) { return a.truth < b.truth; });
    return mistakes;
}

std::optional<FoundMistakes> findMistakes(const Subject& subject,
                                          const std::function<void(const FoundMistakes&)>& progress,
                                          const std::atomic<bool>& interrupt) {
    RunConfig config = subject.config;
    config.training.batchSize = 1;  // each sequence by itself
    config.threads = 1;
    const Measure measure =
        makeMeasure(NativeBackend(), config, *subject.parameters, subject.data->validation, &interrupt);
    measure.session->setAblation(subject.ablation);
    auto found = findMistakes(
        *measure.session, measure.rows,
        [&](int64_t asked) {
            progress({asked, {}});
        },
        &interrupt);
    return found ? std::optional(
                       FoundMistakes{std::ssize(measure.rows) / measure.session->program().rowsPerSequence(),
                                     std::move(*found)})
                 : std::nullopt;
}

}  // namespace attx
