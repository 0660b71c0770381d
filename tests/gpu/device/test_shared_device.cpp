// How often Vulkan is opened: once for a process, however many ask for it. The loader says so itself.
#include "gpu/device/error_stream.h"
#include "gpu/device/gpu_fixture.h"
#include "gpu/device/shared_device.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

namespace test_shared_device {

NetworkConfig network() { return with(NetworkConfig(), "input_dim=5 num_classes=5"); }

std::unique_ptr<Session> sessionOf(const Backend& backend) {
    auto session = backend.compile(buildProgram(network(), 3), {.batch = 2});
    session->writeParameters(movedParameters(session->program()));
    return session;
}

class TestSharedDevice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {  // the count begins before anything is opened
        qputenv("VK_LOADER_DEBUG", "all");
        ErrorStream said;
        const bool none = listVulkanDevices(SelfTest::None).empty();
        created_ = said.end();
        if (none && qEnvironmentVariable("CI") == QStringLiteral("true")) QFAIL("no Vulkan device");
        if (none) QSKIP("no Vulkan device here; install mesa-vulkan-drivers to test it");
    }
    void oneInstanceAndOneDeviceForAll() {
        ErrorStream said;
        const int devices = static_cast<int>(listVulkanDevices(SelfTest::All).size());
        const VulkanBackend training, again;
        SessionOptions options;
        QVERIFY(training.memoryBytes(buildProgram(network(), 3), options) > 0);
        const Table table = randomTable(network(), 2, 3, false);
        {
            const auto one = sessionOf(training), other = sessionOf(again);
            for (Session* session : {one.get(), other.get()}) {
                session->bind(table);
                QVERIFY(session->evaluate(firstRows(2)).loss > 0);
            }
        }
        (void)sessionOf(training);
        (void)listVulkanDevices(SelfTest::None);
        created_ += said.end();
        QCOMPARE(created_.count(QStringLiteral("vkCreateInstance layer callstack")), 1);
        QCOMPARE(created_.count(QStringLiteral("vkCreateDevice layer callstack")), devices);
    }
    void aLostDeviceIsOpenedAnew() {
        const auto before = gpu::SharedDevice::open(0);
        QVERIFY(gpu::SharedDevice::open(0) == before);
        const Table table = randomTable(network(), 2, 3, false);
        const auto session = sessionOf(VulkanBackend({.loseDeviceAfter = 0}));
        session->bind(table);
        QVERIFY_EXCEPTION_THROWN((void)session->evaluate(firstRows(2)), DeviceLost);
        QVERIFY(gpu::SharedDevice::open(0) != before);
        const auto next = sessionOf(VulkanBackend());
        next->bind(table);
        QVERIFY(next->evaluate(firstRows(2)).loss > 0);
    }
    void manyThreadsShareIt() {  // the queue takes one call at a time
        const Table table = randomTable(network(), 2, 3, false);
        const auto work = [&] {
            const auto session = sessionOf(VulkanBackend());
            session->bind(table);
            double loss = 0;
            for (int i = 0; i < 20; ++i) loss = session->evaluate(firstRows(2)).loss;
            return loss;
        };
        double losses[3] = {};
        {
            std::vector<std::unique_ptr<QThread>> threads;
            for (double& loss : losses) {
                threads.emplace_back(QThread::create([&loss, &work] { loss = work(); }));
                threads.back()->start();
            }
            for (const auto& thread : threads) QVERIFY(thread->wait());
        }
        QVERIFY(losses[0] > 0);
        QCOMPARE(losses[1], losses[0]);
        QCOMPARE(losses[2], losses[0]);
    }

private:
    QString created_;
};

TEST_CLASS(TestSharedDevice, QCoreApplication)

}  // namespace test_shared_device
#include "test_shared_device.moc"
