#include "model/network/positions.h"

#include <cmath>

namespace attx {

std::vector<float> positionalEncoding(int length, int dim) {
    std::vector<float> table(static_cast<size_t>(length) * static_cast<size_t>(dim));
    for (int pos = 0; pos < length; ++pos) {
        for (int i = 0; i < dim; ++i) {
            const double angle = pos * std::exp(-std::log(10000.0) * (i - i % 2) / dim);
            table[static_cast<size_t>(pos) * static_cast<size_t>(dim) + static_cast<size_t>(i)] =
                static_cast<float>(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return table;
}

}  // namespace attx
