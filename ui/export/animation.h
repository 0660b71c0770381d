// A figure at one snapshot after the other, as files: numbered pictures in a folder, a GIF or, where the
// program ffmpeg is installed, an MP4. Nothing stands in its place before it is whole.
#pragma once
#include <QFutureWatcher>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>

#include "ui/export/export.h"

namespace attx {

/// The figure with a line below it that names the moment.
[[nodiscard]] QImage animationFrame(const Figure& figure, const QString& moment,
                                    const ExportOptions& options);

enum class AnimationKind { Pictures, Mp4, Gif };
/// By the suffix: .mp4, .gif; anything else is a folder.
[[nodiscard]] AnimationKind animationKindOf(const QString& path);
/// Empty: it can be written. Otherwise a sentence: ffmpeg is missing, the folder is not empty ...
[[nodiscard]] QString animationProblem(const QString& path);

class AnimationWriter : public QObject {
    Q_OBJECT
public:
    /// Throws Error::Kind::Input with animationProblem, and Error::Kind::Work if nothing can be written
    /// there.
    AnimationWriter(const QString& path, double framesPerSecond, QObject* parent = nullptr);
    /// What is not finished leaves nothing behind.
    ~AnimationWriter() override;

    /// The next frame; all have one size. Throws Error::Kind::Work.
    void add(const QImage& frame);
    [[nodiscard]] int frames() const { return frames_; }
    /// Puts it in its place, at once or when the film is made, beside this thread: finished or failed says
    /// so. Needs an event loop.
    void finish();

Q_SIGNALS:
    void encoded(int frames);  ///< Frames of a video that are encoded so far
    void finished(const QStringList& files);
    void failed(const QString& message);

private:
    [[nodiscard]] QString framePath(int frame) const;
    void finishPictures();
    void startGif();
    void startFfmpeg();
    /// The film is made: it goes to its place, unless `problem` says why not.
    void place(const QString& made, const QString& problem);
    void ffmpegEnded(int exitCode, QProcess::ExitStatus status);

    const QString path_;
    const double framesPerSecond_;
    std::unique_ptr<QTemporaryDir> working_;  ///< Folder next to path_, so that renaming is enough
    QProcess ffmpeg_;
    QFutureWatcher<QString> gif_;  ///< empty, or what went wrong
    int frames_ = 0;
};

}  // namespace attx
