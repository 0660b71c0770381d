#include "ui/state/ablation_study.h"

#include <algorithm>

namespace attx {

AblationStudy::AblationStudy(RunModel& run, QObject* parent) : QObject(parent), run_(run) {
    connect(&run_, &RunModel::ablationChanged, this, [this] {
        if (run_.ablation().headGates != measuredGates_) measure();
        Q_EMIT changed();
    });
    for (const auto other : {&RunModel::networkChanged, &RunModel::parametersChosen})
        connect(&run_, other, this, &AblationStudy::forget);
    // While a run trains, what heads cost is measured once an epoch: it would slow the training down.
    connect(&run_, &RunModel::epochAdded, this, &AblationStudy::measure);
    connect(&run_, &RunModel::stateChanged, this, [this](RunState state) {
        if (state != RunState::Training) measure();
    });
}

int AblationStudy::headCount() const {
    return run_.config().network.numLayers * run_.config().network.numHeads;
}

bool AblationStudy::isOff(int head) const {
    const std::vector<float>& gates = run_.ablation().headGates;
    return head >= 0 && head < static_cast<int>(gates.size()) && gates[static_cast<size_t>(head)] == 0;
}

int AblationStudy::headsOff() const { return run_.headsOff(); }

bool AblationStudy::canMeasure() const { return run_.parameters() && run_.sampleCount() > 0; }

void AblationStudy::setGates(std::vector<float> gates) {
    if (std::find(gates.begin(), gates.end(), 0.0F) == gates.end()) gates.clear();
    Ablation ablation = run_.ablation();
    ablation.headGates = std::move(gates);
    run_.setAblation(ablation);
}

void AblationStudy::toggleHead(int head) {
    if (head < 0 || head >= headCount()) return;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(static_cast<size_t>(headCount()), 1.0F);
    gates[static_cast<size_t>(head)] = isOff(head) ? 1.0F : 0.0F;
    setGates(std::move(gates));
}

void AblationStudy::toggleLayer(int layer) {
    const int heads = run_.config().network.numHeads;
    if (layer < 0 || layer >= run_.config().network.numLayers) return;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(static_cast<size_t>(headCount()), 1.0F);
    const auto first = gates.begin() + layer * heads;
    const bool allOff = std::all_of(first, first + heads, [](float gate) { return gate == 0; });
    std::fill(first, first + heads, allOff ? 1.0F : 0.0F);
    setGates(std::move(gates));
}

void AblationStudy::keepOnly(int head) {
    if (head < 0 || head >= headCount()) return;
    const int heads = run_.config().network.numHeads;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(static_cast<size_t>(headCount()), 1.0F);
    for (int h = head / heads * heads; h < (head / heads + 1) * heads; ++h)
        gates[static_cast<size_t>(h)] = h == head ? 1.0F : 0.0F;
    setGates(std::move(gates));
}

void AblationStudy::reset() { run_.setAblation({}); }

AblationRequest AblationStudy::request() {
    return {++tag_, run_.config(), run_.parameters(), run_.data(), {run_.ablation().headGates, {}}};
}

void AblationStudy::measure() {
    effect_.reset();
    effectTag_ = 0;  // an answer under way is about something else
    measuredGates_ = run_.ablation().headGates;
    if (!measuredGates_.empty() && canMeasure()) {
        const AblationRequest question = request();
        effectTag_ = question.tag;
        Q_EMIT effectRequested(question);
    }
    Q_EMIT changed();
}

void AblationStudy::forget() {
    cancelSweep();
    sweep_.reset();  // what heads of another network, or of another moment, cost
    measure();
}

void AblationStudy::startSweep() {
    if (!canMeasure()) return;
    const AblationRequest question = request();
    sweepTag_ = question.tag;
    sweeping_ = true;
    offInSweep_ = headsOff();
    sweep_.emplace();
    sweep_->layers = run_.config().network.numLayers;
    sweep_->heads = run_.config().network.numHeads;
    Q_EMIT changed();
    Q_EMIT sweepRequested(question);
}

void AblationStudy::cancelSweep() {
    if (!sweeping_) return;
    Q_EMIT sweepCancelled();
    closeSweep();
}

void AblationStudy::closeSweep() {
    sweeping_ = false;
    sweepTag_ = 0;
    sweep_.reset();
    Q_EMIT changed();
}

void AblationStudy::setEffect(quint64 tag, const AblationEffect& effect) {
    if (tag != effectTag_) return;
    effect_ = effect;
    Q_EMIT changed();
}

void AblationStudy::setSweep(quint64 tag, const HeadAblation& sweep) {
    if (tag != sweepTag_) return;
    sweep_ = sweep;
    sweeping_ = static_cast<int>(sweep.without.size()) < sweep.layers * sweep.heads;
    Q_EMIT changed();
}

void AblationStudy::fail(quint64 tag) {
    if (tag == sweepTag_ && sweeping_) closeSweep();
}

}  // namespace attx
