// The report of a graphics device, as a library and as the program that a person runs.
#include "gpu/report/report.h"

#include <QProcess>

#include "gpu/device/gpu_fixture.h"
#include "gpu/report/bench_task.h"
#include "model/native/native_session.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;
using Json = nlohmann::ordered_json;

namespace test_report {

/// What a program says and how it ends.
struct Ran {
    int status = -1;
    QByteArray out, errors;
    [[nodiscard]] Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

Ran run(const char* program, const QStringList& arguments, const QStringList& environment = {}) {
    QProcess process;
    process.setEnvironment(QProcess::systemEnvironment() + environment);
    process.start(QStringLiteral(ATTX_PROGRAMS "/") + QString::fromUtf8(program), arguments);
    if (!process.waitForFinished(300000)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

class TestReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }

    void aWholeReport() {
        std::vector<std::string> parts;
        ReportOptions options{.references = ATTX_TEST_DATA, .everything = false};
        options.seconds = 60;  // a driver that has compiled nothing yet takes half of it
        options.told = [&](const std::string& part, double share) {
            QVERIFY(share >= 0 && share <= 1);
            parts.push_back(part);
        };
        const Json report = makeReport(options);
        QVERIFY2(report["failures"].empty(), report["failures"].dump().c_str());
        for (const char* key : {"devices", "kernels", "golden", "training", "determinism", "timings",
                                "failures", "left_out", "tiles"})
            QVERIFY2(report.contains(key), key);
        QCOMPARE(parts.front(), std::string("devices"));
        QCOMPARE(parts.at(1), std::string("golden"));
        QCOMPARE(parts.at(2), std::string("kernels"));
        QVERIFY(!report["training"].empty());
        QCOMPARE(report["training"][0]["preset"].get<std::string>(), std::string("reverse"));
        QVERIFY(report["training"][0]["losses_apart"].get<double>() < 1e-5);
        QCOMPARE(report["golden"].size(), size_t{4});
        QVERIFY(report["kernels"]["cases"].get<int>() > 20);
        QVERIFY(report["kernels"]["apart"].contains("norm_forward"));
        // Nothing is left out without being named.
        const std::string all = report["left_out"].dump();
        for (const char* part : {"start", "profile", "auto", "lost_device"})
            QVERIFY2(!report[part].empty() || all.find(part) != std::string::npos, part);
        const std::string text = reportText(report);
        QVERIFY(text.find("Nothing wrong.") != std::string::npos);
        QVERIFY(text.find(report["devices"][0]["description"].get<std::string>()) != std::string::npos);
    }

    /// A report trains each preset for ten steps; software devices are too slow to come so far.
    void everyPresetHasRowsOfItsShape() {
        std::vector<std::string> names{"language", "vision"};
        for (const auto& [name, config] : presets()) names.push_back(name);
        for (const std::string& name : names) {
            const BenchTask task = benchTask(name);
            const auto session = benchSession(NativeBackend(), task);
            QVERIFY2(timeSteps(*session, task, 1).clock > 0, name.c_str());
        }
    }

    void aWrongKernelIsNamed_data() {
        QTest::addColumn<QString>("kernel");
        for (const char* name : {"norm_forward", "attention_backward"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void aWrongKernelIsNamed() {
        QFETCH(QString, kernel);
        const Ran ran = run("attx-gpu-planted",
                            {QStringLiteral("--json"), QStringLiteral("--short"), QStringLiteral("--seconds"),
                             QStringLiteral("40")},
                            {QStringLiteral("ATTX_PLANTED=") + kernel});
        QCOMPARE(ran.status, 1);
        const Json report = ran.json();
        QVERIFY(std::any_of(report["failures"].begin(), report["failures"].end(), [&](const Json& sentence) {
            const std::string text = sentence;
            return text.starts_with("kernels: ") && text.find(kernel.toStdString()) != std::string::npos;
        }));
        QVERIFY(reportText(report).find("WRONG, kernels: ") != std::string::npos);
    }

    void withoutADevice() {
        const Ran ran =
            run("attx-gpu-report", {QStringLiteral("--json")},
                {QStringLiteral("VK_ICD_FILENAMES=/none"), QStringLiteral("VK_DRIVER_FILES=/none")});
        QCOMPARE(ran.status, 0);
        const Json report = ran.json();
        QVERIFY(report["devices"].is_array() && report["devices"].empty());
        QVERIFY(report["failures"].empty());
        QVERIFY(reportText(report).find("No Vulkan device here") != std::string::npos);
    }

    void wrongArguments_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("a word") << QStringList{QStringLiteral("fast")};
        QTest::newRow("no value") << QStringList{QStringLiteral("--seconds")};
        QTest::newRow("no number") << QStringList{QStringLiteral("--seconds"), QStringLiteral("ten")};
        QTest::newRow("no time") << QStringList{QStringLiteral("--seconds"), QStringLiteral("0")};
        QTest::newRow("no such device")
            << QStringList{QStringLiteral("--device"), QStringLiteral("vulkan:99")};
        QTest::newRow("not a device") << QStringList{QStringLiteral("--device"), QStringLiteral("cpu")};
        QTest::newRow("no such folder") << QStringList{QStringLiteral("--golden"), QStringLiteral("/none")};
    }
    void wrongArguments() {
        QFETCH(QStringList, arguments);
        const Ran ran = run("attx-gpu-report", arguments);
        QCOMPARE(ran.status, 2);
        QVERIFY(!ran.errors.isEmpty() && ran.out.isEmpty());
    }
};

TEST_CLASS(TestReport, QCoreApplication)

}  // namespace test_report
#include "test_report.moc"
