// Head ablation: which heads are ablated, what that costs on the validation data, and the importance of each
// head in turn. Widgets show and ask. GUI thread only.
#pragma once
#include <QObject>

#include "model/evaluate/head_importance.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"

namespace attx {

class AblationStudy : public QObject {
    Q_OBJECT
public:
    explicit AblationStudy(RunModel& run, QObject* parent = nullptr);

    [[nodiscard]] bool isOff(int head) const;  ///< counted over all layers
    [[nodiscard]] int headsOff() const;
    void toggleHead(int head);
    void toggleLayer(int layer);  ///< Switches it off, or on if all of it is off
    void keepOnly(int head);      ///< Switches the other heads of its layer off
    void reset();                 ///< all heads on, no token hidden

    /// Of the heads that are off now; nothing while it is measured, or if none is off.
    [[nodiscard]] const AblationEffect* effect() const { return effect_->answer(); }
    [[nodiscard]] Study<AblationEffect>& effectStudy() { return *effect_; }
    [[nodiscard]] Study<HeadAblation>& sweepStudy() { return *sweep_; }
    /// As far as it has come, or null. It stays when heads are switched, and goes with the parameters.
    [[nodiscard]] const HeadAblation* sweep() const { return sweep_->answer(); }
    [[nodiscard]] bool isSweeping() const { return sweep_->isAsking(); }
    [[nodiscard]] bool canMeasure() const;  ///< there is validation data
    void startSweep();                      ///< Tries each head on top of those that are off now
    void cancelSweep();                     ///< what was not finished is dropped
    void closeSweep();

Q_SIGNALS:
    void changed();  ///< heads, tokens, effect or sweep

private:
    [[nodiscard]] int headCount() const;
    void setGates(std::vector<float> gates);
    void measure();
    void forget();

    RunModel& run_;
    Study<AblationEffect>* effect_;
    Study<HeadAblation>* sweep_;
    std::shared_ptr<HeadImportance> measure_ =
        std::make_shared<HeadImportance>();  ///< used where effect_ is answered
    std::vector<float> measuredGates_;       ///< Gates of the newest question about the effect
};

}  // namespace attx
