#include "app/window/preparation.h"

#include <utility>

#include "app/devices/device_memory.h"
#include "model/data/own_data.h"
#include "model/files/memory.h"
#include "model/run/checkpoint.h"
#include "model/run/memory_estimate.h"

namespace attx {

std::shared_ptr<const std::vector<float>> firstWeights(const RunConfig& config) {
    return std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.positions()), config.seed));
}

namespace {

bool nothingIsChosen(const char* /*key*/) { return false; }

/// The data, and the weights that training.start_from names.
void prepareFrom(const Checkpoint& source, Prepared& prepared) {
    prepared.data = std::make_shared<const DataSet>(
        makeData(prepared.config.data, namesToStart(source, prepared.config)));
    followData(*prepared.data, nothingIsChosen, prepared.config);
    StartWeights start = startWeights(source, prepared.config, prepared.data->names);
    prepared.parameters = std::make_shared<const std::vector<float>>(std::move(start.parameters));
    prepared.start = std::move(start.report);
}

}  // namespace

void Preparation::prepare(const RunConfig& config, const QString& resumeFrom,
                          const std::function<void(const Outcome<Prepared>&)>& then,
                          const ThenParameters& weightsFirst) {
    const auto known = dataOf(config.data);
    const quint64 tag = newest_ + 1;  // Tag that run() will set below
    if (weightsFirst) makeWeights(config, tag, weightsFirst);
    run(
        tr("preparing …"),
        [this, tag, config, known, resumeFrom] {
            Prepared prepared;
            prepared.config = config;
            const bool starts = resumeFrom.isEmpty() && !config.training.startFrom.empty();
            const Checkpoint* source = starts ? &sourceOf(config.training.startFrom) : nullptr;
            if (source) {
                followStart(*source, prepared.config, nothingIsChosen);
                requireValid(prepared.config);
            } else {
                source_.reset();
            }
            requireFits(prepared.config, {.held = residentMemory().now,
                                          .data = known.get(),
                                          .resumed = !resumeFrom.isEmpty(),
                                          .window = true});
            requireFitsDevice(prepared.config, known.get());
            if (source) {
                features_.makeMissing(prepared.config.data, [this, tag] { return tag != newest_; });
                prepareFrom(*source, prepared);
                return prepared;
            }
            if (resumeFrom.isEmpty()) {
                prepared.parameters = firstWeights(config);
            } else {
                prepared.lock = lockOf(resumeFrom);
                prepared.resumed = std::make_shared<ResumedRun>(openForResuming(resumeFrom.toStdString()));
            }
            const DataNames names = prepared.resumed ? prepared.resumed->names : DataNames();
            prepared.data = known;
            if (!known || (prepared.resumed && known->names != names)) {
                features_.makeMissing(config.data, [this, tag] { return tag != newest_; });
                prepared.data = std::make_shared<const DataSet>(makeData(config.data, names));
            }
            if (prepared.resumed) prepared.changed = changedData(*prepared.resumed, *prepared.data);
            return prepared;
        },
        [this, config, then](const Outcome<Prepared>& outcome) {
            // Data that are read with the words of another network are of this run alone.
            if (outcome.error.empty())
                keepData(config.data, outcome.value.start ? nullptr : outcome.value.data);
            then(outcome);
        });
}

const Checkpoint& Preparation::sourceOf(const std::string& path) {
    std::string stamp = stampOfStart(path);
    if (!source_ || stamp != sourceStamp_) {
        source_.reset();
        source_ = openCheckpoint(path);
        sourceStamp_ = std::move(stamp);
    }
    return *source_;
}

void Preparation::forgetSource() {
    background_.run(
        this,
        [this] {
            source_.reset();
            return true;
        },
        [](const Outcome<bool>&) {});
}

std::shared_ptr<RunLock> Preparation::lockOf(const QString& folder) {
    // An answer that is outdated, and was not heard yet, may still have it.
    std::shared_ptr<RunLock> lock = lockedFolder_ == folder ? lastLock_.lock() : nullptr;
    if (!lock) lock = std::make_shared<RunLock>(folder.toStdString());
    lockedFolder_ = folder;
    lastLock_ = lock;
    return lock;
}

void Preparation::weights(const RunConfig& config, const ThenParameters& then) {
    makeWeights(config, ++newest_, then);
}

void Preparation::makeWeights(const RunConfig& config, quint64 tag, const ThenParameters& then) {
    background_.run(
        this, [config] { return firstWeights(config); },
        [this, tag, then](const Outcome<Parameters>& outcome) {
            if (tag == newest_ && outcome.error.empty()) then(outcome.value);
        });
}

void Preparation::cancel() {
    ++newest_;
    endWaiting();
}

void Preparation::endWaiting() {
    waitingFor_.clear();
    waitingTimer_.stop();
    Q_EMIT waiting({});
}

std::shared_ptr<const DataSet> Preparation::dataOf(const DataConfig& config) const {
    return sameTables(dataConfig_, config) ? data_ : nullptr;
}

void Preparation::keepData(const DataConfig& config, std::shared_ptr<const DataSet> data) {
    dataConfig_ = config;
    data_ = std::move(data);
}

}  // namespace attx
