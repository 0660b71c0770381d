// The window and what stands behind it: gives the pages their run, and does what a person asks for.
#pragma once
#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "app/runs/backends.h"
#include "app/runs/run_store.h"
#include "app/sources/picture_describer.h"
#include "app/threads/background.h"
#include "app/threads/query_worker.h"
#include "app/window/feature_window.h"
#include "app/window/settings.h"
#include "app/workers/inspect_worker.h"
#include "app/workers/train_worker.h"
#include "model/data/download_source.h"
#include "model/data/set_data.h"
#include "ui/look/theme.h"
#include "ui/state/run_model.h"
#include "ui/window/main_window.h"

class QApplication;

namespace attx {

/// Where the application keeps things; empty: the system's places.
struct ApplicationPlaces {
    QString settingsFile;
    QString runsFolder;
};

class Application : public QObject {
    Q_OBJECT
public:
    Application(QApplication& application, const ApplicationPlaces& places);
    ~Application() override;

    [[nodiscard]] MainWindow& window() { return *window_; }
    [[nodiscard]] RunModel& model() { return model_; }
    [[nodiscard]] const RunStore& store() const { return store_; }
    /// A run folder or a checkpoint file.
    void open(const QString& given);
    /// The same, beside what is shown: for the same input, with the difference.
    void openBeside(const QString& given);
    /// Asks for it in a dialog; what was fetched goes into the form if its task wants it. `source` must
    /// outlive this.
    void download(const DownloadSource& source);

private:
    /// A network ready to be shown: its first weights and its data.
    struct Prepared {
        std::shared_ptr<const std::vector<float>> parameters;
        std::shared_ptr<const DataSet> data;
        std::shared_ptr<ResumedRun> resumed;
        std::string changed;    ///< how the data differ from those that `resumed` learned from; or empty
        bool outdated = false;  ///< something newer was asked for in the meantime
    };
    /// A run or checkpoint that has been read, with its data if they could be made.
    struct Opened {
        OpenedRun run;
        std::shared_ptr<const DataSet> data;
        std::string note;
    };
    void showDevices(const std::vector<DeviceInfo>& devices);
    void connectWindow();
    void connectWorkers();
    /// A checkpoint of another program may leave things open: `show` follows once the person has answered.
    void askAbout(const QString& path, const OpenedRun& run,
                  const std::function<void(const RunConfig& config)>& show,
                  const std::function<void()>& otherwise = {});
    void showOpened(const QString& path, const Opened& opened);
    void showBeside(const QString& path, const OpenedRun& run);
    void connectStudies();
    void describe(const PictureRequest& request);
    void connectComparison();
    void useDownload(const DownloadSource& source, const QString& path);
    void showFresh(const RunConfig& config);
    void showGoesOn();
    void showWeights(const RunConfig& config, quint64 tag);
    void stayOpen();
    /// With its data from `dataPath`, if that is given.
    void openFrom(const QString& path, const std::optional<std::string>& dataPath);
    void loadSetImages();
    void train(const RunConfig& wanted, bool paused);
    /// Data that have changed since the run was trained: whether it goes on with them is for the person to
    /// say.
    void askAboutChangedData(const RunConfig& config, const Prepared& prepared, bool paused);
    void startPrepared(const RunConfig& config, const Prepared& prepared, bool paused);
    void editConfig(const RunConfig& config);
    /// For the network that `of` names; `newest` is its newest question.
    void readMoment(const Snapshot& snapshot, const QString& folder, std::atomic<quint64>& newest,
                    const std::function<Shown*()>& of);
    void step();
    void restart(bool newSeed);
    void save(const QString& path);
    void close(bool keepRun);
    void rememberRun(const QString& path);
    void rememberWindow();
    void runStarted(const QString& folder, const QString& device, const RunMetrics& resumed);
    void runFinished(const RunResult& result);
    void runFailed(const QString& message);
    void afterRun();
    [[nodiscard]] bool canGoOn(RunConfig config) const;
    /// Says so, and offers to stop it, once it takes longer than a moment.
    void beginWaiting(const QString& what);
    void endWaiting();
    void stop();
    void setStarting(bool starting);
    template <class Then>
    void prepare(const RunConfig& config, const QString& resumeFrom, Then then);

    RunModel model_;
    Settings settings_;
    RunStore store_;
    Theme theme_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<FeatureWindow> features_;

    RunConfig formConfig_;
    std::shared_ptr<const DataSet> data_;        ///< the last made
    DataConfig dataConfig_;                      ///< of data_
    std::shared_ptr<const SplitImages> images_;  ///< of the sets of imagesOf_; null: not read yet, or broken
    std::weak_ptr<const DataSet> imagesOf_;
    QString folder_;          ///< of the run shown; empty: it has none
    QString openedPath_;      ///< what was opened and is shown; empty: nothing
    QString besideFolder_;    ///< of the run beside it
    bool starting_ = false;   ///< the worker has been asked to start, or soon will be
    bool stepWaits_ = false;  ///< a step was asked for before the run had started
    bool closing_ = false;
    bool closingKeeps_ = false;  ///< what the run under way has learned
    QString waitingFor_;         ///< what is prepared or opened; empty: nothing
    bool opening_ = false;       ///< it is a run or checkpoint
    QTimer waitingTimer_;
    std::optional<RunConfig> restartWith_;  ///< what to show once the run has ended
    std::atomic<quint64> newest_{0};        ///< tag of the newest preparation
    quint64 newestBeside_ = 0;              ///< tag of the newest asked for beside
    std::atomic<quint64> newestMoment_{0};  ///< tag of the newest moment asked for
    std::atomic<quint64> newestBesideMoment_{0};

    // Threads last, so that they end before what they report to.
    InspectWorker inspector_;
    InspectWorker besideInspector_;
    std::vector<std::unique_ptr<QueryWorker>> queryWorkers_;  ///< one a study of the pages
    TrainWorker worker_;
    PictureDescriber describer_;  ///< used in imageReader_'s thread alone
    Background background_, deviceSearch_;
    Background reader_, imageReader_;  ///< of their own: nobody scrubs behind data that are made
    Background writer_{Background::AtEnd::Finish};
};

/// What the command line gave for the window.
struct WindowWords {
    std::string path, isa;  ///< empty: none
};
/// The window, until it is closed. Qt takes its own options from argv. Throws Error.
int runApplication(const WindowWords& words, int& argc, char** argv);

}  // namespace attx
