#include "model/attribute/explain.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "model/attribute/max_flow.h"
#include "model/attribute/score_terms.h"
#include "model/attribute/value_mixing.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/example_rows.h"

namespace attx {
namespace {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const RowMatrix>;

// What flow passes on of the residual connection; the paper's 0.5 W_att + 0.5 I.
constexpr double flowResidualShare = 0.5;

int layerCount(const LayerMaps& maps) { return int(maps.layers.size()); }

/// [T, T] of one head.
ConstMap head(const LayerMaps& maps, int layer, int h) {
    const int T = maps.length;
    return {maps.layers[layer].data() + ptrdiff_t(h) * T * T, T, T};
}

std::vector<float> values(const RowMatrix& matrix) { return {matrix.data(), matrix.data() + matrix.size()}; }

RowMatrix fused(const LayerMaps& attention, int layer, HeadFusion fusion) {
    RowMatrix result = head(attention, layer, 0);
    for (int h = 1; h < attention.heads; ++h) {
        const ConstMap next = head(attention, layer, h);
        switch (fusion) {
            case HeadFusion::Mean:
                result += next;
                break;
            case HeadFusion::Max:
                result = result.cwiseMax(next);
                break;
            case HeadFusion::Min:
                result = result.cwiseMin(next);
                break;
        }
    }
    if (fusion == HeadFusion::Mean) result /= float(attention.heads);
    return result;
}

/// Mean over heads of A_l ⊙ G_l, each product's positive part taken before the mean if `part` says so.
RowMatrix meanAttentionXGradient(const LayerMaps& attention, const LayerMaps& gradient, int layer,
                                 GradientPart part) {
    RowMatrix sum = RowMatrix::Zero(attention.length, attention.length);
    for (int h = 0; h < attention.heads; ++h) {
        const auto product = head(attention, layer, h).cwiseProduct(head(gradient, layer, h));
        if (part == GradientPart::Positive) {
            sum += product.cwiseMax(0.0f);
        } else {
            sum += product;
        }
    }
    return sum / float(attention.heads);
}

void requireLayers(const LayerMaps& attention) {
    if (attention.layers.empty()) throw inputError("There is no layer to explain.");
}

void requireSameShape(const LayerMaps& attention, const LayerMaps& gradient) {
    requireLayers(attention);
    if (attention.layers.size() != gradient.layers.size() || attention.heads != gradient.heads ||
        attention.length != gradient.length)
        throw inputError(
            "Attention and its gradient differ in shape: " + counted(attention.layers.size(), "layer") +
            " of " + counted(attention.heads, "head") + " and " + counted(attention.length, "token") +
            " against " + std::to_string(gradient.layers.size()) + ", " + std::to_string(gradient.heads) +
            " and " + std::to_string(gradient.length) + ".");
}

void requireFlowLength(int length) {
    if (length > longestFlowSequence)
        throw inputError("flow: expected a sequence of at most " + std::to_string(longestFlowSequence) +
                         " tokens, found " + std::to_string(length) +
                         "; its time grows with more than the fourth power of the length. Try a shorter "
                         "sequence, or rollout, which approximates flow.");
}

}  // namespace

// ---- maps of a sequence --------------------------------------------------------------------------

LayerMaps::LayerMaps(std::span<const std::vector<float>> layersOfSequence, int headCount)
    : layers(layersOfSequence), heads(headCount) {
    if (layers.empty()) return;
    const auto elements = int64_t(layers[0].size());
    if (heads > 0) length = int(std::lround(std::sqrt(double(elements) / heads)));
    for (const std::vector<float>& layer : layers)
        if (length < 1 || int64_t(layer.size()) != int64_t{heads} * length * length)
            throw inputError("Expected every layer as [" + counted(heads, "head") +
                             ", T, T] with one T, found " + counted(layer.size(), "number") + " in one and " +
                             std::to_string(elements) + " in the first.");
}

LayerMaps LayerMaps::range(int first, int last) const {
    if (first < 0 || first >= last || last > layerCount(*this))
        throw inputError("Layers " + std::to_string(first) + " up to, not with, " + std::to_string(last) +
                         " were asked for; expected at least one of the layers 0 to " +
                         std::to_string(layerCount(*this) - 1) + ".");
    LayerMaps part = *this;
    part.layers = layers.subspan(first, size_t(last - first));
    return part;
}

// ---- from attention alone ------------------------------------------------------------------------

std::vector<float> headMean(const LayerMaps& attention, int layer) {
    return values(fused(attention.range(layer, layer + 1), 0, HeadFusion::Mean));
}

std::vector<float> rollout(const LayerMaps& attention, const RolloutOptions& options) {
    requireLayers(attention);
    if (!(options.residualShare >= 0 && options.residualShare <= 1))
        throw inputError("rollout: expected a residual share from 0 to 1, found " +
                         std::to_string(options.residualShare) + ".");
    const auto share = float(options.residualShare);
    RowMatrix R;  // Rollout of the layers so far, [T, T]; before the first: the identity, kept empty
    for (int layer = 0; layer < layerCount(attention); ++layer) {
        // The residual enters here and nowhere else.
        RowMatrix passed = fused(attention, layer, options.fusion) * (1 - share);
        passed.diagonal().array() += share;
        // Each row by its own sum: other fusions than the mean, and discarded heads, leave rows of any sum.
        for (auto row : passed.rowwise())
            if (const float sum = row.sum(); sum > 0) row /= sum;
        R = layer == 0 ? std::move(passed) : RowMatrix(passed * R);
    }
    return values(R);
}

std::vector<float> rolloutElementwise(const LayerMaps& attention) {
    requireLayers(attention);
    RowMatrix product = fused(attention, 0, HeadFusion::Mean);
    for (int layer = 1; layer < layerCount(attention); ++layer)
        product = product.cwiseProduct(fused(attention, layer, HeadFusion::Mean));
    return values(product);
}

std::vector<float> attentionFlow(const LayerMaps& attention) {
    requireLayers(attention);
    requireFlowLength(attention.length);
    const int T = attention.length, L = layerCount(attention);
    FlowNetwork network((L + 1) * T);  // node l T + i: token i after l layers
    for (int layer = 0; layer < L; ++layer) {
        const RowMatrix mean = fused(attention, layer, HeadFusion::Mean);
        for (int i = 0; i < T; ++i)
            for (int j = 0; j < T; ++j) {
                const double capacity =
                    (1 - flowResidualShare) * double(mean(i, j)) + (i == j ? flowResidualShare : 0.0);
                if (capacity > 0) network.addEdge((layer + 1) * T + i, layer * T + j, capacity);
            }
    }
    std::vector<float> flow;
    flow.reserve(size_t(T) * size_t(T));
    for (int i = 0; i < T; ++i)
        for (int j = 0; j < T; ++j) flow.push_back(float(network.maxFlow(L * T + i, j)));
    return flow;
}

// ---- from attention and its gradient -------------------------------------------------------------

std::vector<float> attentionXGradient(const LayerMaps& attention, const LayerMaps& gradient,
                                      GradientPart part) {
    requireSameShape(attention, gradient);
    std::vector<float> result;
    for (int layer = 0; layer < layerCount(attention); ++layer) {
        const RowMatrix mean = meanAttentionXGradient(attention, gradient, layer, part);
        result.insert(result.end(), mean.data(), mean.data() + mean.size());
    }
    return result;
}

std::vector<float> relevance(const LayerMaps& attention, const LayerMaps& gradient, bool withoutIdentity) {
    requireSameShape(attention, gradient);
    RowMatrix R = RowMatrix::Identity(attention.length, attention.length);
    for (int layer = 0; layer < layerCount(attention); ++layer) {
        const RowMatrix weight = meanAttentionXGradient(attention, gradient, layer, GradientPart::Positive);
        R += layer == 0 ? weight : RowMatrix(weight * R);
    }
    if (withoutIdentity) R.diagonal().array() -= 1.0f;
    return values(R);
}

// ---- running the network -------------------------------------------------------------------------

namespace {

/// From attention and its gradient.
NamedArray compute(ExplainMethod method, const LayerMaps& attention, const LayerMaps& gradient,
                   const ExplainOptions& options) {
    NamedArray map{infoOf(method).name, {attention.length, attention.length}, {}};
    switch (method) {
        case ExplainMethod::StandardFirst:
            map.values = headMean(attention, 0);
            break;
        case ExplainMethod::StandardLast:
            map.values = headMean(attention, layerCount(attention) - 1);
            break;
        case ExplainMethod::Rollout:
            map.values = rollout(attention, options.rollout);
            break;
        case ExplainMethod::RolloutElementwise:
            map.values = rolloutElementwise(attention);
            break;
        case ExplainMethod::Flow:
            map.values = attentionFlow(attention);
            break;
        case ExplainMethod::AttentionXGradient:
            map.shape.insert(map.shape.begin(), layerCount(attention));
            map.values = attentionXGradient(attention, gradient, options.part);
            break;
        case ExplainMethod::Relevance:
            map.values = relevance(attention, gradient, options.relevanceWithoutIdentity);
            break;
        case ExplainMethod::InputXGradient:  // These need the network, see NetworkMethods
        case ExplainMethod::IntegratedGradients:
        case ExplainMethod::Occlusion:
        case ExplainMethod::ValueZeroing:
        case ExplainMethod::ValueZeroingRollout:
        case ExplainMethod::Norms:
        case ExplainMethod::NormsPerHead:
        case ExplainMethod::ScoreTerms:
            break;
    }
    return map;
}

/// The methods that run parts of the network, for all sequences of the last inspect() at once.
class NetworkMethods {
public:
    /// `single`: there is one score, so that rows of scores have no axis.
    NetworkMethods(Inspector& inspector, const ExplainedScores& scores, bool single, int first, int last,
                   std::vector<Explanation>& results)
        : inspector_(inspector),
          scores_(scores),
          single_(single),
          first_(first),
          last_(last),
          results_(results) {}

    /// Appends the map of each sequence to its result.
    void add(ExplainMethod method) {
        const int layers = last_ - first_, sequences = int(results_.size());
        switch (method) {
            case ExplainMethod::InputXGradient:
                return deal(method, 1, inputXGradient(inspector_, scores_));
            case ExplainMethod::IntegratedGradients:
                return addIntegratedGradients();
            case ExplainMethod::Occlusion:
                return deal(method, 1, occlusion(inspector_, scores_));
            case ExplainMethod::ValueZeroing:
                return deal(method, layers, mixing());
            case ExplainMethod::ValueZeroingRollout:
                return deal(method, 1, valueZeroingRollout(mixing(), layers, sequences));
            case ExplainMethod::Norms:
                return deal(method, layers, valueNorms(inspector_, first_, last_));
            case ExplainMethod::NormsPerHead:
                return deal(method, layers, valueNormsOfHeads(inspector_, first_, last_));
            case ExplainMethod::ScoreTerms:
                return deal(method, int(scoreTermNames().size()), scoreTerms(inspector_));
            case ExplainMethod::StandardFirst:  // compute() knows these
            case ExplainMethod::StandardLast:
            case ExplainMethod::Rollout:
            case ExplainMethod::RolloutElementwise:
            case ExplainMethod::Flow:
            case ExplainMethod::AttentionXGradient:
            case ExplainMethod::Relevance:
                return;
        }
    }

private:
    const std::vector<float>& mixing() {
        if (mixing_.empty()) mixing_ = valueZeroing(inspector_, first_, last_);
        return mixing_;
    }

    void addIntegratedGradients() {
        Completeness all;
        const SampleKind kind = results_.front().inspection.sample.kind();
        deal(ExplainMethod::IntegratedGradients, 1,
             integratedGradients(inspector_, kind, scores_, all, results_.front().options.pathPoints));
        const auto P = ptrdiff_t(scores_.count());
        for (size_t b = 0; b < results_.size(); ++b) {
            const ptrdiff_t at = ptrdiff_t(b) * P;
            results_[b].completeness = {{all.residual.begin() + at, all.residual.begin() + at + P},
                                        {all.change.begin() + at, all.change.begin() + at + P}};
        }
    }

    /// Values [outer, B, ...].
    void deal(ExplainMethod method, int outer, const std::vector<float>& values) {
        const ExplainMethodInfo& info = infoOf(method);
        const int64_t T = results_.front().attentionMaps().length, NH = results_.front().inspection.heads;
        std::vector<int64_t> shape{T, T};
        if (info.shape == ExplainShape::Scores) shape.front() = int64_t(scores_.count());
        if (info.shape == ExplainShape::Scores && single_) shape.erase(shape.begin());
        if (info.shape == ExplainShape::HeadMap || info.shape == ExplainShape::Terms)
            shape.insert(shape.begin(), NH);
        const auto size = ptrdiff_t(elementCount(shape));
        if (info.shape != ExplainShape::Map && info.shape != ExplainShape::Scores)
            shape.insert(shape.begin(), outer);
        auto at = values.begin();
        for (Explanation& result : results_) result.maps.push_back({info.name, shape, {}});
        for (int o = 0; o < outer; ++o)
            for (Explanation& result : results_) {
                std::vector<float>& to = result.maps.back().values;
                to.insert(to.end(), at, at + size);
                at += size;
            }
    }

    Inspector& inspector_;
    const ExplainedScores& scores_;
    const bool single_;
    const int first_, last_;
    std::vector<Explanation>& results_;
    std::vector<float> mixing_;  ///< value zeroing, for its rollout too
};

}  // namespace

std::vector<float> pooledRelevance(std::span<const float> map, const Inspection& inspection,
                                   std::span<const float> contributions, int length) {
    std::vector<float> relevanceOfToken(static_cast<size_t>(length), 0.0f);
    float total = 0;
    for (const float c : contributions) total += std::max(c, 0.0f);
    if (total <= 0) return relevanceOfToken;
    for (size_t c = 0; c < contributions.size(); ++c) {
        const float share = std::max(contributions[c], 0.0f) / total;
        const bool mean = inspection.pooling == PoolingKind::Mean;
        const auto at = size_t(inspection.argmax[c]), T = size_t(length);
        for (size_t t = mean ? 0 : at; t < (mean ? at : at + 1); ++t)
            for (size_t j = 0; j < T; ++j)
                relevanceOfToken[j] += (mean ? share / float(at) : share) * map[t * T + j];
    }
    return relevanceOfToken;
}

std::vector<Explanation> explain(Inspector& inspector, const Table& table, SampleKind kind,
                                 std::span<const int32_t> rows, int sequences, const ExplainTarget& target,
                                 const ExplainOptions& options) {
    const auto has = [&](auto wanted) {
        return std::ranges::any_of(options.methods,
                                   [&](ExplainMethod method) { return wanted(infoOf(method)); });
    };
    const size_t perSequence = rows.size() / size_t(std::max(sequences, 1));
    if (has([](const ExplainMethodInfo& info) { return info.method == ExplainMethod::Flow; }))
        requireFlowLength(
            inspector.network().positionsFor(table.features.empty() ? table.length : int(perSequence)));
    for (const ExplainMethod method : options.methods)
        if (const char* why = infoOf(method).whyNot(inspector.network(), kind))
            throw inputError(std::string(infoOf(method).name) + ": " + why);
    const bool backward =
        has([](const ExplainMethodInfo& info) { return info.needs == ExplainNeeds::Gradient; });
    const bool loss = target.score == ExplainTarget::Score::Loss;
    if (loss && sequences > 1)
        throw inputError("The loss is explained for one sequence at a time, " + std::to_string(sequences) +
                         " were given.");
    if (loss && has([](const ExplainMethodInfo& info) { return info.shape == ExplainShape::Scores; }))
        throw inputError(
            "Input × gradient, integrated gradients and occlusion explain a logit, not the loss.");

    std::vector<Explanation> results;
    std::vector<Inspection> inspections = inspector.inspect(table, kind, rows, sequences);
    const auto positions = int(inspections.front().prediction.size());
    const auto classes = int(inspections.front().logits.size()) / positions;
    ExplainedScores scores(target, positions, classes);
    for (Inspection& inspection : inspections) {
        const auto row = size_t(rows[results.size() * perSequence]);
        scores.add(inspection.logits,
                   positions == 1 || table.lengths.empty() ? positions : table.lengths[row]);
        Explanation& result = results.emplace_back();
        result.inspection = std::move(inspection);
        result.target = target;
        result.options = options;
    }
    if (backward) {
        std::vector<float> gradient;  // Gradient by the logits, [B, positions, K]; empty: that of the loss
        for (size_t b = 0; b < results.size() && !loss; ++b) {
            std::vector<float> part(results[b].inspection.logits.size(), 0.0f);
            for (size_t p = 0; p < scores.count(); ++p) scores.putGradient(part, b, p);
            gradient.insert(gradient.end(), part.begin(), part.end());
        }
        std::vector<InspectionGradient> gradients = inspector.gradients(gradient);
        for (size_t b = 0; b < results.size(); ++b) {
            results[b].gradient = std::move(gradients[b].attention);
            results[b].contributions = std::move(gradients[b].contributions);
            results[b].positionContributions = std::move(gradients[b].positionContributions);
        }
    }
    const int last =
        options.lastLayer == 0 ? int(results.front().inspection.attention.size()) : options.lastLayer;
    (void)results.front().attentionMaps().range(options.firstLayer,
                                                last);  // throws for layers that are not there
    const bool single = target.position || inspector.network().output != OutputKind::Positions;
    NetworkMethods network(inspector, scores, single, options.firstLayer, last, results);
    for (const ExplainMethod method : options.methods) {
        network.add(method);
        if (infoOf(method).needs == ExplainNeeds::Network) continue;
        for (Explanation& result : results)
            result.maps.push_back(compute(
                method, result.attentionMaps().range(options.firstLayer, last),
                backward ? result.gradientMaps().range(options.firstLayer, last) : LayerMaps(), options));
    }
    return results;
}

Explanation explain(Inspector& inspector, const Sample& sample, const ExplainTarget& target,
                    const ExplainOptions& options) {
    const bool loss = target.score == ExplainTarget::Score::Loss;
    if (loss) {
        const std::vector<int32_t>& labels = sample.expected;
        const int positions = inspector.program(sample.table().length).loss().rows;
        if (labels.size() != size_t(positions))
            throw inputError("The loss needs a label for each of the " + std::to_string(positions) +
                             (positions == 1 ? " answer, " : " tokens, ") + std::to_string(labels.size()) +
                             " were given.");
        if (std::ranges::all_of(labels, [](int32_t label) { return label < 0; }))
            throw inputError("The loss needs a label that counts; every one is -1.");
    }
    const Table table = sample.table(loss);
    Explanation result = std::move(
        explain(inspector, table, sample.kind(), firstRows(table.rows), 1, target, options).front());
    result.inspection.sample = seenBy(inspector.network(), sample);
    return result;
}

}  // namespace attx
