// The part of the page of sets that shows a second network: its answer to the set, and its attention.
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/comparison_bar.h"
#include "ui/controls/flat_layout.h"
#include "ui/figures/compared_figure.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr int leastCompared = 120;  // px

/// "image 3, 71.0 %"
QString answerText(const Inspection& inspection) {
    const std::vector<float> shares = setProbabilities(inspection.logits);
    const auto best = std::ranges::max_element(shares);
    if (best == shares.end()) return {};
    return SetsPage::tr("image %1, %2 %").arg(best - shares.begin() + 1).arg(double(100 * *best), 0, 'f', 1);
}

}  // namespace

void SetsPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    const auto makeFrame = [this](HeatMapView*& view) {
        view = new HeatMapView(this);
        FigureFrame* frame = framed(view);
        frame->hide();
        return frame;
    };
    compared_ = new QLabel(this);
    compared_->setAccessibleName(tr("Answers of both networks"));
    compared_->setTextFormat(Qt::PlainText);
    compared_->setWordWrap(true);
    compared_->hide();
    secondFrame_ = makeFrame(second_);
    differenceFrame_ = makeFrame(difference_);
    details_->insertWidget(details_->indexOf(first_.column), compared_);
    details_->addStretch(0);  // Fills the room when the maps have left
    auto* maps = new QWidget(parts_);
    maps->hide();
    maps_ = flatLayout<QHBoxLayout>(maps);
    other_ = captioned(secondFrame_, maps);
    between_ = captioned(differenceFrame_, maps, tr("difference"));
    maps_->addWidget(other_.column, 1);
    maps_->addWidget(between_.column, 1);
    auto* page = qobject_cast<QVBoxLayout*>(layout());
    page->insertWidget(1, new ComparisonBar(comparison, Comparison::Of::Answers, this));
    parts_->addWidget(maps);
    connect(parts_, &QSplitter::splitterMoved, this, [this] { choice_.parts = parts_->sizes(); });
    connect(comparison_, &Comparison::changed, this, &SetsPage::followSecond);
    followSecond();
}

void SetsPage::followSecond() {
    if (Shown* second = comparison_->second())
        for (auto signal : {&Shown::inspectionChanged, &Shown::explanationChanged})
            connect(second, signal, this, &SetsPage::showDetails, Qt::UniqueConnection);
    askExplanation();
    showDetails();
}

/// The lines between images make room for the second network. Three figures of all heads stand side by side
/// below the list, as wide as the page: beside the list they would be a tenth as large.
void SetsPage::showComparison() {
    if (!comparison_) return;
    const bool two = comparison_->second() && comparison_->whyNot(Comparison::Of::Answers).isEmpty();
    // What shows itself is laid out at once: room is made before.
    const bool isBelow = maps_->indexOf(first_.column) >= 0;
    if (two) linksFrame_->hide();
    if (two && !isBelow) {
        maps_->insertWidget(0, first_.column, 1);
    } else if (!two && isBelow) {
        details_->insertWidget(details_->indexOf(linksFrame_), first_.column, 3);
    }
    for (HeatMapView* view : {heads_, second_, difference_}) view->setMinimumHeight(two ? leastCompared : 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{compared_, secondFrame_, differenceFrame_})
        widget->setVisible(two);
    const bool begins = two && maps_->parentWidget()->isHidden();
    maps_->parentWidget()->setVisible(two);
    if (begins) parts_->setSizes(choice_.parts.isEmpty() ? QList{1000, 1000} : choice_.parts);  // Halves
    if (!two) choice_.parts.clear();
    linksFrame_->setVisible(!two);
    // An empty one gives its room to the list, and shows itself while an image is dragged.
    ownFrame_->setVisible(!two || own_->count() > 0);
    for (const Captioned& each : {first_, other_, between_}) each.caption->setVisible(two);
    if (!two) return;
    const Comparison::Captions captions = comparison_->captions(model_.name());
    first_.caption->setText(captions.first);
    first_.caption->setShortText(captions.shortFirst);
    other_.caption->setText(captions.second);
    other_.caption->setShortText(captions.shortSecond);
    between_.caption->setText(captions.difference);
    const Shown& second = *comparison_->second();
    const Inspection &here = model_.inspection(), &there = second.inspection();
    if (there.sample != model_.sample() || here.sample != model_.sample()) return;  // an answer is on its way
    const std::optional<HeatMapGridFigure> first = mapsOf(model_.shown()), other = mapsOf(second);
    if (!first || !other) return;
    ComparedFigure figure = compared(*first, *other);
    const Comparison::Captions names = comparison_->names(model_.name());
    sayNetworks(figure, names.first, names.second, names.difference);
    heads_->setFigure(figure.first);
    second_->setFigure(figure.second);
    difference_->setFigure(figure.difference);
    for (QWidget* widget : std::initializer_list<QWidget*>{differenceFrame_, between_.caption})
        widget->setVisible(!figure.difference.maps.empty());  // Two grids of heads have no difference
    compared_->setText(
        tr("%1: %2 · %3: %4").arg(captions.first, answerText(here), captions.second, answerText(there)));
}

}  // namespace attx
