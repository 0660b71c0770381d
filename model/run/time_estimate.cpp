#include "model/run/time_estimate.h"

#include <algorithm>

namespace attx {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::chrono::milliseconds trial{50};
constexpr double evaluationShare = 1.0 / 3;  // the forward pass without the backward pass

}  // namespace

SplitRows splitRows(const DataSet& data) {
    return {data.train.samples(), data.validation.samples(), data.test.samples()};
}

SplitRows splitRows(const DataConfig& config) {
    return {config.trainSize, config.validationSize, config.testSize};
}

double workInSteps(const RunConfig& config, const SplitRows& rows, int64_t totalSteps, int64_t step) {
    const int64_t batch = batchOf(config.training, rows.train);
    const int64_t stepsPerEpoch = std::max<int64_t>(rows.train / batch, 1), steps = totalSteps - step;
    const int64_t epochs = (steps + stepsPerEpoch - 1) / stepsPerEpoch;
    const int64_t evaluated = epochs * rows.validation + config.data.testDraws * rows.test;
    return double(steps) + evaluationShare * double(evaluated) / double(batch);
}

std::optional<Seconds> measureStep(Trainer& trainer) {
    std::vector<Seconds> times;
    const auto begin = Clock::now();
    for (auto now = begin; !trainer.finished() && (times.size() < 2 || now - begin < trial);) {
        if (trainer.singleStep().steps.empty()) break;  // interrupted, or no step is left
        times.push_back(Clock::now() - now);
        if (times.front() > trial) break;
        now = Clock::now();
    }
    if (times.empty()) return std::nullopt;
    // The first one fills the caches; the middle one of the others is not troubled by a neighbour's work.
    const auto others = times.size() > 1 ? times.begin() + 1 : times.begin();
    const auto middle = others + (times.end() - others) / 2;
    std::nth_element(others, middle, times.end());
    return *middle;
}

}  // namespace attx
