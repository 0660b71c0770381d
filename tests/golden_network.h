// The golden files, and a macro that compares with them.
#pragma once
#include <QtTest>
#include <cmath>

#include "model/evaluate/reference_values.h"
#include "model/files/error.h"

namespace attx {

/// The folder that ATTX_GOLDEN names, else ../shared/golden beside the checkout.
inline std::string goldenFolder() {
    if (const char* folder = std::getenv("ATTX_GOLDEN")) return folder;
    return std::string(ATTX_SOURCE_DIR) + "/../shared/golden";
}

/// Paths of the files arch_*.safetensors of the golden folder, sorted; none where there is no folder.
inline QStringList architectureFiles() {
    const QDir folder(QString::fromStdString(goldenFolder()));
    QStringList paths;
    for (const QString& name : folder.entryList({QStringLiteral("arch_*.safetensors")}, QDir::Files))
        paths << folder.filePath(name);
    return paths;
}

/// For compareNetwork() and its like: fails with the first problem.
#define VERIFY_NO_PROBLEM(compared)                                       \
    do {                                                                  \
        const std::vector<std::string> said = (compared);                 \
        QVERIFY2(said.empty(), said.empty() ? "" : said.front().c_str()); \
    } while (false)

inline std::vector<int32_t> narrow(const std::vector<int64_t>& values) {
    return {values.begin(), values.end()};
}

}  // namespace attx
