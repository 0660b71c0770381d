#include "ui/state/ablation_study.h"

#include <algorithm>

namespace attx {

AblationStudy::AblationStudy(RunModel& run, QObject* parent)
    : QObject(parent),
      run_(run),
      effect_(new Study<AblationEffect>(this)),
      sweep_(new Study<HeadAblation>(this)) {
    for (const StudyBase* study : std::initializer_list<const StudyBase*>{effect_, sweep_})
        connect(study, &StudyBase::changed, this, &AblationStudy::changed);
    connect(&run_.shown(), &Shown::ablationChanged, this, [this] {
        if (run_.ablation().headGates != measuredGates_) measure();
        Q_EMIT changed();
    });
    connect(&run_.shown(), &Shown::networkChanged, this, [this] {
        measure_ = std::make_shared<HeadImportance>();  // the last one holds the data of another network
        forget();
    });
    connect(&run_.shown(), &Shown::parametersChosen, this, &AblationStudy::forget);
    // While a run trains, what heads cost is measured once an epoch: it would slow the training down.
    connect(&run_, &RunModel::epochAdded, this, &AblationStudy::measure);
    connect(&run_, &RunModel::stateChanged, this, [this](RunState state) {
        if (state != RunState::Training && state != RunState::Starting) measure();
    });
}

int AblationStudy::headCount() const {
    return run_.config().network.numLayers * run_.config().network.numHeads;
}

bool AblationStudy::isOff(int head) const {
    const std::vector<float>& gates = run_.ablation().headGates;
    return head >= 0 && head < int(gates.size()) && gates[head] == 0;
}

int AblationStudy::headsOff() const { return run_.shown().ablatedHeads(); }

bool AblationStudy::canMeasure() const { return run_.parameters() && run_.sampleCount() > 0; }

void AblationStudy::setGates(std::vector<float> gates) {
    if (std::ranges::find(gates, 0.0F) == gates.end()) gates.clear();
    Ablation ablation = run_.ablation();
    ablation.headGates = std::move(gates);
    run_.shown().setAblation(ablation);
}

void AblationStudy::toggleHead(int head) {
    if (head < 0 || head >= headCount()) return;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(headCount(), 1.0F);
    gates[head] = isOff(head) ? 1.0F : 0.0F;
    setGates(std::move(gates));
}

void AblationStudy::toggleLayer(int layer) {
    const int heads = run_.config().network.numHeads;
    if (layer < 0 || layer >= run_.config().network.numLayers) return;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(headCount(), 1.0F);
    const auto first = gates.begin() + layer * heads;
    const bool allOff = std::all_of(first, first + heads, [](float gate) { return gate == 0; });
    std::fill(first, first + heads, allOff ? 1.0F : 0.0F);
    setGates(std::move(gates));
}

void AblationStudy::keepOnly(int head) {
    if (head < 0 || head >= headCount()) return;
    const int heads = run_.config().network.numHeads;
    std::vector<float> gates = run_.ablation().headGates;
    gates.resize(headCount(), 1.0F);
    for (int h = head / heads * heads; h < (head / heads + 1) * heads; ++h)
        gates[h] = h == head ? 1.0F : 0.0F;
    setGates(std::move(gates));
}

void AblationStudy::reset() { run_.shown().setAblation({}); }

void AblationStudy::measure() {
    effect_->forget();
    measuredGates_ = run_.ablation().headGates;
    if (!measuredGates_.empty() && canMeasure())
        effect_->ask(run_.subject(), [measure = measure_](const Subject& subject, const auto&,
                                                          const std::atomic<bool>& interrupt) {
            return measure->effect(subject, interrupt);
        });
    Q_EMIT changed();
}

void AblationStudy::forget() {
    sweep_->forget();  // what heads of another network, or of another moment, cost
    measure();
}

void AblationStudy::startSweep() {
    if (!canMeasure()) return;
    HeadAblation none;
    none.layers = run_.config().network.numLayers;
    none.heads = run_.config().network.numHeads;
    sweep_->forget();
    sweep_->ask(
        run_.subject(),
        [](const Subject& subject, const AblationProgress& report, const std::atomic<bool>& interrupt) {
            return HeadImportance().sweep(subject, report, interrupt);
        },
        none);
}

void AblationStudy::cancelSweep() { sweep_->cancel(); }

void AblationStudy::closeSweep() { sweep_->forget(); }

}  // namespace attx
