#include "app/window/application.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTimer>

#include "app/handout/exports.h"
#include "app/handout/hand_out.h"
#include "app/sources/image_loader.h"
#include "app/window/device_test_window.h"
#include "app/window/download_window.h"
#include "app/window/lesson_state.h"
#include "app/window/opened_network.h"
#include "model/config/task.h"
#include "model/config/vector_network.h"
#include "model/data/set_data.h"
#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/run/checkpoint.h"
#include "model/sweeps/output_place.h"
#include "model/sweeps/run_notes.h"
#include "ui/controls/notice_bar.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/look/language.h"
#include "ui/look/unit_text.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/window/presentation.h"
#include "ui/window/run_files.h"

namespace attx {
namespace {

constexpr std::chrono::seconds keepInterval{10};

/// What is large goes back to the system when it is freed: by itself glibc raises the size from which it does
/// so to 32 MB. And the many threads that begin and end here share two heaps instead of having up to eight a
/// processor, each with its own holes. Else a window that trains for hours grows although it holds no more
/// (tests/RELIABILITY.md, "Long sessions").
void returnWhatIsFree() {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace

Application::Application(QApplication& application, const ApplicationPlaces& places)
    : settings_(places.settingsFile),
      store_(places.runsFolder.isEmpty() ? RunStore::defaultFolder() : places.runsFolder),
      theme_(application) {
    returnWhatIsFree();
    theme_.setChoice(settings_.theme());
    theme_.setZoom(settings_.zoom());
    setLanguage(settings_.language());
    window_ = std::make_unique<MainWindow>(model_, theme_);
    preparation_ = std::make_unique<Preparation>(window_.get());
    runs_ = std::make_unique<RunController>(model_, store_, *preparation_, window_.get());
    compared_ = std::make_unique<ComparedNetwork>(model_, *window_);
    connectWindow();
    connectRuns();
    connectShown();
    pageWorkers_ = std::make_unique<PageWorkers>(model_, *window_);
    connectBuilt();
    connect(window_.get(), &MainWindow::rebuilt, this, [this] {
        settings_.setLanguage(language());
        connectBuilt();
        pageWorkers_->serveAnew();
        showDevices(devices_);
        runs_->tellGoesOn();
    });
    connect(&application, &QCoreApplication::aboutToQuit, this, &Application::rememberWindow);

    showDevices({nativeDevice()});
    model_.setDevice(QString::fromStdString(nativeDevice().description));
    openLastRun();
    search_.run(  // opening graphics devices and testing them takes longer than the first frame may
        this, [] { return listDevices(SelfTest::Hardware); },
        [this](const Outcome<std::vector<DeviceInfo>>& outcome) { showDevices(outcome.value); });
    window_->setLessonsFolder(QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
                                  .filePath(QStringLiteral("lessons")));
    if (const QByteArray layout = settings_.layout(); !layout.isEmpty()) window_->restoreLayoutState(layout);
    window_->setRunsFolder(store_.folder());
    window_->files().setRecent(settings_.recentRuns());
    const RunConfig config = settings_.config().value_or(presetByName("reverse"));
    window_->showConfig(config);
    restoreInput(config);
    runs_->showFresh(config);
    auto* keep = new QTimer(this);  // a crash costs no more of what was typed
    connect(keep, &QTimer::timeout, this, &Application::rememberWindow);
    keep->start(keepInterval);
}

Application::~Application() {
    preparation_->cancel();
    // The window goes before the threads: no window is left to tell. What refers to it goes first.
    pageWorkers_.reset();
    compared_.reset();
    runs_.reset();
    preparation_.reset();
    window_.reset();
}

void Application::showDevices(const std::vector<DeviceInfo>& devices) {
    devices_ = devices;
    std::vector<DeviceChoice> choices;
    for (const DeviceInfo& device : devices) {
        QString description = QString::fromStdString(device.description);
        if (!device.problem.empty())
            description += tr(" (cannot be used: %1)").arg(QString::fromStdString(device.problem));
        choices.push_back({QString::fromStdString(device.name), description});
    }
    window_->form().setDevices(choices);
}

void Application::connectWindow() {
    MainWindow* w = window_.get();
    RunController* runs = runs_.get();
    connect(w, &MainWindow::configEdited, this, &Application::editConfig);
    connect(w, &MainWindow::trainRequested, runs, &RunController::train);
    connect(w, &MainWindow::pauseRequested, runs, &RunController::pause);
    connect(w, &MainWindow::stepRequested, runs, &RunController::step);
    connect(w, &MainWindow::stopRequested, runs, &RunController::stop);
    connect(w, &MainWindow::restartRequested, runs, &RunController::restart);
    connect(w, &MainWindow::backRequested, runs, &RunController::goBack);
    connect(w, &MainWindow::learningRateChanged, runs, &RunController::setLearningRate);
    connect(w, &MainWindow::openRequested, this, &Application::open);
    connect(&w->files(), &RunFiles::saveCheckpointRequested, this, &Application::save);
    connect(w, &MainWindow::saveLessonStateRequested, this, &Application::saveLesson);
    connect(&w->files(), &RunFiles::exportNetworkRequested, this, &Application::exportNetwork);
    connect(w, &MainWindow::deviceTestRequested, w, [w] { openDeviceTest(w); });
    connect(w, &MainWindow::closeRequested, this, [this](bool keepRun) {
        window_->hide();
        runs_->close(keepRun);
    });
}

void Application::connectRuns() {
    MainWindow* w = window_.get();
    connect(preparation_.get(), &Preparation::waiting, w, &MainWindow::setWaiting);
    connect(&stepTimer_, &StepTimer::timed, this, [this](std::chrono::duration<double> step) {
        const RunConfig &shown = model_.config(), &form = runs_->wanted();
        if (form.network == shown.network && form.training.batchSize == shown.training.batchSize &&
            form.training.fullBatch == shown.training.fullBatch)
            window_->form().setStepTime(step);
    });
    RunController* runs = runs_.get();
    connect(runs, &RunController::wantedChanged, w, &MainWindow::showConfig);
    connect(runs, &RunController::trainingAsked, this, [this](const RunConfig& config) {
        window_->hideNotice();
        rememberConfig(config);
    });
    connect(runs, &RunController::kept, this, &Application::rememberRun);
    connect(runs, &RunController::formerKept, w, &MainWindow::allowGoingBack);
    connect(runs, &RunController::replaced, this, [this](const QString& path) { offerWayBack(path, {}); });
    connect(runs, &RunController::copied, this, [this](const QString& path, bool lookedBack) {
        offerWayBack(path,
                     lookedBack
                         ? tr("The finished run %1 is unchanged. A copy of it is trained now, from its last "
                              "step: snapshots keep weights alone, without the state of the optimiser.")
                         : tr("The finished run %1 is unchanged. A copy of it is trained now."));
    });
    connect(runs, &RunController::backAsked, this, &Application::goBackTo);
    connect(runs, &RunController::noticed, w, &MainWindow::showNotice);
    connect(runs, &RunController::cannotClose, w, &MainWindow::stayOpen);
    connect(runs, &RunController::closed, this, &QCoreApplication::quit);
}

void Application::connectShown() {
    Shown* shown = &model_.shown();
    connect(shown, &Shown::snapshotRequested, this,
            [this, shown](const Snapshot& snapshot) { snapshots_.read(*shown, runs_->folder(), snapshot); });
    connect(&snapshots_, &SnapshotReader::failed, this, &Application::showError);
    connect(shown, &Shown::sampleChanged, this, &Application::rememberInput);
}

void Application::connectBuilt() {
    const ConfigForm& form = window_->form();
    connect(&form, &ConfigForm::downloadClicked, this, [this](const QString& name) {
        if (const DownloadSource* source = findDownload(name.toStdString())) download(*source);
    });
    connect(runs_.get(), &RunController::goesOnChanged, &form.controls(), &RunControls::setGoesOn);
}

void Application::download(const DownloadSource& source) {
    openDownload(source, window_.get(), [this, &source](const QString& path) { useDownload(source, path); });
}

void Application::useDownload(const DownloadSource& source, const QString& path) {
    QString text = tr("%1 is in %2").arg(QLatin1String(source.title), path);
    RunConfig config = window_->form().config();
    if (model_.isBusy() || !source.serves(config.data.task))
        return window_->showNotice(tr("%1. Choose it in the form when you want it.").arg(text), false);
    config = withDownload(config, source, path.toStdString());
    config.preset = presetOf(config);
    window_->changeConfig(config);
    window_->showNotice(text, false);
}

void Application::editConfig(const RunConfig& config) {
    window_->hideNotice();  // it was about something else
    runs_->edit(config);
    if (model_.state() != RunState::Finished || model_.data()) return;
    RunConfig moved = model_.config();
    moved.data.path = config.data.path;
    moved.preset = config.preset;
    const bool isThere = QFileInfo::exists(QString::fromStdString(config.data.path));
    if (moved == config && isThere && !runs_->openedPath().isEmpty())  // the data of the run shown have moved
        openFrom(runs_->openedPath(), config.data.path);
}

void Application::open(const QString& given) {
    openFrom(QDir::cleanPath(given), {});  // "runs/x/" has a name too
}

/// Why there are none is a note: the network can be looked at without its data.
void Application::makeDataOf(Opened& opened) {
    opened.data.reset();
    opened.note = opened.run.note;
    if (opened.run.names.isPublished && opened.run.config.data.path.empty())
        return;                                     // none come with a published network
    if (isOutsideTasks(opened.run.config)) return;  // the page Features says so
    try {
        requireValid(opened.run.config);
        opened.data = std::make_shared<const DataSet>(makeData(opened.run.config.data, opened.run.names));
        if (!opened.run.uncertain.empty() && isPictures(opened.run.config.data) &&
            opened.run.config.data.path.empty())
            addSentence(opened.note,
                        "The file does not hold what the network was trained on: shapes that are drawn here "
                        "stand in, and their names may be none of its classes.");
        for (const std::string& more : {changedSince(opened.run, *opened.data), opened.data->note})
            addSentence(opened.note, more);
    } catch (const Error& problem) {
        opened.note = problem.what();
    }
}

void Application::openFrom(const QString& path, const std::optional<std::string>& dataPath) {
    hasOpened_ = true;
    if (path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive)) return window_->openLesson(path);
    if (isFolderOfRuns(path.toStdString())) {
        window_->page<RunsPage>().showFolder(path);
        return window_->pages().show(QStringLiteral("runs"));
    }
    if (model_.isBusy())
        return showError(tr("A run is training or paused. Stop it before you open another one."));
    preparation_->run(
        tr("opening %1 …").arg(QFileInfo(path).fileName()),
        [path, dataPath, runs = store_.folder().toStdString()] {
            Opened opened;
            opened.path = path;
            if (!dataPath && (opened.own = foundAt(path.toStdString(), {}))) return opened;
            if (isHandOut(path.toStdString())) {
                OpenedHandOut handed = openHandOut(path.toStdString(), runs);
                opened.run = std::move(handed.run);
                opened.path = QString::fromStdString(opened.run.path);
                const QFileInfo place(opened.path);  // a run, or a network in a folder of its own
                writeNotes((place.isDir() ? opened.path : place.path()).toStdString(),
                           {.name = QFileInfo(path).completeBaseName().toStdString(), .note = {}});
                opened.lesson = std::move(handed.state);
                opened.lessonFile = path;
            } else {
                opened.run = openRun(path.toStdString());
            }
            if (dataPath) opened.run.config.data.path = *dataPath;
            makeDataOf(opened);
            if (dataPath && !opened.data) throw inputError(opened.note);
            return opened;
        },
        [this, path](const Outcome<Opened>& outcome) {
            window_->hideNotice();
            // What was being made ready when this was asked for has been dropped.
            const auto goBack = [this, tag = preparation_->newest()] {
                if (tag == preparation_->newest() && model_.state() == RunState::Idle &&
                    (!model_.data() || model_.config() != runs_->wanted()))
                    runs_->showFresh(runs_->wanted());
            };
            if (!outcome.error.empty()) {
                showError(QString::fromStdString(outcome.error));
                goBack();
                return;
            }
            if (outcome.value.own) {
                goBack();
                offerData(*outcome.value.own, path);
                return;
            }
            const auto show = [this, opened = outcome.value](const RunConfig& config) {
                Opened answered = opened;
                const bool known = sameTables(opened.run.config.data, config.data);
                try {
                    attx::answer(answered.run, config);
                } catch (const Error& problem) {
                    return showError(QString::fromUtf8(problem.what()));
                }
                if (config.data.task != opened.run.config.data.task)  // the user was not asked about these
                    for (const UncertainKey& key : answered.run.uncertain)
                        if (key.path.starts_with("data."))
                            answered.run.note += (answered.run.note.empty() ? "Assumed: " : " Assumed: ") +
                                                 key.path + "=" + key.value + ".";
                if (!known)
                    showWithData(answered);
                else if (!model_.isBusy())
                    showOpened(answered);
            };
            askAboutCheckpoint(outcome.value.path, outcome.value.run, window_.get(), show, goBack);
        });
    constexpr int soon = 400;  // ms; most are open before one could read a sentence
    QTimer::singleShot(soon, window_.get(), [this, path, tag = preparation_->newest()] {
        if (tag == preparation_->newest() && preparation_->isWaiting())
            window_->showNotice(tr("%1 is being opened; until then the network from before is shown.")
                                    .arg(QFileInfo(path).fileName()),
                                false);
    });
}

void Application::showWithData(const Opened& opened) {
    preparation_->run(
        tr("preparing …"),
        [opened] {
            Opened made = opened;
            makeDataOf(made);
            return made;
        },
        [this](const Outcome<Opened>& made) {
            if (!made.error.empty())
                showError(QString::fromStdString(made.error));
            else if (!model_.isBusy())
                showOpened(made.value);
        });
}

void Application::offerWayBack(const QString& formerPath, const QString& goesOn) {
    const QString text =
        !goesOn.isEmpty() ? goesOn
        : formerPath.isEmpty()
            ? tr("This is a new network with initial weights. The former one is in no folder: "
                 "go back and choose File, Save model as, to keep it.")
            : tr("This is a new network with initial weights. The former one is kept: %1.");
    window_->noticeBar().showOffers(
        formerPath.isEmpty() ? text : text.arg(nameOfRun(formerPath)),
        {{tr("Back to the former network"), [this] { runs_->goBack(); }}},
        formerPath.isEmpty() ? NoticeBar::Stays::TillClosed : NoticeBar::Stays::ForAWhile);
}

void Application::goBackTo(const OpenedRun& former) {
    Opened opened{
        former, preparation_->dataOf(former.config.data), {}, QString::fromStdString(former.path), {}};
    if (opened.data && opened.data->names == former.names)
        showOpened(opened);
    else
        showWithData(opened);
}

void Application::showOpened(const Opened& opened) {
    window_->hideNotice();  // It may be about a file that could not be opened
    window_->form().borrowMachine(opened.run.config);
    window_->showConfig(opened.run.config);
    runs_->showOpened(opened.path, opened.run, opened.data);
    if (window_->pages().current().id() == RunsPage::pageId)  // what is opened there is to be looked at
        window_->pages().show(QStringLiteral("attention"));
    if (!opened.path.isEmpty()) rememberRun(opened.path);
    LessonNotes lesson;
    if (!opened.lesson.empty()) {
        try {
            lesson = showLessonState(opened.lesson, model_, *window_);
        } catch (const Error& problem) {
            lesson.problem = opened.lessonFile + QStringLiteral(": ") + QString::fromUtf8(problem.what());
        }
    }
    QStringList said{lesson.notes, lesson.problem, QString::fromStdString(opened.note)};
    said.removeAll(QString());
    const bool isProblem = !lesson.problem.isEmpty() || !opened.note.empty();
    if (opened.run.names.isPublished) said.prepend(publishedText(opened.run));
    const QString text = said.join(QLatin1Char(' '));
    if (opened.run.names.isPublished && !isProblem)
        window_->noticeBar().showOffers(text, {});  // till it is closed: it is all that says what was opened
    else if (!said.isEmpty())
        window_->showNotice(text, isProblem);
}

void Application::save(const QString& path) {
    if (!model_.parameters()) return;
    write(path,
          [path, opened = runs_->openedPath().toStdString(), config = model_.config(),
           parameters = model_.parameters(), names = model_.names()] {
              requireOutputPlace(path.toStdString(), {opened});
              requireOutsideData(path.toStdString(), config);
              writeSafeTensors(path.toStdString(), toSafeTensors(config, *parameters, names));
          },
          {});
}

void Application::saveLesson(const QString& path, const QString& notes, bool networkAlone) {
    if (!model_.parameters()) return;
    const LessonState state = lessonState(model_, *window_, notes, networkAlone);
    write(
        path,
        [path, folder = networkAlone ? std::string() : runs_->folder().toStdString(), json = state.json,
         config = model_.config(), parameters = model_.parameters(), names = model_.names()] {
            requireOutputPlace(path.toStdString());
            writeFileAtomically(path.toStdString(),
                                folder.empty()
                                    ? handOutOfNetwork(toSafeTensors(config, *parameters, names), json)
                                    : handOutOfRun(folder, json));
        },
        state.leftOut);
}

void Application::write(const QString& path, const std::function<void()>& work, const QString& leftOut) {
    writer_.run(
        this,
        [work] {
            work();
            return true;
        },
        [this, path, leftOut](const Outcome<bool>& outcome) {
            if (outcome.error.empty())
                window_->showSaved(tr("Saved to %1").arg(path) +
                                       (leftOut.isEmpty() ? leftOut : QStringLiteral(". ") + leftOut),
                                   path);
            else
                showError(QString::fromStdString(outcome.error));
        });
}

void Application::exportNetwork(const QString& path) {
    if (!model_.parameters()) return;
    OpenedRun run;
    run.path = (runs_->folder().isEmpty() ? runs_->openedPath() : runs_->folder()).toStdString();
    run.config = model_.config();
    run.parameters = model_.parameters();
    run.names = model_.names();
    run.snapshots = model_.snapshots();
    const std::optional<Snapshot>& looked = model_.shown().snapshot();
    const QString now = looked ? snapshotName(run.config, *looked) : tr("now");
    PageChoice page{model_.sample(), now, model_.firstQueryBelow(), {}, model_.ablation()};
    for (const SampleRow& member : page.sample.members) page.images << model_.imageOf(member);
    writer_.run(
        this,
        [path = path.toStdString(), run, page] {
            switch (exportKindOf(path)) {
                case ExportKind::Pytorch:
                    return exportPytorch(run, path);
                case ExportKind::Onnx:
                    return exportOnnx(run, path);
                case ExportKind::Page:
                    break;
            }
            // The window may still be reading them.
            PageChoice whole = page;
            std::string problem;
            try {
                whole.images = withMissingImages(page.images, page.sample.members, run.config.data);
            } catch (const Error& error) {
                problem = error.what();
            }
            ExportFiles written = exportPage(run, whole, path);
            addSentence(written.note, problem);
            return written;
        },
        [this](const Outcome<ExportFiles>& outcome) {
            if (!outcome.error.empty()) return showError(QString::fromStdString(outcome.error));
            QStringList files;
            for (const std::string& file : outcome.value.files) files << QString::fromStdString(file);
            QString text = tr("Saved to %1").arg(files.join(QStringLiteral(", ")));
            if (!outcome.value.note.empty())
                text += QStringLiteral(". ") + QString::fromStdString(outcome.value.note);
            window_->showNotice(text, false);
        });
}

void Application::showError(const QString& message) { window_->showNotice(message, true); }

void Application::rememberRun(const QString& path) {
    settings_.addRecentRun(path);
    window_->files().setRecent(settings_.recentRuns());
}

void Application::rememberWindow() {
    if (!window_->presentation().isOn()) settings_.setLayout(window_->layoutState());
    settings_.setTheme(theme_.choice());
    settings_.setZoom(window_->presentation().usualZoom());
    settings_.setLanguage(language());
    rememberConfig(runs_->wanted());
    settings_.sync();
}

}  // namespace attx
