#include "model/network/backend.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/data/set_task.h"

namespace attx {

StepScalars stepScalars(const TrainingConfig& config, double learningRate, int64_t step) {
    const auto t = double(step + 1);
    return {static_cast<float>(learningRate), float(1.0 / (1.0 - std::pow(config.beta1, t))),
            float(1.0 / (1.0 - std::pow(config.beta2, t)))};
}

std::span<const float> Session::view(PerParameter what, std::vector<float>& scratch) {
    if (what == PerParameter::Value) {
        scratch = readParameters();
    } else {
        OptimiserState state = readOptimiser();
        scratch = std::move(what == PerParameter::FirstMoment ? state.first : state.second);
    }
    return scratch;
}

std::vector<int32_t> labelsOf(const Program& program, const Table& table, std::span<const int32_t> rows) {
    const auto perSequence = size_t(program.rowsPerSequence());
    if (program.config.output == OutputKind::Set) return oddPlaces(table.classes, rows, perSequence);
    const auto answers = size_t(program.loss().rows);
    std::vector<int32_t> labels(rows.size() / perSequence * answers);
    for (size_t s = 0; s * perSequence < rows.size(); ++s)
        std::copy_n(table.labels.data() + size_t(rows[s * perSequence]) * answers, answers,
                    labels.data() + s * answers);
    return labels;
}

}  // namespace attx
