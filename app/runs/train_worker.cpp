#include "app/runs/train_worker.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/devices/backends.h"
#include "app/runs/run_store.h"
#include "model/config/keys.h"
#include "model/files/text.h"
#include "model/run/trainer.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

/// changedSettingsText() in the window's language; empty: the run goes on as it was.
QString changedText(const ResumedRun& run, const RunConfig& config, int64_t step) {
    QStringList texts;
    for (const ChangedSetting& change : changedSettings(run.config, config)) {
        const KeyInfo& key = keyInfo(change.key);
        //: A setting, its value from now on and its value before.
        texts << TrainWorker::tr("%1 = %2 (before: %3)")
                     .arg(keyText(key), valueText(key, change.after), valueText(key, change.before));
    }
    return texts.isEmpty() ? QString()
                           : TrainWorker::tr("From step %1 on: %2. run.json keeps both.")
                                 .arg(QString::number(step), texts.join(QStringLiteral(", ")));
}

// A window that is this many reports behind gets no new one until it has caught up.
constexpr int mostUnseen = 2;
// Copies of the parameters may take this much of the worker's time: large networks send them less often.
constexpr int64_t parametersPerMillisecond = 100'000;

}  // namespace

template <class Work>
void TrainWorker::guarded(const Work& work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        fail(TrainWorker::tr(
            "There is not enough memory for this network and batch. Make one of them smaller."));
    } catch (const std::exception& problem) {
        fail(QString::fromStdString(problem.what()));
    }
}

template <class Command>
void TrainWorker::post(Command command) {
    QMetaObject::invokeMethod(
        this, [this, command = std::move(command)] { guarded(command); }, Qt::QueuedConnection);
}

TrainWorker::TrainWorker(std::function<Clock::time_point()> now) : now_(std::move(now)) {
    thread_.setObjectName(QStringLiteral("training"));
    moveToThread(&thread_);
    thread_.start();
}

TrainWorker::~TrainWorker() {
    ++stopsPending_;
    interrupt_ = true;
    post([this] {
        if (trainer_) endStopped(true);
    });
    post([this] {
        loop_.reset();  // a timer is deleted in its own thread
        thread_.quit();
    });
    thread_.wait();
}

void TrainWorker::start(const TrainJob& job) {
    post([this, job] { begin(job); });
}

void TrainWorker::pause() {
    interrupt_ = true;
    post([this] {
        interrupt_ = false;
        if (state_ == RunState::Training) setState(RunState::Paused);
    });
}

void TrainWorker::resume() {
    post([this] {
        if (state_ == RunState::Paused) setState(RunState::Training);
    });
}

void TrainWorker::step() {
    interrupt_ = true;
    post([this] {
        interrupt_ = false;
        if (!trainer_) return;
        setState(RunState::Paused);
        const int64_t before = trainer_->step();
        // The next command interrupts this step. Only a stop ends it; others wait until it is done.
        do {
            interrupt_ = false;
            if (stopsPending_ > 0) return;
            take(trainer_->singleStep());
        } while (trainer_ && trainer_->step() == before);
        if (trainer_) report(true);
    });
}

void TrainWorker::stop(bool keep) {
    ++stopsPending_;
    interrupt_ = true;
    post([this, keep] {
        interrupt_ = false;
        --stopsPending_;
        if (trainer_) endStopped(keep);
    });
}

void TrainWorker::setLearningRate(double rate) {
    post([this, rate] {
        if (trainer_) trainer_->setLearningRate(rate);
    });
}

void TrainWorker::progressSeen() { --unseen_; }

void TrainWorker::begin(const TrainJob& job) {
    if (trainer_) return;
    RunMetrics behind;
    folder_ = job.folder;
    lock_ = job.lock;
    const auto notice = [this](const std::string& sentence) {
        Q_EMIT noticed(QString::fromStdString(sentence), true);
    };
    const auto explain = [this](const std::string& sentence) {
        Q_EMIT noticed(QString::fromStdString(sentence), false);
    };
    const auto preparing = [this, said = Clock::time_point()](size_t done, size_t all) mutable {
        const auto now = Clock::now();
        if (now - said < std::chrono::milliseconds(250)) return;
        said = now;
        Q_EMIT noticed(tr("The graphics device's kernels are compiled and tried, once for networks of this "
                          "shape: %1 of %2")
                           .arg(done)
                           .arg(all),
                       false);
    };
    const auto backend =
        makeBackend(job.config.device, {.notice = notice, .explain = explain, .preparing = preparing});
    trainer_ = std::make_unique<Trainer>(*backend, job.config, job.data, &interrupt_, job.initial.get());
    if (job.resumed) {
        trainer_->restore(std::move(job.resumed->state));
        behind = job.resumed->metrics;
        const std::string lost = lostCurves(*job.resumed, trainer_->step());
        std::string sentence = changedDevice(*job.resumed, trainer_->device());
        addSentence(sentence, lost);
        QStringList said{QString::fromStdString(sentence),
                         changedText(*job.resumed, job.config, trainer_->step())};
        said.removeAll(QString());
        if (!said.isEmpty()) Q_EMIT noticed(said.join(QLatin1Char(' ')), !lost.empty());
    }
    const QString device = QString::fromStdString(trainer_->device());
    savingFails_ = false;
    if (!job.folder.isEmpty()) {
        try {
            if (!lock_) lock_ = std::make_shared<RunLock>(job.folder.toStdString());
            if (!job.copied.isEmpty())
                copyRun(job.copied.toStdString(), job.folder.toStdString());
            else if (job.resumed)
                resumePoint_.emplace(job.folder.toStdString());
            RunFolder folder = RunFolder::create(job.folder.toStdString(), job.config, trainer_->device(),
                                                 job.resumed != nullptr);
            if (job.start) folder.setStart(toJson(*job.start));
            recorder_.emplace(std::move(folder), *trainer_, behind);
        } catch (const std::exception& problem) {
            Q_EMIT noticed(tr("This run is not saved. %1").arg(QString::fromStdString(problem.what())), true);
        }
    }
    gathered_ = {};
    unseen_ = 0;
    reported_ = snapshot_ = now_() - progressInterval;
    Q_EMIT started(recorder_ ? job.folder : QString(), device, behind);
    snapshots_.clear();
    reportSnapshots();
    setState(job.paused ? RunState::Paused : RunState::Training);
}

void TrainWorker::setState(RunState state) {
    if (state == RunState::Training) {
        if (!loop_) {
            loop_ = std::make_unique<QTimer>();
            connect(loop_.get(), &QTimer::timeout, this, &TrainWorker::work);
        }
        loop_->start(0);
    } else if (loop_) {
        loop_->stop();
    }
    if (state == state_) return;
    if (state == RunState::Paused && trainer_) report(true);
    state_ = state;
    Q_EMIT stateChanged(state);
}

void TrainWorker::work() {
    if (!trainer_ || state_ != RunState::Training || stopsPending_ > 0) return;
    guarded([this] { take(trainer_->advance(pieceOfWork)); });
}

void TrainWorker::take(const Trainer::Advance& advance) {
    if (interrupt_ && advance.steps.empty() && !advance.epoch && !advance.result)
        return;  // cut short before it brought anything
    gathered_.steps.insert(gathered_.steps.end(), advance.steps.begin(), advance.steps.end());
    if (advance.epoch) gathered_.epoch = advance.epoch;
    report(advance.epoch.has_value() || advance.result.has_value());
    record(advance);
    if (advance.result) end(*advance.result);
}

void TrainWorker::record(const Trainer::Advance& advance) {
    if (!recorder_) return;
    try {
        followFolder();
        if (recorder_->add(advance, *trainer_)) savingFails_ = false;
        reportSnapshots();
    } catch (const std::exception& problem) {
        const QString before = folder_;
        followFolder();
        // Moved while it was written to: the next saving finds the new place.
        if (!advance.result && folder_ != before) return;
        const QString reason = QString::fromStdString(problem.what());
        const bool known = std::exchange(savingFails_, true);
        if (advance.result)
            Q_EMIT noticed(tr("The run could not be saved. %1").arg(reason), true);
        else if (!known)  // said once, not at every try
            Q_EMIT noticed(tr("The run could not be saved. %1 Training continues, and saving is tried again.")
                               .arg(reason),
                           true);
    }
}

/// One that was moved or renamed while the run trains.
void TrainWorker::followFolder() {
    const QString now = QString::fromStdString(recorder_->followFolder());
    if (now == folder_) return;
    folder_ = now;
    if (resumePoint_) resumePoint_->moveTo(now.toStdString());
    Q_EMIT moved(now);
}

void TrainWorker::reportSnapshots() {
    if (!recorder_ || recorder_->snapshots() == snapshots_) return;
    snapshots_ = recorder_->snapshots();
    Q_EMIT snapshotsKept(snapshots_);
}

void TrainWorker::report(bool atOnce) {
    const Clock::time_point now = now_();
    if (!atOnce && (now - reported_ < progressInterval || unseen_ >= mostUnseen)) return;
    reported_ = now;
    gathered_.step = trainer_->step();
    gathered_.totalSteps = trainer_->totalSteps();
    const auto left = trainer_->timeLeft();
    gathered_.secondsLeft = left ? std::optional(left->count()) : std::nullopt;
    const auto between = std::max<std::chrono::milliseconds>(
        progressInterval,
        std::chrono::milliseconds(trainer_->program().parameterCount() / parametersPerMillisecond));
    // At the end the best ones follow; those of now may be no numbers.
    if (!trainer_->finished() && !gathered_.steps.empty() && (atOnce || now - snapshot_ >= between)) {
        snapshot_ = now;
        gathered_.parameters = std::make_shared<const std::vector<float>>(trainer_->parameters());
    }
    ++unseen_;
    Q_EMIT progressed(gathered_);
    gathered_.steps.clear();
    gathered_.epoch.reset();
    gathered_.parameters.reset();
}

void TrainWorker::end(const RunResult& result) {
    const bool diverged = result.reason == EndReason::Diverged;
    if (result.bestEpoch > 0) {  // What is kept, and what the test was made with
        gathered_.parameters = std::make_shared<const std::vector<float>>(trainer_->bestParameters());
        gathered_.step = trainer_->step();
        ++unseen_;
        Q_EMIT progressed(gathered_);
        gathered_ = {};
    }
    letGo();
    setState(RunState::Finished);
    Q_EMIT finished(result);
    if (diverged) Q_EMIT noticed(QString::fromStdString(divergedText(result)), true);
}

void TrainWorker::endStopped(bool keep) {
    if (loop_) loop_->stop();
    report(true);
    const RunResult result = trainer_->stop();
    if (recorder_) followFolder();
    if (recorder_ && keep) {
        try {
            recorder_->finish(result, *trainer_);
            reportSnapshots();
        } catch (const std::exception& problem) {
            Q_EMIT noticed(tr("The run could not be saved. %1").arg(QString::fromStdString(problem.what())),
                           true);
            Q_EMIT notKept();
        }
    } else if (recorder_) {
        discard();
    }
    end(result);
}

void TrainWorker::discard() {
    const QString folder = folder_;
    recorder_.reset();
    if (resumePoint_) {
        try {
            resumePoint_->restore();
        } catch (const std::exception& problem) {
            Q_EMIT noticed(QString::fromStdString(problem.what()), true);
        }
        return;
    }
    lock_.reset();
    if (!RunStore::remove(folder))
        Q_EMIT noticed(tr("%1: the folder holds more than the run's own files, so it stays.").arg(folder),
                       true);
}

void TrainWorker::fail(const QString& message) {
    letGo();
    if (state_ == RunState::Training || state_ == RunState::Paused) setState(RunState::Finished);
    Q_EMIT failed(message);
}

void TrainWorker::letGo() {
    trainer_.reset();
    recorder_.reset();
    resumePoint_.reset();
    lock_.reset();
    std::error_code ignored;  // a name that was taken for a run that did not begin
    if (!folder_.isEmpty()) std::filesystem::remove(folder_.toStdString(), ignored);
    folder_.clear();
}

}  // namespace attx
