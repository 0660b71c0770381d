// Fetches one file over HTTP: into FILE.part, which survives a broken connection, a cancel and the end of the
// program, and is gone on with; FILE appears only once its checksum is right, and a folder with what is in it
// only whole.
#pragma once
#include <QElapsedTimer>
#include <QFile>
#include <QNetworkAccessManager>
#include <QObject>
#include <QUrl>
#include <atomic>
#include <chrono>

#include "app/threads/background.h"
#include "model/data/download_source.h"

class QNetworkReply;

namespace attx {

struct DownloadJob {
    QUrl url;
    QString file;       ///< its folder is made if need be
    QByteArray sha256;  ///< Checksum of the file, in hexadecimal digits
    qint64 bytes = 0;
    QString unpackTo{};  ///< folder; one that is there is taken as it is. Empty: the file is not unpacked
    std::chrono::milliseconds silence{30'000};  ///< a server that says nothing for so long is given up
};

/// `source` from `url` into `file`.
[[nodiscard]] DownloadJob downloadJob(const DownloadSource& source, const QUrl& url, const QString& file);

struct DownloadProgress {
    qint64 done = 0, total = 0;  ///< bytes
    double secondsLeft = 0;      ///< 0: not known yet
};

class Download : public QObject {
    Q_OBJECT
public:
    explicit Download(QObject* parent = nullptr);
    ~Download() override;

    /// One at a time. Ends with exactly one of finished, failed and cancelled, never before it returns.
    void start(const DownloadJob& job);
    void cancel();  ///< what was fetched stays
    [[nodiscard]] bool isActive() const { return phase_ != Phase::Idle; }

Q_SIGNALS:
    void progressed(const attx::DownloadProgress& progress);
    void unpacking();
    void finished(const QString& path);   ///< the file or its folder is there, and right
    void failed(const QString& message);  ///< what happened, and what to do
    void cancelled();

private:
    enum class Phase { Idle, Starting, Fetching, Checking, Unpacking };

    void prepare();
    void openPart();
    void request(const QUrl& from);
    void dropReply();
    void startAnew();
    void follow(const QUrl& to);
    [[nodiscard]] bool beginBody();
    void takeBytes();
    void replyEnded();
    void checkPart();
    /// Calls then(outcome of the SHA-256 in hexadecimal digits), unless cancelled meanwhile.
    template <class Then>
    void checksum(const QString& path, Then then);
    void place(const QByteArray& sha256);
    void unpack();
    void report();
    void end();
    void fail(const QString& why);
    [[nodiscard]] QString transferProblem() const;
    [[nodiscard]] QString folder() const;
    [[nodiscard]] QString partPath() const { return job_.file + QStringLiteral(".part"); }
    [[nodiscard]] QString originPath() const { return partPath() + QStringLiteral(".from"); }

    QNetworkAccessManager network_;
    DownloadJob job_;
    Phase phase_ = Phase::Idle;
    std::atomic<bool> cancelled_{false};  ///< Read while a checksum is computed, or the file unpacked
    bool bodyBegun_ = false;
    int redirects_ = 0;
    QNetworkReply* reply_ = nullptr;
    QFile part_;
    qint64 first_ = 0;  ///< bytes that were there when this transfer began
    QElapsedTimer clock_;
    qint64 reported_ = 0;  ///< milliseconds of clock_

    Background background_;  ///< computes checksums; last, so that it ends first
};

}  // namespace attx
