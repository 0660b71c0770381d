// Which devices and queues are found.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "gpu/device/device.h"
#include "gpu/device/gpu_fixture.h"
#include "runner.h"

using namespace attx;

namespace test_device {

/// The description of a driver in software, of this system or of the tests' environment.
QString softwareDriver() {
    const QString chosen = qEnvironmentVariable("VK_ICD_FILENAMES");
    if (!chosen.isEmpty()) return chosen;
    const QDir drivers(QStringLiteral("/usr/share/vulkan/icd.d"));
    const QStringList names = drivers.entryList({QStringLiteral("lvp_icd*.json")});
    return names.empty() ? QString() : drivers.filePath(names.front());
}

class TestDevice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDriverThatIsVulkanInPartIsFound() {  // as MoltenVK, which the loader shows only to those who ask
        QFile own(softwareDriver());
        if (!own.open(QIODevice::ReadOnly))
            QSKIP("no Vulkan driver in software here; install mesa-vulkan-drivers to test it");
        QJsonObject description = QJsonDocument::fromJson(own.readAll()).object();
        QJsonObject driver = description[QStringLiteral("ICD")].toObject();
        QString library = driver[QStringLiteral("library_path")].toString();
        if (library.startsWith('.')) library = QFileInfo(own).dir().filePath(library);
        driver[QStringLiteral("library_path")] = library;
        driver[QStringLiteral("is_portability_driver")] = true;
        description[QStringLiteral("ICD")] = driver;
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("portable_icd.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(description).toJson()) > 0);
        file.close();
        for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})  // newer and older loaders
            qputenv(name, file.fileName().toUtf8());
        const std::vector<VulkanDeviceInfo> devices = listVulkanDevices(SelfTest::All);
        QCOMPARE(devices.size(), size_t{1});
        QVERIFY2(devices[0].problem.empty(), devices[0].problem.c_str());
    }

    void aQueueThatDrawsIsTheLastChoice() {
        using Flag = vk::QueueFlagBits;
        const auto chosen = [](std::initializer_list<vk::QueueFlags> families) {
            std::vector<vk::QueueFamilyProperties> list;
            for (const vk::QueueFlags& flags : families) list.push_back({.queueFlags = flags});
            return gpu::computeFamily(list);
        };
        const vk::QueueFlags all = Flag::eGraphics | Flag::eCompute | Flag::eTransfer;
        QCOMPARE(chosen({all, Flag::eTransfer, Flag::eCompute | Flag::eTransfer}).value(), 2U);
        QCOMPARE(chosen({Flag::eTransfer, all}).value(), 1U);
        QVERIFY(!chosen({Flag::eGraphics, Flag::eTransfer}));
    }
};

TEST_CLASS(TestDevice, NoApplication)

}  // namespace test_device
#include "test_device.moc"
