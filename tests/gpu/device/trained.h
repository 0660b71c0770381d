// A few steps of training on any device, and all that they leave.
#pragma once
#include "gpu/device/gpu_fixture.h"
#include "model/network/schedule.h"

namespace attx {

struct Trained {
    std::vector<float> parameters, losses, norms, accuracies;
    std::vector<float> all;  ///< everything, for comparing to the bit
};

/// `steps` steps over the rows of `table` in turn.
inline Trained train(Session& session, const Table& table, const SessionOptions& options, int steps) {
    session.bind(table);
    const auto B = static_cast<size_t>(options.batch * session.program().rowsPerSequence());
    std::vector<int32_t> rows;
    std::vector<StepScalars> scalars;
    for (int step = 0; step < steps; ++step) {
        scalars.push_back(stepScalars(options.training, 1e-3, step));
        for (size_t i = 0; i < B; ++i) {  // sets in turn, sequences in leaps
            const size_t leap = session.program().rowsPerSequence() > 1 ? 1 : 7;
            rows.push_back(static_cast<int32_t>((rows.size() * leap) % static_cast<size_t>(table.rows)));
        }
    }
    std::vector<StepMetrics> metrics(scalars.size());
    if (session.train(rows, scalars, metrics) != scalars.size()) return {};
    Trained t;
    t.parameters = session.readParameters();
    for (const StepMetrics& m : metrics) {
        t.losses.push_back(m.loss);
        t.norms.push_back(m.gradNorm);
        t.accuracies.push_back(m.accuracy);
    }
    const OptimiserState state = session.readOptimiser();
    for (const std::vector<float>& part :
         {t.parameters, t.losses, t.norms, t.accuracies, state.first, state.second})
        t.all.insert(t.all.end(), part.begin(), part.end());
    return t;
}

}  // namespace attx
