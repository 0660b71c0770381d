// The part of the page Attention that shows a second network: its maps, and the difference.
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "ui/controls/comparison_bar.h"
#include "ui/controls/elided_label.h"
#include "ui/figures/compared_figure.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/views/heat_map_view.h"

namespace attx {

void AttentionPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    auto* bar = new ComparisonBar(comparison, Comparison::Of::Heads, this);
    lines_->insertWidget(lines_->count() - 1, bar);  // Placed above the stretch
    connect(comparison_, &Comparison::changed, this, [this] {
        choice_.picked = choice_.pickedThere = 0;
        choice_.heldFor = {};  // The range that is held may be the last second network's
        if (comparison_->second()) pair_->close();
        if (picksHeads() || headCount() < 2) choice_.chosen = -1;
        followSecond();
        refresh();
    });
    followSecond();
    if (comparison_->second()) showMaps();
}

void AttentionPage::followSecond() {
    if (Shown* second = comparison_->second())
        connect(second, &Shown::inspectionChanged, this, &AttentionPage::refresh, Qt::UniqueConnection);
}

void AttentionPage::showComparison(const AttentionOptions& shown) {
    if (!isCompared()) return;
    const Shown& second = *comparison_->second();
    const NetworkConfig &here = model_.config().network, &there = second.config().network;
    const Comparison::Captions captions = comparison_->captions(model_.name());
    for (ElidedLabel* caption : {firstCaption_, headCaption_}) {
        caption->setText(captions.first);
        caption->setShortText(captions.shortFirst);
    }
    secondCaption_->setText(captions.second);
    secondCaption_->setShortText(captions.shortSecond);
    differenceCaption_->setText(captions.difference);
    AttentionOptions options = shown;  // what is ablated, and how heads are sorted, is the first one's
    options.gates.clear();
    options.positions = second.shownPositions(second.inspection().sample);
    const auto headOf = [](const NetworkConfig& network, const Inspection& inspection, int head,
                           const AttentionOptions& of) {
        return headFigure(network, inspection, head / network.numHeads, head % network.numHeads, of);
    };
    HeatMapView* view = choice_.chosen >= 0 ? head_ : grid_;
    ComparedFigure figure;
    if (picksHeads()) {
        AttentionOptions plain = shown;
        plain.heads.reset();
        options.heads.reset();
        HeatMapGridFigure left = headOf(here, model_.inspection(), choice_.picked, plain);
        const HeatMapGridFigure right = headOf(there, second.inspection(), choice_.pickedThere, options);
        figure = choice_.chosen >= 0
                     ? compared(left, right)
                     : compared(grid_->figure(), attentionFigure(there, second.inspection(), options));
        left.maps.front().title = tr("%1 − %2").arg(right.maps.front().title, left.maps.front().title);
        figure.difference = differenceFigure(left, right);
    } else if (choice_.chosen >= 0) {
        figure = compared(head_->figure(), headOf(there, second.inspection(), choice_.chosen, options));
    } else {
        figure = compared(grid_->figure(), attentionFigure(there, second.inspection(), options));
    }
    const Comparison::Captions names = comparison_->names(model_.name());
    sayNetworks(figure, names.first, names.second, names.difference);
    const bool isAnswered =
        second.inspection().sample == second.sample() && model_.inspection().sample == model_.sample();
    if (const ColorScale& both = figure.first.scale; both.held && isAnswered)
        choice_.held = {both.lo, both.hi};
    else if (both.mode == ScaleMode::Shared && isAnswered && figure.first.wholeRange)
        choice_.held = *figure.first.wholeRange;  // A step that is chosen next goes on from it
    view->setFigure(figure.first);
    second_->setFigure(figure.second);
    difference_->setFigure(figure.difference);
}

void AttentionPage::secondClicked(int map) {
    if (choice_.chosen >= 0) return;
    if (!picksHeads()) {
        chooseHead(headAt(map));
    } else if (std::exchange(choice_.pickedThere, map) == map) {  // a second click enlarges the two
        chooseHead(choice_.picked);
    } else {
        showMaps();
    }
}

bool AttentionPage::isCompared() const { return comparison_ && comparison_->second(); }

bool AttentionPage::picksHeads() const { return isCompared() && !comparison_->sameHeads(); }

}  // namespace attx
