#include "ui/pages/attention/pair_panel.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/network/pair_figure.h"
#include "ui/views/figure_view.h"

namespace attx {

PairPanel::PairPanel(RunModel& model, Kept& kept, const Framed& framed, QWidget* parent)
    : QWidget(parent), model_(model), choice_(kept.of<Choice>()), study_(&kept.of<Study<PairDetail>>()) {
    auto* layout = flatLayout<QVBoxLayout>(this);
    view_ = new FigureView(this);
    view_->growWithTexts();
    QScrollArea* scroll = scrolled(view_, this);  // Higher than the page at a large zoom
    scroll->setFocusPolicy(Qt::StrongFocus);
    scroll->setAccessibleName(tr("A pair up close"));
    scroll->setToolTip(tr("What the score of this query and key is made of, and what the value adds"));
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
    outdated_ = isOpen();  // it may have changed before this listened
    showAnswer();
}

void PairPanel::ask(const PairIndex& pair) {
    choice_.pair = pair;
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
    if (!choice_.pair) return;
    const int length = model_.inspection().sample.length();
    if (choice_.pair->query >= length || choice_.pair->key >= length)
        close();
    else if (study_->isAsking() || !isVisible())
        outdated_ = true;
    else
        ask(*choice_.pair);
}

void PairPanel::close() {
    if (!choice_.pair) return;
    choice_.pair.reset();
    study_->forget();
    hide();
}

void PairPanel::showAnswer() {
    if (!choice_.pair || !study_->answer()) return;
    BarFigure figure = pairFigure(*study_->answer(), model_.names(), model_.config().data);
    sayAblated(figure, study_->askedWith());
    view_->setFigure(std::make_unique<BarFigure>(std::move(figure)));
    Q_EMIT aboutToShow();
    show();
    if (outdated_ && isVisible()) ask(*choice_.pair);
}

void PairPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT shownOrHidden();
}

void PairPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    Q_EMIT shownOrHidden();
    if (choice_.pair && outdated_ && !study_->isAsking()) ask(*choice_.pair);
}

}  // namespace attx
