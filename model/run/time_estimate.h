// How long a run will take, before it is started: what the form and the dry run say.
#pragma once
#include <chrono>
#include <optional>

#include "model/run/split_rows.h"
#include "model/run/trainer.h"

namespace attx {

[[nodiscard]] SplitRows splitRows(const DataSet& data);
/// What `config` asks for, which files may not have.
[[nodiscard]] SplitRows splitRows(const DataConfig& config);

/// The work of a run from `step` (those done so far) to its end, as if all of it were training steps:
/// validation after each epoch and the test take a third of a step's work for each batch. The run has
/// `totalSteps`; neither target nor patience ends it before.
[[nodiscard]] double workInSteps(const RunConfig& config, const SplitRows& rows, int64_t totalSteps,
                                 int64_t step = 0);

/// Seconds that a training step takes, by a trial of about 50 ms or of one step, which trains `trainer`.
/// Nothing if it was interrupted or has no step left to do.
[[nodiscard]] std::optional<std::chrono::duration<double>> measureStep(Trainer& trainer);

}  // namespace attx
