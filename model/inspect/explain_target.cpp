#include "model/inspect/explain_target.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "model/files/error.h"
#include "model/inspect/inspector.h"

namespace attx {
namespace {

/// The sign and place, in a row of logits, of the score of a class; a single logit says yes or no.
struct Score {
    float sign;
    size_t at;
};
Score scoreOf(int32_t chosen, int width) {
    if (width == 1) return {chosen == 1 ? 1.0f : -1.0f, 0};
    return {1.0f, size_t(chosen)};
}

}  // namespace

ExplainedScores::ExplainedScores(const ExplainTarget& target, int rows, int classes)
    : target_(target), width_(classes) {
    const int answers = std::max(classes, 2);
    if (target.outputClass && (*target.outputClass < 0 || *target.outputClass >= answers))
        throw inputError("Class " + std::to_string(*target.outputClass) +
                         " is not one of the network's: expected 0 to " + std::to_string(answers - 1) + ".");
    positions_.resize(target.position ? 1 : size_t(rows));
    std::iota(positions_.begin(), positions_.end(), target.position.value_or(0));
}

void ExplainedScores::add(std::span<const float> logits, int valid) {
    if (target_.position && (*target_.position < 0 || *target_.position >= valid))
        throw inputError("Position " + std::to_string(*target_.position) +
                         " is outside the sequence: expected 0 to " + std::to_string(valid - 1) + ".");
    const std::vector<int32_t> predicted = predictionOf(logits, width_);
    for (const int p : positions_)
        classes_.push_back(p < valid ? target_.outputClass.value_or(predicted[p]) : -1);
}

float ExplainedScores::value(std::span<const float> logits, size_t sequence, size_t p) const {
    const int32_t chosen = classOf(sequence, p);
    if (chosen < 0) return 0;
    const Score score = scoreOf(chosen, width_);
    return score.sign * logits[size_t(positions_[p]) * size_t(width_) + score.at];
}

void ExplainedScores::putGradient(std::span<float> gradient, size_t sequence, size_t p) const {
    const int32_t chosen = classOf(sequence, p);
    if (chosen < 0) return;
    const Score score = scoreOf(chosen, width_);
    gradient[size_t(positions_[p]) * size_t(width_) + score.at] = score.sign;
}

}  // namespace attx
