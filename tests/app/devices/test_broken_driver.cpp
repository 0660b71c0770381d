// A driver of Vulkan that cannot be opened: the list of devices says so, in place of having none.
#include <QtTest>

#include "app/devices/backends.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestBrokenDriver : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsListedWithItsProblem() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("broken_icd.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(R"({"file_format_version": "1.0.0",
                               "ICD": {"library_path": "/none/libmissing.so", "api_version": "1.2.0"}})") >
                0);
        file.close();
        for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})  // newer and older loaders
            qputenv(name, file.fileName().toUtf8());
        std::string problem;
        QVERIFY(listVulkanDevices(SelfTest::None, &problem).empty());
        if (problem.empty()) QSKIP("no Vulkan loader here; install libvulkan1 to test it");
        const std::vector<DeviceInfo> devices = listDevices(SelfTest::All);
        QCOMPARE(devices.size(), size_t{2});
        QCOMPARE(devices[0].name, std::string("cpu"));
        QVERIFY(devices[0].chosen);
        QCOMPARE(devices[1].name, std::string("vulkan"));
        QCOMPARE(devices[1].type, std::string("none"));
        QVERIFY2(devices[1].problem.find("none of them can be opened") != std::string::npos,
                 devices[1].problem.c_str());
        QVERIFY(!devices[1].chosen);
        VERIFY_SAYS(thrownMessage([] { (void)makeBackend("vulkan"); }), "none of them can be opened");
        QVERIFY(makeBackend("auto"));
    }
};

TEST_CLASS(TestBrokenDriver, QCoreApplication)
#include "test_broken_driver.moc"
