#include "model/network/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/files/text.h"

namespace attx {

double scheduleFactor(Schedule schedule, int64_t step, int64_t warmup, int64_t totalSteps) {
    const auto t = double(step), w = double(warmup);
    const auto total = double(std::max<int64_t>(totalSteps, 1));
    switch (schedule) {
        case Schedule::Constant:
            return 1.0;
        case Schedule::CosineWarmup: {
            const double factor = 0.5 * (1.0 + std::cos(std::numbers::pi * t / total));
            return step <= warmup && warmup > 0 ? factor * t / w : factor;
        }
        case Schedule::WarmupCosineDecay: {
            if (step < warmup) return t / w;
            const double share = std::clamp((t - w) / std::max(total - w, 1.0), 0.0, 1.0);
            return 0.5 * (1.0 + std::cos(std::numbers::pi * share));
        }
        case Schedule::LinearWarmup:
            return step < warmup ? t / w : 1.0;
    }
    return 1.0;
}

std::string warmupText(const TrainingConfig& training, int64_t steps, int64_t scheduled) {
    if (training.schedule == Schedule::Constant || steps == 0 || steps > training.warmup) return {};
    double most = 0;
    for (int64_t step = 0; step < steps; ++step)
        most = std::max(most, scheduleFactor(training.schedule, step, training.warmup, scheduled));
    constexpr double percent = 100;
    return "The warm-up takes " + counted(training.warmup, "step") + " (training.warmup), and the run has " +
           std::to_string(steps) + ": its learning rate rises to " +
           std::to_string(std::lround(percent * most)) +
           " % of training.learning_rate at most. Use a shorter warm-up or more epochs.";
}

int64_t plannedSteps(const RunConfig& config, std::optional<int64_t> trainRows) {
    const int64_t steps = scheduleSteps(config.training, trainRows.value_or(config.data.trainSize));
    return config.training.maxSteps > 0 ? std::min<int64_t>(steps, config.training.maxSteps) : steps;
}

int64_t scheduleSteps(const TrainingConfig& training, int64_t trainRows) {
    if (training.epochs == 0) return training.maxSteps;
    return trainRows / batchOf(training, trainRows) * training.epochs;
}

}  // namespace attx
