#include "app/window/application.h"

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <chrono>
#include <utility>

#include "app/runs/backends.h"
#include "app/window/download_window.h"
#include "model/files/memory.h"
#include "model/run/memory_estimate.h"
#include "ui/form/config_form.h"
#include "ui/form/run_controls.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/state/comparison.h"

namespace attx {
namespace {

// Up to here first weights take a millisecond or two, so that the first frame can show them.
constexpr int64_t parametersAtOnce = 500'000;

constexpr std::chrono::milliseconds waitingShownAfter{200};

std::shared_ptr<const std::vector<float>> firstWeights(const RunConfig& config) {
    return std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.positions()), config.seed));
}

}  // namespace

Application::Application(QApplication& application, const ApplicationPlaces& places)
    : settings_(places.settingsFile),
      store_(places.runsFolder.isEmpty() ? RunStore::defaultFolder() : places.runsFolder),
      theme_(application) {
    theme_.setChoice(settings_.theme());
    window_ = std::make_unique<MainWindow>(model_, theme_);
    features_ = std::make_unique<FeatureWindow>(window_.get());
    waitingTimer_.setInterval(waitingShownAfter);
    waitingTimer_.setSingleShot(true);
    connect(&waitingTimer_, &QTimer::timeout, this, [this] { window_->setWaiting(waitingFor_); });
    connectWindow();
    connectWorkers();
    connectStudies();
    connectComparison();
    connect(&application, &QCoreApplication::aboutToQuit, this, &Application::rememberWindow);

    showDevices({nativeDevice()});
    model_.setDevice(QString::fromStdString(nativeDevice().description));
    deviceSearch_.run(  // opening graphics devices and testing them takes longer than the first frame may
        this, [] { return listDevices(); },
        [this](const Outcome<std::vector<DeviceInfo>>& outcome) { showDevices(outcome.value); });
    if (const QByteArray layout = settings_.layout(); !layout.isEmpty()) window_->restoreLayoutState(layout);
    window_->setRecentRuns(settings_.recentRuns());
    formConfig_ = settings_.config().value_or(presetByName("reverse"));
    window_->showConfig(formConfig_);
    showFresh(formConfig_);
}

Application::~Application() {
    ++newest_;  // what is being prepared ends
    // The window goes first: nobody is left to tell.
    window_.reset();
}

void Application::showDevices(const std::vector<DeviceInfo>& devices) {
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
    connect(w, &MainWindow::configEdited, this, &Application::editConfig);
    connect(w, &MainWindow::trainRequested, this, [this](const RunConfig& config) {
        if (model_.state() == RunState::Paused)
            worker_.resume();
        else
            train(config, false);
    });
    connect(w, &MainWindow::pauseRequested, this, [this] { worker_.pause(); });
    connect(w, &MainWindow::stepRequested, this, &Application::step);
    connect(w, &MainWindow::stopRequested, this, &Application::stop);
    connect(w, &MainWindow::restartRequested, this, &Application::restart);
    connect(w, &MainWindow::learningRateChanged, this, [this](double rate) {
        formConfig_.training.learningRate = rate;
        model_.shown().setLearningRate(rate);
        worker_.setLearningRate(rate);
    });
    connect(w, &MainWindow::openRequested, this, &Application::open);
    connect(w, &MainWindow::saveCheckpointRequested, this, &Application::save);
    connect(w, &MainWindow::closeRequested, this, &Application::close);
    connect(&w->form(), &ConfigForm::downloadClicked, this, [this](const QString& name) {
        if (const DownloadSource* source = findDownload(name.toStdString())) download(*source);
    });
}

void Application::connectStudies() {
    for (StudyBase* study : window_->findChildren<StudyBase*>()) {
        queryWorkers_.push_back(std::make_unique<QueryWorker>(*study));
        connect(study, &StudyBase::failed, window_.get(),
                [this](const QString& message) { window_->showNotice(message, true); });
    }
}

void Application::connectComparison() {
    Comparison* comparison = &window_->comparison();
    connect(window_.get(), &MainWindow::openBesideRequested, this, &Application::openBeside);
    connect(comparison, &Comparison::inspectRequested, this,
            [this](const InspectRequest& request) { besideInspector_.request(request); });
    connect(&besideInspector_, &InspectWorker::answered, comparison, &Comparison::setInspection);
    connect(&besideInspector_, &InspectWorker::failed, comparison,
            [this, comparison](quint64 tag, const QString& message) {
                comparison->failInspection(tag);
                window_->showNotice(tr("Beside: %1").arg(message), true);
            });
    connect(comparison, &Comparison::snapshotRequested, this, [this, comparison](const Snapshot& snapshot) {
        readMoment(snapshot, besideFolder_, newestBesideMoment_,
                   [comparison] { return comparison->second(); });
    });
}

void Application::download(const DownloadSource& source) {
    openDownload(source, window_.get(), [this, &source](const QString& path) { useDownload(source, path); });
}

void Application::useDownload(const DownloadSource& source, const QString& path) {
    QString text = tr("%1 is in %2").arg(QLatin1String(source.title), path);
    RunConfig config = window_->form().config();
    if (model_.isRunning() || starting_ || config.data.task != source.task) {
        window_->showNotice(tr("%1. Choose it in the form when you want it.").arg(text), false);
        return;
    }
    config = withDownload(config, source, path.toStdString());
    config.preset = presetOf(config);
    window_->showConfig(config);
    editConfig(config);
    window_->showNotice(text, false);
}

void Application::connectWorkers() {
    connect(&model_.shown(), &Shown::inspectRequested, this,
            [this](const InspectRequest& request) { inspector_.request(request); });
    connect(&inspector_, &InspectWorker::answered, &model_.shown(), &Shown::setInspection);
    connect(&inspector_, &InspectWorker::failed, this, [this](quint64 tag, const QString& message) {
        model_.shown().failInspection(tag);
        window_->showNotice(message, true);
    });
    connect(&window_->page<SetsPage>(), &SetsPage::picturesRequested, this, &Application::describe);
    connect(&model_.shown(), &Shown::networkChanged, this, &Application::loadSetImages);
    connect(&worker_, &TrainWorker::started, this, &Application::runStarted);
    connect(&worker_, &TrainWorker::stateChanged, &model_, &RunModel::setState);
    connect(&worker_, &TrainWorker::progressed, this, [this](const TrainProgress& progress) {
        model_.addProgress(progress);
        worker_.progressSeen();
    });
    connect(&worker_, &TrainWorker::snapshotsKept, &model_, &RunModel::setSnapshots);
    connect(&model_.shown(), &Shown::snapshotRequested, this, [this](const Snapshot& snapshot) {
        readMoment(snapshot, folder_, newestMoment_, [this] { return &model_.shown(); });
    });
    connect(&worker_, &TrainWorker::finished, this, &Application::runFinished);
    connect(&worker_, &TrainWorker::failed, this, &Application::runFailed);
    connect(&worker_, &TrainWorker::noticed, window_.get(), &MainWindow::showNotice);
    connect(&worker_, &TrainWorker::notKept, this, &Application::stayOpen);
}

void Application::describe(const PictureRequest& request) {
    for (const QString& file : request.files)
        imageReader_.run(
            this, [this, request, file] { return describer_.describe(request, file); },
            [this, tag = request.tag](const Outcome<DescribedPicture>& outcome) {
                if (outcome.error.empty())
                    window_->page<SetsPage>().addPicture(tag, outcome.value);
                else
                    window_->showNotice(QString::fromStdString(outcome.error), true);
            });
}

/// Makes first weights and data (or reads what to go on with) in the background, then calls
/// then(Outcome<Prepared>). A newer call makes older ones that still wait outdated.
template <class Then>
void Application::prepare(const RunConfig& config, const QString& resumeFrom, Then then) {
    const quint64 tag = ++newest_;
    const auto known = sameTables(dataConfig_, config.data) ? data_ : nullptr;
    beginWaiting(tr("preparing …"));
    background_.run(
        this,
        [this, tag, config, known, resumeFrom] {
            Prepared prepared;
            prepared.outdated = tag != newest_;
            if (prepared.outdated) return prepared;
            requireFits(config, {.held = residentMemory().now,
                                 .data = known.get(),
                                 .resumed = !resumeFrom.isEmpty(),
                                 .window = true});
            if (!resumeFrom.isEmpty())
                prepared.resumed = std::make_shared<ResumedRun>(openForResuming(resumeFrom.toStdString()));
            else
                prepared.parameters = firstWeights(config);
            const DataNames names = prepared.resumed ? prepared.resumed->names : DataNames();
            prepared.data = known;
            if (!known || (prepared.resumed && known->names != names)) {
                features_->makeMissing(config.data, [this, tag] { return tag != newest_; });
                prepared.data = std::make_shared<const DataSet>(makeData(config.data, names));
            }
            if (prepared.resumed) prepared.changed = changedData(*prepared.resumed, *prepared.data);
            return prepared;
        },
        [this, tag, config, then](const Outcome<Prepared>& outcome) {
            if (tag != newest_ || outcome.value.outdated) return;
            endWaiting();
            if (outcome.error.empty()) {
                data_ = outcome.value.data;
                dataConfig_ = config.data;
            }
            then(outcome);
        });
}

void Application::showFresh(const RunConfig& config) {
    folder_.clear();
    openedPath_.clear();
    showGoesOn();
    model_.setState(RunState::Idle);
    const bool dataKnown = data_ && sameTables(dataConfig_, config.data);
    if (buildProgram(config.network, config.data.positions()).parameterCount() <= parametersAtOnce) {
        model_.showNetwork(config, firstWeights(config), dataKnown ? data_ : nullptr);
        if (dataKnown) {
            ++newest_;
            endWaiting();
            return;
        }
    } else {
        // The network alone, while its data are still to be made.
        showWeights(config, newest_ + 1);  // the tag of the preparation that follows
    }
    prepare(config, {}, [this, config](const Outcome<Prepared>& outcome) {
        if (!outcome.error.empty())
            window_->showNotice(QString::fromStdString(outcome.error), true);
        else if (model_.state() == RunState::Idle)
            model_.showNetwork(config, outcome.value.parameters, outcome.value.data);
    });
}

void Application::showGoesOn() { window_->form().controls().setGoesOn(canGoOn(formConfig_)); }

/// The network alone with its first weights, unless something newer than `tag` is asked for meanwhile.
void Application::showWeights(const RunConfig& config, quint64 tag) {
    background_.run(
        this, [config] { return firstWeights(config); },
        [this, tag, config](const Outcome<std::shared_ptr<const std::vector<float>>>& outcome) {
            if (tag == newest_ && outcome.error.empty() && model_.state() == RunState::Idle)
                model_.showNetwork(config, outcome.value,
                                   sameTables(dataConfig_, config.data) ? data_ : nullptr);
        });
}

void Application::editConfig(const RunConfig& config) {
    formConfig_ = config;
    window_->hideNotice();  // it was about something else
    showGoesOn();
    if (RunConfig moved = model_.config(); model_.state() == RunState::Finished && !model_.data()) {
        moved.data.path = config.data.path;
        moved.preset = config.preset;
        const bool isThere = QFileInfo::exists(QString::fromStdString(config.data.path));
        if (moved == config && isThere && !openedPath_.isEmpty()) {  // the data of the run shown have moved
            openFrom(openedPath_, config.data.path);
            return;
        }
    }
    if (model_.state() == RunState::Idle && !starting_) showFresh(config);
}

bool Application::canGoOn(RunConfig config) const {
    config.preset = model_.config().preset;  // only a name, and a changed learning rate is no preset's
    return model_.state() == RunState::Finished && !folder_.isEmpty() && config == model_.config() &&
           (!model_.result() || model_.result()->reason == EndReason::Stopped) &&
           QFileInfo::exists(folder_ + QStringLiteral("/last.safetensors"));
}

void Application::train(const RunConfig& wanted, bool paused) {
    if (starting_ || model_.isRunning()) return;
    window_->hideNotice();
    setStarting(true);
    formConfig_ = wanted;
    settings_.setConfig(wanted);
    const bool goesOn = canGoOn(wanted);
    const QString resumeFrom = goesOn ? folder_ : QString();
    const RunConfig config = goesOn ? model_.config() : wanted;
    prepare(config, resumeFrom, [this, config, paused](const Outcome<Prepared>& outcome) {
        if (closing_ || restartWith_) {
            setStarting(false);
            stepWaits_ = false;
            afterRun();
        } else if (!outcome.value.changed.empty()) {
            askAboutChangedData(config, outcome.value, paused);
        } else if (outcome.error.empty()) {
            startPrepared(config, outcome.value, paused);
        } else {
            runFailed(QString::fromStdString(outcome.error));
        }
    });
}

void Application::askAboutChangedData(const RunConfig& config, const Prepared& prepared, bool paused) {
    const bool stepWaits = std::exchange(stepWaits_, false);
    setStarting(false);
    auto* box = new QMessageBox(QMessageBox::Warning, tr("The data have changed"),
                                tr("The data are not those that this run has learned from: %1.")
                                    .arg(QString::fromStdString(prepared.changed)),
                                QMessageBox::Cancel, window_.get());
    box->setInformativeText(tr("Bring them back, or train another run. Going on mixes both in one result."));
    QPushButton* goOn = box->addButton(tr("&Go on with the changed data"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, box, goOn, config, prepared, paused, stepWaits] {
        if (box->clickedButton() != goOn || model_.isRunning() || starting_) return;
        setStarting(true);
        stepWaits_ = stepWaits;
        startPrepared(config, prepared, paused);
    });
    box->open();
}

void Application::startPrepared(const RunConfig& config, const Prepared& prepared, bool paused) {
    TrainJob job;
    job.config = config;
    job.data = prepared.data;
    job.resumed = prepared.resumed;
    job.paused = paused;
    job.folder = prepared.resumed ? folder_ : store_.newPath(config.preset);
    if (!prepared.resumed) model_.showNetwork(config, prepared.parameters, prepared.data);
    worker_.start(job);
}

void Application::runStarted(const QString& folder, const QString& device, const RunMetrics& resumed) {
    setStarting(false);
    const bool goesOn = !resumed.steps.empty();
    if (!goesOn) model_.beginRun(QFileInfo(folder).fileName(), device);
    if (goesOn) model_.setMetrics(resumed);
    folder_ = folder;
    if (folder.isEmpty())
        model_.forgetName();  // it is not kept anywhere
    else
        rememberRun(folder);
    if (std::exchange(stepWaits_, false)) worker_.step();
}

void Application::runFinished(const RunResult& result) {
    model_.setResult(result);
    showGoesOn();
    afterRun();
}

void Application::runFailed(const QString& message) {
    setStarting(false);
    stepWaits_ = false;
    window_->showNotice(message, true);
    if (model_.metrics().steps.empty()) model_.setState(RunState::Idle);
    stayOpen();
    showGoesOn();
    afterRun();
}

/// What was to be kept could not be: the person has to know before the program ends.
void Application::stayOpen() {
    if (!closing_ || !closingKeeps_) return;
    closing_ = false;
    window_->stayOpen();
}

void Application::afterRun() {
    if (closing_) {
        QCoreApplication::quit();
    } else if (restartWith_) {
        showFresh(*std::exchange(restartWith_, std::nullopt));
    }
}

void Application::beginWaiting(const QString& what) {
    waitingFor_ = what;
    waitingTimer_.start();
}

void Application::endWaiting() {
    waitingFor_.clear();
    waitingTimer_.stop();
    window_->setWaiting({});
}

/// The run under way, or what is prepared or opened.
void Application::stop() {
    if (model_.isRunning() || waitingFor_.isEmpty()) {
        worker_.stop();
        return;
    }
    ++newest_;
    setStarting(false);
    stepWaits_ = false;
    endWaiting();
    if (model_.state() == RunState::Idle && model_.config() != formConfig_ && !restartWith_ && !closing_)
        showWeights(formConfig_, newest_);
    afterRun();
}

/// From the press of Train to the run's first sign of life the form is that of the run.
void Application::setStarting(bool starting) {
    starting_ = starting;
    window_->setStarting(starting);
}

void Application::step() {
    if (model_.isRunning()) {
        worker_.step();
    } else if (!starting_) {
        stepWaits_ = true;
        train(formConfig_, true);
    }
}

void Application::restart(bool newSeed) {
    RunConfig config = formConfig_;
    if (newSeed) {
        config.seed = QRandomGenerator::global()->generate();
        formConfig_ = config;
        window_->showConfig(config);
    }
    if (model_.isRunning() || starting_) {
        restartWith_ = config;
        stop();
    } else {
        showFresh(config);
    }
}

void Application::close(bool keepRun) {
    closing_ = true;
    closingKeeps_ = keepRun;
    window_->hide();
    if (starting_ && !waitingFor_.isEmpty())
        stop();
    else if (model_.isRunning() || starting_)
        worker_.stop(keepRun);  // its end ends the program
    else
        QCoreApplication::quit();
}

void Application::rememberRun(const QString& path) {
    settings_.addRecentRun(path);
    window_->setRecentRuns(settings_.recentRuns());
}

void Application::rememberWindow() {
    settings_.setLayout(window_->layoutState());
    settings_.setTheme(theme_.choice());
    settings_.setConfig(formConfig_);
    settings_.sync();
}

}  // namespace attx
