#include "app/window/step_timer.h"

#include <QCryptographicHash>
#include <QSysInfo>

#include "app/devices/backends.h"
#include "model/files/memory.h"
#include "model/run/memory_estimate.h"
#include "model/run/time_estimate.h"
#include "model/run/trainer.h"

namespace attx {
namespace {

/// Short, and the same wherever a step takes the same time: this machine with what it computes on, the
/// network, its data and how it is trained.
QString keyOf(const RunConfig& config) {
    RunConfig same;
    same.network = config.network;
    same.data = config.data;
    same.training.batchSize = config.training.batchSize;
    same.training.fullBatch = config.training.fullBatch;
    same.training.optimiser = config.training.optimiser;
    same.device = config.device;
    same.threads = config.threads;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string& part : {toJson(same), nativeDevice().description, std::string(ATTX_VERSION)})
        hash.addData(QByteArray::fromStdString(part));
    hash.addData(QSysInfo::machineUniqueId());
    return QString::fromLatin1(hash.result().toHex().left(16));
}

}  // namespace

StepTimer::StepTimer(const RunModel& model, Settings& settings, std::function<std::clock_t()> used)
    : model_(model),
      settings_(settings),
      used_(std::move(used)),
      interrupt_(std::make_shared<std::atomic<bool>>(false)) {
    wait_.setInterval(pause);
    wait_.setSingleShot(true);
    connect(&wait_, &QTimer::timeout, this, &StepTimer::measureWhenQuiet);
    connect(&model.shown(), &Shown::networkChanged, this, &StepTimer::look);
    connect(&model, &RunModel::stateChanged, this, &StepTimer::look);
    connect(&model, &RunModel::resultChanged, this, [this] {
        if (model_.progress().step > 0 && model_.result()->msPerStep > 0)  // not opened: trained here
            keep(model_.config(), std::chrono::duration<double, std::milli>(model_.result()->msPerStep));
    });
}

void StepTimer::look() {
    *interrupt_ = true;
    wait_.stop();
    waited_ = 0;
    if (model_.isBusy() || !model_.data()) return;
    if (const std::optional<double> seconds = settings_.stepSeconds(keyOf(model_.config())))
        Q_EMIT timed(Seconds(*seconds));
    else
        wait();
}

void StepTimer::wait() {
    usedBefore_ = used_();
    wait_.start();
}

void StepTimer::measureWhenQuiet() {
    const double used = double(used_() - usedBefore_) / CLOCKS_PER_SEC;
    if (used > quietShare * Seconds(pause).count() && ++waited_ < longestWait)
        wait();
    else
        measure();
}

void StepTimer::measure() {
    interrupt_ = std::make_shared<std::atomic<bool>>(false);
    background_.run(
        this,
        [config = model_.config(), data = model_.data(), interrupt = interrupt_] {
            if (*interrupt) return std::optional<Seconds>();
            requireFits(config, {.held = residentMemory().now, .data = data.get(), .window = true});
            const auto backend = makeBackend(config.device);
            Trainer trainer(*backend, config, data, interrupt.get());
            return measureStep(trainer);
        },
        [this, config = model_.config(),
         interrupt = interrupt_](const Outcome<std::optional<Seconds>>& outcome) {
            // Without an answer (it does not fit, or diverges) the guess stays: training will say why.
            if (!*interrupt && outcome.error.empty() && outcome.value) keep(config, *outcome.value);
        });
}

void StepTimer::keep(const RunConfig& config, Seconds step) {
    wait_.stop();
    *interrupt_ = true;
    settings_.setStepSeconds(keyOf(config), step.count());
    Q_EMIT timed(step);
}

}  // namespace attx
