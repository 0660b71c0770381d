#include "model/network/program_part.h"

#include <algorithm>

#include "model/network/program_analysis.h"

namespace attx {
namespace {

/// Keeps the tensors that the operations name, and numbers them anew.
void dropUnusedTensors(Program& program) {
    std::vector<TensorId> numbers(program.tensors.size(), -1);
    std::vector<TensorInfo> kept;
    const auto renumber = [&](TensorId& id) {
        TensorId& number = numbers[static_cast<size_t>(id)];
        if (number < 0) {
            number = static_cast<TensorId>(kept.size());
            kept.push_back(program.tensors[static_cast<size_t>(id)]);
        }
        id = number;
    };
    for (Op& op : program.ops) visitTensors(op, renumber);
    std::vector<TensorId> attention;
    for (const TensorId id : program.attention)
        if (numbers[static_cast<size_t>(id)] >= 0) attention.push_back(numbers[static_cast<size_t>(id)]);
    program.attention = std::move(attention);
    if (program.pooling)
        program.pooling = {numbers[static_cast<size_t>(program.pooling->y)],
                           numbers[static_cast<size_t>(program.pooling->argmax)]};
    program.logits = numbers[static_cast<size_t>(program.logits)];
    program.tensors = std::move(kept);
}

/// The norms of an encoder layer among the operations, as indices.
struct Norms {
    size_t first, second;
};
Norms normsOf(const Program& whole, int layer) {
    const TensorId output = whole.layerInput(layer + 1);
    Norms norms{};
    for (size_t i = 0; i < whole.ops.size(); ++i)
        if (const auto* norm = std::get_if<Norm>(&whole.ops[i])) {
            norms = {norms.second, i};
            if (norm->y == output) break;
        }
    return norms;
}

}  // namespace

Program partOf(const Program& whole, const ProgramPart& part, bool masked) {
    Program program = whole;
    size_t first = 0, past = whole.ops.size();
    TensorId begin = 0;
    std::optional<TensorId> answer;  // other than the logits
    if (part.kind == PartKind::FromLayer || part.kind == PartKind::UpToSum) {
        begin = whole.layerInput(part.kind == PartKind::FromLayer ? part.layer : 0);
        first = readersOfTensors(whole, whole.ops)[static_cast<size_t>(begin)].front();
        if (part.kind == PartKind::UpToSum) {
            past = normsOf(whole, part.layer).first - 2;  // without the dropout and the sum
            answer = std::get<Dropout>(whole.ops[past]).x;
        }
    } else {
        const Norms norms = normsOf(whole, part.layer);
        first = norms.first;
        begin = std::get<Norm>(whole.ops[first]).x;
        if (part.kind == PartKind::RestOfLayer) {
            past = norms.second + 1;
            answer = std::get<Norm>(whole.ops[norms.second]).y;
        }
    }
    const int width = static_cast<int>(whole.tensors[static_cast<size_t>(begin)].shape.back());
    program.config.input = InputKind::Features;
    program.config.inputDim = width;
    std::vector<Op> ops{LoadFeatures{begin}};
    ops.insert(ops.end(), program.ops.begin() + static_cast<ptrdiff_t>(first),
               program.ops.begin() + static_cast<ptrdiff_t>(past));
    if (answer) {
        program.logits = *answer;
        program.pooling.reset();
        program.config.output = OutputKind::Positions;
        program.config.numClasses = width;
        ops.emplace_back(CrossEntropy{program.logits, program.length, width});
    }
    for (Op& op : ops)
        if (auto* attention = std::get_if<Attention>(&op)) attention->masked |= masked;
    program.ops = std::move(ops);
    dropUnusedTensors(program);
    // One gate for each head; backends make room for at least one layer of them.
    program.config.numLayers = std::max(1, static_cast<int>(program.attention.size()));
    return program;
}

}  // namespace attx
