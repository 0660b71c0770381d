// Each kernel in all its variants at odd shapes, as a network of one or two operations, against the naive
// reference.
#include "gpu/device/gpu_fixture.h"
#include "gpu/plan/plan.h"
#include "gpu/report/kernel_cases.h"
#include "runner.h"

using namespace attx;

namespace test_vulkan_kernels {

class TestVulkanKernels : public QObject {
    Q_OBJECT
    /// ATTX_FEWER_TILES: products in two of their tiles, for a driver that compiles each for seconds.
    const std::vector<KernelCase> cases_ = kernelCases(!qEnvironmentVariableIsSet("ATTX_FEWER_TILES"));

private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void kernel_data() {
        QTest::addColumn<size_t>("at");
        for (size_t i = 0; i < cases_.size(); ++i)
            QTest::addRow("%s, %s", cases_[i].variant.empty() ? "of the device" : cases_[i].variant.c_str(),
                          cases_[i].name.c_str())
                << i;
    }
    void kernel() {
        QFETCH(size_t, at);
        const KernelCase& kernelCase = cases_[at];
        const KernelResult result = runKernelCase(kernelCase, 0);
        QVERIFY2(result.problem.empty(), result.problem.c_str());
        if (kernelCase.folded)
            for (const char* folded : {"head", "product_forward_normed", "product_input_gradient_normed"})
                QVERIFY2(std::any_of(result.kernels.begin(), result.kernels.end(),
                                     [&](const std::string& kernel) { return kernel.starts_with(folded); }),
                         folded);
    }
};

TEST_CLASS(TestVulkanKernels, QCoreApplication)

}  // namespace test_vulkan_kernels
#include "test_vulkan_kernels.moc"
