#include "ui/state/shown.h"

#include <algorithm>
#include <utility>

#include "model/config/task.h"

namespace attx {

Shown::Shown(Study<SampleAnswer>& study, QObject* parent) : QObject(parent), study_(study) {
    connect(&study_, &StudyBase::answered, this, &Shown::takeAnswer);
    connect(&study_, &StudyBase::failed, this, [this] {
        askWhatWaits();
        Q_EMIT inspectionFailed();
    });
}

void Shown::show(const RunConfig& config, Parameters parameters, std::shared_ptr<const DataNames> names,
                 const Sample& sample, bool keepsHeads) {
    const Ablation before = ablation_;
    const NetworkConfig& old = config_.network;
    if (!keepsHeads || config.data.task != config_.data.task || config.network.numLayers != old.numLayers ||
        config.network.numHeads != old.numHeads)
        ablation_.headGates.clear();
    if (sample != sample_) ablation_.maskedTokens.clear();
    // Maps of a network with other layers or of another sample would stand under the new one's names.
    const bool isOther = config.network != old || config.data.task != config_.data.task || sample != sample_;
    config_ = config;
    parameters_ = latest_ = std::move(parameters);
    names_ = std::move(names);
    sample_ = sample;
    explanation_.reset();
    snapshot_.reset();
    snapshotPending_ = false;
    Q_EMIT networkChanged();
    Q_EMIT sampleChanged();
    Q_EMIT snapshotChosen();
    if (ablation_ != before) Q_EMIT ablationChanged();
    if (isOther && inspection_.sample.length() > 0) {
        inspection_ = {};
        Q_EMIT inspectionChanged();
    }
    ask();  // an answer about another network is ignored
}

void Shown::setLatest(Parameters parameters) {
    latest_ = std::move(parameters);
    if (snapshot_) return;
    parameters_ = latest_;
    inspect();
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
    inspect();
}

void Shown::setSnapshotParameters(const Snapshot& snapshot, Parameters parameters) {
    if (snapshot_ != snapshot) return;
    snapshotPending_ = false;
    parameters_ = std::move(parameters);
    Q_EMIT parametersChosen();
    inspect();
}

void Shown::failSnapshot(const Snapshot& snapshot) {
    if (snapshot_ == snapshot) chooseNow();
}

void Shown::chooseSample(const Sample& sample) {
    if (sample == sample_) return;
    sample_ = sample;
    const bool masked = !ablation_.maskedTokens.empty();
    ablation_.maskedTokens.clear();
    Q_EMIT sampleChanged();
    if (masked) Q_EMIT ablationChanged();
    inspect();
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
    std::erase_if(ablation.maskedTokens, [&](int32_t position) {
        return position >= shownPositions(seenBy(config_.network, sample_));
    });
    setAblation(ablation);
}

int Shown::ablatedHeads() const { return int(std::ranges::count(ablation_.headGates, 0.0F)); }

void Shown::setAblation(const Ablation& ablation) {
    if (ablation == ablation_) return;
    ablation_ = ablation;
    Q_EMIT ablationChanged();
    inspect();
}

void Shown::toggleToken(int position) {
    const int shown = shownPositions(seenBy(config_.network, sample_));
    if (position < 0 || position >= shown) return;
    Ablation ablation = ablation_;
    if (std::erase(ablation.maskedTokens, position) == 0) ablation.maskedTokens.push_back(position);
    if (std::ssize(ablation.maskedTokens) < shown) setAblation(ablation);
}

void Shown::wantExplanation(const std::optional<ExplainQuestion>& question) {
    question_ = question;
    if (question_) inspect();
}

void Shown::takeAnswer() {
    const SampleAnswer& answer = *study_.answer();
    // An answer about older parameters of this sample is worth showing until the next one is there; one
    // about another sample is not.
    const bool wanted = answer.inspection.sample == sample_;
    const bool explained = wanted && answer.explanation;
    if (wanted) inspection_ = answer.inspection;
    if (explained) explanation_ = answer.explanation;
    askWhatWaits();
    if (wanted) Q_EMIT inspectionChanged();
    if (explained) Q_EMIT explanationChanged();
}

void Shown::askWhatWaits() {
    if (waits_) ask();
}

void Shown::inspect() {
    waits_ = study_.isAsking();
    if (!waits_) ask();
}

void Shown::ask() {
    waits_ = false;
    if (!parameters_ || sample_.length() == 0) return study_.cancel();
    study_.ask({config_, parameters_, nullptr, ablation_},
               [inspector = inspector_, sample = sample_, question = question_](
                   const Subject& subject, const auto&, const auto&) -> std::optional<SampleAnswer> {
                   return inspector->answer(subject, sample, question);
               });
}

}  // namespace attx
