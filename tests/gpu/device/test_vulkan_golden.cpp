// The golden values again, on the Vulkan device.
#include <filesystem>

#include "golden_network.h"
#include "gpu/device/gpu_fixture.h"
#include "runner.h"

using namespace attx;

class TestVulkanGolden : public QObject {
    Q_OBJECT
    static void rows(std::initializer_list<const char*> fixtures, std::initializer_list<const char*> golden) {
        QTest::addColumn<QString>("path");
        for (const char* name : fixtures)
            QTest::newRow(name)
                << QStringLiteral(ATTX_TEST_DATA "/%1.safetensors").arg(QString::fromUtf8(name));
        for (const char* name : golden)
            QTest::newRow(name) << QStringLiteral("%1/%2.safetensors")
                                       .arg(QString::fromStdString(goldenFolder()), QString::fromUtf8(name));
    }

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void network_data() {
        rows({"fixture_reverse", "fixture_masked", "fixture_set", "fixture_text"},
             {"reverse_small", "anomaly_small", "text_small"});
    }
    void network() {
        QFETCH(QString, path);
        if (!std::filesystem::exists(path.toStdString()))
            QSKIP(qPrintable(path + QStringLiteral(" is not there")));
        VERIFY_NO_PROBLEM(compareNetwork(VulkanBackend(), readSafeTensors(path.toStdString())));
    }

    void architectures_data() {
        QTest::addColumn<QString>("path");
        for (const QString& path : architectureFiles())
            QTest::newRow(qPrintable(QFileInfo(path).completeBaseName())) << path;
        if (architectureFiles().isEmpty()) QTest::newRow("none") << QString();
    }
    void architectures() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("There is no golden folder");
        const SafeTensors file = readSafeTensors(path.toStdString());
        if (const std::string why = whyNotTaken(file); !why.empty()) QSKIP(why.c_str());
        VERIFY_NO_PROBLEM(compareNetwork(VulkanBackend(), file));
    }

    void maskedAttention_data() { rows({}, {"masked_attention"}); }
    void maskedAttention() {
        QFETCH(QString, path);
        if (!std::filesystem::exists(path.toStdString()))
            QSKIP(qPrintable(path + QStringLiteral(" is not there")));
        VERIFY_NO_PROBLEM(compareMaskedAttention(VulkanBackend(), readSafeTensors(path.toStdString())));
    }
};

TEST_CLASS(TestVulkanGolden, QCoreApplication)
#include "test_vulkan_golden.moc"
