#include "model/inspect/attention_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string shapeText(const SmallMatrix& m) { return attx::shapeText({m.rows, m.cols}); }

void check(const AttentionInput& input) {
    const auto checkMatrix = [](const char* name, const SmallMatrix& m) {
        if (m.rows < 1 || m.cols < 1 || m.values.size() != size_t(m.rows) * m.cols)
            throw inputError(std::string("Attention needs at least one number in ") + name +
                             "; found shape " + shapeText(m) + " with " + counted(m.values.size(), "number") +
                             ".");
        if (!std::ranges::all_of(m.values, [](double x) { return std::isfinite(x); }))
            throw inputError(std::string("A number in ") + name + " is not finite.");
    };
    checkMatrix("Q", input.q);
    checkMatrix("K", input.k);
    checkMatrix("V", input.v);
    if (input.q.cols != input.k.cols)
        throw inputError("Queries and keys must be equally wide; Q has shape " + shapeText(input.q) +
                         " and K has " + shapeText(input.k) + ".");
    if (input.k.rows != input.v.rows)
        throw inputError("There must be one value for each key; K has shape " + shapeText(input.k) +
                         " and V has " + shapeText(input.v) + ".");
    if (input.masked.size() != size_t(input.k.rows))
        throw inputError("The mask must have one entry for each of the " + counted(input.k.rows, "key") +
                         "; found " + std::to_string(input.masked.size()) + ".");
    if (!(input.temperature >= 0))
        throw inputError("The temperature must be 0 or more; found " + std::to_string(input.temperature) +
                         ".");
}

SmallMatrix zeros(int rows, int cols) { return {rows, cols, std::vector<double>(size_t(rows) * cols)}; }

SmallMatrix productsOf(const SmallMatrix& q, const SmallMatrix& k) {
    SmallMatrix products = zeros(q.rows, k.rows);
    for (int i = 0; i < q.rows; ++i)
        for (int j = 0; j < k.rows; ++j)
            for (int c = 0; c < q.cols; ++c) products.at(i, j) += q.at(i, c) * k.at(j, c);
    return products;
}

SmallMatrix logitsOf(const SmallMatrix& products, const AttentionInput& input) {
    SmallMatrix logits = products;
    const double divisor = input.scaled ? std::sqrt(double(input.q.cols)) : 1.0;
    for (int i = 0; i < logits.rows; ++i)
        for (int j = 0; j < logits.cols; ++j)
            logits.at(i, j) =
                input.hides(i, j) ? -infinity : products.at(i, j) / divisor - input.slope * std::abs(i - j);
    return logits;
}

SmallMatrix exponentialsOf(const SmallMatrix& logits, double temperature) {
    SmallMatrix exponentials = zeros(logits.rows, logits.cols);
    for (int i = 0; i < logits.rows; ++i) {
        double largest = -infinity;
        for (int j = 0; j < logits.cols; ++j) largest = std::max(largest, logits.at(i, j));
        for (int j = 0; j < logits.cols; ++j) {
            const double logit = logits.at(i, j);
            if (logit == -infinity)
                exponentials.at(i, j) = 0;
            else if (logit == largest)
                exponentials.at(i, j) = 1;  // exp(0), whatever τ is; 0 / 0 in the limit
            else
                exponentials.at(i, j) = std::exp((logit - largest) / temperature);  // exp(-∞) for τ = 0
        }
    }
    return exponentials;
}

SmallMatrix weightsOf(const SmallMatrix& exponentials) {
    SmallMatrix weights = exponentials;
    for (int i = 0; i < weights.rows; ++i) {
        double sum = 0;
        for (int j = 0; j < weights.cols; ++j) sum += exponentials.at(i, j);
        for (int j = 0; j < weights.cols; ++j)
            weights.at(i, j) =
                sum > 0 ? exponentials.at(i, j) / sum : std::numeric_limits<double>::quiet_NaN();
    }
    return weights;
}

SmallMatrix outputOf(const SmallMatrix& weights, const SmallMatrix& v) {
    SmallMatrix output = zeros(weights.rows, v.cols);
    for (int i = 0; i < weights.rows; ++i)
        for (int c = 0; c < v.cols; ++c)
            for (int j = 0; j < v.rows; ++j) output.at(i, c) += weights.at(i, j) * v.at(j, c);
    return output;
}

/// H W_O + b_O.
SmallMatrix layerOutputOf(const SmallMatrix& joined, const SmallMatrix& wo) {
    SmallMatrix output = zeros(joined.rows, wo.cols);
    for (int i = 0; i < joined.rows; ++i)
        for (int c = 0; c < wo.cols; ++c) {
            output.at(i, c) = wo.at(joined.cols, c);
            for (int j = 0; j < joined.cols; ++j) output.at(i, c) += joined.at(i, j) * wo.at(j, c);
        }
    return output;
}

void addHead(AttentionSteps& steps, const HeadContext& head) {
    const auto matrix = [&steps](Step step) -> SmallMatrix& { return steps.matrices[size_t(step)]; };
    matrix(Step::Input) = head.x;
    matrix(Step::QueryWeights) = head.wq;
    matrix(Step::KeyWeights) = head.wk;
    matrix(Step::ValueWeights) = head.wv;
    const SmallMatrix& output = steps.of(Step::Output);
    SmallMatrix& joined = matrix(Step::Joined);
    joined = head.joined;
    steps.firstJoined = head.head * output.cols;
    steps.turned = head.rotaryBase > 0;
    for (int i = 0; i < output.rows; ++i)
        for (int c = 0; c < output.cols; ++c)
            joined.at(i, steps.firstJoined + c) = head.ablated ? 0 : output.at(i, c);
    matrix(Step::OutputWeights) = head.wo;
    matrix(Step::LayerOutput) = layerOutputOf(joined, head.wo);
}

AttentionInput threeKeys(SmallMatrix q, SmallMatrix k, SmallMatrix v) {
    return {std::move(q), std::move(k), std::move(v), {false, false, false}, true, 1};
}

}  // namespace

RotaryTurn rotaryTurn(double base, int width, int position, int col) {
    const int half = width / 2, d = col % half;
    const double angle = position * std::pow(base, -2.0 * d / width);
    return col < half ? RotaryTurn{col + half, angle, -1} : RotaryTurn{d, angle, 1};
}

AttentionSteps attentionSteps(const AttentionInput& input, const HeadContext* head) {
    check(input);
    AttentionSteps steps;
    const auto matrix = [&steps](Step step) -> SmallMatrix& { return steps.matrices[size_t(step)]; };
    matrix(Step::Q) = input.q;
    matrix(Step::K) = input.k;
    matrix(Step::V) = input.v;
    matrix(Step::Products) = productsOf(input.q, input.k);
    matrix(Step::Logits) = logitsOf(matrix(Step::Products), input);
    matrix(Step::Exponentials) = exponentialsOf(matrix(Step::Logits), input.temperature);
    matrix(Step::Weights) = weightsOf(matrix(Step::Exponentials));
    matrix(Step::Output) = outputOf(matrix(Step::Weights), input.v);
    if (head) addHead(steps, *head);
    const SmallMatrix& logits = matrix(Step::Logits);
    steps.allMasked = std::ranges::all_of(logits.values, [](double x) { return x == -infinity; });
    return steps;
}

std::vector<StepCells> sourcesOf(const AttentionSteps& steps, Step step, int row, int col) {
    const auto wholeRow = [&steps](Step of, int r) { return StepCells{of, r, 0, 1, steps.of(of).cols}; };
    const auto wholeColumn = [&steps](Step of, int c) { return StepCells{of, 0, c, steps.of(of).rows, 1}; };
    const auto projected = [&](Step weights) -> std::vector<StepCells> {
        if (steps.of(Step::Input).rows == 0) return {};
        std::vector<StepCells> cells{wholeRow(Step::Input, row), wholeColumn(weights, col)};
        if (steps.turned && weights != Step::ValueWeights)
            cells.push_back(wholeColumn(weights, rotaryTurn(1, steps.of(step).cols, row, col).partner));
        return cells;
    };
    switch (step) {
        case Step::Q:
            return projected(Step::QueryWeights);
        case Step::K:
            return projected(Step::KeyWeights);
        case Step::V:
            return projected(Step::ValueWeights);
        case Step::Products:
            return {wholeRow(Step::Q, row), wholeRow(Step::K, col)};
        case Step::Logits:
            return {{Step::Products, row, col, 1, 1}};
        case Step::Exponentials:
            return {wholeRow(Step::Logits, row)};
        case Step::Weights:
            return {wholeRow(Step::Exponentials, row)};
        case Step::Output:
            return {wholeRow(Step::Weights, row), wholeColumn(Step::V, col)};
        case Step::Joined:
            if (const int own = col - steps.firstJoined; own >= 0 && own < steps.of(Step::Output).cols)
                return {{Step::Output, row, own, 1, 1}};
            break;
        case Step::LayerOutput:
            return {wholeRow(Step::Joined, row), wholeColumn(Step::OutputWeights, col)};
        case Step::Input:
        case Step::QueryWeights:
        case Step::KeyWeights:
        case Step::ValueWeights:
        case Step::OutputWeights:
            break;
    }
    return {};
}

const std::vector<AttentionExample>& attentionExamples() {
    // The digits are those that the notebooks print; float32 in the first, four decimals in the others.
    static const std::vector<AttentionExample> examples{
        {"Tutorial in JAX",
         "UvA Deep Learning tutorial 6 (JAX): “Scaled dot product attention”, seed 42",
         threeKeys({3, 2, {-0.6613315, 0.70056266, 0.08239268, -1.7793142, -0.04378588, 1.0965251}},
                   {3, 2, {1.7257481, 0.35568172, 1.3034704, 1.2873708, 1.6871481, -0.5714404}},
                   {3, 2, {1.5129997, 1.1050899, 0.27949408, -0.46224892, -1.1003422, -1.1437942}}),
         {3,
          3,
          {0.27963293, 0.54049295, 0.17987415, 0.22194655, 0.06706189, 0.71099156, 0.27977085, 0.58373076,
           0.13649833}},
         {3, 2, {0.376226, -0.14656176, -0.42778552, -0.5989564, 0.4362476, -0.11678296}},
         1e-6},
        {"Tutorial in PyTorch",
         "UvA Deep Learning tutorial 6 (PyTorch): “Scaled dot product attention”, seed 42",
         threeKeys({3, 2, {0.3367, 0.1288, 0.2345, 0.2303, -1.1229, -0.1863}},
                   {3, 2, {2.2082, -0.6380, 0.4617, 0.2674, 0.5349, 0.8094}},
                   {3, 2, {1.1103, -1.6898, -0.9890, 0.9580, 1.3221, 0.8172}}),
         {3, 3, {0.4028, 0.2886, 0.3086, 0.3538, 0.3069, 0.3393, 0.1303, 0.4630, 0.4067}},
         {3, 2, {0.5698, -0.1520, 0.5379, -0.0265, 0.2246, 0.5556}},
         1e-4},
        {ATTX_TR("model", "Laboratory 8"),
         "Lab 8: “Transformers and Attention-based Explainability”",
         threeKeys({3, 2, {1.5410, -0.2934, -2.1788, 0.5684, -1.0845, -1.3986}},
                   {3, 2, {0.4033, 0.8380, -0.7193, -0.4033, -0.5966, 0.1820}},
                   {3, 1, {-0.8567, 1.1006, -1.0712}}),
         {3, 3, {0.5662, 0.2156, 0.2182, 0.1249, 0.4274, 0.4477, 0.0758, 0.6120, 0.3122}},
         {3, 1, {-0.4815, -0.1161, 0.2741}},
         1e-4},
    };
    return examples;
}

double largestDifference(const AttentionSteps& steps, const AttentionExample& example) {
    double largest = 0;
    const auto compare = [&largest](const SmallMatrix& computed, const SmallMatrix& printed) {
        if (computed.rows != printed.rows || computed.cols != printed.cols) {
            largest = infinity;
            return;
        }
        for (size_t i = 0; i < printed.values.size(); ++i) {
            const double difference = std::abs(computed.values[i] - printed.values[i]);
            largest = std::isnan(difference) ? infinity : std::max(largest, difference);
        }
    };
    compare(steps.of(Step::Weights), example.weights);
    compare(steps.of(Step::Output), example.output);
    return largest;
}

}  // namespace attx
