#include "ui/pages/positions/schedule_page.h"

#include <QVBoxLayout>

#include "ui/figures/figures_of_run.h"

namespace attx {

SchedulePage::SchedulePage(QWidget* parent, Kept* kept) : Page(parent, kept) {
    view_ = new CurveView(this);
    view_->keepRangesIn(this->kept().of<Choice>().ranges);
    frame_ = framed(view_);
    pageLayout<QVBoxLayout>()->addWidget(frame_);
}

void SchedulePage::showForm(const RunConfig& config, std::optional<int64_t> trainRows) {
    const CurveFigure figure = scheduleFigure(config, trainRows);
    view_->setFigure(figure);
    view_->setAccessibleName(figure.title());
}

QString SchedulePage::title() const { return tr("Schedule"); }

QString SchedulePage::reading() const {
    return tr("The learning rate over the steps of the run in the form.");
}

QString SchedulePage::help() const {
    return tr(
        "<p>The learning rate of the form is multiplied by this factor at each step. A <b>warm-up</b> begins "
        "small, because the first gradients are wild and Adam does not know their size yet; the "
        "<b>cosine</b> ends small, so that the weights settle.</p><p>The curve follows the form: change "
        "schedule, warm-up, epochs or batch on the left.</p><p><b>Formula</b> of the factor at step t of T, "
        "with w warm-up steps: <i>cosine × warm-up</i> ½ (1 + cos(π t / T)), times t / w up to step w; "
        "<i>warm-up, then cosine</i> t / w, then ½ (1 + cos(π (t − w) / (T − w))).<br><b>Papers</b>: Vaswani "
        "et al. 2017, section 5.3 (warm-up); Loshchilov &amp; Hutter 2017, SGDR (cosine).</p>");
}

}  // namespace attx
