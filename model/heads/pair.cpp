#include "model/heads/pair.h"

#include <algorithm>
#include <cmath>

#include "model/attribute/score_terms.h"
#include "model/files/error.h"

namespace attx {
namespace {

void requireBelow(const char* what, int index, int count) {
    if (index < 0 || index >= count)
        throw inputError("A pair up close: expected a " + std::string(what) + " from 0 to " +
                         std::to_string(count - 1) + ", found " + std::to_string(index) + ".");
}

size_t cellOf(const PairIndex& pair, int length) {
    const auto T = static_cast<size_t>(length);
    return (static_cast<size_t>(pair.head) * T + static_cast<size_t>(pair.query)) * T +
           static_cast<size_t>(pair.key);
}

double norm(const std::vector<double>& vector) {
    double sum = 0;
    for (const double value : vector) sum += value * value;
    return std::sqrt(sum);
}

/// v W_O of a head: the value [HS] through its columns of the output projection [C, NH HS].
std::vector<double> projected(Inspector& inspector, const PairIndex& pair, const float* value) {
    const NetworkConfig& network = inspector.network();
    const auto C = static_cast<size_t>(network.modelDim), HS = static_cast<size_t>(network.headDim()),
               NH = static_cast<size_t>(network.numHeads);
    const float* o =
        inspector.parameter(Role::AttentionOutputWeight, pair.layer) + static_cast<size_t>(pair.head) * HS;
    std::vector<double> written(C);
    for (size_t c = 0; c < C; ++c)
        for (size_t s = 0; s < HS; ++s)
            written[c] += static_cast<double>(o[c * NH * HS + s]) * static_cast<double>(value[s]);
    return written;
}

/// Every position holds the vector, so that pooling gives it too.
std::vector<float> throughOutputNet(Inspector& inspector, const std::vector<double>& vector, int length) {
    const NetworkConfig& network = inspector.network();
    const Program& program = inspector.program();
    PartSession part = inspector.part(program.layerInput(network.numLayers), program.logits, 1);
    const std::vector<float> all = part.runEach(1, std::nullopt, [&](int64_t, float* at) {
        for (int t = 0; t < length; ++t)
            at = std::transform(vector.begin(), vector.end(), at,
                                [](double value) { return static_cast<float>(value); });
    });
    const auto classes = static_cast<ptrdiff_t>(network.output == OutputKind::Set ? 1 : network.numClasses);
    std::vector<float> logits(all.begin(), all.begin() + classes);
    if (logits.size() == 1 && network.output != OutputKind::Set) logits.insert(logits.begin(), -logits[0]);
    return logits;
}

}  // namespace

PairDetail pairUpClose(Inspector& inspector, const Sample& sample, const PairIndex& pair) {
    const NetworkConfig& network = inspector.network();
    const int T = sample.length();
    requireBelow("layer", pair.layer, network.numLayers);
    requireBelow("head", pair.head, network.numHeads);
    requireBelow("query", pair.query, T);
    requireBelow("key", pair.key, T);
    const Inspection found = inspector.inspect(sample);
    PairDetail detail;
    detail.pair = pair;
    detail.sample = sample;
    const size_t cell = cellOf(pair, T);
    detail.weight = found.attention[static_cast<size_t>(pair.layer)][cell];

    const std::vector<float> qkv =
        inspector.read(inspector.program().blocks[static_cast<size_t>(pair.layer)].qkv);
    const auto HS = static_cast<size_t>(network.headDim()), NH = static_cast<size_t>(network.numHeads);
    const auto at = [&](int position, size_t part) {  // 0: query, 1: key, 2: value
        return qkv.data() + static_cast<size_t>(position) * 3 * NH * HS +
               (3 * static_cast<size_t>(pair.head) + part) * HS;
    };
    const float *q = at(pair.query, 0), *k = at(pair.key, 1);
    double score = 0;
    for (size_t d = 0; d < HS; ++d) {
        const double product =
            static_cast<double>(q[d]) * static_cast<double>(k[d]) / std::sqrt(static_cast<double>(HS));
        detail.products.push_back(static_cast<float>(product));
        score += product;
    }
    detail.score = static_cast<float>(score);
    if (pair.layer == 0) {
        const std::vector<float> terms = scoreTerms(inspector);
        const size_t cells = terms.size() / scoreTermNames().size();
        detail.terms.emplace();
        for (size_t term = 0; term < detail.terms->size(); ++term)
            (*detail.terms)[term] = terms[term * cells + cell];
    }
    std::vector<double> written = projected(inspector, pair, at(pair.key, 2));
    detail.valueNorm = static_cast<float>(norm(written));
    const size_t gate = static_cast<size_t>(pair.layer) * NH + static_cast<size_t>(pair.head);
    const std::vector<float>& gates = inspector.ablation().headGates;
    const double factor =
        static_cast<double>(detail.weight) * (gate < gates.size() ? static_cast<double>(gates[gate]) : 1.0);
    for (double& value : written) value *= factor;
    detail.writtenNorm = static_cast<float>(norm(written));
    detail.logits = throughOutputNet(inspector, written, T);
    return detail;
}

PairIndex strongestPair(const Inspection& inspection, int layer, int head, std::optional<int> query) {
    const int T = inspection.sample.length();
    const int valid = std::clamp(inspection.sample.valid.value_or(T), 1, std::max(T, 1));
    requireBelow("layer", layer, static_cast<int>(inspection.attention.size()));
    requireBelow("head", head, inspection.heads);
    if (query) requireBelow("query", *query, T);
    PairIndex strongest{layer, head, query.value_or(0), 0};
    const std::vector<float>& weights = inspection.attention[static_cast<size_t>(layer)];
    for (int i = query.value_or(0); i < (query ? *query + 1 : valid); ++i)
        for (int j = 0; j < valid; ++j) {
            const PairIndex pair{layer, head, i, j};
            if (weights[cellOf(pair, T)] > weights[cellOf(strongest, T)]) strongest = pair;
        }
    return strongest;
}

}  // namespace attx
