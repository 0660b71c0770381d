#include "model/heads/spectrum.h"

#include <complex>
#include <numbers>
#include <numeric>

#include "model/config/task.h"
#include "model/files/error.h"

namespace attx {

const char* whyNoSpectrum(const RunConfig& config) {
    return config.data.task == TaskKind::Sequences && config.data.rule == LabelRule::AdditionMod
               ? nullptr
               : "needs a run of the rule addition_mod, whose tokens are numbers on a circle";
}

std::vector<double> fourierShares(const VectorCloud& cloud, int p) {
    const auto n = size_t(p), dim = size_t(cloud.dim);
    std::vector<const float*> rows(n, nullptr);
    for (size_t i = 0; i < cloud.points.size(); ++i)
        if (const int32_t token = cloud.points[i].token; token >= 0 && token < p)
            rows[token] = cloud.vectors.data() + i * dim;
    for (size_t a = 0; a < n; ++a)
        if (!rows[a]) throw inputError("The embedding has no vector of the token " + std::to_string(a) + ".");
    std::vector<std::complex<double>> turns(n);
    for (size_t a = 0; a < n; ++a) turns[a] = std::polar(1.0, -2 * std::numbers::pi * double(a) / double(n));
    std::vector<double> shares;
    for (size_t k = 1; k <= n / 2; ++k) {
        double power = 0;
        for (size_t d = 0; d < dim; ++d) {
            std::complex<double> sum = 0;
            for (size_t a = 1; a < n; ++a)  // what all have in common repeats with no frequency
                sum += (double(rows[a][d]) - rows[0][d]) * turns[k * a % n];
            power += std::norm(sum);
        }
        shares.push_back(2 * k == n ? power : 2 * power);  // p - k has the same
    }
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share = all > 0 ? share / all : 0;
    return shares;
}

}  // namespace attx
