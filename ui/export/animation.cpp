#include "ui/export/animation.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QStandardPaths>
#include <QTimer>
#include <QtConcurrent>
#include <algorithm>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/sweeps/output_place.h"
#include "ui/export/gif_file.h"

namespace attx {
namespace {

constexpr int captionPx = 28;  // height, at 96 dpi
constexpr int captionMargin = 12;

QString ffmpegPath() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

std::filesystem::path native(const QString& path) { return QDir::cleanPath(path).toStdString(); }

}  // namespace

QImage animationFrame(const Figure& figure, const QString& moment, const ExportOptions& options) {
    ExportOptions above = options;  // Picture and caption share the given size
    if (!options.size.isEmpty()) above.size.setHeight(std::max(1, options.size.height() - captionPx));
    const QImage picture = renderImage(figure, above);
    const double scale = options.scale > 0 ? options.scale : 1;
    QImage frame(picture.width(), picture.height() + qRound(captionPx * scale), QImage::Format_RGB32);
    if (picture.isNull() || frame.isNull())
        throw workError(
            AnimationWriter::tr(
                "There is not enough memory for frames of this size. Choose a smaller size or scale.")
                .toStdString());
    frame.fill(options.style.background);
    QPainter painter(&frame);
    painter.drawImage(0, 0, picture);
    painter.scale(scale, scale);
    painter.setPen(options.style.foreground);
    painter.setFont(options.style.font(bodyPx));
    const QRectF strip(captionMargin, picture.height() / scale, picture.width() / scale - 2 * captionMargin,
                       captionPx);
    painter.drawText(strip, Qt::AlignHCenter | Qt::AlignVCenter, moment);
    return frame;
}

AnimationKind animationKindOf(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("mp4")   ? AnimationKind::Mp4
           : suffix == QLatin1String("gif") ? AnimationKind::Gif
                                            : AnimationKind::Pictures;
}

QString animationProblem(const QString& path) {
    const QFileInfo info(path);
    const QString shown = QDir::toNativeSeparators(path);
    if (path.isEmpty()) return AnimationWriter::tr("Say where the animation is to be saved.");
    if (!QFileInfo(info.absolutePath()).isDir())
        return AnimationWriter::tr("%1: there is no folder %2. Make it, or choose another place.")
            .arg(shown, QDir::toNativeSeparators(info.absolutePath()));
    try {
        requireOutputPlace(path.toStdString());
    } catch (const Error& problem) {
        return QString::fromUtf8(problem.what());
    }
    if (animationKindOf(path) == AnimationKind::Pictures) {
        if (info.exists() && !info.isDir())
            return AnimationWriter::tr(
                       "%1: numbered pictures go into a folder, and this is a file. Choose another name, or "
                       "one that ends in .mp4 or .gif.")
                .arg(shown);
        if (info.isDir() && !QDir(path).isEmpty())
            return AnimationWriter::tr(
                       "%1: the folder is not empty. Choose a new one, so that nothing of yours is mixed "
                       "with the pictures.")
                .arg(shown);
        return {};
    }
    if (info.isDir()) return AnimationWriter::tr("%1: this is a folder. Choose another name.").arg(shown);
    if (animationKindOf(path) == AnimationKind::Mp4 && ffmpegPath().isEmpty())
        return AnimationWriter::tr(
            "MP4 is made by the program ffmpeg, which is not installed here. Install it, or save a GIF (a "
            "name that ends in .gif) or numbered pictures.");
    return {};
}

AnimationWriter::AnimationWriter(const QString& path, double framesPerSecond, QObject* parent)
    : QObject(parent), path_(QFileInfo(path).absoluteFilePath()), framesPerSecond_(framesPerSecond) {
    if (const QString problem = animationProblem(path); !problem.isEmpty())
        throw inputError(problem.toStdString());
    const QFileInfo info(path_);
    working_ = std::make_unique<QTemporaryDir>(
        info.dir().filePath(QStringLiteral(".%1.part-XXXXXX").arg(info.fileName())));
    if (!working_->isValid() || !QDir(working_->path()).mkdir(QStringLiteral("frames")))
        throw workError(tr("%1: nothing can be written there (%2). Choose a place where you may write.")
                            .arg(QDir::toNativeSeparators(path_), working_->errorString())
                            .toStdString());
}

AnimationWriter::~AnimationWriter() {
    gif_.disconnect(this);
    gif_.cancel();
    gif_.waitForFinished();
    if (ffmpeg_.state() == QProcess::NotRunning) return;
    ffmpeg_.disconnect(this);
    ffmpeg_.kill();
    ffmpeg_.waitForFinished();
}

QString AnimationWriter::framePath(int frame) const {
    return working_->filePath(QStringLiteral("frames/frame-%1.png").arg(frame, 5, 10, QLatin1Char('0')));
}

void AnimationWriter::add(const QImage& frame) {
    const QString file = framePath(frames_ + 1);
    if (!frame.save(file, "PNG"))
        throw workError(tr("%1: a frame could not be written. Is the disk full?")
                            .arg(QDir::toNativeSeparators(path_))
                            .toStdString());
    ++frames_;
}

void AnimationWriter::finish() {
    switch (animationKindOf(path_)) {
        case AnimationKind::Pictures:  // Asynchronous, as the others are
            QTimer::singleShot(0, this, &AnimationWriter::finishPictures);
            break;
        case AnimationKind::Gif:
            startGif();
            break;
        case AnimationKind::Mp4:
            startFfmpeg();
            break;
    }
}

void AnimationWriter::finishPictures() {
    std::error_code error;
    std::filesystem::rename(native(working_->filePath(QStringLiteral("frames"))), native(path_), error);
    if (error)
        return Q_EMIT failed(
            tr("%1: the pictures could not be put there (%2).")
                .arg(QDir::toNativeSeparators(path_), QString::fromStdString(error.message())));
    working_.reset();
    QStringList files;
    for (const QString& name : QDir(path_).entryList(QDir::Files, QDir::Name))
        files << QDir(path_).filePath(name);
    Q_EMIT finished(files);
}

void AnimationWriter::startGif() {
    const QString made = working_->filePath(QStringLiteral("made.gif"));
    QStringList frames;
    for (int i = 1; i <= frames_; ++i) frames << framePath(i);
    connect(&gif_, &QFutureWatcherBase::progressValueChanged, this, &AnimationWriter::encoded);
    connect(&gif_, &QFutureWatcherBase::finished, this, [this, made] { place(made, gif_.result()); });
    gif_.setFuture(QtConcurrent::run([made, frames, rate = framesPerSecond_](QPromise<QString>& promise) {
        promise.setProgressRange(0, int(frames.size()));
        try {
            GifFile file(made, QImage(frames.value(0)).size(), rate);
            for (int i = 0; i < frames.size() && !promise.isCanceled(); ++i) {
                file.add(QImage(frames[i]));
                promise.setProgressValue(i + 1);
            }
            file.close();
            promise.addResult(QString());
        } catch (const Error& error) {
            promise.addResult(QString::fromStdString(error.what()));
        }
    }));
}

void AnimationWriter::startFfmpeg() {
    const QStringList words{
        QStringLiteral("-nostdin"), QStringLiteral("-loglevel"), QStringLiteral("error"),
        QStringLiteral("-progress"), QStringLiteral("pipe:1"), QStringLiteral("-framerate"),
        QString::number(framesPerSecond_), QStringLiteral("-i"),
        QStringLiteral("frames/frame-%05d.png"),  // below: a % in the place is no pattern
        // What every player takes: even sizes, colours at half the resolution.
        QStringLiteral("-vf"), QStringLiteral("pad=ceil(iw/2)*2:ceil(ih/2)*2"), QStringLiteral("-pix_fmt"),
        QStringLiteral("yuv420p"), QStringLiteral("-movflags"), QStringLiteral("+faststart"),
        QStringLiteral("made.mp4")};
    ffmpeg_.setWorkingDirectory(working_->path());

    connect(&ffmpeg_, &QProcess::readyReadStandardOutput, this, [this] {
        while (ffmpeg_.canReadLine()) {
            const QByteArray line = ffmpeg_.readLine().trimmed();
            if (line.startsWith("frame=")) Q_EMIT encoded(line.mid(6).trimmed().toInt());
        }
    });
    connect(&ffmpeg_, &QProcess::finished, this, &AnimationWriter::ffmpegEnded);
    connect(&ffmpeg_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            Q_EMIT failed(tr("ffmpeg could not be started (%1).").arg(ffmpeg_.errorString()));
    });
    ffmpeg_.start(ffmpegPath(), words, QIODevice::ReadOnly);
}

void AnimationWriter::ffmpegEnded(int exitCode, QProcess::ExitStatus status) {
    const QString said = QString::fromUtf8(ffmpeg_.readAllStandardError()).trimmed();
    place(working_->filePath(ffmpeg_.arguments().constLast()),
          status == QProcess::NormalExit && exitCode == 0
              ? QString()
              : tr("%1: ffmpeg could not make the animation. It said: %2")
                    .arg(QDir::toNativeSeparators(path_), said.isEmpty() ? ffmpeg_.errorString() : said));
}

void AnimationWriter::place(const QString& made, const QString& problem) {
    QString why = problem;
    try {
        if (why.isEmpty()) placeFile(native(made).string(), native(path_).string());
    } catch (const Error& error) {
        why = QString::fromUtf8(error.what());
    }
    working_.reset();
    if (!why.isEmpty())
        Q_EMIT failed(why);
    else
        Q_EMIT finished({path_});
}

}  // namespace attx
