// What a run measures of itself: at each step, after each epoch and at its end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attx {

struct StepRecord {
    int64_t step = 0;  ///< 1 for the first
    int epoch = 0;     ///< 1 for the first
    float loss = 0, accuracy = 0, learningRate = 0, gradNorm = 0;
};

struct EpochReport {
    int epoch = 0;
    int64_t step = 0;                         ///< last step of the epoch
    double trainLoss = 0, trainAccuracy = 0;  ///< means over the epoch's steps that no report covers yet
    double validationLoss = 0, validationAccuracy = 0;
    bool best = false;  ///< the best so far by validation accuracy, then by validation loss
};

/// Diverged: a loss was no finite number. The result's steps say which one; nothing of it is the best.
enum class EndReason { Finished, StepLimit, TargetReached, NoGain, Stopped, Diverged };
[[nodiscard]] const char* toString(EndReason reason);

struct RunResult {
    EndReason reason = EndReason::Finished;
    std::string device;
    int64_t parameters = 0;
    int64_t steps = 0;
    int epochs = 0;
    int bestEpoch = 0;
    double seconds = 0;                       ///< all work: steps, validation, test
    double msPerStep = 0;                     ///< training steps only
    double trainLoss = 0, trainAccuracy = 0;  ///< Means over the last epoch's steps
    double validationAccuracy = 0;            ///< Best of all epochs; 0 before the first has ended
    std::optional<double> testAccuracy;       ///< Accuracy of the best parameters; nothing: no test was made
    std::optional<double> testLoss;
};

/// What there is to say where the reason is Diverged.
[[nodiscard]] std::string divergedText(const RunResult& result);

/// What metrics.csv holds: one line a step; validation columns are filled at the end of an epoch.
struct RunMetrics {
    std::vector<StepRecord> steps;
    std::vector<EpochReport> epochs;
};

}  // namespace attx
