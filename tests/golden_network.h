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

/// Paths of the files of the golden folder that match one of `patterns`, sorted; none where there is no
/// folder.
inline QStringList goldenFiles(const QStringList& patterns) {
    const QDir folder(QString::fromStdString(goldenFolder()));
    QStringList paths;
    for (const QString& name : folder.entryList(patterns, QDir::Files)) paths << folder.filePath(name);
    return paths;
}
inline QStringList architectureFiles() { return goldenFiles({QStringLiteral("arch_*.safetensors")}); }

/// A network of the folder models next to the golden one, else of that next to the checkout.
inline QString modelPath(const std::string& name) {
    const QString path = QString::fromStdString(goldenFolder() + "/../models/" + name);
    return QFileInfo::exists(path)
               ? path
               : QString::fromStdString(std::string(ATTX_SOURCE_DIR) + "/../shared/models/" + name);
}

/// Goes on if the golden file is there ("": any). Else the test is skipped, but fails where ATTX_GOLDEN names
/// the folder.
#define REQUIRE_GOLDEN(path)                                                                                 \
    do {                                                                                                     \
        const QString neededPath =                                                                           \
            (path).isEmpty() ? QString::fromStdString(attx::goldenFolder() + "/*") : (path);                 \
        if (!QFileInfo::exists(neededPath) && !qEnvironmentVariableIsSet("ATTX_GOLDEN"))                     \
            QSKIP(                                                                                           \
                qPrintable(neededPath + " is not there; name the golden folder by ATTX_GOLDEN to test it")); \
        QVERIFY2(QFileInfo::exists(neededPath), qPrintable(neededPath));                                     \
    } while (false)

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
