// What a run takes on a graphics device, and what is said where that is too much.
#include <QtTest>

#include "app/devices/backends.h"
#include "app/devices/device_memory.h"
#include "model/files/error.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_device_memory {

constexpr int64_t megabyte = 1'000'000;

/// As a plan does: so much for each token of the batch, and a batch of more than 1000 is never possible.
int64_t bytesOf(const RunConfig& config) {
    if (config.training.batchSize > 1000) throw inputError("The network needs 9 GB on the device.");
    return int64_t{config.training.batchSize} * config.data.length * megabyte;
}

class TestDeviceMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSentenceSaysWhatWouldFit() {
        RunConfig config = presetWith("reverse", "training.batch_size=100 data.length=10");
        QVERIFY(!deviceMemoryProblem(config, bytesOf, 1000 * megabyte));
        const std::string problem = deviceMemoryProblem(config, bytesOf, 999 * megabyte).value_or("");
        for (const char* piece : {"needs about", "on the graphics device", "training.batch_size=99",
                                  "data.length=9", "--device cpu"})
            QVERIFY2(problem.find(piece) != std::string::npos, problem.c_str());
        config.training.batchSize = 2000;  // what can never fit has the plan's own words
        const std::string never = deviceMemoryProblem(config, bytesOf, 1000 * megabyte).value_or("");
        for (const char* piece : {"The network needs 9 GB", "training.batch_size=100"})
            QVERIFY2(never.find(piece) != std::string::npos, never.c_str());
    }

    void theProcessorHasNone() {
        RunConfig config = presetWith("reverse", "device=cpu");
        QVERIFY(!graphicsDevice(config.device));
        requireFitsDevice(config, nullptr);
        config.device = "auto";
        requireFitsDevice(config, nullptr);
    }

    void aDeviceRefusesWhatItCannotHold() {
        if (listVulkanDevices(SelfTest::None).empty())
            QSKIP("no Vulkan device here; install mesa-vulkan-drivers to test it");
        RunConfig config = presetWith("reverse", "device=vulkan");
        requireFitsDevice(config, nullptr);
        const int64_t small = deviceMemoryBytes(config, 0, nullptr);
        config.training.batchSize *= 4;
        QVERIFY(deviceMemoryBytes(config, 0, nullptr) > small);
        DataSet data;
        QVERIFY(deviceMemoryBytes(config, 0, &data) < deviceMemoryBytes(config, 0, nullptr));
        config.data.length = 1 << 14;
        config.training.batchSize = 4096;
        VERIFY_SAYS(thrownMessage([&] { requireFitsDevice(config, nullptr); }),
                    "It would fit with at most data.length=");
    }
};

TEST_CLASS(TestDeviceMemory, QCoreApplication)

}  // namespace test_device_memory
#include "test_device_memory.moc"
