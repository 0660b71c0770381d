#include "ui/state/run_model.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "model/run/records.h"
#include "ui/figures/runs/run_axis.h"

namespace attx {
namespace {

QString absolute(const QString& path) {
    return path.isEmpty() ? path : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

}  // namespace

void RunModel::showNetwork(const RunConfig& config, std::shared_ptr<const std::vector<float>> parameters,
                           std::shared_ptr<const DataSet> data, const DataNames& names) {
    const bool sameData = data && data == data_ && sameTables(config.data, this->config().data);
    const bool wasTrained =
        !metrics_.steps.empty();  // heads of what it learned are no heads of another network
    keepCurves();
    data_ = std::move(data);
    known_ = data_ ? knownOf(config, *data_) : KnownData();
    result_.reset();
    progress_ = {};
    metrics_ = {};
    taskAssumed_ = false;
    path_.clear();
    name_.clear();
    snapshots_.clear();
    const auto known = data_ ? std::shared_ptr<const DataNames>(data_, &data_->names)
                             : std::make_shared<const DataNames>(names);
    // A sample that is padded for another mask is another sample: an answer about the one before is not about
    // it.
    const bool repads = sample().valid && config.network.maskPadding != this->config().network.maskPadding;
    Sample next = sample();
    if (!sameData || next.length() == 0 || (repads && sampleRow() >= 0))
        next = sampleThatFits(config, *known);
    else if (repads)
        next = typedSample(config, *known, paddedFor(config, next.tokens, *next.valid), next.text);
    shown_.show(config, std::move(parameters), known, next, !wasTrained);
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
    Q_EMIT snapshotsChanged();
}

QString RunModel::folder() const {
    const QFileInfo info(path_);
    if (path_.isEmpty() || !info.exists()) return {};
    return info.isDir() ? path_ : info.absolutePath();
}

void RunModel::readName() {
    name_ = nameOfRun(path_);
    Q_EMIT progressChanged();
}

void RunModel::beginRun(const QString& path, const QString& device) {
    keepCurves();
    setPath(path);
    device_ = device;
    metrics_ = {};
    resumedStep_ = 0;
    result_.reset();
    progress_ = {};
    shown_.chooseNow();
    setSnapshots({});
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
}

void RunModel::setPlace(const QString& path) {
    setPath(path);
    Q_EMIT progressChanged();
}

void RunModel::setPath(const QString& path) {
    path_ = path;
    name_ = nameOfRun(path);
    std::erase_if(earlierRuns_, [shown = absolute(path)](const EarlierRun& run) {
        return !shown.isEmpty() && run.path == shown;
    });
}

void RunModel::setTaskAssumed(bool assumed) {
    taskAssumed_ = assumed;
    Q_EMIT progressChanged();
}

void RunModel::setDevice(const QString& device) {
    device_ = device;
    Q_EMIT progressChanged();
}

void RunModel::setState(RunState state) {
    if (state == state_) return;
    const bool ran = isRunning();
    state_ = state;
    if (!ran && isRunning()) shown_.chooseNow();
    Q_EMIT stateChanged(this->state());
}

void RunModel::setStarting(bool starting) {
    if (starting == starting_) return;
    starting_ = starting;
    Q_EMIT stateChanged(state());
}

void RunModel::setMetrics(const RunMetrics& metrics) {
    metrics_ = metrics;
    resumedStep_ = metrics.steps.empty() ? 0 : metrics.steps.back().step;
    Q_EMIT metricsReset();
}

void RunModel::addProgress(const TrainProgress& progress) {
    metrics_.steps.insert(metrics_.steps.end(), progress.steps.begin(), progress.steps.end());
    if (progress.epoch) metrics_.epochs.push_back(*progress.epoch);
    progress_ = progress;
    progress_.steps.clear();
    if (!progress.steps.empty()) Q_EMIT stepsAdded();
    if (progress.epoch) Q_EMIT epochAdded(*progress.epoch);
    Q_EMIT progressChanged();
    if (progress.parameters) shown_.setLatest(progress.parameters);
}

void RunModel::setSnapshots(const std::vector<Snapshot>& snapshots) {
    snapshots_ = snapshots;
    Q_EMIT snapshotsChanged();
}

void RunModel::setResult(const RunResult& result) {
    result_ = result;
    if (!result.device.empty()) device_ = QString::fromStdString(result.device);
    Q_EMIT resultChanged();
}

void RunModel::chooseRow(qint64 row) {
    if (sampleCount() == 0) return;
    row = std::clamp<int64_t>(row, 0, sampleCount() - 1);
    if (row != sampleRow()) shown_.chooseSample(sampleOf(config(), *data_, {SampleSource::Validation, row}));
}

QImage RunModel::imageOf(const SampleRow& member) const {
    return memberImages_ ? memberImages_(member) : QImage();
}

QList<QImage> RunModel::imagesOf(const Sample& sample) const {
    QList<QImage> images;
    for (const SampleRow& member : sample.members) {
        images << imageOf(member);
        if (images.back().isNull()) return {};
    }
    return images;
}

void RunModel::setFirstQueryBelow(bool below) {
    if (below == firstQueryBelow_) return;
    firstQueryBelow_ = below;
    Q_EMIT orientationChanged();
}

void RunModel::setMemberImages(std::function<QImage(const SampleRow&)> source) {
    memberImages_ = std::move(source);
    Q_EMIT memberImagesChanged();
}

void RunModel::keepCurves() {
    if (metrics_.steps.empty()) return;
    const int number = earlierRuns_.empty() ? 0 : earlierRuns_.back().number + 1;
    earlierRuns_.push_back({name(), config(), metrics_, false, number, absolute(path_)});
    if (earlierRuns_.size() > keptEarlierRuns) earlierRuns_.erase(earlierRuns_.begin());
}

Sample RunModel::sampleThatFits(const RunConfig& config, const DataNames& names) const {
    if (sampleCount() == 0) return placeholderSample(config, names);
    const int64_t row = std::clamp<int64_t>(sampleRow(), 0, sampleCount() - 1);
    return sampleOf(config, *data_, {SampleSource::Validation, row});
}

}  // namespace attx
