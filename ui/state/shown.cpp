#include "ui/state/shown.h"

#include <algorithm>
#include <utility>

#include "model/config/task.h"

namespace attx {

void Shown::show(const RunConfig& config, Parameters parameters, std::shared_ptr<const DataNames> names,
                 const Sample& sample) {
    const Ablation before = ablation_;
    const NetworkConfig& old = config_.network;
    if (config.network.numLayers != old.numLayers || config.network.numHeads != old.numHeads)
        ablation_.headGates.clear();
    if (sample != sample_) ablation_.hiddenTokens.clear();
    config_ = config;
    parameters_ = latest_ = std::move(parameters);
    names_ = std::move(names);
    sample_ = sample;
    explanation_.reset();
    requestPending_ = false;  // an answer about another network is ignored
    snapshot_.reset();
    snapshotPending_ = false;
    Q_EMIT networkChanged();
    Q_EMIT sampleChanged();
    Q_EMIT snapshotChosen();
    if (ablation_ != before) Q_EMIT ablationChanged();
    requestInspection();
}

void Shown::setLatest(Parameters parameters) {
    latest_ = std::move(parameters);
    if (snapshot_) return;
    parameters_ = latest_;
    requestInspection();
}

void Shown::chooseSnapshot(const Snapshot& snapshot) {
    if (snapshot_ == snapshot) return;
    snapshot_ = snapshot;
    snapshotPending_ = true;
    Q_EMIT snapshotChosen();
    Q_EMIT snapshotRequested(snapshot);
}

void Shown::chooseNow() {
    if (!snapshot_) return;
    snapshot_.reset();
    snapshotPending_ = false;
    parameters_ = latest_;
    Q_EMIT snapshotChosen();
    Q_EMIT parametersChosen();
    requestInspection();
}

void Shown::setSnapshotParameters(const Snapshot& snapshot, Parameters parameters) {
    if (snapshot_ != snapshot) return;
    snapshotPending_ = false;
    parameters_ = std::move(parameters);
    Q_EMIT parametersChosen();
    requestInspection();
}

void Shown::failSnapshot(const Snapshot& snapshot) {
    if (snapshot_ == snapshot) chooseNow();
}

void Shown::chooseSample(const Sample& sample) {
    if (sample == sample_) return;
    sample_ = sample;
    const bool masked = !ablation_.hiddenTokens.empty();
    ablation_.hiddenTokens.clear();
    Q_EMIT sampleChanged();
    if (masked) Q_EMIT ablationChanged();
    requestInspection();
}

int Shown::paddingOf(const Sample& sample) const {
    return isText(config_.data) && sample.valid ? sample.length() - *sample.valid : 0;
}

int Shown::shownPositions(const Sample& sample) const {
    const int all = sample.length();
    return std::max(all - (showsPadding_ ? 0 : paddingOf(sample)), std::min(all, 1));
}

void Shown::setShowsPadding(bool shows) {
    if (shows == showsPadding_) return;
    showsPadding_ = shows;
    Q_EMIT paddingChanged();
    Ablation ablation = ablation_;  // what is masked can be clicked back
    std::erase_if(ablation.hiddenTokens,
                  [&](int32_t position) { return position >= shownPositions(sample_); });
    setAblation(ablation);
}

int Shown::ablatedHeads() const {
    return static_cast<int>(std::count(ablation_.headGates.begin(), ablation_.headGates.end(), 0.0F));
}

void Shown::setAblation(const Ablation& ablation) {
    if (ablation == ablation_) return;
    ablation_ = ablation;
    Q_EMIT ablationChanged();
    requestInspection();
}

void Shown::toggleToken(int position) {
    const int shown = shownPositions(sample_);
    if (position < 0 || position >= shown) return;
    Ablation ablation = ablation_;
    if (std::erase(ablation.hiddenTokens, position) == 0) ablation.hiddenTokens.push_back(position);
    if (std::ssize(ablation.hiddenTokens) < shown) setAblation(ablation);
}

void Shown::wantExplanation(const std::optional<ExplainQuestion>& question) {
    question_ = question;
    if (question_) requestInspection();
}

void Shown::setInspection(quint64 tag, const Inspection& inspection,
                          std::shared_ptr<const Explanation> explanation) {
    if (!requestPending_ || tag != tag_) return;
    requestPending_ = false;
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

void Shown::failInspection(quint64 tag) {
    if (!requestPending_ || tag != tag_) return;
    requestPending_ = false;
    if (requestWaits_) requestInspection();
    Q_EMIT inspectionFailed();
}

void Shown::requestInspection() {
    if (!parameters_ || sample_.length() == 0) return;
    requestWaits_ = requestPending_;
    if (requestPending_) return;
    requestPending_ = true;
    static quint64 newestTag = 0;  // of all networks, so that no answer about one passes for another's
    tag_ = ++newestTag;
    Q_EMIT inspectRequested({tag_, config_.network, parameters_, sample_, question_, ablation_});
}

}  // namespace attx
