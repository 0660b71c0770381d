// A sweep that the window trains: `sweep run` in a process of its own, so that the window stays as quick as
// it is, and nothing is lost with either.
#pragma once
#include <QObject>
#include <QProcess>

namespace attx {

class SweepProcess : public QObject {
    Q_OBJECT
public:
    explicit SweepProcess(QObject* parent = nullptr);
    /// Stops it cleanly; what has not ended by then is ended.
    ~SweepProcess() override;

    /// jobs 0: as many as `sweep run` takes by itself. Does nothing while one runs.
    void start(const QString& folder, int jobs);
    /// What is under way is saved, and can be resumed.
    void stop();
    [[nodiscard]] bool isRunning() const { return process_.state() != QProcess::NotRunning; }
    [[nodiscard]] const QString& folder() const { return folder_; }
    /// As progressed() has said it; empty: it does not run.
    [[nodiscard]] const QString& progress() const { return progress_; }

    QString program;  ///< empty: this one, also after an update has replaced its file

Q_SIGNALS:
    void progressed(const QString& text);  ///< empty: it has ended
    void ended(const QString& text, bool isProblem);

private:
    void takeEnd(int status);
    void report(const QString& progress);

    QProcess process_;
    QString folder_, progress_;
    bool stopping_ = false;
};

}  // namespace attx
