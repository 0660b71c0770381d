#include "app/window/run_controller.h"
#include "model/config/presets.h"
#include "model/data/dataset.h"
#include "model/run/start_weights.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <algorithm>
#include <utility>

namespace attx {
namespace {

// Up to here initial weights take a millisecond or two, so that the first frame can show them.
constexpr int64_t parametersAtOnce = 500'000;

/// An epoch more than a run has had that came to its end, whatever ended it.
void extend(TrainingConfig& training, const RunResult& result, int64_t trainRows) {
    const int64_t epoch = std::max<int64_t>(trainRows / batchOf(training, trainRows), 1);
    training.targetAccuracy = 0;
    training.patience = 0;
    if (training.maxSteps > 0) training.maxSteps = std::max(training.maxSteps, int(result.steps + epoch));
    if (result.reason == EndReason::Finished && (training.epochs > 0 || training.maxSteps == 0))
        ++training.epochs;
}

/// Why the network has no answer to its data, before it replaces another one; empty: it has.
std::string classProblem(const Prepared& prepared) {
    try {
        requireClasses(prepared.config.network, prepared.data->names);
    } catch (const std::exception& problem) {
        return problem.what();
    }
    return {};
}

}  // namespace

RunController::RunController(RunModel& model, const RunStore& store, Preparation& preparation,
                             QWidget* window)
    : model_(model), store_(store), preparation_(preparation), window_(window) {
    connectWorker();
}

void RunController::connectWorker() {
    connect(&worker_, &TrainWorker::started, this, &RunController::started);
    connect(&worker_, &TrainWorker::stateChanged, this, [this](RunState state) {
        if (state != RunState::Finished) model_.setState(state);  // its result comes with that
    });
    connect(&worker_, &TrainWorker::progressed, this, [this](const TrainProgress& progress) {
        model_.addProgress(progress);
        worker_.progressSeen();
    });
    connect(&worker_, &TrainWorker::snapshotsKept, &model_, &RunModel::setSnapshots);
    connect(&worker_, &TrainWorker::finished, this, [this](const RunResult& result) {
        model_.setState(RunState::Finished);
        model_.setResult(result);
        tellGoesOn();
        take(RunRequest::Ended);
    });
    connect(&worker_, &TrainWorker::failed, this, &RunController::failed);
    connect(&worker_, &TrainWorker::noticed, this, &RunController::noticed);
    connect(&worker_, &TrainWorker::moved, this, &RunController::followFolder);
    connect(&worker_, &TrainWorker::notKept, this, [this] { take(RunRequest::NotKept); });
}

RunAction RunController::take(RunRequest request) {
    const auto [phase, action] = moved(phase_, request);
    phase_ = phase;
    if (action == RunAction::Cancel) cancel();
    if (action == RunAction::Resume) worker_.resume();
    if (action == RunAction::Step) worker_.step();
    if (action == RunAction::End) worker_.stop(std::get<Ending>(phase_).keep);
    if (action == RunAction::ShowFresh) startOver();
    if (action == RunAction::GoBack) Q_EMIT backAsked(OpenedRun(*former_));  // it is replaced meanwhile
    if (action == RunAction::Close) Q_EMIT closed();
    if (action == RunAction::ReportLoss) Q_EMIT cannotClose();
    return action;
}

void RunController::edit(const RunConfig& config) {
    wanted_ = config;
    tellGoesOn();
    if (model_.state() == RunState::Idle) showFresh(config);
}

void RunController::showFresh(const RunConfig& config) {
    keepFormer();
    isFresh_ = true;
    wanted_ = config;
    folder_.clear();
    openedPath_.clear();
    tellGoesOn();
    model_.setState(RunState::Idle);
    const auto showWeights = [this, config](const Preparation::Parameters& parameters) {
        if (model_.state() == RunState::Idle)
            model_.showNetwork(config, parameters, preparation_.dataOf(config.data));
    };
    const bool isDrawn = config.training.startFrom.empty();
    const bool small =
        isDrawn && buildProgram(config.network, config.data.positions()).parameterCount() <= parametersAtOnce;
    if (!settingToFill(config).empty())  // There are no data yet; the form says where to name them
        return preparation_.weights(config, showWeights);
    if (small) {
        showWeights(firstWeights(config));
        if (preparation_.dataOf(config.data)) return preparation_.cancel();
    }
    preparation_.prepare(
        config, {},
        [this](const Outcome<Prepared>& outcome) {
            if (!outcome.error.empty())
                Q_EMIT noticed(QString::fromStdString(outcome.error), true);
            else if (model_.state() == RunState::Idle)
                model_.showNetwork(outcome.value.config, outcome.value.parameters, outcome.value.data);
        },
        small || !isDrawn ? Preparation::ThenParameters() : showWeights);
}

void RunController::showOpened(const QString& path, const OpenedRun& run,
                               std::shared_ptr<const DataSet> data) {
    keepFormer();
    isFresh_ = false;
    preparation_.keepData(run.config.data, data);
    wanted_ = run.config;
    model_.showNetwork(run.config, run.parameters, std::move(data), run.names);
    model_.beginRun(path, run.result ? QString::fromStdString(run.result->device) : QString());
    model_.setMetrics(run.metrics);
    // An answer other than the likely one was a person's.
    model_.setTaskAssumed(std::ranges::any_of(run.uncertain, [&run](const UncertainKey& key) {
        const DataConfig& made = run.config.data;
        return (key.path == "data.rule" && key.value == toString(made.rule)) ||
               (key.path == "data.pixel_mean" && made.path.empty());
    }));
    model_.setSnapshots(run.snapshots);
    if (run.result) model_.setResult(*run.result);
    model_.setState(RunState::Finished);
    folder_ = QFileInfo(path).isDir() ? path : QString();
    openedPath_ = path;
    tellGoesOn();
}

void RunController::keepFormer() {
    if (model_.isRunning() || (isFresh_ && model_.metrics().steps.empty())) return;
    model_.shown().chooseNow();
    former_ = OpenedRun{
        .path = model_.path().toStdString(),
        .config = model_.config(),
        .parameters = model_.parameters(),
        .names = model_.names(),
        .metrics = model_.metrics(),
        .snapshots = model_.snapshots(),
        .result = model_.result(),
        .uncertain = model_.isTaskAssumed() ? uncertainData(model_.config()) : std::vector<UncertainKey>(),
        .data = {},
        .note = {}};
    Q_EMIT formerKept();
}

std::optional<RunConfig> RunController::continued(RunConfig config) const {
    config.preset = model_.config().preset;  // only a name, and a changed learning rate is no preset's
    if (model_.state() != RunState::Finished || folder_.isEmpty() || config != model_.config() ||
        !QFileInfo::exists(folder_ + QStringLiteral("/last.safetensors")))
        return std::nullopt;
    const auto& result = model_.result();
    if (result && result->reason != EndReason::Stopped && result->reason != EndReason::Diverged)
        extend(config.training, *result, model_.trainRows().value_or(config.data.trainSize));
    return config;
}

bool RunController::canGoOn(const RunConfig& config) const {
    return (!model_.result() || model_.result()->reason == EndReason::Stopped) &&
           continued(config).has_value();
}

void RunController::train(const RunConfig& wanted) {
    if (take(RunRequest::Train) != RunAction::Prepare) return;
    const bool goesOn = canGoOn(wanted);
    wanted_ = wanted;
    lookAtNow();
    begin(goesOn ? *continued(wanted) : wanted, goesOn);
}

void RunController::step() {
    lookAtNow();
    if (take(RunRequest::Step) != RunAction::Prepare) return;
    const bool isTrained = model_.state() == RunState::Finished;
    const std::optional<RunConfig> config = isTrained ? continued(wanted_) : wanted_;
    if (config)
        begin(*config, isTrained);
    else
        take(RunRequest::Ended);
}

/// What is trained is the newest network, and is to be seen.
void RunController::lookAtNow() {
    lookedBack_ = model_.shown().snapshot().has_value();
    model_.shown().chooseNow();
}

void RunController::begin(const RunConfig& config, bool resumed) {
    Q_EMIT trainingAsked(config);
    model_.setStarting(true);
    preparation_.prepare(config, resumed ? folder_ : QString(), [this](const Outcome<Prepared>& outcome) {
        if (!outcome.error.empty())
            failed(QString::fromStdString(outcome.error));
        else if (const std::string problem = classProblem(outcome.value); !problem.empty())
            failed(QString::fromStdString(problem));
        else if (!outcome.value.changed.empty())
            askAboutChangedData(outcome.value);
        else if (take(RunRequest::Prepared) == RunAction::Launch)
            launch(outcome.value);
    });
}

void RunController::askAboutChangedData(const Prepared& prepared) {
    take(RunRequest::Changed);
    model_.setStarting(false);
    auto* box = new QMessageBox(QMessageBox::Warning, tr("The data have changed"),
                                tr("The data are not those that this run has learned from: %1.")
                                    .arg(QString::fromStdString(prepared.changed)),
                                QMessageBox::Cancel, window_);
    box->setInformativeText(tr("Bring them back, or train another run. Going on mixes both in one result."));
    QPushButton* goOn = box->addButton(tr("&Resume with the changed data"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, box, goOn, prepared] {
        if (box->clickedButton() != goOn || take(RunRequest::GoOn) != RunAction::Launch) return;
        model_.setStarting(true);
        launch(prepared);
    });
    box->open();
}

void RunController::launch(const Prepared& prepared) {
    const RunConfig& config = prepared.config;
    TrainJob job;
    job.config = config;
    job.data = prepared.data;
    job.resumed = prepared.resumed;
    job.lock = prepared.lock;
    job.paused = std::get<Starting>(phase_).step;
    if (prepared.start) {
        job.initial = prepared.parameters;
        job.start = prepared.start;
        if (wanted_ != config) Q_EMIT wantedChanged(wanted_ = config);
        Q_EMIT noticed(QString::fromStdString(startText(*prepared.start)), false);
    }
    // A run that has come to its end keeps its result: what goes on is a copy.
    const bool hasEnded = model_.result() && model_.result()->reason != EndReason::Stopped;
    if (prepared.resumed && hasEnded) {
        job.copied = folder_;
        job.lock = nullptr;  // The one that was taken is the former folder's
        keepFormer();
    }
    job.folder = prepared.resumed && !hasEnded ? folder_ : store_.newPath(config.preset);
    if (prepared.resumed && config.training != model_.config().training) {  // it has another end
        model_.shown().setTraining(config.training);
        wanted_ = config;
        Q_EMIT wantedChanged(config);
    } else if (!prepared.resumed) {
        keepFormer();
        isFresh_ = true;
        model_.showNetwork(config, prepared.parameters, prepared.data);
        if (former_) Q_EMIT replaced(QString::fromStdString(former_->path));
    }
    preparation_.forgetSource();
    worker_.start(job);
}

void RunController::started(const QString& folder, const QString& device, const RunMetrics& resumed) {
    model_.setStarting(false);
    const bool goesOn = !resumed.steps.empty();
    const QString before = model_.path();  // empty: another network has been shown
    if (goesOn) {
        model_.setMetrics(resumed);
        model_.setPlace(folder);
    } else {
        model_.beginRun(folder, device);
    }
    if (!before.isEmpty() && !folder.isEmpty() && folder != before) Q_EMIT copied(before, lookedBack_);
    folder_ = folder;  // empty: it is not kept anywhere
    if (!folder.isEmpty()) Q_EMIT kept(folder);
    take(RunRequest::Started);
}

void RunController::followFolder(const QString& folder) {
    if (openedPath_ == folder_) openedPath_ = folder;
    folder_ = folder;
    model_.setPlace(folder);
    Q_EMIT kept(folder);
    Q_EMIT noticed(tr("The folder of the run has been moved; the run goes on in %1.").arg(folder), false);
}

void RunController::failed(const QString& message) {
    model_.setStarting(false);
    if (model_.isRunning()) model_.setState(RunState::Finished);
    Q_EMIT noticed(message, true);
    if (isFresh_ && model_.metrics().steps.empty()) model_.setState(RunState::Idle);
    take(RunRequest::NotKept);
    tellGoesOn();
    take(RunRequest::Ended);
}

void RunController::cancel() {
    const bool waits = preparation_.isWaiting();
    if (waits) preparation_.cancel();
    model_.setStarting(false);
    if (waits && std::get<Ending>(phase_).then == RunAction::None && model_.state() == RunState::Idle &&
        model_.config() != wanted_ && wanted_.training.startFrom.empty())
        preparation_.weights(wanted_, [this, config = wanted_](const Preparation::Parameters& parameters) {
            if (model_.state() == RunState::Idle)
                model_.showNetwork(config, parameters, preparation_.dataOf(config.data));
        });
    take(RunRequest::Ended);
}

void RunController::restart(bool newSeed) {
    if (newSeed) {
        wanted_.seed = QRandomGenerator::global()->generate();
        Q_EMIT wantedChanged(wanted_);
    }
    take(RunRequest::Restart);
}

void RunController::startOver() {
    const bool isTrained = model_.state() == RunState::Finished;
    showFresh(RunConfig(wanted_));
    if (isTrained && former_) Q_EMIT replaced(QString::fromStdString(former_->path));
}

void RunController::setLearningRate(double rate) {
    wanted_.training.learningRate = rate;
    TrainingConfig training = model_.config().training;
    training.learningRate = rate;
    model_.shown().setTraining(training);
    worker_.setLearningRate(rate);
}

}  // namespace attx
