// Files that are never half written, on disks that fail in every way a test can bring about.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>

#include "model/files/files.h"
#include "model/files/process.h"
#include "runner.h"
#include "thrown.h"
#include "without_rights.h"

using namespace attx;

namespace test_files {

using Kind = Error::Kind;

/// Files may not grow beyond `bytes`: the nearest thing to a disk that fills up while writing.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &old_); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit old_{};
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be opened)");
}

class TestFiles : public QObject {
    Q_OBJECT

    QScopedPointer<QTemporaryDir> folder_;

    std::string path(const QString& name) const { return folder_->filePath(name).toStdString(); }
    QStringList names() const {
        return QDir(folder_->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

private slots:
    void init() { folder_.reset(new QTemporaryDir); }
    void cleanup() {
        chmod(path("").c_str(), 0700);
        folder_.reset();
    }

    void roundTrip_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("one\ntwo\r\n");
        QTest::newRow("zeros and high bytes") << QByteArray("\0\xff\0\x80", 4);
        QTest::newRow("10 MB") << QByteArray(10'000'000, 'x');
    }
    void roundTrip() {
        QFETCH(QByteArray, bytes);
        for (int i = 0; i < 2; ++i) {  // new, then replaced
            writeFileAtomically(path("a.bin"), bytes.toStdString());
            QCOMPARE(contentOf(folder_->filePath("a.bin")), bytes);
            QCOMPARE(QByteArray::fromStdString(readFile(path("a.bin"))), bytes);
            QCOMPARE(names(), QStringList{"a.bin"});
        }
    }
    void relativeNamesWork() {
        const QString before = QDir::currentPath();
        QDir::setCurrent(folder_->path());
        writeFileAtomically("here.txt", "x");
        const QString missing = thrownMessage([] { writeFileAtomically("not/here.txt", "x"); }, Kind::Work);
        QDir::setCurrent(before);
        QCOMPARE(contentOf(folder_->filePath("here.txt")), QByteArray("x"));
        VERIFY_SAYS(missing, "the folder not does not exist");
    }
    void modeIsKept() {
        writeFileAtomically(path("a"), "old");
        chmod(path("a").c_str(), 0640);
        writeFileAtomically(path("a"), "new");
        struct stat info {};
        QCOMPARE(stat(path("a").c_str(), &info), 0);
        QCOMPARE(static_cast<int>(info.st_mode & 07777), 0640);
    }
    void linksToNothingAreFollowed() {
        QVERIFY(QDir(folder_->path()).mkdir("there"));
        QCOMPARE(symlink("there/second", path("first").c_str()), 0);
        QCOMPARE(symlink(path("there/file").c_str(), path("there/second").c_str()), 0);
        writeFileAtomically(path("first"), "new");
        QVERIFY(QFileInfo(folder_->filePath("first")).isSymLink());
        QVERIFY(QFileInfo(folder_->filePath("there/second")).isSymLink());
        QCOMPARE(readFile(path("there/file")), std::string("new"));
        QCOMPARE(symlink("loop", path("loop").c_str()), 0);
        VERIFY_SAYS(
            thrownMessage([&] { writeFileAtomically(path("lost/loop/x"), "new"); }, Error::Kind::Work),
            "does not exist");
    }

    void linksAreFollowed() {
        writeFileAtomically(path("real"), "old");
        QCOMPARE(symlink("real", path("link").c_str()), 0);
        writeFileAtomically(path("link"), "new");
        QVERIFY(QFileInfo(folder_->filePath("link")).isSymLink());
        QCOMPARE(contentOf(folder_->filePath("real")), QByteArray("new"));
    }
    void aLinkIsNoPlaceOfItsOwn() {
        writeFileAtomically(path("real"), "old");
        QCOMPARE(symlink("real", path("link").c_str()), 0);
        QCOMPARE(symlink("nothing", path("lost").c_str()), 0);
        for (const char* name : {"link", "lost"}) {
            VERIFY_SAYS(thrownMessage([&] { requireNoLink(path(name)); }), "expected no link, found one to ");
            VERIFY_SAYS(thrownMessage([&] { appendToFile(path(name), 0, "new"); }, Kind::Work),
                        "there is a link, and none is followed here");
        }
        requireNoLink(path("real"));
        requireNoLink(path("new"));
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        VERIFY_SAYS(thrownMessage([&] { requireNoLink(path("pipe")); }), "found a pipe or a device");
        std::filesystem::remove(path("pipe"));
        QCOMPARE(contentOf(folder_->filePath("real")), QByteArray("old"));
        QCOMPARE(names(), (QStringList{"link", "lost", "real"}));
    }
    void partsAreNotWrittenThroughLinks() {
        writeFileAtomically(path("mine"), "old");
        QCOMPARE(symlink("mine", partPath(path("a")).c_str()), 0);
        VERIFY_SAYS(thrownMessage([&] { writeFileAtomically(path("a"), "new"); }, Kind::Work),
                    "there is a link");
        QCOMPARE(contentOf(folder_->filePath("mine")), QByteArray("old"));
    }
    void aFileThatWasMadeElsewhereIsPlacedAlike() {
        const auto modeOf = [&](const char* name) {
            struct stat info {};
            return stat(path(name).c_str(), &info) == 0 ? static_cast<int>(info.st_mode & 07777) : -1;
        };
        writeFileAtomically(path("made"), "first");
        placeFile(path("made"), path("a"));
        QCOMPARE(contentOf(folder_->filePath("a")), QByteArray("first"));
        QVERIFY(!QFile::exists(folder_->filePath("made")));
        chmod(path("a").c_str(), 0640);
        QCOMPARE(symlink("a", path("link").c_str()), 0);
        writeFileAtomically(path("made"), "second");
        placeFile(path("made"), path("link"));
        QCOMPARE(contentOf(folder_->filePath("a")), QByteArray("second"));
        QCOMPARE(modeOf("a"), 0640);
        QVERIFY(QFileInfo(folder_->filePath("link")).isSymLink());
        writeFileAtomically(path("made"), "third");
        VERIFY_SAYS(thrownMessage([&] { placeFile(path("made"), path("lost/a")); }, Kind::Work),
                    "does not exist");
        QVERIFY(!QFile::exists(folder_->filePath("made")));
        QCOMPARE(contentOf(folder_->filePath("a")), QByteArray("second"));
    }

    void aFolderIsFoundWhereItWasMoved() {
        QVERIFY(QDir(folder_->path()).mkpath("one/two"));
        const HeldFolder held(path("one/two"));
        QCOMPARE(held.path(), path("one/two"));
        QVERIFY(QDir(folder_->path()).rename("one/two", "three"));
        QCOMPARE(held.path(), path("three"));
        QVERIFY(QDir(folder_->path()).mkpath("one/two"));  // another one of its name is not the same
        QCOMPARE(held.path(), path("three"));
        QVERIFY(QDir(folder_->path()).rmdir("three"));
        QCOMPARE(held.path(), path("one/two"));
        QCOMPARE(HeldFolder(path("nothing")).path(), path("nothing"));
    }

    void readersOfTheOldFileKeepIt() {
        writeFileAtomically(path("a"), "old");
        QFile reader(folder_->filePath("a"));
        QVERIFY(reader.open(QIODevice::ReadOnly));
        writeFileAtomically(path("a"), "new");
        QCOMPARE(reader.readAll(), QByteArray("old"));
    }

    void fullDisk() {
        const QString message = thrownMessage([] { writeFileAtomically("/dev/full", "x"); }, Kind::Work);
        VERIFY_SAYS(message, "/dev/full: could not be written (No space left on device)");
        VERIFY_SAYS(message, "the disk is full: free some space or choose another folder");
        struct stat info {};
        QVERIFY(stat("/dev/full", &info) == 0 && S_ISCHR(info.st_mode));  // and no file took its place
    }
    void diskThatFillsUpWhileWriting() {
        writeFileAtomically(path("a"), "old");
        QString replaced, fresh;
        {
            const FileSizeLimit limit(4096);
            const std::string large(1'000'000, 'x');
            replaced = thrownMessage([&] { writeFileAtomically(path("a"), large); }, Kind::Work);
            fresh = thrownMessage([&] { writeFileAtomically(path("b"), large); }, Kind::Work);
        }
        VERIFY_SAYS(replaced, "could not be written (File too large)");
        VERIFY_SAYS(fresh, "choose another disk");
        QCOMPARE(contentOf(folder_->filePath("a")), QByteArray("old"));
        QCOMPARE(names(), QStringList{"a"});
    }
    void folderThatVanished() {
        QDir(folder_->path()).mkdir("run");
        writeFileAtomically(path("run/a"), "x");
        QVERIFY(QDir(folder_->filePath("run")).removeRecursively());
        const QString message = thrownMessage([&] { writeFileAtomically(path("run/a"), "x"); }, Kind::Work);
        VERIFY_SAYS(message, "the folder " + folder_->filePath("run") + " does not exist (any more)");
        QVERIFY(names().isEmpty());
    }
    void folderWithoutRights() {
        writeFileAtomically(path("a"), "old");
        chmod(path("").c_str(), 0555);
        QString message;
        {
            const WithoutRights nobody;
            if (!WithoutRights::apply()) QSKIP("root that cannot give up its rights");
            message = thrownMessage([&] { writeFileAtomically(path("b"), "new"); }, Kind::Work);
        }
        VERIFY_SAYS(message, "could not be written (Permission denied)");
        VERIFY_SAYS(message, "change its permissions");
        QCOMPARE(names(), QStringList{"a"});
    }
    void protectedFileStays() {
        writeFileAtomically(path("a"), "old");
        chmod(path("a").c_str(), 0444);
        chmod(path("").c_str(), 0777);
        QString message;
        {
            const WithoutRights nobody;
            if (!WithoutRights::apply()) QSKIP("root that cannot give up its rights");
            message = thrownMessage([&] { writeFileAtomically(path("a"), "new"); }, Kind::Work);
        }
        VERIFY_SAYS(message, "could not be written (Permission denied)");
        QCOMPARE(contentOf(folder_->filePath("a")), QByteArray("old"));
    }
    void cannotWrite_data() {
        const Rows<QString, QString> row("name", "piece");
        row("a folder", "", "it is a folder");
        row("below a file", "file/a", "a part of the path is a file");
        row("name too long", QString(300, 'n'), "the name is too long");
        row("no folder", "a/b/c", "does not exist");
    }
    void cannotWrite() {
        QFETCH(QString, name);
        QFETCH(QString, piece);
        writeFileAtomically(path("file"), "old");
        VERIFY_SAYS(thrownMessage([&] { writeFileAtomically(path(name), "x"); }, Kind::Work), piece);
        QCOMPARE(names(), QStringList{"file"});
    }

    void cannotRead_data() {
        const Rows<QString, QString> row("name", "piece");
        row("missing", "nothing", "could not be read (No such file or directory); check the path");
        row("a folder", "", "expected a file, found a folder");
        row("below a file", "file/a", "could not be read (Not a directory); check the path");
        row("a pipe", "pipe", "expected a regular file, found a device or a pipe");
        row("too large", "sparse", "expected at most 4 GiB, found 5 GiB");
    }
    void cannotRead() {
        QFETCH(QString, name);
        QFETCH(QString, piece);
        writeFileAtomically(path("file"), "x");
        writeFileAtomically(path("sparse"), "x");
        QCOMPARE(truncate(path("sparse").c_str(), off_t{5} << 30), 0);
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        const QString message = thrownMessage([&] { (void)readFile(path(name)); });
        VERIFY_SAYS(message, piece);
        VERIFY_SAYS(message, QString::fromStdString(path(name)));
    }
    void readingWithoutRights() {
        writeFileAtomically(path("a"), "secret");
        chmod(path("a").c_str(), 0000);
        chmod(path("").c_str(), 0755);
        QString message;
        {
            const WithoutRights nobody;
            if (!WithoutRights::apply()) QSKIP("root that cannot give up its rights");
            message = thrownMessage([&] { (void)readFile(path("a")); });
        }
        VERIFY_SAYS(message, "you have no right to read it");
    }

    void noMoreThanIsAskedFor() {
        writeFileAtomically(path("a"), "twelve bytes");
        QCOMPARE(readFile(path("a"), 12), std::string("twelve bytes"));
        VERIFY_SAYS(thrownMessage([&] { (void)readFile(path("a"), 11); }), "a: expected at most");
    }

    void partsOfAFile() {
        writeFileAtomically(path("a"), "0123456789");
        const InputFile file(path("a"));
        QCOMPARE(file.size(), uint64_t{10});
        QByteArray part(4, ' ');
        file.read(3, part.data(), 4);
        QCOMPARE(part, QByteArray("3456"));
        file.read(10, part.data(), 0);
        QCOMPARE(truncate(path("a").c_str(), 5), 0);
        VERIFY_SAYS(thrownMessage([&] { file.read(3, part.data(), 4); }), "became shorter while it was read");
    }
};

TEST_CLASS(TestFiles, NoApplication)

}  // namespace test_files
#include "test_files.moc"
