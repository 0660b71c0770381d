// Files fetched from a server on this machine: whole, in two parts, never a wrong one.
#include <sys/resource.h>

#include <QCryptographicHash>
#include <QDir>
#include <QSignalSpy>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "app/sources/download.h"
#include "app/sources/http_server.h"
#include "in_folder.h"
#include "model/data/download_source.h"
#include "model/files/archive.h"
#include "runner.h"

using namespace attx;

namespace test_download {

constexpr int size = 300'000;
constexpr int half = size / 2;

QByteArray someBytes() {
    QByteArray bytes(size, '\0');
    uint32_t value = 1;
    for (char& byte : bytes) {
        value = value * 1664525 + 1013904223;
        byte = static_cast<char>(value >> 24);
    }
    return bytes;
}

class TestDownload : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<HttpServer> server_;

    [[nodiscard]] QString file() const { return folder_->filePath("got/file.bin"); }
    [[nodiscard]] QString part() const { return file() + ".part"; }
    [[nodiscard]] QByteArray read(const QString& path) const {
        QFile there(path);
        return there.open(QIODevice::ReadOnly) ? there.readAll() : QByteArray();
    }
    [[nodiscard]] QStringList left() const { return QDir(folder_->filePath("got")).entryList(QDir::Files); }
    [[nodiscard]] DownloadJob job() const {
        return {server_->url(), file(),
                QCryptographicHash::hash(someBytes(), QCryptographicHash::Sha256).toHex(), size};
    }
    /// "" once it is there, else the message.
    [[nodiscard]] QString fetch(const DownloadJob& job) const {
        Download download;
        QSignalSpy finished(&download, &Download::finished), failed(&download, &Download::failed);
        QString message;
        QEventLoop loop;
        connect(&download, &Download::finished, &loop, &QEventLoop::quit);
        connect(&download, &Download::failed, &loop, [&](const QString& text) {
            message = text;
            loop.quit();
        });
        download.start(job);
        loop.exec();
        if (finished.size() + failed.size() != 1 || download.isActive()) return "not exactly one end";
        return message;
    }
    /// Leaves the first half as .part.
    void fetchHalf() const {
        server_->breakAfter = half;
        QVERIFY(!fetch(job()).isEmpty());
        QCOMPARE(read(part()), someBytes().left(half));
        server_->breakAfter = -1;
    }

private Q_SLOTS:
    void initTestCase() {
        std::signal(SIGXFSZ, SIG_IGN);
        for (const char* name : {"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"}) qunsetenv(name);
    }
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        server_ = std::make_unique<HttpServer>();
        server_->body = someBytes();
    }

    void bringsTheFileAndNothingElse() {
        Download download;
        QSignalSpy finished(&download, &Download::finished), progressed(&download, &Download::progressed);
        download.start(job());
        QVERIFY(finished.wait());
        QCOMPARE(read(file()), someBytes());
        QCOMPARE(left(), QStringList{"file.bin"});
        const auto last = progressed.constLast().constFirst().value<DownloadProgress>();
        QCOMPARE(last.done, size);
        QCOMPARE(last.total, size);
        QCOMPARE(server_->asked("Accept-Encoding"), QByteArray("identity"));
        QVERIFY(server_->asked("Range").isEmpty());
    }

    void whatIsThereIsNotFetchedAgain() {
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(server_->requests.size(), 1);
    }

    void aWrongFileOfThatNameIsReplaced() {
        QVERIFY(QDir().mkpath(folder_->filePath("got")));
        writeContent(file(), QByteArray(size, 'x'));
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(read(file()), someBytes());
    }

    void anArchiveIsUnpackedBesideIt() {
        const std::string archive =
            zipBytes({{"top/train.bin", std::string(200'000, 'a')}, {"top/note", "b"}});
        server_->body = QByteArray::fromStdString(archive);
        DownloadJob job = this->job();
        job.sha256 = QCryptographicHash::hash(server_->body, QCryptographicHash::Sha256).toHex();
        job.bytes = server_->body.size();
        job.unpackTo = folder_->filePath("got/unpacked");
        Download download;
        QSignalSpy finished(&download, &Download::finished), unpacking(&download, &Download::unpacking);
        for (int times = 1; times <= 2; ++times) {  // the second finds all there
            download.start(job);
            QVERIFY(finished.wait());
            QCOMPARE(finished.constLast().constFirst().toString(), job.unpackTo);
        }
        QCOMPARE(unpacking.size(), 1);
        QCOMPARE(read(job.unpackTo + "/train.bin"), QByteArray(200'000, 'a'));
        QCOMPARE(read(job.unpackTo + "/note"), QByteArray("b"));
        QCOMPARE(read(file()), server_->body);
    }

    void anArchiveThatIsNoneIsNamedAndKept() {
        DownloadJob job = this->job();
        job.unpackTo = folder_->filePath("got/unpacked");
        QVERIFY(fetch(job).contains("expected an archive"));
        QCOMPARE(left(), QStringList{"file.bin"});
        QVERIFY(!QFile::exists(job.unpackTo));
    }

    void cancelledWhileItIsUnpacked() {
        server_->body = QByteArray::fromStdString(zipBytes({{"a", "1"}, {"b", "2"}}));
        DownloadJob job = this->job();
        job.sha256 = QCryptographicHash::hash(server_->body, QCryptographicHash::Sha256).toHex();
        job.bytes = server_->body.size();
        job.unpackTo = folder_->filePath("got/unpacked");
        Download download;
        QSignalSpy cancelled(&download, &Download::cancelled), finished(&download, &Download::finished);
        connect(&download, &Download::unpacking, &download, &Download::cancel);
        download.start(job);
        QVERIFY(cancelled.wait());
        QVERIFY(finished.isEmpty() && !download.isActive());
        QVERIFY(!QFile::exists(job.unpackTo));
        QCOMPARE(left(), QStringList{"file.bin"});
    }

    void aBrokenOneIsGoneOnWith() {
        server_->breakAfter = half;
        const QString message = fetch(job());
        QVERIFY2(message.contains("connection broke") && message.contains("150 kB of 300 kB are kept"),
                 qPrintable(message));
        QVERIFY(!QFile::exists(file()));
        server_->breakAfter = -1;
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(server_->asked("Range"), QByteArray("bytes=150000-"));
        QCOMPARE(server_->asked("If-Range"), server_->tag);
        QCOMPARE(read(file()), someBytes());
        QCOMPARE(left(), QStringList{"file.bin"});
    }

    void beginsAnew_data() {
        const Rows<bool, QByteArray> row("ranges", "tag");
        row("server without Range", false, "\"first\"");
        row("file changed there", true, "\"second\"");
    }
    void beginsAnew() {
        QFETCH(bool, ranges);
        QFETCH(QByteArray, tag);
        server_->body.fill('x', size);  // the half that must not stay
        server_->breakAfter = half;
        QVERIFY(!fetch(job()).isEmpty());
        QCOMPARE(QFileInfo(part()).size(), half);
        server_->breakAfter = -1;
        server_->body = someBytes();
        server_->ranges = ranges;
        server_->tag = tag;
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(server_->asked("Range"), QByteArray("bytes=150000-"));
        QCOMPARE(read(file()), someBytes());
    }

    void goesOnFromAMirror() {
        fetchHalf();
        HttpServer mirror;
        mirror.body = someBytes();
        mirror.tag = "\"of the mirror\"";
        DownloadJob other = job();
        other.url = mirror.url();
        QCOMPARE(fetch(other), QString());
        QCOMPARE(mirror.asked("Range"), QByteArray("bytes=150000-"));
        QVERIFY(mirror.asked("If-Range").isEmpty());
    }

    void aPartTooLongForTheServerBeginsAnew() {
        fetchHalf();
        HttpServer other;
        other.body = QByteArray(1000, 'x');
        DownloadJob elsewhere = job();
        elsewhere.url = other.url();
        QVERIFY(fetch(elsewhere).contains("expected 300000 bytes, the server offers 1000"));
        QCOMPARE(other.requests.size(), 2);
        QCOMPARE(HttpServer::valueOf(other.requests[0], "Range"), QByteArray("bytes=150000-"));
        QVERIFY(HttpServer::valueOf(other.requests[1], "Range").isEmpty());
    }

    void aWholePartIsOnlyChecked() {
        fetchHalf();
        QFile rest(part());
        QVERIFY(rest.open(QIODevice::Append) && rest.write(someBytes().mid(half)) > 0);
        rest.close();
        server_->close();  // nobody could answer
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(read(file()), someBytes());
    }

    void aWrongChecksumLeavesNothing() {
        server_->body[7] = static_cast<char>(server_->body[7] + 1);
        const QString message = fetch(job());
        QVERIFY2(message.contains("SHA-256") && message.contains("thrown away"), qPrintable(message));
        QCOMPARE(left(), QStringList());
    }

    void namesWhatTheServerSays_data() {
        QTest::addColumn<QByteArray>("status");
        QTest::newRow("404") << QByteArray("404 Not Found");
        QTest::newRow("503") << QByteArray("503 Service Unavailable");
    }
    void namesWhatTheServerSays() {
        QFETCH(QByteArray, status);
        server_->status = status;
        const QString message = fetch(job());
        QVERIFY2(message.contains(server_->url().toString()) && message.contains("the server answered") &&
                     message.contains(QString::fromLatin1(status.left(3))),
                 qPrintable(message));
        QCOMPARE(left(), QStringList());
    }

    void aLoginPageIsNotTakenForTheFile() {
        server_->body = "<html>Please log in</html>";
        const QString message = fetch(job());
        QVERIFY2(message.contains("login page"), qPrintable(message));
        QCOMPARE(left(), QStringList());
    }

    void followsToWhereTheFileIs() {
        HttpServer other;
        other.body = someBytes();
        server_->location = other.url().toEncoded();
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(read(file()), someBytes());
        QCOMPARE(other.requests.size(), 1);
    }

    void goesOnWhereTheFileIs() {
        HttpServer other;
        other.body = someBytes();
        other.tag.clear();
        other.breakAfter = half;
        server_->location = other.url().toEncoded();
        QVERIFY(fetch(job()).contains("kept"));
        other.breakAfter = -1;
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(other.asked("Range"), QByteArray("bytes=150000-"));
        QCOMPARE(read(file()), someBytes());
    }

    void aCircleOfRedirectsIsNamed() {
        server_->location = "/file.bin";
        const QString message = fetch(job());
        QVERIFY2(message.contains("without end"), qPrintable(message));
        QCOMPARE(left(), QStringList());
    }

    void aRefusedConnectionIsNamed() {
        server_->close();
        const QString message = fetch(job());
        QVERIFY2(message.contains("127.0.0.1 refused the connection"), qPrintable(message));
        QCOMPARE(left(), QStringList());
    }

    void aSilentServerIsGivenUp() {
        server_->stallAfter = half;
        DownloadJob impatient = job();
        impatient.silence = std::chrono::milliseconds(50);
        const QString message = fetch(impatient);
        QVERIFY2(message.contains("said nothing for 0.05 s") && message.contains("kept"),
                 qPrintable(message));
        QCOMPARE(read(part()), someBytes().left(half));
    }

    void cancelKeepsThePart() {
        server_->stallAfter = half;
        Download download;
        QSignalSpy cancelled(&download, &Download::cancelled), failed(&download, &Download::failed);
        // The last of the half may come in a later piece.
        connect(&download, &Download::progressed, &download, [&] {
            if (QFileInfo(part()).size() > 0) download.cancel();
        });
        download.start(job());
        QVERIFY(cancelled.wait());
        QVERIFY(!download.isActive());
        QCOMPARE(failed.size(), 0);
        const QByteArray kept = read(part());
        QVERIFY(!kept.isEmpty() && someBytes().startsWith(kept));
        QVERIFY(!QFile::exists(file()));
        server_->stallAfter = -1;
        QSignalSpy finished(&download, &Download::finished);
        disconnect(&download, &Download::progressed, &download, nullptr);
        download.start(job());
        QVERIFY(finished.wait());
        QCOMPARE(server_->asked("Range"), "bytes=" + QByteArray::number(kept.size()) + '-');
        QCOMPARE(read(file()), someBytes());
    }

    void cancelBeforeItBeginsAsksNobody() {
        Download download;
        QSignalSpy cancelled(&download, &Download::cancelled);
        download.start(job());
        download.cancel();
        QCOMPARE(cancelled.size(), 1);
        QCoreApplication::processEvents();
        QVERIFY(server_->requests.isEmpty());
    }

    void aQtWithoutTlsIsNamed() {
        // A backend that knows certificates and no connections; plain http needs none.
        if (!QSslSocket::setActiveBackend("cert-only")) QSKIP("This Qt lets no other TLS backend be chosen");
        DownloadJob secure = job();
        secure.url.setScheme("https");
        const QString message = fetch(secure);
        QVERIFY2(message.contains("no TLS backend") && message.contains("browser"), qPrintable(message));
        QVERIFY(server_->requests.isEmpty());
    }

    void aFolderThatCannotBeMadeIsNamed() {
        QFile blocks(folder_->filePath("blocks"));
        QVERIFY(blocks.open(QIODevice::WriteOnly));
        DownloadJob wrong = job();
        wrong.file = folder_->filePath("blocks/file.bin");
        QVERIFY(fetch(wrong).contains("cannot be made"));
        wrong.file = "/proc/file.bin";  // even root may not
        const QString message = fetch(wrong);
        QVERIFY2(message.contains("/proc/file.bin.part cannot be written"), qPrintable(message));
        QVERIFY(server_->requests.isEmpty());
    }

    void aDiskTooSmallIsNamedBeforeAnythingIsAsked() {
        DownloadJob large = job();
        large.bytes = qint64{1} << 60;
        const QString message = fetch(large);
        QVERIFY2(message.contains("are free"), qPrintable(message));
        QVERIFY(server_->requests.isEmpty());
        QCOMPARE(left(), QStringList());
    }

    void aDiskThatFillsUpKeepsThePart() {
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit narrow = before;
        narrow.rlim_cur = 100'000;
        QVERIFY(setrlimit(RLIMIT_FSIZE, &narrow) == 0);
        const QString message = fetch(job());
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY2(message.contains("file.bin.part cannot be written"), qPrintable(message));
        QVERIFY(QFileInfo(part()).size() <= 100'000);
        QCOMPARE(fetch(job()), QString());
        QCOMPARE(read(file()), someBytes());
    }

    void sourcesAreWhole() {
        for (const DownloadSource& source : downloadSources) {
            QCOMPARE(findDownload(source.name), &source);
            QVERIFY(QUrl(source.url).isValid() && QString(source.url).startsWith("https://"));
            QCOMPARE(QByteArray::fromHex(source.sha256).size(), 32);
            QVERIFY(source.bytes > 1'000'000);
        }
        QVERIFY(!findDownload("mnist"));
    }

    void realDataTakeThePlaceOfBuiltInOnes() {
        RunConfig config = presetByName("text-demo");
        config.device = "cpu";
        const RunConfig imdb = withDownload(config, *findDownload("imdb"), "/data/a.tar.gz");
        QVERIFY(imdb.network == presetByName("text-imdb").network);
        QCOMPARE(imdb.data.path, std::string("/data/a.tar.gz"));
        QCOMPARE(imdb.device, std::string("cpu"));
        config.network.numHeads = 4;  // somebody's own: only the path is set
        RunConfig own = withDownload(config, *findDownload("imdb"), "/data/a.tar.gz");
        QCOMPARE(own.data.path, std::string("/data/a.tar.gz"));
        own.data.path.clear();
        QVERIFY(own == config);
        const RunConfig sets = presetByName("anomaly");
        QCOMPARE(withDownload(sets, *findDownload("resnet-34"), "/n.onnx").data.extractor,
                 std::string("/n.onnx"));
    }
};

TEST_CLASS(TestDownload, QCoreApplication)

}  // namespace test_download
#include "test_download.moc"
