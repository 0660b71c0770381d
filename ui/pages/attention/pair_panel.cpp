#include "ui/pages/attention/pair_panel.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/network/pair_figure.h"
#include "ui/views/figure_view.h"

namespace attx {

PairPanel::PairPanel(RunModel& model, const Framed& framed, QWidget* parent)
    : QWidget(parent), model_(model), study_(new Study<PairDetail>(this)) {
    auto* layout = flatLayout<QVBoxLayout>(this);
    view_ = new FigureView(this);
    view_->growWithTexts();
    QScrollArea* scroll = scrolled(view_, this);  // at a large zoom it is higher than the page
    scroll->setFocusPolicy(Qt::StrongFocus);
    scroll->setAccessibleName(tr("A pair up close"));
    scroll->setToolTip(tr("What the score of this query and key is made of, and what the value writes"));
    frame_ = framed(scroll, [this]() -> std::unique_ptr<Figure> {
        return view_->figure() ? view_->figure()->clone() : nullptr;
    });
    close_ = makeIconButton("close", tr("Close the pair"), tr("Close this figure (Esc)"), frame_);
    frame_->addControl(close_);
    layout->addWidget(frame_);
    hide();
    connect(close_, &QToolButton::clicked, this, &PairPanel::close);
    connect(study_, &StudyBase::answered, this, &PairPanel::showAnswer);
    connect(study_, &StudyBase::failed, this, &PairPanel::close);
    connect(&model_.shown(), &Shown::inspectionChanged, this, &PairPanel::askAgain);
    connect(&model_.shown(), &Shown::networkChanged, this, &PairPanel::close);
}

void PairPanel::ask(const PairIndex& pair) {
    pair_ = pair;
    outdated_ = false;
    study_->ask(
        model_.subject(),
        [sample = model_.inspection().sample, ablation = model_.ablation(), pair](
            const Subject& subject, const auto&, const std::atomic<bool>&) -> std::optional<PairDetail> {
            Inspector inspector(subject.config.network, Inspector::Gradients::No);
            inspector.setParameters(subject.parameters);
            inspector.setAblation(ablation);
            return pairUpClose(inspector, sample, pair);
        });
}

/// One question at a time, so that there are answers however fast the network learns.
void PairPanel::askAgain() {
    if (!pair_) return;
    const int length = model_.inspection().sample.length();
    if (pair_->query >= length || pair_->key >= length)
        close();
    else if (study_->isAsking() || !isVisible())
        outdated_ = true;
    else
        ask(*pair_);
}

void PairPanel::close() {
    if (!pair_) return;
    pair_.reset();
    study_->forget();
    hide();
}

void PairPanel::showAnswer() {
    if (!pair_ || !study_->answer()) return;
    view_->setFigure(std::make_unique<BarFigure>(pairFigure(*study_->answer(), model_.names())));
    Q_EMIT aboutToShow();
    show();
    if (outdated_ && isVisible()) ask(*pair_);
}

void PairPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT shownOrHidden();
}

void PairPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    Q_EMIT shownOrHidden();
    if (pair_ && outdated_ && !study_->isAsking()) ask(*pair_);
}

}  // namespace attx
