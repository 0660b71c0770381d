// The golden values of explanations that run parts of the network again, on the Vulkan device.
#include <filesystem>

#include "golden_explain.h"
#include "gpu/device/gpu_fixture.h"
#include "runner.h"

using namespace attx;

class TestVulkanGoldenExplain : public QObject {
    Q_OBJECT
    template <class Compare>
    static void check(const char* name, Compare compare) {
        const std::string path = goldenFolder() + "/" + name + ".safetensors";
        if (!std::filesystem::exists(path))
            QSKIP(qPrintable(QString::fromStdString(path) + QStringLiteral(" is not there")));
        compare(VulkanBackend(), readSafeTensors(path));
    }

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void methods() { check("explain_more", compareExplainMore); }
    void patching() { check("explain_more", comparePatching); }
    void faithfulness() { check("faithfulness", compareFaithfulness); }
};

TEST_CLASS(TestVulkanGoldenExplain, QCoreApplication)
#include "test_vulkan_golden_explain.moc"
