// Arrays of floats from a kernel, compared with those of the naive one.
#pragma once
#include <QByteArray>
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/data/philox.h"
#include "model/reference/operations.h"

namespace kernel_arrays {

using attx::PhiloxSequence;
using attx::RandomStream;
using reference::Array;
using Floats = std::vector<float>;

inline Floats randomFloats(size_t n, uint32_t seed, float scale = 1) {
    PhiloxSequence random(seed, RandomStream::Data);
    Floats values(n);
    for (float& v : values) v = random.uniform(-scale, scale);
    return values;
}

inline Array wide(const Floats& values) { return {values.begin(), values.end()}; }

/// Empty if all are within `tolerance` of max(1, |expected|); else the worst one, in words.
inline QByteArray compare(const Floats& found, const Array& expected, double tolerance = 2e-5) {
    if (found.size() != expected.size()) return "sizes differ";
    for (size_t i = 0; i < found.size(); ++i) {
        const double difference = std::abs(static_cast<double>(found[i]) - expected[i]);
        if (!(difference <= tolerance * std::max(1.0, std::abs(expected[i]))))
            return QByteArray("element ") + QByteArray::number(static_cast<qulonglong>(i)) + ": " +
                   QByteArray::number(static_cast<double>(found[i])) + ", expected " +
                   QByteArray::number(expected[i]);
    }
    return {};
}

#define COMPARE_ARRAYS(...)                                     \
    do {                                                        \
        const QByteArray difference = compare(__VA_ARGS__);     \
        QVERIFY2(difference.isEmpty(), difference.constData()); \
    } while (false)

}  // namespace kernel_arrays
