// Learning-rate schedules: pure functions step -> factor.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "model/config/config.h"

namespace attx {

/// Factor on the learning rate at `step` (0 for the first) of `totalSteps`.
/// CosineWarmup is the reference notebooks' CosineWarmupScheduler: it begins at 0, so the first step changes
/// nothing. WarmupCosineDecay is optax.warmup_cosine_decay_schedule with init 0, peak 1, end 0, decay_steps =
/// totalSteps; LinearWarmup optax.warmup_constant_schedule with init 0.
[[nodiscard]] double scheduleFactor(Schedule schedule, int64_t step, int64_t warmup, int64_t totalSteps);

/// Says that a run of `steps` steps ends before its warm-up does, so that its rate stays small; empty: it
/// does not. `scheduled`: the steps that the schedule spans.
[[nodiscard]] std::string warmupText(const TrainingConfig& training, int64_t steps, int64_t scheduled);

/// Steps that the schedule spans: those of all epochs (drop last) of `trainRows` sequences, also where
/// training.maxSteps ends the run before.
[[nodiscard]] int64_t scheduleSteps(const TrainingConfig& training, int64_t trainRows);

/// Steps that a run of `config` has if neither target nor patience ends it early.
[[nodiscard]] int64_t plannedSteps(const RunConfig& config, std::optional<int64_t> trainRows = {});

}  // namespace attx
