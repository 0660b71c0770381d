#include "model/evaluate/head_importance.h"

#include "model/native/native_session.h"

namespace attx {

void HeadImportance::prepare(const Subject& subject, const std::atomic<bool>& interrupt) {
    const bool sameSession = measure_.session && last_.data == subject.data &&
                             last_.config.network == subject.config.network &&
                             last_.config.training.batchSize == subject.config.training.batchSize;
    if (!sameSession) {
        measure_ = {};
        measure_ = makeMeasure(NativeBackend(), subject.config, *subject.parameters, subject.data->validation,
                               &interrupt);
    } else if (last_.parameters != subject.parameters) {
        measure_.session->writeParameters(*subject.parameters);
    }
    if (!sameSession || last_.parameters != subject.parameters) whole_.reset();
    last_ = subject;
}

std::optional<AblationEffect> HeadImportance::effect(const Subject& subject,
                                                     const std::atomic<bool>& interrupt) {
    prepare(subject, interrupt);
    const auto evaluated = [&](const Ablation& ablation) {
        measure_.session->setAblation(ablation);
        return evaluateRows(*measure_.session, measure_.rows, measure_.batch, &interrupt);
    };
    if (!whole_) whole_ = evaluated({});
    if (!whole_) return std::nullopt;
    const auto ablated = evaluated(subject.ablation);
    return ablated ? std::optional(AblationEffect{*whole_, *ablated}) : std::nullopt;
}

std::optional<HeadAblation> HeadImportance::sweep(const Subject& subject, const AblationProgress& progress,
                                                  const std::atomic<bool>& interrupt) {
    prepare(subject, interrupt);
    return ablateEachHead(*measure_.session, measure_.rows, measure_.batch, subject.ablation, progress,
                          &interrupt);
}

}  // namespace attx
