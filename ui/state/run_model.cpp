#include "ui/state/run_model.h"

#include <algorithm>
#include <utility>

namespace attx {

RunModel::RunModel(QObject* parent) : QObject(parent) {}

void RunModel::showNetwork(const RunConfig& config, std::shared_ptr<const std::vector<float>> parameters,
                           std::shared_ptr<const DataSet> data, const DataNames& names) {
    const bool sameData = data && data == data_ && sameTables(config.data, config_.data);
    const bool sameMask = config.network.maskPadding == config_.network.maskPadding;
    const Ablation before = ablation_;
    const auto [layers, heads] = std::pair(config_.network.numLayers, config_.network.numHeads);
    if (config.network.numLayers != layers || config.network.numHeads != heads) ablation_.headGates.clear();
    keepCurves();
    config_ = config;
    parameters_ = latest_ = std::move(parameters);
    data_ = std::move(data);
    names_ = names;
    result_.reset();
    progress_ = {};
    metrics_ = {};
    name_.clear();
    if (!sameData || sample_.length() == 0) {
        sample_ = sampleThatFits();
        ablation_.hiddenTokens.clear();
    } else if (sample_.valid && !sameMask) {
        // Another sample, of another length: the answer to the one before is not about it.
        sample_ = sampleRow() >= 0
                      ? sampleThatFits()
                      : typedSample(config_, this->names(),
                                    paddedFor(config_, sample_.tokens, *sample_.valid), sample_.text);
        ablation_.hiddenTokens.clear();
    }
    explanation_.reset();
    inTheAir_ = false;  // what is asked about another network is of no use: its answer is ignored
    snapshots_.clear();
    moment_.reset();
    momentWaits_ = false;
    Q_EMIT networkChanged();
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
    Q_EMIT sampleChanged();
    Q_EMIT snapshotsChanged();
    Q_EMIT momentChanged();
    if (ablation_ != before) Q_EMIT ablationChanged();
    requestInspection();
}

void RunModel::beginRun(const QString& name, const QString& device) {
    keepCurves();
    name_ = name;
    device_ = device;
    metrics_ = {};
    resumedStep_ = 0;
    result_.reset();
    progress_ = {};
    chooseNow();
    setSnapshots({});
    Q_EMIT metricsReset();
    Q_EMIT progressChanged();
}

void RunModel::forgetName() {
    name_.clear();
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
    if (!ran && isRunning()) chooseNow();
    Q_EMIT stateChanged(state);
}

void RunModel::setLearningRate(double rate) { config_.training.learningRate = rate; }

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
    if (!progress.parameters) return;
    latest_ = progress.parameters;
    if (moment_) return;
    parameters_ = latest_;
    requestInspection();
}

void RunModel::setSnapshots(const std::vector<Snapshot>& snapshots) {
    snapshots_ = snapshots;
    Q_EMIT snapshotsChanged();
}

void RunModel::chooseMoment(const Snapshot& snapshot) {
    if (moment_ == snapshot) return;
    moment_ = snapshot;
    momentWaits_ = true;
    Q_EMIT momentChanged();
    Q_EMIT momentRequested(snapshot);
}

void RunModel::chooseNow() {
    if (!moment_) return;
    moment_.reset();
    momentWaits_ = false;
    parameters_ = latest_;
    Q_EMIT momentChanged();
    Q_EMIT parametersChosen();
    requestInspection();
}

void RunModel::setMomentParameters(const Snapshot& snapshot,
                                   std::shared_ptr<const std::vector<float>> parameters) {
    if (moment_ != snapshot) return;
    momentWaits_ = false;
    parameters_ = std::move(parameters);
    Q_EMIT parametersChosen();
    requestInspection();
}

void RunModel::failMoment(const Snapshot& snapshot) {
    if (moment_ == snapshot) chooseNow();
}

void RunModel::setResult(const RunResult& result) {
    result_ = result;
    if (!result.device.empty()) device_ = QString::fromStdString(result.device);
    Q_EMIT resultChanged();
}

void RunModel::setInspection(quint64 tag, const Inspection& inspection,
                             std::shared_ptr<const Explanation> explanation) {
    if (!inTheAir_ || tag != tag_) return;
    inTheAir_ = false;
    // An answer about older parameters of this sample is worth showing until the next one is there; one
    // about another sample is not.
    const bool wanted = inspection.sample == sample_;
    const bool explained = wanted && explanation;
    if (wanted) inspection_ = inspection;
    if (explained) explanation_ = std::move(explanation);
    if (requestWaits_) requestInspection();
    if (wanted) Q_EMIT inspectionChanged();
    if (explained) Q_EMIT explanationChanged();
}

void RunModel::failInspection(quint64 tag) {
    if (!inTheAir_ || tag != tag_) return;
    inTheAir_ = false;
    if (requestWaits_) requestInspection();
    Q_EMIT inspectionFailed();
}

void RunModel::chooseSample(const Sample& sample) {
    if (sample == sample_) return;
    sample_ = sample;
    const bool hid = !ablation_.hiddenTokens.empty();
    ablation_.hiddenTokens.clear();
    Q_EMIT sampleChanged();
    if (hid) Q_EMIT ablationChanged();
    requestInspection();
}

int RunModel::paddingOf(const Sample& sample) const {
    if (config_.data.task != TaskKind::Text || !sample.valid) return 0;
    return sample.length() - *sample.valid;
}

void RunModel::chooseRow(qint64 row) {
    if (sampleCount() == 0) return;
    row = std::clamp<int64_t>(row, 0, sampleCount() - 1);
    if (row != sampleRow()) chooseSample(sampleOf(config_, *data_, {SampleSource::Validation, row}));
}

int RunModel::shownPositions(const Sample& sample) const {
    const int all = sample.length();
    return std::max(all - (showsPadding_ ? 0 : paddingOf(sample)), std::min(all, 1));
}

void RunModel::setShowsPadding(bool shows) {
    if (shows == showsPadding_) return;
    showsPadding_ = shows;
    Q_EMIT paddingChanged();
    Ablation ablation = ablation_;  // what is hidden can be clicked back
    std::erase_if(ablation.hiddenTokens,
                  [&](int32_t position) { return position >= shownPositions(sample_); });
    setAblation(ablation);
}

bool RunModel::isHidden(int position) const {
    const std::vector<int32_t>& hidden = ablation_.hiddenTokens;
    return std::find(hidden.begin(), hidden.end(), position) != hidden.end();
}

int RunModel::headsOff() const {
    return static_cast<int>(std::count(ablation_.headGates.begin(), ablation_.headGates.end(), 0.0F));
}

void RunModel::setAblation(const Ablation& ablation) {
    if (ablation == ablation_) return;
    ablation_ = ablation;
    Q_EMIT ablationChanged();
    requestInspection();
}

void RunModel::toggleToken(int position) {
    const int shown = shownPositions(sample_);
    if (position < 0 || position >= shown) return;
    Ablation ablation = ablation_;
    if (std::erase(ablation.hiddenTokens, position) == 0) ablation.hiddenTokens.push_back(position);
    if (std::ssize(ablation.hiddenTokens) < shown) setAblation(ablation);
}

void RunModel::wantExplanation(const std::optional<ExplainQuestion>& question) {
    question_ = question;
    if (question_) requestInspection();
}

void RunModel::requestInspection() {
    if (!parameters_ || sample_.length() == 0) return;
    requestWaits_ = inTheAir_;
    if (inTheAir_) return;
    inTheAir_ = true;
    Q_EMIT inspectRequested({++tag_, config_.network, parameters_, sample_, question_, ablation_});
}

void RunModel::keepCurves() {
    if (metrics_.steps.empty()) return;
    earlierRuns_.push_back({name_, config_.data.task, metrics_});
    if (earlierRuns_.size() > keptEarlierRuns) earlierRuns_.erase(earlierRuns_.begin());
}

QList<QImage> RunModel::imagesOf(const Sample& sample) const {
    QList<QImage> images;
    if (!memberImages_) return images;
    for (const SampleRow& member : sample.members) {
        images << memberImages_(member);
        if (images.back().isNull()) return {};
    }
    return images;
}

void RunModel::setMemberImages(std::function<QImage(const SampleRow&)> source) {
    memberImages_ = std::move(source);
    Q_EMIT inspectionChanged();
}

Sample RunModel::sampleThatFits() const {
    if (sampleCount() == 0) return placeholderSample(config_, names());
    const int64_t row = std::clamp<int64_t>(sampleRow(), 0, sampleCount() - 1);
    return sampleOf(config_, *data_, {SampleSource::Validation, row});
}

}  // namespace attx
