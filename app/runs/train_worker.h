// Training in a thread of its own. The methods may be called from any thread and return at once; what
// happens comes back as signals, values only.
#pragma once
#include <QObject>
#include <QString>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/runs/resume_point.h"
#include "app/runs/run_recorder.h"
#include "model/run/records.h"
#include "model/run/run_lock.h"
#include "model/run/start_weights.h"
#include "ui/state/run_model.h"

namespace attx {

struct TrainJob {
    RunConfig config;
    std::shared_ptr<const DataSet> data;
    QString folder;                       ///< the run folder to make, or to go on with; empty: none
    std::shared_ptr<ResumedRun> resumed;  ///< null: from the first step
    std::shared_ptr<RunLock> lock;        ///< Lock of the folder; null: it is not taken yet
    bool paused = false;                  ///< begins paused, for single steps
    QString copied = {};  ///< Folder of a run whose copy in `folder` goes on, while it stays; empty: none
    std::shared_ptr<const std::vector<float>> initial = {};  ///< weights to begin with; null: drawn ones
    std::optional<StartReport> start = {};                   ///< What of `initial` was not drawn; or nothing
};

class TrainWorker : public QObject {
    Q_OBJECT
public:
    using Clock = std::chrono::steady_clock;

    /// `now` is asked in the worker's thread.
    explicit TrainWorker(std::function<Clock::time_point()> now = &Clock::now);
    /// Stops what is under way; its folder is whole.
    ~TrainWorker() override;

    /// Ignored while a run is under way.
    void start(const TrainJob& job);
    void pause();
    void resume();
    /// Pauses, and does one training step.
    void step();
    /// Ends the run. keep = false: its folder is removed; that of a resumed run goes back to what it held
    /// before.
    void stop(bool keep = true);
    void setLearningRate(double rate);
    /// The receiver has dealt with a progress signal. Reports wait while several are unseen, so that a
    /// slow window is not buried under them.
    void progressSeen();

    /// 30 reports a second: the eye sees a moving curve.
    static constexpr std::chrono::milliseconds progressInterval{33};
    /// Commands are taken between two pieces of work.
    static constexpr std::chrono::milliseconds pieceOfWork{10};

Q_SIGNALS:
    /// `folder` is empty if the run is not saved; `resumed` are the metrics behind it.
    void started(const QString& folder, const QString& device, const attx::RunMetrics& resumed);
    void stateChanged(attx::RunState state);
    void progressed(const attx::TrainProgress& progress);
    void snapshotsKept(const std::vector<attx::Snapshot>& snapshots);  ///< all that the run's folder holds
    void finished(const attx::RunResult& result);
    void failed(const QString& message);  ///< the run could not start or go on
    void noticed(const QString& message, bool isError);
    void moved(const QString& folder);  ///< The folder of the run has this path now.
    void notKept();                     ///< a stopped run that was to be kept could not be saved

private:
    /// Calls command() in the worker's thread.
    template <class Command>
    void post(Command command);
    // Worker thread only, from here on.
    /// Calls work(); what it throws ends the run with a sentence.
    template <class Work>
    void guarded(const Work& work);
    void begin(const TrainJob& job);
    void work();
    void setState(RunState state);
    void take(const Trainer::Advance& advance);
    void record(const Trainer::Advance& advance);
    void followFolder();
    void reportSnapshots();
    void report(bool atOnce);
    void end(const RunResult& result);
    void endStopped(bool keep);
    void discard();
    void fail(const QString& message);
    void letGo();  ///< Lets go of the run and of its folder

    // Shared, thread-safe
    std::atomic<bool> interrupt_{false};  ///< ends the piece of work under way
    std::atomic<int> stopsPending_{0};    ///< no new piece of work begins while one waits
    std::atomic<int> unseen_{0};
    // Worker thread only
    std::unique_ptr<Trainer> trainer_;
    QString folder_;                 ///< Folder of the run; empty: it is not saved
    std::shared_ptr<RunLock> lock_;  ///< Lock of the folder
    std::optional<RunRecorder> recorder_;
    std::optional<ResumePoint> resumePoint_;  ///< Resumed runs only: the files to go back to when discarding
    RunState state_ = RunState::Idle;
    std::unique_ptr<QTimer> loop_;  ///< fires between events while training
    TrainProgress gathered_;
    std::function<Clock::time_point()> now_;
    Clock::time_point reported_, snapshot_;
    std::vector<Snapshot> snapshots_;  ///< Snapshots of the last report
    bool savingFails_ = false;
    // The owner's thread
    QThread thread_;
};

}  // namespace attx
