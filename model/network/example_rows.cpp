#include "model/network/example_rows.h"

#include <algorithm>

#include "model/data/philox.h"

namespace attx {

Table exampleRows(const Program& program, int batch) {
    const NetworkConfig& network = program.config;
    Table table;
    PhiloxSequence random(1, RandomStream::Data);
    const auto below = [&](int bound) { return int32_t(random.below(uint32_t(bound))); };
    const int64_t positions = int64_t{batch} * program.given();
    table.length = program.given();
    table.rows = int64_t{batch} * program.rowsPerSequence();
    if (network.input == InputKind::Tokens) {
        for (int64_t i = 0; i < positions; ++i) table.tokens.push_back(below(network.inputDim));
    } else {
        table.rows = positions;
        table.featureDim = network.inputDim;
        for (int64_t i = 0; i < positions * network.inputDim; ++i)
            table.features.push_back(random.uniform(-1, 1));
        for (int64_t i = 0; i < positions; ++i) table.classes.push_back(i % program.given() == 0 ? 1 : 0);
    }
    const int64_t labels = network.output == OutputKind::Set      ? 0
                           : network.output == OutputKind::Pooled ? table.rows
                                                                  : positions;
    for (int64_t i = 0; i < labels; ++i) table.labels.push_back(below(std::max(network.numClasses, 2)));
    return table;
}

}  // namespace attx
