// What the tests of gpu/ share: a device with validation, or a reason to skip; comparison with the native
// execution.
#pragma once
#include <QtTest>

#include "gpu/device/vulkan_backend.h"
#include "gpu/report/samples.h"
#include "model/native/native_session.h"
#include "runner.h"

/// First line of initTestCase: validation is on, and there is a device. Without one the tests fail where
/// CI=true, since the software device is a package, and are skipped elsewhere.
#define REQUIRE_VULKAN()                                                                                  \
    do {                                                                                                  \
        qputenv("ATTX_VULKAN_VALIDATION", "1");                                                           \
        if (attx::listVulkanDevices(attx::SelfTest::None).empty()) {                                      \
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
    const Rows<QString, bool> row("variant", "fuse");
    for (const char* name : {"", "32x32", "32x32k4", "64x64", "128x128"})
        row(*name ? name : "of the device", name, false);
    row("tried", "trial", false);
    row("fused", "32x32", true);
}

}  // namespace attx
