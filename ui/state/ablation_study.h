// Causes, not only maps: which heads are off, what that costs on the validation data, and what each head
// costs in turn. The application measures; widgets show and ask. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <optional>

#include "model/network/ablation.h"
#include "ui/state/run_model.h"

namespace attx {

/// A question about the validation data; the newest replaces one that waits or is under way.
struct AblationRequest {
    quint64 tag = 0;
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;
    std::shared_ptr<const DataSet> data;
    Ablation ablation;  ///< heads only: a hidden token belongs to one sequence
};

struct AblationEffect {
    EvaluationSums whole, ablated;
};

class AblationStudy : public QObject {
    Q_OBJECT
public:
    explicit AblationStudy(RunModel& run, QObject* parent = nullptr);

    [[nodiscard]] bool isOff(int head) const;  ///< counted over all layers
    [[nodiscard]] int headsOff() const;
    void toggleHead(int head);
    void toggleLayer(int layer);  ///< off, or on if all of it is off
    void keepOnly(int head);      ///< of its layer
    void reset();                 ///< all heads on, no token hidden

    /// Of the heads that are off now; nothing while it is measured, or if none is off.
    [[nodiscard]] const std::optional<AblationEffect>& effect() const { return effect_; }
    /// As far as it has come, or null. It stays when heads are switched, and goes with the parameters.
    [[nodiscard]] const HeadAblation* sweep() const { return sweep_ ? &*sweep_ : nullptr; }
    [[nodiscard]] bool isSweeping() const { return sweeping_; }
    [[nodiscard]] int offInSweep() const {
        return offInSweep_;
    }                                       ///< heads that were off while each was tried
    [[nodiscard]] bool canMeasure() const;  ///< there is validation data
    void startSweep();                      ///< from the heads that are off now
    void cancelSweep();                     ///< what was not finished is dropped
    void closeSweep();

public Q_SLOTS:
    // Fed by the application.
    void setEffect(quint64 tag, const attx::AblationEffect& effect);
    void setSweep(quint64 tag, const attx::HeadAblation& sweep);
    void fail(quint64 tag);

Q_SIGNALS:
    void changed();  ///< heads, tokens, effect or sweep
    void effectRequested(const attx::AblationRequest& request);
    void sweepRequested(const attx::AblationRequest& request);
    void sweepCancelled();

private:
    [[nodiscard]] int headCount() const;
    [[nodiscard]] AblationRequest request();
    void setGates(std::vector<float> gates);
    void measure();
    void forget();

    RunModel& run_;
    std::optional<AblationEffect> effect_;
    std::optional<HeadAblation> sweep_;
    std::vector<float> measuredGates_;  ///< of the newest question about the effect
    int offInSweep_ = 0;
    bool sweeping_ = false;
    quint64 tag_ = 0, effectTag_ = 0, sweepTag_ = 0;
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::AblationRequest)
Q_DECLARE_METATYPE(attx::AblationEffect)
Q_DECLARE_METATYPE(attx::HeadAblation)
