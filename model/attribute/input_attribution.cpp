#include "model/attribute/input_attribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/data/vectoriser.h"
#include "model/network/program.h"

namespace attx {
namespace {

struct GaussPoint {
    double at, weight;  ///< Node in (0, 1) and its weight; the weights sum to 1
};
/// Gauss-Legendre: roots of the polynomial P_n by Newton, from P_n's recurrence; Press et al., Numerical
/// Recipes, section 4.6.
std::vector<GaussPoint> gaussLegendre(int n) {
    std::vector<GaussPoint> points(static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) {
        double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int round = 0; round < 100; ++round) {
            double p = 1, before = 0;
            for (int k = 1; k <= n; ++k) {
                const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = n * (x * p - before) / (x * x - 1);
            const double step = p / slope;
            x -= step;
            if (std::abs(step) < 1e-15) break;
        }
        points[i] = {(1 - x) / 2, 1 / ((1 - x * x) * slope * slope)};
    }
    return points;
}

/// Sequence b of [B, ...].
std::span<const float> of(const std::vector<float>& all, size_t b, size_t sequences) {
    const size_t size = all.size() / sequences;
    return std::span(all).subspan(b * size, size);
}

std::optional<int32_t> lengthOf(const Inspector& inspector, size_t b) {
    return inspector.lengths().empty() ? std::nullopt : std::optional(inspector.lengths()[b]);
}

/// The last inspection's e, and that with what is added to it, [B, T, C] each.
struct Inputs {
    std::vector<float> embedded, first;
    explicit Inputs(Inspector& inspector)
        : embedded(inspector.read(inspector.program().embedded)),
          first(inspector.read(inspector.program().positioned)) {}
};

/// From there to the logits.
PartSession fromInput(Inspector& inspector, int64_t sequences, Inspector::Gradients gradients) {
    const Program& program = inspector.program();
    return inspector.part(program.positioned, program.logits, sequences, gradients);
}

/// The mean of the members' embeddings, [C].
std::vector<double> meanOfMembers(std::span<const float> embedded, size_t C) {
    std::vector<double> row(C, 0.0);
    for (size_t i = 0; i < embedded.size(); ++i) row[i % C] += double(embedded[i]);
    const size_t members = embedded.size() / C;
    for (double& value : row) value /= double(members);
    return row;
}

/// The embedding of [UNK], [C].
std::vector<double> unknownWord(Inspector& inspector, size_t C) {
    const auto V = size_t(inspector.network().inputDim);
    const auto unknown = size_t(inspector.network().unknownToken);
    std::vector<double> row(C);
    if (inspector.program().find(Role::EmbeddingTable)) {
        const float* vectors = inspector.parameter(Role::EmbeddingTable);
        for (size_t c = 0; c < C; ++c) row[c] = double(vectors[unknown * C + c]);
    } else {
        const float *weight = inspector.parameter(Role::InputWeight),
                    *bias = inspector.parameter(Role::InputBias);
        for (size_t c = 0; c < C; ++c) row[c] = double(weight[c * V + unknown] + bias[c]);
    }
    return row;
}

/// What the types of the tokens add, [B, T, C] of the last inspect(); empty where the network knows none.
std::vector<float> typesOf(Inspector& inspector) {
    const Program& program = inspector.program();
    return program.types >= 0 ? inspector.read(program.types) : std::vector<float>();
}

/// What stands for "no input", [T, C]; the words of a text keep their `types`.
std::vector<float> baselineOf(Inspector& inspector, SampleKind kind, std::span<const float> embedded,
                              std::span<const float> types) {
    const auto C = size_t(inspector.network().modelDim);
    const auto row = [&] {
        switch (kind) {
            case SampleKind::Sequence:
                break;
            case SampleKind::Set:
                return meanOfMembers(embedded, C);
            case SampleKind::Text:
                return unknownWord(inspector, C);
            case SampleKind::Picture:
                return meanOfMembers(embedded.subspan(inspector.network().classToken ? C : 0), C);
        }
        return std::vector<double>(C, 0.0);
    }();
    std::vector<float> baseline(embedded.size());
    const size_t inputs = inspector.network().classToken ? C : 0;  // a class token is no input, and stays
    for (size_t i = 0; i < baseline.size(); ++i) baseline[i] = i < inputs ? embedded[i] : float(row[i % C]);
    if (kind == SampleKind::Text)
        for (size_t i = 0; i < types.size(); ++i) baseline[inputs + i] += types[i];
    return baseline;
}

/// Adds, for each score p and each of the n activations that `part` ran last, factor(i) times Σ_d way[t, d]
/// ∂F_p/∂e[t, d] to sums [P, T].
template <class Factor>
void addGradients(PartSession& part, const ExplainedScores& scores, size_t b, std::span<const float> way,
                  size_t width, size_t n, size_t logitsSize, Factor factor, std::vector<double>& sums) {
    const size_t T = way.size() / width;
    for (size_t p = 0; p < scores.count(); ++p) {
        if (scores.classOf(b, p) < 0) continue;
        std::vector<float> answers(n * logitsSize, 0.0f);
        for (size_t i = 0; i < n; ++i)
            scores.putGradient(std::span(answers).subspan(i * logitsSize, logitsSize), b, p);
        const std::vector<float> gradient = part.gradient(answers);
        for (size_t i = 0; i < n; ++i)
            for (size_t t = 0; t < T; ++t) {
                double sum = 0;
                for (size_t d = 0; d < width; ++d)
                    sum += double(way[t * width + d]) * double(gradient[(i * T + t) * width + d]);
                sums[p * T + t] += factor(i) * sum;
            }
    }
}

/// How many of the first `keys` positions are masked.
size_t hiddenBelow(std::vector<int32_t> hidden, size_t keys) {
    std::ranges::sort(hidden);
    hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
    return size_t(std::ranges::lower_bound(hidden, int32_t(keys)) - hidden.begin());
}

void append(std::vector<float>& to, const std::vector<double>& sums) {
    for (const double sum : sums) to.push_back(float(sum));
}

}  // namespace

float Completeness::largestShare() const {
    float largest = 0;
    for (size_t i = 0; i < residual.size(); ++i)
        if (residual[i] != 0) largest = std::max(largest, std::abs(residual[i]) / std::abs(change[i]));
    return largest;
}

const char* baselineName(SampleKind kind) {
    switch (kind) {
        case SampleKind::Sequence:
            break;
        case SampleKind::Set:
            return "mean of the members";
        case SampleKind::Text:
            return "[UNK]";
        case SampleKind::Picture:
            return "mean of the patches";
    }
    return "zero";
}

std::vector<float> inputXGradient(Inspector& inspector, const ExplainedScores& scores) {
    const size_t B = scores.sequences(), C = size_t(inspector.network().modelDim);
    const Inputs inputs(inspector);
    PartSession part = fromInput(inspector, 1, Inspector::Gradients::Yes);
    std::vector<float> result;
    for (size_t b = 0; b < B; ++b) {
        const std::span<const float> e = of(inputs.embedded, b, B), x = of(inputs.first, b, B);
        std::vector<double> sums(scores.count() * e.size() / C, 0.0);
        const std::vector<float> logits =
            part.runEach(1, lengthOf(inspector, b), [&](int64_t, float* at) { std::ranges::copy(x, at); });
        addGradients(
            part, scores, b, e, C, 1, logits.size(), [](size_t) { return 1.0; }, sums);
        append(result, sums);
    }
    return result;
}

std::vector<float> integratedGradients(Inspector& inspector, SampleKind kind, const ExplainedScores& scores,
                                       Completeness& completeness, int count) {
    const std::vector<GaussPoint> points = gaussLegendre(count);
    const size_t B = scores.sequences(), C = size_t(inspector.network().modelDim);
    const Inputs inputs(inspector);
    const std::vector<float> types = typesOf(inspector);
    PartSession part = fromInput(inspector, count, Inspector::Gradients::Yes);
    const size_t T = inputs.embedded.size() / B / C;
    std::vector<float> result;
    for (size_t b = 0; b < B; ++b) {
        const std::span<const float> e = of(inputs.embedded, b, B), x = of(inputs.first, b, B);
        std::vector<float> way = baselineOf(inspector, kind, e, of(types, b, B));
        for (size_t i = 0; i < e.size(); ++i) way[i] = e[i] - way[i];
        const auto between = [&](double share) {  // share 0: the baseline, 1: the input; positions stay
            return [&way, &x, share](float* at) {
                for (size_t i = 0; i < way.size(); ++i)
                    at[i] = float(double(x[i]) - (1 - share) * double(way[i]));
            };
        };
        const std::optional<int32_t> length = lengthOf(inspector, b);
        std::vector<double> sums(scores.count() * e.size() / C, 0.0);
        for (int64_t first = 0; first < count; first += part.batch()) {
            const int64_t n = std::min(part.batch(), count - first);
            const auto point = [&](size_t i) { return points[size_t(first) + i]; };
            const std::vector<float> logits =
                part.runEach(n, length, [&](int64_t i, float* at) { between(point(size_t(i)).at)(at); });
            addGradients(
                part, scores, b, way, C, size_t(n), logits.size() / size_t(n),
                [&](size_t i) { return point(i).weight; }, sums);
        }
        const std::vector<float> whole = part.runEach(1, length, [&](int64_t, float*at) { between(1)(at); }),
                                 none = part.runEach(1, length, [&](int64_t, float*at) { between(0)(at); });
        for (size_t p = 0; p < scores.count(); ++p) {
            const double change = double(scores.value(whole, b, p)) - double(scores.value(none, b, p));
            double sum = -change;
            for (size_t t = 0; t < T; ++t) sum += sums[p * T + t];
            completeness.residual.push_back(float(sum));
            completeness.change.push_back(float(change));
        }
        append(result, sums);
    }
    return result;
}

std::vector<float> occlusion(Inspector& inspector, const ExplainedScores& scores) {
    const size_t B = scores.sequences(), P = scores.count(), C = size_t(inspector.network().modelDim);
    const std::vector<float> inputs = inspector.read(inspector.program().positioned);
    const size_t T = inputs.size() / B / C;
    const std::vector<int32_t>& hidden = inspector.ablation().maskedTokens;
    PartSession part = fromInput(inspector, 1, Inspector::Gradients::No);
    std::vector<float> result(B * P * T, 0.0f);
    for (size_t b = 0; b < B; ++b) {
        const auto logits = [&] {
            return part.runEach(1, lengthOf(inspector, b), [&](int64_t, float* at) {
                std::copy_n(inputs.begin() + ptrdiff_t(b * T * C), T * C, at);
            });
        };
        part.mask({});
        const std::vector<float> whole = logits();
        const size_t valid = size_t(lengthOf(inspector, b).value_or(int32_t(T)));
        const size_t keys = inspector.network().maskPadding ? valid : T;
        for (size_t t = 0; t < T; ++t) {
            const auto position = int32_t(t);
            if (std::ranges::find(hidden, position) != hidden.end()) continue;
            if (t < keys && keys - hiddenBelow(hidden, keys) < 2) continue;
            part.mask(std::span(&position, 1));
            const std::vector<float> without = logits();
            for (size_t p = 0; p < P; ++p)
                result[(b * P + p) * T + t] = scores.value(whole, b, p) - scores.value(without, b, p);
        }
    }
    return result;
}

}  // namespace attx
