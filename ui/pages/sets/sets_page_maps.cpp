// The part of the page of sets that shows the maps of the set that is looked at: attention, or a method of
// explanation.

#include "model/config/task.h"
#include "ui/controls/head_combos.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/state/comparison.h"

namespace attx {

std::optional<ExplainMethod> SetsPage::method() const {
    if (method_->currentIndex() < 1) return std::nullopt;
    return mapMethods()[size_t(method_->currentIndex()) - 1].method;
}

void SetsPage::askExplanation() {
    if (!isVisible() || !suits(model_.config())) return;
    std::optional<ExplainQuestion> question;
    if (const auto chosen = method()) question.emplace().options.methods = {*chosen};
    model_.shown().wantExplanation(question);
    if (comparison_ && comparison_->second()) comparison_->second()->wantExplanation(question);
}

/// What has to be known of the explanation shown before it is believed.
QString SetsPage::caveat() const {
    const std::shared_ptr<const Explanation>& explanation = model_.shown().explanation();
    if (method() != ExplainMethod::IntegratedGradients || !explanation) return {};
    const float share = explanation->completeness.largestShare();
    return share <= Completeness::flagged ? QString()
                                          : tr(" · the map misses the change of the logit by up to %1 %")
                                                .arg(double(100 * share), 0, 'f', 1);
}

std::optional<HeatMapGridFigure> SetsPage::mapsOf(const Shown& network) const {
    AttentionOptions options;
    options.originBelow = model_.firstQueryBelow();
    options.images = model_.imagesOf(network.inspection().sample);
    const auto chosen = method();
    if (!chosen) {
        options.gates = network.ablation().headGates;
        return attentionFigure(network.config().network, network.inspection(), options);
    }
    const std::shared_ptr<const Explanation>& explanation = network.explanation();
    if (!explanation || explanation->inspection.sample != network.inspection().sample ||
        !answers(*explanation, {*chosen}))
        return std::nullopt;
    return explanationFigure(*explanation, {*chosen}, options, -1, 1);
}

}  // namespace attx
