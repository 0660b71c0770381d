// Cache files: what is broken is ignored and made anew.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "gpu/device/cache_file.h"
#include "gpu/device/gpu_fixture.h"
#include "in_folder.h"
#include "runner.h"

using namespace attx;

class TestCacheFile : public QObject {
    Q_OBJECT
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& path, const QByteArray& bytes) { writeContent(path, bytes); }

private Q_SLOTS:
    void onlyWholeFilesAreRead() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("cache"));
        const std::string name = path.toStdString(), content("two\0words", 9);
        QCOMPARE(gpu::readCache(name), std::string());
        gpu::writeCache(name, content);
        QCOMPARE(gpu::readCache(name), content);
        const QByteArray whole = bytesOf(path);
        for (qsizetype i = 0; i < whole.size(); ++i) {
            QByteArray flipped = whole;
            flipped[i] = static_cast<char>(flipped[i] ^ 4);
            write(path, flipped);
            QCOMPARE(gpu::readCache(name), std::string());
            write(path, whole.left(i));
            QCOMPARE(gpu::readCache(name), std::string());
        }
        gpu::writeCache("/proc/cannot/be/written", content);  // does not throw
    }

    /// Also what another process does for the test below: a process reads the file once.
    void pipelinesAreMade() {
        REQUIRE_VULKAN();
        (void)VulkanBackend().compile(buildProgram(NetworkConfig(), 4), {.train = false});
        REQUIRE_NO_MESSAGE();
    }

    void aBrokenPipelineCacheIsMadeAnew() {
        REQUIRE_VULKAN();
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString before = environment.value("XDG_CACHE_HOME", environment.value("HOME") + "/.cache");
        if (!environment.contains("MESA_SHADER_CACHE_DIR"))  // the driver's own stays where it is
            environment.insert("MESA_SHADER_CACHE_DIR", before);
        environment.insert("XDG_CACHE_HOME", folder.path());
        const auto compile = [&environment] {
            QProcess process;
            process.setProcessEnvironment(environment);
            process.start(QCoreApplication::applicationFilePath(), {"test_cache_file", "pipelinesAreMade"});
            QVERIFY(process.waitForFinished(60'000));
            QVERIFY2(process.exitCode() == 0, process.readAll());
        };
        compile();
        const QDir cache(folder.filePath(QStringLiteral("attention-explorer")));
        const QStringList files = cache.entryList({QStringLiteral("pipelines-*")}, QDir::Files);
        QCOMPARE(files.size(), 1);
        const QString path = cache.filePath(files[0]);
        QVERIFY(!gpu::readCache(path.toStdString()).empty());
        write(path, bytesOf(path).left(100) + QByteArray(1000, '\xff'));
        compile();
        QVERIFY(!gpu::readCache(path.toStdString()).empty());
    }
};

TEST_CLASS(TestCacheFile, QCoreApplication)
#include "test_cache_file.moc"
