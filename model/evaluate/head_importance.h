// What ablated heads cost on the validation data, asked again and again about a network that is looked at.
#pragma once
#include <optional>

#include "model/inspect/subject.h"
#include "model/network/ablation.h"
#include "model/run/measure.h"

namespace attx {

struct AblationEffect {
    EvaluationSums whole, ablated;  ///< Sums with every head, and with the heads of the ablation off
};

/// One thread at a time. Its session is kept for the next question as long as that is about the same network
/// and data.
class HeadImportance {
public:
    /// Nothing once `interrupt` is true, which outlives this. Throws Error::Kind::Input if the parameters,
    /// the ablation or the data do not fit the network.
    [[nodiscard]] std::optional<AblationEffect> effect(const Subject& subject,
                                                       const std::atomic<bool>& interrupt);
    /// Each head in turn, on top of subject.ablation; `progress` as for ablateEachHead.
    [[nodiscard]] std::optional<HeadAblation> sweep(const Subject& subject, const AblationProgress& progress,
                                                    const std::atomic<bool>& interrupt);

private:
    void prepare(const Subject& subject, const std::atomic<bool>& interrupt);

    Subject last_;  ///< what measure_ and whole_ are about
    Measure measure_;
    std::optional<EvaluationSums> whole_;  ///< Sums with every head; nothing: not measured yet
};

}  // namespace attx
