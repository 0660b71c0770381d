// What the pages observe: the run under way or opened, its curves and data, and the network that is shown of
// it. The application feeds it; pages read it and emit intent. GUI thread only.
#pragma once
#include <QImage>
#include <QList>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>

#include "model/inspect/subject.h"
#include "model/network/known_data.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/state/shown.h"

namespace attx {

enum class RunState {
    Idle,      ///< the form's network with fresh weights; nothing trained
    Starting,  ///< Train was pressed, and the run is on its way: the form is that of the run
    Training,
    Paused,
    Finished,  ///< ended, stopped, or opened from disk
};

/// What the worker reports, at most every progressInterval.
struct TrainProgress {
    std::vector<StepRecord> steps;  ///< Steps since the last report
    std::optional<EpochReport> epoch;
    int64_t step = 0, totalSteps = 0;
    std::optional<double> secondsLeft;
    std::shared_ptr<const std::vector<float>> parameters;  ///< now; may be null (unchanged)
};

class RunModel : public QObject {
    Q_OBJECT
public:
    explicit RunModel(QObject* parent = nullptr) : QObject(parent) {}

    [[nodiscard]] RunState state() const { return starting_ ? RunState::Starting : state_; }
    [[nodiscard]] bool isRunning() const {
        return state_ == RunState::Training || state_ == RunState::Paused;
    }
    /// Its parameters change now: what is computed of them is soon of an earlier state.
    [[nodiscard]] bool isTraining() const { return state_ == RunState::Training; }
    /// A run is under way, or on its way.
    [[nodiscard]] bool isBusy() const { return starting_ || isRunning(); }
    [[nodiscard]] const RunMetrics& metrics() const { return metrics_; }
    [[nodiscard]] const std::vector<EarlierRun>& earlierRuns() const { return earlierRuns_; }
    [[nodiscard]] const std::optional<RunResult>& result() const { return result_; }
    /// The step that the run under way was resumed at; 0: it began in this session.
    [[nodiscard]] int64_t resumedStep() const { return resumedStep_; }
    /// The folder of the run shown; empty: it is not kept anywhere.
    void setPlace(const QString& path);
    /// The run folder, or the file that was opened; empty: the run is not kept, or none was begun.
    [[nodiscard]] const QString& path() const { return path_; }
    /// That holds the run's snapshots, or the file; empty: there is none.
    [[nodiscard]] QString folder() const;
    /// What is shown is called, as nameOfRun() has it; empty: the run is not kept, or none was begun.
    [[nodiscard]] const QString& name() const { return name_; }
    [[nodiscard]] const QString& device() const { return device_; }
    /// The last, without its steps.
    [[nodiscard]] const TrainProgress& progress() const { return progress_; }
    /// That can be looked back at, by rising step.
    [[nodiscard]] const std::vector<Snapshot>& snapshots() const { return snapshots_; }

    /// The run's network, as every page shows it.
    [[nodiscard]] Shown& shown() { return shown_; }
    [[nodiscard]] const Shown& shown() const { return shown_; }
    // Of shown(), for short.
    [[nodiscard]] const RunConfig& config() const { return shown_.config(); }
    [[nodiscard]] const Shown::Parameters& parameters() const { return shown_.parameters(); }
    [[nodiscard]] const DataNames& names() const { return shown_.names(); }
    [[nodiscard]] const Sample& sample() const { return shown_.sample(); }
    [[nodiscard]] const Ablation& ablation() const { return shown_.ablation(); }
    [[nodiscard]] const Inspection& inspection() const { return shown_.inspection(); }

    /// The file of the network does not say what its task is: that of config() is but likely.
    [[nodiscard]] bool isTaskAssumed() const { return taskAssumed_; }
    /// Until another network is shown.
    void setTaskAssumed(bool assumed);

    /// May be null while it is made.
    [[nodiscard]] std::shared_ptr<const DataSet> data() const { return data_; }
    /// Nothing while the data are made.
    [[nodiscard]] const KnownData& knownData() const { return known_; }
    [[nodiscard]] std::optional<int64_t> trainRows() const { return known_.trainRows; }
    /// The network that is looked at, for analyses of its data.
    [[nodiscard]] Subject subject() const {
        return {config(), parameters(), data_, {ablation().headGates, {}}};
    }
    [[nodiscard]] int64_t sampleCount() const { return data_ ? data_->validation.samples() : 0; }
    /// The row of the validation data that the sample is; -1: none of them.
    [[nodiscard]] int64_t sampleRow() const { return sample().rowOf(SampleSource::Validation); }
    void chooseRow(qint64 row);  ///< Chooses a row of the validation data, the nearest that there is
    /// That of a set's member; null unless it is known.
    [[nodiscard]] QImage imageOf(const SampleRow& member) const;
    /// The images of a set's members, for tick labels; none unless there is one of each.
    [[nodiscard]] QList<QImage> imagesOf(const Sample& sample) const;
    /// How every query × key map is drawn: the first query on top, as matrices are written, or below, as the
    /// reference notebooks draw it.
    [[nodiscard]] bool firstQueryBelow() const { return firstQueryBelow_; }
    void setFirstQueryBelow(bool below);
    /// Where these images come from; may give a null image.
    void setMemberImages(std::function<QImage(const SampleRow& member)> source);

    static constexpr size_t keptEarlierRuns = 5;

public Q_SLOTS:
    // Fed by the application.
    /// Fresh or opened. The curves so far become an earlier run's. The sample stays if it fits. `names` are
    /// those that came with the network, used where there are no data.
    void showNetwork(const attx::RunConfig& config, std::shared_ptr<const std::vector<float>> parameters,
                     std::shared_ptr<const attx::DataSet> data, const attx::DataNames& names = {});
    void readName();  ///< To be called when the run may have been given another name
    void beginRun(const QString& path, const QString& device);  ///< keeps the curves so far as an earlier run
    void setDevice(const QString& device);  ///< what a run would use; beginRun says what it does use
    void setState(attx::RunState state);
    void setStarting(bool starting);                   ///< Meanwhile state() is Starting
    void setMetrics(const attx::RunMetrics& metrics);  ///< Takes the metrics of an opened or resumed run
    void addProgress(const attx::TrainProgress& progress);
    void setResult(const attx::RunResult& result);
    void setSnapshots(const std::vector<attx::Snapshot>& snapshots);  ///< Takes those of the run shown

Q_SIGNALS:
    void stateChanged(attx::RunState state);
    void stepsAdded();  ///< new points in metrics().steps
    void epochAdded(const attx::EpochReport& report);
    void metricsReset();  ///< curves begin again
    void progressChanged();
    void resultChanged();
    void snapshotsChanged();
    void orientationChanged();   ///< firstQueryBelow()
    void memberImagesChanged();  ///< imageOf(): what was drawn without images is to be drawn again

private:
    void keepCurves();
    void setPath(const QString& path);  ///< The run's own curves are no longer an earlier run's
    [[nodiscard]] Sample sampleThatFits(const RunConfig& config, const DataNames& names) const;

    RunState state_ = RunState::Idle;
    bool starting_ = false, firstQueryBelow_ = false, taskAssumed_ = false;
    QString path_, name_, device_;
    RunMetrics metrics_;
    int64_t resumedStep_ = 0;
    std::vector<EarlierRun> earlierRuns_;
    std::optional<RunResult> result_;
    TrainProgress progress_;
    std::vector<Snapshot> snapshots_;
    std::shared_ptr<const DataSet> data_;
    KnownData known_;
    std::function<QImage(const SampleRow&)> memberImages_;
    Study<SampleAnswer> study_;
    Shown shown_{study_};
};

}  // namespace attx
