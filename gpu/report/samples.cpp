#include "gpu/report/samples.h"

#include <algorithm>
#include <cmath>

#include "model/data/philox.h"

namespace attx {

std::vector<float> randomValues(int64_t n, uint64_t seed, float size) {
    PhiloxSequence random(seed, RandomStream::Parameters, 1000);
    std::vector<float> values(static_cast<size_t>(n));
    for (float& value : values) value = random.uniform(-size, size);
    return values;
}

std::vector<float> movedParameters(const Program& program, uint64_t seed) {
    std::vector<float> parameters = initialParameters(program, seed);
    const std::vector<float> moves = randomValues(program.parameterCount(), seed, 0.2f);
    for (size_t i = 0; i < parameters.size(); ++i) parameters[i] += moves[i];
    return parameters;
}

Ablation randomAblation(const Program& program, uint64_t seed) {
    Ablation ablation{randomValues(int64_t{program.config.numLayers} * program.config.numHeads, seed, 1.5f),
                      {}};
    if (ablation.headGates.size() > 1) ablation.headGates[1] = 0;
    for (int32_t position = 0; position + 1 < program.length; position += 3)
        ablation.maskedTokens.push_back(position);
    return ablation;
}

double relative(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) return INFINITY;
    double difference = 0, largest = 1e-3;
    for (size_t i = 0; i < a.size(); ++i) {
        const double found = double(a[i]), expected = double(b[i]);
        if (!std::isfinite(found)) return INFINITY;
        difference = std::max(difference, std::abs(found - expected));
        largest = std::max(largest, std::abs(expected));
    }
    return difference / largest;
}

Trained train(Session& session, const Table& table, const SessionOptions& options, int steps,
              std::span<const int32_t> order) {
    session.bind(table);
    const auto B = size_t(options.batch * session.program().rowsPerSequence());
    std::vector<int32_t> rows;
    std::vector<StepScalars> scalars;
    for (int step = 0; step < steps; ++step) {
        scalars.push_back(stepScalars(options.training, 1e-3, step));
        for (size_t i = 0; i < B; ++i) {  // sets in turn, sequences in leaps
            if (!order.empty()) {
                rows.push_back(order[rows.size() % order.size()]);
                continue;
            }
            const size_t leap = session.program().rowsPerSequence() > 1 ? 1 : 7;
            rows.push_back(int32_t((rows.size() * leap) % size_t(table.rows)));
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
