#include "model/network/positions.h"

#include <cmath>

namespace attx {

std::vector<float> positionalEncoding(int length, int dim) {
    std::vector<float> table(static_cast<size_t>(length) * size_t(dim));
    for (int pos = 0; pos < length; ++pos) {
        for (int i = 0; i < dim; ++i) {
            const double angle = pos * std::exp(-std::log(10000.0) * (i - i % 2) / dim);
            table[size_t(pos) * size_t(dim) + size_t(i)] =
                float(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return table;
}

Turns rotaryTurns(const Program& program) {
    Turns turns;
    const NetworkConfig& network = program.config;
    if (network.positions != Positions::Rotary) return turns;
    const int width = network.headDim();
    for (int pos = 0; pos < program.length; ++pos)
        for (int d = 0; d < width / 2; ++d) {
            const double angle = pos * std::pow(network.rotaryBase, -2.0 * d / width);
            turns.cosines.push_back(float(std::cos(angle)));
            turns.sines.push_back(float(std::sin(angle)));
        }
    return turns;
}

double alibiSlope(int head, int heads) { return std::exp2(-8.0 * (head + 1) / heads); }

}  // namespace attx
