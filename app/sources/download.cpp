#include "app/sources/download.h"

#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRegularExpression>
#include <QSslSocket>
#include <filesystem>
#include <utility>

#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int reportEveryMs = 100;
constexpr int statusWhole = 200, statusPart = 206, statusError = 400, statusPastEnd = 416;
constexpr int mostRedirects = 10;
constexpr qint64 mostAtOnce = 1 << 20;  // bytes: the window goes on between them, and memory stays small

/// Waits until the file is on the disk: its name must never lead to less. Empty if it was cancelled.
QByteArray sha256OnDisk(const QString& path, const std::atomic<bool>& cancelled) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    bool good = file.open(QIODevice::ReadOnly);
    QByteArray block(mostAtOnce, Qt::Uninitialized);
    for (qint64 count = 1; good && count > 0;) {
        if (cancelled) return {};
        count = file.read(block.data(), block.size());
        good = count >= 0;
        if (count > 0) hash.addData(QByteArrayView(block.constData(), count));
    }
    if (!good || fsync(file.handle()) != 0)
        throw workError(path.toStdString() + ": cannot be read (" + file.errorString().toStdString() + ").");
    return hash.result().toHex();
}

int statusOf(const QNetworkReply& reply) {
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

/// What If-Range takes: a strong ETag, or the time of the last change (RFC 9110, 13.1.5).
QByteArray validatorOf(const QNetworkReply& reply) {
    const QByteArray tag = reply.rawHeader("ETag");
    return tag.isEmpty() || tag.startsWith("W/") ? reply.rawHeader("Last-Modified") : tag;
}

/// Where a 206 begins; -1: it does not say.
qint64 firstByteOf(const QNetworkReply& reply) {
    static const QRegularExpression form(QStringLiteral("^bytes (\\d+)-"));
    const auto match = form.match(QString::fromLatin1(reply.rawHeader("Content-Range")));
    return match.hasMatch() ? match.captured(1).toLongLong() : -1;
}

}  // namespace

DownloadJob downloadJob(const DownloadSource& source, const QUrl& url, const QString& file) {
    DownloadJob job{url, file, source.sha256, source.bytes};
    if (source.folder) job.unpackTo = QFileInfo(file).dir().filePath(QLatin1String(source.folder));
    return job;
}

Download::Download(QObject* parent) : QObject(parent) {}

Download::~Download() {
    cancelled_ = true;
    end();
}

QString Download::folder() const { return QFileInfo(job_.file).absolutePath(); }

void Download::start(const DownloadJob& job) {
    if (isActive()) return;
    job_ = job;
    cancelled_ = false;
    redirects_ = 0;
    phase_ = Phase::Starting;
    QMetaObject::invokeMethod(this, &Download::prepare, Qt::QueuedConnection);
}

void Download::cancel() {
    if (phase_ == Phase::Checking || phase_ == Phase::Unpacking) {
        cancelled_ = true;  // heard when the background is done with it
    } else if (isActive()) {
        end();
        Q_EMIT cancelled();
    }
}

void Download::prepare() {
    if (phase_ != Phase::Starting) return;  // cancelled before it began
    if (job_.url.scheme() == QStringLiteral("https") && !QSslSocket::supportsSsl())
        return fail(
            tr("this Qt has no TLS backend, so it cannot fetch https addresses. Install the OpenSSL "
               "libraries, or fetch the file with a browser and choose it as a file."));
    if (!QDir().mkpath(folder()))
        return fail(tr("the folder %1 cannot be made. Choose another.").arg(folder()));
    if (QFileInfo(job_.file).size() != job_.bytes) return openPart();
    checksum(job_.file, [this](const Outcome<QByteArray>& outcome) {  // fetched before, or by a browser
        if (outcome.value != job_.sha256) return openPart();
        unpack();
    });
}

void Download::openPart() {
    phase_ = Phase::Fetching;
    part_.setFileName(partPath());
    if (!part_.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        return fail(tr("%1 cannot be written (%2). Choose a folder that you may write to.")
                        .arg(partPath(), part_.errorString()));
    if (part_.size() > job_.bytes) part_.resize(0);
    const qint64 missing = job_.bytes - part_.size();
    std::error_code
        unknown;  // QStorageInfo would need the folder in the table of mounts, which a chroot has not
    const auto room = std::filesystem::space(folder().toStdString(), unknown);
    if (!unknown && room.available < static_cast<uintmax_t>(missing))
        return fail(tr("%1 needs %2, and only %3 are free. Free some space, or choose another folder.")
                        .arg(folder(), byteText(missing), byteText(static_cast<qint64>(room.available))));
    if (missing == 0)
        checkPart();
    else
        request(job_.url);
}

/// Asks `from` for what is missing. Redirects are followed here: where Qt does, headers of the redirect can
/// be taken for those of the file.
void Download::request(const QUrl& from) {
    QNetworkRequest request(from);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);  // The tests' server speaks HTTP/1
    request.setTransferTimeout(int(job_.silence.count()));
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("AttentionExplorer/" ATTX_VERSION));
    request.setRawHeader("Accept-Encoding", "identity");  // Qt would unpack what some servers mark as gzip
    if (part_.size() > 0) {
        request.setRawHeader("Range", "bytes=" + QByteArray::number(part_.size()) + '-');
        // From another address nothing is known of the file; its checksum decides.
        QFile origin(originPath());
        if (origin.open(QIODevice::ReadOnly) && origin.readLine().trimmed() == job_.url.toEncoded())
            if (const QByteArray validator = origin.readLine().trimmed(); !validator.isEmpty())
                request.setRawHeader("If-Range", validator);
    }
    bodyBegun_ = false;
    reply_ = network_.get(request);
    reply_->setReadBufferSize(mostAtOnce);
    connect(reply_, &QNetworkReply::readyRead, this, &Download::takeBytes);
    connect(reply_, &QNetworkReply::finished, this, &Download::replyEnded);
}

void Download::dropReply() {
    reply_->disconnect(this);
    reply_->abort();
    std::exchange(reply_, nullptr)->deleteLater();
}

void Download::startAnew() {
    const QUrl from = reply_->url();
    dropReply();
    part_.resize(0);
    request(from);
}

void Download::follow(const QUrl& to) {
    const bool lessSafe =
        reply_->url().scheme() == QStringLiteral("https") && to.scheme() != reply_->url().scheme();
    if (lessSafe || ++redirects_ > mostRedirects)
        return fail(tr("the server sends on to %1, %2.")
                        .arg(to.toDisplayString(),
                             lessSafe ? tr("which is no safe address") : tr("and so on without end")));
    dropReply();
    request(to);
}

/// False if this transfer has been given up.
bool Download::beginBody() {
    if (bodyBegun_) return true;
    bodyBegun_ = true;
    if (statusOf(*reply_) == statusPart && firstByteOf(*reply_) != part_.size()) {
        if (part_.size() > 0)
            startAnew();
        else
            fail(tr("the server answers with a part that was not asked for. Try again later."));
        return false;
    }
    if (statusOf(*reply_) == statusWhole) {
        const QVariant length = reply_->header(QNetworkRequest::ContentLengthHeader);
        if (length.isValid() && length.toLongLong() != job_.bytes) {
            fail(tr("expected %1 bytes, the server offers %2. The file has changed there, or a login page of "
                    "this network answers in its place: open the address in a browser.")
                     .arg(job_.bytes)
                     .arg(length.toLongLong()));
            return false;
        }
        part_.resize(0);
        try {
            writeFileAtomically(originPath().toStdString(),
                                (job_.url.toEncoded() + '\n' + validatorOf(*reply_) + '\n').toStdString());
        } catch (const Error& problem) {
            fail(QString::fromStdString(problem.what()));
            return false;
        }
    }
    part_.seek(part_.size());
    first_ = part_.size();
    clock_.start();
    reported_ = -reportEveryMs;
    return true;
}

void Download::takeBytes() {
    const int status = statusOf(*reply_);
    if ((status != statusWhole && status != statusPart) || !beginBody()) return;
    const QByteArray bytes = reply_->readAll();
    if (part_.size() + bytes.size() > job_.bytes) {
        part_.remove();
        fail(tr("expected %1 bytes, the server sends more. What came was thrown away; the file has changed "
                "there.")
                 .arg(job_.bytes));
        return;
    }
    if (part_.write(bytes) != bytes.size())
        return fail(tr("%1 cannot be written (%2). Free some space, or choose another folder.")
                        .arg(partPath(), part_.errorString()));
    report();
}

void Download::report() {
    const qint64 gone = clock_.elapsed();
    if (gone - reported_ < reportEveryMs && part_.size() < job_.bytes) return;
    reported_ = gone;
    DownloadProgress progress{part_.size(), job_.bytes, 0};
    if (progress.done > first_ && gone > 0)
        progress.secondsLeft =
            double(gone) / 1000 * double(progress.total - progress.done) / double(progress.done - first_);
    Q_EMIT progressed(progress);
}

void Download::replyEnded() {
    const QVariant target = reply_->attribute(QNetworkRequest::RedirectionTargetAttribute);
    if (target.isValid()) {
        follow(reply_->url().resolved(target.toUrl()));
    } else if (statusOf(*reply_) == statusPastEnd && part_.size() > 0) {
        startAnew();
    } else if (reply_->error() != QNetworkReply::NoError || part_.size() < job_.bytes) {
        fail(transferProblem());
    } else {
        dropReply();
        checkPart();
    }
}

QString Download::transferProblem() const {
    const QString host = reply_->url().host();
    const int status = statusOf(*reply_);
    QString text;
    if (status >= statusError)
        text = tr("the server answered %1 (%2). Try again later; if that lasts, fetch the file with a "
                  "browser and choose it as a file.")
                   .arg(status)
                   .arg(reply_->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toString());
    else if (reply_->error() == QNetworkReply::HostNotFoundError)
        text = tr("no machine named %1 was found. Check the connection to the network.").arg(host);
    else if (reply_->error() == QNetworkReply::ConnectionRefusedError)
        text = tr("%1 refused the connection. Try again later, or check the connection to the network.")
                   .arg(host);
    else if (reply_->error() == QNetworkReply::OperationCanceledError)  // Qt's name for the time-out
        text = tr("%1 has said nothing for %2 s. Check the connection to the network, and try again.")
                   .arg(host)
                   .arg(QLocale::c().toString(double(job_.silence.count()) / 1000));
    else if (reply_->error() == QNetworkReply::SslHandshakeFailedError)
        text = tr("there is no safe connection to %1 (%2). Check the clock of this machine and the network "
                  "that it is in.")
                   .arg(host, reply_->errorString());
    else if (bodyBegun_ || reply_->error() == QNetworkReply::NoError)
        text = tr("the connection broke. Try again.");
    else
        text = tr("%1. Check the connection to the network, and try again.").arg(reply_->errorString());
    if (part_.size() > 0)
        text += tr(" %1 of %2 are kept, and gone on with.").arg(byteText(part_.size()), byteText(job_.bytes));
    return text;
}

template <class Then>
void Download::checksum(const QString& path, Then then) {
    phase_ = Phase::Checking;
    background_.run(
        this, [this, path] { return sha256OnDisk(path, cancelled_); },
        [this, then](const Outcome<QByteArray>& outcome) {
            if (!cancelled_) return then(outcome);
            end();
            Q_EMIT cancelled();
        });
}

void Download::checkPart() {
    part_.close();
    checksum(partPath(), [this](const Outcome<QByteArray>& outcome) {
        if (outcome.error.empty())
            place(outcome.value);
        else
            fail(QString::fromStdString(outcome.error));
    });
}

void Download::place(const QByteArray& sha256) {
    if (sha256 != job_.sha256) {
        QFile::remove(partPath());
        QFile::remove(originPath());
        fail(tr("what came is another file (SHA-256 expected %1…, found %2…), and was thrown away. It was "
                "altered on the way, or has changed there: try again, from another network if need be.")
                 .arg(QString::fromLatin1(job_.sha256.left(16)), QString::fromLatin1(sha256.left(16))));
        return;
    }
    std::error_code problem;
    std::filesystem::rename(partPath().toStdString(), job_.file.toStdString(), problem);
    if (problem)
        return fail(tr("%1 cannot be given its name (%2). Choose another folder.")
                        .arg(job_.file, QString::fromStdString(problem.message())));
    QFile::remove(originPath());
    unpack();
}

void Download::unpack() {
    if (job_.unpackTo.isEmpty() || QFileInfo::exists(job_.unpackTo)) {
        end();
        Q_EMIT finished(job_.unpackTo.isEmpty() ? job_.file : job_.unpackTo);
        return;
    }
    phase_ = Phase::Unpacking;
    Q_EMIT unpacking();
    const auto work = [this, from = job_.file.toStdString(), to = job_.unpackTo.toStdString()] {
        return unpackArchive(from, to, [this] { return cancelled_.load(); });
    };
    background_.run(this, work, [this](const Outcome<bool>& outcome) {
        end();
        if (!outcome.error.empty())
            Q_EMIT failed(QString::fromStdString(outcome.error));
        else if (outcome.value)
            Q_EMIT finished(job_.unpackTo);
        else
            Q_EMIT cancelled();
    });
}

void Download::end() {
    if (!isActive()) return;
    phase_ = Phase::Idle;
    if (reply_) dropReply();
    part_.close();
    if (QFileInfo(partPath()).size() == 0) {  // nothing to go on with
        QFile::remove(partPath());
        QFile::remove(originPath());
    }
}

void Download::fail(const QString& why) {
    end();
    Q_EMIT failed(tr("%1 was not fetched: %2").arg(job_.url.toDisplayString(), why));
}

}  // namespace attx
