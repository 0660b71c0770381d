// The part of the page of texts that shows a second network: its shades of the same words, and the
// difference.
#include <QComboBox>
#include <QVBoxLayout>

#include "ui/controls/comparison_bar.h"
#include "ui/figures/compared_figure.h"
#include "ui/pages/text/text_page.h"
#include "ui/views/text_view.h"

namespace attx {

void TextPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    const auto makeFrame = [this](TextView*& view) {
        view = new TextView(this);
        FigureFrame* frame = framed(view, [view] { return view->printed(); });
        frame->hide();
        return frame;
    };
    secondFrame_ = makeFrame(second_);
    differenceFrame_ = makeFrame(difference_);
    int place = left_->indexOf(frame_);
    left_->insertWidget(place, new ComparisonBar(comparison, Comparison::Of::Answers, this));
    place = left_->indexOf(frame_);
    left_->insertWidget(place + 1, secondFrame_, 1);
    left_->insertWidget(place + 2, differenceFrame_, 1);
    const auto follow = [this] {
        if (Shown* second = comparison_->second())
            for (const auto signal :
                 {&Shown::inspectionChanged, &Shown::explanationChanged, &Shown::snapshotChosen})
                connect(second, signal, this, &TextPage::showComparison, Qt::UniqueConnection);
        ask();
        showComparison();
    };
    connect(comparison_, &Comparison::changed, this, follow);
    follow();
}

void TextPage::askSecond(const std::optional<ExplainQuestion>& question) {
    if (comparison_ && comparison_->second()) comparison_->second()->wantExplanation(question);
}

/// The words are the first network's, as this page spells them; the second one reads them by its own
/// vocabulary.
void TextPage::showComparison() {
    if (!comparison_) return;
    const bool two = comparison_->second() && comparison_->whyNot(Comparison::Of::Answers).isEmpty();
    for (FigureFrame* frame : {secondFrame_, differenceFrame_}) frame->setVisible(two);
    if (!isVisible()) return;
    TextFigure first = view_->figure();
    if (!two) {
        first.common.reset();
        view_->setFigure(first);
        return;
    }
    const Shown& second = *comparison_->second();
    const Inspection& there = second.inspection();
    const int layer = layer_->currentIndex(), head = head_->currentIndex() - 1;
    const bool isAnswered = there.sample == model_.sample() && !there.argmax.empty();
    const bool hasHead = layer < int(there.attention.size()) && head < second.config().network.numHeads;
    TextFigure figure = first;
    figure.setName(figure.name() + QStringLiteral("-compared"));
    figure.setTitle(comparison_->caption());
    figure.verdict = isAnswered ? answerOf(there) : tr("…");
    figure.values.clear();
    figure.padding = 0;
    if (shade() == TextShade::Attention && isAnswered && !hasHead) {
        figure.verdict += tr(" · has no such layer or head");
    } else if (const int words = int(shown_.tokens.size()); isAnswered && there.sample.length() >= words) {
        figure.values = withPaddingSummed(shadesOf(shade(), there, second.explanation().get(), layer, head,
                                                   view_->chosen() < words ? view_->chosen() : -1),
                                          shown_.tokens.size());
        figure.padding = there.sample.length() - words - (there.sample.classToken ? 1 : 0);
    }
    shareScale(first, figure);
    view_->setFigure(first);
    second_->setFigure(figure);
    TextFigure difference = differenceFigure(first, figure);
    difference.verdict =
        figure.verdict.isEmpty() ? QString() : comparison_->captions(model_.name()).difference;
    difference_->setFigure(difference);
}

}  // namespace attx
