// What the pages observe: the run under way or opened, its curves, the network's present parameters
// and the sample that is looked at. The application feeds it; pages read it and emit intent.
// GUI thread only.
#pragma once
#include <QImage>
#include <QList>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>

#include "model/data/sample.h"
#include "model/explain/explain.h"
#include "model/explain/inspector.h"
#include "model/explain/subject.h"
#include "model/run/run_folder.h"
#include "model/run/snapshots.h"
#include "ui/figures/curve_figure.h"

namespace attx {

enum class RunState {
    Idle,  ///< the form's network with fresh weights; nothing trained
    Training,
    Paused,
    Finished,  ///< ended, stopped, or opened from disk
};

/// What the worker reports, at most every progressInterval.
struct TrainProgress {
    std::vector<StepRecord> steps;  ///< since the last report
    std::optional<EpochReport> epoch;
    int64_t step = 0, totalSteps = 0;
    std::optional<double> secondsLeft;
    QString activity;                                      ///< "training", "validating", "testing"
    std::shared_ptr<const std::vector<float>> parameters;  ///< now; may be null (unchanged)
};

/// Which explanations are wanted with the inspection, and of what.
struct ExplainQuestion {
    ExplainTarget target;
    ExplainOptions options;
};

/// A question to the inspector. One is in the air at a time (but for another network, which does not
/// wait); the newest replaces one that still waits.
struct InspectRequest {
    quint64 tag = 0;
    NetworkConfig network;
    std::shared_ptr<const std::vector<float>> parameters;
    Sample sample;
    std::optional<ExplainQuestion> explain = std::nullopt;
    Ablation ablation = {};
};

class RunModel : public QObject {
    Q_OBJECT
public:
    explicit RunModel(QObject* parent = nullptr);

    [[nodiscard]] RunState state() const { return state_; }
    [[nodiscard]] bool isRunning() const {
        return state_ == RunState::Training || state_ == RunState::Paused;
    }
    [[nodiscard]] const RunConfig& config() const { return config_; }  ///< of the network shown
    [[nodiscard]] const RunMetrics& metrics() const { return metrics_; }
    [[nodiscard]] const std::vector<EarlierRun>& earlierRuns() const { return earlierRuns_; }
    [[nodiscard]] const std::optional<RunResult>& result() const { return result_; }
    /// The step that the run under way was resumed at; 0: it began in this session.
    [[nodiscard]] int64_t resumedStep() const { return resumedStep_; }
    void forgetName();
    [[nodiscard]] const QString& name() const { return name_; }  ///< of the run folder, or empty
    [[nodiscard]] const QString& device() const { return device_; }
    /// The last, without its steps.
    [[nodiscard]] const TrainProgress& progress() const { return progress_; }
    /// Of the network that every page shows: now, or at the moment chosen.
    [[nodiscard]] std::shared_ptr<const std::vector<float>> parameters() const { return parameters_; }
    /// The moments of the run that can be looked back at, by rising step.
    [[nodiscard]] const std::vector<Snapshot>& snapshots() const { return snapshots_; }
    /// The one that is looked at; none: now, following the run.
    [[nodiscard]] const std::optional<Snapshot>& moment() const { return moment_; }
    /// What the pages show is that moment: its parameters are here, and everything asked of them is answered.
    [[nodiscard]] bool isSettled() const { return !momentWaits_ && !inTheAir_; }
    /// May be null while it is made.
    [[nodiscard]] std::shared_ptr<const DataSet> data() const { return data_; }
    /// Of classes and words: those of the data, else those that came with the network.
    [[nodiscard]] const DataNames& names() const { return data_ ? data_->names : names_; }
    [[nodiscard]] const Sample& sample() const { return sample_; }  ///< that is looked at
    /// Its row in the validation data; -1: it is none of them.
    [[nodiscard]] int64_t sampleRow() const { return sample_.rowOf(SampleSource::Validation); }
    /// Positions of a sample that are padding behind a text.
    [[nodiscard]] int paddingOf(const Sample& sample) const;
    /// How many positions of a sample maps show: padding only where it is asked for, or there is nothing
    /// else.
    [[nodiscard]] int shownPositions(const Sample& sample) const;
    [[nodiscard]] bool showsPadding() const { return showsPadding_; }
    /// The images of a set's members, for tick labels; none unless there is one of each.
    [[nodiscard]] QList<QImage> imagesOf(const Sample& sample) const;
    /// Where these images come from; may give a null image.
    void setMemberImages(std::function<QImage(const SampleRow& member)> source);
    /// Nothing while the data are made.
    [[nodiscard]] std::optional<int64_t> trainRows() const {
        return data_ ? std::optional(data_->train.rows) : std::nullopt;
    }
    [[nodiscard]] int64_t sampleCount() const { return data_ ? data_->validation.rows : 0; }
    [[nodiscard]] const Inspection& inspection() const { return inspection_; }
    /// The answer to wantExplanation, about the sample in it; null before there is one.
    [[nodiscard]] std::shared_ptr<const Explanation> explanation() const { return explanation_; }

    /// The network that is looked at, for analyses of its data.
    [[nodiscard]] Subject subject() const { return {config_, parameters_, data_, {ablation_.headGates, {}}}; }

    /// Heads that are off, and tokens of the sample that no head may look at.
    [[nodiscard]] const Ablation& ablation() const { return ablation_; }
    [[nodiscard]] bool isHidden(int position) const;
    [[nodiscard]] int headsOff() const;

    static constexpr size_t keptEarlierRuns = 5;

public Q_SLOTS:
    // Fed by the application.
    /// Fresh or opened. The curves so far become an earlier run's. The sample stays if it fits.
    void showNetwork(const attx::RunConfig& config, std::shared_ptr<const std::vector<float>> parameters,
                     std::shared_ptr<const attx::DataSet> data, const attx::DataNames& names = {});
    void beginRun(const QString& name, const QString& device);  ///< keeps the curves so far as an earlier run
    void setDevice(const QString& device);  ///< what a run would use; beginRun says what it does use
    void setState(attx::RunState state);
    void setLearningRate(double rate);                 ///< what the run shown goes on with
    void setMetrics(const attx::RunMetrics& metrics);  ///< of an opened or resumed run
    void addProgress(const attx::TrainProgress& progress);
    void setResult(const attx::RunResult& result);
    void setSnapshots(const std::vector<attx::Snapshot>& snapshots);  ///< of the run shown
    /// The parameters of momentRequested; ignored if another moment has been chosen since.
    void setMomentParameters(const attx::Snapshot& snapshot,
                             std::shared_ptr<const std::vector<float>> parameters);
    void failMoment(const attx::Snapshot& snapshot);  ///< it cannot be read: back to now
    /// `explanation` is null unless the request asked for one.
    void setInspection(quint64 tag, const attx::Inspection& inspection,
                       std::shared_ptr<const attx::Explanation> explanation = nullptr);
    /// The question could not be answered; the next one may be.
    void failInspection(quint64 tag);
    // Asked for by pages.
    void chooseSample(const attx::Sample& sample);
    void chooseRow(qint64 row);  ///< of the validation data; the nearest that there is
    void chooseMoment(const attx::Snapshot& snapshot);
    void chooseNow();
    /// Tokens are hidden until the sample changes, heads are off until the network has others.
    void setAblation(const attx::Ablation& ablation);
    /// Hides a token that is shown, or shows it again. The last one that is left stays.
    void toggleToken(int position);
    void setShowsPadding(bool shows);
    /// From now on inspections bring these explanations; none: they cost a backward pass for nothing.
    void wantExplanation(const std::optional<attx::ExplainQuestion>& question);

Q_SIGNALS:
    void stateChanged(attx::RunState state);
    void networkChanged();  ///< another configuration: shapes may differ
    void stepsAdded();      ///< new points in metrics().steps
    void epochAdded(const attx::EpochReport& report);
    void metricsReset();  ///< curves begin anew
    void progressChanged();
    void sampleChanged();
    void ablationChanged();
    void paddingChanged();  ///< shownPositions() may be others
    void inspectionChanged();
    void inspectionFailed();  ///< what is shown stays that of an older question
    void explanationChanged();
    void resultChanged();
    void snapshotsChanged();
    void momentChanged();                                  ///< another one was chosen; its parameters follow
    void parametersChosen();                               ///< parameters() are those of another moment now
    void momentRequested(const attx::Snapshot& snapshot);  ///< to the application
    void inspectRequested(const attx::InspectRequest& request);  ///< to the application

private:
    void requestInspection();
    void keepCurves();
    [[nodiscard]] Sample sampleThatFits() const;

    RunState state_ = RunState::Idle;
    RunConfig config_;
    QString name_, device_;
    RunMetrics metrics_;
    int64_t resumedStep_ = 0;
    std::vector<EarlierRun> earlierRuns_;
    std::optional<RunResult> result_;
    TrainProgress progress_;
    std::shared_ptr<const std::vector<float>> parameters_;  ///< shown
    std::shared_ptr<const std::vector<float>> latest_;      ///< of now
    std::vector<Snapshot> snapshots_;
    std::optional<Snapshot> moment_;
    bool momentWaits_ = false;  ///< parameters_ are not yet those of moment_
    std::shared_ptr<const DataSet> data_;
    DataNames names_;
    Sample sample_;
    std::function<QImage(const SampleRow&)> memberImages_;
    bool showsPadding_ = false;
    Ablation ablation_;
    Inspection inspection_;
    std::optional<ExplainQuestion> question_;
    std::shared_ptr<const Explanation> explanation_;
    quint64 tag_ = 0;            ///< of the newest request
    bool inTheAir_ = false;      ///< that request has no answer yet
    bool requestWaits_ = false;  ///< parameters or sample changed since
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::TrainProgress)
Q_DECLARE_METATYPE(attx::InspectRequest)
Q_DECLARE_METATYPE(attx::Inspection)
Q_DECLARE_METATYPE(attx::RunConfig)
Q_DECLARE_METATYPE(attx::RunResult)
Q_DECLARE_METATYPE(attx::EpochReport)
Q_DECLARE_METATYPE(attx::RunState)
