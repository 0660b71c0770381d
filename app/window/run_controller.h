// The run that the window shows: prepares, starts, holds and ends it, and puts what is shown before and after
// into the model.
#pragma once
#include <QObject>
#include <optional>

#include "app/runs/train_worker.h"
#include "app/window/preparation.h"
#include "app/window/run_phase.h"
#include "model/run/records.h"

namespace attx {

class RunController : public QObject {
    Q_OBJECT
public:
    /// All outlive it. `window`: of the questions to the person.
    RunController(RunModel& model, const RunStore& store, Preparation& preparation, QWidget* window);

    /// What the form says.
    [[nodiscard]] const RunConfig& wanted() const { return wanted_; }
    /// The form's network follows what is typed as long as nothing is trained.
    void edit(const RunConfig& config);
    /// A network with its initial weights.
    void showFresh(const RunConfig& config);
    /// `run` with its data, which may be null, opened from `path`.
    void showOpened(const QString& path, const OpenedRun& run, std::shared_ptr<const DataSet> data);
    /// What was opened and is shown; empty: nothing.
    [[nodiscard]] const QString& openedPath() const { return openedPath_; }
    /// The folder of the run shown; empty: it has none.
    [[nodiscard]] const QString& folder() const { return folder_; }

    /// Begins a run, goes on with the stopped one that is shown, or with the one that is held.
    void train(const RunConfig& wanted);
    void pause() { worker_.pause(); }
    /// One step of the run shown; of one that came to its end, in a copy past it. A network that cannot go on
    /// stays.
    void step();
    /// The run under way, or what is prepared or opened.
    void stop() { take(RunRequest::Stop); }
    void restart(bool newSeed);
    /// Ends what is under way and asks for the trained network that was shown before: backAsked.
    void goBack() {
        if (former_) take(RunRequest::GoBack);
    }
    void setLearningRate(double rate);
    /// goesOnChanged, for a form that does not know it yet.
    void tellGoesOn() { Q_EMIT goesOnChanged(canGoOn(wanted_), continued(wanted_).has_value()); }
    /// Ends what is under way; closed() follows.
    void close(bool keepRun) { take(keepRun ? RunRequest::CloseKeeping : RunRequest::CloseDiscarding); }

Q_SIGNALS:
    void goesOnChanged(bool goesOn, bool steps);  ///< train() would go on with the run shown; step() would
    void formerKept();                            ///< goBack() has a network to show
    void replaced(const QString& formerPath);     ///< a trained network, by initial weights
    /// Of a run that had ended a copy goes on. `lookedBack`: a snapshot was shown, from which nothing can be
    /// trained.
    void copied(const QString& formerPath, bool lookedBack);
    void backAsked(const attx::OpenedRun& former);
    void wantedChanged(const attx::RunConfig& config);
    void trainingAsked(const attx::RunConfig& config);
    void kept(const QString& folder);  ///< The folder of a run that has begun, or where it was moved to
    void noticed(const QString& message, bool isError);
    void closed();
    void cannotClose();  ///< what was to be kept could not be: the person has to know

private:
    void connectWorker();
    /// Changes the phase, and does what follows from that unless it needs what only the caller has.
    RunAction take(RunRequest request);
    /// `resumed`: the run shown goes on, with the settings of `config`.
    void lookAtNow();
    void begin(const RunConfig& config, bool resumed);
    /// Data that have changed since the run was trained: whether it goes on with them is for the person to
    /// say.
    void askAboutChangedData(const Prepared& prepared);
    void launch(const Prepared& prepared);
    void started(const QString& folder, const QString& device, const RunMetrics& resumed);
    void followFolder(const QString& folder);
    void failed(const QString& message);
    void cancel();
    void startOver();
    /// What is trained or was opened, before another network takes its place.
    void keepFormer();
    [[nodiscard]] bool canGoOn(const RunConfig& config) const;
    /// The run shown with an end that it has not come to yet; nothing if `config` is of another one, or its
    /// folder does not hold what it would go on from.
    [[nodiscard]] std::optional<RunConfig> continued(RunConfig config) const;

    RunModel& model_;
    const RunStore& store_;
    Preparation& preparation_;
    QWidget* window_;
    RunConfig wanted_;
    QString folder_, openedPath_;
    RunPhase phase_;
    bool isFresh_ = true;              ///< The network shown began with initial weights
    bool lookedBack_ = false;          ///< A snapshot was shown when the run under way was asked for
    std::optional<OpenedRun> former_;  ///< the trained network that was shown before; its data are not held
    TrainWorker worker_;               ///< last, so that it ends before what it reports to
};

}  // namespace attx
