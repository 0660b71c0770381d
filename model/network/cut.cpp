#include "model/network/cut.h"

#include <algorithm>

#include "model/files/error.h"
#include "model/network/program_analysis.h"

namespace attx {

Program cut(const Program& whole, TensorId from, TensorId to) {
    const auto info = [&](TensorId id) -> const TensorInfo& { return whole.tensors[id]; };
    std::vector<bool> needed(whole.tensors.size(), false);
    needed[to] = true;
    std::vector<Op> ops;  // Operations from the last to the first
    for (size_t i = whole.ops.size(); i-- > 0;) {
        const OpInfo op = opInfo(whole, whole.ops[i]);
        const auto wanted = [&](TensorId id) { return id != from && needed[id]; };
        if (std::ranges::none_of(op.writes, wanted)) continue;
        if (op.reads.empty())
            throw inputError("\"" + info(to).name + "\" is made of the network's input, too, not of \"" +
                             info(from).name + "\" alone.");
        for (const TensorId id : op.reads) needed[id] = true;
        ops.push_back(whole.ops[i]);
    }
    ops.emplace_back(LoadFeatures{from});
    std::ranges::reverse(ops);

    Program program = whole;
    program.config.input = InputKind::Features;
    program.config.classToken = false;  // one of the positions
    program.config.inputDim = int(info(from).shape.back());
    if (to == whole.logits) {
        ops.push_back(whole.ops.back());
    } else {
        const int width = int(info(to).shape.back());
        program.logits = to;
        program.config.output = OutputKind::Positions;
        program.config.numClasses = width;
        ops.emplace_back(CrossEntropy{to, program.length, width});
    }
    program.ops = std::move(ops);
    return program;
}

}  // namespace attx
