#include "model/explain/explain.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/explain/explain_words.h"
#include "model/explain/max_flow.h"
#include "model/files/error.h"

namespace attx {
namespace {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Map = Eigen::Map<RowMatrix>;
using ConstMap = Eigen::Map<const RowMatrix>;

// What flow passes on of the residual connection; the paper's 0.5 W_att + 0.5 I.
constexpr double flowResidualShare = 0.5;

const std::vector<float>& layerOf(const LayerMaps& maps, int layer) {
    return maps.layers[static_cast<size_t>(layer)];
}

int layerCount(const LayerMaps& maps) { return static_cast<int>(maps.layers.size()); }

/// [T, T] of one head.
ConstMap head(const LayerMaps& maps, int layer, int h) {
    const int T = maps.length;
    return {layerOf(maps, layer).data() + static_cast<ptrdiff_t>(h) * T * T, T, T};
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
    if (fusion == HeadFusion::Mean) result /= static_cast<float>(attention.heads);
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
    return sum / static_cast<float>(attention.heads);
}

void requireLayers(const LayerMaps& attention) {
    if (attention.layers.empty()) throw inputError("There is no layer to explain.");
}

void requireSameShape(const LayerMaps& attention, const LayerMaps& gradient) {
    requireLayers(attention);
    if (attention.layers.size() != gradient.layers.size() || attention.heads != gradient.heads ||
        attention.length != gradient.length)
        throw inputError(
            "Attention and its gradient differ in shape: " + std::to_string(attention.layers.size()) +
            " layers of " + std::to_string(attention.heads) + " heads and " +
            std::to_string(attention.length) + " tokens against " + std::to_string(gradient.layers.size()) +
            ", " + std::to_string(gradient.heads) + " and " + std::to_string(gradient.length) + ".");
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
    const auto elements = static_cast<int64_t>(layers[0].size());
    if (heads > 0) length = static_cast<int>(std::lround(std::sqrt(static_cast<double>(elements) / heads)));
    for (const std::vector<float>& layer : layers)
        if (length < 1 || static_cast<int64_t>(layer.size()) != int64_t{heads} * length * length)
            throw inputError("Expected every layer as [" + std::to_string(heads) +
                             " heads, T, T] with one T, found " + std::to_string(layer.size()) +
                             " numbers in one and " + std::to_string(elements) + " in the first.");
}

LayerMaps LayerMaps::range(int first, int last) const {
    if (first < 0 || first >= last || last > layerCount(*this))
        throw inputError("Layers " + std::to_string(first) + " up to, not with, " + std::to_string(last) +
                         " were asked for; expected at least one of the layers 0 to " +
                         std::to_string(layerCount(*this) - 1) + ".");
    LayerMaps part = *this;
    part.layers = layers.subspan(static_cast<size_t>(first), static_cast<size_t>(last - first));
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
    const auto share = static_cast<float>(options.residualShare);
    RowMatrix R = RowMatrix::Identity(attention.length, attention.length);
    for (int layer = 0; layer < layerCount(attention); ++layer) {
        // The residual enters here and nowhere else.
        RowMatrix passed = fused(attention, layer, options.fusion) * (1 - share);
        passed.diagonal().array() += share;
        // Each row by its own sum: other fusions than the mean, and discarded heads, leave rows of any sum.
        for (auto row : passed.rowwise())
            if (const float sum = row.sum(); sum > 0) row /= sum;
        R = passed * R;
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
                const double capacity = (1 - flowResidualShare) * static_cast<double>(mean(i, j)) +
                                        (i == j ? flowResidualShare : 0.0);
                if (capacity > 0) network.addEdge((layer + 1) * T + i, layer * T + j, capacity);
            }
    }
    std::vector<float> flow;
    flow.reserve(static_cast<size_t>(T) * static_cast<size_t>(T));
    for (int i = 0; i < T; ++i)
        for (int j = 0; j < T; ++j) flow.push_back(static_cast<float>(network.maxFlow(L * T + i, j)));
    return flow;
}

std::vector<HeadStatistics> headStatistics(const LayerMaps& attention, int valid) {
    if (valid < 0 || valid > attention.length)
        throw inputError("Statistics of " + std::to_string(valid) + " queries were asked for; there are " +
                         std::to_string(attention.length) + ".");
    const int queries = valid == 0 ? attention.length : valid;
    std::vector<HeadStatistics> all;
    for (int layer = 0; layer < layerCount(attention); ++layer)
        for (int h = 0; h < attention.heads; ++h) {
            const ConstMap p = head(attention, layer, h);
            double entropy = 0, distance = 0, largest = 0;
            for (int i = 0; i < queries; ++i) {
                for (int j = 0; j < attention.length; ++j) {
                    const auto weight = static_cast<double>(p(i, j));
                    if (weight > 0) entropy -= weight * std::log(weight);  // x ln x -> 0 for x -> 0
                    distance += weight * std::abs(i - j);
                }
                largest += static_cast<double>(p.row(i).maxCoeff());
            }
            all.push_back({static_cast<float>(entropy / queries), static_cast<float>(distance / queries),
                           static_cast<float>(largest / queries)});
        }
    return all;
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
        R += (weight * R).eval();
    }
    if (withoutIdentity) R.diagonal().array() -= 1.0f;
    return values(R);
}

// ---- the methods by name -------------------------------------------------------------------------

namespace {

constexpr const char* abnar = "Abnar & Zuidema 2020, Quantifying Attention Flow in Transformers";

constexpr std::array<ExplainMethodInfo, 7> methodTable{{
    {ExplainMethod::StandardFirst, "standard_first", "First layer", "mean over heads of A₁",
     "Vaswani et al. 2017, Attention Is All You Need", false},
    {ExplainMethod::StandardLast, "standard_last", "Last layer", "mean over heads of A_L",
     "Vaswani et al. 2017, Attention Is All You Need", false},
    {ExplainMethod::Rollout, "rollout", "Rollout", "Â_L ⋯ Â₂ Â₁,  Â = rows normalised of (1 − s) Ā + s I",
     abnar, false},
    {ExplainMethod::RolloutElementwise, "rollout_elementwise", "Rollout, element-wise", "Ā₁ ⊙ Ā₂ ⊙ ⋯ ⊙ Ā_L",
     "the laboratory notebook", false},
    {ExplainMethod::Flow, "flow", "Attention flow",
     "maximum flow from i (last layer) to j (input), capacities ½ Ā + ½ I", abnar, false},
    {ExplainMethod::AttentionXGradient, "attention_x_gradient", "Attention × gradient",
     "mean over heads of (A ⊙ ∂score/∂A)⁺", "Chefer et al. 2021, Generic Attention-model Explainability",
     true},
    {ExplainMethod::Relevance, "relevance", "Relevance",
     "R = I;  R ← R + mean over heads of (∂score/∂A ⊙ A)⁺ · R",
     "Chefer et al. 2021, Generic Attention-model Explainability", true},
}};

constexpr const char *weight = "attention weight", *score = "score";  // units
/// Like methodTable.
constexpr std::array<ExplainWords, methodTable.size()> methodWords{{
    {"What each position attends to in the first layer, averaged over its heads.", weight},
    {"What each position attends to in the last layer, averaged over its heads.", weight},
    {"How attention passes on what is in the input through all layers, with a share that goes straight on.",
     weight},
    {"What all layers attend to at once: their attention multiplied cell by cell.", "product of weights"},
    {"How much could flow from an input to an output where attention weights are the capacities.", "flow"},
    {"The attention that the explained score depends on: weights times the gradient of the score.", score},
    {"What each input brings to the explained score through all layers: attention × gradient, carried on.",
     score},
}};

constexpr bool inOrder() {
    for (size_t i = 0; i < methodTable.size(); ++i)
        if (methodTable[i].method != static_cast<ExplainMethod>(i)) return false;
    return true;
}
static_assert(inOrder(), "infoOf() looks a method up by its position");

}  // namespace

std::span<const ExplainMethodInfo> explainMethods() { return methodTable; }

const ExplainWords& wordsOf(ExplainMethod method) { return methodWords[static_cast<size_t>(method)]; }

const ExplainMethodInfo& infoOf(ExplainMethod method) { return methodTable[static_cast<size_t>(method)]; }

ExplainMethod explainMethodNamed(const std::string& name) {
    std::string names;
    for (const ExplainMethodInfo& info : methodTable) {
        if (name == info.name) return info.method;
        names.append(names.empty() ? "" : ", ").append(info.name);
    }
    throw inputError("Expected one of the explanations " + names + ", found \"" + name.substr(0, 60) + "\".");
}

// ---- running the network -------------------------------------------------------------------------

namespace {

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
    }
    return map;
}

}  // namespace

std::vector<float> logitsGradient(const ExplainTarget& target, std::span<const float> logits, int classes,
                                  int valid) {
    if (target.position && (*target.position < 0 || *target.position >= valid))
        throw inputError("Position " + std::to_string(*target.position) +
                         " is outside the sequence: expected 0 to " + std::to_string(valid - 1) + ".");
    const int answers = std::max(classes, 2);  // a single logit is a binary output
    if (target.outputClass && (*target.outputClass < 0 || *target.outputClass >= answers))
        throw inputError("Class " + std::to_string(*target.outputClass) +
                         " is not one of the network's: expected 0 to " + std::to_string(answers - 1) + ".");
    const std::vector<int32_t> predicted = predictionOf(logits, classes);
    std::vector<float> gradient(logits.size(), 0.0f);
    const int first = target.position.value_or(0), last = target.position ? first + 1 : valid;
    for (int t = first; t < last; ++t) {
        const int chosen = target.outputClass.value_or(predicted[static_cast<size_t>(t)]);
        const auto at = static_cast<size_t>(t) * static_cast<size_t>(classes);
        if (classes == 1)
            gradient[at] = chosen == 1 ? 1.0f : -1.0f;
        else
            gradient[at + static_cast<size_t>(chosen)] = 1.0f;
    }
    return gradient;
}

std::vector<float> pooledContributions(std::span<const int32_t> argmax, std::span<const float> contributions,
                                       int length) {
    std::vector<float> sums(static_cast<size_t>(length), 0.0f);
    for (size_t c = 0; c < contributions.size(); ++c)
        sums[static_cast<size_t>(argmax[c])] += contributions[c];
    return sums;
}

std::vector<float> pooledRelevance(std::span<const float> map, std::span<const int32_t> argmax,
                                   std::span<const float> contributions, int length) {
    std::vector<float> relevanceOfToken(static_cast<size_t>(length), 0.0f);
    float total = 0;
    for (const float c : contributions) total += std::max(c, 0.0f);
    if (total <= 0) return relevanceOfToken;
    for (size_t c = 0; c < contributions.size(); ++c) {
        const float share = std::max(contributions[c], 0.0f) / total;
        const auto row = map.subspan(static_cast<size_t>(argmax[c]) * static_cast<size_t>(length));
        for (size_t j = 0; j < relevanceOfToken.size(); ++j) relevanceOfToken[j] += share * row[j];
    }
    return relevanceOfToken;
}

std::vector<Explanation> explain(Inspector& inspector, const Table& table, std::span<const int32_t> rows,
                                 int sequences, const ExplainTarget& target, const ExplainOptions& options) {
    const auto has = [&](auto wanted) {
        return std::any_of(options.methods.begin(), options.methods.end(), wanted);
    };
    const size_t perSequence = rows.size() / static_cast<size_t>(std::max(sequences, 1));
    if (has([](ExplainMethod method) { return method == ExplainMethod::Flow; }))
        requireFlowLength(table.features.empty() ? table.length : static_cast<int>(perSequence));
    const bool backward = has([](ExplainMethod method) { return infoOf(method).needsGradient; });
    const bool loss = target.score == ExplainTarget::Score::Loss;
    if (loss && sequences > 1)
        throw inputError("The loss is explained for one sequence at a time, " + std::to_string(sequences) +
                         " were given.");

    std::vector<Explanation> results;
    std::vector<float> gradient;  // of the logits; none: from the loss
    for (Inspection& inspection : inspector.inspect(table, rows, sequences)) {
        const auto positions = static_cast<int>(inspection.prediction.size());
        const auto classes = static_cast<int>(inspection.logits.size()) / positions;
        const auto row = static_cast<size_t>(rows[results.size() * perSequence]);
        const int valid = positions == 1 || table.lengths.empty() ? positions : table.lengths[row];
        if (!loss) {
            const std::vector<float> part = logitsGradient(target, inspection.logits, classes, valid);
            gradient.insert(gradient.end(), part.begin(), part.end());
        }
        results.emplace_back().inspection = std::move(inspection);
    }
    if (backward) {
        std::vector<InspectionGradient> gradients = inspector.gradients(gradient);
        for (size_t b = 0; b < results.size(); ++b) {
            results[b].gradient = std::move(gradients[b].attention);
            results[b].contributions = std::move(gradients[b].contributions);
        }
    }
    const int last = options.lastLayer == 0 ? static_cast<int>(results.front().inspection.attention.size())
                                            : options.lastLayer;
    for (Explanation& result : results) {
        const LayerMaps attention = result.attentionMaps().range(options.firstLayer, last);
        const LayerMaps gradients =
            backward ? result.gradientMaps().range(options.firstLayer, last) : LayerMaps();
        for (const ExplainMethod method : options.methods)
            result.maps.push_back(compute(method, attention, gradients, options));
    }
    return results;
}

Explanation explain(Inspector& inspector, const Sample& sample, const ExplainTarget& target,
                    const ExplainOptions& options) {
    const bool loss = target.score == ExplainTarget::Score::Loss;
    if (loss) {
        const std::vector<int32_t>& labels = sample.expected;
        const int positions = inspector.program(sample.length()).loss().rows;
        if (labels.size() != static_cast<size_t>(positions))
            throw inputError("The loss needs a label for each of the " + std::to_string(positions) +
                             (positions == 1 ? " answer, " : " tokens, ") + std::to_string(labels.size()) +
                             " were given.");
        if (std::all_of(labels.begin(), labels.end(), [](int32_t label) { return label < 0; }))
            throw inputError("The loss needs a label that counts; every one is -1.");
    }
    const Table table = sample.table(loss);
    std::vector<int32_t> rows(static_cast<size_t>(table.rows));
    std::iota(rows.begin(), rows.end(), 0);
    Explanation result = std::move(explain(inspector, table, rows, 1, target, options).front());
    result.inspection.sample = sample;
    return result;
}

}  // namespace attx
