#include "model/heads/head_steps.h"

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/positions.h"

namespace attx {
namespace {

/// [rows, cols] by a function of row and column.
template <class At>
SmallMatrix matrixOf(int rows, int cols, At at) {
    SmallMatrix m{rows, cols, std::vector<double>(size_t(rows) * cols)};
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) m.at(row, col) = double(at(row, col));
    return m;
}

/// The columns [first, first + cols) of what was read, [rows, width].
SmallMatrix columnsOf(const std::vector<float>& read, int width, int first, int cols) {
    const auto rows = int(read.size() / size_t(width));
    return matrixOf(rows, cols, [&](int row, int col) {
        return read[size_t(row) * size_t(width) + size_t(first + col)];
    });
}

/// The columns [first, first + out) of W and b in x W + b, from PyTorch's [all of out, in]: [in + 1, out].
SmallMatrix projection(const float* weight, const std::vector<float>& bias, int in, int first, int out) {
    return matrixOf(in + 1, out, [&](int row, int col) {
        return row == in ? bias[first + col] : weight[ptrdiff_t(first + col) * in + row];
    });
}

}  // namespace

HeadSteps headSteps(Inspector& inspector, int layer, int head) {
    const NetworkConfig& network = inspector.network();
    if (layer < 0 || layer >= network.numLayers || head < 0 || head >= network.numHeads)
        throw inputError("There is no head " + std::to_string(head) + " in layer " + std::to_string(layer) +
                         "; the network has " + counted(network.numLayers, "layer") + " of " +
                         counted(network.numHeads, "head") + ", counted from 0.");
    const int C = network.modelDim, NH = network.numHeads, HS = network.headDim();
    const Block& block = inspector.program().blocks[layer];
    const Ablation& ablation = inspector.ablation();
    auto context = std::make_shared<HeadContext>();
    context->layer = layer;
    context->head = head;
    if (network.positions == Positions::Rotary) context->rotaryBase = network.rotaryBase;
    context->heads = NH;
    context->ablated = !ablation.headGates.empty() && ablation.headGates[layer * NH + head] == 0;
    context->x = columnsOf(inspector.read(block.attentionInput), C, 0, C);
    const int T = context->x.rows;
    const auto weights = [&](int which) {  // 0: of q, 1: of k, 2: of v
        const HeadRows rows = headRows(network, head, which);
        return projection(inspector.parameter(rows.weight, layer),
                          inspector.biasOf(rows.bias, rows.weight, layer), C, rows.first, HS);
    };
    context->wq = weights(0);
    context->wk = weights(1);
    context->wv = weights(2);
    context->joined = columnsOf(inspector.read(block.mixed), NH * HS, 0, NH * HS);
    context->wo = projection(inspector.parameter(Role::AttentionOutputWeight, layer),
                             inspector.biasOf(Role::AttentionOutputBias, Role::AttentionOutputWeight, layer),
                             NH * HS, 0, C);
    const std::vector<float> attention = inspector.read(block.probabilities);
    context->weights = matrixOf(T, T, [&](int i, int j) {
        return attention[(size_t(head * T) + size_t(i)) * size_t(T) + size_t(j)];
    });

    const std::vector<float> qkv = inspector.read(block.qkv);
    const auto part = [&](int which) { return columnsOf(qkv, 3 * NH * HS, (3 * head + which) * HS, HS); };
    HeadSteps steps{{part(0), part(1), part(2), std::vector<bool>(size_t(T))}, context};
    steps.input.causal = network.causal;
    if (network.positions == Positions::Alibi) steps.input.slope = alibiSlope(head, NH);
    for (const int32_t position : ablation.maskedTokens) steps.input.masked[position] = true;
    (void)attentionSteps(steps.input);  // says what cannot be computed
    return steps;
}

}  // namespace attx
