// What the tests of gpu/ share: a device with validation, or a reason to skip; networks and data of odd
// sizes; comparison with the native execution.
#pragma once
#include <QtTest>
#include <cmath>
#include <numeric>

#include "gpu/device/vulkan_backend.h"
#include "model/data/philox.h"
#include "model/native/native_session.h"

/// First line of initTestCase: validation is on, and there is a device. Without one the tests fail where
/// CI=true, since the software device is a package, and are skipped elsewhere.
#define REQUIRE_VULKAN()                                                                                  \
    do {                                                                                                  \
        qputenv("ATTX_VULKAN_VALIDATION", "1");                                                           \
        if (attx::listVulkanDevices(false).empty()) {                                                     \
            if (qEnvironmentVariable("CI") == QStringLiteral("true"))                                     \
                QFAIL("no Vulkan device; install mesa-vulkan-drivers and vulkan-validationlayers");       \
            QSKIP(                                                                                        \
                "no Vulkan device here; install mesa-vulkan-drivers and vulkan-validationlayers to test " \
                "it");                                                                                    \
        }                                                                                                 \
    } while (false)

/// In cleanup(): a message of validation fails the test that caused it.
#define REQUIRE_NO_MESSAGE()                                                  \
    do {                                                                      \
        const std::vector<std::string> said = attx::takeValidationMessages(); \
        QVERIFY2(said.empty(), said.empty() ? "" : said.front().c_str());     \
    } while (false)

namespace attx {

/// Random rows for `c`, with labels of its kind; lengths if asked. A set's first member is the odd one.
inline Table randomTable(const NetworkConfig& c, int rows, int length, bool masked, uint64_t seed = 5) {
    Table t;
    PhiloxSequence random(seed, RandomStream::Data);
    const auto below = [&](int bound) {
        return static_cast<int32_t>(random.below(static_cast<uint32_t>(bound)));
    };
    const bool isTokens = c.input == InputKind::Tokens;
    const int64_t n = int64_t{rows} * length;
    t.length = length;
    t.rows = isTokens ? rows : n;
    if (isTokens) {
        for (int64_t i = 0; i < n; ++i) t.tokens.push_back(below(c.inputDim));
    } else {
        t.featureDim = c.inputDim;
        for (int64_t i = 0; i < n * c.inputDim; ++i) t.features.push_back(random.uniform(-1, 1));
        for (int64_t i = 0; i < n; ++i) t.classes.push_back(i % length == 0 ? 1 : 0);
    }
    if (masked)
        for (int64_t row = 0; row < t.rows; ++row) t.lengths.push_back(1 + below(length));
    if (c.output == OutputKind::Pooled)
        for (int64_t i = 0; i < t.rows; ++i) t.labels.push_back(below(std::max(c.numClasses, 2)));
    if (c.output == OutputKind::Positions)
        for (int64_t i = 0; i < t.rows * length; ++i)
            t.labels.push_back(masked && i % length >= t.lengths[static_cast<size_t>(i / length)]
                                   ? -1
                                   : below(c.numClasses));
    return t;
}

inline std::vector<float> randomValues(int64_t n, uint64_t seed, float size = 1) {
    PhiloxSequence random(seed, RandomStream::Parameters, 1000);
    std::vector<float> values(static_cast<size_t>(n));
    for (float& value : values) value = random.uniform(-size, size);
    return values;
}

/// Initial parameters, moved away from zeros and ones.
inline std::vector<float> movedParameters(const Program& program, uint64_t seed = 3) {
    std::vector<float> parameters = initialParameters(program, seed);
    const std::vector<float> moves = randomValues(program.parameterCount(), seed, 0.2f);
    for (size_t i = 0; i < parameters.size(); ++i) parameters[i] += moves[i];
    return parameters;
}

/// Every head at a gate of its own, one of them off if there are more; every third key hidden, but never the
/// last.
inline Ablation randomAblation(const Program& program, uint64_t seed = 4) {
    Ablation ablation{randomValues(int64_t{program.config.numLayers} * program.config.numHeads, seed, 1.5f),
                      {}};
    if (ablation.headGates.size() > 1) ablation.headGates[1] = 0;
    for (int32_t position = 0; position + 1 < program.length; position += 3)
        ablation.maskedTokens.push_back(position);
    return ablation;
}

inline std::vector<int32_t> firstRows(int64_t n) {
    std::vector<int32_t> rows(static_cast<size_t>(n));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

/// The largest difference, as a share of the largest value of b (or of 1e-3, where all are tiny).
inline double relative(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) return INFINITY;
    double difference = 0, largest = 1e-3;
    for (size_t i = 0; i < a.size(); ++i) {
        const double found = static_cast<double>(a[i]), expected = static_cast<double>(b[i]);
        if (!std::isfinite(found)) return INFINITY;
        difference = std::max(difference, std::abs(found - expected));
        largest = std::max(largest, std::abs(expected));
    }
    return difference / largest;
}

#define VERIFY_CLOSE(found, expected, tolerance, what)                                       \
    do {                                                                                     \
        const double apart = attx::relative(found, expected);                                \
        QVERIFY2(apart <= (tolerance), qPrintable(QStringLiteral("%1: %2 apart, at most %3") \
                                                      .arg(QString::fromStdString(what))     \
                                                      .arg(apart)                            \
                                                      .arg(tolerance)));                     \
    } while (false)

/// The ways in which a network can run on a device, as rows "variant", "fuse".
inline void addVariants() {
    QTest::addColumn<QString>("variant");
    QTest::addColumn<bool>("fuse");
    for (const char* name : {"", "32x32", "32x32k4", "64x64", "128x128"})
        QTest::newRow(*name ? name : "of the device") << QString::fromUtf8(name) << false;
    QTest::newRow("tried") << QStringLiteral("trial") << false;
    QTest::newRow("fused") << QStringLiteral("32x32") << true;
}

}  // namespace attx
