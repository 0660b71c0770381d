// The part of the page of sets that shows a second network: its answer to the set, and its attention.
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/comparison_bar.h"
#include "ui/figures/compared_figure.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

/// "image 3, 71.0 %"
QString answerText(const Inspection& inspection) {
    const std::vector<float> shares = setProbabilities(inspection.logits);
    const auto best = std::max_element(shares.begin(), shares.end());
    if (best == shares.end()) return {};
    return SetsPage::tr("image %1, %2 %")
        .arg(best - shares.begin() + 1)
        .arg(static_cast<double>(100 * *best), 0, 'f', 1);
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
    int place = details_->indexOf(headsFrame_);
    details_->insertWidget(place, compared_);
    details_->insertWidget(place + 2, secondFrame_, 3);
    details_->insertWidget(place + 3, differenceFrame_, 3);
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(
        1, new ComparisonBar(comparison, Comparison::Of::Answers, this));
    connect(comparison_, &Comparison::changed, this, [this] {
        if (Shown* second = comparison_->second())
            for (auto signal : {&Shown::inspectionChanged, &Shown::explanationChanged})
                connect(second, signal, this, &SetsPage::showDetails, Qt::UniqueConnection);
        askExplanation();
        showDetails();
    });
}

/// The lines between images make room for the second network.
void SetsPage::showComparison() {
    if (!comparison_) return;
    const bool two = comparison_->second() && comparison_->whyNot(Comparison::Of::Answers).isEmpty();
    // What shows itself is laid out at once: room is made before.
    if (two) linksFrame_->hide();
    for (HeatMapView* view : {heads_, second_, difference_})
        view->setMinimumHeight(two ? HeatMapView::leastOfThree : 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{compared_, secondFrame_, differenceFrame_})
        widget->setVisible(two);
    linksFrame_->setVisible(!two);
    if (!two) return;
    const Shown& second = *comparison_->second();
    const Inspection &here = model_.inspection(), &there = second.inspection();
    if (there.sample != model_.sample() || here.sample != model_.sample()) return;  // an answer is on its way
    const std::optional<HeatMapGridFigure> first = mapsOf(model_.shown()), other = mapsOf(second);
    if (!first || !other) return;
    const ComparedFigure figure = compared(*first, *other);
    heads_->setFigure(figure.first);
    second_->setFigure(figure.second);
    difference_->setFigure(figure.difference);
    differenceFrame_->setVisible(!figure.difference.maps.empty());
    compared_->setText(
        tr("this network: %1 · %2: %3").arg(answerText(here), comparison_->caption(), answerText(there)));
}

}  // namespace attx
