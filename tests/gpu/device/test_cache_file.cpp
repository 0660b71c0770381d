// Cache files: what is broken is ignored and made anew.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "gpu/device/cache_file.h"
#include "gpu/device/gpu_fixture.h"

using namespace attx;

class TestCacheFile : public QObject {
    Q_OBJECT
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

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

    void aBrokenPipelineCacheIsMadeAnew() {
        REQUIRE_VULKAN();
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        if (qEnvironmentVariableIsEmpty("MESA_SHADER_CACHE_DIR"))  // the driver's own stays where it is
            qputenv("MESA_SHADER_CACHE_DIR", (before.isEmpty() ? qgetenv("HOME") + "/.cache" : before));
        const QTemporaryDir folder;
        qputenv("XDG_CACHE_HOME", folder.path().toUtf8());
        const auto compile = [] {
            NetworkConfig network;
            SessionOptions options;
            options.train = false;
            (void)VulkanBackend().compile(buildProgram(network, 4), options);
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
        qputenv("XDG_CACHE_HOME", before);
        REQUIRE_NO_MESSAGE();
    }
};

QTEST_GUILESS_MAIN(TestCacheFile)
#include "test_cache_file.moc"
