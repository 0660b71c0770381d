#include "model/heads/pair.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "model/attribute/assumptions_of_methods.h"
#include "model/attribute/score_terms.h"
#include "model/files/error.h"
#include "model/network/positions.h"

namespace attx {
namespace {

void requireBelow(const char* what, int index, int count) {
    if (index < 0 || index >= count)
        throw inputError("A pair up close: expected a " + std::string(what) + " from 0 to " +
                         std::to_string(count - 1) + ", found " + std::to_string(index) + ".");
}

size_t cellOf(const PairIndex& pair, int length) {
    const auto T = size_t(length);
    return (size_t(pair.head) * T + size_t(pair.query)) * T + size_t(pair.key);
}

double norm(const std::vector<double>& vector) {
    double sum = 0;
    for (const double value : vector) sum += value * value;
    return std::sqrt(sum);
}

/// v W_O of a head: the value [HS] through its columns of the output projection [C, NH HS].
std::vector<double> projected(Inspector& inspector, const PairIndex& pair, const float* value) {
    const NetworkConfig& network = inspector.network();
    const auto C = size_t(network.modelDim), HS = size_t(network.headDim()), NH = size_t(network.numHeads);
    const float* o = inspector.parameter(Role::AttentionOutputWeight, pair.layer) + size_t(pair.head) * HS;
    std::vector<double> written(C);
    for (size_t c = 0; c < C; ++c)
        for (size_t s = 0; s < HS; ++s) written[c] += double(o[c * NH * HS + s]) * double(value[s]);
    return written;
}

/// The logits with what is `written` [C] to the query's residual less those without it.
std::vector<float> addedLogits(Inspector& inspector, const PairIndex& pair,
                               const std::vector<double>& written) {
    const NetworkConfig& network = inspector.network();
    const Program& program = inspector.program();
    const Block& block = program.blocks[pair.layer];
    std::vector<float> sum = inspector.read(block.input);
    const std::vector<float> attended = inspector.read(block.attended);
    std::transform(sum.begin(), sum.end(), attended.begin(), sum.begin(), std::plus());
    PartSession part = inspector.part(block.attentionSum, program.logits, 2);
    const std::optional<int32_t> valid =
        inspector.lengths().empty() ? std::nullopt : std::optional(inspector.lengths().front());
    const std::vector<float> both = part.runEach(2, valid, [&](int64_t without, float* at) {
        std::ranges::copy(sum, at);
        if (without == 0) return;
        float* query = at + size_t(pair.query) * written.size();
        for (size_t c = 0; c < written.size(); ++c) query[c] -= float(written[c]);
    });
    const size_t each = both.size() / 2;
    const auto classes = size_t(network.output == OutputKind::Set ? 1 : network.numClasses);
    const size_t first = network.output == OutputKind::Pooled ? 0 : size_t(pair.query) * classes;
    std::vector<float> added;
    for (size_t k = 0; k < classes; ++k) added.push_back(both[first + k] - both[each + first + k]);
    if (classes == 1 && network.output != OutputKind::Set) added.insert(added.begin(), -added[0]);
    return added;
}

}  // namespace

PairDetail pairUpClose(Inspector& inspector, const Sample& sample, const PairIndex& pair) {
    const NetworkConfig& network = inspector.network();
    const Sample seen = seenBy(network, sample);
    const int T = seen.length();
    requireBelow("layer", pair.layer, network.numLayers);
    requireBelow("head", pair.head, network.numHeads);
    requireBelow("query", pair.query, T);
    requireBelow("key", pair.key, T);
    const Inspection found = inspector.inspect(sample);
    PairDetail detail;
    detail.pair = pair;
    detail.sample = seen;
    const size_t cell = cellOf(pair, T);
    detail.weight = found.attention[pair.layer][cell];

    const std::vector<float> qkv = inspector.read(inspector.program().blocks[pair.layer].qkv);
    const auto HS = size_t(network.headDim()), NH = size_t(network.numHeads);
    const auto at = [&](int position, size_t part) {  // 0: query, 1: key, 2: value
        return qkv.data() + size_t(position) * 3 * NH * HS + (3 * size_t(pair.head) + part) * HS;
    };
    const float *q = at(pair.query, 0), *k = at(pair.key, 1);
    double score = 0;
    for (size_t d = 0; d < HS; ++d) {
        const double product = double(q[d]) * double(k[d]) / std::sqrt(double(HS));
        detail.products.push_back(float(product));
        score += product;
    }
    if (network.positions == Positions::Alibi)
        detail.distance = float(alibiSlope(pair.head, network.numHeads) * std::abs(pair.query - pair.key));
    detail.score = float(score) - detail.distance;
    if (pair.layer == 0 && !whyNotAssumed(Assumes::LinearFirstLayer, inspector.program(), sample.kind())) {
        const std::vector<float> terms = scoreTerms(inspector);
        const size_t cells = terms.size() / scoreTermNames().size();
        detail.terms.emplace();
        for (size_t term = 0; term < detail.terms->size(); ++term)
            (*detail.terms)[term] = terms[term * cells + cell];
    }
    std::vector<double> written = projected(inspector, pair, at(pair.key, 2));
    detail.valueNorm = float(norm(written));
    const size_t gate = size_t(pair.layer) * NH + size_t(pair.head);
    const std::vector<float>& gates = inspector.ablation().headGates;
    const double factor = double(detail.weight) * (gate < gates.size() ? double(gates[gate]) : 1.0);
    for (double& value : written) value *= factor;
    detail.writtenNorm = float(norm(written));
    detail.logitsOfPosition = network.output == OutputKind::Positions;
    detail.logits = addedLogits(inspector, pair, written);
    return detail;
}

PairIndex strongestPair(const Inspection& inspection, int layer, int head, std::optional<int> query) {
    const int T = inspection.sample.length();
    const int valid = std::clamp(inspection.sample.valid.value_or(T), 1, std::max(T, 1));
    requireBelow("layer", layer, int(inspection.attention.size()));
    requireBelow("head", head, inspection.heads);
    if (query) requireBelow("query", *query, T);
    PairIndex strongest{layer, head, query.value_or(0), 0};
    const std::vector<float>& weights = inspection.attention[layer];
    for (int i = query.value_or(0); i < (query ? *query + 1 : valid); ++i)
        for (int j = 0; j < valid; ++j) {
            const PairIndex pair{layer, head, i, j};
            if (weights[cellOf(pair, T)] > weights[cellOf(strongest, T)]) strongest = pair;
        }
    return strongest;
}

}  // namespace attx
