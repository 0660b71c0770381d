// The window and what stands behind it: gives the pages their run, and does what a person asks for.
#pragma once
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/devices/backends.h"
#include "app/runs/run_store.h"
#include "app/threads/background.h"
#include "app/window/compared_network.h"
#include "app/window/own_data_question.h"
#include "app/window/page_workers.h"
#include "app/window/run_controller.h"
#include "app/window/settings.h"
#include "app/window/snapshot_reader.h"
#include "app/window/step_timer.h"
#include "model/data/download_source.h"
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
    /// The start page, where there is nothing yet to go on with.
    void welcome();
    /// A run folder or a checkpoint file.
    void open(const QString& given);
    /// Asks for it in a dialog; what was fetched goes into the form if its task wants it. `source` must
    /// outlive this.
    void download(const DownloadSource& source);

private:
    /// A run or checkpoint that has been read, with its data if they could be made.
    struct Opened {
        OpenedRun run;
        std::shared_ptr<const DataSet> data;
        std::string note;
        QString path;                       ///< given, or what a hand-out was unpacked to
        std::string lesson;                 ///< the state of a hand-out
        QString lessonFile = {};            ///< The hand-out itself.
        std::optional<FoundData> own = {};  ///< it is no network but these
    };
    static void makeDataOf(Opened& opened);
    void showDevices(const std::vector<DeviceInfo>& devices);
    void connectWindow();
    void connectRuns();
    void connectShown();
    void connectBuilt();  ///< Connects what the window builds again in another language
    /// Asks whether the form is to train on what was dropped.
    void offerData(const FoundData& found, const QString& path);
    void useDownload(const DownloadSource& source, const QString& path);
    void editConfig(const RunConfig& config);
    /// With its data from `dataPath`, if that is given.
    void openFrom(const QString& path, const std::optional<std::string>& dataPath);
    void showOpened(const Opened& opened);
    void showWithData(const Opened& opened);  ///< showOpened, once its data are made
    /// `goesOn`: what is said of a copy of the former run that is trained on; empty: this is another run.
    void offerWayBack(const QString& formerPath, const QString& goesOn);
    void goBackTo(const OpenedRun& former);
    void save(const QString& path);
    void saveLesson(const QString& path, const QString& notes, bool networkAlone);
    /// Beside this thread, and says so.
    void write(const QString& path, const std::function<void()>& work, const QString& leftOut);
    void exportNetwork(const QString& path);
    void rememberRun(const QString& path);
    void rememberWindow();
    void rememberConfig(RunConfig config);  ///< What the form begins with next time
    /// Opens the run that the last session ended with, or offers the one that the program was in when it or
    /// the computer went down.
    void openLastRun();
    void reopen(const QString& path, const OwnInput& input);
    /// What was typed last, once there is what reads it.
    void restoreInput(const RunConfig& config);
    void showInput(const OwnInput& input);
    void rememberInput();
    void showError(const QString& message);

    bool hasOpened_ = false;  ///< something in this session
    RunModel model_;
    std::vector<DeviceInfo> devices_;  ///< found so far
    Settings settings_;
    RunStore store_;
    Theme theme_;
    std::unique_ptr<MainWindow> window_;

    // What has threads comes last, so that they end before what they report to.
    std::unique_ptr<Preparation> preparation_;
    std::unique_ptr<RunController> runs_;
    std::unique_ptr<ComparedNetwork> compared_;
    std::unique_ptr<PageWorkers> pageWorkers_;
    SnapshotReader snapshots_;
    StepTimer stepTimer_{model_, settings_};
    Background search_;  ///< Finds devices, and a run that was interrupted, at the start
    Background writer_{Background::AtEnd::Finish};
};

/// What the command line gave for the window.
struct WindowWords {
    std::string path, isa;  ///< empty: none
};
/// The window, until it is closed. Qt takes its own options from argv. Throws Error.
int runApplication(const WindowWords& words, int& argc, char** argv);

}  // namespace attx
